"""Politeness: distance between requests, slower when asked, left alone when down, one turn over all processes."""

from __future__ import annotations

import asyncio

import pytest

from bot.net.cassettes import ReplayClock
from bot.net.pace import Pace, hold
from bot.net.retry import retry_after
from tests.sources.world import DictCache


class WallClock(ReplayClock):
    """A clock whose time of day goes with its waiting."""

    def now(self) -> str:
        """Midnight and what was waited since."""
        seconds = int(self.monotonic())
        return f"2026-01-01T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"


def starts(pace: Pace, clock: ReplayClock, number: int) -> list[float]:
    """When each of ``number`` requests begins."""
    found: list[float] = []

    async def one() -> None:
        async with pace.turn():
            found.append(clock.monotonic())

    async def run() -> None:
        await asyncio.gather(*(one() for _ in range(number)))

    asyncio.run(run())
    return found


def test_requests_keep_their_distance() -> None:
    """Starts are an interval apart, however many wait."""
    clock = ReplayClock()
    assert starts(Pace(clock, 3.0), clock, 4) == [0.0, 3.0, 6.0, 9.0]


def test_a_complaint_slows_down_and_praise_brings_back() -> None:
    """The asked pause is kept, then the interval doubles, at most sixteen times."""
    clock = ReplayClock()
    pace = Pace(clock, 1.0)
    pace.complain(10.0)
    assert starts(pace, clock, 3) == [10.0, 12.0, 14.0]
    for _ in range(10):
        pace.complain(0.0)
    assert pace._factor == 16
    for _ in range(60):
        pace.praise()
    assert pace._factor == 1


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0), ("0", 0.0), (" 5 ", 5.0), ("Thu, 01 Jan 2026 00:01:00 GMT", 60.0),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0.0), ("soon", None), ("", None), ("-1", None),
    ],
)  # fmt: skip
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    """RFC 9110; what cannot be read says nothing."""
    assert retry_after(value, "2026-01-01T00:00:00Z") == seconds


def test_two_processes_share_one_turn() -> None:
    """A turn taken by another process is waited for; a broken or far one never stops the work."""
    cache, clock = DictCache(), WallClock()

    async def take() -> float:
        await hold(cache, clock, "arxiv", 3.0)
        return clock.monotonic()

    assert asyncio.run(take()) == 0.0
    assert asyncio.run(take()) == 3.0
    cache.put("lease", "arxiv", "2099-01-01T00:00:00+00:00 other", days=None)
    assert asyncio.run(take()) <= 3.0 + 12.0
    cache.put("lease", "arxiv", "nonsense", days=None)
    before = clock.monotonic()
    assert asyncio.run(take()) == before
