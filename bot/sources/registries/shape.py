"""Reading JSON of strangers: a wrong shape is an empty value, never an exception."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator


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
    """The string at ``path`` without outer white space, "" for anything else."""
    found = at(value, *path)
    return found.strip() if isinstance(found, str) else ""


def items(value: object, *path: str | int) -> Iterator[object]:
    """The members of the list at ``path``; a lone value counts as a list of one, None as none."""
    found = at(value, *path)
    if isinstance(found, list):
        yield from found
    elif found is not None:
        yield found


def texts(value: object, *path: str | int) -> tuple[str, ...]:
    """The non-empty strings of the list at ``path``."""
    return tuple(item.strip() for item in items(value, *path) if isinstance(item, str) and item.strip())


def year(value: object) -> int | None:
    """A year at the start of a string or number, None when there is none that can be one."""
    digits = str(value)[:4] if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
    return int(digits) if digits.isdecimal() and len(digits) == 4 and 1400 <= int(digits) <= 2200 else None


def plain(markup: str) -> str:
    """Text without JATS or HTML tags, with entities resolved (records carry them doubly escaped)."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^<>]+>", "", html.unescape(markup)))).strip()
