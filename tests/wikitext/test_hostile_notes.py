"""One footnote, one page can never stop the run: texts that did not end, in seconds of processor time."""

from __future__ import annotations

import pytest

from benchmarks.pump.timing import stopped
from bot.identifiers import urls
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.cited_works import read_citation
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

_NOTES = {
    "capitals": "И" * 12_000,
    "Latin capitals": "A" * 12_000,
    "names": "Van " * 4_000,
    "initials": "И. И. " * 3_000,
    "a list that does not end": "Иванов И. И., " * 1_500 + "\0",
    "a body": "A" * 5_000 + ". (x",
    "quotes": "«" * 12_000,
    "spaces": "a" + " " * 12_000 + "b",
    "closing marks": "http://a.b/" + ")" * 12_000,
}


@pytest.mark.parametrize("note", _NOTES.values(), ids=_NOTES)
def test_a_note_of_whatever_is_read_at_once(note: str) -> None:
    """By itself and on a page, where a run of capitals took for ever."""
    with stopped(2.0):
        read_citation(note)
        assert Wikitext(Page("p", "P", f"a<ref>{note}</ref>"), profile("modern")).citations is not None


@pytest.mark.parametrize("name", ["modern", "mlru"])
@pytest.mark.parametrize("unit", ["<tex>", "<math>", " <!--"])
def test_an_opening_without_an_end_is_read_once(name: str, unit: str) -> None:
    """12,500 openings took 45 seconds, 25,000 did not end."""
    with stopped(4.0):
        tidy_page(Wikitext(Page("p", "P", unit * 12_500), profile(name)))


_PAGES = {
    "refs in headings and tables": "<ref>{{reflist}}== a ==\n</ref>{|\n|",
    "a table of refs": "{|\n| <ref>a</ref>\n|}\n",
    "a row of refs": "|| a<ref>b</ref> ",
    "a list after each ref": "<ref>a</ref> {{reflist}} ",
}


@pytest.mark.parametrize("name", ["modern", "mlru"])
@pytest.mark.parametrize("unit", _PAGES.values(), ids=_PAGES)
def test_a_check_of_refs_in_tables_and_headings_is_one_pass(name: str, unit: str) -> None:
    """60 KB took 6.5 seconds, 2 MB two hours: each ref read its whole table again."""
    with stopped(4.0):
        assert Wikitext(Page("p", "P", "{|\n|" + unit * (120_000 // len(unit))), profile(name)).citations is not None


def test_an_address_loses_its_closing_marks_and_keeps_its_own_brackets() -> None:
    """What belongs to the sentence goes, a bracket that the address opens stays."""
    assert urls.trim("http://a.b/c_(d).,") == "http://a.b/c_(d)"
    assert urls.trim("http://a.b/c).)") == "http://a.b/c"
    assert urls.trim("http://a.b/(c))*") == "http://a.b/(c)"
    assert urls.trim("...") == ""
