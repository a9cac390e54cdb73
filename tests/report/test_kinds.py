"""A citation is named by its kind wherever a person meets it: list item 3 and footnote 3 are never alike."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from bot.config import JudgeSettings, Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.session import Session, choose_profile
from bot.locale import Speech
from bot.model.page import Page
from bot.model.report import CheckReport
from bot.report import render
from bot.report.citation_labels import compressed
from bot.store import open_store
from tests.report import builders

PAGE = """Метод работает.<ref>''Kingma D.'' Adam. — 2099.</ref> Он [https://a.example/x быстрее прежних].

Ещё один довод и [https://b.example/y второй].

== Литература ==
* ''Петров П.'' Вторая работа о методе. — М.: Наука, 2098.
* ''Сидоров С.'' Третья работа о методе. — М.: Наука, 2097.
"""
#: What every text names of the page's four faults: the years lie in the future, two addresses are not asked.
LABELS = {"en": ("[1]", "Литература, 1", "Литература, 2"), "ru": ("[1]", "Литература, 1", "Литература, 2")}
REMARKS = {"en": ("footnote 1", "list item 1", "list item 2"), "ru": ("сноска 1", "пункт списка 1", "пункт списка 2")}


@pytest.fixture(scope="module")
def report() -> CheckReport:
    """The page checked without a network."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"))
    with open_store(None) as store:
        session = Session(settings, store)
        page = Page("p.wiki", "P", PAGE)
        return check([page], choose_profile("mlru", settings), session, CheckOptions(offline=True, remember=False))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("form", ["text", "html", "wikitext", "remarks"])
def test_every_format_names_a_citation_by_its_kind(report: CheckReport, form: str, language: str) -> None:
    """Footnote and list item are told apart in each text for people, in the reader's language."""
    said = unescape(render(report, form, Speech(language)))
    for label in (REMARKS if form == "remarks" else LABELS)[language]:
        assert label in said, label


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "[1]; links 1–2; Литература, 1–2"), ("ru", "[1]; ссылки 1–2; Литература, 1–2")],
)
def test_runs_are_drawn_together_within_a_kind(report: CheckReport, language: str, said: str) -> None:
    """Number 1 of the list does not continue footnote 1."""
    kinds = compressed([found.citation for found in report.pages[0].citations], Speech(language))
    assert kinds == said


def test_json_holds_kind_and_number(report: CheckReport) -> None:
    """The machine's form keeps both apart."""
    assert '"kind": "listed"' in render(report, "json", Speech("en"))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_was_looked_at_is_said_by_kind(report: CheckReport, language: str) -> None:
    """The funnel counts every kind, and nothing is called confirmed that was not."""
    said = " ".join(render(report, "text", Speech(language)).split())
    assert {
        "en": "footnotes 1, lists of literature 2, links in the text 2",
        "ru": "сноски 1, список литературы 2, ссылки в тексте 2",
    }[language] in said
    assert {"en": "every citation confirmed", "ru": "подтверждена каждая ссылка"}[language] not in said


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("form", ["text", "html", "wikitext", "remarks"])
def test_nothing_that_says_confirmed_stands_beside_a_zero(report: CheckReport, form: str, language: str) -> None:
    """Nothing of this page was confirmed: no count of confirmed citations, no «every citation confirmed»."""
    said = unescape(render(report, form, Speech(language))).replace("`confirmed`", "")
    praise = re.compile(r"(?<!not )\bconfirmed\b|\bподтвержден[аы]\b", re.IGNORECASE)
    lines = [
        line
        for line in said.split("\n")
        if praise.search(line) and not re.search(r"(?i)not confirmed|не подтвержден", line)
    ]
    assert lines == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_works_that_nothing_is_attached_to_are_counted_apart(language: str) -> None:
    """A verified listed work without a claim is no fault and is not called confirmed; a note's kind is not counted with it."""
    page = builders.clean_report().pages[0]
    alone = replace(page.citations[0], claims=())
    told = {"en": "1 work has no claim attached", "ru": "К 1 работе не отнесено ни одного утверждения"}[language]
    for form in ("text", "html", "wikitext"):
        with_one = render(CheckReport((replace(page, citations=(alone,)),), complete=True), form, Speech(language))
        assert told in unescape(with_one)
        assert told not in unescape(render(builders.clean_report(), form, Speech(language)))
