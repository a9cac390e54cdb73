"""Places inside a work that a note or an address names: «с. 15», «гл. 3», «Section 4.2», ``#page=7``, ``#:~:text=``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote


class PointerKind(StrEnum):
    """What a pointer points at."""

    page = "page"  # as printed
    leaf = "leaf"  # counted from the file's first
    section = "section"
    label = "label"  # a theorem, a table, a figure
    anchor = "anchor"
    line = "line"
    words = "words"


@dataclass(frozen=True, slots=True)
class Pointer:
    """``words`` as written; ``first`` and ``last`` are the ends of a range (equal for one place).

    A label's ``stem`` is one of the keys of ``LABELS``; of ``words`` the ends are the first and last words of the stretch.
    """

    kind: PointerKind
    words: str
    first: str
    last: str
    stem: str = ""

    @property
    def single(self) -> bool:
        """Whether one place is named, not a range."""
        return self.first == self.last


#: What the two languages call a numbered thing, and how its label stands in a text.
LABELS = {
    "theorem": r"теорем[аыеуой]*|theorem|thm\.?",
    "lemma": r"лемм[аыеуой]*|lemma",
    "definition": r"определени[еяюмй]*|definition|def\.",
    "proposition": r"предложени[еяюм]*|утверждени[еяюм]*|proposition|prop\.",
    "corollary": r"следстви[еяюм]*|corollary",
    "algorithm": r"алгоритм[аыуе]*|algorithm|alg\.",
    "table": r"таблиц[аыеуй]*|табл\.|table|tab\.",
    "figure": r"рисун(?:ок|к[аеу])|рис\.|figure|fig\.",
    "equation": r"формул[аыеуой]*|уравнени[еяюм]*|equation|eq\.",
    "example": r"пример[аыуе]*|example",
}
_DASH = r"\s*[-\u2010-\u2015\u2212]\s*"
_PAGES = re.compile(
    rf"(?<![\w.])(?P<word>(?:[СсCc]|стр|Стр|pp?|Pp?|pages?|Pages?)\b\.?)\s*(?P<first>\d{{1,5}})(?:{_DASH}(?P<last>\d{{1,5}}))?(?![\d.]*\d)"
)
_SECTION = re.compile(
    r"(?<!\w)(?P<word>§§?|(?i:разд(?:ел[аеу]?|\.)|глав[аыеу]|гл\.|параграф[аеу]?|section|sect?\.|chapter|ch\.|chap\.))\s*"
    r"(?P<first>\d{1,3}(?:\.\d{1,3}){0,3}|[IVX]{1,5}\b)(?!\d)"
)
_LABEL = re.compile("|".join(rf"(?P<{stem}>(?<!\w)(?i:{words}))" for stem, words in LABELS.items()))
_NUMBER = re.compile(r"\s*+\(?(\d{1,3}(?:\.\d{1,3}){0,3})\)?(?![\d.]*\d)")
_LINES = re.compile(r"L(\d{1,6})(?:C\d+)?(?:-L?(\d{1,6})(?:C\d+)?)?")
_LEAF = re.compile(r"(?:page=|p)(\d{1,5})(?:[&,].*)?", re.IGNORECASE)
#: Fragments that are no place of the text: states of a program, the top, moments of a film.
_NO_PLACE = re.compile(r"[!/]|(?:top)?$|[^=]*+=", re.IGNORECASE)
#: A longer range of pages is where an article stands in its journal, not a place in it.
MOST_PAGES = 6


def in_note(text: str) -> tuple[Pointer, ...]:
    """Pointers in a note's plain text, in order.

    «С. 10–20» of an article is its extent and no pointer; «336 с.» is a book's size.
    """
    found = sorted((*_pages(text), *_sections(text), *_labels(text)), key=lambda one: one[0])
    return tuple(pointer for _, pointer in found)


def _pages(text: str) -> Iterator[tuple[int, Pointer]]:
    for match in _PAGES.finditer(text):
        first, last = match["first"], match["last"] or match["first"]
        last = first[: len(first) - len(last)] + last if len(last) < len(first) else last  # «pp. 123–5»
        if 0 <= int(last) - int(first) < MOST_PAGES and int(first) > 0:
            yield match.start(), Pointer(PointerKind.page, match[0].strip(), first, last)


def _sections(text: str) -> Iterator[tuple[int, Pointer]]:
    for match in _SECTION.finditer(text):
        yield match.start(), Pointer(PointerKind.section, match[0], match["first"], match["first"])


def _labels(text: str) -> Iterator[tuple[int, Pointer]]:
    for match in _LABEL.finditer(text):
        number = _NUMBER.match(text, match.end())
        if number is not None:
            words = text[match.start() : number.end()]
            yield match.start(), Pointer(PointerKind.label, words, number[1], number[1], match.lastgroup or "")


def in_address(address: str) -> tuple[Pointer, ...]:
    """What the fragment of an address points at; nothing for one that is no place of the text."""
    fragment = address.partition("#")[2]
    name, directive, directives = fragment.partition(":~:")
    found = [*_directives(directives)] if directive else []
    lines, leaf = _LINES.fullmatch(name), _LEAF.fullmatch(name)
    if lines is not None:
        found.append(Pointer(PointerKind.line, f"#{name}", lines[1], lines[2] or lines[1]))
    elif leaf is not None:
        found.append(Pointer(PointerKind.leaf, f"#{name}", leaf[1], leaf[1]))
    elif not _NO_PLACE.match(name):
        found.append(Pointer(PointerKind.anchor, f"#{_readable(name)}", name, name))
    return tuple(found)


def _directives(directives: str) -> list[Pointer]:
    """The text directives of a fragment (W3C, URL Fragment Text Directives): ``text=[prefix-,]start[,end][,-suffix]``."""
    found = []
    for part in directives.split("&"):
        kind, _, value = part.partition("=")
        ends = [one for one in value.split(",") if one and not one.endswith("-") and not one.startswith("-")]
        if kind == "text" and ends:
            first, last = unquote(ends[0]), unquote(ends[-1])
            words = first if first == last else f"{first} … {last}"
            found.append(Pointer(PointerKind.words, f"“{words[:80]}”", first, last))
    return found


def _readable(name: str) -> str:
    """A fragment for people: percent escapes of UTF-8 undone."""
    try:
        return unquote(name, errors="strict")[:80]
    except UnicodeDecodeError:
        return name[:80]
