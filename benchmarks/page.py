"""A page of a hundred references against replicas with 50 ms of latency.

    python benchmarks/page.py HALLMARK.jsonl [--size 100]

Fails when it takes more than twice its critical path (the largest, over hosts, of requests times the host's interval plus the
latency), or when a second run over the same store makes any request.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from pathlib import Path

from bot.wikitext.text import Wikitext

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.planted import note, works
from bot.config import Settings
from bot.jobs.session import SystemClock
from bot.model.page import Page
from bot.net.network import Rerouted
from bot.profiles import profile
from bot.registries import paces
from bot.sources.citation_sources import open_sources
from bot.store import Store, open_store
from tests.fakes.library import Library
from tests.fakes.services import Answer, Services

LATENCY = 0.05
_PACES = paces("me@example.org")
INTERVALS = {"api.crossref.org": _PACES["crossref"][0], "doi.org": _PACES["doi"][0], "export.arxiv.org": _PACES["arxiv"][0],
             "api.datacite.org": _PACES["datacite"][0], "api.unpaywall.org": _PACES["unpaywall"][0]}  # fmt: skip


class Slow(Services):
    """The replicas, each answer after its latency."""

    def answer(self, host: str, target: str) -> Answer:
        """The honest answer, later."""
        time.sleep(LATENCY)
        if host == "api.unpaywall.org":
            return Answer(404, b'{"error": true, "message": "not here"}', "application/json")
        return super().answer(host, target)


def run(page: Page, served: Slow, store: Store) -> tuple[float, list[str]]:
    """Seconds, and the requests that were made."""
    before = len(served.asked)
    hosts = [*INTERVALS, "arxiv.org", "api.unpaywall.org", *(f"publisher{number}.org" for number in range(100))]

    async def look() -> None:
        found = Wikitext(page, profile("modern")).citations
        network = Rerouted(dict.fromkeys(hosts, served.port))
        settings = Settings(contact="mailto:bench@example.org")
        async with open_sources(settings, clock=SystemClock(), cache=store, network=network) as sources:
            sources.expect(found)
            await asyncio.gather(*map(sources.look, found))

    started = time.monotonic()
    asyncio.run(look())
    return time.monotonic() - started, served.asked[before:]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--size", type=int, default=100)
    asked = parser.parse_args()
    chance = random.Random(1)  # noqa: S311 (a seeded benchmark)
    library = works(asked.data, asked.size)
    text = " ".join(f"Слово{place}.<ref>{note(work, chance)}</ref>" for place, work in enumerate(library))
    page = Page(name="bench", title="bench", text=text)
    with Slow(Library(tuple(library))) as served, open_store(None) as store:
        first, requests = run(page, served, store)
        second, again = run(page, served, store)
    hosts = Counter(address.split("/")[2] for address in requests)
    critical = max(number * max(INTERVALS.get(host, 0.5), LATENCY) + LATENCY for host, number in hosts.items())
    sys.stdout.write(f"{len(library)} references: {first:.1f} s, critical path {critical:.1f} s, {dict(hosts)}\n")
    sys.stdout.write(f"again: {second:.1f} s, {len(again)} requests\n")
    return 0 if first <= 2 * critical and not again else 1


if __name__ == "__main__":
    raise SystemExit(main())
