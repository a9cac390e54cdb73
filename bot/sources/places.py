"""Where a text has the places that a citation names, and whether it has them at all. Hints: they order, they never convict.

Page numbers differ between a file and what is printed on it, editions number anew, extraction loses headings. So a place is
*missing* only where the text shows its like (numbered sections, other theorems, printed numbers around) and not this one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import unquote

from bot.language.pointers import LABELS, Pointer, PointerKind, in_address, in_note
from bot.model.citation import Cited
from bot.model.source import TABLE, Pointed, SourceText
from bot.model.words import IdKind, Scope

_WHERE = re.compile(r"p\. (\d{1,6})(?: \[(\w{1,12})\])?")
_HEADING = re.compile(
    r"(?:§\s*|Section\s+|Chapter\s+|Глава\s+|Раздел\s+)?(\d{1,2}(?:\.\d{1,3}){0,3})\.?(?:\s+[A-ZА-ЯЁ].{0,140}[^.;:,]|$)"
)
_ROMAN = {"I": 1, "V": 5, "X": 10}
#: As much of a section is looked at (characters), and so many of its like must be seen before one is missed.
_LONGEST, _SEEN = 20_000, 3
_MOST = 6


def pointed_at(text: SourceText, cited: Cited) -> SourceText:
    """The text with the places that the citation names: in its note, its pointers and the fragment of its address."""
    named = [*in_note("\n".join(cited.pointers))] or [*in_note(_without_extent(cited))]
    for item in cited.identifiers:
        if item.kind is IdKind.url and _same_page(item.as_written or item.value, text.url):
            named += in_address(item.as_written or item.value)
    return replace(text, pointed=tuple(find(text, pointer) for pointer in dict.fromkeys(named[:_MOST])))


def find(text: SourceText, pointer: Pointer) -> Pointed:
    """One place in a text."""
    spans, like = _FINDERS[pointer.kind](text, pointer)
    whole = text.scope in {Scope.full_text, Scope.page}
    decisive = pointer.single or pointer.kind is PointerKind.words
    return Pointed(pointer.words, tuple(spans), missing=not spans and like and whole and decisive)


def _pages(text: SourceText, pointer: Pointer) -> tuple[list[tuple[int, int]], bool]:
    """By the numbers printed on the pages; where none are, by counting, and then nothing is missed."""
    first, last = int(pointer.first), int(pointer.last)
    pages = [(block.start, block.end, match) for block in text.blocks if (match := _WHERE.fullmatch(block.where))]
    printed = {(start, end): int(match[2]) for start, end, match in pages if (match[2] or "").isdecimal()}
    if printed and 2 * len(printed) >= len(pages):
        missed = not min(printed.values()) <= first <= max(printed.values())
        numbers = printed
    else:
        missed, numbers = False, {(start, end): int(match[1]) for start, end, match in pages}
    return _joined(span for span, number in numbers.items() if first <= number <= last), missed


def _leaf(text: SourceText, pointer: Pointer) -> tuple[list[tuple[int, int]], bool]:
    """Counted from the file's first page."""
    pages = [
        (block.start, block.end, int(match[1])) for block in text.blocks if (match := _WHERE.fullmatch(block.where))
    ]
    spans = _joined((start, end) for start, end, number in pages if number == int(pointer.first))
    # the last pages may be empty: one that lies beyond them by two is not there
    return spans, bool(pages) and int(pointer.first) > max(number for _, _, number in pages) + 1


def _sections(text: SourceText, pointer: Pointer) -> tuple[list[tuple[int, int]], bool]:
    """A numbered heading and what stands under it, to the next one of its level."""
    wanted = pointer.first if pointer.first[0].isdigit() else str(_roman(pointer.first))
    headings = list(_headings(text))
    known = {number for _, number in headings}
    level = wanted.count(".")
    at = next((start for start, number in headings if number == wanted), None)
    if at is not None:
        after = (start for start, other in headings if start > at and other.count(".") <= level)
        return [(at, min(next(after, len(text.text)), at + _LONGEST))], True
    siblings = {number for number in known if number.count(".") == level}
    # «3.2» is missed only in a text that numbers its sections, down to that depth
    return [], len(siblings) >= _SEEN and len(known) >= _SEEN


def _headings(text: SourceText) -> Iterator[tuple[int, str]]:
    """(offset, number) of numbered headings: where the text knows its headings, those alone; else short lines like one."""
    marked = any(block.where and not _WHERE.fullmatch(block.where) for block in text.blocks)
    for block in text.blocks:
        words = text.text[block.start : min(block.end, block.start + 200)]
        match = _HEADING.fullmatch(words)
        if match is not None and (not marked or words == block.where):
            yield block.start, match[1]


