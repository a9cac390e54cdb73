"""Edits and findings while they are gathered; ids and places are made once, at the end."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from bot.codes import code_named
from bot.language.fold import fold
from bot.model.edit import Declared, Edit, Finding, Span
from bot.model.ids import identity
from bot.model.message import Message
from bot.model.page import Page, places
from bot.model.words import Fix

#: Spans further apart than this, in characters, are known by their own texts only.
_NEAR = 200
#: So many spans tell one edit from another; equals are numbered.
_FIRST = 20
_WORD = re.compile(r"\w+")


@dataclass(slots=True, eq=False)
class Draft:
    """An edit without its id: spans as (start, end, new text). ``touches`` are stretches whose other drafts it depends on.

    ``quiet`` marks an edit that changes nothing a reader sees: never made alone. ``declares`` as in ``Edit``; a
    safe draft without it declares that a reader loses nothing.
    """

    code: str
    fix: Fix
    message: Message
    spans: list[tuple[int, int, str]]
    touches: list[tuple[int, int]] = field(default_factory=list)
    needs: list[Draft] = field(default_factory=list)
    quiet: bool = False
    declares: Declared | None = None

    @property
    def account(self) -> Declared | None:
        """What the draft declares; None where its spans speak for themselves."""
        return Declared() if self.declares is None and self.fix is Fix.safe else self.declares

    @property
    def lost(self) -> tuple[str, ...]:
        """The addresses that the draft declares lost; it may bring them back in another form."""
        return self.declares.addresses_lost if self.declares is not None else ()


@dataclass(frozen=True, slots=True)
class Noted:
    """A finding without id and places; ``former`` are the source keys that earlier versions read for ``key``."""

    code: str
    message: Message
    offset: int
    words: str
    excerpt: str
    key: str = ""
    citation: str | None = None
    former: tuple[str, ...] = ()


def finish_edits(page: Page, drafts: Iterable[Draft]) -> tuple[Edit, ...]:
    """Edits with ids (contract, «Identity»): code and folded old words, numbered among equals."""
    seen: Counter[tuple[str, str]] = Counter()
    ids: dict[int, str] = {}
    made: list[tuple[Draft, tuple[Span, ...]]] = []
    for draft in sorted(drafts, key=lambda draft: min(draft.spans)[:2]):
        spans = tuple(Span(start, end, page.text[start:end], after) for start, end, after in sorted(draft.spans))
        old = _words(page.text, spans)
        ordinal = seen[draft.code, old]
        seen[draft.code, old] += 1
        ids[id(draft)] = identity(page.wiki, page.title, "edit", draft.code, old, str(ordinal))
        made.append((draft, spans))
    return tuple(
        Edit(
            ids[id(draft)], draft.code, draft.fix, draft.message, spans,
            tuple(dict.fromkeys(ids[id(other)] for other in draft.needs if id(other) in ids)), draft.account,
        )
        for draft, spans in made
    )  # fmt: skip


def _words(text: str, spans: tuple[Span, ...]) -> str:
    """What an edit is known by: the words it stands around or beside, since marks alone are alike wherever they stand."""
    start, end = spans[0].start, spans[-1].end
    if end - start > _NEAR:
        return fold(" … ".join(span.before[:_NEAR] for span in spans[:_FIRST]))
    if any(char.isalnum() for char in text[start:end]):
        return fold(text[start:end])
    before = _WORD.findall(text[max(0, start - _NEAR) : start].rpartition("\n")[2])
    after = _WORD.findall(text[end : end + _NEAR].partition("\n")[0])
    return fold(" ".join([*before[-1:], text[start:end], *after[:1]]))


def finish_findings(page: Page, noted: Iterable[Noted]) -> tuple[Finding, ...]:
    """Findings with ids; equal ids are one finding with several places."""
    grouped: dict[str, list[Noted]] = {}
    for note in noted:
        name = identity(page.wiki, page.title, note.code, fold(note.words), note.key)
        grouped.setdefault(name, []).append(note)
    offsets = sorted({note.offset for notes in grouped.values() for note in notes})
    at = dict(zip(offsets, places(page.text, offsets), strict=True))
    found = [
        Finding(
            name, notes[0].code, code_named(notes[0].code).severity, notes[0].message,
            tuple(sorted({at[note.offset] for note in notes})), notes[0].excerpt, notes[0].citation,
            _aliases(page, notes[0]),
        )
        for name, notes in grouped.items()
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda finding: (finding.places, finding.code)))


def _aliases(page: Page, note: Noted) -> tuple[str, ...]:
    return tuple(identity(page.wiki, page.title, note.code, fold(note.words), key) for key in note.former)


def moved_back(noted: Iterable[Noted], base: list[Draft]) -> list[Noted]:
    """Findings of the text after ``base``, at their places on the text before it."""
    shift = _Shift(base)
    return [replace(note, offset=shift.origin(note.offset)) for note in noted]


class _Mark(NamedTuple):
    """One span of a base draft: where it came to stand, and where it was."""

    start: int
    end: int
    old_start: int
    old_end: int
    after: str
    owner: int


class Rebased(NamedTuple):
    """Drafts put back on the older text, and the base drafts that still stand alone."""

    drafts: list[Draft]
    base: list[Draft]


def rebase(drafts: list[Draft], base: list[Draft]) -> Rebased:
    """Put drafts made after ``base`` was applied back on the text before it.

    A draft that writes where base drafts wrote becomes one with them (all or none); one that only reads there (``touches``)
    needs them.
    """
    if not base or not drafts:
        return Rebased(drafts, base)
    shift = _Shift(base)
    alone: list[Draft] = []
    made: list[Draft] = []
    became: dict[int, Draft] = {}
    for old, new in _groups(drafts, base, shift):
        if not new:
            alone += old
            continue
        whole = _joined(new, old, shift)
        made.append(whole)
        became |= {id(part): whole for part in (*new, *old)}
    for draft in (*made, *alone):
        needs = dict.fromkeys(became.get(id(other), other) for other in draft.needs)
        draft.needs = [other for other in needs if other is not draft]
    return Rebased(made, alone)


def _groups(drafts: list[Draft], base: list[Draft], shift: _Shift) -> Iterator[tuple[list[Draft], list[Draft]]]:
    """Base drafts, and drafts on their text, that write in one place; a draft that reads where one wrote needs it from now on."""
    every = [*base, *drafts]
    joined = _Union(len(every))
    for index, draft in enumerate(drafts, len(base)):
        for mark in _met(draft.spans, shift):
            joined.join(mark.owner, index)
        read = {mark.owner for mark in _met(draft.touches, shift)}
        draft.needs += [base[owner] for owner in sorted(read) if base[owner] not in draft.needs]
    groups: dict[int, tuple[list[Draft], list[Draft]]] = {}
    for index, draft in enumerate(every):
        groups.setdefault(joined.root(index), ([], []))[index >= len(base)].append(draft)
    yield from groups.values()


def _met(stretches: Iterable[tuple[int, int] | tuple[int, int, str]], shift: _Shift) -> Iterator[_Mark]:
    """Where base drafts wrote in any of the stretches."""
    for stretch in stretches:
        yield from shift.overlapping(stretch[0], stretch[1])


def _joined(new: list[Draft], old: list[Draft], shift: _Shift) -> Draft:
    """One draft out of some and the base drafts they overlap."""
    both, first = [*new, *old], new[0]
    spans = [shift.back(*span) for span in _spans(new)]
    taken = [(start, end) for start, end, _ in spans]
    first.spans = sorted([*spans, *(span for span in _spans(old) if not _lies_in(span, taken))])
    first.needs = list(chain.from_iterable(draft.needs for draft in both))
    first.fix = Fix.review if Fix.review in {draft.fix for draft in both} else Fix.safe
    first.quiet = all(draft.quiet for draft in both)
    first.declares = _together([draft.account for draft in both])
    return first


def _spans(drafts: list[Draft]) -> Iterator[tuple[int, int, str]]:
    return chain.from_iterable(draft.spans for draft in drafts)


def _lies_in(span: tuple[int, int, str], stretches: list[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in stretches)


def _together(accounts: list[Declared | None]) -> Declared | None:
    """What several drafts declare as one."""
    known = [account for account in accounts if account is not None]
    return sum(known, Declared()) if len(known) == len(accounts) else None


class _Shift:
    """The way back from the text after the base drafts to the one before."""

    def __init__(self, base: list[Draft]) -> None:
        self.marks: list[_Mark] = []
        delta = 0
        owned = sorted((span, owner) for owner, draft in enumerate(base) for span in draft.spans)
        for (start, end, after), owner in owned:
            self.marks.append(_Mark(start + delta, start + delta + len(after), start, end, after, owner))
            delta += len(after) - (end - start)
        self.starts = [mark.start for mark in self.marks]

    def overlapping(self, start: int, end: int) -> list[_Mark]:
        """Marks that share a character with the stretch, or are deletions strictly inside it."""
        at = max(bisect_left(self.starts, start) - 1, 0)
        found = []
        while at < len(self.marks) and self.marks[at].start < end:
            mark = self.marks[at]
            if mark.end > start and (mark.end > mark.start or mark.start > start):
                found.append(mark)
            at += 1
        return found

    def back(self, start: int, end: int, after: str) -> tuple[int, int, str]:
        """A span on the older text; what a mark wrote outside the span is kept as written."""
        inside = self.overlapping(start, end)
        if inside and inside[0].start < start:
            after = inside[0].after[: start - inside[0].start] + after
            start = inside[0].start
        if inside and inside[-1].end > end:
            after += inside[-1].after[len(inside[-1].after) - (inside[-1].end - end) :]
            end = inside[-1].end
        if start == end:
            old = self._old(start, left=True)
            return old, old, after
        return self._old(start, left=True), self._old(end, left=False), after

    def origin(self, position: int) -> int:
        """Where a character stood, or the beginning of what its edit took away."""
        return self._old(position, left=True)

    def _old(self, position: int, *, left: bool) -> int:
        at = (bisect_right if left else bisect_left)(self.starts, position) - 1
        if left and at >= 0 and self.marks[at].end > position:  # the span begins where the mark begins
            return self.marks[at].old_start
        if at < 0:
            return position
        return position + self.marks[at].old_end - self.marks[at].end


class _Union:
    """Sets of indices that belong together."""

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))

    def root(self, index: int) -> int:
        while self.parent[index] != index:
            self.parent[index] = self.parent[self.parent[index]]
            index = self.parent[index]
        return index

    def join(self, one: int, other: int) -> None:
        self.parent[self.root(other)] = self.root(one)
