"""Works as registries describe them, and the text of a source."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.citation import Identifier
from bot.model.ids import text_sha256
from bot.model.reasons import Reason
from bot.model.words import Caveat, Notice, Scope


@dataclass(frozen=True, slots=True)
class Work:
    """One registry's record of a work.

    ``titles`` holds every title the record gives (main first: original, translated, with subtitle), ``authors`` are
    «Given Family» or a body's name in the record's order, ``years`` every year that is right for some
    edition (print, online, preprint). ``roster_complete`` says that the registry lists all authors. ``venues`` are all names
    of the journal or proceedings, full and short; ``volume``, ``issue`` and ``pages`` are "" where the record has none.
    ``periodical`` says that the record is of a journal's article.
    """

    service: str
    titles: tuple[str, ...]
    authors: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    url: str | None = None
    text_urls: tuple[str, ...] = ()
    abstract: str | None = None
    notices: tuple[Notice, ...] = ()
    roster_complete: bool = True
    venues: tuple[str, ...] = ()
    volume: str = ""
    issue: str = ""
    pages: str = ""
    periodical: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A service knows the identifier."""

    work: Work


@dataclass(frozen=True, slots=True)
class Absent:
    """A service answered that it does not know the identifier; whether that convicts depends on the service."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Silent:
    """A service gave no answer that says anything: an outage, a wall, a limit. Never evidence."""

    reason: Reason


Answer = Found | Absent | Silent


#: In a block's ``where``: between the heading over it and the head of the table that it is a row of.
TABLE = " ▸ "


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a source's text at its own structure; ``where`` names it for people («p. 3», a heading)."""

    start: int
    end: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class Pointed:
    """A place inside the work that the citation names, looked for in the text.

    ``words`` are the citation's («с. 15», «#results»). ``spans`` are where that stands (offsets); empty with ``missing`` when the
    text has such places and not this one, empty without when nobody can tell.
    """

    words: str
    spans: tuple[tuple[int, int], ...] = ()
    missing: bool = False


@dataclass(frozen=True, slots=True)
class SourceText:
    """The visible text of a fetched source: data, never instruction.

    ``blocks`` cut ``text`` (offsets in code points, end exclusive) at paragraphs; ``scope`` says how much of the work this is.
    ``anchors`` are the names that a fragment of the address can point at, with the offset each stands at; ``pointed`` are
    the places that one citation names in it: they belong to the citation and are never stored with the text.
    """

    url: str
    text: str
    scope: Scope
    blocks: tuple[Block, ...]
    title: str | None = None
    media_type: str = ""
    fetched: str | None = None
    caveats: tuple[Caveat, ...] = ()
    anchors: tuple[tuple[str, int], ...] = ()
    pointed: tuple[Pointed, ...] = ()

    @property
    def sha256(self) -> str:
        """Hash of the text."""
        return text_sha256(self.text)


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a source shown as evidence. ``text`` is verbatim; ``score`` orders, 0 to 1, and proves nothing."""

    text: str
    where: str
    score: float
    start: int = 0
    end: int = 0
