"""The operator's proxy, and which addresses go through it."""

from __future__ import annotations

from urllib.parse import urlsplit

from bot.config import Settings
from bot.errors import ConfigError
from bot.model.message import msg
from bot.net.guard import outside


def proxy_to(address: str, settings: Settings) -> str:
    """The proxy for an address that the operator wrote: none where it is inside. Raises ConfigError as ``checked_proxy``."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        host = ""  # whoever asks there says what is wrong with it
    proxy = checked_proxy(settings)
    return proxy if outside(host) else ""


def checked_proxy(settings: Settings) -> str:
    """The proxy of the settings. Raises ConfigError for one that is no HTTP address."""
    proxy = settings.network.proxy
    if not proxy:
        return ""
    try:
        parts = urlsplit(proxy)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError(
            msg("network.proxy: {proxy} is no address of an HTTP proxy", proxy=proxy.rpartition("@")[2]),
            msg("Write it as http://host:port, or leave the setting out."),
        )
    return proxy
