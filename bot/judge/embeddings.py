"""Meaning from an OpenAI-compatible embeddings endpoint: it finds passages, and nothing is decided by it.

The checks and the score stay with the bundled encoder, whose cosines they were fitted to; another model's mean something else.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from bot.config import JudgeSettings
from bot.judge.budget import Budget
from bot.judge.client import never_sent
from bot.judge.key import Key
from bot.model.ids import identity
from bot.model.ports import Cache, Clock
from bot.model.reasons import Reason
from bot.net.retry import AGAIN, retry, wait_asked

if TYPE_CHECKING:
    import httpx

    from bot.judge.encoder import Vectors

#: Texts in one request; servers take between 16 and 2,048.
_BATCH = 64
#: Models read about 500 tokens; a sentence that goes on is cut here, in characters.
_LONGEST = 2000
_PAUSES = (1.0, 2.0)
_KEPT_DAYS = 90.0


class FinderDownError(Exception):
    """The endpoint gave no vectors; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Finder(Protocol):
    """Turns the sentences of a source and a question into vectors of one space."""

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text (float32, unit length). Raises FinderDownError."""

    async def query(self, text: str) -> Vectors:
        """One row for what is looked for. Raises FinderDownError."""


class EndpointFinder:
    """``[judge] embeddings_url``. What was embedded once is kept in the store; ``offline`` asks nobody.

    Models that embed questions and texts differently are named apart: ``embeddings_query_model``.
    """

    def __init__(
        self,
        settings: JudgeSettings,
        *,
        key: str | None,
        http_client: httpx.AsyncClient,
        clock: Clock,
        cache: Cache,
        budget: Budget,
        offline: bool = False,
    ) -> None:
        self.settings = settings
        same_host = settings.embeddings_url.split("/")[:3] == settings.base_url.split("/")[:3]
        self._key = Key(key, settings.token_command if same_host else "")
        self._http_client = http_client
        self._clock = clock
        self._cache = cache
        self._budget = budget
        self._slots = asyncio.Semaphore(max(1, settings.concurrency))
        self._down: Reason | None = Reason.not_stored if offline else None

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """The sentences of a source."""
        return await self._vectors(self.settings.embeddings_model, texts)

    async def query(self, text: str) -> Vectors:
        """What is looked for."""
        model = self.settings.embeddings_query_model or self.settings.embeddings_model
        return await self._vectors(model, [text])

    async def _vectors(self, model: str, texts: Sequence[str]) -> Vectors:
        import numpy as np

        key = identity("embeddings", self.settings.embeddings_url, model, *texts)
        kept = _unpacked(self._cache.get("embeddings", key), len(texts))
        if kept is not None:
            return kept
        rows: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            rows += await self._batch(model, [text[:_LONGEST] for text in texts[start : start + _BATCH]])
        if len({len(row) for row in rows}) > 1:
            raise FinderDownError(Reason.outside_schema)
        found = _unit(np.asarray(rows, dtype=np.float32).reshape(len(rows), -1))
        self._cache.put("embeddings", key, _packed(found), days=_KEPT_DAYS)
        return found

    async def _batch(self, model: str, texts: list[str]) -> list[list[float]]:
        held = (sum(len(text.encode()) for text in texts) * 2 // 5 + 16, 0)

        async def attempt() -> tuple[int, object, str]:
            if self._down is not None:
                raise FinderDownError(self._down)
            return await self._post({"model": model, "input": texts, "encoding_format": "float"}, held)

        async with self._slots:
            status, body, _ = await retry(attempt, self._again, _PAUSES, self._clock)
        if status != 200:
            self._down = self._down or Reason.judge_down
            raise FinderDownError(self._down)
        self._key.accepted()
        return _rows(body, len(texts))

    def _again(self, answer: tuple[int, object, str], pause: float) -> float | None:
        """How long to wait before the same texts are sent once more; None where that would be of no use."""
        status, _, retry_after = answer
        if status == 401 and self._key.refused():
            return 0.0
        return wait_asked(retry_after, self._clock.now(), pause) if status in AGAIN | {0} or status >= 500 else None

    async def _post(self, body: dict[str, Any], held: tuple[int, int]) -> tuple[int, object, str]:
        """Status (0: nobody answered), body and ``Retry-After``. The whole call is bounded, and counts where it fails on the way.

        Raises FinderDownError for a request that the budget does not let out.
        """
        import httpx

        key = await self._key.get()
        headers = {**self.settings.headers, **({"Authorization": f"Bearer {key}"} if key else {})}
        if not self._budget.reserve(*held):
            raise FinderDownError(Reason.budget_spent)
        self._budget.asked()
        used: tuple[int, int] | None = held
        try:
            async with asyncio.timeout(self.settings.timeout):
                reply = await self._http_client.post(
                    self.settings.embeddings_url.rstrip("/") + "/embeddings",
                    json=body,
                    headers=headers,
                    timeout=self.settings.timeout,
                )
            answer = _json(reply.content)
            if reply.status_code == 200:
                used = (_tokens(answer, held[0]), 0)
            elif reply.status_code < 500:
                used = None
            return reply.status_code, answer, reply.headers.get("retry-after", "")
        except (httpx.HTTPError, TimeoutError) as error:
            if never_sent(error):
                used = None
            return 0, None, ""
        finally:
            self._budget.settle(held, used)


def _json(content: bytes) -> object:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _rows(body: object, wanted: int) -> list[list[float]]:
    """The vectors in the order of the texts. Raises FinderDownError for what is no answer."""
    try:
        data = body["data"]  # type: ignore[index]
        ordered = sorted(data, key=lambda one: int(one.get("index", 0)))
        rows = [[float(value) for value in one["embedding"]] for one in ordered]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        rows = []
    if len(rows) != wanted or not all(rows):
        raise FinderDownError(Reason.outside_schema)
    return rows


def _tokens(body: object, guess: int) -> int:
    usage = body.get("usage") if isinstance(body, dict) else None
    counted = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    return counted if isinstance(counted, int) and 0 <= counted < 10**9 else guess


def _unit(rows: Vectors) -> Vectors:
    """Rows of length 1; what is no number is nothing."""
    import numpy as np

    clean = np.nan_to_num(rows, nan=0.0, posinf=0.0, neginf=0.0)
    norms = np.linalg.norm(clean, axis=1, keepdims=True)
    return np.asarray(clean / np.where(norms > 0, norms, 1.0), dtype=np.float32)


def _packed(rows: Vectors) -> str:
    import numpy as np

    return base64.b64encode(np.asarray(rows, dtype=np.float16).tobytes()).decode("ascii")


def _unpacked(stored: str | None, wanted: int) -> Vectors | None:
    import numpy as np

    if stored is None:
        return None
    try:
        flat = np.frombuffer(base64.b64decode(stored, validate=True), dtype=np.float16)
        return _unit(flat.astype(np.float32).reshape(wanted, -1))
    except ValueError:
        return None
