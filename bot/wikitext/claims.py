"""Which words a ref is attached to: the text since the ref before it, at most its own sentence (facts/judging.md, claim span)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.language.sentences import sentences
from bot.model.citation import Claim
from bot.wikitext.calls import Where
from bot.wikitext.plaintext import Flat, flatten
from bot.wikitext.refs import FootnoteTable

_BETWEEN = re.compile(r"[\s.,;:!?…)»\]\"”'’—–\-]*")
#: Commas between adjacent refs, left over behind the sentence's end.
_STRAY = re.compile(r"([.!?…])[\s,;]+$")
_EDGES = " \t\n\u00a0,;:—–-"
_WORDS = re.compile(r"[^\W_]")
#: A sign that is given its meaning: a formula, or a letter. English «a» and «I» are words before others.
_SIGN = r"(?:\$[^$]{1,60}\$|(?<!\w)[^\W\d_](?!\w))"
_LETTER = r"(?:\$|(?<!\w)[b-hj-zα-ω](?!\w))"
#: What says nothing of the world: where to read on, and what a sign shall stand for in this text. A word is no sign: «Здесь BERT
#: — самая точная модель» states something.
_STATES_NOTHING = re.compile(
    r"(?:подробн\w+[^.]{0,40}|также |обзор[^.]{0,20})?(?:см|ср)\.(?! рис| табл)[^.]{0,80}\.?$|"
    r"смотри(?:те)? (?:также )?[^.]{0,60}\.?$|"
    r"(?:(?:for|further) [^.:]{0,40}[,:] )?see (?:also )?[^.,;]{0,60}\.?$|cf\. [^.]{0,60}\.?$|"
    rf"(?:обозначим|будем обозначать|введ[её]м обозначени\w+|положим|пусть)\b(?=[^.]{{0,80}}{_LETTER})|здесь и далее\b|"
    rf"(?:let|denote|we denote)\s+(?!us\b)(?=[^.]{{0,80}}{_LETTER})|"
    rf"(?:где|where|здесь|here)\s+{_SIGN}\s*(?:[—–-]|is\b|are\b|denotes?\b|обозначает)",
    re.IGNORECASE,
)
#: Sentences of context.
_MOST_BEFORE = 3
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
    flat = flatten(table.lexed, wanted, marked=True)
    text = flat.text()
    borders = [0, *flat.breaks]
    heads = [position for position, _ in flat.headings]
    found: list[Attached] = []
    cells = _Cells(flat, text, borders)
    for start, end, groups in _blocks(flat, text, borders):
        spans = [(start + left, start + right) for left, right in sentences(text[start:end])]
        before = start
        around = cells.around(start)
        for group in groups:
            refs = tuple(dict.fromkeys(ids[use] for use in group.uses if use in ids))
            if refs:
                at = bisect_right(heads, start)
                heading = flat.headings[at - 1][1] if at else None
                claim = _claim(flat, text, spans, (start, before, group.first), refs, heading)
                found.append(Attached(_in_context(claim, around, title=start in flat.titles), group.uses))
            before = group.last
    return tuple(found)


#: So many characters of a row are a claim's context: a row of ten thousand cells with a ref in each is repeated for each.
_ROW = 4000


class _Cells:
    """What a block's words alone do not tell: a cell's row and its table's head, an argument's name. Each row is read once."""

    def __init__(self, flat: Flat, text: str, borders: list[int]) -> None:
        self._flat, self._text, self._borders = flat, text, borders
        self._rows: dict[tuple[int, int], list[int]] = {}
        self._first: dict[int, int] = {}
        self._said: dict[tuple[int, int, bool], str] = {}
        for at, cell in sorted(flat.cells.items()):
            self._rows.setdefault((cell.table, cell.row), []).append(at)
            self._first[cell.table] = min(cell.row, self._first.get(cell.table, cell.row))

    def around(self, start: int) -> tuple[str, str]:
        """The row or the argument that the block at ``start`` stands in, and the head of its table; empty where there is none."""
        label = self._flat.labels.get(start)
        if label is not None:
            return f"{label}: {_block_at(self._text, self._borders, start)}", ""
        cell = self._flat.cells.get(start)
        if cell is None:
            return "", ""
        first = self._first[cell.table]
        return self._row(cell.table, cell.row), self._row(cell.table, first, head=True) if cell.row != first else ""

    def _row(self, table: int, row: int, *, head: bool = False) -> str:
        key = table, row, head
        if key not in self._said:
            starts = [at for at in self._rows[table, row] if not head or self._flat.cells[at].head]
            words = (_block_at(self._text, self._borders, at) for at in starts)
            self._said[key] = " | ".join(filter(None, words))[:_ROW]
        return self._said[key]


def _block_at(text: str, borders: list[int], start: int) -> str:
    """The words of the block that begins there."""
    at = bisect_right(borders, start)
    return _line(text[start : borders[at] if at < len(borders) else len(text)])


def _in_context(claim: Claim, around: tuple[str, str], *, title: bool) -> Claim:
    """The claim with its row or argument as its sentence, the table's head before it; a heading states nothing."""
    sentence, before = around
    checkable = claim.checkable and not title and not _STATES_NOTHING.match(claim.text)
    return replace(claim, sentence=sentence or claim.sentence, before=before or claim.before, checkable=checkable)


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
        sentence=_STRAY.sub(r"\1", _line(text[left:right])),
        before=_line(text[_first_before(spans, index, before) : left]) if index else "",
        heading=heading,
        checkable=not listed and _WORDS.search(text, start, end) is not None,
    )


def _first_before(spans: list[tuple[int, int]], index: int, before: int) -> int:
    """Where the context begins: with the sentences since the ref before, three at most, or the last one where there are none."""
    first = index - 1
    while first > max(0, index - _MOST_BEFORE) and spans[first - 1][0] >= before:
        first -= 1
    return spans[first][0]


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
