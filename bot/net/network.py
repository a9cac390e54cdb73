"""How sockets are opened: below httpx's transport, so that vcrpy replays above without any of this being reached.

``SystemNetwork`` is the real one. Tests and the recorder hand in another ``Network``, which sends public names to replicas.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Protocol

import httpcore

from bot.net.guard import PORTS, outside, public

Resolve = Callable[[str, int], Awaitable[tuple[str, ...]]]
SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


_SOCKETS = httpcore.AnyIOBackend()


class RefusedAddressError(Exception):
    """The guard does not let a connection be opened."""


class NoSuchHostError(Exception):
    """The name system says that there is no such host; an outage of it is an OSError instead."""


class Network(Protocol):
    """Where connections come from."""

    def backend(self, *, guarded: bool, allowed: Collection[str]) -> httpcore.AsyncNetworkBackend:
        """A backend for addresses of pages (``guarded``), or for those the operator wrote into the settings."""


#: Names that exist: while the name system knows none of them, its «no such host» says something of us, not of the host.
WITNESSES = ("doi.org", "arxiv.org", "www.iana.org")


class SystemNetwork:
    """The machine's own resolver and sockets. ``resolve`` gives every address of a name."""

    def __init__(self, resolve: Resolve | None = None) -> None:
        self._resolve = resolve or resolve_by_system
        self._alive = False

    def backend(self, *, guarded: bool, allowed: Collection[str]) -> httpcore.AsyncNetworkBackend:
        """A guarded backend, or a plain one."""
        return Backend(self._believable, guarded=guarded, allowed=frozenset(allowed))

    async def _believable(self, host: str, port: int) -> tuple[str, ...]:
        """Resolve; believe «no such host» only of a name system that knows some host. Raises NoSuchHostError, OSError."""
        try:
            found = await self._resolve(host, port)
        except NoSuchHostError:
            if not self._alive and not await self._knows_a_witness():
                msg = "the name system knows no host at all"
                raise OSError(msg) from None
            raise
        self._alive = self._alive or not _literal(host)
        return found

    async def _knows_a_witness(self) -> bool:
        for name in WITNESSES:
            try:
                self._alive = bool(await self._resolve(name, 443))
            except (NoSuchHostError, OSError):
                continue
            if self._alive:
                return True
        return False


def _literal(host: str) -> bool:
    """Whether a host is an address or this machine's own name: resolving it says nothing of the name system."""
    return host.replace(".", "").isdigit() or ":" in host or host == "localhost"


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


async def resolve_by_system(host: str, port: int) -> tuple[str, ...]:
    """Ask the system twice before believing that there is no such host. Raises NoSuchHostError, OSError."""
    with suppress(ValueError):
        return (str(ip_address(host)),)
    loop = asyncio.get_running_loop()
    for attempt in (1, 2):
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except socket.gaierror as error:
            if error.errno not in _NO_SUCH_NAME:
                raise
            if attempt == 2:
                raise NoSuchHostError(host) from error
        except UnicodeError as error:
            raise NoSuchHostError(host) from error
        else:
            return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    raise NoSuchHostError(host)


_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}


class Rerouted:
    """A network in which public names lead to replicas on this machine, without TLS; any other name does not exist.

    ``table`` maps a host to the loopback port of its replica. For tests and for the recorder of the demo's cassettes.
    """

    def __init__(self, table: dict[str, int]) -> None:
        self.table = table

    def backend(self, *, guarded: bool, allowed: Collection[str]) -> httpcore.AsyncNetworkBackend:  # noqa: ARG002 (the port's names)
        """One backend for all: nothing here leaves the machine."""
        return _ReplicaBackend(self.table)


class _ReplicaBackend(httpcore.AsyncNetworkBackend):
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
