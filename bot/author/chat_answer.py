"""A chat's whole text against the draft it was given: what is new, what was lost, what else was changed. Pure.

Refs are taken out of both texts and the rest is compared, first line by line, then word by word. A ref of the answer has a place
in the draft only where the words before it are the draft's own.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bot.wikitext.cited_works import read_citation
from bot.wikitext.refs import Use
from bot.wikitext.text import Wikitext

_WORDS = re.compile(r"\w++|\s++|[^\w\s]")
#: Blocks of changed lines with more pairs of words than this are one change: comparing words costs their product.
_MOST_PAIRS = 1_000_000
_FENCE = re.compile(r"\s*+(`{3,})[^\n`]*+\n(.*)\n\1\s*+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class WordChange:
    """Words outside refs that the answer changed: ``before`` stands on ``line`` of the draft, ``after`` in the answer."""

    line: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class NewRef:
    """A ref that the draft has not: ``content`` is its note's; ``place`` the offset in the draft, None behind changed words.

    ``known`` is the index of the draft's ref with the same note, where the answer only uses that again.
    """

    content: str
    place: int | None
    known: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerComparison:
    """``lost`` are refs of the draft, as written, that the answer left out, moved or wrote in another way."""

    changes: tuple[WordChange, ...]
    lost: tuple[str, ...]
    new: tuple[NewRef, ...]


@dataclass(frozen=True, slots=True)
class _Bare:
    """A text without its refs: ``refs`` are their positions in ``text`` with their indices in the page's table."""

    page: Wikitext
    text: str
    refs: tuple[tuple[int, int], ...]

    def written(self, index: int) -> str:
        """A ref as it is written."""
        use = self.page.table.uses[index]
        return self.page.text[use.start : use.end]

    def content(self, index: int) -> str:
        """What the note of a ref says, wherever it is defined."""
        table = self.page.table
        note = table.uses[index].note
        defined = table.notes[note].definition if note >= 0 else None
        return table.content(index if defined is None else defined).strip()

    def offset(self, position: int) -> int:
        """Where a position of ``text`` is in the page: behind the refs that stand there."""
        return position + sum(len(self.written(index)) for at, index in self.refs if at <= position)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Characters ``i1`` to ``i2`` of the draft against ``j1`` to ``j2`` of the answer."""

    same: bool
    i1: int
    i2: int
    j1: int
    j2: int


def unwrapped(answer: str, draft: str) -> str:
    """A chat's answer without the fence around the whole of it, with the draft's line ends and the draft's own end."""
    text = answer.replace("\r\n", "\n")
    found = _FENCE.fullmatch(text)
    text = (text if found is None else found[2]).strip()
    start, end = len(draft) - len(draft.lstrip()), len(draft.rstrip())
    return draft[:start] + (text.replace("\n", "\r\n") if "\r\n" in draft else text) + draft[end:]


def compare_answer(draft: Wikitext, answer: Wikitext) -> AnswerComparison:
    """What the answer (as ``unwrapped`` gives it) did to the draft; a space before a ref is no change."""
    old, new = _bare(draft), _bare(answer)
    blocks = tuple(_blocks(old.text, new.text))
    places = {index: _mapped(position, blocks, new.text) for position, index in new.refs}
    kept = _kept(old, new, places)
    lost = [index for _, index in old.refs if index not in kept.values()]
    fresh = [index for _, index in new.refs if index not in kept]
    return AnswerComparison(
        tuple(_changes(old, new, blocks)),
        tuple(old.written(index) for index in lost),
        tuple(
            _new(old, new, index, places[index], lost) for index in fresh if not _is_rewritten(old, new, index, lost)
        ),
    )


def _bare(page: Wikitext) -> _Bare:
    refs, pieces, position, length = [], [], 0, 0
    for index, use in enumerate(page.table.uses):
        if use.start < position or not _is_tag(page, use):
            continue
        pieces.append(page.text[position : use.start])
        length += use.start - position
        refs.append((length, index))
        position = use.end
    return _Bare(page, "".join((*pieces, page.text[position:])), tuple(refs))


