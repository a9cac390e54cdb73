"""A model server that drips, never ends, sends a gigabyte or a bomb, or breaks off: bounded in time and bytes, and paid for."""

from __future__ import annotations

import asyncio
import gzip
import time
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from bot.config import JudgeSettings, Settings
from bot.jobs.connections import opened_judge
from bot.jobs.session import Session
from bot.judge.client import ANSWER_TOKENS
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.verdict import Support, Unjudged
from bot.store import Store, open_store
from tests.judge.rig import PatientClock, claim, source

TEXT = "The bfloat16 format keeps the eight exponent bits of single precision. Its fraction has seven bits."
CLAIM = "Формат bfloat16 сохраняет 8 бит порядка одинарной точности."
#: Seconds for one call here, and what a test may take with its three attempts.
CALL, AT_MOST = 1.0, 12.0
HEAD = b"HTTP/1.1 %s\r\ncontent-type: application/json\r\n%s\r\n"


@dataclass
class Server:
    """Reads each request whole, then sends what ``pieces`` gives; ``sent`` counts bytes, ``requests`` requests."""

    pieces: Callable[[], AsyncIterator[bytes]]
    requests: int = 0
    sent: int = 0
    talks: set[asyncio.Task[None]] = field(default_factory=set)

    async def speak(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one answer."""
        self.talks.add(cast("asyncio.Task[None]", asyncio.current_task()))
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await self._answer(reader, writer)
        writer.close()

    async def left_alone(self) -> None:
        """Until every connection was given up by the other side."""
        async with asyncio.timeout(AT_MOST):
            await asyncio.gather(*self.talks)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        await reader.readexactly(length)
        self.requests += 1
        async for piece in self.pieces():
            writer.write(piece)
            await writer.drain()
            self.sent += len(piece)


async def drips() -> AsyncIterator[bytes]:
    """A byte now and then, for ever."""
    yield HEAD % (b"200 OK", b"content-length: 100000\r\n")
    while True:
        yield b" "
        await asyncio.sleep(0.1)


async def never_ends() -> AsyncIterator[bytes]:
    """Chunks without end."""
    yield HEAD % (b"200 OK", b"transfer-encoding: chunked\r\n")
    while True:
        yield b"10000\r\n" + b"x" * 0x10000 + b"\r\n"


async def gigabyte() -> AsyncIterator[bytes]:
    """A long answer that says so."""
    yield HEAD % (b"200 OK", b"content-length: 1000000000\r\n")
    for _ in range(1_000):
        yield b"x" * 1_000_000


async def bomb() -> AsyncIterator[bytes]:
    """Half a megabyte that is half a gigabyte."""
    packed = gzip.compress(bytes(1 << 20)) * 500
    yield HEAD % (b"200 OK", b"content-encoding: gzip\r\ncontent-length: %d\r\n" % len(packed))
    yield packed


async def error_without_end() -> AsyncIterator[bytes]:
    """A refusal that goes on and on."""
    yield HEAD % (b"400 Bad Request", b"transfer-encoding: chunked\r\n")
    while True:
        yield b"10000\r\n" + b"x" * 0x10000 + b"\r\n"


async def dies_after_reading() -> AsyncIterator[bytes]:
    """500 once the question was read."""
    yield HEAD % (b"500 Internal Server Error", b"content-length: 2\r\n") + b"{}"


async def breaks_off() -> AsyncIterator[bytes]:
    """Half an answer."""
    yield HEAD % (b"200 OK", b"content-length: 1000\r\n") + b'{"choices": [{"mess'


async def refuses() -> AsyncIterator[bytes]:
    """429, as often as one asks."""
    yield HEAD % (b"429 Too Many Requests", b"retry-after: 1\r\ncontent-length: 2\r\n") + b"{}"


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    with open_store(None) as opened:
        yield opened


def asked(
    server: Server, store: Store, claims: int = 1, *, vectors: bool = False, **more: object
) -> tuple[list[Support], Cost]:
    """What becomes of the claims, asked at once, and what they cost; through the clients that the product opens."""

    async def run() -> tuple[list[Support], Cost]:
        async with await asyncio.start_server(server.speak, "127.0.0.1", 0) as listening:
            address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
            plain = JudgeSettings(kind="openai", model="m", base_url=address, timeout=CALL, price_in=1.0, price_out=1.0)
            if vectors:
                plain = replace(plain, kind="embedded", embeddings_url=address, embeddings_model="e")
            settings = Settings(judge=replace(plain, **more))  # type: ignore[arg-type]
            async with opened_judge(Session(settings, store, PatientClock())) as judge:
                wanted = [judge.judge(claim(f"{CLAIM} {n}"), source(f"{TEXT} {n}."), title="t") for n in range(claims)]
                found, cost = list(await asyncio.gather(*wanted)), judge.cost
            await server.left_alone()
            return found, cost

    return asyncio.run(run())


CASES = {
    "drips": (drips, Reason.judge_down, 1),
    "never ends": (never_ends, Reason.outside_schema, 1),
    "a gigabyte": (gigabyte, Reason.outside_schema, 1),
    "a bomb": (bomb, Reason.outside_schema, 1),
    "an error without end": (error_without_end, Reason.judge_refused, 3),
    "500 after reading": (dies_after_reading, Reason.judge_down, 9),
    "breaks off": (breaks_off, Reason.judge_down, 3),
}


@pytest.mark.parametrize("name", CASES)
def test_a_call_is_bounded_in_time_and_bytes(name: str, store: Store) -> None:
    """The claim is unjudged with a reason, soon, in little memory, and the server could not send more than a few megabytes."""
    pieces, reason, requests = CASES[name]
    server = Server(pieces)
    asked(Server(refuses), store)  # whatever is loaded once
    tracemalloc.start()
    began = time.monotonic()
    (found,), _ = asked(server, store)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(found, Unjudged)
    assert (found.reason, server.requests) == (reason, requests)
    assert time.monotonic() - began < AT_MOST
    assert server.sent < requests * (8 << 20)
    assert peak < 48 << 20


@pytest.mark.parametrize("name", ["drips", "never ends", "500 after reading", "breaks off"])
def test_what_was_sent_and_failed_is_paid_for(name: str, store: Store) -> None:
    """Each request that left counts its prompt and the longest answer that it may have brought."""
    pieces, _, requests = CASES[name]
    _, cost = asked(Server(pieces), store)
    assert cost.requests == requests
    assert cost.tokens_out == requests * ANSWER_TOKENS
    assert cost.tokens_in >= requests * 100
    assert cost.amount


def test_what_a_server_refuses_is_not_paid_for(store: Store) -> None:
    """429 says that nothing was done; nobody there, that nothing was sent."""
    _, cost = asked(Server(refuses), store)
    assert (cost.requests, cost.tokens_in, cost.tokens_out) == (3, 0, 0)
    _, cost = asked(Server(refuses), store, base_url="http://127.0.0.1:9/v1")
    assert (cost.tokens_in, cost.tokens_out) == (0, 0)


def test_attempts_and_claims_at_once_stay_within_the_budget(store: Store) -> None:
    """Money is held before a request leaves: a failing server gets no more of them than the budget pays for."""
    room = 2 * (ANSWER_TOKENS + 2_000)
    server = Server(dies_after_reading)
    found, cost = asked(server, store, 8, budget_tokens=room, concurrency=8)
    assert server.requests == 2
    assert cost.tokens_in + cost.tokens_out <= room
    assert {one.reason for one in found} == {Reason.budget_spent}


@pytest.mark.parametrize("pieces", [drips, never_ends, gigabyte, bomb, dies_after_reading, breaks_off])
def test_an_embeddings_endpoint_is_bounded_alike(pieces: Callable[[], AsyncIterator[bytes]], store: Store) -> None:
    """Its claims are unjudged, soon, in few bytes, and what was sent is paid for."""
    server = Server(pieces)
    began = time.monotonic()
    (found,), cost = asked(server, store, vectors=True)
    assert isinstance(found, Unjudged)
    assert found.reason in {Reason.judge_down, Reason.outside_schema}
    assert time.monotonic() - began < AT_MOST
    assert server.sent < server.requests * (24 << 20)
    assert cost.requests == server.requests
    assert cost.tokens_in >= 16 * server.requests
