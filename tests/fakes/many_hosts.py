"""Many web hosts on loopback, told apart by their address (127.0.0.0/8), each with its manners; every request is written down."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import TracebackType
from typing import Self

PAGE = "<html><head><title>Страница {path}</title></head><body><p>{words}</p></body></html>"
WORDS = "Подробный текст о предмете статьи, которого хватает на страницу. " * 20


@dataclass(slots=True)
class ManyHosts:
    """The server, as a context manager; it answers on every address of 127.0.0.0/8.

    ``delay`` is how long an answer takes. ``busy`` hosts answer so many first requests with 429 and ``Retry-After: 1``; ``dead``
    ones hang up, at ``refusing`` ones nobody listens. ``asked`` holds (seconds, host, path) in the order of arrival.
    """

    delay: float = 0.0
    busy: Mapping[str, int] = field(default_factory=dict)
    dead: frozenset[str] = frozenset()
    refusing: frozenset[str] = frozenset()
    asked: list[tuple[float, str, str]] = field(default_factory=list)
    port: int = 0
    _refused: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    _loop: asyncio.AbstractEventLoop = field(init=False)
    _thread: threading.Thread | None = None
    _server: asyncio.Server | None = None

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._server = server = self._loop.run_until_complete(asyncio.start_server(self._serve, "0.0.0.0", 0))  # noqa: S104  # loopback's hosts
        self.port = server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        if self._thread is not None:
            self._thread.join()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        if self._server is not None:
            self._server.close()
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    def address(self, host: str, path: str) -> str:
        """The address of a page on a host."""
        return f"http://{host}:{self._port(host)}/{path}"

    def allowed(self, hosts: list[str]) -> tuple[str, ...]:
        """What ``[network] allow_hosts`` must name."""
        return tuple(f"{host}:{self._port(host)}" for host in hosts)

    def _port(self, host: str) -> int:
        """Port 9 (discard, RFC 863) is nobody's these days."""
        return 9 if host in self.refusing else self.port

    def gaps(self) -> dict[str, list[float]]:
        """The seconds between two requests that followed each other on a host."""
        times: defaultdict[str, list[float]] = defaultdict(list)
        for when, host, _ in list(self.asked):
            times[host].append(when)
        return {host: [after - before for before, after in pairwise(found)] for host, found in times.items()}

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = head.decode("latin-1").split("\r\n")
                path = lines[0].split(" ")[1]
                host = next(line for line in lines if line.lower().startswith("host:"))[5:].strip().rpartition(":")[0]
                self.asked.append((time.monotonic(), host, path))
                if host in self.dead:
                    break
                await asyncio.sleep(self.delay)
                writer.write(self._answer(host, path))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _answer(self, host: str, path: str) -> bytes:
        if self._refused[host] < self.busy.get(host, 0):
            self._refused[host] += 1
            return b"HTTP/1.1 429 Too Many\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"
        body = PAGE.format(path=path, words=WORDS).encode()
        return (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body)
            + body
        )
