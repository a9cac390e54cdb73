"""What a rule looks for before it reads a page: most pages hold none of it."""

from __future__ import annotations

import re
from typing import NamedTuple


class Begins(NamedTuple):
    """Marks that begin with one character: the page is searched for that character first."""

    first: str
    pattern: re.Pattern[str]


Mark = str | Begins


def begins(first: str, rest: str) -> Begins:
    """``rest`` is a regular expression for what follows ``first``."""
    return Begins(first, re.compile(re.escape(first) + rest))


def stands(marks: tuple[Mark, ...], text: str) -> bool:
    """Whether one of the marks stands in the text."""
    for mark in marks:
        if isinstance(mark, str):
            if mark in text:
                return True
        elif mark.first in text and mark.pattern.search(text) is not None:
            return True
    return False
