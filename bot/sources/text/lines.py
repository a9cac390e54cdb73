"""Lines of PDF pages into paragraphs: running heads and printed page numbers taken off, broken words joined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


def paragraphs(page: Sequence[str]) -> Iterator[str]:
    """Paragraphs of a page: PDF knows lines only; one that ends a sentence well before the margin ends a paragraph."""
    width = max((len(line) for line in page), default=0)
    gathered: list[str] = []
    for line in [*page, ""]:
        if _PART.fullmatch(line) or (len(line) < 0.7 * width and _NUMBERED.fullmatch(line)):
            if gathered:
                yield " ".join(gathered)
            yield line
            gathered = []
            continue
        if line:
            gathered.append(line)
        if gathered and (not line or (len(line) < 0.8 * width and _ENDS.search(line))):
            yield " ".join(gathered)
            gathered = []


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
