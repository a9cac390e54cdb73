"""Three versions of a text brought together line by line, or not at all: a line that both sides touched is nobody's to choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher


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
    matcher = SequenceMatcher(None, base, other, autojunk=False)
    return [
        _Change(start, end, tuple(other[low:high]))
        for kind, start, end, low, high in matcher.get_opcodes()
        if kind != "equal"
    ]


def _woven(left: list[_Change], right: list[_Change]) -> Iterator[_Change | None]:
    """Both lists in the order of the base; None for a conflict."""
    while left and right:
        first, second = left[0], right[0]
        if first == second:
            yield left.pop(0)
            right.pop(0)
        elif first.end < second.start:
            yield left.pop(0)
        elif second.end < first.start:
            yield right.pop(0)
        else:
            yield None
            return
    yield from left
    yield from right
