"""A page of a wiki, and places in its text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.model.ids import text_sha256


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position a person can find: line and column start at 1, columns count code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Page:
    """One revision of one page, or a text that is not on a wiki yet.

    ``name`` is the path or title as it was given, ``wiki`` the wiki's address ("" for a plain file),
    ``revid`` the base revision (None: not known, or the page does not exist there).
    """

    name: str
    title: str
    text: str
    wiki: str = ""
    revid: int | None = None
    timestamp: str | None = None
    user: str | None = None

    @property
    def sha256(self) -> str:
        """Hash of the exact text."""
        return text_sha256(self.text)


def places(text: str, offsets: Iterable[int]) -> tuple[Place, ...]:
    r"""Turn offsets (code points) of ``text`` into lines and columns; lines end at ``\\n``."""
    wanted = list(offsets)
    found: dict[int, Place] = {}
    line, begin, position = 1, 0, 0
    for offset in sorted(set(wanted)):
        ends = text.count("\n", position, offset)
        if ends:
            line += ends
            begin = text.rfind("\n", position, offset) + 1
        found[offset] = Place(line, offset - begin + 1)
        position = offset
    return tuple(found[offset] for offset in wanted)
