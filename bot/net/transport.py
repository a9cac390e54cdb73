"""Single exchanges by httpx, bounded in bytes and in time. Redirects and retries are the callers'.

One transport a host in a closed LRU (httpcore walks through its whole pool at every step, so one for all hosts is several
times slower). Bodies are read raw and inflated here, because httpx inflates a whole network chunk at once, whatever its size.
"""

from __future__ import annotations

import asyncio
import ssl
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.net.guard import outside
from bot.net.network import Network, SystemNetwork

if TYPE_CHECKING:
    import httpx

    from bot.net.host_transport import HostTransport

MAX_CLIENTS = 64
#: Redirects in one chain; whoever follows them (``bot.sources.fetch``) stops there.
MOST_REDIRECTS = 10
MEGABYTE = 1 << 20
#: Seconds for single steps; the whole exchange has its own bound.
_TIMEOUTS = {"timeout": {"connect": 10.0, "read": 20.0, "write": 10.0, "pool": None}}


@dataclass(frozen=True, slots=True)
class Caps:
    """Bounds of one exchange: bytes on the wire, bytes after inflating, their ratio, seconds in all."""

    raw: int = 25 * MEGABYTE
    decoded: int = 30 * MEGABYTE
    ratio: int = 200
    seconds: float = 45.0


@dataclass(slots=True)
class _Slot:
    """A host's connections and how many exchanges hold them."""

    client: HostTransport
    users: int = 0


@dataclass(slots=True)
class Transport:
    """Opens exchanges. ``allowed`` are ``host:port`` pairs that the operator opened to pages' addresses.

    ``agent`` is the User-Agent. Close it with ``aclose``. ``requests`` counts exchanges that were begun. ``proxy`` is the
    operator's HTTP proxy; addresses are then judged as they are written.
    """

    agent: str
    network: Network = field(default_factory=SystemNetwork)
    allowed: Collection[str] = ()
    caps: Caps = Caps()
    proxy: str = ""
    requests: int = 0
    _clients: OrderedDict[tuple[str, bool, bool], _Slot] = field(default_factory=OrderedDict)
    _tls: ssl.SSLContext | None = None

    def _may_be_asked_for(self, address: httpx.URL) -> bool:
        """Whether a proxy may be asked for it: it resolves names, so that only the address as written can be judged."""
        return outside(address.host) or f"{address.host}:{_port(address)}" in self.allowed

    async def get(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,
        *,
        operator: bool = False,
        verified: bool = True,
        caps: Caps | None = None,
    ) -> Reply | Failed:
        """Fetch one address once. ``operator``: the settings name this address, so the guard lets it pass as written.

        Not ``verified``: whoever answers is taken, and the reply says so. Only for telling whether anybody does.
        """
        import httpx

        from bot.net.host_transport import reason_of

        caps = caps or self.caps
        try:
            parsed = httpx.URL(url)
        except (httpx.InvalidURL, ValueError):
            return Failed(Reason.bad_address)
        if parsed.scheme not in {"http", "https"} or not parsed.host:
            return Failed(Reason.bad_address)
        if self.proxy and not operator and not self._may_be_asked_for(parsed):
            return Failed(Reason.guarded_address)
        self.requests += 1
        slot = await self._slot(parsed, operator=operator, verified=verified)
        slot.users += 1
        try:
            async with asyncio.timeout(caps.seconds):
                reply = await self._exchange(slot.client, parsed, headers or {}, caps)
                return reply if verified else replace(reply, unverified=True)
        except Exception as error:
            reason = reason_of(error)
            if reason is None:
                raise
            return Failed(reason)
        finally:
            slot.users -= 1

    async def aclose(self) -> None:
        """Close every connection."""
        while self._clients:
            _, slot = self._clients.popitem()
            await slot.client.aclose()

    async def _exchange(
        self, client: httpx.AsyncBaseTransport, url: httpx.URL, headers: Mapping[str, str], caps: Caps
    ) -> Reply:
        """Send, and read the body as far as the caps allow.

        The transport itself is asked: what a client adds (redirects, cookies, credentials) must not happen here.
        """
        import httpx

        sent = {"user-agent": self.agent, "accept-encoding": "gzip, deflate", **headers}
        answer = await client.handle_async_request(httpx.Request("GET", url, headers=sent, extensions=_TIMEOUTS))
        try:
            encoding = answer.headers.get("content-encoding", "").strip().lower()
            body, truncated = await read_body(answer.aiter_raw(), encoding, caps)
        finally:
            await answer.aclose()
        return Reply(str(url), answer.status_code, tuple(answer.headers.raw), body, truncated)

    async def _slot(self, url: httpx.URL, *, operator: bool, verified: bool) -> _Slot:
        """The host's client, most recently used last; idle ones beyond the cap are closed."""
        key = (f"{url.scheme}://{url.netloc.decode('ascii', 'replace')}", operator, verified)
        direct = operator and not outside(url.host)
        slot = self._clients.pop(key, None) or _Slot(
            self._client(url.scheme, guarded=not operator, proxy="" if direct else self.proxy, verified=verified)
        )
        self._clients[key] = slot
        if len(self._clients) > MAX_CLIENTS:
            idle = [name for name, other in self._clients.items() if not other.users and name != key]
            for name in idle[: len(self._clients) - MAX_CLIENTS]:
                await self._clients.pop(name).client.aclose()
        return slot

    def _client(self, scheme: str, *, guarded: bool, proxy: str, verified: bool) -> HostTransport:
        """Connections to one host, without environment, cookies or redirects of their own."""
        from bot.net.host_transport import HostTransport, any_certificate

        backend = self.network.backend(guarded=guarded, allowed=self.allowed)
        tls = self._verifying(scheme) if verified else any_certificate()
        return HostTransport(tls, self.network, backend, proxy)

    def _verifying(self, scheme: str) -> ssl.SSLContext:
        """The context of all connections, made for the first one that needs it: that costs as much as many pages."""
        if scheme != "https" and not self.proxy:
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # it trusts nobody, and nobody will ask it
        if self._tls is None:
            import httpx

            self._tls = httpx.create_ssl_context(trust_env=False)
        return self._tls


