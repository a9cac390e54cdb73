"""The queue of ``scan --enqueue`` and ``worker``: Procrastinate in the PostgreSQL database of ``[engine] broker``.

Dramatiq with Redis was measured beside it: as sure and a little faster, but it needs a second server, and the turns at hosts
have to be the shared store's all the same. A message is JSON and a stranger's: what is no page of a scan is set aside, never
guessed at.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from bot.config import Settings
from bot.config.declared import ENGINE_PASSWORD
from bot.errors import ConfigError, UsageError
from bot.jobs.files import MAX_BYTES
from bot.model.message import msg
from bot.model.page import Page
from bot.profiles import PROFILE_NAMES

if TYPE_CHECKING:
    from procrastinate import App
    from procrastinate.jobs import Job

QUEUE = TASK = "mlwiki.scan"
#: A task that fails is begun so often; one that ended its worker is read by a process of its own from the last of these tries on.
TRIES = 3
#: A worker that says nothing for so long is gone, and others take its tasks (seconds).
ALIVE = 15.0
#: How often a worker without work looks for some where the database did not call it (seconds).
_LOOK = 2.0
#: Before the database is asked again (seconds).
_PAUSE = 1.0


@dataclass(frozen=True, slots=True)
class ScanTask:
    """One page of a scan. ``key`` names its record; ``verify`` asks links and works too."""

    scan: str
    key: str
    profile: str
    verify: bool
    page: Page

    def message(self) -> dict[str, Any]:
        """The task as JSON; the page is packed, since JSON of PostgreSQL cannot hold every letter that a page may."""
        packed = zlib.compress(json.dumps(asdict(self.page)).encode())
        return {
            "scan": self.scan,
            "key": self.key,
            "profile": self.profile,
            "verify": self.verify,
            "title": self.page.title.replace("\x00", "\ufffd"),
            "page": base64.b64encode(packed).decode(),
        }


class StrangeTaskError(Exception):
    """A message that is no task of ours."""


def read_task(message: Mapping[str, Any]) -> ScanTask:
    """The task in a message. Raises StrangeTaskError for anything else."""
    try:
        opener = zlib.decompressobj()
        text = opener.decompress(base64.b64decode(message["page"], validate=True), 8 * MAX_BYTES)
        fields = json.loads(text)
        page = Page(**fields)
        task = ScanTask(message["scan"], message["key"], message["profile"], message["verify"], page)
    except (KeyError, TypeError, ValueError, RecursionError, zlib.error) as error:
        raise StrangeTaskError(str(error)) from error
    texts = (task.scan, task.key, page.name, page.title, page.text, page.wiki)
    if not all(isinstance(text, str) for text in texts) or not isinstance(task.verify, bool):
        raise StrangeTaskError("a field of another kind")
    if task.profile not in PROFILE_NAMES or not (page.revid is None or type(page.revid) is int):
        raise StrangeTaskError("no such profile, or no revision")
    return task


class PoisonedTaskError(Exception):
    """A page that ends every process that reads it: set aside, whatever tries are left."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How a worker serves: so many tasks side by side; silent for ``alive`` seconds it counts as gone."""

    concurrency: int = 32
    alive: float = ALIVE
    until_empty: bool = False


#: Does a task; the number says which try it is.
Work = Callable[[ScanTask, int], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """What the queue holds; ``aside`` names tasks that were given up, the newest last."""

    waiting: int = 0
    doing: int = 0
    aside: tuple[str, ...] = ()


@contextmanager
def opened_queue(settings: Settings, environment: Mapping[str, str]) -> Iterator[ScanQueue]:
    """The queue, its tables made where there are none. Raises UsageError without ``[engine] store``, ConfigError."""
    engine = settings.engine
    if not engine.store:
        raise UsageError(
            msg("several machines need a store that they share"),
            msg('set [engine] store = "postgresql://host/database" and start `mlwiki worker` where work is to be done'),
        )
    try:
        import procrastinate
        import psycopg
        from procrastinate.exceptions import ConnectorException
    except ImportError as error:
        raise ConfigError(
            msg("[engine] needs libraries that are not installed"), msg("pip install 'mlwiki-bot[engine]'")
        ) from error
    # its log repeats messages, which hold pages
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL + 1)
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL + 1)
    password: dict[str, Any] = {"password": environment[ENGINE_PASSWORD]} if environment.get(ENGINE_PASSWORD) else {}
    address = engine.broker or engine.store

    def connected(connector: type[Any]) -> App:
        return procrastinate.App(connector=connector(conninfo=address, kwargs=password, min_size=1, timeout=10.0))

    app = connected(procrastinate.SyncPsycopgConnector)
    try:
        with psycopg.connect(address, **password, connect_timeout=10, autocommit=True) as lock, app.open():
            lock.execute("SELECT pg_advisory_lock(7310868735)")  # one makes the tables
            if not app.check_connection():
                app.schema_manager.apply_schema()
            lock.execute("SELECT pg_advisory_unlock(7310868735)")
            yield ScanQueue(app, lambda: connected(procrastinate.PsycopgConnector))
    except (ConnectorException, psycopg.OperationalError) as error:
        raise ConfigError(
            msg(
                "the queue {address} cannot be used: {why}",
                address=address,
                why=str(error.__cause__ or error).splitlines()[0],
            ),
            msg("see that the server of [engine] runs and lets this account in"),
        ) from error


