"""The connections to one host as httpx's transport uses them: HTTP/1.1 by h11 on our own streams.

httpcore's pool does the same for any number of hosts, protocols and event loops, and that costs more than the exchange itself
(measured: benchmarks/fetch.py). Here a host has its own few connections, so that a list and a semaphore will do.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import h11
import httpcore

#: Bytes of one read; a head longer than the second is no answer.
_READ, _LONGEST_HEAD = 1 << 16, 100 << 10
_CLOSED = (httpcore.ReadError, httpcore.WriteError, httpcore.RemoteProtocolError)


class Pool:
    """At most ``most`` connections, kept for ``keep`` seconds while idle. What ``httpx.AsyncHTTPTransport`` calls of a pool.

    ``tls`` gives the context when a first address asks for it.
    """

    def __init__(
        self, tls: Callable[[], ssl.SSLContext], backend: httpcore.AsyncNetworkBackend, most: int, keep: float
    ) -> None:
        self._tls, self._backend, self._keep = tls, backend, keep
        self._room = asyncio.Semaphore(most)
        self._idle: list[_Line] = []
        self._all: set[_Line] = set()

    async def handle_async_request(self, request: httpcore.Request) -> httpcore.Response:
        """Send a request and read the head of its answer. Raises httpcore's errors."""
        await self._room.acquire()
        try:
            return await self._ask(request)
        except BaseException:
            self._room.release()
            raise

    async def aclose(self) -> None:
        """Close every connection."""
        for line in tuple(self._all):
            await line.stream.aclose()
        self._all.clear()
        self._idle.clear()

    async def _ask(self, request: httpcore.Request) -> httpcore.Response:
        """On a connection that is kept, else on a new one; a kept one that the server has just closed is no failure."""
        while (line := await self._kept()) is not None:
            try:
                return await self._on(line, request)
            except _CLOSED:
                if line.heard:
                    raise
        return await self._on(await self._open(request), request)

    async def _on(self, line: _Line, request: httpcore.Request) -> httpcore.Response:
        """One exchange; the connection is closed when it fails."""
        try:
            head = await line.ask(request)
        except BaseException:
            await self._drop(line)
            raise
        headers = [(bytes(name), bytes(value)) for name, value in head.headers.raw_items()]
        told = {
            "http_version": b"HTTP/" + bytes(head.http_version),
            "reason_phrase": bytes(head.reason),
            "network_stream": line.stream,
        }
        body = _Body(self, line, request)
        return httpcore.Response(head.status_code, headers=headers, content=body, extensions=told)

    async def _kept(self) -> _Line | None:
        """An idle connection that still stands."""
        while self._idle:
            line = self._idle.pop()
            if time.monotonic() < line.until and not line.stream.get_extra_info("is_readable"):
                return line
            await self._drop(line)
        return None

    async def _open(self, request: httpcore.Request) -> _Line:
        """A new connection, under TLS where the address says so."""
        url = request.url
        host, secure = url.host.decode("ascii"), url.scheme == b"https"
        seconds = _seconds(request, "connect")
        stream = await self._backend.connect_tcp(host, url.port or (443 if secure else 80), seconds)
        if secure:
            try:
                stream = await stream.start_tls(self._tls(), host.strip("[]"), seconds)
            except BaseException:
                await stream.aclose()
                raise
        line = _Line(stream)
        self._all.add(line)
        return line

    async def done(self, line: _Line) -> None:
        """An exchange is over: keep its connection where it may be used again."""
        if line.again():
            line.until = time.monotonic() + self._keep
            self._idle.append(line)
        else:
            await self._drop(line)
        self._room.release()

    async def _drop(self, line: _Line) -> None:
        self._all.discard(line)
        await line.stream.aclose()


class _Line:
    """One connection. ``heard`` says whether anything of the present answer has come; ``until`` is when idling ends."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self.stream = stream
        self.until = 0.0
        self.heard = False
        self._talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LONGEST_HEAD)

    async def ask(self, request: httpcore.Request) -> h11.Response:
        """Send a request, wait for the head of its answer."""
        self.heard = False
        try:
            head = self._talk.send(
                h11.Request(method=request.method, target=request.url.target, headers=request.headers)
            )
            sent = [head or b""]
            sent += [self._talk.send(h11.Data(data=part)) or b"" async for part in _parts(request)]
            sent.append(self._talk.send(h11.EndOfMessage()) or b"")
        except h11.LocalProtocolError as error:
            raise httpcore.LocalProtocolError(str(error)) from error
        await self.stream.write(b"".join(sent), _seconds(request, "write"))
        while True:
            event = await self.event(_seconds(request, "read"))
            if isinstance(event, h11.Response):
                return event
            if not isinstance(event, h11.InformationalResponse):
                raise httpcore.RemoteProtocolError("the server closed without an answer")

    async def event(self, seconds: float | None) -> h11.Event:
        """The next thing that the server says. Raises httpcore.RemoteProtocolError."""
        try:
            while (event := self._talk.next_event()) is h11.NEED_DATA:
                data = await self.stream.read(_READ, seconds)
                self.heard = self.heard or bool(data)
                if not data and self._talk.their_state is h11.SEND_RESPONSE:
                    raise httpcore.RemoteProtocolError("the server disconnected without an answer")
                self._talk.receive_data(data)
        except h11.RemoteProtocolError as error:
            raise httpcore.RemoteProtocolError(str(error)) from error
        if not isinstance(event, h11.Event):
            raise httpcore.RemoteProtocolError("the server switched to another protocol")
        return event

    def again(self) -> bool:
        """Make ready for the next exchange, where both sides are through with this one."""
        if self._talk.our_state is not h11.DONE or self._talk.their_state is not h11.DONE:
            return False
        self._talk.start_next_cycle()
        return True


class _Body:
    """The body of an answer, read as it comes; closing it gives the connection back."""

    def __init__(self, pool: Pool, line: _Line, request: httpcore.Request) -> None:
        self._pool, self._line = pool, line
        self._seconds = _seconds(request, "read")
        self._open = True

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            event = await self._line.event(self._seconds)
            if isinstance(event, h11.Data):
                yield bytes(event.data)
            elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
                return

    async def aclose(self) -> None:
        """The caller has what it wants."""
        if self._open:
            self._open = False
            await self._pool.done(self._line)


async def _parts(request: httpcore.Request) -> AsyncIterator[bytes]:
    """The body of a request; nothing for a GET."""
    if request.method in {b"GET", b"HEAD"}:
        return
    stream: Any = request.stream
    async for part in stream:
        yield part


def _seconds(request: httpcore.Request, step: str) -> float | None:
    """The bound of one step."""
    found = request.extensions.get("timeout", {}).get(step)
    return None if found is None else float(found)
