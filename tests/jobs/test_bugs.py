"""A bug of ours in one citation or page is told there, with exit code 5; everything else is reported as usual."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import jsonschema
import pytest

from bot.cli.check import exit_code
from bot.cli.push import exit_code as push_exit_code
from bot.config import GateSettings, Settings
from bot.crash import PageBugError, bug_message
from bot.gate import decide, overrule_subject
from bot.jobs.change import changes
from bot.jobs.check import CheckOptions, check
from bot.jobs.files import read_file
from bot.jobs.pull import PullState, pull
from bot.jobs.push import PushOptions, push
from bot.jobs.session import Quiet, Session, choose_profile
from bot.jobs.tidy import tidy
from bot.judge.isolated_judge import IsolatedJudge
from bot.locale import Speech
from bot.model.citation import Citation, Claim
from bot.model.edit import TidyPage
from bot.model.page import Page
from bot.model.ports import Looked, WikiClient, WikiInfo
from bot.model.reasons import Reason
from bot.model.report import CheckReport, GatePass, Saved
from bot.model.source import SourceText
from bot.model.verdict import Support, Unjudged
from bot.model.words import Decision, IdentityVerdict, Policy
from bot.report import render
from bot.report.records import schema
from bot.sources.citation_sources import CitationSources
from bot.sources.given import Given
from bot.store import Store, open_store
from bot.wiki.folder import update_pulled
from bot.wikitext.citations import PageCitations, read_citations
from bot.wikitext.mentions import Mention
from bot.wikitext.refs import FootnoteTable
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.judge.rig import source

CHOSEN = choose_profile("modern", Settings())
#: Stands in the page and in the exception: no crash file may hold it.
SECRET = "полоса частот"
TEXT = "The bfloat16 format keeps the eight exponent bits of single precision. Its fraction has seven bits."
UNEXPECTED = [ValueError, OverflowError, MemoryError, RecursionError, KeyError, AssertionError]


def page(name: str = "page.wiki", letters: str = "абв") -> Page:
    """A page with a claim a letter, each with a note of its own."""
    words = "\n\n".join(
        f"Формат bfloat16 сохраняет 8 бит порядка, {SECRET} ({one}).<ref name={one}>Книга {one}</ref>"
        for one in letters
    )
    return Page(name, name, f"{words}\n\n<references/>")


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Offline, with a store in memory; crash files go to the test's folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with open_store(None) as store:
        yield Session(Settings(gate=GateSettings(text="no-proven-fault")), store)


def checked(session: Session, *pages: Page) -> CheckReport:
    """A check of the pages; the texts of all notes are given."""
    given = tuple(Given(one, source(TEXT)) for one in "абвгд")
    return check(pages, choose_profile("modern", Settings()), session, CheckOptions(offline=True, given=given))


def crash_files(at: Path) -> list[str]:
    """What was written for a bug report."""
    return [path.read_text(encoding="utf-8") for path in at.glob("mlwiki-bug-*")]


def failing_look(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """The look-up of note «б» raises."""
    look = CitationSources.look

    async def faulty(desk: CitationSources, citation: Citation) -> Looked:
        if "б" in citation.names:
            raise error
        return await look(desk, citation)

    monkeypatch.setattr(CitationSources, "look", faulty)


def failing_judge(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """The judging of claim «б» raises."""
    judge = IsolatedJudge.judge

    async def faulty(judging: IsolatedJudge, claim: Claim, text: SourceText, *, title: str) -> Support:
        if "(б)" in claim.text:
            raise error
        return await judge(judging, claim, text, title=title)

    monkeypatch.setattr(IsolatedJudge, "judge", faulty)


@pytest.mark.parametrize("kind", UNEXPECTED)
@pytest.mark.parametrize("where", [failing_look, failing_judge])
def test_a_bug_in_one_citation_is_that_citations(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Exception], where: object
) -> None:
    """Unchecked or unjudged for an internal error, a finding with the crash file, exit 5; the others as without it."""
    failing = failing_look if where is failing_look else failing_judge
    # first: what a judge said is kept, and nobody would be asked again
    with monkeypatch.context() as faulty:
        failing(faulty, kind(SECRET))
        report = checked(session, page())
    before = checked(session, page())
    assert int(exit_code(report)) == 5
    found = {one.names[0]: one for one in report.pages[0].citations}
    usual = {one.names[0]: one for one in before.pages[0].citations}
    assert (found["а"], found["в"]) == (usual["а"], usual["в"])
    (claim,) = found["б"].claims
    assert isinstance(claim.support, Unjudged)
    assert claim.support.reason is Reason.internal_error
    if failing is failing_look:
        assert found["б"].identity.verdict is IdentityVerdict.unchecked
        assert found["б"].identity.reason is found["б"].link.reason is Reason.internal_error
    (finding,) = (one for one in report.pages[0].findings if one.code == "BUG001")
    assert finding.citation == found["б"].id
    (crash,) = crash_files(tmp_path)
    (path,) = re.findall(r"mlwiki-bug-\w+\.txt", str(finding.message))
    assert (tmp_path / path).is_file()
    assert kind.__name__ in crash
    assert "test_bugs.py" in crash
    assert SECRET not in crash or kind in {OverflowError, MemoryError, RecursionError}
    written = render(report, "json", Speech("en"))
    jsonschema.validate(json.loads(written), schema("check"))
    assert '"internal_error"' in written


@pytest.mark.parametrize("policy", list(Policy))
def test_the_gate_holds_a_citation_that_a_bug_kept_from_being_checked(
    session: Session, monkeypatch: pytest.MonkeyPatch, policy: Policy
) -> None:
    """Under every policy, until a person releases it by name (where anybody can)."""
    failing_look(monkeypatch, ValueError())
    report = checked(session, page())
    assert report.pages[0].gate.decision is Decision.hold
    broken = next(one for one in report.pages[0].citations if "б" in one.names)
    assert decide([broken], policy).decision is Decision.hold
    released = {overrule_subject(broken.citation)}
    wanted = Decision.hold if policy is Policy.report_only else Decision.passed
    assert decide([broken], policy, overruled=released).decision is wanted


@pytest.mark.parametrize("error", [KeyboardInterrupt(), asyncio.CancelledError()])
def test_interruptions_pass_through(session: Session, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """A person's Ctrl-C is no bug of a citation."""
    failing_look(monkeypatch, error)
    with pytest.raises(type(error)):
        checked(session, page())