def _is_tag(page: Wikitext, use: Use) -> bool:
    return page.text.startswith("<", use.start)


def _blocks(old: str, new: str) -> Iterator[_Stretch]:
    """The two texts as blocks that are the same and blocks that are not, in order."""
    lines, answered = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for block in _compared(lines, answered, 0, 0):
        before, after = old[block.i1 : block.i2], new[block.j1 : block.j2]
        words, other = _WORDS.findall(before), _WORDS.findall(after)
        if block.same or not before or not after or len(words) * len(other) > _MOST_PAIRS:
            yield block
        else:
            yield from _compared(words, other, block.i1, block.j1)


def _compared(old: Sequence[str], new: Sequence[str], i0: int, j0: int) -> Iterator[_Stretch]:
    """Blocks of two sequences of pieces, as offsets of characters from ``i0`` and ``j0`` on."""
    before = list(accumulate(map(len, old), initial=i0))
    after = list(accumulate(map(len, new), initial=j0))
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield _Stretch(tag == "equal", before[i1], before[i2], after[j1], after[j2])


def _mapped(position: int, blocks: Sequence[_Stretch], answer: str) -> int | None:
    """Where a position of the answer is in the draft; None behind words that are not the draft's."""
    for block in blocks:
        if block.same and block.j1 < position <= block.j2:
            return block.i1 + position - block.j1
        if not block.same and block.i1 == block.i2 and block.j1 < position <= block.j2:
            return block.i1 if answer[block.j1 : position].isspace() else None
    return 0 if position == 0 else None


def _kept(old: _Bare, new: _Bare, places: dict[int, int | None]) -> dict[int, int]:
    """The answer's refs that are the draft's: as written, at their place."""
    at: dict[int, list[int]] = {position: [] for position, _ in old.refs}
    for position, index in old.refs:
        at[position].append(index)
    kept: dict[int, int] = {}
    for _, index in new.refs:
        place = places[index]
        waiting = [] if place is None else at.get(place, [])
        same = next((one for one in waiting if old.written(one) == new.written(index)), None)
        if same is not None:
            waiting.remove(same)
            kept[index] = same
    return kept


def _is_rewritten(old: _Bare, new: _Bare, index: int, lost: Sequence[int]) -> bool:
    """Whether a ref is one that was lost elsewhere: moved, or the same work in other words. The draft's own stays."""
    named = new.page.table.uses[index].name
    works = {(one.kind, one.value) for one in read_citation(new.content(index)).identifiers}
    for one in lost:
        if old.written(one) == new.written(index) or (named and named == old.page.table.uses[one].name):
            return True
        if works & {(item.kind, item.value) for item in read_citation(old.content(one)).identifiers}:
            return True
    return False


def _new(old: _Bare, new: _Bare, index: int, place: int | None, lost: Sequence[int]) -> NewRef:
    content = new.content(index)
    known = next((one for _, one in old.refs if one not in lost and content and old.content(one) == content), None)
    if known is None and not content:
        named = new.page.table.uses[index].name
        known = next((one for _, one in old.refs if named and old.page.table.uses[one].name == named), None)
    return NewRef(content, None if place is None else old.offset(place), known)


def _changes(old: _Bare, new: _Bare, blocks: Sequence[_Stretch]) -> Iterator[WordChange]:
    """Blocks that differ; a space put before a ref is none."""
    spots = {position for position, _ in new.refs}
    for block in blocks:
        before, after = old.text[block.i1 : block.i2], new.text[block.j1 : block.j2]
        spaced = not before and after.isspace() and block.j2 in spots
        if not (block.same or spaced):
            yield WordChange(old.page.text.count("\n", 0, old.offset(block.i1)) + 1, before, after)
