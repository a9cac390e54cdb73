"""A scan by workers on this machine and others: pages go into the queue, their records come back through the shared store."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from bot.config import JudgeSettings
from bot.jobs.check import CheckOptions, checking
from bot.jobs.session import Session, choose_profile
from bot.model.message import msg
from bot.model.page import Page
from bot.scan.engine import TRIES, PoisonedTaskError, ScanQueue, ScanTask, ServeOptions
from bot.scan.scanned import lost_page, scan_page
from bot.scan.workers import survives
from bot.store import Store
from bot.verify import is_complete

#: So many pages are in the queue or done and not yet written: enough for many workers, few enough to fit.
_AHEAD, _TOGETHER = 2_000, 100
#: Records lie in the store until whoever asked takes them, at most so long.
_DAYS = 7.0
#: How often to look for the next page's record, and after how long to think its task lost (seconds).
_LOOK, _LOST = 0.1, 120.0
#: What was an outage is asked anew after so long (seconds).
_FRESH = 600.0

Json = dict[str, Any]


def scanned_by_queue(
    pages: Iterable[Page],
    asked: Callable[[Page, str], ScanTask],
    queue: ScanQueue,
    store: Store,
    told: Callable[[int], None],
) -> Iterator[Json]:
    """Each page's answer (``record``, ``complete``, ``bug``) in the pages' order; ``told`` hears how many are under way.

    A page whose record is there already, of a scan that was interrupted, is nobody's task again.
    """
    under_way: deque[ScanTask] = deque()
    wanted: Counter[str] = Counter()
    waiting: list[ScanTask] = []

    def taken() -> Json:
        queue.put(waiting)
        waiting.clear()
        told(len(under_way))
        task = under_way.popleft()
        found = _awaited(task, queue, store)
        wanted[task.key] -= 1
        if not wanted[task.key]:
            del wanted[task.key]
            store.put(_kind(task), task.key, "", days=0)
        return found

    for page in pages:
        task = asked(page, key_of(page))
        if not wanted[task.key] and store.get(_kind(task), task.key) is None:
            waiting.append(task)
        wanted[task.key] += 1
        under_way.append(task)
        if len(waiting) >= _TOGETHER:
            queue.put(waiting)
            waiting.clear()
        if len(under_way) >= _AHEAD:
            yield taken()
    while under_way:
        yield taken()


def key_of(page: Page) -> str:
    """A page's name in a scan: what it is called and what it says."""
    named = "\x00".join((page.name, page.title, page.wiki, str(page.revid), page.sha256))
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()


def _kind(task: ScanTask) -> str:
    return f"scan {task.scan}"


def _awaited(task: ScanTask, queue: ScanQueue, store: Store) -> Json:
    """The page's answer, as soon as a worker has it."""
    since = time.monotonic()
    while True:
        kept = store.get(_kind(task), task.key)
        if kept is not None:
            found: Json = json.loads(kept)
            return found
        time.sleep(_LOOK)
        if time.monotonic() - since > _LOST:
            queue.put_again(task)
            since = time.monotonic()


async def work_through(queue: ScanQueue, session: Session, options: ServeOptions) -> None:
    """Serve the queue until cancelled. Raises ConfigError where store or queue stay away."""
    store = session.store
    asking = replace(session, settings=replace(session.settings, judge=JudgeSettings(kind="none")))
    asked = CheckOptions(remember=False, propose=False, announce=False, claims=False)

    def keep(task: ScanTask, record: Json, *, complete: bool, bug: bool) -> None:
        text = json.dumps({"record": record, "complete": complete, "bug": bug}, ensure_ascii=False)
        store.put(_kind(task), task.key, text, days=_DAYS)

    async def try_apart(task: ScanTask) -> None:
        """Whether the page ends a process that reads it: whoever was killed beside it has done nothing."""
        if await asyncio.to_thread(survives, task.page, task.profile):
            return
        session.notify(msg("{title} ended its worker three times and is set aside", title=task.page.title))
        keep(task, lost_page(task.page, session.crashes), complete=True, bug=True)
        raise PoisonedTaskError(task.key)

    def away() -> None:
        session.notify(msg("the queue's database is away; waiting for it"))

    async with checking(asking, asked, fresh=_FRESH) as check:

        async def work(task: ScanTask, number: int) -> None:
            if store.get(_kind(task), task.key) is not None:
                return
            if number >= TRIES:
                await try_apart(task)
            chosen = choose_profile(task.profile, session.settings)
            bugs = len(session.crashes.messages)
            checked = await check(task.page, chosen) if task.verify else None
            record = scan_page(task.page, chosen, session.crashes, checked)
            bug = len(session.crashes.messages) > bugs
            keep(task, record, complete=checked is None or is_complete(checked), bug=bug)

        await queue.serve(work, away, options)
