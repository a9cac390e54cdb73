"""How sockets are opened: below httpx's transport, so that vcrpy replays above without any of this being reached.

``SystemNetwork`` is the real one. Tests and the recorder hand in another ``Network``, which sends public names to replicas.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import httpcore

Resolve = Callable[[str, int], Awaitable[tuple[str, ...]]]


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
        from bot.net.sockets import Backend

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
        from bot.net.sockets import ReplicaBackend

        return ReplicaBackend(self.table)
