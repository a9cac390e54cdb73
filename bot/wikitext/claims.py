"""Which words a ref is attached to: those since the ref before it, at most its own sentence (facts/judging.md, claim span).

Words that say nothing alone are read with what a reader sees them in (``_reading``): their sentence, row, box, quotation or list.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from bot.language.predicates import says_something
from bot.language.sentences import sentences
from bot.model.citation import Claim
from bot.model.words import CitationKind
from bot.wikitext.calls import Where
from bot.wikitext.mentions import Mention
from bot.wikitext.plaintext import Cell, Flat, TextReference, flatten
from bot.wikitext.refs import FootnoteTable

_BETWEEN = re.compile(r"[\s.,;:!?…)»\]\"”'’—–\-]*")
#: Commas between adjacent refs, left over behind the sentence's end.
_STRAY = re.compile(r"([.!?…])[\s,;]+$")
#: What a sentence ends in.
_ENDED = re.compile(r"[.!?…;»”\")\]]$")
_EDGES = " \t\n\u00a0,;:—–-"
_WORDS = re.compile(r"[^\W_]")
#: Where to read on.
_POINTER = re.compile(
    r"(?:подробн\w+[^.]{0,40}|также |обзор[^.]{0,20})?(?:см|ср)\.(?! рис| табл)[^.]{0,80}\.?$|"
    r"смотри(?:те)? (?:также )?[^.]{0,60}\.?$|"
    r"(?:(?:for|further) [^.:]{0,40}[,:] )?see (?:also )?[^.,;]{0,60}\.?$|cf\. [^.]{0,60}\.?$",
    re.IGNORECASE,
)
#: A sign that gets its meaning: a formula, or a letter. English «a» and «I» are words before others.
_SIGN = r"(?:\$[^$]{1,60}\$|(?<!\w)[^\W\d_](?!\w))"
_NOTATION = re.compile(
    rf"(?:где|where|(?:здесь|here)(?: и далее)?|пусть|положим|(?:будем )?обозначать|обозначим|введ[её]м обозначени\w+|"
    rf"let(?! us\b)|(?:we )?denote)\b(?P<before>(?:\s+\w+){{0,2}}?)\s*{_SIGN}\s*"
    rf"(?:[—–=∈-]|is\b|are\b|be\b|denotes?\b|обозначает\b)?(?P<meaning>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_FORMULA = re.compile(r"\$[^$]{1,200}\$")
#: In a longer sentence a link claims what stands before it, like a ref: no sentence, but a list of them.
_LONGEST_LINKED = 2000
#: Sentences of context, and of a quotation.
_MOST_BEFORE = 3
_MOST_QUOTED = 12
#: Sections that state nothing of their own.
_LISTS = frozenset(
    "литература,ссылки,внешние ссылки,примечания,источники,см. также,см также,библиография,references,notes,bibliography,"
    "sources,further reading,external links,see also".split(",")
)
#: So many characters of a row are a claim's context: a row of ten thousand cells with a ref in each is repeated for each.
_ROW = 4000
#: So often in a page the words of a cell are read in further rows.
_MOST_REACHED = 20_000
#: So many of them are the name of a cell.
_NAMED = 400


@dataclass(frozen=True, slots=True)
class Attached:
    """A claim and the ref tags (indices into the footnote table) that stand behind it."""

    claim: Claim
    uses: tuple[int, ...]


class _Group(NamedTuple):
    """Adjacent refs: plain positions of the first and the last, and their uses."""

    first: int
    last: int
    uses: tuple[int, ...]


#: More blanks than this do not stand before a reference.
_BLANKS = 8


def _mark(text: str, index: int, mention: Mention) -> TextReference:
    """Words of the page that name a source; the blank before them goes with what the reader does not see."""
    blank = 0 if mention.shown is not None else _blank_before(text, mention.start)
    return TextReference(mention.start - blank, mention.end, index, mention.shown)


def _claims_sentence(text: str, mention: Mention) -> bool:
    """Whether the whole sentence is the claim: of a link in the text, and of names with a year."""
    if mention.shown is not None or mention.kind is CitationKind.inline:
        return True
    return mention.kind is CitationKind.short and mention.number is None and not text.startswith("{{", mention.start)


def claims_of(table: FootnoteTable, ids: Mapping[int, str], named: Sequence[Mention] = ()) -> tuple[Attached, ...]:
    """Every claim of the page that has at least one ref or mention with a citation id in ``ids``.

    ``ids`` are by the index of a use in the table, then, counting on, of a mention in ``named``. The claim of a link in the text
    and of names with a year is the whole sentence; a listed work claims nothing. Brackets of references are no part of it.
    """
    placed = _placed(table, named)
    page = _Flattened(flatten(table.lexed, placed.wanted, placed.marks, marked=True))
    return tuple(
        found for start, groups in page.blocks() for found in _of_block(_Block(page, start), groups, ids, placed.linked)
    )


class _Placed(NamedTuple):
    """Where refs and mentions stand: starts of refs and templates, marks in the text, and the uses that are links or names."""

    wanted: dict[int, int]
    marks: list[TextReference]
    linked: set[int]


def _placed(table: FootnoteTable, named: Sequence[Mention]) -> _Placed:
    wanted = {use.start: index for index, use in enumerate(table.uses) if use.where is not Where.list}
    found = _Placed(wanted, [], set())
    text = table.lexed.text
    for index, one in enumerate(named, start=len(table.uses)):
        if one.kind is CitationKind.listed:
            continue
        in_template = text.startswith("{{", one.start)
        if _claims_its_sentence(one, in_template=in_template):
            found.linked.add(index)
        if in_template:
            wanted[one.start] = index
        else:
            blank = 0 if one.shown is not None else _blank_before(text, one.start)
            found.marks.append(TextReference(one.start - blank, one.end, index, one.shown))
    return found


def _claims_its_sentence(one: Mention, *, in_template: bool) -> bool:
    """Whether the whole sentence is claimed by it: a link, or names with a year in the text."""
    named_in_text = one.kind is CitationKind.short and one.number is None and not in_template
    return one.shown is not None or one.kind is CitationKind.inline or named_in_text


def _of_block(block: _Block, groups: Iterable[_Group], ids: Mapping[int, str], linked: set[int]) -> Iterator[Attached]:
    """The claims of a block, in order."""
    noted = named_last = block.start  # where the last note, and the last group of any kind, ended
    for group in groups:
        refs = tuple(dict.fromkeys(ids[use] for use in group.uses if use in ids))
        link = linked.issuperset(group.uses)
        if refs:
            before = named_last if link else noted
            yield Attached(_claim(block, before, group.first, refs, whole=link), group.uses)
        named_last = group.last
        noted = noted if link else group.last


def _blank_before(text: str, at: int) -> int:
    """How many blanks stand before a place on its line: a reference in brackets that is taken out takes them with it."""
    before = text[max(0, at - _BLANKS) : at]
    return len(before) - len(before.rstrip(" \t\u00a0"))


def statements(table: FootnoteTable) -> tuple[str, ...]:
    """The page's sentences that state something, whether or not a source stands behind them; headings and table heads do not."""
    page = _Flattened(flatten(table.lexed, {}, [], marked=True))
    blocks = [block for start in page.borders if not (block := _Block(page, start)).is_head]
    said = [block.sentence(index) for block in blocks for index in range(len(block.spans))]
    return tuple(words for words in said if says_something(words) and not _states_nothing(words))


