"""A judge is measured in balanced figures with intervals, and the gate reads only what was measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import GateSettings, JudgeSettings, Settings
from bot.errors import ConfigError, InputError
from bot.jobs.bench_judge import bench_judge, read_claims
from bot.jobs.session import Session
from bot.judge.measure import (
    JudgedClaim,
    area,
    balanced_accuracy,
    calibration,
    f1,
    needs_review,
    precision_at,
    raised,
    recall_at,
    share,
)
from bot.judge.profile import JudgeProfile, blocking, read_profile
from bot.model.words import SupportVerdict as V
from bot.store import open_store
from tests.fakes.model import MODEL, Scripted, ScriptedModel
from tests.judge.rig import PatientClock
from tests.judge.test_passages import PAGE


def many(label: V, verdict: V, n: int) -> list[JudgedClaim]:
    """Equal outcomes, each of its own source."""
    return [JudgedClaim(label, verdict, f"{label}{verdict}{at}") for at in range(n)]


def test_a_judge_that_says_supported_to_everything_is_worth_a_half() -> None:
    """Balanced accuracy sees through the majority, where bare accuracy says 90 percent."""
    everything = many(V.supported, V.supported, 90) + many(V.not_in_source, V.supported, 10)
    assert balanced_accuracy(everything).value == 0.5


def test_intervals_hold_the_value_and_shrink_with_more_claims() -> None:
    """Wilson for shares, a bootstrap over sources for balanced accuracy."""
    few, lots = share(8, 10), share(800, 1000)
    assert few.low < 0.8 < few.high
    assert lots.high - lots.low < few.high - few.low
    mixed = many(V.supported, V.supported, 30) + many(V.supported, V.unjudged, 10) + many(V.partial, V.partial, 20)
    found = balanced_accuracy(mixed)
    assert found.low < found.value < found.high


def test_f1_and_the_calibration_gap_are_those_of_a_count_by_hand() -> None:
    """Eight of ten faults caught at two false alarms; a score of 0.7 that holds for half of its claims is 0.2 off."""
    outcomes = many(V.not_in_source, V.unjudged, 8) + many(V.not_in_source, V.supported, 2)
    outcomes += many(V.supported, V.unjudged, 2) + many(V.supported, V.supported, 8)
    assert f1(outcomes).value == 0.8
    scored = [replace(one, score=0.7) for one in outcomes]
    gap = calibration(scored)
    assert gap is not None
    assert abs(gap.value - 0.2) < 1e-9
    assert calibration(outcomes) is None


def test_a_rare_fault_makes_a_good_judge_look_worse() -> None:
    """At one bad citation in fifty, five false alarms in a hundred outweigh all that is found."""
    outcomes = many(V.contradicted, V.contradicted, 90) + many(V.contradicted, V.unjudged, 10)
    outcomes += many(V.supported, V.contradicted, 5) + many(V.supported, V.supported, 95)
    rates = raised(outcomes, V.contradicted)
    assert rates["precision"].value > 0.9
    at = precision_at(1 / 50, rates["found"], rates["false_alarms"])
    assert at.value == pytest.approx(0.02 * 0.9 / (0.02 * 0.9 + 0.98 * 0.05))
    assert at.low < at.value < at.high


def test_whatever_is_not_confirmed_needs_review() -> None:
    """Unjudged claims count as flagged: they are work for a person, not errors hidden in an average."""
    outcomes = many(V.supported, V.unjudged, 3) + many(V.supported, V.supported, 7) + many(V.partial, V.partial, 5)
    found = needs_review(outcomes)
    assert (found["precision"].value, found["recall"].value, found["false_alarms"].value) == (5 / 8, 1.0, 0.3)


def test_the_score_is_judged_by_its_ranking() -> None:
    """AUROC of any support against none; without scores there is none."""
    outcomes = [JudgedClaim(V.supported, V.unjudged, "a", 0.9), JudgedClaim(V.partial, V.unjudged, "b", 0.6)]
    outcomes += [JudgedClaim(V.not_in_source, V.unjudged, "c", 0.1), JudgedClaim(V.contradicted, V.unjudged, "d", 0.7)]
    found = area(outcomes)
    assert found is not None
    assert found.value == 0.75
    assert area([replace(one, score=None) for one in outcomes]) is None


def test_evidence_counts_only_where_it_is_named() -> None:
    """Recall at k over the claims whose evidence is known."""
    outcomes = [JudgedClaim(V.supported, V.unjudged, evidence=True, found_at=rank) for rank in (1, 4, None)]
    outcomes.append(JudgedClaim(V.not_in_source, V.unjudged))
    assert recall_at(outcomes, 3).value == pytest.approx(1 / 3)
    assert recall_at(outcomes, 5).n == 3


def test_only_a_measured_precision_may_block(tmp_path: Path) -> None:
    """A profile is written and read back; below the policy's precision nothing blocks."""
    path = tmp_path / "profile.json"
    made = JudgeProfile("m", "hash", 100, {V.contradicted: 0.93, V.not_in_source: 0.4})
    path.write_text(made.as_json(), encoding="utf-8")
    assert read_profile(path) == made
    assert made.blocking(0.9) == {V.contradicted}
    assert made.blocking(0.99) == frozenset()


