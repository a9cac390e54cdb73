"""What a rule looks for before it reads a page: most pages hold none of it.

Looking for one word costs a reading of the page, so marks that begin with one character are looked for together.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Begins(NamedTuple):
    """A mark known by its first character and a regular expression (without groups) for what follows it."""

    first: str
    rest: str


Mark = str | Begins


def begins(first: str, rest: str) -> Begins:
    """A mark that begins with the character ``first``; ``rest`` may look back over it."""
    return Begins(first, rest)


#: After so many places a text is full of a character's marks, and every rule may read it.
_MANY = 10_000


class MarkSearch:
    """Tells which of many marks stand in a text."""

    def __init__(self, marks: Iterable[Mark]) -> None:
        named = dict.fromkeys(marks)
        self._words = [mark for mark in named if isinstance(mark, str)]
        self._begun: dict[str, list[Begins]] = defaultdict(list)
        for mark in named:
            if isinstance(mark, Begins):
                self._begun[mark.first].append(mark)
        self._patterns = {first: _any_of(first, begun) for first, begun in self._begun.items()}

    def standing(self, text: str) -> set[Mark]:
        """The marks that stand in the text."""
        found: set[Mark] = {word for word in self._words if word in text}
        for first, begun in self._begun.items():
            if first in text:
                found |= self._begin(text, first, begun)
        return found

    def _begin(self, text: str, first: str, begun: list[Begins]) -> set[Begins]:
        seen: set[int] = set()
        for place, match in enumerate(self._patterns[first].finditer(text)):
            seen.update(number for number, part in enumerate(match.groups()) if part is not None)
            if len(seen) == len(begun) or place == _MANY:
                return set(begun)
        return {begun[number] for number in seen}


def _any_of(first: str, begun: list[Begins]) -> re.Pattern[str]:
    """A place where one of the marks stands, with a group for each: two marks may stand at one place."""
    rests = [mark.rest for mark in begun]
    return re.compile(f"{re.escape(first)}(?={'|'.join(rests)})" + "".join(f"(?=({rest})?)" for rest in rests))
