"""Loopback servers for this room's tests: one that answers from a table, and one that misbehaves on the wire."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

#: Status, headers, body.
Page = tuple[int, Mapping[str, str], bytes]
#: A page that never comes: the connection stays open and silent.
STALLED: Page = (0, {}, b"")


class Replica:
    """A replica of many hosts: a table or a function of (host, path with query) answers. ``asked`` keeps the requests."""

    def __init__(self, answer: Callable[[str, str], Page | None] | Mapping[str, Page]) -> None:
        self._answer = answer if callable(answer) else lambda host, path: answer.get(f"{host}{path}")
        self.asked: list[str] = []
        self.port = 0
        self._over = threading.Event()

    def __enter__(self) -> Self:
        replica = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host = self.headers.get("host", "").partition(":")[0]
                replica.asked.append(f"{host}{self.path}")
                status, headers, body = replica._answer(host, self.path) or (404, {}, b"<html><title>404</title>")
                if status == 0:
                    replica._over.wait()
                    self.close_connection = True
                    return
                self.send_response_only(status)
                for name, value in {"content-type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                with suppress(ConnectionError):
                    self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name http.server calls)
                """Keep quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Raw:
    """A server that writes what ``speak`` writes, whatever was asked."""

    def __init__(self, speak: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]) -> None:
        self._speak = speak
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            await self._speak(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
