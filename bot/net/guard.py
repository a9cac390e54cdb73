"""What may be fetched when a page or a server's answer names the address. Pure: the sockets are in ``bot.net.network``.

Two gates: ``refused_address`` reads the address before anything is sent, ``public`` judges every resolved IP just before the
connection is opened to exactly that IP, so that neither odd spelling nor a changing name leads inside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from bot.model.reasons import Reason

PORTS = frozenset({80, 443, 8080, 8443})

#: IANA special-purpose registries, and what tunnels or translates to them. ``is_global`` differs between Python versions.
_CLOSED = tuple(
    ip_network(net)
    for net in (
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 "
        "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32 "
        "2001::/23 2001:db8::/32 2002::/16 3fff::/20"
    ).split()
)
_GLOBAL_IPV6 = ip_network("2000::/3")
_INSIDE = re.compile(
    r"(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|example)$"
)
_NAME = re.compile(r"[\w-]{1,63}(?:\.[\w-]{1,63})*")
_PLAIN_IPV4 = re.compile(r"(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}")


def public(address: str) -> bool:
    """Whether an IP address is one of the open internet; anything that is not an address is not."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    # everything that may be reached by IPv6 lies in 2000::/3 (RFC 4291); mapped and translated forms do not
    if isinstance(ip, IPv6Address) and (ip.scope_id or ip not in _GLOBAL_IPV6):
        return False
    return ip.is_global and not ip.is_multicast and not any(ip in net for net in _CLOSED)


def refused_address(url: str, allowed: Collection[str] = ()) -> Reason | None:
    """Why an address is not fetched at all, or None. ``allowed`` are ``host:port`` pairs that the operator opened."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return Reason.bad_address
    named = ":" in host or _NAME.fullmatch(host) is not None
    if parts.scheme not in {"http", "https"} or not named:
        return Reason.bad_address
    port = port or (443 if parts.scheme == "https" else 80)
    anybodys = port in PORTS and not _names_a_user(parts) and outside(host)
    return None if f"{host}:{port}" in allowed or anybodys else Reason.guarded_address


def _names_a_user(parts: SplitResult) -> bool:
    return parts.username is not None or parts.password is not None


@lru_cache(maxsize=4096)
def outside(host: str) -> bool:
    """Whether a host name, by its writing alone, may be on the open internet.

    A name that ends in a number is an IPv4 address (WHATWG URL, «ends in a number»): its plain spelling goes on to ``public``.
    """
    # UTS 46 maps full-width and circled digits to plain ones: so will whoever resolves the name
    host = unicodedata.normalize("NFKC", host).rstrip(".").lower()
    if ":" in host:
        return public(host)
    last = host.rpartition(".")[2]
    if last.isdecimal() or re.fullmatch(r"0x[0-9a-f]*", last):
        return bool(_PLAIN_IPV4.fullmatch(host)) and public(host)
    return "." in host and not _INSIDE.search(host)
