"""Strangers' bytes are parsed in processes of their own, bounded in memory and time: native code reads pages and PDFs there.

This is the parent's side; ``python -m bot.sources.child`` is the other. Both speak lengths of eight bytes and what they
announce: JSON and the body one way, JSON the other.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress

from bot.isolated import NEUTRAL, module_command
from bot.model.outcome import Outcome, Shown
from bot.model.reasons import Reason
from bot.sources import reading, stored
from bot.sources.reading import Refresh, Task

#: Seconds for one reply, and so many children at once.
MOST_SECONDS, CHILDREN = 30.0, 2


class Reader:
    """Reads replies in up to two children, each started when first needed and replaced when it fails."""

    def __init__(self, seconds: float = MOST_SECONDS, children: int = CHILDREN) -> None:
        self._seconds = seconds
        self._free = asyncio.Semaphore(children)
        self._idle: list[_Child] = []
        self._all: set[_Child] = set()

    async def read(self, task: Task) -> Outcome | Refresh:
        """What a reply is. One that cannot be read within the bounds is too big: it exists, unread."""
        async with self._free:
            child = self._idle.pop() if self._idle else await _Child.start()
            if child is None:
                return await asyncio.to_thread(reading.read, task)
            self._all.add(child)
            try:
                async with asyncio.timeout(self._seconds):
                    outcome = await child.ask(task)
            except (TimeoutError, OSError, ValueError, KeyError, TypeError, asyncio.IncompleteReadError):
                await self._end(child)
                return Shown(task.reply.url, task.reply.status, reason=Reason.too_big)
            except BaseException:
                # its answer is still under way: nobody may take it for the next one's
                await self._end(child)
                raise
            self._idle.append(child)
            return outcome

    async def aclose(self) -> None:
        """End the children."""
        self._idle.clear()
        for child in tuple(self._all):
            await self._end(child)

    async def _end(self, child: _Child) -> None:
        self._all.discard(child)
        await child.stop()


class _Child:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> _Child | None:
        """A child that inherits nothing but the way to its code; None where the system lets no process be started."""
        if not sys.executable:
            return None
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH") if name in os.environ}
        try:
            process = await asyncio.create_subprocess_exec(
                *module_command("bot.sources.child"),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                env=kept, cwd=NEUTRAL,
            )  # fmt: skip
        except (OSError, NotImplementedError):
            return None
        return cls(process)

    async def ask(self, task: Task) -> Outcome | Refresh:
        """One reply. Raises OSError, ValueError and the like for a child that does not answer as agreed."""
        source, target = self._process.stdout, self._process.stdin
        if source is None or target is None:
            raise OSError("the child has no pipes")
        reply = task.reply
        head = json.dumps({
            "url": reply.url, "status": reply.status, "truncated": reply.truncated, "unverified": reply.unverified,
            "headers": [[name.decode("latin-1"), value.decode("latin-1")] for name, value in reply.headers],
            "asked": task.asked, "now": task.now, "main": task.main,
        }).encode()  # fmt: skip
        target.write(b"".join([len(head).to_bytes(8, "big"), head, len(reply.body).to_bytes(8, "big"), reply.body]))
        await target.drain()
        length = int.from_bytes(await source.readexactly(8), "big")
        record = json.loads((await source.readexactly(length)).decode("utf-8", "surrogatepass"))
        if "refresh" in record:
            return Refresh(str(record["refresh"]))
        outcome = stored.outcome_of(record)
        if outcome is None:
            raise ValueError("the child's answer is no outcome")
        return outcome

    async def stop(self) -> None:
        """Kill it and wait for its end."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
