"""Measure the link states on labelled addresses: how often a living page is called dead, how many dead ones are seen.

An address is a line of JSON, ``{"url": address, "label": state}`` with the contract's link states; other keys are ignored.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot import strictjson
from bot.bounded import read_text_bounded
from bot.errors import InputError
from bot.jobs.session import Session
from bot.judge.measure import Rate, share
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import Sources
from bot.model.words import LinkState
from bot.profiles import profile
from bot.wikitext.text import Wikitext

#: States that speak against an address, and those under which it works or nobody can tell.
AGAINST = frozenset(
    {LinkState.gone, LinkState.dead, LinkState.soft_404, LinkState.parked, LinkState.redirected_elsewhere}
)
LABELS = frozenset(LinkState) - {LinkState.none}


@dataclass(frozen=True, slots=True)
class LinkScores:
    """States by label: ``counts`` maps the true state to how often each was found."""

    counts: dict[LinkState, Counter[LinkState]]

    def against(self, label: LinkState) -> Rate:
        """The share of a label's addresses that were spoken against, with its interval: false alarms for living ones."""
        given = self.counts.get(label, Counter())
        return share(sum(n for state, n in given.items() if state in AGAINST), given.total())

    def exact(self, label: LinkState) -> Rate:
        """The share of a label's addresses that got that very state."""
        given = self.counts.get(label, Counter())
        return share(given[label], given.total())

    def as_json(self) -> dict[str, object]:
        """What ``--format json`` prints."""
        labels = {
            label.value: {
                "addresses": given.total(),
                "against": _rate(self.against(label)),
                "exact": _rate(self.exact(label)),
                "states": {state.value: n for state, n in sorted(given.items())},
            }
            for label, given in sorted(self.counts.items())
        }
        return {"schema": "mlwiki/bench-links/1", "labels": labels}


def read_addresses(path: Path) -> tuple[tuple[str, LinkState], ...]:
    """The addresses of a file with their states. Raises InputError for what is none."""
    try:
        lines = read_text_bounded(path).splitlines()
        return tuple(_read(strictjson.loads(line)) for line in lines if line.strip())
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            msg("{path} holds no labelled addresses: {error}", path=str(path), error=str(error)),
            msg("Give a file whose lines are JSON with “url” and “label”, a link state."),
        ) from error


def bench_links(addresses: Sequence[tuple[str, LinkState]], session: Session) -> LinkScores:
    """Look every address up as ``check`` would, over the session's network and store."""
    return asyncio.run(_run(addresses, session))


async def _run(addresses: Sequence[tuple[str, LinkState]], session: Session) -> LinkScores:
    from bot.sources.desk import open_desk

    async with open_desk(session.settings, clock=session.clock, cache=session.store, network=session.network) as desk:
        return await measured(addresses, desk)


async def measured(addresses: Sequence[tuple[str, LinkState]], sources: Sources) -> LinkScores:
    """Look the addresses up, each as the only footnote of a page, and count."""
    counts: dict[LinkState, Counter[LinkState]] = {}
    found = await asyncio.gather(*(_state(url, sources) for url, _ in addresses))
    for (_, label), state in zip(addresses, found, strict=True):
        counts.setdefault(label, Counter())[state] += 1
    return LinkScores(counts)


async def _state(url: str, sources: Sources) -> LinkState:
    page = Page(name="bench", title="bench", text=f"x<ref>[{url} x]</ref>")
    found = Wikitext(page, profile("modern")).citations
    return (await sources.look(found[0])).link.state if found else LinkState.none


def _read(record: dict[str, object]) -> tuple[str, LinkState]:
    url, label = record["url"], LinkState(str(record["label"]))
    if not isinstance(url, str) or label not in LABELS:
        raise TypeError("url must be a string, label one of " + ", ".join(sorted(LABELS)))
    return url, label


def _rate(rate: Rate) -> dict[str, object]:
    return {"value": round(rate.value, 4) if rate.n else None, "low": round(rate.low, 4), "high": round(rate.high, 4)}
