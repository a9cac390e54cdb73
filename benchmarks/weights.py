"""Fit the weights of the comparison levels on one half of HALLMARK, and write ``bot/identity/data/weights.toml``.

    python -m benchmarks.weights HALLMARK.jsonl

A weight is log2 of how much likelier a level is between a reference and its own work than between it and another (splink's match
weight). Own works: every reference of the fitted half, valid or altered, whose work is known, in three forms. Others: two works
by chance and the three of the most similar titles. Levels that the data shows less than five times in both have no weight.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log2
from pathlib import Path

from rapidfuzz import process

from benchmarks import hallmark
from benchmarks.hallmark import Entry
from bot.identity import imprint, rosters, titles, years
from bot.model.citation import Cited
from bot.model.page import Page
from bot.model.source import Work
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from tests.fakes.library import Replica

TARGET = Path(__file__).parents[1] / "bot" / "identity" / "data" / "weights.toml"
_LEAST = 5
Met = Counter[tuple[str, str]]


def levels(cited: Cited, work: Work) -> Iterator[tuple[str, str]]:
    """Field and level of everything that both give."""
    if cited.title and work.titles:
        yield "title", titles.compare(cited.title, work.titles).level.name
    if cited.authors and work.authors:
        met = rosters.compare(cited.authors, work.authors, plain=cited.plain, complete=work.roster_complete)
        yield "authors", met.level.name
    if cited.year and work.years:
        yield "year", years.compare(cited, work).name
    for check in imprint.checks(cited, work, editions=False, same_year=cited.year in work.years):
        yield check.field, check.level or ""


def pairs(entries: Sequence[Entry], works: Sequence[Replica]) -> Iterator[tuple[bool, Cited, Work]]:
    """Whether it is its own work, the reference, the record."""
    chance = random.Random(14)  # noqa: S311 (a seeded fit)
    own = {hallmark.folded(work.title): work for work in works}
    named = [work.title for work in works]
    for entry in entries:
        work = own.get(hallmark.folded(hallmark.original(entry)))
        if work is None:
            continue
        nearest = [works[place] for _, _, place in process.extract(entry.fields["title"], named, limit=4)]
        others = [other for other in (*chance.sample(list(works), 2), *nearest) if other is not work]
        for note in hallmark.notes(entry, identified=False):
            cited = Wikitext(Page(name="", title="", text=f"x<ref>{note}</ref>"), profile("modern")).citations[0].cited
            yield True, cited, record(work)
            for other in others:
                yield False, cited, record(other)


def record(work: Replica) -> Work:
    """A work as Crossref or DBLP gives it."""
    return Work(
        "crossref" if work.doi else "dblp",
        (work.title,),
        work.authors,
        (work.year,),
        venues=tuple(filter(None, (work.container, work.short_container))),
        volume=work.volume,
        issue=work.issue,
        pages=work.page,
        roster_complete=bool(work.doi),
        periodical=work.type == "journal-article",
    )


def fitted(own: Met, others: Met) -> dict[str, dict[str, float]]:
    """The weights by field and level, add-half smoothed."""
    found: dict[str, dict[str, float]] = {}
    for field, level in sorted(own | others):
        if own[field, level] + others[field, level] < _LEAST:
            continue
        sums = [sum(count for (name, _), count in met.items() if name == field) for met in (own, others)]
        shares = [(met[field, level] + 0.5) / (total + 1) for met, total in zip((own, others), sums, strict=True)]
        found.setdefault(field, {})[level] = round(log2(shares[0] / shares[1]), 1)
    return found


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    entries = hallmark.read(parser.parse_args().data)
    own, others = Met(), Met()
    for same, cited, work in pairs([entry for entry in entries if entry.fit], hallmark.library(entries)):
        (own if same else others).update(levels(cited, work))
    lines = [
        "# log2 of how much likelier a level is between a reference and its own work than another: fitted on the half of",
        "# HALLMARK's dev_public (MIT) whose keys have an even SHA-256, by `python -m benchmarks.weights`; not by hand.",
    ]
    for field, rows in fitted(own, others).items():
        lines += ["", f"[{field}]", *(f'"{level}" = {value}' for level, value in rows.items())]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
