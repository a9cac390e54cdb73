"""Which words a ref is attached to: the text since the ref before it, at most its own sentence (facts/judging.md, claim span)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from bot.language.sentences import sentences
from bot.model.citation import Claim
from bot.wikitext.calls import Where
from bot.wikitext.flat import Flat, flatten
from bot.wikitext.refs import FootnoteTable

_BETWEEN = re.compile(r"[\s.,;:!?…)»\]\"”'’—–\-]*")
_EDGES = " \t\n\u00a0,;:—–-"
_WORDS = re.compile(r"[^\W_]")
#: Sections that state nothing of their own.
_LISTS = frozenset(
    "литература,ссылки,внешние ссылки,примечания,источники,см. также,см также,библиография,references,notes,bibliography,"
    "sources,further reading,external links,see also".split(",")
)


@dataclass(frozen=True, slots=True)
class Attached:
    """A claim and the ref tags (indices into the footnote table) that stand behind it."""

    claim: Claim
    uses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """Adjacent refs: plain positions of the first and the last, and their uses."""

    first: int
    last: int
    uses: tuple[int, ...]


def claims_of(table: FootnoteTable, ids: Mapping[int, str]) -> tuple[Attached, ...]:
    """Every claim of the page that has at least one ref with a citation id in ``ids`` (use index to id)."""
    wanted = {use.start: index for index, use in enumerate(table.uses) if use.where is not Where.list}
    flat = flatten(table.lexed, wanted)
    text = flat.text()
    borders = [0, *flat.breaks]
    heads = [position for position, _ in flat.headings]
    found: list[Attached] = []
    for start, end, groups in _blocks(flat, text, borders):
        spans = [(start + left, start + right) for left, right in sentences(text[start:end])]
        before = start
        for group in groups:
            refs = tuple(dict.fromkeys(ids[use] for use in group.uses if use in ids))
            if refs:
                at = bisect_right(heads, start)
                heading = flat.headings[at - 1][1] if at else None
                found.append(
                    Attached(_claim(flat, text, spans, (start, before, group.first), refs, heading), group.uses)
                )
            before = group.last
    return tuple(found)


def _blocks(flat: Flat, text: str, borders: list[int]) -> list[tuple[int, int, list[_Group]]]:
    """Blocks that hold refs, with their groups of adjacent refs."""
    blocks: list[tuple[int, int, list[_Group]]] = []
    for position, use in flat.anchors:
        at = bisect_right(borders, position) - 1
        if at and position == borders[at] and use in flat.closing:
            at -= 1  # the ref closes the block before the border
        start = borders[at]
        end = borders[at + 1] if at + 1 < len(borders) else len(text)
        if not blocks or blocks[-1][0] != start:
            blocks.append((start, end, []))
        groups = blocks[-1][2]
        if groups and _BETWEEN.fullmatch(text, groups[-1].last, position):
            groups[-1] = _Group(groups[-1].first, position, (*groups[-1].uses, use))
        else:
            groups.append(_Group(position, position, (use,)))
    return blocks


def _claim(
    flat: Flat,
    text: str,
    spans: list[tuple[int, int]],
    place: tuple[int, int, int],
    refs: tuple[str, ...],
    heading: str | None,
) -> Claim:
    block, before, at = place
    own = [index for index, (left, _) in enumerate(spans) if left < at]
    if not own:
        return _ahead(flat, text, spans, block, refs, heading)
    index = own[-1]
    left, right = spans[index]
    start, end = max(left, before), min(at, right)
    while start < end and text[start] in _EDGES + ".!?…)»":
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    if not _WORDS.search(text, start, end):
        start, end = left, min(at, right)
    listed = heading is not None and heading.strip().casefold() in _LISTS
    return Claim(
        text=_line(text[start:end]),
        start=flat.source(start),
        end=flat.source(end, end=True),
        refs=refs,
        sentence=_line(text[left:right]),
        before=_line(text[slice(*spans[index - 1])]) if index else "",
        heading=heading,
        checkable=not listed and _WORDS.search(text, start, end) is not None,
    )


def _ahead(
    flat: Flat, text: str, spans: list[tuple[int, int]], block: int, refs: tuple[str, ...], heading: str | None
) -> Claim:
    """A ref with no words before it in its block: what follows is context, nothing is claimed for sure."""
    left, right = spans[0] if spans else (block, block)
    words = _line(text[left:right])
    start = flat.source(left)
    end = flat.source(right, end=True) if right > left else start
    return Claim(words, start, max(start, end), refs, words, "", heading, checkable=False)


def _line(words: str) -> str:
    return " ".join(words.split())
