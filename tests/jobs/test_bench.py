"""Measuring: a run that money or an outage ends is incomplete, writes no profile, and goes on where it ended."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import JudgeSettings, Settings
from bot.errors import InputError
from bot.jobs.bench_judge import JudgeScores, bench_judge
from bot.jobs.bench_links import LinkScores, bench_links, read_addresses
from bot.jobs.session import Session
from bot.judge.profile import read_profile
from bot.model.words import LinkState
from bot.net.cassettes import ReplayClock
from bot.store import Store, open_store
from tests.cli.command_line import Ran, mlwiki
from tests.fakes.model import MODEL, Scripted, ScriptedModel, always, error, payment_required_after
from tests.fakes.resolver import network
from tests.fakes.services import Services
from tests.judge.rig import PatientClock

SOURCE = "The bfloat16 format keeps the eight exponent bits of single precision. Its fraction has seven bits."
QUOTE = "keeps the eight exponent bits of single precision"
N = 8


def claims(folder: Path) -> Path:
    """Some claims, half of them true."""
    path = folder / "data.jsonl"
    rows = [
        {"claim": f"Формат bfloat16 сохраняет 8 бит порядка ({letter})", "source": SOURCE, "label": label}
        for letter, label in zip("абвгдежз", ["supported", "not_in_source"] * 4, strict=True)
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


SCRIPT = [Scripted("", "supported", QUOTE)]


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory, kept between the runs of a test."""
    with open_store(None) as opened:
        yield opened


def measured(path: Path, model: ScriptedModel, store: Store, **more: object) -> JudgeScores:
    """One measurement with the scripted model."""
    settings = replace(JudgeSettings(kind="openai", model=MODEL, base_url=model.url), **more)  # type: ignore[arg-type]
    return bench_judge(path, Session(Settings(judge=settings), store, PatientClock()))


@pytest.mark.parametrize("code", [401, 402, 403])
def test_a_refused_account_ends_the_measurement_at_once(tmp_path: Path, store: Store, code: int) -> None:
    """After three answers no further call is made; a second run asks only for the rest."""
    path = claims(tmp_path)
    with ScriptedModel(SCRIPT, lambda _, n: error(code, "no") if n > 3 else None) as model:
        first = measured(path, model, store)
        assert len(model.requests) == 4
    with ScriptedModel(SCRIPT) as model:
        second = measured(path, model, store)
        assert len(model.requests) == N - 3
    assert not first.complete
    assert second.complete


@pytest.mark.parametrize("code", [429, 500, 503])
def test_an_outage_ends_the_measurement_after_three_claims(tmp_path: Path, store: Store, code: int) -> None:
    """Each is waited for within bounds; then the provider counts as dead, and nothing is guessed."""
    with ScriptedModel(SCRIPT, always(error(code, "busy", ("Retry-After", "5")))) as model:
        found = measured(claims(tmp_path), model, store)
        # three claims of three tries each, in the three forms of an answer where the server may not know one
        assert len(model.requests) <= 27
    assert not found.complete
    assert found.as_json()["verdicts"] == {"unjudged": N}


def test_a_spent_budget_can_be_filled_up(tmp_path: Path, store: Store) -> None:
    """With half the tokens half the claims are asked; with the rest the other half, and no claim twice."""
    path = claims(tmp_path)
    with ScriptedModel(SCRIPT) as model:
        first = measured(path, model, store, budget_tokens=6500)
        asked = len(model.requests)
        second = measured(path, model, store)
        assert 0 < asked < N
        assert len(model.requests) == N
    assert not first.complete
    assert second.complete


def command(folder: Path, model: ScriptedModel, *more: str) -> Ran:
    """The command with the scripted model."""
    (folder / "mlwiki.toml").write_text(
        f'[judge]\nkind = "openai"\nmodel = "{MODEL}"\nbase_url = "{model.url}"\n'
        "price_in = 1.0\nprice_out = 2.0\nconcurrency = 1\n",
        encoding="utf-8",
    )
    return mlwiki("bench", "judge", claims(folder).name, "--config", "mlwiki.toml", "--lang", "en", *more, cwd=folder)


