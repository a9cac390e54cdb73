"""Politeness: how many requests at once, how far apart, and slower when a server asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from bot.model.ports import Clock
from bot.model.words import Reason

#: A server that asks for a longer pause than this is left alone for now (seconds).
LONGEST_PAUSE = 60.0
#: After so many failures in a row a server counts as down, and is not asked again for a while (seconds).
FAILURES = 3
NO_ANSWER = frozenset({Reason.timeout, Reason.connection_failed})
REST = 120.0
#: So much of a late start the next one may catch up (seconds).
_LATE = 0.01


@dataclass(slots=True)
class Pace:
    """At most ``at_once`` requests in flight, starts at least ``interval`` seconds apart; doubled when a server complains.

    A server that failed several times in a row is ``down``: nobody waits for its turn then, and nobody should ask.
    """

    clock: Clock
    interval: float
    at_once: int = 1
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
                wait = 0.0 if self.down else self._next - self.clock.monotonic()
                if wait > 0:
                    await self.clock.sleep(wait)
                # a late waking is not added to every later start: on a busy machine that would slow the host down for good
                started = max(self.clock.monotonic() - _LATE, self._next)
                self._next = started + self.interval * self._factor
            yield

    def complain(self, pause: float) -> None:
        """The server asked for a pause (seconds): keep it, and go slower from now on (at most sixteen times)."""
        self._factor = min(16.0, self._factor * 2)
        self._next = max(self._next, self.clock.monotonic() + pause)

    def praise(self) -> None:
        """A clean answer: slowly back to the agreed speed."""
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


def retry_after(value: str, now: str) -> float | None:
    """Seconds that a ``Retry-After`` header asks for (RFC 9110: seconds or a date); None when it says nothing readable."""
    value = value.strip()
    if value.isdecimal():
        return float(value)
    try:
        wanted, present = parsedate_to_datetime(value), datetime.fromisoformat(now)
        return max(0.0, (_aware(wanted) - _aware(present)).total_seconds())
    except (TypeError, ValueError):
        return None


def _aware(moment: datetime) -> datetime:
    """A time without zone is UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
