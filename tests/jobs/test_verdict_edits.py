"""From verdicts to a plan, and from the plan to the page: replicas of a site and of the archive, everything else is ours."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.config import JudgeSettings, NetworkSettings, Settings
from bot.jobs.apply import ApplyOptions, apply
from bot.jobs.check import CheckOptions, check
from bot.jobs.plan_file import read_plan, write_plan
from bot.jobs.session import Chosen, Quiet, Session, choose_profile
from bot.jobs.tidy import tidy
from bot.jobs.verdict_edits import beside, talk_section
from bot.locale import Speech
from bot.model.edit import apply_edits
from bot.model.outcome import Missing
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.ports import WikiClient
from bot.model.reasons import Reason
from bot.model.report import CheckReport, ClaimCheck, PageCheck, PushReport
from bot.model.verdict import Evidence, NotInSource
from bot.model.words import Decision, Fix
from bot.net.cassettes import ReplayClock
from bot.net.network import Rerouted
from bot.report.records import schema
from bot.review.decisions import accept
from bot.sources.pages import remember_look
from bot.sources.stored import put_page
from bot.store import Decided, open_store
from bot.store.base import FILE_NAME
from tests.cli.command_line import mlwiki
from tests.sources.servers import Page as Reply
from tests.sources.servers import Replica

ADDRESS = "http://site.org/page"
STAMP = "20200101000000"
COPY = f"https://web.archive.org/web/{STAMP}/{ADDRESS}"
TEXT = f"The old words stand here.<ref>[{ADDRESS} Old page of words]</ref>\n\n== References ==\n<references />\n"
ARTICLE: Reply = (200, {}, f"<title>Old page</title><p>{'The old words of the page. ' * 30}".encode())
INDEX = json.dumps([["timestamp", "original", "statuscode"], [STAMP, ADDRESS, "200"]]).encode()
QUERY = "url=http%3A%2F%2Fsite.org%2Fpage&output=json&fl=timestamp,original,statuscode&filter=statuscode:200&limit=-3"
ARCHIVE: dict[str, Reply] = {
    f"web.archive.org/cdx/search/cdx?{QUERY}": (200, {"content-type": "application/json"}, INDEX),
    f"web.archive.org/web/{STAMP}id_/{ADDRESS}": ARTICLE,
    f"web.archive.org/web/{STAMP}/{ADDRESS}": ARTICLE,
}


def chosen(name: str) -> Chosen:
    """A wiki's profile."""
    return choose_profile(name, Settings())


@contextmanager
def session(pages: dict[str, Reply], *, failed_before: bool = True) -> Iterator[Session]:
    """No judge, a small internet, a store in memory in which the site failed on another day."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"), network=NetworkSettings(timeout=5.0))
    with Replica(pages) as replica, open_store(None) as store:
        if failed_before:
            remember_look(store, ADDRESS, Missing(Reason.not_found_page, 404), "2026-11-01T10:00:00Z")
        network = Rerouted(dict.fromkeys(("site.org", "web.archive.org"), replica.port))
        yield Session(settings, store, clock=ReplayClock("2026-11-30T10:00:00Z"), network=network)


def checked(text: str, wiki: str, at: Session, *, name: str = "page.wiki") -> CheckReport:
    """Check a text under a wiki's profile."""
    return check([Page(name, "Page", text)], chosen(wiki), at, CheckOptions(remember=False))


def no_wiki() -> WikiClient:
    """For plans of files no wiki is opened."""
    raise AssertionError


