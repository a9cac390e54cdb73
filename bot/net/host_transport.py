"""httpx's connections to one host, opened by our network; loaded when something is asked for the first time."""

from __future__ import annotations

import ssl
import zlib

import httpcore
import httpx

from bot.model.reasons import Reason
from bot.net.network import Network, NoSuchHostError, RefusedAddressError

#: Connections to one host, and seconds for which an idle one is kept.
MOST_CONNECTIONS, _KEEP = 10, 15.0


class HostTransport(httpx.AsyncHTTPTransport):
    """httpx's own transport, its connections opened by our network backend.

    httpx hands no backend on (0.28) and vcrpy patches exactly this class, so its pool is replaced after it was made: the one
    private attribute of a library that this program sets.
    """

    def __init__(
        self,
        tls: ssl.SSLContext,
        network: Network,
        backend: httpcore.AsyncNetworkBackend,
        proxy: str = "",
        most: int = MOST_CONNECTIONS,
    ) -> None:
        super().__init__(verify=tls, trust_env=False)
        if proxy:
            # the proxy is the operator's own address: reached unguarded, by the same network
            self._pool = httpcore.AsyncHTTPProxy(
                proxy,
                ssl_context=tls,
                max_connections=most,
                max_keepalive_connections=most,
                keepalive_expiry=_KEEP,
                network_backend=network.backend(guarded=False, allowed=()),
            )
            return
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=most,
            max_keepalive_connections=most,
            keepalive_expiry=_KEEP,
            network_backend=backend,
        )


def any_certificate() -> ssl.SSLContext:
    """A context that takes any certificate and old servers' weak keys: for telling that somebody answers, never for content."""
    context = httpx.create_ssl_context(verify=False, trust_env=False)
    context.set_ciphers("DEFAULT@SECLEVEL=1")
    context.options |= getattr(ssl, "OP_LEGACY_SERVER_CONNECT", 0x4)
    return context


def reason_of(error: Exception) -> Reason | None:
    """The reason that an exception of the network stands for; None for one that is not the network's."""
    causes = []
    cause: BaseException | None = error
    while cause is not None and cause not in causes:
        causes.append(cause)
        # httpcore's pool raises everything «from None», what was meant as a cause included
        hidden = cause.__suppress_context__ and not type(cause).__module__.startswith("httpcore")
        cause = cause.__cause__ or (None if hidden else cause.__context__)
    for kinds, reason in _REASONS:
        if any(isinstance(found, kinds) for found in causes):
            return reason
    return Reason.not_stored if type(error).__module__.partition(".")[0] == "vcr" else None


_REASONS: tuple[tuple[tuple[type[BaseException], ...], Reason], ...] = (
    ((RefusedAddressError,), Reason.guarded_address),
    ((NoSuchHostError,), Reason.no_such_host),
    ((ssl.SSLError, ssl.CertificateError), Reason.tls_error),
    ((TimeoutError, httpx.TimeoutException, httpcore.TimeoutException), Reason.timeout),
    (
        (httpx.RemoteProtocolError, httpcore.RemoteProtocolError, httpx.DecodingError, zlib.error),
        Reason.garbled_answer,
    ),
    (
        (
            httpx.InvalidURL,
            httpx.UnsupportedProtocol,
            httpx.LocalProtocolError,
            httpcore.LocalProtocolError,
            httpcore.UnsupportedProtocol,
            UnicodeError,
        ),
        Reason.bad_address,
    ),
    ((httpx.TransportError, httpcore.NetworkError, httpcore.ProxyError, OSError), Reason.connection_failed),
)