def _labels(text: SourceText, pointer: Pointer) -> tuple[list[tuple[int, int]], bool]:
    """«Теорема 3» finds «Theorem 3»: the paragraphs that name it, the one that begins with it first."""
    pattern = re.compile(rf"(?<!\w)(?i:{LABELS[pointer.stem]})\s*\(?(\d{{1,3}}(?:\.\d{{1,3}}){{0,3}})\)?(?![\d.]*\d)")
    found = [(match.start(), match[1]) for match in pattern.finditer(text.text)]
    named = [at for at, number in found if number == pointer.first]
    spans = [
        (block.start, block.end)
        for block in text.blocks
        if bisect_left(named, block.start) < bisect_left(named, block.end)
    ]
    starts = frozenset(named)
    spans.sort(key=lambda span: (span[0] not in starts, span[0]))
    return spans[:3], len({number for _, number in found}) >= _SEEN


def _anchor(text: SourceText, pointer: Pointer) -> tuple[list[tuple[int, int]], bool]:
    """An element of that name, raw or decoded, and what stands under its heading."""
    names = {pointer.first, unquote(pointer.first)}
    names |= {f"user-content-{name}" for name in names}
    for name, at in text.anchors:
        if name in names:
            return ([_under(text, at)] if at >= 0 else []), False
    return [], bool(text.anchors)


def _lines(text: SourceText, pointer: Pointer) -> tuple[list[tuple[int, int]], bool]:
    """Lines of a plain file, to the paragraph."""
    lines = [(int(name[1:]), at) for name, at in text.anchors if re.fullmatch(r"L\d{1,9}", name)]
    if not lines or text.media_type != "text/plain":
        return [], False
    first, last = int(pointer.first), int(pointer.last)
    *starts, (end, length) = lines
    begin = max((at for number, at in starts if number <= first), default=0)
    stop = min((at for number, at in starts if number > last), default=length)
    return ([(begin, stop)] if first < end else []), first >= end


def _words(text: SourceText, pointer: Pointer) -> tuple[list[tuple[int, int]], bool]:
    """The stretch from the first words to the last."""
    start = _search(text.text, pointer.first, 0)
    stop = _search(text.text, pointer.last, start[0]) if start else None
    if start is None or stop is None:
        return [], True
    return [(start[0], max(start[1], stop[1]) if stop[1] - start[0] < _LONGEST else start[1])], True


_FINDERS = {
    PointerKind.page: _pages,
    PointerKind.leaf: _leaf,
    PointerKind.section: _sections,
    PointerKind.label: _labels,
    PointerKind.anchor: _anchor,
    PointerKind.line: _lines,
    PointerKind.words: _words,
}


def _search(text: str, words: str, start: int) -> tuple[int, int] | None:
    """Words in their order, whatever stands between them but letters and digits."""
    parts = re.findall(r"\w+", words)[:60]
    match = re.compile(r"\W++".join(map(re.escape, parts)), re.IGNORECASE).search(text, start) if parts else None
    return match.span() if match else None


def _under(text: SourceText, at: int) -> tuple[int, int]:
    """From a place to the end of what stands under the same heading."""
    blocks = [block for block in text.blocks if block.end > at]
    if not blocks:
        return at, len(text.text)
    end = blocks[0].end
    for block in blocks[1:]:
        if block.where.partition(TABLE)[0] != blocks[0].where.partition(TABLE)[0]:
            break
        end = block.end
    return at, min(end, at + _LONGEST)


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring stretches as one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start - found[-1][1] <= 2:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _roman(number: str) -> int:
    """The value of a small Roman number."""
    values = [_ROMAN[letter] for letter in number]
    return sum(-value if value < max(values[at:], default=0) else value for at, value in enumerate(values))


def _without_extent(cited: Cited) -> str:
    """The note without where an article stands in its journal."""
    return cited.plain.replace(cited.pages, "") if cited.pages and len(cited.pages) > 2 else cited.plain


def _same_page(address: str, read: str) -> bool:
    """Whether an address is the one that was read, fragments and schemes aside; redirects inside a site count."""
    host = [re.sub(r"^(?:https?:)?//(?:www\.)?", "", one).partition("/")[0].lower() for one in (address, read)]
    return (
        not read
        or host[0] == host[1]
        or (read.startswith("https://raw.githubusercontent.com/") and host[0] == "github.com")
    )