FORMS = {
    "a link": (f"[{ADDRESS} Old page of words]", f"{{{{Webarchive|url={COPY}|date=2020-01-01}}}}</ref>"),
    "a template": (
        f"{{{{cite web|url={ADDRESS}|title=Old page}}}}",
        f"|archive-url={COPY}|archive-date=2020-01-01|url-status=dead}}}}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_dead_page_is_mended_with_the_copy_that_was_read_and_then_is_no_fault(tmp_path: Path, form: str) -> None:
    """Check, plan, a person's yes, apply: the archive's own address stands on the page, and the next check raises nothing."""
    note, wanted = FORMS[form]
    start = TEXT.replace(f"[{ADDRESS} Old page of words]", note)
    path = tmp_path / "page.wiki"
    path.write_text(start, encoding="utf-8", newline="")
    with session(ARCHIVE) as at:
        report = checked(start, "enwiki", at, name=str(path))
        (edit,) = report.pages[0].edits
        assert (edit.code, edit.fix) == ("SRC202", Fix.review)
        assert any("--diff" in str(hint) for hint in report.hints)
        done = decided(report, at, edit.id)
        text = path.read_text(encoding="utf-8")
        assert done.pages[0].check.gate.decision is Decision.passed
        assert wanted in text
        after = checked(text, "enwiki", at).pages[0]
        assert (after.findings, after.edits) == ((), ())


def decided(report: CheckReport, at: Session, accepted: str) -> PushReport:
    """The report's plan with one edit accepted, applied."""
    plan: dict[str, Any] = json.loads(write_plan(report, at.store, profile="enwiki"))
    Draft202012Validator(schema("plan")).validate(plan)
    (edit,) = [edit for edit in report.pages[0].edits if edit.id == accepted]
    accept(at.store, edit, "Editor")
    plan["pages"][0]["decisions"].append(
        {"id": accepted, "decision": "accept", "reason": "", "by": "Editor", "at": None}
    )
    plan["pages"][0]["name"] = Path(report.pages[0].page.name).name
    with contextlib.chdir(Path(report.pages[0].page.name).parent):
        return apply(read_plan("plan.json", json.dumps(plan)), no_wiki, chosen("enwiki"), at, ApplyOptions(save=True))


def test_without_a_yes_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan of proposals alone does nothing: each of them is a person's to take."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "page.wiki"
    path.write_text(TEXT, encoding="utf-8", newline="")
    with session(ARCHIVE) as at:
        plan = read_plan(
            "plan.json", write_plan(checked(TEXT, "enwiki", at, name=path.name), at.store, profile="enwiki")
        )
        done = apply(plan, no_wiki, chosen("enwiki"), at, ApplyOptions(save=True))
    assert done.pages[0].note is not None
    assert path.read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize(
    "copy", [None, (404, {}, b"<html>"), (200, {}, b"<title>404 Not Found</title><h1>Not found</h1>")]
)
def test_a_copy_that_is_not_good_is_not_cited(copy: Reply | None) -> None:
    """No copy, an archived 404, an archived page that says nothing is found: the link is marked dead and nothing else."""
    pages = dict(ARCHIVE)
    pages.pop(f"web.archive.org/web/{STAMP}id_/{ADDRESS}")
    if copy is not None:
        pages[f"web.archive.org/web/{STAMP}id_/{ADDRESS}"] = copy
    with session(pages) as at:
        page = checked(TEXT, "enwiki", at).pages[0]
    assert "{{Dead link|date=November 2026}}</ref>" in apply_edits(TEXT, page.edits)
    assert "archive" not in apply_edits(TEXT, page.edits)


def test_a_page_that_is_gone_for_the_first_time_is_left_alone() -> None:
    """One look is no proof: it is reported, and no edit says that the link is dead."""
    with session(ARCHIVE, failed_before=False) as at:
        page = checked(TEXT, "enwiki", at).pages[0]
    assert [finding.code for finding in page.findings] == ["SRC201"]
    assert page.edits == ()


def test_what_a_person_rejected_is_not_proposed_again() -> None:
    """By the edit's id, for good."""
    with session(ARCHIVE) as at:
        (edit,) = checked(TEXT, "enwiki", at).pages[0].edits
        at.store.decide(Decided(edit.id, Choice.reject.value, "", "Editor"))
        assert checked(TEXT, "enwiki", at).pages[0].edits == ()


def test_a_wiki_without_templates_gets_a_section_for_its_talk_page() -> None:
    """Nothing invented: no edit; the catalogue's sentences in the wiki's language, and nothing in them is read as wikitext."""
    text = TEXT.replace("old words", "{{x}} words [[Категория:Y]]")
    with session(ARCHIVE) as at:
        report = checked(text, "mlru", at)
        page = silent(report.pages[0])
        section = talk_section(page, chosen("mlru").profile, Speech("ru"), at.clock.now())
        plan = json.loads(write_plan(report, at.store, [section], profile="enwiki"))
        Draft202012Validator(schema("plan")).validate(plan)
        assert talk_section(page, chosen("enwiki").profile, Speech("en"), at.clock.now()) == ""
    assert page.edits == ()
    assert plan["pages"][0]["talk"] == section
    assert section.startswith("== Источники, на которые стоит взглянуть")
    assert "источник прочитан и этого не говорит" in section
    assert "есть архивная копия" in section
    assert not any(mark in section for mark in ("{{", "[[", "http://", "https://", "<"))
    assert section.rstrip().endswith("~~~~")


def silent(page: PageCheck) -> PageCheck:
    """The check as a model would leave it that read the source and found nothing."""
    said = NotInSource(Evidence())
    checks = (replace(one, claims=tuple(ClaimCheck(own.claim, said) for own in one.claims)) for one in page.citations)
    return replace(page, citations=tuple(checks))


def test_proposals_stand_beside_the_edits_of_tidying() -> None:
    """One list on one text, apart from each other, each under the id that the check gave it."""
    text = TEXT.replace("The old", "**The** old")
    with session(ARCHIVE) as at:
        tidied = tidy([Page("page.wiki", "Page", text)], chosen("enwiki"), Quiet()).pages[0]
        report = checked(tidied.text, "enwiki", at)
        both = beside(tidied, report.pages[0], chosen("enwiki").profile, at)
    assert tidied.edits
    assert [edit.id for edit in both.edits] == [edit.id for edit in (*tidied.edits, *report.pages[0].edits)]
    assert COPY in apply_edits(text, both.edits)


def test_the_command_shows_what_is_proposed_and_writes_it_into_a_plan(tmp_path: Path) -> None:
    """--diff ends with 1 and shows the marks, or the talk page's new section on a wiki without templates; --plan has the same."""
    (tmp_path / "page.wiki").write_text(TEXT, encoding="utf-8", newline="")
    with open_store(tmp_path / "state" / FILE_NAME) as store:  # what two looks on two days have left
        missing = Missing(Reason.not_found_page, 404)
        for day in ("2026-11-01", "2026-11-03"):
            remember_look(store, ADDRESS, missing, f"{day}T10:00:00Z")
        put_page(store, ADDRESS, missing)
    words = ("check", "page.wiki", "--offline", "--judge", "none", "--plan", "plan.json")
    shown = mlwiki(*words, "--diff", "--profile", "enwiki", cwd=tmp_path)
    assert shown.code == 1, shown.err
    assert shown.text.startswith("--- page.wiki\n+++ page.wiki\n@@")
    assert "+The old words stand here.<ref>[http://site.org/page Old page of words]{{Dead link|date=" in shown.text
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["pages"][0]
    assert [edit["code"] for edit in plan["edits"]] == ["SRC202"]
    assert plan["talk"] is None
    told = mlwiki(*words, "--diff", "--profile", "mlru", cwd=tmp_path)
    assert told.code == 1, told.err
    assert told.text.startswith("--- Обсуждение:page\n+++ Обсуждение:page\n@@ -0,0 +1,5 @@\n+== Источники")
    plan = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["pages"][0]
    assert (plan["edits"], "ссылка недоступна" in plan["talk"]) == ([], True)
