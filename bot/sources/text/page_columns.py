"""Two columns that a file draws line by line across the page, put one after the other. Pure geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

#: A gutter is looked for in the middle of the text (shares of its width).
_MIDDLE = (0.3, 0.7)
#: Of the lines so many may reach across the gutter: titles, wide figures.
_ACROSS = 0.2
#: Lines of prose fill their column; cells of a table do not, and stay in their rows.
_FILLED = 0.65
#: Columns are interleaved when the side changes at least this often from line to line.
_CHANGES = 0.4


@dataclass(frozen=True, slots=True)
class Rect:
    """A stretch of one line, in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


def in_order(rects: Sequence[Rect]) -> list[int] | None:
    """The indexes in reading order, left column first between lines that reach across; None where the order is good as it is."""
    gutter = _gutter(rects)
    if gutter is None:
        return None
    sides = [_side(rect, gutter) for rect in rects]
    narrow = [side for side in sides if side]
    changes = sum(one != other for one, other in pairwise(narrow))
    if min(narrow.count(-1), narrow.count(1)) < 4 or changes < _CHANGES * len(narrow) or not _prose(rects, sides):
        return None
    order: list[int] = []
    waiting: list[int] = []
    for at in sorted(range(len(rects)), key=lambda at: (-rects[at].top, rects[at].left)):
        if sides[at]:
            waiting.append(at)
            continue
        order += sorted(waiting, key=lambda one: (sides[one], -rects[one].top, rects[one].left))
        order.append(at)
        waiting = []
    return order + sorted(waiting, key=lambda one: (sides[one], -rects[one].top, rects[one].left))


def _prose(rects: Sequence[Rect], sides: Sequence[int]) -> bool:
    """Whether the lines of both sides are about as long as their column is wide."""
    for side in (-1, 1):
        own = [rect for rect, one in zip(rects, sides, strict=True) if one == side]
        width = max(rect.right for rect in own) - min(rect.left for rect in own)
        filled = sorted((rect.right - rect.left) / max(width, 1e-9) for rect in own)
        if filled[len(filled) // 2] < _FILLED:
            return False
    return True


def _gutter(rects: Sequence[Rect]) -> float | None:
    """The x that the fewest lines cross, if hardly any does."""
    if not rects:
        return None
    left, right = min(rect.left for rect in rects), max(rect.right for rect in rects)
    width = right - left
    if width <= 0:
        return None
    steps = [left + width * (_MIDDLE[0] + (_MIDDLE[1] - _MIDDLE[0]) * step / 40) for step in range(41)]
    crossed = [sum(rect.left < x < rect.right for rect in rects) for x in steps]
    fewest = min(crossed)
    if fewest > _ACROSS * len(rects):
        return None
    best = [x for x, count in zip(steps, crossed, strict=True) if count == fewest]
    return best[len(best) // 2]


def _side(rect: Rect, gutter: float) -> int:
    """-1 left, 1 right, 0 across."""
    if rect.right <= gutter:
        return -1
    return 1 if rect.left >= gutter else 0
