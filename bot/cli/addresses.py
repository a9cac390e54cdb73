"""Addresses of a wiki's pages, as people copy them: an article, an old revision, a difference."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qs, unquote

from bot.errors import InputError
from bot.identifiers import urls
from bot.model.message import msg


@dataclass(frozen=True, slots=True)
class PageAddress:
    """What an address names: ``wiki`` is an address to probe, ``title`` "" where only a revision is named.

    ``oldid`` is a revision; ``diff`` a revision, ``cur``, ``prev`` or ``next`` (MediaWiki's own words), "" for none.
    """

    wiki: str
    title: str
    oldid: int | None = None
    diff: str = ""


def page_address(name: str) -> PageAddress | None:
    """Read ``…?title=X``, ``…/wiki/X``, with ``oldid`` and ``diff``; None for what is no web address.

    Raises InputError for an address that names no page.
    """
    parts = urls.split(name)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        return None
    asked = {key: values[0] for key, values in parse_qs(parts.query).items()}
    oldid = int(asked["oldid"]) if asked.get("oldid", "").isdecimal() else None
    diff = asked.get("diff", "")
    if diff.isdecimal() and oldid is None:
        # «?diff=N» alone compares N with the revision before it
        oldid, diff = int(diff), "prev"
    script = f"{parts.scheme}://{parts.netloc}{parts.path}"
    if asked.get("title") or oldid is not None:
        return PageAddress(script, asked.get("title", "").replace("_", " "), oldid, diff)
    root, _, last = parts.path.rpartition("/")
    if not last or last.endswith(".php"):
        raise InputError(msg("the address {name} names no page", name=name), msg("give the address of an article"))
    wiki = f"{parts.scheme}://{parts.netloc}{root}/{last}" if root.endswith("index.php") else name
    return PageAddress(wiki, unquote(last).replace("_", " "))
