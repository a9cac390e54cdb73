"""Math-Net.Ru: mathematics in Russian. There is no API; a paper's page carries its metadata, each language on its own page. It
may confirm, never convict.

One paper has a Russian and a translated record, with another DOI, other pages, another journal's name (Мат. сб., Sb. Math.), and
a year that is often one later: both languages are read, and the year after counts.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from bot.model.outcome import Outcome, Shown
from bot.model.source import Work
from bot.registries import Fetches, Registry, Services
from bot.registries.shape import once

NAME = "mathnet"


async def page(services: Services, fetcher: Fetches, number: str) -> Outcome:
    """The paper's Russian page with what the English one adds to the description; «sm6181» names it."""
    home = services.address(NAME)
    outcome = await fetcher.read(f"{home}/rus/{number}", operator=home)
    if not isinstance(outcome, Shown) or outcome.work is None:
        return outcome
    english = await fetcher.read(f"{home}/eng/{number}", operator=home)
    other = english.work if isinstance(english, Shown) else None
    return replace(outcome, work=_both(outcome.work, other))


def _both(russian: Work, english: Work | None) -> Work:
    """One record out of two languages'. Volume and pages are left out: each record has its own."""
    records = [russian] if english is None else [russian, english]
    printed = list(chain.from_iterable(record.years for record in records))
    return replace(
        russian,
        service=NAME,
        titles=once(*chain.from_iterable(record.titles for record in records)),
        authors=once(*chain.from_iterable(record.authors for record in records)),
        years=once(*printed, *(year + 1 for year in printed)),
        identifiers=tuple(dict.fromkeys(chain.from_iterable(record.identifiers for record in records))),
        venues=once(*chain.from_iterable(record.venues for record in records)),
        volume="",
        issue="",
        pages="",
        roster_complete=False,
    )


REGISTRY = Registry(
    NAME,
    "https://www.mathnet.ru",
    (1.0, 2),
    rank=170,
    asked_about="an article's page, in both languages",
    asked_when="instead of the plain page",
    may_convict="no",
    pace_in_words="one in half a second",
    page=page,
)