class _Flattened:
    """The page's plain text with its blocks, and the rows of its tables, each read once."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        self.text = flat.text()
        self.borders = [0, *flat.breaks]
        self._heads = [position for position, _ in flat.headings]
        self._rows_read: dict[tuple[tuple[int, int], bool], str] = {}

    def end(self, start: int) -> int:
        """Where the block ends that holds the position."""
        at = bisect_right(self.borders, start)
        return self.borders[at] if at < len(self.borders) else len(self.text)

    def block(self, start: int) -> str:
        """The words of the block that begins there."""
        return _line(self.text[start : self.end(start)])

    def heading(self, start: int) -> str | None:
        """The section's heading."""
        at = bisect_right(self._heads, start)
        return self.flat.headings[at - 1][1] if at else None

    def blocks(self) -> list[tuple[int, list[_Group]]]:
        """Where blocks that hold refs begin, with their groups of adjacent refs."""
        blocks: list[tuple[int, list[tuple[int, list[tuple[int, int]]]]]] = []
        last = 0
        for position, use in self.flat.anchors:
            at = bisect_right(self.borders, position) - 1
            if at and position == self.borders[at] and use in self.flat.closing:
                at -= 1  # the ref closes the block before the border
            start = self.borders[at]
            if not blocks or blocks[-1][0] != start:
                blocks.append((start, []))
            groups = blocks[-1][1]
            if not groups or not _BETWEEN.fullmatch(self.text, last, position):
                groups.append((position, []))
            groups[-1][1].append((position, use))
            last = position
        return [
            (start, [_Group(first, uses[-1][0], tuple(use for _, use in uses)) for first, uses in groups])
            for start, groups in blocks
        ]

    @cached_property
    def rows(self) -> Mapping[tuple[int, int], list[int]]:
        """Where the blocks of each table's row begin, in order; those of a cell that goes down stand in every row it reaches."""
        cells = self.flat.cells
        rows: dict[tuple[int, int], list[int]] = {}
        for at, cell in sorted(cells.items()):
            rows.setdefault((cell.table, cell.row), []).append(at)
        reached = [(row, at) for at in sorted(cells) for row in _below(cells[at]) if row in rows][:_MOST_REACHED]
        for row, at in reached:
            rows[row].append(at)
        for row in {row for row, _ in reached}:
            rows[row].sort(key=lambda at: (cells[at].column, at))
        return rows

    @cached_property
    def head_rows(self) -> frozenset[tuple[int, int] | None]:
        """The rows that are heads from end to end."""
        return frozenset(row for row, starts in self.rows.items() if all(self.flat.cells[at].head for at in starts))

    @cached_property
    def _first_rows(self) -> Mapping[int, int]:
        first: dict[int, int] = {}
        for table, row in self.rows:
            first[table] = min(row, first.get(table, row))
        return first

    @cached_property
    def named(self) -> Mapping[int, tuple[str, str, int]]:
        """By where a cell's block begins: the words of the cells ahead of it that have no source of their own (the row's first
        cell in any case), those of the same cell before a line break, and where these begin.
        """
        sourced = {
            (cell.table, cell.row, cell.column) for start, _ in self.blocks() if (cell := self.flat.cells.get(start))
        }
        found: dict[int, tuple[str, str, int]] = {}
        for (table, row), starts in self.rows.items():
            named, piece, first = "", "", min(starts)
            for at, following in zip(starts, [*starts[1:], None], strict=True):
                cell = self.flat.cells[at]
                if cell.row == row:
                    found[at] = (named, piece if cell.more else "", first)
                piece = f"{piece} {self.block(at)}".strip() if cell.more else self.block(at)
                goes_on = following is not None and self.flat.cells[following].more
                if not goes_on and (cell.column == 0 or (table, cell.row, cell.column) not in sourced):
                    named = " | ".join(filter(None, (named, piece)))[:_NAMED]
        return found

    def head(self, cell: Cell) -> str:
        """The head of the cell's table; empty for a cell of it."""
        first = self._first_rows[cell.table]
        return "" if cell.row == first else self._row((cell.table, first), head=True)

    def row_words(self, cell: Cell) -> str:
        """The row of the cell as one line; the rows of one that goes down, parted by semicolons."""
        rows = [(cell.table, row) for row in range(cell.row, cell.row + cell.rows) if (cell.table, row) in self.rows]
        return "; ".join(filter(None, (self._row(row, head=False) for row in rows)))[:_ROW]

    def _row(self, row: tuple[int, int], *, head: bool) -> str:
        if (row, head) not in self._rows_read:
            self._rows_read[row, head] = self._joined(
                at for at in self.rows[row] if not head or self.flat.cells[at].head
            )
        return self._rows_read[row, head]

    def _joined(self, starts: Iterable[int]) -> str:
        """Cells as one line; a cell of several lines is one."""
        words = ""
        for at in starts:
            block = self.block(at)
            if block:
                words += (" " if self.flat.cells[at].more else " | ") * bool(words) + block
            if len(words) > _ROW:
                break
        return words[:_ROW]

    @cached_property
    def leads(self) -> Mapping[int, int]:
        """Where each list item's lead-in begins: the item it stands under, its term, or the words that announce the list."""
        found: dict[int, int] = {}
        above: list[tuple[int, int]] = []
        for start in self.borders:
            depth = self.flat.items.get(start)
            if depth is None:
                above = [(0, start)] if self._leads_in(start) else [] if self.block(start) else above
                continue
            while above and not self._stands_under(start, depth, above[-1]):
                above.pop()
            if above and self.heading(start) == self.heading(above[-1][1]):
                found[start] = above[-1][1]
            above.append((depth, start))
        return found

    def _stands_under(self, start: int, depth: int, upper: tuple[int, int]) -> bool:
        """Whether a list item belongs to the one (depth, begin) above it: it is deeper, or says what a term means."""
        of_term = upper[1] in self.flat.terms and start not in self.flat.terms
        return upper[0] < depth or (of_term and upper[0] == depth)

    def _leads_in(self, start: int) -> bool:
        """Whether words announce the list behind them: by a colon, or as a sentence that does not end."""
        words = self.block(start)
        if words.endswith(":"):
            return True
        end = self.end(start)
        if not words or _ENDED.search(words) or end not in self.flat.items:
            return False
        elsewhere = (self.flat.cells, self.flat.labels, self.flat.titles)
        return not any(start in places for places in elsewhere) and says_something(words)


