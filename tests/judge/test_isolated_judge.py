"""Judging in a child of its own: one source or claim may hang, grow, die or lie there, and the others are judged as usual."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest

from bot.config import JudgeSettings, Settings
from bot.crash import ElsewhereError, bug_message
from bot.errors import InputError
from bot.isolated import module_command
from bot.jobs.connections import opened_judge
from bot.jobs.session import Session
from bot.judge import isolated_judge, open_judge
from bot.judge.computed import KeptHints
from bot.judge.isolated_judge import IsolatedJudge
from bot.judge.wire import frame, pack, read_frame, unpack
from bot.model.citation import Claim
from bot.model.ports import Judge
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.source import Passage, SourceText
from bot.model.verdict import (
    Conflict,
    Contradicted,
    Evidence,
    NotInSource,
    Partial,
    Quote,
    Support,
    Supported,
    Unjudged,
)
from bot.model.words import ConflictKind, Hint, Scope
from bot.net.cassettes import recording
from bot.store import Store, open_store
from tests.fakes.model import MODEL, Reply, ScriptedModel
from tests.judge.rig import MemoryCache, PatientClock, Rig, claim, source
from tests.judge.test_model import CLAIM, GOOD, TEXT

EMBEDDED = JudgeSettings(kind="embedded")


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    with open_store(None) as opened:
        yield opened
    isolated_judge.stop_idle()


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children are started with faults planted."""
    isolated_judge.stop_idle()
    monkeypatch.setattr(isolated_judge, "module_command", lambda _: module_command("tests.judge.faulty_child"))


def isolated(judge: Judge) -> IsolatedJudge:
    """The judge in its child, behind what the store keeps of its hints."""
    inner = judge.inner if isinstance(judge, KeptHints) else judge
    assert isinstance(inner, IsolatedJudge)
    return inner


def judged(
    settings: JudgeSettings, store: Store, pairs: Sequence[tuple[Claim, SourceText]], seconds: float = 60.0
) -> tuple[list[Support | BaseException], Cost]:
    """What becomes of the pairs, judged at once by the judge of the settings."""

    async def run() -> tuple[list[Support | BaseException], Cost]:
        async with opened_judge(Session(Settings(judge=settings), store, PatientClock())) as opened:
            judge = isolated(opened)
            judge.seconds = seconds
            asked = [judge.judge(one, where, title="Смешанная точность") for one, where in pairs]
            return list(await asyncio.gather(*asked, return_exceptions=True)), judge.cost

    return asyncio.run(run())


def test_the_embedded_judge_says_there_what_it_says_here(store: Store) -> None:
    """Verdicts, hints, scores and passages are the same, and the encoder is loaded in one process alone."""
    pairs = [
        (claim(CLAIM), source(TEXT)),
        (claim("Нормальный порядок занимает пять бит."), source(TEXT)),
        (claim(CLAIM), source(" ")),
    ]
    here = open_judge(EMBEDDED, key=None, http_client=None, clock=PatientClock(), cache=MemoryCache())

    async def run() -> list[Support]:
        return [await here.judge(one, where, title="Смешанная точность") for one, where in pairs]

    assert judged(EMBEDDED, store, pairs)[0] == asyncio.run(run())


