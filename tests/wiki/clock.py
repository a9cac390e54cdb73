"""Time that passes only when someone waits."""

from __future__ import annotations


class TestClock:
    """A Clock for tests: sleeping is instant and noted."""

    __test__ = False

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._seconds = 1000.0

    def now(self) -> str:
        """A fixed time."""
        return "2026-11-30T12:00:00Z"

    def monotonic(self) -> float:
        """Seconds so far."""
        return self._seconds

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        self.slept.append(seconds)
        self._seconds += seconds
