"""The Wayback Machine: the latest good copy of an address, by its index (CDX).

https://github.com/internetarchive/wayback/tree/master/wayback-cdx-server. «Blocked site» answers 403 and says nothing.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.reply import Reply
from bot.model.source import Silent
from bot.registries import Registry, Services
from bot.registries.shape import items, json_of

NAME = "wayback"


async def latest_copy(services: Services, url: str) -> tuple[str, str] | None:
    """(address for people, address of the raw copy) of the newest copy with status 200, None when none is known."""
    fields = "timestamp,original,statuscode"
    path = f"/cdx/search/cdx?url={quote(url, safe='')}&output=json&fl={fields}&filter=statuscode:200&limit=-3"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return None
    rows = [row for row in items(json_of(reply)) if isinstance(row, list) and len(row) == 3 and str(row[0]).isdecimal()]
    if not rows:
        return None
    stamp, original = max((str(row[0]), str(row[1])) for row in rows)
    home = services.address(NAME)
    return f"{home}/web/{stamp}/{original}", f"{home}/web/{stamp}id_/{original}"


def _clean(reply: Reply) -> bool:
    """A table; an empty one may be an empty body."""
    return reply.status == 200 and (not reply.body.strip() or isinstance(json_of(reply), list))


REGISTRY = Registry(
    NAME,
    "https://web.archive.org",
    (2.5, 1),  # the index: 30 a minute, a fifth less to be safe
    rank=150,
    asked_about="a copy of a page that is gone",
    asked_when="the page is gone",
    may_convict="–",
    pace_in_words="24 a minute",
)