@dataclass(frozen=True, slots=True)
class ScanQueue:
    """An open queue; ``_worker`` makes the application that serves it."""

    _app: App
    _worker: Callable[[], App]

    def put(self, tasks: Sequence[ScanTask]) -> None:
        """Leave tasks for the workers."""
        if tasks:
            deferred = self._app.configure_task(TASK, queue=QUEUE, allow_unknown=True)
            deferred.batch_defer(*(task.message() for task in tasks))

    def put_again(self, task: ScanTask) -> None:
        """The same for one that seems to be lost; nothing where it waits."""
        from procrastinate.exceptions import AlreadyEnqueued

        with suppress(AlreadyEnqueued):
            self._app.configure_task(TASK, queue=QUEUE, queueing_lock=task.key, allow_unknown=True).defer(
                **task.message()
            )

    def status(self) -> QueueStatus:
        """What it holds now."""
        found = [queue for queue in self._app.job_manager.list_queues() if queue["name"] == QUEUE]
        aside = [_name(job) for job in self._app.job_manager.list_jobs(queue=QUEUE, status="failed")]
        return QueueStatus(sum(one["todo"] for one in found), sum(one["doing"] for one in found), tuple(aside))

    async def serve(self, work: Work, away: Callable[[], None], options: ServeOptions) -> None:
        """Do the tasks until cancelled. A database that goes away is waited for; ``away`` hears of it."""
        from procrastinate.exceptions import ConnectorException

        while True:
            with suppress(ConnectorException):
                await self._serve_once(work, options)
                if options.until_empty:
                    return
            away()
            await asyncio.sleep(_PAUSE)

    async def _serve_once(self, work: Work, options: ServeOptions) -> None:
        """Until there is nothing to do, or the database goes away."""
        from procrastinate import JobContext
        from procrastinate.retry import BaseRetryStrategy, RetryDecision

        class Thrice(BaseRetryStrategy):
            """Three tries; none more for what is no task of ours, or was found to end its worker."""

            def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
                again = job.attempts + 1 < TRIES and not isinstance(exception, StrangeTaskError | PoisonedTaskError)
                return RetryDecision(retry_in={"seconds": 1}) if again else None

        app = self._worker()

        @app.task(name=TASK, queue=QUEUE, retry=Thrice(), pass_context=True)
        async def page(context: JobContext, /, **message: object) -> None:
            await work(read_task(message), context.job.attempts + 1)

        async with app.open_async():
            sweeping = asyncio.create_task(_sweep(app, options.alive))
            try:
                await app.run_worker_async(
                    queues=[QUEUE], name="mlwiki", concurrency=options.concurrency, wait=not options.until_empty,
                    fetch_job_polling_interval=_LOOK, shutdown_graceful_timeout=5.0, install_signal_handlers=False,
                    update_heartbeat_interval=options.alive / 3, stalled_worker_timeout=options.alive, delete_jobs="successful",
                )  # fmt: skip
            finally:
                sweeping.cancel()
                await asyncio.gather(sweeping, return_exceptions=True)


async def _sweep(app: App, alive: float) -> None:
    """Give the tasks of workers that are gone to others. Whose fault the end was, the third try finds out."""
    from datetime import UTC, datetime

    from procrastinate.exceptions import ConnectorException

    while True:
        with suppress(ConnectorException):  # another worker did it meanwhile, or the database is away: next time
            for job in await app.job_manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=alive):
                await app.job_manager.retry_job(job, retry_at=datetime.now(UTC))
        await asyncio.sleep(alive / 3)


def _name(job: Job) -> str:
    """What a person knows a task by."""
    title = job.task_kwargs.get("title")
    return str(title)[:200] if job.task_name == TASK and isinstance(title, str) else f"{job.task_name[:200]} (?)"
