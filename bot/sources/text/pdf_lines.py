"""Lines of PDF pages into paragraphs: columns one after the other, running heads and page numbers off, broken words joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.sources.text import line_numbers

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
#: A sentence that goes on, and the end of one.
_RUNS_ON = re.compile(r"[a-zа-яё]|\d+(?:[.,;:%)]|\s+[a-zа-яё(]|$)")
_SENTENCE_END = re.compile(r"[.!?…][»”\")\]]*(?=\s+[A-ZА-ЯЁ«“\"(\[]|\s*$)")
_DIGITS = re.compile(r"\d+")
#: A gutter is looked for in the middle of the text (shares of its width).
_MIDDLE = (0.3, 0.7)
#: Of the lines so many may reach across the gutter: titles, wide figures.
_ACROSS = 0.2
#: Lines of prose fill their column; cells of a table do not, and stay in their rows.
_FILLED = 0.65
#: Columns are interleaved when the side changes at least this often from line to line.
_CHANGES = 0.4
#: On so many pages a line that they begin or end with is a running head; so many lines deep is one.
_ENOUGH, _DEEP = 3, 3


@dataclass(frozen=True, slots=True)
class Cut:
    """A page's lines without its head and foot; ``printed`` is the number that stood there, or ""."""

    lines: tuple[str, ...]
    printed: str


def of_pages(texts: Sequence[str]) -> list[Cut]:
    """Every page's own lines: without running heads and feet of up to three lines, page numbers and numbers of lines."""
    pages = [Cut(tuple(line_numbers.without(_lines(text))), "") for text in texts]
    for deep in range(_DEEP):
        heads = _running([page.lines[0] if page.lines else "" for page in pages])
        feet = _running([page.lines[-1] if page.lines else "" for page in pages])
        pages = [_cut(page, heads.get(at), feet.get(at), any_number=not deep) for at, page in enumerate(pages)]
    return pages


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


def over_pages(parts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """(paragraph, page) pairs in which a sentence that runs over the end of a page is whole, on the page where it begins."""
    found: list[tuple[str, str]] = []
    for text, where in parts:
        rest = text
        if found and found[-1][1] != where and not _ENDS.search(found[-1][0]) and _RUNS_ON.match(text):
            end = _SENTENCE_END.search(text)
            cut = end.end() if end else len(text)
            before = found[-1][0]
            word = before.endswith("-") and before[-2:-1].isalpha()
            found[-1] = (before[:-1] + text[:cut] if word else f"{before} {text[:cut]}", found[-1][1])
            rest = text[cut:].strip()
        if rest:
            found.append((rest, where))
    return found


def _lines(text: str) -> Sequence[str]:
    """Trimmed lines, blank ones kept inside, none at the ends."""
    joined = _BROKEN_WORD.sub("", text.translate(_LIGATURES)).replace("\r", "")
    return _trimmed([re.sub(r"\s+", " ", line).strip() for line in joined.split("\n")])


def _trimmed(lines: Sequence[str]) -> Sequence[str]:
    """Without the blank ones at the ends."""
    said = [at for at, line in enumerate(lines) if line]
    return lines[said[0] : said[-1] + 1] if said else []


def _running(edge: Sequence[str]) -> dict[int, str]:
    """Which pages have a running head (or foot) on that edge, with the number printed beside or in it ("" for none).

    It is what a third of the pages or more have there, three of them at least, numbers aside; or what two have with a number
    that counts on with the pages: heads change from left to right pages, and from chapter to chapter.
    """
    alike: dict[str, list[int]] = {}
    for at, line in enumerate(edge):
        if line:
            alike.setdefault(_DIGITS.sub("#", line), []).append(at)
    found: dict[int, str] = {}
    for form, pages in alike.items():
        numbers = {at: _number_of(edge[at]) for at in pages}
        counted = {at for at in pages if _counts_on(at, numbers)}
        bare = _NUMBER.fullmatch(form.replace("#", "1")) is not None
        often = len(pages) >= max(_ENOUGH, len(edge) / 3) and not bare
        found |= {at: numbers[at] for at in (pages if often else counted)}
    return found | _with_the_pages(edge, found)


def _with_the_pages(edge: Sequence[str], running: Mapping[int, str]) -> dict[int, str]:
    """Heads that stand on one page alone, by their number: it counts on with those of other pages (a chapter of one page)."""
    steps = Counter(int(said) - at for at, said in running.items() if said.isdigit())
    numbers = {at: _number_of(line) for at, line in enumerate(edge) if at not in running}
    return {at: said for at, said in numbers.items() if said.isdigit() and steps[int(said) - at] > 1}


def _counts_on(at: int, numbers: Mapping[int, str]) -> bool:
    """Whether another page's number is as far from this one's as the pages are."""
    own = numbers[at]
    return own.isdigit() and any(
        other != at and said.isdigit() and int(said) - int(own) == other - at for other, said in numbers.items()
    )


def _number_of(line: str) -> str:
    """The number at the edge of a line, or that it is."""
    alone, beside = _NUMBER.fullmatch(line), _NUMBER_AT_EDGE.search(line)
    return alone[1] if alone else (beside[1] or beside[2]) if beside else ""


def _cut(page: Cut, head: str | None, foot: str | None, *, any_number: bool) -> Cut:
    """Take the edges off a page. A number alone on the outermost line is the page's, also where no other page counts with it."""
    rest, printed = list(page.lines), page.printed
    for at, running in ((0, head), (-1, foot)):
        if len(rest) < 2:
            continue
        alone = _NUMBER.fullmatch(rest[at]) if any_number else None
        if running is None and alone is None:
            continue
        printed = printed or (alone[1] if alone else running or "")
        del rest[at]
    return Cut(tuple(_trimmed(rest)), printed)


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
