"""The measure of the matcher, on the replicas' own works: no good reference convicted, nearly every fault found."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import canonical
from benchmarks.identity import Failing
from benchmarks.planted import faulty, note
from bot.config import NetworkSettings, Settings
from bot.errors import InputError
from bot.jobs.bench_identity import VALID, Labelled, Scores, measure, read_labelled
from bot.model.words import IdentityVerdict
from bot.net.cassettes import ReplayClock
from bot.net.network import Rerouted
from bot.sources.citation_sources import open_sources
from bot.store import open_store
from tests.cli.command_line import mlwiki
from tests.fakes.library import Library, Replica, load


def library() -> list[Replica]:
    """Works with several authors; their comment names the year as the benchmark's do."""
    return [work for work in load().works if len(work.authors) > 1 and (work.doi or work.comment[-4:].isdecimal())]


def run(works: list[Replica], references: list[Labelled], *, outages: float, seed: int) -> Scores:
    """Measure over replicas, a share of whose requests fail."""
    with Failing(Library(tuple(works)), outages, seed) as served, open_store(None) as store:
        network = Rerouted(dict.fromkeys(served.library.hosts(), served.port))
        settings = Settings(network=NetworkSettings(concurrency=8))

        async def measured() -> Scores:
            async with open_sources(settings, clock=ReplayClock(), cache=store, network=network) as sources:
                return await measure(references, sources)

        return asyncio.run(measured())


def test_good_references_pass_and_faults_are_found() -> None:
    """Benign differences and one outage in ten convict nobody; six kinds of faults are found."""
    works = library()
    assert len(works) >= 6
    chance = random.Random(3)  # noqa: S311 (a seeded test)
    good = run(works, [Labelled(note(work, chance), VALID) for work in works], outages=0.1, seed=3)
    bad = run(works, faulty(works, chance), outages=0.0, seed=3)
    assert good.rate(VALID) == 0
    assert {label: bad.rate(label) >= 0.8 for label in bad.counts} == dict.fromkeys(bad.counts, True)


def test_scores_speak_json() -> None:
    """Counts and rates by label."""
    verdicts = IdentityVerdict
    scores = Scores({"valid": Counter({verdicts.verified: 3, verdicts.wrong_work: 1}), "wrong year": Counter()})
    assert scores.as_json() == {
        "schema": "mlwiki/bench-identity/1",
        "labels": {
            "valid": {"references": 4, "convicted": 0.25, "verdicts": {"verified": 3, "wrong_work": 1}},
            "wrong year": {"references": 0, "convicted": 0.0, "verdicts": {}},
        },
    }


def test_labelled_references_are_lines_of_json(tmp_path: Path) -> None:
    """A note and a label each; anything else is one line."""
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"note": "x", "label": "valid", "more": 1}) + "\n\n", encoding="utf-8")
    assert read_labelled(path) == (Labelled("x", "valid"),)
    for content in ("{", "[]", '{"note": 1, "label": "x"}', '{"note": "x"}'):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(InputError):
            read_labelled(path)


def test_corrupt_aggregators_convict_none_of_fifty_well_known_works() -> None:
    """Right identifier and authors with another paper's title, a mirror of another year: with homes up, down, and unnamed."""
    library = canonical.works()
    assert len(library) == 50
    for name, references, down in canonical.situations(library[::5]):
        scores = canonical.measure(library, references, down)
        assert scores.convicted == (), name
        assert scores.counts[VALID][IdentityVerdict.verified] >= 0.7 * scores.counts[VALID].total(), name


def test_the_fifty_are_measured_by_command_from_a_recording(tmp_path: Path) -> None:
    """``mlwiki bench identity`` answers from the cassette, and opens no socket."""
    asked = ("bench", "identity", str(canonical.NOTES), "--replay", str(canonical.CASSETTE), "--format", "json")
    ran = mlwiki(*asked, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert json.loads(ran.text)["labels"]["valid"]["convicted"] == 0.0
    assert json.loads(ran.text)["labels"]["valid"]["verdicts"]["verified"] >= 140
