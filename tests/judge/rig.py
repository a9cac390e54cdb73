"""What the judge's tests share: sources, claims, a clock that does not wait, a cache in memory."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field, replace

import httpx

from bot.config import JudgeSettings
from bot.judge.client import Endpoint
from bot.judge.encoder import BundledEncoder, bundled
from bot.judge.model import ModelJudge
from bot.model.citation import Claim
from bot.model.message import Message
from bot.model.report import Cost
from bot.model.source import Block, SourceText
from bot.model.verdict import Support
from bot.model.words import Scope
from tests.fakes.model import MODEL, ScriptedModel


def encoder() -> BundledEncoder:
    """The bundled encoder, loaded once for all tests."""
    return bundled()


def source(text: str, scope: Scope = Scope.page, *, title: str = "A page") -> SourceText:
    """A fetched page; blank lines cut its blocks."""
    blocks, position = [], 0
    for match in re.finditer(r"\n\n+", text):
        blocks.append(Block(position, match.start()))
        position = match.end()
    blocks.append(Block(position, len(text)))
    return SourceText("https://example.org/", text, scope, tuple(blocks), title=title)


def claim(text: str, sentence: str = "") -> Claim:
    """A claim with one ref."""
    return Claim(text, 0, len(text), ("c1",), sentence=sentence or text, heading="Форматы")


@dataclass
class PatientClock:
    """A clock whose waits take no time; ``waits`` are what was asked for."""

    waits: list[float] = field(default_factory=list)

    def now(self) -> str:
        """A fixed time."""
        return "2026-11-30T12:00:00Z"

    def monotonic(self) -> float:
        """The sum of all waits."""
        return sum(self.waits)

    async def sleep(self, seconds: float) -> None:
        """Note the wait."""
        self.waits.append(seconds)
        await asyncio.sleep(0)


@dataclass
class MemoryCache:
    """A cache in memory."""

    kept: dict[tuple[str, str], str] = field(default_factory=dict)

    def get(self, kind: str, key: str) -> str | None:
        """What is kept."""
        return self.kept.get((kind, key))

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:
        """Keep it; the judge keeps its answers for good."""
        assert days is None
        self.kept[kind, key] = value


@dataclass
class Rig:
    """A judge over a scripted model."""

    model: ScriptedModel
    settings: JudgeSettings = field(default_factory=lambda: JudgeSettings(kind="openai", model=MODEL, timeout=5.0))
    clock: PatientClock = field(default_factory=PatientClock)
    cache: MemoryCache = field(default_factory=MemoryCache)
    key: str | None = "secret-of-the-test"
    offline: bool = False
    #: Without it the controls hang on the cache's own key.
    repeatable: bool = True
    cost: Cost = field(default_factory=Cost)
    trouble: Message | None = None

    def ask(self, *pairs: tuple[Claim, SourceText]) -> list[Support]:
        """Judge the pairs in order with one judge."""
        return asyncio.run(self._ask(pairs))

    def one(self, words: str, text: str, scope: Scope = Scope.page) -> Support:
        """Judge one claim against one text."""
        return self.ask((claim(words), source(text, scope)))[0]

    async def _ask(self, pairs: tuple[tuple[Claim, SourceText], ...]) -> list[Support]:
        async with httpx.AsyncClient(trust_env=False) as http:
            settings = replace(self.settings, base_url=self.model.url)
            endpoint = Endpoint(settings, key=self.key, http_client=http, clock=self.clock, offline=self.offline)
            judge = ModelJudge(settings, endpoint, encoder(), self.cache, repeatable=self.repeatable)
            found = [await judge.judge(one, where, title="Смешанная точность") for one, where in pairs]
            self.cost, self.trouble = judge.cost, judge.trouble
            return found
