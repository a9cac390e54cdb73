"""A wiki that is read, a wiki that is saved to: what each must be able to do, and the records that they give and take.

The saving protocol above them is one for all (``bot.wiki.saving``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from bot.errors import UnreadablePage, WikiUnreachable
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import WikiInfo


class NotNow(WikiUnreachable):
    """No answer or a refusal for now, and it is certain that nothing was saved and nothing is on its way."""


class Busy(NotNow):
    """The wiki asks to wait ``seconds``: nothing was saved, and the same request may be sent again then.

    ``sure`` False: a server in front of it says so, behind which a save may go on.
    """

    def __init__(self, message: Message, seconds: float, *, sure: bool = True) -> None:
        super().__init__(message, msg("try again later"))
        self.seconds = seconds
        self.sure = sure


class StillPending(NotNow):
    """An earlier save of this page may still arrive: nothing was sent."""


@contextmanager
def unsent() -> Iterator[None]:
    """Whatever cannot be reached inside, no save has been sent yet."""
    try:
        yield
    except NotNow:
        raise
    except WikiUnreachable as error:
        raise NotNow(error.message, error.hint) from error


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision as the wiki tells it; ``timestamp`` is ISO 8601 in UTC, ``comment`` the summary as stored.

    ``user`` and ``comment`` are "" where they are hidden or could not be encoded. ``content`` is the text, or why it
    cannot be had.
    """

    revid: int
    timestamp: str
    user: str
    comment: str
    content: str | UnreadablePage

    @property
    def text(self) -> str:
        """The text. Raises UnreadablePage where it cannot be had: it is never taken for another."""
        if isinstance(self.content, UnreadablePage):
            raise self.content
        return self.content

    @property
    def readable(self) -> bool:
        """Whether there is a text."""
        return isinstance(self.content, str)


@dataclass(frozen=True, slots=True)
class Account:
    """Who the wiki thinks we are, asked anew each time. ``blocked_by`` is None when there is no block."""

    name: str
    anonymous: bool
    groups: frozenset[str] = frozenset()
    rights: frozenset[str] = frozenset()
    blocked_by: str | None = None
    has_messages: bool = False
    edits: int | None = None


@dataclass(frozen=True, slots=True)
class Contribution:
    """One edit of an account, anywhere on the wiki; ``namespace`` is MediaWiki's number (odd ones are talk)."""

    revid: int
    title: str
    namespace: int
    timestamp: str
    comment: str


#: The number of the namespace of templates, on every MediaWiki.
TEMPLATES = 10


@dataclass(frozen=True, slots=True)
class Listing:
    """Which titles of a namespace: a category's, those edited or made since a time (ISO 8601), or all but redirects.

    Templates (namespace 10) are listed with their redirects: a page may call either.
    """

    category: str | None = None
    since: str | None = None
    namespace: int = 0


@dataclass(frozen=True, slots=True)
class SaveOrder:
    """One save, already permitted: made by ``bot.wiki.saving.permit`` alone, never by a caller of a client.

    ``base`` is the revision the text was made from (``revid`` None: the page must not exist yet); ``user`` is who must be saving.
    ``bot`` False shows the edit to people who hide those of bots, where the wiki can.
    """

    base: Page
    text: str
    summary: str
    minor: bool
    user: str
    bot: bool = True


class WikiReader(Protocol):
    """A wiki that is read. Every method raises WikiUnreachable when no MediaWiki answers, WikiError when it refuses."""

    @property
    def account_name(self) -> str:
        """The account that logs in, without the bot password's name; "" reads anonymously."""

    def describe(self, saves_by: str) -> WikiInfo:
        """What the wiki says of itself, and by what it is saved to."""

    def account(self) -> Account:
        """Who we are right now."""

    def forget(self) -> None:
        """The session is of no use: log in again when next asked."""

    def history(self, title: str, limit: int) -> tuple[str, tuple[Revision, ...]]:
        """The canonical title and its newest revisions, highest id first; no revisions when there is no such page."""

    def revision(self, revid: int, title: str = "") -> tuple[str, Revision] | None:
        """One revision by its id, with its page's title; None when there is no such.

        Where the API is off, the page's title must be given.
        """

    def latest(self, titles: Sequence[str]) -> dict[str, tuple[str, Revision | None]]:
        """The current revisions of at most 50 titles, by the titles as asked; None for a missing page.

        A title left out could not be answered together with the others: ask for it alone.
        """

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """As ``latest``, but only the revisions' numbers."""

    def listing(self, what: Listing, after: Mapping[str, str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """One lot of titles, and what to ask the next lot with (empty after the last); ``after`` is empty for the first."""

    def contributions(self, limit: int) -> tuple[Contribution, ...]:
        """The account's newest edits."""


class WikiSaver(Protocol):
    """A wiki that is saved to; errors as of ``WikiReader``."""

    name: str  #: what the wiki's description calls it

    @property
    def second_grained(self) -> bool:
        """Whether the wiki knows the base of a save by its time only, in whole seconds."""

    def render(self, title: str, text: str) -> str:
        """The HTML that the wiki makes of ``text`` on the page ``title``, without saving it."""

    def write(self, order: SaveOrder) -> None:
        """Send one save. Returning proves nothing: the caller reads the page back."""