def test_a_model_is_asked_from_here_and_believed_as_here(store: Store) -> None:
    """One request with the same prompt, the same verdict with its quote; kept, so that the next check asks nothing."""
    with ScriptedModel([GOOD]) as model:
        settings = JudgeSettings(kind="openai", model=MODEL, base_url=model.url)
        key = MemoryCache({("control", "key"): "the same in both stores"})
        store.put("control", "key", "the same in both stores", days=None)
        (here,) = Rig(model, cache=key, repeatable=False).ask((claim(CLAIM), source(TEXT)))
        (there,), cost = judged(settings, store, [(claim(CLAIM), source(TEXT))])
        (again,), _ = judged(settings, store, [(claim(CLAIM), source(TEXT))])
        assert model.requests[0]["messages"] == model.requests[1]["messages"]
        assert len(model.requests) == 2
    assert isinstance(here, Supported)
    assert here == there == again
    assert cost.requests == 1
    assert cost.tokens_in > 100


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("fault", ["HANG", "BIG", "DEEP", "DIE"])
def test_what_is_too_much_for_the_child_is_unjudged_alone(store: Store, fault: str) -> None:
    """In bounded time; the claims beside it, on the same source, are judged."""
    pairs = [(claim(f"{CLAIM} {word}"), source(TEXT)) for word in ("раз", fault, "два", "три")]
    began = time.monotonic()
    found, _ = judged(EMBEDDED, store, pairs, seconds=10.0)
    assert time.monotonic() - began < 60
    reasons = [one.reason for one in found if isinstance(one, Unjudged)]
    assert reasons == [Reason.hint_only, Reason.bounds_exceeded, Reason.hint_only, Reason.hint_only]