def test_an_unfinished_measurement_exits_with_4_and_writes_no_profile(tmp_path: Path) -> None:
    """A profile of half the claims would let a verdict block that was not measured; the second run writes it."""
    with ScriptedModel(SCRIPT, payment_required_after(3)) as model:
        broken = command(tmp_path, model, "--write", "profile.json")
        assert broken.code == 4, broken.err
        assert "run it again" in broken.text
        assert not (tmp_path / "profile.json").exists()
        model.behaviour = None
        done = command(tmp_path, model, "--write", "profile.json")
        assert len(model.requests) == 4 + N - 3
    assert done.code == 0, done.err
    assert read_profile(tmp_path / "profile.json").claims == N


def test_an_estimate_and_a_budget_are_for_measuring_too(tmp_path: Path) -> None:
    """The estimate asks nobody; a budget below one call asks nobody either and says so with exit code 4."""
    with ScriptedModel(SCRIPT) as model:
        told = command(tmp_path, model, "--estimate")
        poor = command(tmp_path, model, "--budget", "0.001")
        assert model.requests == []
    assert told.code == 0
    assert "USD" in told.text
    assert poor.code == 4


def test_what_leaves_the_machine_is_said_before(tmp_path: Path) -> None:
    """On standard error, with the number of claims and the receiver."""
    with ScriptedModel(SCRIPT) as model:
        ran = command(tmp_path, model)
    assert f"{N} claims" in ran.err
    assert "127.0.0.1" in ran.err


ADDRESSES = [
    {"url": "https://arxiv.org/abs/1710.03740", "label": "alive"},
    {"url": "https://nowhere.invalid/page", "label": "gone"},
]


def test_link_states_are_measured_by_label(tmp_path: Path, store: Store) -> None:
    """A living page is spoken against by nobody; each label has its states, with an interval."""
    path = tmp_path / "links.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in ADDRESSES), encoding="utf-8")
    with Services() as services:
        found = bench_links(read_addresses(path), Session(Settings(), store, ReplayClock(), network=network(services)))
    assert set(found.counts) == {LinkState.alive, LinkState.gone}
    assert found.against(LinkState.alive).value == 0
    labels = found.as_json()["labels"]
    assert isinstance(labels, dict)
    assert labels["alive"]["addresses"] == 1
    assert labels["alive"]["against"]["high"] > 0.5


def test_a_false_alarm_and_a_find_are_told_apart() -> None:
    """Spoken against are gone, dead, soft 404, parked and redirected elsewhere; blocked and unknown are not."""
    states = LinkState
    scores = LinkScores(
        {
            states.alive: Counter({states.alive: 8, states.soft_404: 1, states.unknown: 1}),
            states.gone: Counter({states.gone: 3, states.blocked: 1}),
        }
    )
    assert scores.against(states.alive).value == 0.1
    assert scores.against(states.gone).value == 0.75
    assert scores.exact(states.gone).value == 0.75


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"url": 1, "label": "alive"}', '{"url": "x", "label": "fine"}', '{"url": "x"}']
)
def test_labelled_addresses_are_lines_of_json(tmp_path: Path, line: str) -> None:
    """Anything else is one line of error."""
    path = tmp_path / "links.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError):
        read_addresses(path)


def test_the_command_prints_a_line_a_state(tmp_path: Path) -> None:
    """Without a network nothing is known, and nothing is spoken against; the JSON names its schema."""
    (tmp_path / "links.jsonl").write_text(
        json.dumps({"url": "http://127.0.0.1:9/x", "label": "alive"}) + "\n", encoding="utf-8"
    )
    text = mlwiki("bench", "links", "links.jsonl", "--lang", "en", cwd=tmp_path)
    assert text.code == 0, text.err
    assert "alive" in text.text
    found = json.loads(mlwiki("bench", "links", "links.jsonl", "--format", "json", cwd=tmp_path).out)
    assert found["schema"] == "mlwiki/bench-links/1"
    assert found["labels"]["alive"]["against"]["value"] == 0