def test_a_profile_counts_for_its_own_judge_alone(tmp_path: Path) -> None:
    """Another model's precision, or none, lets nothing block; nor does a policy that asks for more."""
    path = tmp_path / "profile.json"
    path.write_text(JudgeProfile("m", "hash", 100, {V.contradicted: 0.93}).as_json(), encoding="utf-8")
    gate = GateSettings(judge_profile=str(path))
    assert blocking(gate, "m") == {V.contradicted}
    assert blocking(gate, "other") == frozenset()
    assert blocking(replace(gate, precision=0.95), "m") == frozenset()
    assert blocking(GateSettings(), "m") == frozenset()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "other/1"}', '{"schema": "mlwiki/judge-profile/1"}'])
def test_a_broken_profile_is_one_line(text: str, tmp_path: Path) -> None:
    """Never a traceback, and never a profile that blocks by accident."""
    path = tmp_path / "profile.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError):
        read_profile(path)


DATA = [
    {"claim": "Формат bfloat16 сохраняет восемь бит порядка.", "source": PAGE, "label": "supported",
     "evidence": ["keeps the eight exponent bits"], "group": "a"},
    {"claim": "Формат bfloat16 сохраняет пять бит порядка.", "source_file": "page.txt", "label": "contradicted", "group": "a"},
]  # fmt: skip


def written(folder: Path) -> Path:
    """The data as a file, with one source beside it."""
    (folder / "page.txt").write_text(PAGE, encoding="utf-8")
    path = folder / "data.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in DATA), encoding="utf-8")
    return path


@contextmanager
def session(judge: JudgeSettings) -> Iterator[Session]:
    """A session with a store in memory."""
    with open_store(None) as store:
        yield Session(Settings(judge=judge), store, PatientClock())


def test_the_embedded_judge_is_measured_by_what_it_ranks(tmp_path: Path) -> None:
    """It confirms nothing, so only its ranking and its passages count."""
    with session(JudgeSettings()) as around:
        found = bench_judge(written(tmp_path), around).as_json()
    assert found["verdicts"] == {"unjudged": 2}
    assert found["evidence_recall"]["1"]["value"] == 1.0
    assert found["auroc_any_against_none"]["value"] == 1.0
    assert found["quote_fidelity"]["value"] is None


def test_a_model_is_measured_with_its_cost_and_profile(tmp_path: Path) -> None:
    """Against a replica that is right about one claim and makes up the other."""
    script = [
        Scripted("восемь", "supported", "keeps the eight exponent bits of single precision"),
        Scripted("пять", "supported", "keeps five exponent bits of its own"),
    ]
    with ScriptedModel(script) as model:
        settings = JudgeSettings(kind="openai", model=MODEL, base_url=model.url)
        with session(settings) as around:
            scores = bench_judge(written(tmp_path), around)
    found = scores.as_json()
    assert found["balanced_accuracy"]["value"] == 1.0
    assert found["unjudged"] == {"quote_not_found": 1}
    assert found["quote_fidelity"]["value"] == 0.5
    assert found["cost"]["requests"] == 2
    assert scores.profile().blocking(0.9) == frozenset()


NOT_DATA = [
    "x",
    "{}",
    '{"claim": 1, "source": "s", "label": "supported"}',
    '{"claim": "c", "source": "s", "label": "maybe"}',
]


@pytest.mark.parametrize("line", NOT_DATA)
def test_bad_data_is_one_line(line: str, tmp_path: Path) -> None:
    """A file that is none gives an error that names the form."""
    path = tmp_path / "data.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError):
        read_claims(path)
