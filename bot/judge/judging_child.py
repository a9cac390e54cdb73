"""The child of ``bot.judge.isolated_judge``: judges by code, bounded in memory and time; for a socket or the store it asks."""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import queue
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from bot.config import JudgeSettings
from bot.crash import places
from bot.judge.client import Endpoint, Failure, ModelReply
from bot.judge.embeddings import FinderDownError
from bot.judge.panel import Seat
from bot.judge.prompt import Prompt
from bot.judge.wire import frame, pack, read_frame, unpack, unpack_rows
from bot.model.ports import Clock, Judge
from bot.model.reasons import Reason

if TYPE_CHECKING:
    from bot.judge.encoder import Vectors

#: Address space in bytes; seconds of the processor between two messages of the parent (a text of 3 MB takes 14).
MOST_MEMORY, MOST_CPU = 2 << 30, 60

_task: contextvars.ContextVar[int] = contextvars.ContextVar("task")


class _GoneError(Exception):
    """The parent has given the task up."""


class _JudgingChild:
    """Both directions, and the judge of the last ``open``."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source, self._target = source, target
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._waiting: dict[int, Callable[[dict[str, Any]], None]] = {}
        self._told: dict[str, Any] = {}
        self._judge: Judge | None = None
        self._running: set[asyncio.Task[None]] = set()
        self._over = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def serve(self) -> None:
        """Until the input ends."""
        threading.Thread(target=self._read, daemon=True).start()
        await self._over.wait()

    def call(self, what: str, *args: object) -> dict[str, Any]:
        """Ask the parent and wait, this thread and nothing else of the child's."""
        answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._ask(what, args, answers.put)
        return _checked(answers.get())

    async def acall(self, what: str, *args: object) -> dict[str, Any]:
        """Ask the parent, and let the other tasks go on meanwhile."""
        future: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._ask(what, args, lambda record: self._soon(_settle, future, record))
        return _checked(await future)

    def _ask(self, what: str, args: Sequence[object], on_answer: Callable[[dict[str, Any]], None]) -> None:
        number = next(self._numbers)
        self._waiting[number] = on_answer
        self._send({"id": _task.get(), "call": number, "what": what, "args": pack(tuple(args))})

    def _send(self, record: dict[str, Any]) -> None:
        data = frame(record)
        with self._lock:
            self._target.write(data)
            self._target.flush()

    def _soon(self, call: Callable[..., object], *args: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call, *args)

    def _read(self) -> None:
        try:
            while (record := read_frame(self._source)) is not None:
                _more_time()
                if "call" in record:
                    self._waiting.pop(record["call"])(record)
                else:
                    self._soon(self._begin, record)
        finally:
            self._soon(self._over.set)

    def _begin(self, record: dict[str, Any]) -> None:
        if "open" in record:
            self._told, self._judge = record["open"], None
            return
        task = self._loop.create_task(self._work(record))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _work(self, record: dict[str, Any]) -> None:
        _task.set(record["id"])
        try:
            self._send({"id": record["id"], "done": pack(await self._judged(record))})
        except _GoneError:
            return
        except (MemoryError, RecursionError):
            self._send({"id": record["id"], "exceeded": True})
        except Exception as error:  # noqa: BLE001  # the parent's to tell
            self._send({"id": record["id"], "failed": type(error).__name__, "places": list(places(error))})

    async def _judged(self, record: dict[str, Any]) -> object:
        if self._judge is None:
            # here, where it may ask for something of the store
            self._judge = _opened(self._told, self)
        judge = self._judge
        claim, read, title = unpack(record["claim"]), unpack(record["read"]), record["title"]
        if record["what"] == "judge":
            return await judge.judge(claim, read, title=title)
        return await judge.together(claim, read, title=title)


class _Cache:
    """The parent's store."""

    def __init__(self, child: _JudgingChild) -> None:
        self._child = child

    def get(self, kind: str, key: str) -> str | None:
        """What it has."""
        found = self._child.call("get", kind, key)["answer"]
        return found if isinstance(found, str) else None

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:
        """Keep it there."""
        self._child.call("put", kind, key, value, days)


class _Endpoint(Endpoint):
    """The parent's endpoint, with its key, its budget and its patience."""

    def __init__(self, settings: JudgeSettings, child: _JudgingChild) -> None:
        super().__init__(settings, key=None, http_client=None, clock=cast("Clock", None))
        self._child = child

    async def ask(self, prompt: Prompt, seat: Seat) -> ModelReply | Failure:
        """Put one question."""
        found = unpack((await self._child.acall("ask", prompt, seat))["answer"])
        if not isinstance(found, (ModelReply, Failure)):
            raise TypeError(type(found).__name__)
        return found


class _Finder:
    """The parent's embeddings endpoint."""

    def __init__(self, child: _JudgingChild) -> None:
        self._child = child

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """The sentences of a source."""
        return unpack_rows((await self._child.acall("passages", *texts))["answer"])

    async def query(self, text: str) -> Vectors:
        """What is looked for."""
        return unpack_rows((await self._child.acall("query", text))["answer"])


def _opened(opening: dict[str, Any], child: _JudgingChild) -> Judge:
    from bot.judge.computed import KeptVectors
    from bot.judge.encoder import bundled

    encoder = KeptVectors(bundled(), _Cache(child))
    settings = JudgeSettings(
        kind=opening["kind"],
        model=opening["model"],
        panel=tuple(opening["panel"]),
        concurrency=opening["concurrency"],
    )
    finder = _Finder(child) if opening["finder"] else None
    if settings.kind == "embedded":
        from bot.judge.embedded import EmbeddedJudge

        return EmbeddedJudge(encoder, finder)
    from bot.judge.model import ModelJudge

    endpoint = _Endpoint(settings, child)
    return ModelJudge(settings, endpoint, encoder, _Cache(child), finder, repeatable=opening["repeatable"])


def _checked(record: dict[str, Any]) -> dict[str, Any]:
    """An answer of the parent. Raises FinderDownError where its endpoint is, _GoneError where nobody waits any more."""
    if "down" in record:
        raise FinderDownError(Reason(record["down"]))
    if "gone" in record:
        raise _GoneError
    return record


def _settle(future: asyncio.Future[dict[str, Any]], record: dict[str, Any]) -> None:
    if not future.done():
        future.set_result(record)


def _more_time() -> None:
    """The processor's time for what comes now; the system ends a process that takes more. A parent may be gone, or asleep."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + MOST_CPU
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _bound() -> None:
    """Bound memory and forbid files to grow, where the system can; Ctrl-C is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


async def _main() -> None:
    await _JudgingChild(sys.stdin.buffer, sys.stdout.buffer).serve()


if __name__ == "__main__":
    _bound()
    asyncio.run(_main())