def _below(cell: Cell) -> Iterator[tuple[int, int]]:
    """The further rows that a cell goes down to."""
    return ((cell.table, row) for row in range(cell.row + 1, cell.row + cell.rows))


class _Block:
    """A paragraph, a cell, an item: its sentences, and what stands around it."""

    def __init__(self, page: _Flattened, start: int) -> None:
        self.page, self.start = page, start
        words = page.text[start : page.end(start)]
        self.spans = [(start + left, start + right) for left, right in sentences(words)]
        self.heading = page.heading(start)
        self.cell = page.flat.cells.get(start)
        self.label = page.flat.labels.get(start)
        self._said: dict[int, str] = {}

    def sentence(self, index: int) -> str:
        """The words of a sentence as one line, made once however many refs stand in it."""
        if index not in self._said:
            left, right = self.spans[index]
            self._said[index] = _STRAY.sub(r"\1", _line(self.page.text[left:right]))
        return self._said[index]

    @cached_property
    def row(self) -> list[int]:
        """Where the blocks of the cell's rows begin, in the order of the text."""
        if self.cell is None:
            return []
        rows = ((self.cell.table, self.cell.row + below) for below in range(self.cell.rows))
        return sorted({at for row in rows for at in self.page.rows.get(row, ())})

    @property
    def row_words(self) -> str:
        """The row as one line."""
        return self.page.row_words(self.cell) if self.cell else ""

    @property
    def is_head(self) -> bool:
        """Whether the words name something: a heading, or a table's head."""
        row = (self.cell.table, self.cell.row) if self.cell else None
        return self.start in self.page.flat.titles or row in self.page.head_rows


