"""Pages through children of ours on this machine's processors: answers come in the order of the pages."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from bot.isolated import NEUTRAL, module_command
from bot.model.page import Page

#: So many pages are on their way for each child: enough that none waits, few enough that memory stays flat.
_AHEAD = 4


def processors() -> int:
    """How many children run where nobody says."""
    return os.cpu_count() or 1


def scanned_by_children(
    pages: Iterable[Page], profile: str, workers: int, broken: Callable[[Page], dict[str, Any]]
) -> Iterator[tuple[Page, dict[str, Any]]]:
    """Each page with its record. A child that dies on a page is started anew, and ``broken`` makes that page's record."""
    children = [_ScanProcess(profile) for _ in range(workers)]
    free: deque[_ScanProcess] = deque(children)
    lock = threading.Lock()

    def work(page: Page) -> dict[str, Any]:
        with lock:
            child = free.popleft()
        try:
            return child.scan(page) or broken(page)
        finally:
            with lock:
                free.append(child)

    waiting: deque[tuple[Page, Future[dict[str, Any]]]] = deque()
    try:
        with ThreadPoolExecutor(workers) as threads:
            for page in pages:
                waiting.append((page, threads.submit(work, page)))
                if len(waiting) >= workers * _AHEAD:
                    yield _first(waiting)
            while waiting:
                yield _first(waiting)
    finally:
        for _, future in waiting:
            future.cancel()
        for child in children:
            child.stop()


#: A page takes some milliseconds; whoever needs so many seconds does not come to an end.
_PATIENCE = 120.0


def survives(page: Page, profile: str, patience: float = _PATIENCE) -> bool:
    """Whether a child of its own reads the page and lives, within ``patience`` seconds."""
    child = _ScanProcess(profile)
    ending = threading.Timer(patience, child.kill)
    ending.start()
    try:
        return child.scan(page) is not None
    finally:
        ending.cancel()
        child.stop()


def _first(waiting: deque[tuple[Page, Future[dict[str, Any]]]]) -> tuple[Page, dict[str, Any]]:
    page, future = waiting.popleft()
    return page, future.result()


class _ScanProcess:
    """One child, started when it is first asked."""

    def __init__(self, profile: str) -> None:
        self._profile = profile
        self._process: subprocess.Popen[bytes] | None = None

    def scan(self, page: Page) -> dict[str, Any] | None:
        """The page's record; None where the child died over it."""
        try:
            process = self._process or self._start()
            if process.stdin is None or process.stdout is None:  # as they never are: pipes were asked for
                return None
            process.stdin.write(json.dumps(asdict(page)).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
            found: dict[str, Any] = json.loads(line)
        except (OSError, ValueError):
            self.stop()
            return None
        return found

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(  # noqa: S603  # our own module
            module_command("bot.scan.scanning_child"),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=NEUTRAL,
        )  # fmt: skip
        if self._process.stdin is not None:
            self._process.stdin.write(json.dumps({"profile": self._profile}).encode() + b"\n")
        return self._process

    def kill(self) -> None:
        """End it while another thread waits for its answer: that thread gets none."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        """End it; the next page starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.wait()
