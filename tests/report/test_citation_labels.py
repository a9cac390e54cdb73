"""Each kind of citation is called in its own words, in both languages, wherever a person meets it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.locale import Speech
from bot.model.citation import Citation
from bot.model.edit import Finding
from bot.model.message import msg
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import CheckReport, CitationCheck, Coverage, Gate, PageCheck
from bot.model.verdict import Identity, Link
from bot.model.words import CitationKind, Decision, IdentityVerdict, LinkState, Policy, Severity
from bot.profiles import profile
from bot.report import Style, render
from bot.report.citation_labels import compressed, label, place_labels, stands
from bot.wikitext.text import Wikitext

TEXT = """Первое верно<ref>''Knuth D.'' The Art of Computer Programming. — 1968. ISBN 0-201-89683-4</ref>. Второе верно<ref
group="прим">''Dijkstra E.'' Go To Statement Considered Harmful. — 1968.</ref>.
Третье описано на [https://site.example.org/a сайте], четвёртое на [https://site.example.org/b другом].
Пятое показали раньше (Vaswani et al., 2017). Шестое тоже (Nobody et al., 2011).

== Литература ==
* ''Minsky M., Papert S.'' Perceptrons. — MIT Press, 1969.
* ''Vaswani A. et al.'' Attention Is All You Need. — 2017.

== Ссылки ==
# [https://site.example.org/one Сайт о нём]
# ''Rosenblatt F.'' Principles of Neurodynamics. — 1962.
"""
RU = {
    "Knuth": "[1]",
    "Dijkstra": "[прим 1]",
    "site.example.org/a": "ссылка 1",
    "site.example.org/b": "ссылка 2",
    "Vaswani A": "Литература, 2",
    "Nobody": "краткая ссылка 2",
    "Minsky": "Литература, 1",
    "site.example.org/one": "Ссылки, 1",
    "Rosenblatt": "Ссылки, 2",
}
EN = RU | {"site.example.org/a": "link 1", "site.example.org/b": "link 2", "Nobody": "short reference 2"}
WORDS = {"ru": RU, "en": EN}


def cited() -> tuple[Citation, ...]:
    """What the page cites."""
    return Wikitext(Page("страница", "Страница", TEXT), profile("modern")).citations


def page_check() -> PageCheck:
    """The page with one finding a citation."""
    checks = tuple(
        CitationCheck(one, Link(LinkState.none), Identity(IdentityVerdict.unconfirmed, Reason.no_record))
        for one in cited()
    )
    findings = tuple(
        Finding(f"f{n}", "SRC103", Severity.warning, msg("unconfirmed"), one.citation.positions, "", one.citation.id)
        for n, one in enumerate(checks)
    )
    page = Page("страница", "Страница", TEXT)
    return PageCheck(page, Coverage(len(checks)), checks, findings, Gate(Decision.hold, Policy.confirmed))


@pytest.mark.parametrize("language", WORDS)
def test_every_kind_has_a_label_of_its_own(language: str) -> None:
    """A note, a list item, a link and a short reference with the same number never look alike."""
    found = {one.wikitext: label(one, Speech(language)) for one in cited()}
    for words, expected in WORDS[language].items():
        assert [said for text, said in found.items() if words in text] == [expected], words
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("form", ["text", "html", "wikitext"])
def test_reports_call_each_citation_by_its_kind(form: str, language: str) -> None:
    """Whoever reads a report finds the place on the page; on a terminal all are named where all are shown (``-v``)."""
    said = render(CheckReport((page_check(),), complete=True), form, Speech(language), Style(every=True))
    for expected in WORDS[language].values():
        assert expected.replace("[", "&#91;").replace("]", "&#93;") in said or expected in said, expected


def test_citations_that_are_only_counted_keep_their_labels() -> None:
    """Nine findings of one code: three are shown, six are named as a person calls them."""
    said = " ".join(render(CheckReport((page_check(),), complete=True), "text", Speech("en")).split())
    counted = said.split("and 6 more:")[1].split("Citations checked")[0]
    for expected in ("Литература", "Ссылки", "short reference 2"):
        assert expected in counted


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ru", ("сноска 1:", "сноска прим 1", "ссылка 2", "раздел «Литература», пункт списка 1", "краткая ссылка 2")),
        ("en", ("footnote 1:", "footnote прим 1", "link 2", "section “Литература”, list item 1", "short reference 2")),
    ],
)
def test_remarks_name_places_of_every_kind(language: str, words: tuple[str, ...]) -> None:
    """The chat that wrote the draft has no other way to find them."""
    said = render(CheckReport((page_check(),), complete=True), "remarks", Speech(language))
    assert [one for one in words if one not in said] == []


def test_machine_formats_carry_label_and_kind() -> None:
    """A code host shows what the citation is called beside the line."""
    report = CheckReport((page_check(),), complete=True)
    sarif = json.loads(render(report, "sarif", Speech("en")))
    logical = [one["locations"][0]["logicalLocations"][0] for one in sarif["runs"][0]["results"]]
    assert {"name": "Литература, 1", "kind": "listed"} in logical
    assert {"name": "link 2", "kind": "inline"} in logical
    junit = render(report, "junit", Speech("ru"))
    assert 'name="short reference 2 ' in junit
    assert 'name="[1] ' in junit


def test_runs_of_numbers_are_drawn_together_kind_by_kind() -> None:
    """Labels of one kind never run into those of another."""
    assert compressed(cited(), Speech("ru")) == (
        "[1]; [прим 1]; краткая ссылка 2; ссылки 1–2; Литература, 1–2; Ссылки, 1–2"
    )
    assert compressed((), Speech("ru")) == ""
    many = [replace(cited()[0], number=number, places=()) for number in (7, 1, 2, 3)]
    assert compressed(many, Speech("en")) == "[1–3], [7]"


def test_a_work_is_called_in_all_its_places() -> None:
    """A listed work that the text names is one citation; its card says every place with its kind."""
    (both,) = [one for one in cited() if "Vaswani A" in one.wikitext]
    assert both.kind is CitationKind.short
    assert [str(said) for _, said in place_labels(both)] == ["short reference 1", "Литература, 2"]
    assert stands(both, Speech("ru")) == "краткой ссылкой, строка 4; в списке литературы, строка 8"
