"""Time that passes only when someone waits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class TestClock:
    """A Clock for tests: sleeping is instant and noted; ``on_sleep`` lets a stand-in's clock go along."""

    __test__ = False

    def __init__(self, on_sleep: Callable[[float], None] | None = None) -> None:
        self.slept: list[float] = []
        self.passed = 0.0
        self._on_sleep = on_sleep

    def now(self) -> str:
        """The machine's time and what was slept through."""
        return (datetime.now(UTC) + timedelta(seconds=sum(self.slept) + self.passed)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def monotonic(self) -> float:
        """Seconds so far."""
        return 1000.0 + sum(self.slept) + self.passed

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        self.slept.append(seconds)
        if self._on_sleep is not None:
            self._on_sleep(seconds)
