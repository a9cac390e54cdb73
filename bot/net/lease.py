"""Limits that hold for an operator as a whole: one request at a time over all processes that share a store.

arXiv asks for one request every three seconds «over all your machines»; ``run``, ``serve`` and ``check`` may be at work together.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from bot.model.ports import Cache, Clock

_KIND = "lease"
_DAYS = 1.0


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
