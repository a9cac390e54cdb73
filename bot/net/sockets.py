"""httpcore's backends over our resolving and guard; loaded when the first connection is opened."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable

import httpcore

from bot.net.guard import PORTS, outside, public
from bot.net.network import NoSuchHostError, RefusedAddressError, Resolve

SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]

_SOCKETS = httpcore.AnyIOBackend()


class Backend(httpcore.AsyncNetworkBackend):
    """Resolves a name once, checks every address it got, and connects to one of exactly those."""

    def __init__(self, resolve: Resolve, *, guarded: bool, allowed: frozenset[str]) -> None:
        self._resolve = resolve
        self._guarded = guarded
        self._allowed = allowed

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (httpcore's interface)
        local_address: str | None = None,  # noqa: ARG002 (httpcore's interface)
        socket_options: Iterable[SocketOption] | None = None,  # noqa: ARG002 (httpcore's interface)
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first checked address that answers. Raises RefusedAddressError, NoSuchHostError, httpcore's errors."""
        guarded = self._guarded and f"{host}:{port}" not in self._allowed
        if guarded and (port not in PORTS or not outside(host)):
            raise RefusedAddressError(host)
        addresses = await self._addresses(host, port)
        if guarded and not all(map(public, addresses)):
            raise RefusedAddressError(host)
        failure: Exception = httpcore.ConnectError(f"no address for {host}")
        for address in addresses[:4]:
            try:
                return await _SOCKETS.connect_tcp(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        """Wait between httpcore's own attempts."""
        await asyncio.sleep(seconds)

    async def _addresses(self, host: str, port: int) -> tuple[str, ...]:
        """Every address of a name; a failing name system is a failed connection."""
        try:
            return await self._resolve(host.strip("[]"), port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error


class ReplicaBackend(httpcore.AsyncNetworkBackend):
    """Connects every known name to its replica."""

    def __init__(self, table: dict[str, int]) -> None:
        self._table = table

    async def connect_tcp(
        self,
        host: str,
        port: int,  # noqa: ARG002 (httpcore's interface)
        timeout: float | None = None,  # noqa: ASYNC109 (httpcore's interface)
        local_address: str | None = None,  # noqa: ARG002 (httpcore's interface)
        socket_options: Iterable[SocketOption] | None = None,  # noqa: ARG002 (httpcore's interface)
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the replica of ``host``. Raises NoSuchHostError."""
        if host not in self._table:
            raise NoSuchHostError(host)
        return _Plain(await _SOCKETS.connect_tcp("127.0.0.1", self._table[host], timeout))

    async def sleep(self, seconds: float) -> None:
        """Wait between httpcore's own attempts."""
        await asyncio.sleep(seconds)


class _Plain(httpcore.AsyncNetworkStream):
    """A stream whose TLS is a pretence, so that an ``https`` address can be answered by a replica."""

    def __init__(self, inner: httpcore.AsyncNetworkStream) -> None:
        self._inner = inner

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 (httpcore's interface)
        """Read from the replica."""
        return await self._inner.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 (httpcore's interface)
        """Write to the replica."""
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,  # noqa: ARG002 (httpcore's interface)
        server_hostname: str | None = None,  # noqa: ARG002 (httpcore's interface)
        timeout: float | None = None,  # noqa: ARG002, ASYNC109 (httpcore's interface)
    ) -> httpcore.AsyncNetworkStream:
        """The stream itself."""
        return self

    def get_extra_info(self, info: str) -> object:
        """What httpcore asks of the socket; never that it speaks TLS."""
        return None if info == "ssl_object" else self._inner.get_extra_info(info)