def failing_page(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Reading the citations of that page raises."""

    def faulty(one: Page, table: FootnoteTable, named: Sequence[Mention] = ()) -> PageCitations:
        if one.name == name:
            raise ValueError(SECRET)
        return read_citations(one, table, named)

    monkeypatch.setattr("bot.wikitext.text.read_citations", faulty)


def test_a_bug_in_one_page_is_that_pages(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its finding and its gate; the pages before and after it as without it; valid JSON; exit 5."""
    pages = [page("a"), page("b"), page("c")]
    before = checked(session, *pages)
    failing_page(monkeypatch, "b")
    report = checked(session, *pages)
    assert (report.pages[0], report.pages[2]) == (before.pages[0], before.pages[2])
    assert [one.code for one in report.pages[1].findings] == ["BUG001"]
    assert report.pages[1].gate.decision is Decision.hold
    assert int(exit_code(report)) == 5
    assert [SECRET in crash for crash in crash_files(tmp_path)] == [False]
    jsonschema.validate(json.loads(render(report, "json", Speech("en"))), schema("check"))
    for form in ("text", "html", "sarif", "junit", "jsonl", "wikitext", "remarks"):
        assert render(report, form, Speech("ru"))


def faulty_tidy(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Tidying that page raises."""

    def faulty(one: Wikitext) -> TidyPage:
        if one.page.title == name:
            raise OverflowError
        return tidy_page(one)

    monkeypatch.setattr("bot.wikitext.tidying.tidy_page", faulty)
    monkeypatch.setattr("bot.jobs.change.tidy_page", faulty)


def test_a_bug_in_tidying_one_page_leaves_it_as_it_is(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """No edit, a finding; the other page is mended."""
    texts = [Page("a", "a", "Метод `fit`."), Page("b", "b", "Метод `fit`.")]
    faulty_tidy(monkeypatch, "a")
    report = tidy(texts, CHOSEN, Quiet(), session.crashes)
    assert [one.changed for one in report.pages] == [False, True]
    assert [one.code for one in report.pages[0].findings] == ["BUG001"]
    assert report.bugs == session.crashes.messages != ()


@dataclass
class Empty:
    """A wiki without pages; ``saved`` are the titles that were saved."""

    saved: list[str] = field(default_factory=list)

    def describe(self) -> WikiInfo:
        """What it says of itself."""
        return WikiInfo("http://wiki.test/index.php", "Wiki", "1.39.4", "ru", frozenset({"ref", "references"}), "fake")

    def read(self, title: str) -> Page | None:
        """Nothing, until it was saved."""
        return Page(title, title, "x", revid=1) if title in self.saved else None

    def titles(self, **_: object) -> tuple[str, ...]:
        """None."""
        return ()

    def save(self, base: Page, text: str, summary: str, allowed: GatePass, **_: object) -> Saved:  # noqa: ARG002
        """Take it."""
        self.saved.append(base.title)
        return Saved(0, 1)


@pytest.mark.parametrize("where", ["tidy", "check", "page"])
def test_push_saves_nothing_of_a_page_that_a_bug_ended(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The other file is saved; exit 5; the page's gate holds and its finding says why."""
    files = []
    for name in ("a", "b"):
        (tmp_path / f"{name}.wiki").write_text("Текст без источников", encoding="utf-8")
        files.append(read_file(tmp_path / f"{name}.wiki"))
    if where == "tidy":
        faulty_tidy(monkeypatch, "a")
    elif where == "check":
        failing_page(monkeypatch, files[0].name)
    else:
        monkeypatch.setattr("bot.jobs.change.changes", failing_scope)
    wiki = Empty()
    report = push(files, lambda: cast("WikiClient", wiki), CHOSEN, session, PushOptions(save=True, summary="s"))
    assert wiki.saved == ["b"]
    assert int(push_exit_code(report)) == 5
    assert [one.decision for one in report.pages] == [Decision.hold, Decision.passed]
    assert [one.code for one in report.pages[0].check.findings] == ["BUG001"]
    jsonschema.validate(json.loads(render(report, "json", Speech("en"))), schema("push"))


def failing_scope(base: Wikitext, new: Wikitext, store: Store) -> frozenset[str]:
    """What differs cannot be said of the page «a»."""
    if new.page.title == "a":
        raise RecursionError
    return changes(base, new, store)


def test_pull_goes_on_after_a_page_that_a_bug_ends(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its line names the crash file, the others are written, exit 5."""
    wiki = Empty(saved=["a", "b", "c"])

    def faulty(path: Path, page: Page) -> None:
        if page.title == "b":
            raise IndexError
        update_pulled(path, page)

    monkeypatch.setattr("bot.jobs.pull.update_pulled", faulty)
    report = pull(cast("WikiClient", wiki), ["a", "b", "c"], tmp_path / "pages", Quiet(), crashes=session.crashes)
    assert [one.state for one in report.pages] == [PullState.new, PullState.broken, PullState.new]
    assert int(report.exit_code) == 5
    assert "mlwiki-bug-" in str(report.pages[1].note)
    assert sorted(path.name for path in (tmp_path / "pages").glob("*.wiki")) == ["a.wiki", "c.wiki"]


def test_a_bug_while_a_page_is_saved_says_that_nobody_knows(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not «nothing was saved»: the request may have left. The page is named, and the bug's own place is in the file."""

    class Breaks(Empty):
        """Ends in a bug after the text was sent."""

        def save(self, *_: object, **__: object) -> Saved:
            """Send it, and fail."""
            raise IndexError

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "a.wiki").write_text("Текст без источников.", encoding="utf-8")
    file = read_file(tmp_path / "a.wiki")
    options = PushOptions(save=True, summary="s")
    with pytest.raises(PageBugError) as caught:
        push([file], lambda: cast("WikiClient", Breaks()), CHOSEN, session, options)
    told = str(bug_message(caught.value))
    assert "IndexError" in told
    assert "«a»" in told
    assert "nothing was saved" not in told
    assert "history" in told
    assert "in save" in next(tmp_path.glob("mlwiki-bug-*")).read_text(encoding="utf-8")
