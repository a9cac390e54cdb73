"""Questions about one source: the first goes ahead, so that a provider that keeps prefixes reads the source once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest

from bot.config import JudgeSettings
from bot.judge.client import Endpoint
from bot.judge.encoder import bundled
from bot.judge.model import ModelJudge
from bot.store import open_store
from tests.fakes.model import Reply, Scripted, ScriptedModel, error
from tests.judge.rig import PatientClock, claim, source

TEXT = "The format keeps the eight exponent bits of single precision. Its fraction has seven bits."
OTHER = "The bridge over the river was opened in the year 1932. It is of steel."


class Watched:
    """Holds the first answer until another question has come, or for a third of a second where none does."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.came: list[str] = []
        self.before_first_answer: list[str] = []
        self._another = threading.Event()

    def __call__(self, body: dict[str, Any], number: int) -> Reply | None:
        """A server's behaviour."""
        self.came.append(body["messages"][1]["content"])
        if number > 1:
            self._another.set()
            return None
        self._another.wait(0.3)
        self.before_first_answer = self.came[1:]
        return None if self.status == 200 else error(self.status, "no")


async def _ask(model: ScriptedModel, texts: list[str]) -> None:
    settings = JudgeSettings(kind="openai", model="m", base_url=model.url, concurrency=4)
    with open_store(None) as store:
        async with httpx.AsyncClient(trust_env=False) as client:
            endpoint = Endpoint(settings, key=None, http_client=client, clock=PatientClock())
            judge = ModelJudge(settings, endpoint, bundled(), store)
            words = [claim(f"Формат хранит восемь бит порядка, случай {number}.") for number in range(len(texts))]
            asked = zip(words, texts, strict=True)
            await asyncio.gather(*(judge.judge(one, source(text), title="Форматы") for one, text in asked))


@pytest.mark.parametrize("status", [200, 400, 503])
def test_the_first_question_about_a_source_goes_ahead_of_the_others(status: int) -> None:
    """Also where it fails: the others are asked then."""
    watched = Watched(status)
    with ScriptedModel([Scripted("", "not_in_source")], watched) as model:
        asyncio.run(_ask(model, [TEXT] * 6))
    assert watched.before_first_answer == []
    assert len({one.rpartition("<context-")[2] for one in watched.came}) == 6


def test_questions_about_other_sources_do_not_wait() -> None:
    """They begin otherwise."""
    watched = Watched()
    with ScriptedModel([Scripted("", "not_in_source")], watched) as model:
        asyncio.run(_ask(model, [TEXT, TEXT, OTHER]))
    (another,) = watched.before_first_answer
    assert {"bridge" in one for one in (watched.came[0], another)} == {True, False}
