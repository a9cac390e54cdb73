"""Judging in a process of its own: a source or a claim that is too much for it leaves that one *unjudged*, and the run goes on.

This is the parent's side; ``bot.judge.judging_child`` is the other. The whole judge runs there; the model, the embeddings
endpoint, the budget and the store stay here and are asked for. What comes back is believed no more than a model: a quote must
stand in the text.
"""

from __future__ import annotations

import asyncio
import atexit
import itertools
import os
import queue
import subprocess  # our own code, by a fixed command
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO, cast

from bot.config import JudgeSettings
from bot.crash import ElsewhereError
from bot.isolated import NEUTRAL, module_command
from bot.judge.client import Endpoint
from bot.judge.embeddings import Finder, FinderDownError
from bot.judge.joint import adds_up
from bot.judge.wire import frame, pack, pack_rows, read_frame, unpack
from bot.model.citation import Claim
from bot.model.message import Message
from bot.model.ports import Cache, Judge
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Contradicted, Evidence, NotInSource, Partial, Support, Supported, Unjudged, quote_of

#: Seconds on the wall that a child may think about one claim before it says something or asks for something; many, since a busy
#: machine is no fault of the claim: the processor's time is what bounds it as a rule (``bot.judge.judging_child``).
MOST_SECONDS = 180.0
#: So many claims of one source were too much: then it is the source that is, and no further one is tried.
_MOST_LOST = 2
_SUPPORT = (Supported, Partial, Contradicted, NotInSource, Unjudged)
_numbers = itertools.count()


class _LostError(Exception):
    """The child ended, or did not answer in time."""


class _Process:
    """One child; a thread writes and a thread reads, so that a child that hangs hangs nobody. ``hear`` gets what it says."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.hear: Callable[[dict[str, Any] | None], None] = _to_nobody
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    @classmethod
    def start(cls) -> _Process | None:
        """A child that inherits nothing but the way to its code; None where the system lets no process be started."""
        if not sys.executable:
            return None
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH") if name in os.environ}
        # more threads of the numeric library take address space by the gigabyte on large machines, and gain nothing here
        kept |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        try:
            process = subprocess.Popen(  # noqa: S603
                module_command("bot.judge.judging_child"),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=kept, cwd=NEUTRAL,
            )  # fmt: skip
        except OSError:
            return None
        return cls(process)

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def send(self, record: dict[str, Any]) -> None:
        """Say something; never waits."""
        self._out.put(frame(record))

    def stop(self) -> None:
        """Kill it and wait for its end."""
        self.hear = _to_nobody
        self._out.put(None)
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1.0)
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def _write(self) -> None:
        pipe = self._process.stdin
        with suppress(OSError, ValueError):
            while pipe is not None and (data := self._out.get()) is not None:
                pipe.write(data)
                pipe.flush()

    def _read(self) -> None:
        pipe = self._process.stdout
        with suppress(OSError, ValueError, RecursionError):
            while pipe is not None and (record := read_frame(cast("BinaryIO", pipe))) is not None:
                self.hear(record)
        self.hear(None)


def _to_nobody(_: dict[str, Any] | None) -> None:
    """What a child says that nobody waits for."""


#: Children without work: a schedule opens a judge for every page, and loading an encoder costs more than judging one.
_idle: list[_Process] = []
_MOST_IDLE = 2


def _ready() -> _Process | None:
    """A child without work that still runs."""
    with suppress(IndexError):
        while True:
            process = _idle.pop()
            if process.alive:
                return process
            process.stop()
    return None


@atexit.register
def stop_idle() -> None:
    """End the children without work."""
    while _idle:
        _idle.pop().stop()


@dataclass(slots=True)
class _Work:
    """A claim under way. ``timer`` runs while it is the child's turn."""

    process: _Process
    future: asyncio.Future[Any]
    timer: asyncio.TimerHandle | None = None


@dataclass(frozen=True, slots=True)
class Means:
    """What the child asks for; ``repeatable`` as in ``open_judge``."""

    cache: Cache
    endpoint: Endpoint | None = None
    finder: Finder | None = None
    repeatable: bool = False