@dataclass(frozen=True, slots=True)
class _Words:
    """Plain positions: the words since the ref before (``start``, ``end``), and the sentence (number ``index``) they are of."""

    start: int
    end: int
    left: int
    right: int
    index: int


@dataclass(frozen=True, slots=True)
class _Read:
    """What a reader takes the words for, and the plain positions it stands between."""

    text: str
    start: int
    end: int


def _claim(block: _Block, before: int, at: int, refs: tuple[str, ...], *, whole: bool = False) -> Claim:
    words = _words(block, before, at)
    if words is not None and whole and words.right - words.left <= _LONGEST_LINKED:
        words = replace(words, start=words.left, end=words.right)
    if words is None:
        return _without_words(block, refs)
    plain, flat = block.page.text, block.page.flat
    own = _line(plain[words.start : words.end])
    read = _reading(block, words, own, before)
    listed = block.heading is not None and block.heading.strip().casefold() in _LISTS
    said = _WORDS.search(plain, words.start, words.end) is not None
    start = flat.source(read.start)
    if block.label and read.text != own:
        start = min(start, block.label.start)
    claim = Claim(
        text=read.text,
        start=start,
        end=flat.source(read.end, end=True),
        refs=refs,
        sentence=block.sentence(words.index),
        before=_line(plain[_first_before(block.spans, words.index, before) : words.left]) if words.index else "",
        heading=block.heading,
        checkable=said and not listed and not block.is_head and not _states_nothing(read.text),
        aliases=tuple(text for text in dict.fromkeys((own, _former(block, words, before))) if text != read.text),
    )
    return _in_context(block, claim)


def _former(block: _Block, words: _Words, before: int) -> str:
    """The words as version 0.1 read them, to which degrees («15 °C.») ended no sentence."""
    plain, start, index = block.page.text, words.start, words.index
    while index and words.start == words.left and _ends_in_degrees(plain, block.spans[index - 1][1]):
        index -= 1
        start = max(block.spans[index][0], before)
    return _line(plain[start : words.end])


def _ends_in_degrees(plain: str, at: int) -> bool:
    return plain[at - 1 : at] == "." and plain[at - 3 : at - 2] == "°"


def _words(block: _Block, before: int, at: int) -> _Words | None:
    """The words that stand before the ref; None where its block has none."""
    index = bisect_left(block.spans, (at,)) - 1
    if index < 0:
        return None
    text = block.page.text
    left, right = block.spans[index]
    start, end = max(left, before), min(at, right)
    while start < end and text[start] in _EDGES + ".!?…)»":
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    if not _WORDS.search(text, start, end):
        start, end = left, min(at, right)
    return _Words(start, end, left, right, index)


