"""One run of a piece of work for everybody who wants its result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Runs the work of a key once and gives everybody its result."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[T]] = {}

    def start(self, key: str, work: Callable[[], Awaitable[T]]) -> None:
        """Begin the work of a key, unless somebody has."""
        if key not in self._tasks:

            async def run() -> T:
                return await work()

            self._tasks[key] = asyncio.create_task(run())

    async def get(self, key: str, work: Callable[[], Awaitable[T]]) -> T:
        """The result for ``key``; one caller's cancelling does not take it from the others."""
        self.start(key, work)
        return await asyncio.shield(self._tasks[key])

    def cancel(self) -> None:
        """Stop what still runs."""
        for task in self._tasks.values():
            task.cancel()
