"""What this process shares with the other workers that ask: turns at hosts, and who asks which question.

A turn at a page's host is held from before the request until its answer, so that the next one, whoever sends it, arrives a whole
pace later. A registry's turn is over when it is taken: several of its answers may be under way.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from bot.model.ports import Clock, Leases

#: A turn or a claim of one who was killed ends after so long; its holder says that it is alive thrice in that time.
ALIVE = 12.0
#: How often to look whether another's turn or work is over (seconds).
_LOOK, _LOOK_AT_WORK = 0.05, 0.25


@dataclass(slots=True)
class Sharing:
    """One process among others. Close it with ``aclose``."""

    leases: Leases
    clock: Clock
    alive: float = ALIVE
    _holder: str = field(default_factory=lambda: secrets.token_hex(8))
    _beating: asyncio.Task[None] | None = None

    async def take(self, name: str, interval: float, *, alone: bool) -> None:
        """Wait for a turn and take it: for as long as the process lives (``alone``), or for one ``interval``."""
        self._beat()
        while True:
            wait = self.leases.take_turn(name, self._holder if alone else "", self.alive if alone else interval)
            if wait == 0.0:
                return
            await self.clock.sleep(max(_LOOK, interval / 4) if wait < 0 else min(wait, self.alive))

    def end(self, name: str, interval: float) -> None:
        """The turn that was taken ``alone`` is over."""
        self.leases.end_turn(name, self._holder, interval)

    @asynccontextmanager
    async def working_on(self, name: str) -> AsyncIterator[None]:
        """Nobody else works on ``name`` meanwhile: whoever waited finds the answer stored."""
        self._beat()
        # each piece of work is claimed for itself: a second one of this process waits as others do
        while not self.leases.claim(name, self._holder, self.alive):
            await self.clock.sleep(_LOOK_AT_WORK)
        try:
            yield
        finally:
            self.leases.release(name, self._holder)

    async def aclose(self) -> None:
        """Say no more that this process is alive."""
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
            self._beating = None

    def _beat(self) -> None:
        if self._beating is None:
            self._beating = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self.alive / 3)
            self.leases.keep(self._holder, self.alive)
