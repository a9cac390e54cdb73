"""What a provider that keeps prefixes has to read anew: questions one by one, four at a time, and several claims in one question.

    python -m benchmarks.judge.prefixes

Twelve claims of each of the own set's short sources are put to a scripted server on loopback, which counts of every prompt the
tokens behind the longest beginning that it shares with a prompt answered before. «In one question» is what the same claims
would take behind one copy of instructions and source.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from bot.config import JudgeSettings
from bot.jobs.session import SystemClock
from bot.judge.client import Endpoint
from bot.judge.encoder import bundled
from bot.judge.model import ModelJudge
from bot.judge.prompt import WHOLE
from bot.judge.question_size import likely_tokens
from bot.model.citation import Claim
from bot.model.source import Block, SourceText
from bot.model.words import Scope
from bot.store import open_store
from tests.fakes.model import Reply, Scripted, ScriptedModel

OWN = Path(__file__).parent / "own"
CLAIMS = 12
#: Seconds that the server takes for an answer.
_SLOW = 0.2
_SILENT = Scripted("", "not_in_source")


def commonprefix(texts: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(texts), max(texts)
    end = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:end]


class Asked(NamedTuple):
    """A prompt and when its answer was ready."""

    prompt: str
    ready: float


class Counting:
    """Notes prompts as they arrive, with what of each was not read before."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.anew: list[int] = []
        self.whole: list[int] = []

    def __call__(self, body: dict[str, Any], _number: int) -> Reply | None:
        """A server's behaviour: slow."""
        now, prompt = time.monotonic(), "\n".join(one["content"] for one in body["messages"])
        known = max((len(commonprefix((prompt, one.prompt))) for one in self.asked if one.ready <= now), default=0)
        self.anew.append(likely_tokens(prompt[known:]))
        self.whole.append(likely_tokens(prompt))
        self.asked.append(Asked(prompt, now + _SLOW))
        time.sleep(_SLOW)
        return None


def sources() -> list[tuple[SourceText, list[str]]]:
    """Sources that are shown whole, each with claims: sentences of another source, so that nothing is answered twice."""
    texts = [path.read_text(encoding="utf-8")[: WHOLE - 1] for path in sorted(OWN.glob("*.txt"))]
    claims = [[one for one in re.split(r"(?<=[.!?])\s+", text) if 40 < len(one) < 200][:CLAIMS] for text in texts]
    shown = [SourceText("", text, Scope.page, (Block(0, len(text)),), title=str(at)) for at, text in enumerate(texts)]
    return list(zip(shown, [*claims[1:], claims[0]], strict=True))


async def asked_of(model: ScriptedModel, at_once: int) -> None:
    """Put every claim to the server, so many at a time."""
    settings = JudgeSettings(kind="openai", model="m", base_url=model.url, concurrency=at_once)
    with open_store(None) as store:
        async with httpx.AsyncClient(trust_env=False) as client:
            endpoint = Endpoint(settings, key=None, http_client=client, clock=SystemClock())
            judge = ModelJudge(settings, endpoint, bundled(), store)
            for source, claims in sources():
                read = [Claim(text, 0, len(text), ("c",), text) for text in claims]
                await asyncio.gather(*(judge.judge(one, source, title="Статья") for one in read))


def in_one_question(prompts: list[str]) -> int:
    """Tokens anew where all claims of a source stand behind one copy of it: the instructions once, each source once."""
    parts = [prompt.partition("\n\n<context-") for prompt in prompts]
    same = len(commonprefix([head for head, _, _ in parts]))
    heads = {head for head, _, _ in parts}
    return (
        likely_tokens(parts[0][0][:same])
        + sum(likely_tokens(head[same:]) for head in heads)
        + sum(likely_tokens(rest) for _, _, rest in parts)
    )


def main() -> None:
    """Print a line a way."""
    prompts: list[str] = []
    for at_once in (1, 4):
        counting = Counting()
        with ScriptedModel([_SILENT], counting) as model:
            asyncio.run(asked_of(model, at_once))
        n = len(counting.anew)
        print(f"{n} questions, {at_once} at a time: {sum(counting.whole)} tokens, of them anew {sum(counting.anew)}")
        prompts = [one.prompt for one in counting.asked]
    print(f"all claims of a source in one question: anew {in_one_question(prompts)}")


if __name__ == "__main__":
    main()
