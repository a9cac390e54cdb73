"""Sentences that a layout breaks up are whole again: over the ends of pages, between running heads, past the numbers of lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from random import Random

import pytest

from bot.sources.text import line_numbers, pdf_lines
from tests.sources.test_hiding import SEEN, shown

_WORDS = (
    "river town bridge mill market stone north valley winter harvest council charter road timber census ferry "
    "built opened counted moved burned carried measured planted followed divided between across under after with from"
).split()


def _sentences(draw: Random, count: int) -> list[str]:
    """Sentences of running text, none like another."""
    found = []
    for number in range(count):
        words = [draw.choice(_WORDS) for _ in range(draw.randint(8, 26))]
        found.append(f"The {' '.join(words)} {number * 37 + 1100}.")
    return found


def _pages(draw: Random, sentences: list[str]) -> list[list[str]]:
    """Lines of 60 characters, about twenty a page; a paragraph is three to nine sentences."""
    lines: list[str] = []
    while sentences:
        many = draw.randint(3, 9)
        lines += textwrap.wrap(" ".join(sentences[:many]), 60)
        sentences = sentences[many:]
    height = draw.randint(15, 24)
    return [lines[at : at + height] for at in range(0, len(lines), height)]


#: A page's head and foot by its place and its number.
LAYOUTS: Mapping[str, Callable[[int, int], tuple[list[str], list[str]]]] = {
    "one head": lambda _at, n: ([f"HEADED JOURNAL OF TOWNS {n}"], []),
    "a number before it": lambda _at, n: ([f"{n} HEADED A. AUTHOR AND OTHERS"], []),
    "left and right heads": lambda at, n: ([f"{n} HEADED Lee and Smith" if at % 2 else f"HEADED growth of towns {n}"], []),
    "no head on the first page": lambda at, n: ([f"HEADED growth of towns {n}"] if at else [], [str(n)]),
    "two lines of head": lambda _at, n: (["HEADED Proceedings of the Conference", "HEADED Session four, 2019"], [f"- {n} -"]),
    "a foot of two lines": lambda _at, n: ([], ["HEADED Downloaded from the library on 3 May 2020", f"HEADED page {n} of 99"]),
    "a head that changes with the chapter": lambda at, n: ([f"HEADED Chapter {'ABCDEFGH'[at // 3]} of it {n}"], []),
    "a number below the head": lambda _at, n: (["HEADED The growth of towns", str(n)], []),
    "numbers alone": lambda _at, n: ([], [str(n)]),
    "nothing": lambda _at, _n: ([], []),
}  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_running_head_stands_in_a_sentence(layout: str, seed: int) -> None:
    """Every sentence of a laid-out text comes back whole, in one paragraph, and nothing of heads, feet and page numbers."""
    draw = Random(f"{layout} {seed}")  # noqa: S311  a layout drawn anew, not a secret
    sentences = _sentences(draw, 60 + 10 * seed)
    pages, first = _pages(draw, sentences), draw.randint(2, 400)
    texts = []
    for at, page in enumerate(pages):
        head, foot = LAYOUTS[layout](at, first + at)
        texts.append("\n".join((*head, *page, *foot)))
    cut = pdf_lines.of_pages(texts)
    parts = [(text, f"p. {at}") for at, page in enumerate(cut) for text in pdf_lines.paragraphs(page.lines)]
    paragraphs = [text for text, _ in pdf_lines.over_pages(parts)]
    assert [one for one in sentences if not any(one in text for text in paragraphs)] == []
    assert " ".join(paragraphs) == " ".join(sentences)
    if layout not in {"nothing", "a foot of two lines"}:
        assert [page.printed for page in cut][1:-1] == [str(first + at) for at in range(1, len(pages) - 1)]


def test_a_year_below_a_text_is_no_page_number_of_a_second_line() -> None:
    """Below the line of the page's number only what counts on with the pages goes."""
    pages = [f"{word} text goes on and\non until the year\n{year}\n{number}" for word, year, number in
             (("One", 1999, 4), ("Two", 1950, 5), ("Three", 2004, 6), ("Four", 1875, 7))]  # fmt: skip
    assert [page.lines[-1] for page in pdf_lines.of_pages(pages)] == ["1999", "1950", "2004", "1875"]


def _numbered(sentences: list[str], height: int, start: int = 1) -> list[str]:
    """Lines with their numbers, counted anew on each page of so many."""
    lines = textwrap.wrap(" ".join(sentences), 55)
    return [f"{start + at % height:2}  {line}" for at, line in enumerate(lines)]


@pytest.mark.parametrize("seed", range(6))
def test_a_transcript_is_read_without_the_numbers_of_its_lines(seed: int) -> None:
    """In preformatted text, in a table's first column, in paragraphs and in a PDF."""
    draw = Random(seed)  # noqa: S311  a layout drawn anew, not a secret
    sentences = _sentences(draw, 8)
    lines = _numbered(sentences, draw.choice((12, 25, 28)))
    pairs = [line.strip().partition("  ") for line in lines]
    whole = " ".join(sentences)
    table = "".join(f"<tr><td>{number}</td><td>{words}</td></tr>" for number, _, words in pairs)
    spans = "".join(f"<p><span class='n'>{number}</span> {words}</p>" for number, _, words in pairs)
    for markup in ("<pre>" + "\n".join(lines) + "</pre>", f"<table>{table}</table>", f"<div>{spans}</div>"):
        assert whole in shown(markup)
    assert " ".join(line_numbers.without(lines)) == whole
    cut = pdf_lines.of_pages(["\n".join(lines)])
    assert " ".join(cut[0].lines) == whole


@pytest.mark.parametrize(
    "lines",
    [
        ["1 Norway 16 8 13", "2 Germany 12 10 5", "3 China 9 4 2", "4 Sweden 8 5 5", "5 Austria 7 7 4", "6 Norway again"],
        ["1. take the flour", "2. add the water", "3. stir it well", "4. wait for an hour", "5. bake it", "6. eat it"],
        ["1999 the first bridge", "2003 the second one", "2010 and the third", "2011 was dry", "2014 was wet", "2015 ended"],
        ["1 apple", "2 pears", "3 plums"],
        ["2010", "2011", "2012", "2013", "2014", "2015"],
    ],
)  # fmt: skip
def test_numbers_that_say_something_stay(lines: list[str]) -> None:
    """Ranks, steps, years, amounts: lines that begin anew, numbers that do not count on, too few of them."""
    assert line_numbers.without(lines) == lines
    assert all(line in shown("".join(f"<p>{line}</p>" for line in lines)) for line in lines)
    assert SEEN
