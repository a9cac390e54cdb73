"""A TCP stream on asyncio itself, with TLS where asked: a third of the cost of httpcore's own, which goes through anyio."""

from __future__ import annotations

import asyncio
import ssl

import httpcore

#: More unread bytes than this make the sender wait.
_FULL = 1 << 18


class _Wire(asyncio.Protocol):
    """What arrives, until it is read."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.buffer = bytearray()
        self.ended = False
        self.error: Exception | None = None
        self.waiter: asyncio.Future[None] | None = None
        self.drained: asyncio.Future[None] | None = None
        self._paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands, plain or after the handshake."""
        if isinstance(transport, asyncio.Transport):
            self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Keep what arrives and tell who waits."""
        self.buffer += data
        if len(self.buffer) > _FULL and not self._paused and self.transport is not None:
            self._paused = True
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool | None:
        """The other side has said everything."""
        self.ended = True
        self._wake()
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, in order or not."""
        self.ended = True
        self.error = exc
        self._wake()
        self._flow()

    def pause_writing(self) -> None:
        """The send buffer is full."""
        self.drained = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        """The send buffer has room again."""
        self._flow()

    def take(self, most: int) -> bytes:
        """At most ``most`` bytes of what has arrived."""
        data = bytes(self.buffer[:most])
        del self.buffer[:most]
        if self._paused and len(self.buffer) <= _FULL // 2 and self.transport is not None and not self.ended:
            self._paused = False
            self.transport.resume_reading()
        return data

    def _wake(self) -> None:
        """Tell the reader."""
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def _flow(self) -> None:
        """Tell the writer."""
        if self.drained is not None and not self.drained.done():
            self.drained.set_result(None)
        self.drained = None


class AsyncioStream(httpcore.AsyncNetworkStream):
    """One connection as httpcore uses it. Raises httpcore's errors."""

    def __init__(self, wire: _Wire) -> None:
        self._wire = wire

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 (httpcore's interface)
        """Bytes that have arrived, b"" at the end."""
        wire = self._wire
        if not wire.buffer and not wire.ended:
            wire.waiter = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(timeout):
                    await wire.waiter
            except TimeoutError as error:
                raise httpcore.ReadTimeout from error
            finally:
                wire.waiter = None
        if not wire.buffer and wire.error is not None:
            raise httpcore.ReadError(str(wire.error)) from wire.error
        return wire.take(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 (httpcore's interface)
        """Send; waits while the other side does not take it."""
        wire = self._wire
        if wire.transport is None or wire.transport.is_closing():
            raise httpcore.WriteError("the connection is closed")
        wire.transport.write(buffer)
        if wire.drained is not None:
            try:
                async with asyncio.timeout(timeout):
                    await wire.drained
            except TimeoutError as error:
                raise httpcore.WriteTimeout from error

    async def aclose(self) -> None:
        """Close, without waiting for the other side's farewell."""
        if self._wire.transport is not None:
            self._wire.transport.abort() if self._wire.ended else self._wire.transport.close()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 (httpcore's interface)
    ) -> httpcore.AsyncNetworkStream:
        """The same connection under TLS."""
        wire = self._wire
        if wire.transport is None:
            raise httpcore.ConnectError("the connection is closed")
        try:
            async with asyncio.timeout(timeout):
                secured = await asyncio.get_running_loop().start_tls(
                    wire.transport, wire, ssl_context, server_hostname=server_hostname
                )
        except TimeoutError as error:
            wire.transport.abort()
            raise httpcore.ConnectTimeout from error
        except (OSError, ssl.SSLError) as error:
            wire.transport.abort()
            raise httpcore.ConnectError(str(error)) from error
        if secured is None:
            raise httpcore.ConnectError("the connection was lost in the handshake")
        wire.transport = secured
        return self

    def get_extra_info(self, info: str) -> object:
        """What httpcore asks: the TLS object, the socket, the addresses, and whether an idle connection has been closed."""
        if info == "is_readable":
            return self._wire.ended or bool(self._wire.buffer)
        names = {"ssl_object": "ssl_object", "socket": "socket", "client_addr": "sockname", "server_addr": "peername"}
        transport = self._wire.transport
        return transport.get_extra_info(names[info]) if transport is not None and info in names else None


async def connect(host: str, port: int, seconds: float | None) -> AsyncioStream:
    """Connect to an IP address. Raises httpcore.ConnectError and ConnectTimeout."""
    try:
        async with asyncio.timeout(seconds):
            _, wire = await asyncio.get_running_loop().create_connection(_Wire, host, port)
    except TimeoutError as error:
        raise httpcore.ConnectTimeout from error
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from error
    return AsyncioStream(wire)
