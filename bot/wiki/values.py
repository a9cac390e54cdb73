"""Fields of an answer of a wiki, each taken for what it must be: a wrong kind is a TypeError or a ValueError, never a wrong text.

PHP 5.2 writes ``null`` for a string with one broken UTF-8 byte, with HTTP 200; PHP has one type for lists and maps, and old
versions leave empty fields out.
"""

from __future__ import annotations

import re
from typing import Any

from bot.errors import UnreadablePage
from bot.model.message import msg

#: What stands for bytes that are no UTF-8 (``surrogateescape``), or was sent as half a character.
_BROKEN = re.compile("[\ud800-\udfff]")


def part(data: dict[str, Any], *path: str) -> dict[str, Any]:
    """A map inside an answer; empty where the wiki left it out or, having nothing to say, wrote a list."""
    for name in path:
        found = data.get(name)
        data = found if isinstance(found, dict) else {}
    return data


def label(value: object) -> str:
    """A name, a summary, a time: "" where it is missing, hidden or could not be encoded. Raises TypeError for another kind."""
    if value is None or value is False:
        return ""
    if not isinstance(value, str):
        raise TypeError(value)
    return _BROKEN.sub("\ufffd", value)


def named(value: object) -> str:
    """A title or another name that there must be. Raises TypeError, or ValueError for an empty one."""
    found = label(value)
    if not found:
        raise ValueError(value)
    return found


def whole(value: object) -> int:
    """A number that is not negative; some versions write it as a string. Raises TypeError or ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError(value)
    if isinstance(value, str) and not (value.isascii() and value.isdigit()):
        raise ValueError(value)
    if int(value) < 0:
        raise ValueError(value)
    return int(value)


def texts(value: object) -> list[str]:
    """The strings of a list; empty where there is none."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def is_text(value: object) -> bool:
    """Whether a page's text came as one: a string without halves of characters."""
    return isinstance(value, str) and not _BROKEN.search(value)


def decoded(body: bytes, title: str, revid: int) -> str:
    """A page's exact bytes as its text. Raises UnreadablePage naming the first byte that is no UTF-8."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise broken(title, revid, error.start) from None


def broken(title: str, revid: int, offset: int) -> UnreadablePage:
    """The error for a page with a byte that is no UTF-8."""
    error = UnreadablePage(
        msg(
            "{title}: revision {revid} is not valid UTF-8 (byte at offset {offset}); it is not edited",
            title=title,
            revid=revid,
            offset=offset,
        ),
        msg("open the page's edit form in a browser, mend or remove the broken character there, and save"),
    )
    error.code = "WIKI012"
    return error


def hidden(title: str, revid: int) -> UnreadablePage:
    """The error for a revision whose text the wiki does not give: hidden by an administrator, or null."""
    error = UnreadablePage(
        msg("{title}: the wiki does not give the text of revision {revid}", title=title, revid=revid),
        msg("look at that revision in a browser; it may have been hidden"),
    )
    error.code = "WIKI012"
    return error
