"""Measuring: a run that money or an outage ends is incomplete, writes no profile, and goes on where it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import JudgeSettings, Settings
from bot.jobs.bench_judge import JudgeScores, bench_judge
from bot.jobs.session import Session
from bot.judge.profile import read_profile
from bot.store import Store, open_store
from tests.cli.command_line import Ran, mlwiki
from tests.fakes.model import MODEL, Scripted, ScriptedModel, always, error, payment_required_after
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


def test_the_measure_of_links_is_gone_and_says_so_for_one_release(tmp_path: Path) -> None:
    """A schedule that still has it goes on, with a warning."""
    told = mlwiki("bench", "links", "links.jsonl", "--lang", "en", cwd=tmp_path)
    assert (told.code, told.out) == (0, b"")
    assert "`bench links` is no longer there" in told.err
