"""What the gate holds against a page as a whole, and what ``check --links`` asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.cli.check import exit_code
from bot.config import JudgeSettings, Settings
from bot.gate import EDITS_WAIT, NO_SOURCE
from bot.jobs.change import change_to
from bot.jobs.check import OVERRULED, CheckOptions, check
from bot.jobs.session import Session, choose_profile
from bot.locale import Speech
from bot.model.page import Page
from bot.model.report import CheckReport
from bot.model.words import CitationKind, Decision
from bot.net.cassettes import ReplayClock
from bot.report import render
from bot.store import Decided, open_store
from tests.fakes.resolver import network
from tests.fakes.services import Services

CHOSEN = choose_profile("mlru", Settings())
STATEMENTS = "'''X''' — метод обучения. Он решает задачу за линейное время и точнее прежних."
FAKES = """'''X''' доказан в [https://arxiv.org/abs/9999.99999 работе Иванова].

== Литература ==
# ''Ivanov I.'' Invented Work // Nature. — 2031. — DOI 10.1038/fake-000
"""


@pytest.fixture
def session() -> Iterator[Session]:
    """The services are replicas on loopback; nobody judges."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"), contact="mailto:bot@example.org")
    with Services() as services, open_store(None) as store:
        yield Session(settings, store, clock=ReplayClock(), network=network(services))


def checked(
    session: Session, text: str, title: str = "X", *, offline: bool = False, links: bool = False
) -> CheckReport:
    """One page's check."""
    options = CheckOptions(offline=offline, links=links, propose=not links, remember=False)
    return check([Page(f"{title}.wiki", title, text)], CHOSEN, session, options)


def codes(report: CheckReport) -> set[str]:
    """The findings' codes."""
    return {finding.code for finding in report.pages[0].findings}


def test_invented_sources_outside_notes_are_named(session: Session) -> None:
    """The issue's page with the services up: exit 1, a finding for the link and one for the listed work."""
    report = checked(session, FAKES)
    assert exit_code(report) == 1
    raised = [finding for finding in report.pages[0].findings if finding.raised]
    named = {check_of.kind for check_of in report.pages[0].citations for one in raised if one.citation == check_of.id}
    assert named == {CitationKind.inline, CitationKind.listed}
    assert report.pages[0].gate.decision is Decision.block


@pytest.mark.parametrize("language", ["en", "ru"])
def test_without_a_network_nothing_is_confirmed(session: Session, language: str) -> None:
    """The same page offline: exit 4, "not asked", and no word of a confirmation."""
    report = checked(session, FAKES, offline=True)
    assert exit_code(report) == 4
    said = render(report, "text", Speech(language))
    assert report.pages[0].gate.decision is Decision.hold
    assert "✓" not in said


@pytest.mark.parametrize(
    "text",
    [
        STATEMENTS,
        f"{STATEMENTS}\n\n== См. также ==\n* [[Другая статья]]",
        "* Метод X работает быстрее Y в 3 раза.",
        "{|\n| X || быстрее Y в 3 раза, чем был в 1995 году\n|}",
    ],
)
def test_statements_without_any_source_hold_the_page(session: Session, text: str) -> None:
    """An article that states something and names nothing: a warning, exit 1, held with a code of its own."""
    report = checked(session, text)
    page = report.pages[0]
    assert codes(report) == {NO_SOURCE}
    assert (page.gate.decision, [one.code for one in page.gate.because]) == (Decision.hold, ["GATE202"])
    assert exit_code(report) == 1


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Обсуждение:X", STATEMENTS), ("Участник:Анна/Черновик", STATEMENTS), ("Template:X", STATEMENTS),
        ("Категория:Методы", STATEMENTS), ("X", "#REDIRECT [[Y]] — он обучает быстрее."), ("X", "#перенаправление [[Y]]"),
        ("X", "* [[Иванов Иван]]\n* [[Метод опорных векторов]]"), ("X", ""), ("X", "== Ссылки =="),
        ("X", f"{STATEMENTS}\n== Литература ==\n* ''Вапник В. Н.'' Восстановление зависимостей. — 1979."),
        ("X", f"{STATEMENTS} См. [https://example.org/a обзор]."),
    ],
)  # fmt: skip
def test_what_is_no_article_or_has_a_source_is_not_asked_for_one(session: Session, title: str, text: str) -> None:
    """Talk, user, template, category, redirect, a bare list of pages, an empty page; and any kind of source is one."""
    assert NO_SOURCE not in codes(checked(session, text, title, offline=True))


