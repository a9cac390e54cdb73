"""One thread that checks one page after the other, so that the server always answers and services are asked politely."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from bot.errors import BotError
from bot.jobs.check import CheckOptions, acheck
from bot.jobs.tidy import tidy
from bot.jobs.world import Chosen, World
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.review.finish import accepted
from bot.review.web.state import Entry, Failed, Queued, Ready, Running

#: Seconds that a stop waits for the thread; whatever it was asking is asked again by the next check.
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class Orders:
    """How the worker works.

    ``world`` opens a world with a store of the worker's own: a connection belongs to its thread. ``fetch`` reads a title or
    address. ``bug`` writes an unexpected exception down and says where.
    """

    world: Callable[[], AbstractContextManager[World]]
    chosen: Chosen
    options: CheckOptions
    fetch: Callable[[str], Page]
    bug: Callable[[BaseException], Message]


class _Watch:
    """Progress into an entry's state."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry

    def step(self, what: Message, done: int, total: int) -> None:
        """Show how far it is."""
        self._entry.state = Running(what, done, total)


class Worker:
    """The thread and its queue. ``stop`` ends it in the middle of a check; nothing is lost but that check."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._queue: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="mlwiki-checks", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def submit(self, entry: Entry) -> None:
        """Put a page behind those that wait."""
        entry.state = Queued()
        self._queue.put(entry)

    def stop(self) -> None:
        """End, also in the middle of a check."""
        self._stopped = True
        self._queue.put(None)
        loop, task = self._loop, self._task
        if loop is not None and task is not None and not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        with self._orders.world() as world, asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            while (entry := self._queue.get()) is not None and not self._stopped:
                try:
                    runner.run(self._one(entry, world))
                except asyncio.CancelledError:
                    return

    async def _one(self, entry: Entry, world: World) -> None:
        self._task = asyncio.current_task()
        try:
            await self._check(entry, world)
        except BotError as error:
            entry.state = Failed(error.message, error.hint)
        except Exception as error:  # noqa: BLE001  # a bug on one page must not take the others with it
            entry.state = Failed(self._orders.bug(error))

    async def _check(self, entry: Entry, world: World) -> None:
        orders, watch = self._orders, _Watch(entry)
        # a false alarm stays to be seen and taken back; the difference to the last check is the command line's
        options = replace(orders.options, silence=False, remember=False)
        entry.state = Running(msg("reading"))
        page = entry.page or orders.fetch(entry.name)
        entry.page = page
        tidied = tidy([page], orders.chosen, watch)
        # what would be saved is what is checked: the accepted edits as they are worded now
        text = accepted(tidied.pages[0], world.store, orders.chosen.profile).text
        report = await acheck([replace(page, text=text)], orders.chosen, replace(world, progress=watch), options)
        entry.state = Ready(tidied, report)
