"""Marks of a page that carry a meaning and that plain text would lose: raised and lowered signs, signs in cells, ticked boxes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.sources.text import line_numbers

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_POWER = re.compile(r"[-−–+]?\d{1,3}|[a-zα-ω]")
#: What is raised to a power: ten and other short numbers, a letter, a unit, a bracket. A longer number or word has a note.
_BASE = re.compile(r"(?:(?<![\w.,])\d{1,2}|(?<!\w)[^\W\d_]{1,3}|[)\]])$")
_NOTE = re.compile(r"\d{1,3}(?:\s*[,–-]\s*\d{1,3})*|[a-z]")
_LETTER_OR_DIGIT = re.compile(r"\w$")
#: A word that stands for a picture in a cell is no longer than this.
_LONGEST_SIGN = 40
#: What an empty cell under a head is written as.
_EMPTY = "–"
_SIGNS = ("alt", "title", "aria-label")
#: Characters before a raised sign that decide what it is.
_BEFORE = 12


def write_marks(tree: HtmlElement) -> None:
    """Write them as text where they stand: «10^5», «1999 [3]», «log2 8», the words of a picture alone in its cell, «☑».

    The numbers of preformatted lines are taken out.
    """
    for raised in list(tree.iter("sup")):
        _write(raised, _raised(_before(raised), _words(raised), linked=_is_linked(raised)))
    for lowered in list(tree.iter("sub")):
        _part(lowered)
    for box in list(tree.iter("input")):
        if (box.get("type") or "").lower() == "checkbox":
            _write(box, "☑ " if "checked" in box.attrib else "☐ ")
    for lines in list(tree.iter("pre")):
        _unnumber(lines)
    headed = frozenset(head for cell in tree.iter("th") for head in cell.iterancestors("table"))
    for cell in list(tree.iter("td")):
        _write_sign(cell, headed)


def _part(lowered: HtmlElement) -> None:
    """A figure behind a lowered one is another number."""
    if _words(lowered)[-1:].isdigit() and (lowered.tail or "")[:1].isdigit():
        lowered.tail = f" {lowered.tail}"


def _raised(before: str, mark: str, *, linked: bool) -> str:
    """A raised sign on a line: a power behind what has powers, a note in brackets, anything else (1st, 94.2*, [12]) as it is."""
    if _POWER.fullmatch(mark) and _BASE.search(before) and not linked:
        return f"^{mark}"
    if _NOTE.fullmatch(mark) and (linked or _LETTER_OR_DIGIT.search(before)):
        return f" [{mark}]"
    return mark


def _write_sign(cell: HtmlElement, headed: frozenset[HtmlElement]) -> None:
    """A cell without words holds the few words that its picture goes by; else, under a head, a dash: it keeps its column."""
    if (cell.text_content() or "").strip():
        return
    said = [element.get(name, "").strip() for element in cell.iterdescendants() for name in _SIGNS]
    sign = next((words for words in said if 0 < len(words) <= _LONGEST_SIGN), "")
    cell.text = sign or (_EMPTY if next(cell.iterancestors("table"), None) in headed else "")


def _unnumber(lines: HtmlElement) -> None:
    """Take the line numbers out of preformatted text, marks and all, where it has any."""
    written = (lines.text_content() or "").split("\n")
    plain = line_numbers.without(written)
    if plain != written:
        for child in list(lines):
            lines.remove(child)
        lines.text = "\n".join(plain)


def _is_linked(raised: HtmlElement) -> bool:
    """Whether it leads to a place of the page, as the mark of a note does."""
    links = [*raised.iterdescendants("a"), *raised.iterancestors("a")]
    return any("#" in (link.get("href") or "") for link in links)


def _before(element: HtmlElement) -> str:
    """The characters just before an element."""
    previous = element.getprevious()
    if previous is not None:
        return (previous.tail or previous.text_content() or "")[-_BEFORE:]
    parent = element.getparent()
    return "" if parent is None else (parent.text or "")[-_BEFORE:]


def _words(element: HtmlElement) -> str:
    return " ".join((element.text_content() or "").split())


def _write(element: HtmlElement, words: str) -> None:
    """Put words in the place of an element; what follows it stays."""
    for child in list(element):
        element.remove(child)
    element.text = words
    element.drop_tag()
