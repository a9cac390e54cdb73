"""The client for the judge's endpoint: an address that the settings name, asked without the guard."""

from __future__ import annotations

import ssl
import zlib

import httpx

from bot.config import Settings
from bot.errors import ConfigError
from bot.model.message import msg
from bot.net.host_transport import MOST_CONNECTIONS, HostTransport
from bot.net.network import Network, NoSuchHostError, RefusedAddressError, SystemNetwork
from bot.net.proxy import proxy_to
from bot.net.transport import MEGABYTE, Caps, read_body

#: Headers that say how a body came, no longer true of one that was read.
_OF_THE_BODY = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})
#: What a model's answer may hold, and 64 vectors of 4,096 numbers written out: bytes, on the wire and inflated.
ANSWER_CAPS = Caps(raw=MEGABYTE, decoded=MEGABYTE)
VECTORS_CAPS = Caps(raw=16 * MEGABYTE, decoded=16 * MEGABYTE)


def operator_client(
    settings: Settings, *, network: Network | None = None, caps: Caps = ANSWER_CAPS
) -> httpx.AsyncClient:
    """A client for the judge's endpoint, which the operator wrote into the settings: unguarded, nothing of the environment.

    It goes through ``network.proxy`` where that is set, unless the endpoint is inside. ``judge.ca_bundle`` is a file of
    certificates for gateways with their own authority. Of an answer no more than ``caps`` is read (its bytes; the time of a call
    is the caller's to bound). The caller closes the client. Raises ConfigError for a file or a proxy
    that cannot be used.
    """
    tls = _own_authority(settings.judge.ca_bundle) or httpx.create_ssl_context(trust_env=False)
    chosen = network or SystemNetwork()
    proxy = proxy_to(settings.judge.base_url, settings)
    # as many connections as calls at once: no call's time is spent waiting for one
    most = max(MOST_CONNECTIONS, settings.judge.concurrency)
    wire = HostTransport(tls, chosen, chosen.backend(guarded=False, allowed=()), proxy, most)
    return httpx.AsyncClient(
        transport=_Bounded(wire, caps), trust_env=False, timeout=httpx.Timeout(settings.judge.timeout, connect=10.0)
    )


class _Bounded(httpx.AsyncBaseTransport):
    """Reads answers here, as far as the caps allow: httpx reads without end, and inflates whatever a chunk holds at once.

    What is beyond the caps is left out; for JSON that is an answer that nobody can read.
    """

    def __init__(self, wire: httpx.AsyncBaseTransport, caps: Caps) -> None:
        self._wire = wire
        self._caps = caps

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """One exchange, its body read. Raises httpx's errors."""
        request.headers["accept-encoding"] = "gzip, deflate"
        try:
            answer = await self._wire.handle_async_request(request)
        except (NoSuchHostError, RefusedAddressError, OSError) as error:
            raise httpx.ConnectError(str(error), request=request) from error
        try:
            encoding = answer.headers.get("content-encoding", "").strip().lower()
            body, _ = await read_body(answer.aiter_raw(), encoding, self._caps)
        except zlib.error as error:
            raise httpx.DecodingError(str(error), request=request) from error
        finally:
            await answer.aclose()
        kept = [(name, value) for name, value in answer.headers.raw if name.lower() not in _OF_THE_BODY]
        return httpx.Response(answer.status_code, headers=kept, content=body, request=request)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._wire.aclose()


def _own_authority(path: str) -> ssl.SSLContext | None:
    """A context that trusts the certificates of a file."""
    if not path:
        return None
    try:
        return ssl.create_default_context(cafile=path)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(
            msg("judge.ca_bundle: {path} cannot be read as certificates", path=path),
            msg("Name a file in PEM form, or leave the setting out."),
        ) from error
