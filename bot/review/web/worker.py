"""One thread that checks one page after the other, so that the server always answers and services are asked politely."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Generic, TypeVar

from bot.errors import BotError
from bot.jobs.apply import ApplyOptions, apply
from bot.jobs.check import CheckOptions, acheck
from bot.jobs.session import Chosen, Session
from bot.jobs.tidy import tidy
from bot.jobs.verdict_edits import beside
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.plan import Plan
from bot.model.ports import WikiClient
from bot.model.report import PushReport
from bot.review.finish import accepted
from bot.review.web.entries import Entry, Queued, Ready, Running, Unreadable

T = TypeVar("T")

#: Seconds that a stop waits for the thread; whatever it was asking is asked again by the next check.
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class Orders:
    """How the worker works.

    ``session`` opens a session with a store of the worker's own: a connection belongs to its thread. ``fetch`` reads an
    entry's file,
    title or address; ``current`` the newest revision of a page; ``connect`` opens the wiki, with the account where the flag
    says that something is to be saved. ``bug`` writes an unexpected exception down and says where.
    """

    session: Callable[[], AbstractContextManager[Session]]
    chosen: Chosen
    options: CheckOptions
    fetch: Callable[[Entry], Page]
    current: Callable[[Page], Page | None]
    connect: Callable[[bool], WikiClient]
    bug: Callable[[BaseException], Message]


class _Watch:
    """Progress into an entry's state."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry

    def step(self, what: Message, done: int, total: int) -> None:
        """Show how far it is."""
        self._entry.state = Running(what, done, total)


@dataclass(frozen=True, slots=True)
class _Task(Generic[T]):
    """Something else that has to be done in the worker's thread, with its session."""

    job: Callable[[Session], T]
    done: Future[T] = field(default_factory=Future)

    def run(self, session: Session) -> None:
        """Do it; what it raises is for whoever waits."""
        if not self.done.set_running_or_notify_cancel():
            return
        try:
            self.done.set_result(self.job(session))
        except BaseException as error:  # noqa: BLE001  # the waiting request says it, and the thread goes on
            self.done.set_exception(error)


#: Seconds that a stop waits for a save under way: the wiki may ask for a pause between saves, and reading back takes its time.
PATIENCE_SAVING = 120.0

#: What is done first: the end, then what a person waits for, then checks in the order in which they came.
_END, _TASK, _CHECK = range(3)
_Place = tuple[int, int, Entry | _Task[Any] | None]


class Worker:
    """The thread and its queue: checks, and whatever touches a wiki, so that there is one writer.

    ``stop`` ends it in the middle of a check; nothing is lost but that check. A save that has begun is waited for, and the
    journal knows it if it is cut off.
    """

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._queue: queue.PriorityQueue[_Place] = queue.PriorityQueue()
        self._order = count()
        self._thread = threading.Thread(target=self._run, name="mlwiki-checks", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self._saving = False

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def submit(self, entry: Entry) -> None:
        """Put a page behind those that wait."""
        entry.state = Queued()
        self._put(_CHECK, entry)

    def apply(self, plan: Plan, summary: str, *, save: bool) -> Future[PushReport]:
        """Apply a plan, or only say what would be saved and what the gate thinks of it; before the checks that wait."""
        orders = self._orders
        options = ApplyOptions(save, summary, check=orders.options)
        return self._do(lambda session: apply(plan, lambda: orders.connect(save), orders.chosen, session, options))

    def current(self, page: Page) -> Future[Page | None]:
        """The page as its wiki has it now."""
        return self._do(lambda _: self._orders.current(page))

    def _do(self, job: Callable[[Session], T]) -> Future[T]:
        task = _Task(job)
        self._put(_TASK, task)
        return task.done

    def _put(self, rank: int, what: Entry | _Task[Any] | None) -> None:
        self._queue.put((rank, next(self._order), what))

    def stop(self) -> None:
        """End, also in the middle of a check."""
        self._stopped = True
        self._put(_END, None)
        loop, task = self._loop, self._task
        if loop is not None and task is not None and not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)
        if self._thread.is_alive():
            self._thread.join(PATIENCE_SAVING if self._saving else PATIENCE)

    def _run(self) -> None:
        with self._orders.session() as session:
            while (wanted := self._queue.get()[2]) is not None and not self._stopped:
                if isinstance(wanted, _Task):
                    self._saving = True
                    wanted.run(session)
                    self._saving = False
                    continue
                try:
                    session.run(self._one(wanted, session))
                except asyncio.CancelledError:
                    return

    async def _one(self, entry: Entry, session: Session) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            await self._check(entry, session)
        except BotError as error:
            entry.state = Unreadable(error.message, error.hint)
        except Exception as error:  # noqa: BLE001  # a bug on one page must not take the others with it
            entry.state = Unreadable(self._orders.bug(error))

    async def _check(self, entry: Entry, session: Session) -> None:
        orders, watch = self._orders, _Watch(entry)
        # a false alarm stays to be seen and taken back; the difference to the last check is the command line's
        options = replace(orders.options, silence=False, remember=False)
        entry.state = Running(msg("reading"))
        page = entry.page or orders.fetch(entry)
        entry.page = page
        chosen = orders.chosen.on(entry.wiki)
        tidied = tidy([page], chosen, watch)
        # what would be saved is what is checked: the accepted edits as they are worded now
        text = accepted(tidied.pages[0], session.store, chosen.profile).text
        report = await acheck([replace(page, text=text)], chosen, replace(session, progress=watch), options)
        judge = session.settings.judge
        limited = judge.budget is not None or judge.budget_tokens is not None
        if session.connections is not None and (limited or not report.complete):
            # whoever asks again wants it asked again, whatever failed a moment ago, and with a budget of its own
            await session.connections.close()
        both = beside(tidied.pages[0], report.pages[0], chosen.profile, session)
        entry.state = Ready(replace(tidied, pages=(both,)), report, chosen.profile)
