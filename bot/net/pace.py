"""Politeness: how many requests at once, how far apart, slower when a server asks for it, and nothing asked twice.

``hold`` keeps limits that hold for an operator as a whole: arXiv asks for one request every three seconds «over all your
machines», and ``run``, ``serve`` and ``check`` may be at work together.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from bot.model.ports import Cache, Clock
from bot.net.sharing import Sharing

_KIND = "lease"
_DAYS = 1.0
T = TypeVar("T")

#: After so many failures in a row a server counts as down, and is not asked again for a while (seconds).
FAILURES = 3
REST = 120.0
#: So much of a late start the next one may catch up (seconds).
_LATE = 0.01


@dataclass(slots=True)
class Pace:
    """At most ``at_once`` requests in flight, starts at least ``interval`` seconds apart; doubled when a server complains.

    A server that failed several times in a row is ``down``: nobody waits for its turn then, and nobody should ask. With
    ``sharing`` the turns are those of all workers, under ``name``, ``alone`` from a question to its answer.
    """

    clock: Clock
    interval: float
    at_once: int = 1
    sharing: Sharing | None = None
    name: str = ""
    alone: bool = False
    _slots: asyncio.Semaphore = field(init=False)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _next: float = 0.0
    _factor: float = 1.0
    _failures: int = 0
    _down_until: float = 0.0

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.at_once)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold one request's place."""
        async with self._slots:
            async with self._turn:
                if self.sharing is None:
                    await self._own_turn()
                taken = self.sharing is not None and not self.down
                if self.sharing is not None and taken:
                    await self.sharing.take(self.name, self.interval, alone=self.alone)
            try:
                yield
            finally:
                if self.sharing is not None and taken and self.alone:
                    self.sharing.end(self.name, self.interval)

    async def _own_turn(self) -> None:
        """Wait for this process's own next start."""
        wait = 0.0 if self.down else self._next - self.clock.monotonic()
        if wait > 0:
            await self.clock.sleep(wait)
        # a late waking is not added to every later start: on a busy machine that would slow the host down for good
        started = max(self.clock.monotonic() - _LATE, self._next)
        self._next = started + self.interval * self._factor

    def complain(self, pause: float) -> None:
        """The server asked for a pause (seconds): keep it, and go slower from now on (at most sixteen times)."""
        self._factor = min(16.0, self._factor * 2)
        self._next = max(self._next, self.clock.monotonic() + pause)
        if self.sharing is not None:
            self.sharing.leases.slow_down(self.name, pause)

    def praise(self) -> None:
        """A clean answer: slowly back to the agreed speed."""
        if self.sharing is not None:
            self.sharing.leases.speed_up(self.name)
        self._factor = max(1.0, self._factor * 0.9)
        self._failures = 0

    def failed(self) -> None:
        """No answer at all; enough of them in a row and the server is left alone for a while."""
        self._failures += 1
        if self._failures >= FAILURES:
            self._down_until = self.clock.monotonic() + REST

    def rest(self) -> None:
        """The server says that it will not answer for now: leave it alone at once."""
        self._failures = FAILURES - 1
        self.failed()

    @property
    def down(self) -> bool:
        """Whether asking is pointless for now."""
        return self._failures >= FAILURES and self.clock.monotonic() < self._down_until


async def hold(cache: Cache, clock: Clock, name: str, seconds: float) -> None:
    """Wait until no other process has asked ``name`` within ``seconds``, then take the next turn.

    The turn is written with a mark and read back: of two that write at once the later one keeps it. Waits at most three
    times, so that a wrong clock elsewhere never stops the work.
    """
    mark = secrets.token_hex(4)
    for _ in range(3):
        wait = _left(cache.get(_KIND, name), clock.now())
        if wait > 0:
            await clock.sleep(min(wait, 4 * seconds))
        until = datetime.fromisoformat(clock.now()) + timedelta(seconds=seconds)
        cache.put(_KIND, name, f"{until.isoformat()} {mark}", days=_DAYS)
        await clock.sleep(0.0)
        if (cache.get(_KIND, name) or mark).endswith(mark):
            return


def _left(kept: str | None, now: str) -> float:
    """Seconds until a kept turn is over; 0 for what cannot be read."""
    try:
        until = datetime.fromisoformat((kept or "").partition(" ")[0])
        return (until - datetime.fromisoformat(now)).total_seconds()
    except (TypeError, ValueError):
        return 0.0


#: So many results are remembered of each kind of question: more than a page asks, and a whole wiki's would not fit.
_REMEMBERED = 2_000


class Once(Generic[T]):
    """Runs the work of a key once and gives everybody its result; the oldest results are forgotten, those under way never."""

    def __init__(self, most: int = _REMEMBERED) -> None:
        self._tasks: dict[str, asyncio.Task[T]] = {}
        self._most = most

    def start(self, key: str, work: Callable[[], Awaitable[T]]) -> None:
        """Begin the work of a key, unless somebody has."""
        if key not in self._tasks:

            async def run() -> T:
                return await work()

            self._tasks[key] = asyncio.create_task(run())
            if len(self._tasks) > self._most:
                self._forget()

    def _forget(self) -> None:
        """The older half of what is done."""
        done = [key for key, task in self._tasks.items() if task.done()]
        for key in done[: len(done) // 2]:
            del self._tasks[key]

    async def get(self, key: str, work: Callable[[], Awaitable[T]]) -> T:
        """The result for ``key``; one caller's cancelling does not take it from the others."""
        self.start(key, work)
        return await asyncio.shield(self._tasks[key])

    def cancel(self) -> None:
        """Stop what still runs."""
        for task in self._tasks.values():
            task.cancel()