def test_a_person_releases_the_page_once(session: Session) -> None:
    """The release holds when words are added, and for this page only."""
    finding = checked(session, STATEMENTS).pages[0].findings[0]
    session.store.decide(Decided(finding.id, OVERRULED, "общеизвестно", "Анна"))
    assert checked(session, STATEMENTS + " Ещё он устойчив к шуму.").pages[0].gate.decision is Decision.passed
    assert checked(session, STATEMENTS, "Y").pages[0].gate.decision is Decision.hold


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_draft_of_markdown_notes_waits_for_its_edits(session: Session, language: str) -> None:
    """Twenty Markdown notes: held, exit 1, and the number of waiting edits is said."""
    lines = [f"Утверждение номер {n} верно для модели.[^{n}]" for n in range(1, 23)]
    notes = [f"[^{n}]: Иванов И. Работа номер {n} // Наука. — 20{n:02}." for n in range(1, 23)]
    report = checked(session, "\n\n".join([*lines, *notes]))
    page = report.pages[0]
    said = render(report, "text", Speech(language))
    assert exit_code(report) == 1
    assert page.gate.decision is Decision.hold
    waiting = next(one for one in page.gate.because if one.code == "GATE203")
    assert dict(waiting.message.args)["n"] != 0
    assert Speech(language).say(waiting.message) in " ".join(said.split())


def test_a_change_is_held_only_for_what_it_brings(session: Session) -> None:
    """A new statement on an unsourced page is asked about, a link and a category are not; the same with edits that wait."""
    base = Page("X.wiki", "X", STATEMENTS)
    of = {finding.code: finding.id for finding in checked(session, STATEMENTS).pages[0].findings}

    def scope(text: str) -> frozenset[str]:
        return change_to(base, text, CHOSEN, session.store, written=text).scope

    assert of[NO_SOURCE] not in scope(STATEMENTS.replace("метод", "[[метод]]") + "\n\n[[Категория:Методы]]")
    assert of[NO_SOURCE] in scope(STATEMENTS + " Он обошёл все прежние методы в 2019 году.")
    draft = STATEMENTS + "\n\nИсточники[^1]\n\n[^1]: Иванов И. Работа. 2019."
    waits = {finding.id for finding in checked(session, draft).pages[0].findings if finding.code == EDITS_WAIT}
    assert waits
    assert waits <= scope(draft)


def test_links_are_every_external_address_and_nothing_else(session: Session) -> None:
    """Of notes, lists, templates and the text, each once; not those of comments, code, mail or the wiki itself."""
    text = (
        "A [https://a.example/1 раз] и https://b.example/2.<ref>В. https://c.example/3, //d.example/4 [//e.example/5 д]</ref>"
        "<!-- https://no.example/ --><nowiki>https://no.example/</nowiki> mailto:x@no.example [[Страница]] "
        "https://a.example/1\n== Литература ==\n* Г. Работа. https://f.example/6\n* {{книга|url=http://g.example/7|title=Г}}\n"
    )
    page = checked(session, text, links=True, offline=True).pages[0]
    hosts = {one.wikitext.partition("//")[2][0]: one for one in page.citations}
    assert sorted(hosts) == ["a", "b", "c", "e", "f", "g"]
    assert [len(hosts[name].places) for name in "ab"] == [2, 1]
    assert [hosts[name].kind for name in "bcf"] == [CitationKind.inline, CitationKind.note, CitationKind.listed]
    assert not any(one.claims for one in page.citations)
    assert page.gate.decision is Decision.hold
