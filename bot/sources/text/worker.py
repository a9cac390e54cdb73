"""PDFs in a process of their own, with bounds on memory and time: PDFium is native code that reads strangers' files.

The parent side is ``PdfReader``; ``python -m bot.sources.text.worker`` is the child. Both speak lengths of eight bytes and
what they announce: a PDF one way, JSON the other.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

#: Bounds of the child: address space in bytes, seconds for one file.
MOST_MEMORY, MOST_SECONDS = 2 << 30, 30.0
_ROOT = Path(__file__).parents[3]


class PdfReader:
    """Reads PDFs one after another in one child, which is started when first needed and replaced when it fails."""

    def __init__(self, seconds: float = MOST_SECONDS) -> None:
        self._seconds = seconds
        self._child: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def read(self, body: bytes) -> list[tuple[str, str]] | None:
        """(paragraph, page) pairs; None for a file that cannot be read within the bounds."""
        async with self._turn:
            if self._child is None and not await self._start():
                return await asyncio.to_thread(_read_here, body)
            try:
                async with asyncio.timeout(self._seconds):
                    return await self._ask(body)
            except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError):
                await self._stop()
                return None

    async def aclose(self) -> None:
        """End the child."""
        await self._stop()

    async def _ask(self, body: bytes) -> list[tuple[str, str]] | None:
        """One file."""
        child = self._child
        if child is None or child.stdin is None or child.stdout is None:
            raise OSError("the child has no pipes")
        child.stdin.write(len(body).to_bytes(8, "big") + body)
        await child.stdin.drain()
        length = int.from_bytes(await child.stdout.readexactly(8), "big")
        answer = json.loads(await child.stdout.readexactly(length))
        return None if answer is None else [(str(text), str(where)) for text, where in answer]

    async def _start(self) -> bool:
        """A child that inherits nothing but the way to its code; False where the system lets no process be started."""
        if not sys.executable:
            return False
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH") if name in os.environ}
        path = os.pathsep.join([str(_ROOT), *filter(None, sys.path)])
        try:
            self._child = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot.sources.text.worker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                env={**kept, "PYTHONPATH": path, "PYTHONUTF8": "1"},
            )  # fmt: skip
        except (OSError, NotImplementedError):
            return False
        return True

    async def _stop(self) -> None:
        """Kill the child, if there is one, and wait for its end."""
        child, self._child = self._child, None
        if child is None:
            return
        with suppress(ProcessLookupError):
            child.kill()
        if child.stdin is not None:
            child.stdin.close()
        await child.wait()


def _read_here(body: bytes) -> list[tuple[str, str]] | None:
    """The same in this process, without its bounds."""
    from bot.sources.text import pdf

    try:
        return pdf.blocks(body)
    except pdf.UnreadablePdfError:
        return None


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """The child's loop: read a file, answer with its paragraphs or null, until the input ends."""
    while len(head := source.read(8)) == 8:
        try:
            answer = _read_here(source.read(int.from_bytes(head, "big")))
        except MemoryError:
            answer = None
        reply = json.dumps(answer, ensure_ascii=True).encode()
        target.write(len(reply).to_bytes(8, "big") + reply)
        target.flush()


def _bound() -> None:
    """Bound the child's memory where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    _bound()
    serve(sys.stdin.buffer, sys.stdout.buffer)
