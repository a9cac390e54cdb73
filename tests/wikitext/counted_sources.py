"""Sources of real articles against a count by hand: ``python -m tests.wikitext.counted_sources`` prints shares and every miss.

``tests/cases/sources/ORIGIN.md`` says where the articles are from and by which rules they were counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.model.words import CitationKind
from bot.profiles import profile
from bot.wikitext.text import Wikitext

ARTICLES = Path(__file__).resolve().parents[1] / "cases" / "sources"
_NOTE = re.compile(r"<ref(?:\s[^<>/]*|\s[^<>]*[^/<>])?>(?=\s*[^\s<])", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True)
class Row:
    """One source that a person counts: its line, the kinds it may have (empty: it may be counted or not), some of its words."""

    line: int
    kinds: frozenset[str]
    words: str


@dataclass
class Compared:
    """One article: what both see, what only the person sees, what only the program sees (line and kind)."""

    article: str
    seen: Counter[str] = field(default_factory=Counter)
    missed: list[Row] = field(default_factory=list)
    extra: list[tuple[int, str]] = field(default_factory=list)


def compared() -> Iterator[Compared]:
    """Every article of the folder."""
    for table in sorted(ARTICLES.glob("*.sources")):
        text = table.with_suffix(".wiki").read_text(encoding="utf-8")
        yield _compare(table.stem, text, [*_rows(table.read_text(encoding="utf-8")), *_notes(text)])


def _rows(table: str) -> Iterator[Row]:
    for line in table.splitlines():
        number, kinds, *words = line.split(" ", 2)
        yield Row(int(number), frozenset() if kinds == "any" else frozenset(kinds.split("|")), " ".join(words))


def _notes(text: str) -> Iterator[Row]:
    """Each ref tag that has a text, by a reading of its own."""
    shown = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in _NOTE.finditer(shown):
        yield Row(shown.count("\n", 0, found.start()) + 1, frozenset({"note"}), shown[found.end() : found.end() + 60])


def _compare(article: str, text: str, rows: list[Row]) -> Compared:
    name = "mlru" if article.startswith("ru_") else "enwiki"
    places = [place for citation in Wikitext.of(text, profile(name)).citations for place in citation.places]
    left = Counter((place.line, place.kind.value) for place in places)
    done = Compared(article)
    for row in rows:
        kind = next((kind for kind in sorted(row.kinds) if left[row.line, kind]), None)
        if kind is not None:
            left[row.line, kind] -= 1
            done.seen[kind] += 1
        elif row.kinds:
            done.missed.append(row)
    free = {row.line for row in rows if not row.kinds}
    done.extra = [
        place for place, count in left.items() for _ in range(count)
        if place[0] not in free and place[1] != CitationKind.note.value
    ]  # fmt: skip
    return done


if __name__ == "__main__":
    pages = list(compared())
    for page in pages:
        for row in page.missed:
            print(f"{page.article}:{row.line}: missed {'|'.join(sorted(row.kinds))}: {row.words[:60]!r}")
        for line, kind in page.extra:
            print(f"{page.article}:{line}: no source, but read as {kind}")
    seen = sum((page.seen for page in pages), Counter[str]())
    missed = Counter("|".join(sorted(row.kinds)) for page in pages for row in page.missed)
    extra = sum(len(page.extra) for page in pages)
    found = seen.total()
    print(f"{len(pages)} articles; seen {dict(seen)}; missed {dict(missed)}; no sources {extra}")
    print(f"recall {found / (found + missed.total()):.3f}, extra {extra / (found + extra):.3f}")