def _reading(block: _Block, words: _Words, own: str, before: int) -> _Read:
    """The words as a reader takes them: alone where they say something, else with what they stand in."""
    alone = _Read(own, words.start, words.end)
    if block.is_head:
        return alone
    if block.start in block.page.flat.quotations:
        return _whole_quotation(block, words, before)
    if says_something(own):
        return _quoted(block, words, before) or alone
    if block.cell is not None:
        return _in_row(block, words, own)
    if block.label is not None:
        return replace(alone, text=f"{block.label.name}: {own}")
    whole = _Read(block.sentence(words.index), words.left, words.right)
    lead = block.page.leads.get(block.start)
    if lead is None or words.index or says_something(whole.text):
        return whole
    above = block.page.block(lead).removesuffix(":")
    return _Read(f"{above}: {whole.text}", lead, whole.end)


def _quoted(block: _Block, words: _Words, before: int) -> _Read | None:
    """A quotation that ends here, from the sentence in which its opening mark stands; None where there is none."""
    text = block.page.text
    if not _closes_more(text[words.start : words.end]):
        return None
    for index in range(words.index - 1, max(-1, words.index - 1 - _MOST_QUOTED), -1):
        left = block.spans[index][0]
        if left < before:
            return None
        if not _closes_more(text[left : words.end]):
            return _Read(_line(text[left : words.end]), left, words.end)
    return None


def _whole_quotation(block: _Block, words: _Words, before: int) -> _Read:
    """A block quotation since the ref before: its refs vouch for all of it."""
    start = max(block.page.flat.quotations[block.start], before)
    if words.end - start > _LONGEST_LINKED:
        start = words.start
    return _Read(_line(block.page.text[start : words.end]), start, words.end)


def _closes_more(words: str) -> bool:
    """Whether a quotation ends in the words that does not begin there."""
    opened = words.count("«") + words.count("“") + words.count("„")
    closed = words.count("»") + words.count("”") + (words.count("“") if "„" in words else 0)
    return closed > opened or words.count('"') % 2 == 1


def _in_row(block: _Block, words: _Words, own: str) -> _Read:
    """A cell's words behind those cells of its row that have no source of their own; the whole row where it names the row."""
    named, piece, start = block.page.named[block.start]
    if not named and not piece:
        return _Read(block.row_words, words.start, block.page.end(block.row[-1]))
    return _Read(" | ".join(filter(None, (named, f"{piece} {own}".strip()))), start, words.end)


def _without_words(block: _Block, refs: tuple[str, ...]) -> Claim:
    """A ref with no words before it in its block: in a column of refs its row is claimed, elsewhere nothing for sure."""
    page, flat = block.page, block.page.flat
    if block.cell is not None and block.row_words and not block.is_head:
        start, end = flat.source(block.row[0]), flat.source(page.end(block.row[-1]), end=True)
        row = Claim(block.row_words, start, max(start, end), refs, "", "", block.heading, aliases=("",))
        return _in_context(block, row)
    left, right = block.spans[0] if block.spans else (block.start, block.start)
    words = _line(page.text[left:right])
    start = flat.source(left)
    end = flat.source(right, end=True) if right > left else start
    ahead = Claim(words, start, max(start, end), refs, words, "", block.heading, checkable=False)
    return _in_context(block, ahead)


def _in_context(block: _Block, claim: Claim) -> Claim:
    """The claim with its row or argument as its sentence, and the table's head before it."""
    if block.label is not None:
        return replace(claim, sentence=f"{block.label.name}: {block.page.block(block.start)}")
    if block.cell is None:
        return claim
    return replace(
        claim, sentence=block.row_words or claim.sentence, before=block.page.head(block.cell) or claim.before
    )


def _states_nothing(words: str) -> bool:
    """Whether the words say nothing of the world: where to read on, or what a sign shall stand for in this text.

    A notation with a number, or with a verb beside its meaning, states something: «Положим, формат хранит 5 бит».
    """
    if _POINTER.match(words):
        return True
    found = _NOTATION.match(words)
    if found is None:
        return False
    rest = _FORMULA.sub(" ", found["before"] + " " + found["meaning"])
    return not any(map(str.isdigit, rest)) and not says_something(rest.replace(" — ", " ").replace(" – ", " "))


def _first_before(spans: list[tuple[int, int]], index: int, before: int) -> int:
    """Where the context begins: with the sentences since the ref before, three at most, or the last one where there are none."""
    first = index - 1
    while first > max(0, index - _MOST_BEFORE) and spans[first - 1][0] >= before:
        first -= 1
    return spans[first][0]


def _line(words: str) -> str:
    return " ".join(words.split())
