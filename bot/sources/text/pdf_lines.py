"""Lines of PDF pages into paragraphs: columns one after the other, running heads and page numbers off, broken words joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
#: PDFium marks a hyphen at a line's end with U+0002 or U+FFFE.
_BROKEN_WORD = re.compile(r"(?<=\w)(?:[\x02\ufffe\u00ad]\s*|-[ \t]*\r?\n\s*(?=[a-zа-яё]))")
_ENDS = re.compile(r"[.!?…:;\"»”)\]]$")
_NUMBER = re.compile(r"[-–—\s]*+(\d{1,4}|[ivxlc]{1,6})[-–—\s]*")
_NUMBER_AT_EDGE = re.compile(r"^(\d{1,4})\s+\D|\D\s(\d{1,4})$")
#: Lines that stand alone: titles of the usual parts, and numbered headings that leave a good part of the line empty.
_PART = re.compile(
    r"(?:\d{1,2}\.?\s+|[IVX]{1,4}\.\s+)?(?:abstract|introduction|conclusions?|references|bibliography|acknowledge?ments?|"
    r"appendi(?:x|ces)(?: [A-Z])?|literature cited|аннотация|введение|заключение|выводы|благодарности|литература|источники|"
    r"список (?:использованной )?литературы|список источников|приложени[ея](?: \w)?)\s*[.:]?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:§\s*)?\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+[A-ZА-ЯЁ][^.;:!?]{2,80}")
_DIGITS = re.compile(r"\d+")
#: A gutter is looked for in the middle of the text (shares of its width).
_MIDDLE = (0.3, 0.7)
#: Of the lines so many may reach across the gutter: titles, wide figures.
_ACROSS = 0.2
#: Lines of prose fill their column; cells of a table do not, and stay in their rows.
_FILLED = 0.65
#: Columns are interleaved when the side changes at least this often from line to line.
_CHANGES = 0.4
#: In so many pages and more a line that most of them begin or end with is a running head.
_ENOUGH = 4


@dataclass(frozen=True, slots=True)
class Cut:
    """A page's lines without its head and foot; ``printed`` is the number that stood there, or ""."""

    lines: tuple[str, ...]
    printed: str


def of_pages(texts: Sequence[str]) -> list[Cut]:
    """Every page's own lines. A running head is what most pages begin or end with, numbers aside."""
    pages = [_lines(text) for text in texts]
    heads = _running([page[:1] for page in pages])
    feet = _running([page[-1:] for page in pages])
    return [_cut(page, heads, feet) for page in pages]


def _is_heading(line: str, width: int) -> bool:
    """Whether a line is a numbered heading, or names a part of the work."""
    return _PART.fullmatch(line) is not None or (len(line) < 0.7 * width and _NUMBERED.fullmatch(line) is not None)


def _ends_paragraph(line: str, width: int) -> bool:
    """Whether a line is empty, or ends a sentence well before the margin."""
    return not line or (len(line) < 0.8 * width and _ENDS.search(line) is not None)


def paragraphs(page: Sequence[str]) -> Iterator[str]:
    """Paragraphs of a page: PDF knows lines only; one that ends a sentence well before the margin ends a paragraph."""
    width = max((len(line) for line in page), default=0)
    gathered: list[str] = []
    for line in [*page, ""]:
        heads = _is_heading(line, width)
        if line and not heads:
            gathered.append(line)
        if gathered and (heads or _ends_paragraph(line, width)):
            yield " ".join(gathered)
            gathered = []
        if heads:
            yield line


def _lines(text: str) -> list[str]:
    """Trimmed lines, blank ones kept inside, none at the ends."""
    joined = _BROKEN_WORD.sub("", text.translate(_LIGATURES)).replace("\r", "")
    found = [re.sub(r"\s+", " ", line).strip() for line in joined.split("\n")]
    first = next((at for at, line in enumerate(found) if line), len(found))
    while found and not found[-1]:
        found.pop()
    return found[first:]


def _running(edges: Sequence[Sequence[str]]) -> frozenset[str]:
    """What at least half of many pages have at that edge."""
    if len(edges) < _ENOUGH:
        return frozenset()
    counted = Counter(_DIGITS.sub("#", line) for edge in edges for line in edge)
    return frozenset(line for line, often in counted.items() if 2 * often >= len(edges) and line != "#")


def _cut(page: list[str], heads: frozenset[str], feet: frozenset[str]) -> Cut:
    """Take the edges off a page. A number alone on its line there is the page's."""
    rest, printed = list(page), ""
    for at, running in ((0, heads), (-1, feet)):
        line = rest[at] if rest else ""
        alone = _NUMBER.fullmatch(line)
        if alone is not None and len(rest) > 1:
            printed = printed or alone[1]
            del rest[at]
        elif line and _DIGITS.sub("#", line) in running and len(rest) > 1:
            beside = _NUMBER_AT_EDGE.search(line)
            printed = printed or ((beside[1] or beside[2]) if beside else "")
            del rest[at]
    return Cut(tuple(rest), printed)


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
    return _by_columns(rects, sides)


def _by_columns(rects: Sequence[Rect], sides: Sequence[int]) -> list[int]:
    """The indexes from top to bottom, left before right between two lines that reach across."""
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
    left = min((rect.left for rect in rects), default=0.0)
    width = max((rect.right for rect in rects), default=0.0) - left
    if width <= 0:
        return None
    steps = [left + width * (_MIDDLE[0] + (_MIDDLE[1] - _MIDDLE[0]) * step / 40) for step in range(41)]
    crossed = {x: sum(rect.left < x < rect.right for rect in rects) for x in steps}
    fewest = min(crossed.values())
    best = [x for x, count in crossed.items() if count == fewest]
    return None if fewest > _ACROSS * len(rects) else best[len(best) // 2]


def _side(rect: Rect, gutter: float) -> int:
    """-1 left, 1 right, 0 across."""
    if rect.right <= gutter:
        return -1
    return 1 if rect.left >= gutter else 0
