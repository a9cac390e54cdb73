"""Fifty well-known works whose aggregators are corrupt: nobody may be convicted by what those say.

The indexes lie most about the works that are cited most: the right DOI and authors with another paper's title, a hijacked mirror
with its own DOI and a wrong year (both reported of real records, 2026). ``canonical.toml`` holds the works.

    python benchmarks/canonical.py [--record]

``--record`` writes the notes and the services' answers, so that ``mlwiki bench identity`` replays them offline.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bot.config import NetworkSettings, Settings
from bot.jobs.bench_identity import VALID, Labelled, Scores, bench_identity
from bot.jobs.session import Session
from bot.net.cassettes import FROM_REPLICAS, ReplayClock
from bot.net.network import Rerouted
from bot.store import open_store
from tests.fakes import registries, services
from tests.fakes.library import Library, Replica

DATA = Path(__file__).with_name("canonical.toml")
NOTES = Path(__file__).with_name("canonical.jsonl")
CASSETTE = Path(__file__).parents[1] / "cassettes" / "bench" / "canonical.yaml"
#: Services that give a record under the right identifier with somebody else's title.
AGGREGATORS = frozenset({"api.openalex.org", "api.semanticscholar.org", "dblp.org", "api.datacite.org"})
HOMES = ("api.crossref.org/works/", "export.arxiv.org/api/query?id_list")


def works() -> tuple[Replica, ...]:
    """The works as a registry knows them."""
    rows = tomllib.loads(DATA.read_text(encoding="utf-8"))["work"]
    frozen: Iterator[dict[str, Any]] = (
        {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()} for row in rows
    )
    return tuple(Replica(**row, categories=("cs.LG",)) for row in frozen)


def notes(work: Replica) -> Iterator[tuple[str, str]]:
    """References to a work in the usual forms, each with and without its identifier: label and note."""
    named = f"DOI: {work.doi}" if work.doi else f"arXiv:{work.arxiv}"
    venue = f"// {work.container} " if work.container else ""
    numbers = f"— Т. {work.volume}. — С. {work.page}. " if work.volume and work.page else ""
    short = [f"{name.rpartition(' ')[2]} {name[0]}." for name in work.authors]
    listed = f"{', '.join(short[:3])}{' и др.' if len(short) > 3 else ''}"
    gost = f"''{listed}'' {work.title} {venue}— {work.year}. {numbers}"
    western = f"{', '.join(work.authors[:2])}, et al. ({work.year}). {work.title}. {work.container} "
    for text in (gost, western):
        yield "identifier", f"{text}— {named}"
    yield "no identifier", gost.strip()


class Corrupt(services.Services):
    """Replicas whose aggregators lie. ``down``: beginnings of «host/path» that answer 503."""

    def __init__(self, library: Library, down: Sequence[str] = ()) -> None:
        super().__init__(library)
        titles = [work.title for work in library.works]
        others = zip(library.works, [*titles[1:], titles[0]], strict=True)
        self._liar = services.Services(Library(tuple(replace(work, title=title) for work, title in others)))
        self._down = tuple(down)

    def answer(self, host: str, target: str) -> services.Answer:
        """A home registry's honest answer, an aggregator's corrupt one, an outage where one is asked for."""
        if self._down and f"{host}{target}".startswith(self._down):
            self.asked.append(f"https://{host}{target}")
            return services.Answer(503, b"<html>later</html>")
        if host in AGGREGATORS:
            self.asked.append(f"https://{host}{target}")
            return self._liar.answer(host, target)
        found = super().answer(host, target)
        return self._mirrored(found) if target.startswith("/works?query") else found

    def _mirrored(self, found: services.Answer) -> services.Answer:
        """Crossref's search with a hijacked copy on top of the finds: another DOI, a year of today."""
        said = json.loads(found.body)
        best = said["message"]["items"][:1]
        copies = [{**one, "DOI": f"10.65215/{one['DOI']}", "issued": {"date-parts": [[2025]]}} for one in best]
        for copy in copies:
            copy.update({name: copy["issued"] for name in ("published", "published-print") if name in copy})
        said["message"]["items"] = [*copies, *best]
        return services.Answer(200, registries.as_json(said), "application/json")


def measure(
    library: Sequence[Replica], references: Sequence[Labelled], down: Sequence[str], record: Path | None = None
) -> Scores:
    """Look the references up over corrupt replicas."""
    held = Library(tuple(library))
    with Corrupt(held, down) as served, open_store(None) as store:
        network = Rerouted(dict.fromkeys(held.hosts(), served.port))
        settings = Settings(network=NetworkSettings(concurrency=1))
        session = Session(settings, store, clock=ReplayClock(), network=network)
        return bench_identity(references, session, record=record, note=FROM_REPLICAS)


def situations(library: Sequence[Replica]) -> Iterator[tuple[str, list[Labelled], Sequence[str]]]:
    """Name, references and outages of every situation."""
    said = [(label, note) for work in library for label, note in notes(work)]
    with_id = [Labelled(note, VALID) for label, note in said if label == "identifier"]
    without = [Labelled(note, VALID) for label, note in said if label != "identifier"]
    yield "canonical, homes answer", with_id, ()
    yield "canonical, homes are down", with_id, HOMES
    yield "canonical, no identifier", without, ()


def record(library: Sequence[Replica]) -> Scores:
    """Write notes and answers: every second work's home registry is down."""
    silent = [work for place, work in enumerate(library) if place % 2]
    down = [f"api.crossref.org/works/{work.doi.replace('/', '%2F')}" for work in silent if work.doi]
    down += [f"export.arxiv.org/api/query?id_list={work.arxiv}" for work in silent if work.arxiv]
    listed = [Labelled(note, VALID) for work in library for _, note in notes(work)]
    lines = (json.dumps({"note": one.note, "label": one.label}, ensure_ascii=False) for one in listed)
    NOTES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    CASSETTE.parent.mkdir(parents=True, exist_ok=True)
    return measure(library, listed, down, CASSETTE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the verdicts by situation; 1 when anybody is convicted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    library = works()
    if parser.parse_args(arguments).record:
        record(library)
    convicted = 0
    for name, references, down in situations(library):
        scores = measure(library, references, down)
        given = scores.counts[VALID]
        verdicts = ", ".join(f"{verdict} {number}" for verdict, number in given.most_common())
        sys.stdout.write(f"{name:26} {given.total():4}  convicted {scores.rate(VALID):6.1%}   {verdicts}\n")
        for one, verdict in scores.convicted:
            sys.stdout.write(f"  {verdict}: {one.note}\n")
        convicted += len(scores.convicted)
    return 1 if convicted else 0


if __name__ == "__main__":
    raise SystemExit(main())
