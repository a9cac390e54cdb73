"""Reading JSON of strangers: a wrong shape is an empty value, never an exception."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from bot.entities import unescape
from bot.model.reply import Reply

Kind = TypeVar("Kind", str, int)

#: The longest record known has some 5,000 authors (ATLAS and CMS, 2015), the longest abstracts a few thousand characters.
MOST_ITEMS = 10_000
LONGEST = 100_000
#: Titles, ISBNs, names of a series: a record has a handful.
MOST_TEXTS = 100


def json_of(reply: Reply) -> object:
    """The body as JSON, None when it is none. Services answer HTML from their walls, whatever was asked for."""
    try:
        return json.loads(reply.body.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        return None


def at(value: object, *path: str | int) -> object:
    """The value at ``path``, None where the shape is another."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def text(value: object, *path: str | int) -> str:
    """The string at ``path`` without outer white space, cut at ``LONGEST``; "" for anything else."""
    found = at(value, *path)
    return composed(found[:LONGEST]).strip() if isinstance(found, str) else ""


def items(value: object, *path: str | int) -> Iterator[object]:
    """The members of the list at ``path``; a lone value counts as a list of one, None as none. ``MOST_ITEMS`` at most."""
    found = at(value, *path)
    if isinstance(found, list):
        yield from found[:MOST_ITEMS]
    elif found is not None:
        yield found


def texts(value: object, *path: str | int) -> tuple[str, ...]:
    """The non-empty strings of the list at ``path``, ``MOST_TEXTS`` at most."""
    found = (composed(item[:LONGEST]).strip() for item in items(value, *path) if isinstance(item, str))
    return tuple(islice(filter(None, found), MOST_TEXTS))


def composed(value: str) -> str:
    """Letters with their accents as one character (NFC): deposits out of PDFs have them in two, pages never do."""
    return unicodedata.normalize("NFC", value)


def year(value: object) -> int | None:
    """A year at the start of a string or number, None when there is none that can be one."""
    if isinstance(value, bool) or (isinstance(value, int) and not 0 <= value < 10**8):
        return None  # a number of more than 4,300 digits has no string
    digits = str(value)[:4] if isinstance(value, (int, str)) else ""
    return int(digits) if digits.isdecimal() and len(digits) == 4 and 1400 <= int(digits) <= 2200 else None


def years(*values: object) -> tuple[int, ...]:
    """The years among the values, each once."""
    return once(*map(year, values))


def each(value: object, *path: str | int, field: str) -> tuple[str, ...]:
    """The string ``field`` of every member of the list at ``path`` that has one."""
    return tuple(filter(None, (text(item, field) for item in items(value, *path))))


def once(*values: Kind | None) -> tuple[Kind, ...]:
    """The values that say something, each once, in their order."""
    return tuple(dict.fromkeys(value for value in values if value))


def plain(markup: str) -> str:
    """Text without JATS or HTML tags, with entities resolved (records carry them doubly escaped)."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^<>]+>", "", unescape(markup)))).strip()
