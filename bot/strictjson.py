"""JSON that somebody else wrote: whatever is wrong with it is one ValueError, never a crash and never two meanings."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def loads(text: str | bytes) -> Any:  # noqa: ANN401  # what JSON holds is looked at by whoever asked
    """The value of a JSON text, read as RFC 8259 and I-JSON (RFC 7493) say.

    Raises ValueError for what is no such text: broken, nested deeper than Python reads, with NaN or Infinity, a number of more
    digits than Python takes or beyond a float, a name twice in one object, half a character (a lone surrogate), bytes that are
    not UTF-8.
    """
    whole = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    try:
        found = json.loads(whole, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=_object)
    except RecursionError as error:
        message = "nested too deeply"
        raise ValueError(message) from error
    if "\\u" in whole or not whole.isascii():
        _whole_characters(found)
    return found


def _no_number(name: str) -> NoReturn:
    message = f"{name} is no number of JSON"
    raise ValueError(message)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in {float("inf"), float("-inf")}:
        message = f"{digits[:20]} is too large"
        raise ValueError(message)
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a name stands twice in one object"
        raise ValueError(message)
    return found


def _whole_characters(found: object) -> None:
    """Raises UnicodeEncodeError (a ValueError) where a text holds half a character. Goes without recursion."""
    waiting = [found]
    while waiting:
        match waiting.pop():
            case str() as text:
                text.encode()
            case dict() as table:
                waiting += [*table.keys(), *table.values()]
            case list() as items:
                waiting += items
            case _:
                pass
