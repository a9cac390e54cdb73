"""Claims of real articles against a count by hand: ``python -m tests.wikitext.counted_claims`` prints what is read otherwise.

``tests/cases/claims/articles/ORIGIN.md`` says where the articles are from and by which rules they were counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bot.model.citation import Claim
from bot.profiles import profile
from bot.wikitext.text import Wikitext

ARTICLES = Path(__file__).resolve().parents[1] / "cases" / "claims" / "articles"
_EDGES = " .,;:)"


class Counted(NamedTuple):
    """One group of adjacent refs: where, what a person reads (any of them), and what the program does."""

    article: str
    number: int
    expected: tuple[str, ...]
    found: Claim | None

    @property
    def right(self) -> bool:
        """Whether the program reads one of the words a person would."""
        if self.found is None:
            return False
        if self.expected == ("NOT",):
            return not self.found.checkable
        return self.found.checkable and any(_is(words, self.found.text) for words in self.expected)


def counted() -> Iterator[Counted]:
    """Every line of every table."""
    for table in sorted(ARTICLES.glob("*.claims")):
        text = table.with_suffix(".wiki").read_text(encoding="utf-8")
        page = Wikitext.of(text, profile("enwiki"))
        tags = sorted(range(len(page.table.uses)), key=lambda use: page.table.uses[use].start)
        claims = {min(map(tags.index, found.uses)) + 1: found.claim for found in page.claims}
        for line in table.read_text(encoding="utf-8").splitlines():
            number, words = line.split(" ", 1)
            expected = ("NOT",) if words.startswith("NOT") else tuple(words.split(" || "))
            yield Counted(table.stem, int(number), expected, claims.get(int(number)))


def _is(expected: str, found: str) -> bool:
    """Whether the claim begins and ends as the table says; the full stop and brackets at its end may be left out."""
    found = re.sub(r"\s+", " ", found).strip(_EDGES)
    first, ellipsis, last = expected.partition("…")
    if not ellipsis:
        return found == expected.strip(_EDGES)
    return found.startswith(first.strip()) and found.endswith(last.strip(_EDGES))


if __name__ == "__main__":
    rows = list(counted())
    for row in rows:
        if not row.right:
            print(row.article, row.number, row.expected, "=>", row.found)
    print(f"{sum(row.right for row in rows)} of {len(rows)}")