@pytest.mark.usefixtures("faulty")
def test_a_source_that_is_too_much_is_not_tried_for_every_claim(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two claims show it; a page with a hundred of them is not held up a hundred times. Other sources are judged."""
    started: list[int] = []
    start = isolated_judge._Process.start

    def counted() -> isolated_judge._Process | None:
        started.append(1)
        return start()

    monkeypatch.setattr(isolated_judge._Process, "start", counted)
    pairs = [(claim(f"{CLAIM} DIE {number}"), source(TEXT)) for number in range(9)]
    found, _ = judged(EMBEDDED, store, [*pairs, (claim(CLAIM), source(f"{TEXT} More."))])
    reasons = [one.reason for one in found if isinstance(one, Unjudged)]
    assert reasons == [*[Reason.bounds_exceeded] * 9, Reason.hint_only]
    assert len(started) <= 9


@pytest.mark.usefixtures("faulty")
def test_a_bug_in_the_child_is_raised_here_with_its_place(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it is told as any other, and its file names the place and no word of the source."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found, _ = judged(EMBEDDED, store, [(claim(f"{CLAIM} BUG"), source(TEXT)), (claim(CLAIM), source(TEXT))])
    assert isinstance(found[0], ElsewhereError)
    assert isinstance(found[1], Unjudged)
    assert "ValueError" in str(bug_message(found[0]))
    (crash,) = tmp_path.glob("mlwiki-bug-*")
    assert "faulty_child.py" in crash.read_text(encoding="utf-8")
    assert "Half precision" not in crash.read_text(encoding="utf-8")


@pytest.mark.usefixtures("faulty")
def test_a_quote_that_the_child_invents_is_not_believed(store: Store) -> None:
    """Whatever took it over: the parent looks for the words itself."""
    found, _ = judged(EMBEDDED, store, [(claim(f"{CLAIM} LIE"), source(TEXT))])
    assert isinstance(found[0], ValueError)


def test_a_child_that_is_killed_from_outside_is_replaced(store: Store) -> None:
    """Whoever does that between two claims."""

    async def run() -> list[Support]:
        async with opened_judge(Session(Settings(judge=EMBEDDED), store, PatientClock())) as opened:
            judge = isolated(opened)
            first = await judge.judge(claim(CLAIM), source(TEXT), title="t")
            assert judge._process is not None
            os.kill(judge._process._process.pid, signal.SIGKILL)
            return [first, await judge.judge(claim(CLAIM), source(TEXT), title="t")]

    first, second = asyncio.run(run())
    assert first == second


def test_a_source_whose_control_failed_stays_distrusted_when_the_child_is_replaced(store: Store) -> None:
    """Killed between two claims of one source: the second is not even asked about, and another source is judged as ever."""
    obedient = Reply(json.dumps({"claims": [{"claim": n, **GOOD.answer(CLAIM)} for n in (1, 2)]}))

    async def run(settings: JudgeSettings) -> list[Support]:
        async with opened_judge(Session(Settings(judge=settings), store, PatientClock())) as opened:
            judge = isolated(opened)
            found = [await judge.judge(claim(CLAIM), source(TEXT), title="t")]
            assert judge._process is not None
            os.kill(judge._process._process.pid, signal.SIGKILL)
            found.append(await judge.judge(claim(CLAIM + " Так."), source(TEXT), title="t"))
            found.append(await judge.judge(claim(CLAIM), source(TEXT + " More."), title="t"))
            return found

    with ScriptedModel([GOOD], behaviour=lambda _, number: obedient if number == 1 else None) as model:
        found = asyncio.run(run(JudgeSettings(kind="openai", model=MODEL, base_url=model.url)))
        assert len(model.requests) == 2
    assert [one.reason for one in found] == [Reason.control_failed, Reason.control_failed, Reason.quote_found]
    assert found[1].judge == MODEL


def test_the_key_of_the_controls_leaves_the_store_for_the_judging_child_alone(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is not in what a model is sent, in a recording, an export or a log; and no import can set it."""
    with caplog.at_level("DEBUG"), ScriptedModel([GOOD]) as model, recording(tmp_path / "said.yaml", note=""):
        settings = JudgeSettings(kind="openai", model=MODEL, base_url=model.url)
        judged(settings, store, [(claim(CLAIM), source(TEXT))])
        key = store.get("control", "key")
        assert key is not None
        said = [json.dumps(model.requests), *store.exported(), caplog.text]
    said.append((tmp_path / "said.yaml").read_text(encoding="utf-8"))
    assert len(said) > 4
    assert not any(key in one for one in said)
    head, *_ = store.exported()
    fields = {"kind": "control", "key": "key", "value": "known", "stored": 9e9, "expires": None}
    with pytest.raises(InputError):
        store.take_in([head, json.dumps({"answer": fields})])
    assert store.get("control", "key") == key


def test_a_child_serves_one_judge_after_the_other(store: Store) -> None:
    """A schedule opens a judge for every page: its encoder is not loaded for each."""
    judged(EMBEDDED, store, [(claim(CLAIM), source(TEXT))])
    (waiting,) = isolated_judge._idle
    judged(EMBEDDED, store, [(claim(CLAIM), source(TEXT))])
    assert isolated_judge._idle == [waiting]


EVIDENCE = Evidence(Scope.page, (Passage("words", "Heading", 0.5, 3, 8),), "a judge", 0.25)
QUOTE = Quote("words", 3, 8, "0" * 64)
VERDICTS: list[Support] = [
    Supported(QUOTE, EVIDENCE),
    Partial(QUOTE, EVIDENCE),
    *(Contradicted(QUOTE, EVIDENCE, Conflict(kind, "девять", "eight")) for kind in ConflictKind),
    NotInSource(EVIDENCE),
    *(Unjudged(reason, EVIDENCE) for reason in Reason),
    *(Unjudged(Reason.hint_only, EVIDENCE, hint) for hint in Hint),
]


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda one: f"{one.verdict.value} {one.reason.value}")
def test_every_verdict_crosses_as_it_is(verdict: Support) -> None:
    """Through the very bytes: each kind, each reason, a contradiction with each kind of conflict."""
    there = read_frame(BytesIO(frame({"done": pack(verdict)})))
    assert there is not None
    assert unpack(there["done"]) == verdict
    assert {type(one) for one in VERDICTS} == set(get_args(Support))


def test_only_known_records_cross() -> None:
    """Nothing else is packed, and nothing else comes out."""
    value = (claim(CLAIM), source(TEXT), Unjudged(Reason.hint_only), None, 1.5, "\ud800")
    assert unpack(pack(value)) == value
    with pytest.raises(TypeError):
        pack(object())
    with pytest.raises(KeyError):
        unpack({"Popen": ["sh"]})
