"""Is what the wiki stored what was sent? And three versions of a text brought together.

The wiki changes texts in lawful ways, measured on 1.12.0 and the same in 1.39. A line that both sides touched is for nobody to
choose.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

#: What rtrim() takes off the end of a page before it is stored.
TRAILING = " \t\n\r\0\x0b"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
#: Places the pre-save transform rewrites: signatures, substitutions, the pipe trick.
_TRANSFORMED = re.compile(
    r"~{3,5}|\{\{\s*(?:safesubst|subst|подст)\s*:[^{}]*\}\}|\[\[[^\[\]|\n]+\|\]\]|\[\[\|[^\[\]|\n]+\]\]",
    re.IGNORECASE,
)


def as_received(text: str) -> str:
    """The text as the wiki reads it from a request: NFC, control characters replaced."""
    return unicodedata.normalize("NFC", _CONTROL.sub("\ufffd", text))


def as_stored(text: str) -> str:
    """The text as the wiki stores it: besides, one kind of line end and nothing blank at the end."""
    return as_received(text.replace("\r\n", "\n").replace("\r", "\n")).rstrip(TRAILING)


def is_stored(sent: str, stored: str) -> bool:
    """Whether ``stored`` can be what the wiki made of ``sent``: equal, but where the pre-save transform rewrites.

    The edit form turns CR LF into LF once more than the API does, so CR CR LF is one line end there and two here (1.39).
    """
    return any(_became(as_stored(read), as_stored(stored)) for read in (sent, sent.replace("\r\n", "\n")))


def _became(wanted: str, found: str) -> bool:
    if wanted == found:
        return True
    pieces = _TRANSFORMED.split(wanted)
    if len(pieces) == 1 or not found.startswith(pieces[0]):
        return False
    position = len(pieces[0])
    for piece in pieces[1:-1]:
        position = found.find(piece, position)
        if position == -1:
            return False
        position += len(piece)
    last = pieces[-1]
    return found.endswith(last) and len(found) - len(last) >= position


#: Between the first and the last line that a side changed, comparing takes the product of both lengths and more where lines
#: repeat. What is longer counts as one change: rather a conflict for a person than an hour.
_MOST_PAIRS = 1_000_000


@dataclass(frozen=True, slots=True)
class _Change:
    """Lines ``start``..``end`` of the base (end exclusive) become ``lines``."""

    start: int
    end: int
    lines: tuple[str, ...]


def merge3(base: str, mine: str, theirs: str) -> str | None:
    r"""Both sides' changes to ``base``; None where they touch each other (also side by side, as GNU diff3 has it).

    A change that both sides made alike is made once. Lines end at «\\n» alone.
    """
    lines = base.split("\n")
    merged: list[str] = []
    position = 0
    for change in _woven(_changes(lines, mine.split("\n")), _changes(lines, theirs.split("\n"))):
        if change is None:
            return None
        merged += [*lines[position : change.start], *change.lines]
        position = change.end
    return "\n".join(merged + lines[position:])


def _changes(base: list[str], other: list[str]) -> list[_Change]:
    head = _common(base, other)
    tail = _common(base[head:][::-1], other[head:][::-1])
    old, new = base[head : len(base) - tail], other[head : len(other) - tail]
    if len(old) * len(new) > _MOST_PAIRS:
        return [_Change(head, head + len(old), tuple(new))]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        _Change(head + start, head + end, tuple(new[low:high]))
        for kind, start, end, low, high in matcher.get_opcodes()
        if kind != "equal"
    ]


def _common(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def _woven(left: list[_Change], right: list[_Change]) -> Iterator[_Change | None]:
    """Both lists in the order of the base; None for a conflict."""
    ours, theirs = deque(left), deque(right)
    while ours and theirs:
        first, second = ours[0], theirs[0]
        if first == second:
            yield ours.popleft()
            theirs.popleft()
        elif first.end < second.start:
            yield ours.popleft()
        elif second.end < first.start:
            yield theirs.popleft()
        else:
            yield None
            return
    yield from ours
    yield from theirs


def marked_merge(base: str, mine: str, theirs: str, revision: int) -> str:
    """Both sides' changes to ``base``, with the lines of both where they touch, between marks as diff3 and git write them."""
    lines = base.split("\n")
    merged: list[str] = []
    position = 0
    for ours, other in _hunks(_changes(lines, mine.split("\n")), _changes(lines, theirs.split("\n"))):
        start = min(change.start for change in (*ours, *other))
        end = max(change.end for change in (*ours, *other))
        merged += lines[position:start]
        sides = [_side(lines, changes, start, end) for changes in (ours, other)]
        if not ours or not other or sides[0] == sides[1]:
            merged += sides[0] if ours else sides[1]
        else:
            merged += ["<<<<<<< mine", *sides[0], "=======", *sides[1], f">>>>>>> revision {revision}"]
        position = end
    return "\n".join(merged + lines[position:])


def _hunks(left: list[_Change], right: list[_Change]) -> Iterator[tuple[list[_Change], list[_Change]]]:
    """Changes that touch each other, both sides' together, in the order of the base."""
    sides = sorted(
        [*((change, 0) for change in left), *((change, 1) for change in right)], key=lambda one: one[0].start
    )
    hunk: tuple[list[_Change], list[_Change]] = ([], [])
    end = -1
    for change, side in sides:
        if change.start > end and any(hunk):
            yield hunk
            hunk = ([], [])
        hunk[side].append(change)
        end = max(end, change.end) if len(hunk[0]) + len(hunk[1]) > 1 else change.end
    if any(hunk):
        yield hunk


def _side(lines: list[str], changes: list[_Change], start: int, end: int) -> list[str]:
    """The lines ``start``..``end`` of the base as one side has them."""
    made, position = [], start
    for change in changes:
        made += [*lines[position : change.start], *change.lines]
        position = change.end
    return made + lines[position:end]
