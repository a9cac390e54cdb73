"""Pages on the desk and what has become of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bot.model.edit import TidyPage
from bot.model.ids import identity
from bot.model.message import Message
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.model.report import CheckReport, PageCheck, TidyReport
from bot.profiles import Profile


@dataclass(frozen=True, slots=True)
class Resting:
    """Put down earlier; its check starts when somebody opens it."""


@dataclass(frozen=True, slots=True)
class Queued:
    """Behind another page."""


@dataclass(frozen=True, slots=True)
class Running:
    """Being checked: ``done`` of ``total`` things of the stage ``what``."""

    what: Message
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """Tidied and checked; the check read the text that the safe edits leave. ``profile`` is that of the page's own wiki."""

    tidied: TidyReport
    report: CheckReport
    profile: Profile | None = None

    @property
    def tidy(self) -> TidyPage:
        """The page's edits and findings."""
        return self.tidied.pages[0]

    @property
    def check(self) -> PageCheck:
        """The page's citations."""
        return self.report.pages[0]


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be read or checked: what, and what to do next."""

    message: Message
    hint: Message | None = None


State = Resting | Queued | Running | Ready | Failed


class Origin(Enum):
    """Where an entry's text came from, and so where its mended text can go: nowhere, into the file, onto the wiki."""

    pasted = "pasted"
    file = "file"
    wiki = "wiki"


@dataclass(slots=True)
class Entry:
    """One page on the desk. ``page`` is None until a file, title or address has been read (again). Only the worker changes
    ``state`` once it has the entry; assigning it is atomic, so that a reader sees the old or the new one. ``wiki`` is what the
    page's wiki says of itself.
    """

    id: str
    name: str
    page: Page | None = None
    state: State = field(default_factory=Resting)
    origin: Origin = Origin.pasted
    wiki: WikiInfo | None = None


def entry_of(page: Page, origin: Origin = Origin.pasted) -> Entry:
    """An entry of a text that is at hand. The same name and title again are the same entry with a new text."""
    return Entry(identity("serve", page.wiki, page.title, page.name), page.name, page, origin=origin)


def entry_named(name: str) -> Entry:
    """An entry of a page that has to be read from a wiki first."""
    return Entry(identity("serve", "name", name), name, origin=Origin.wiki)