@dataclass(slots=True)
class IsolatedJudge:
    """``inner``, run in a child. It is asked itself for its name and its cost, and where no child can be started.

    ``seconds`` bound the child's thinking about one claim. Close it with ``aclose``.
    """

    inner: Judge
    settings: JudgeSettings
    means: Means
    seconds: float = MOST_SECONDS
    _process: _Process | None = None
    _slots: asyncio.Semaphore = field(init=False)
    _alone: asyncio.Lock = field(default_factory=asyncio.Lock)
    _works: dict[int, _Work] = field(default_factory=dict)
    _serving: set[asyncio.Task[None]] = field(default_factory=set)
    _lost: Counter[str] = field(default_factory=Counter)
    #: Sources whose control failed: a child that is replaced no longer knows them.
    _distrusted: set[str] = field(default_factory=set)
    _abandoned: bool = False

    def __post_init__(self) -> None:
        # one thinks, the next waits; with a model so many more as it answers at once
        self._slots = asyncio.Semaphore(2 if self.means.endpoint is None else self.settings.concurrency + 2)

    @property
    def name(self) -> str:
        """What the report calls this judge."""
        return self.inner.name

    @property
    def confirms(self) -> bool:
        """Whether it can ever say *supported*."""
        return self.inner.confirms

    @property
    def cost(self) -> Cost:
        """What was used so far."""
        return self.inner.cost

    @property
    def trouble(self) -> Message | None:
        """Why the endpoint is not asked any more; None while it is."""
        return None if self.means.endpoint is None else self.means.endpoint.trouble

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:
        """Judge one claim against one source; *unjudged* where that is more than the child can do within its bounds."""
        if source.sha256 in self._distrusted:
            return Unjudged(Reason.control_failed, Evidence(source.scope, (), self.name))
        found = await self._bounded("judge", claim, source, title, (source,))
        if found is None:
            return await self.inner.judge(claim, source, title=title)
        if not isinstance(found, _SUPPORT):
            raise TypeError(type(found).__name__)
        if isinstance(found, Unjudged) and found.reason is Reason.control_failed:
            self._distrusted.add(source.sha256)
        return found

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:
        """Judge one claim against adjacent sources at once; None where that says nothing new."""
        if self.means.endpoint is None or not adds_up(support for _, support in read):
            return None
        found = await self._bounded("together", claim, tuple(read), title, tuple(source for source, _ in read))
        return found if isinstance(found, _SUPPORT) else None

    async def aclose(self) -> None:
        """Let the child go: to the next judge where nothing of this one is under way."""
        for task in self._serving:
            task.cancel()
        if (
            self._process is not None
            and not self._works
            and not self._abandoned
            and self._process.alive
            and len(_idle) < _MOST_IDLE
        ):
            self._process.hear = _to_nobody
            _idle.append(self._process)
        elif self._process is not None:
            self._process.stop()
        self._process = None

    async def _bounded(
        self, what: str, claim: Claim, read: object, title: str, sources: tuple[SourceText, ...]
    ) -> object:
        """The child's verdict; None where no child can be started.

        Several claims may be under way in a child that ends: each is tried once more, alone, so that only the guilty one is lost.
        """
        record = {"what": what, "claim": pack(claim), "read": pack(read), "title": title}
        async with self._slots:
            if any(self._lost[source.sha256] >= _MOST_LOST for source in sources):
                return self._exceeded(sources)
            try:
                process = self._opened()
                return None if process is None else await self._asked(process, record, sources)
            except _LostError:
                async with self._alone:
                    return await self._once_more(record, sources)

    async def _once_more(self, record: dict[str, Any], sources: tuple[SourceText, ...]) -> object:
        process = self._told(_Process.start())
        try:
            return None if process is None else await self._asked(process, record, sources)
        except _LostError:
            self._lost.update({source.sha256 for source in sources})
            return self._exceeded(sources)
        finally:
            if process is not None:
                process.stop()

    def _exceeded(self, sources: tuple[SourceText, ...]) -> Unjudged:
        return Unjudged(Reason.bounds_exceeded, Evidence(sources[0].scope, (), self.name))

    def _opened(self) -> _Process | None:
        """The child of this judge, a new one where the last has ended."""
        if self._process is None or not self._process.alive:
            self._process = self._told(_ready() or _Process.start())
        return self._process

    def _told(self, process: _Process | None) -> _Process | None:
        """The same child, told which judge it is; no key and no address goes there."""
        if process is None:
            return None
        loop = asyncio.get_running_loop()

        def hear(record: dict[str, Any] | None) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._take, process, record)

        process.hear = hear
        given = self.settings
        process.send({
            "open": {
                "kind": given.kind, "model": given.model, "panel": list(given.panel),
                "concurrency": given.concurrency, "finder": self.means.finder is not None,
                "repeatable": self.means.repeatable,
            }
        })  # fmt: skip
        return process

    async def _asked(self, process: _Process, record: dict[str, Any], sources: tuple[SourceText, ...]) -> object:
        number = next(_numbers)
        work = self._works[number] = _Work(process, asyncio.get_running_loop().create_future())
        try:
            process.send({"id": number, **record})
            self._wait_for(work)
            return _sound(unpack(await work.future), sources)
        finally:
            del self._works[number]
            _rest(work)
            # nobody waits any more, and the child may think on for long: it serves no other judge
            self._abandoned = self._abandoned or work.future.cancelled()

    def _wait_for(self, work: _Work) -> None:
        """It is the child's turn."""
        _rest(work)
        work.timer = asyncio.get_running_loop().call_later(self.seconds, self._lose, work.process)

    def _lose(self, process: _Process) -> None:
        """The child is of no use any more: whoever waits for it hears so."""
        if self._process is process:
            self._process = None
        process.stop()
        for work in self._works.values():
            if work.process is process and not work.future.done():
                work.future.set_exception(_LostError())

    def _take(self, process: _Process, record: dict[str, Any] | None) -> None:
        """Something the child said."""
        if record is None:
            self._lose(process)
            return
        work = self._works.get(record.get("id", -1))
        if "call" in record:
            task = asyncio.ensure_future(self._serve(process, work, record))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        elif work is None or work.future.done():
            return
        elif "done" in record:
            work.future.set_result(record["done"])
        elif "exceeded" in record:
            work.future.set_exception(_LostError())
        else:
            work.future.set_exception(
                ElsewhereError(str(record.get("failed")), tuple(map(str, record.get("places", ()))))
            )

    async def _serve(self, process: _Process, work: _Work | None, record: dict[str, Any]) -> None:
        """Do what the child asks for. What cannot be done ends the claim here, with its reason."""
        answer: dict[str, Any] = {"gone": True}
        if work is not None:
            _rest(work)
            try:
                answer = {"answer": await self._done(record["what"], unpack(record["args"]))}
            except FinderDownError as error:
                answer = {"down": error.reason.value}
            except Exception as error:  # noqa: BLE001  # raised where the claim is waited for
                if not work.future.done():
                    work.future.set_exception(error)
            else:
                if not work.future.done():
                    self._wait_for(work)
        process.send({"call": record["call"], **answer})

    async def _done(self, what: str, args: tuple[Any, ...]) -> object:
        means = self.means
        if what == "get":
            return means.cache.get(*args)
        if what == "put":
            means.cache.put(*args[:3], days=args[3])
            return None
        if what == "ask" and means.endpoint is not None:
            return pack(await means.endpoint.ask(*args))
        if what == "passages" and means.finder is not None:
            return pack_rows(await means.finder.passages(args))
        if what == "query" and means.finder is not None:
            return pack_rows(await means.finder.query(*args))
        raise ValueError(what)


def _rest(work: _Work) -> None:
    if work.timer is not None:
        work.timer.cancel()
        work.timer = None


def _sound(found: object, sources: tuple[SourceText, ...]) -> object:
    """The child's verdict, whose quote stands in the text word for word. Raises ValueError for one that does not."""
    quote = quote_of(found) if isinstance(found, _SUPPORT) else None
    if quote is None:
        return found
    if any(one.sha256 == quote.source_sha256 and one.text[quote.start : quote.end] == quote.text for one in sources):
        return found
    raise ValueError("a quote that does not stand in its source")
