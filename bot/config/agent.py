"""The name that every request of ours carries; whoever runs a server finds the operator by it."""

from __future__ import annotations

from urllib.parse import quote

from bot import __version__

#: Everything printable in ASCII stays; a header holds nothing else, so other letters go as %XX.
_ASCII = "".join(map(chr, range(0x20, 0x7F)))


def user_agent(contact: str, purpose: str = "") -> str:
    """``mlwiki-bot/VERSION (purpose; contact)``, safe as a header whatever the contact holds."""
    parts = "; ".join(part for part in (purpose, quote(contact, safe=_ASCII)) if part)
    return f"mlwiki-bot/{__version__} ({parts})" if parts else f"mlwiki-bot/{__version__}"
