"""A server that does not answer is left alone for a while, and nobody waits in line for it."""

from __future__ import annotations

import asyncio

from bot.sources.pace import FAILURES, REST, Pace


class Turned:
    """A clock that the test turns; sleeping moves it on."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> str:
        """A fixed day."""
        return "2026-11-30T00:00:00Z"

    def monotonic(self) -> float:
        """Seconds so far."""
        return self.time

    async def sleep(self, seconds: float) -> None:
        """Move on."""
        self.time += seconds


async def turns(pace: Pace, number: int) -> None:
    """Take that many turns one after the other."""
    for _ in range(number):
        async with pace.turn():
            continue


def down(pace: Pace) -> bool:
    """Ask anew: the type checker remembers what a property said before the clock moved."""
    return pace.down


def test_turns_keep_their_distance() -> None:
    """Ten turns at three seconds take 27."""
    clock = Turned()
    asyncio.run(turns(Pace(clock, 3.0), 10))
    assert clock.time == 27.0


def test_a_dead_server_costs_nobody_a_wait_until_it_is_tried_again() -> None:
    """After enough failures in a row the line is empty; a rest later the server gets its chance, and one answer clears it."""
    clock = Turned()
    pace = Pace(clock, 3.0)
    for _ in range(FAILURES):
        assert not down(pace)
        pace.failed()
    assert down(pace)
    asyncio.run(turns(pace, 50))
    assert clock.time == 0.0
    clock.time += REST
    assert not down(pace)
    pace.failed()
    assert down(pace)
    clock.time += REST
    pace.praise()
    pace.failed()
    assert not down(pace)


def test_a_server_that_fails_now_and_then_is_not_down() -> None:
    """Only failures in a row count."""
    pace = Pace(Turned(), 1.0)
    for _ in range(10 * FAILURES):
        pace.failed()
        pace.praise()
    assert not down(pace)