def _port(url: httpx.URL) -> int:
    """The port that an address means."""
    return url.port or (443 if url.scheme == "https" else 80)


async def read_body(stream: AsyncIterator[bytes], encoding: str, caps: Caps) -> tuple[bytes, bool]:
    """The body, inflated piece by piece. Raises zlib.error for what is not what it says."""
    inflate = _Inflate(encoding)
    taken, out = 0, bytearray()
    async for piece in stream:
        taken += len(piece)
        out += inflate.some(piece, caps.decoded - len(out) + 1)
        bomb = len(out) > MEGABYTE and len(out) > taken * caps.ratio
        if taken > caps.raw or len(out) > caps.decoded or bomb:
            return bytes(out[: caps.decoded]), True
    return bytes(out), False


class _Inflate:
    """gzip, zlib or bare deflate with an upper bound for every step; identity otherwise."""

    def __init__(self, encoding: str) -> None:
        self._decoder = zlib.decompressobj(47) if encoding in {"gzip", "x-gzip", "deflate"} else None
        self._maybe_bare = encoding == "deflate"
        if encoding not in {"", "identity", "gzip", "x-gzip", "deflate"}:
            msg = f"content-encoding {encoding!r} was not asked for"
            raise zlib.error(msg)

    def some(self, piece: bytes, limit: int) -> bytes:
        """At most ``limit`` bytes out of one piece; what is beyond the limit is dropped with the answer."""
        if self._decoder is None:
            return piece[: max(limit, 0)]
        try:
            return self._decoder.decompress(piece, max(limit, 1))
        except zlib.error:
            if not self._maybe_bare:
                raise
            self._decoder = zlib.decompressobj(-zlib.MAX_WBITS)
            return self._decoder.decompress(piece, max(limit, 1))
        finally:
            self._maybe_bare = False
