"""The years that a claim dates its events by: a source that is older cannot have seen them."""

from __future__ import annotations

import re

_YEAR = r"(?:1[5-9]|20)\d\d"
#: «в 2023 году», «2021–2023 гг.», “in 2023, …”; a bare 2048 may count anything.
_DATED = re.compile(
    rf"(?<![\d.,])(?:{_YEAR}\s?[-–—]\s?)?(?P<russian>{_YEAR})[\s\u00a0]?(?:год|гг?\.)"
    rf"|\b(?:in|since|during|until|by|after)\s(?:the\syear\s|early\s|late\s)?(?P<english>{_YEAR})(?=\s*(?:[.,;:)]|$|(?:and|the|a|an)\b))",
    re.IGNORECASE,
)
#: Print and online, preprint and proceedings lie a year apart.
_SLACK = 1


def event_years(claim: str) -> tuple[int, ...]:
    """The years by which the claim dates something, in order."""
    return tuple(int(found["russian"] or found["english"]) for found in _DATED.finditer(claim))


def is_older(claim: str, published: int) -> bool:
    """Whether a source of the year ``published`` came out before what the claim dates (a year of slack)."""
    return any(year > published + _SLACK for year in event_years(claim))
