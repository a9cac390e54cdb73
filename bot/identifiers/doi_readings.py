"""In which ways a written DOI can be read, likeliest full form first: none is denied before all of them are asked for."""

from __future__ import annotations

from typing import NamedTuple

from bot.identifiers.doi_sites import TAILS
from bot.model.citation import Identifier

#: Readings of one DOI; each costs a question to the handle system where those before it are denied.
_MOST = 8


class DoiReading(NamedTuple):
    """A DOI that may be meant. ``own``: what is written is this DOI, or its publisher's own way to write it."""

    value: str
    own: bool


def readings(item: Identifier) -> tuple[DoiReading, ...]:
    """All readings of a DOI, the longest first, each once; a derived one (see ``is_derived``) has a single reading."""
    if is_derived(item):
        return (DoiReading(item.value, own=True),)
    written = item.as_written.lower()
    longer = (
        written if written.startswith("10.") and written.isascii() and len(written) > len(item.value) else item.value
    )
    found = {longer: True, item.value: True}
    for value in (longer, item.value):
        _shorten(value, found)
    return tuple(DoiReading(value, own) for value, own in found.items())[:_MOST]


def is_derived(item: Identifier) -> bool:
    """Whether nobody wrote this DOI: a site's address makes it, and that it is not registered proves nothing."""
    return item.as_written.startswith(("http://", "https://"))


def _shorten(value: str, found: dict[str, bool]) -> None:
    """Add what remains of a DOI when tails are taken off, one at a time and one behind another."""
    waiting = [value]
    while waiting and len(found) < _MOST:
        value = waiting.pop(0)
        for row in TAILS:
            short = row.pattern.sub("", value)
            if short not in found and short.partition("/")[2]:
                found[short] = found[value] and row.own
                waiting.append(short)
