"""Which pages a run goes through."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from bot.model.message import Message
from bot.model.page import Page
from bot.model.ports import WikiClient
from bot.wiki.protocols import Account, Contribution, Revision
from bot.wiki.saving import Recovered


class RunWiki(WikiClient, Protocol):
    """What a run asks of a wiki beyond a client's everyday work."""

    def account(self) -> Account:
        """Who the wiki thinks we are."""

    def not_ours(self, pages: Collection[str] = ()) -> tuple[Contribution, ...]:
        """The account's edits that are not this program's."""

    def read_many(self, titles: Sequence[str]) -> dict[str, Page | None]:
        """Current revisions by title; a page whose text cannot be had is left out."""

    def read_revision(self, revid: int, title: str = "") -> Page | None:
        """An older revision of the page ``title``."""

    def history(self, title: str, limit: int = 50) -> tuple[Revision, ...]:
        """The newest revisions, highest id first."""

    def recent(self, days: float) -> tuple[str, ...]:
        """Titles edited lately, newest first."""

    def recover(self) -> Sequence[Recovered]:
        """Settle what an earlier process was saving, or whose answer it lost."""

    def clear(self, title: str) -> tuple[Message, ...]:
        """The same before a page is worked on; raises StillPending where its earlier save may still arrive."""


def titles_of(
    client: RunWiki, *, category: str | None, recent: float | None, listed: Sequence[str] | None
) -> tuple[str, ...]:
    """The titles of all that was named, each once; the whole main namespace when nothing was. Raises WikiError."""
    found: list[str] = list(listed or ())
    if category is not None:
        found += client.titles(category=category)
    if recent is not None:
        found += client.recent(recent)
    if category is None and recent is None and listed is None:
        found += client.titles()
    return tuple(dict.fromkeys(found))


def read_worklist(text: str) -> tuple[str, ...]:
    """Titles of a file, one a line; empty lines and lines that begin with ``#`` are none, ``* [[Title]]`` is one."""
    found = []
    for line in text.splitlines():
        title = line.strip().removeprefix("*").strip().removeprefix("[[").removesuffix("]]").strip()
        if title and not line.strip().startswith("#"):
            found.append(title)
    return tuple(dict.fromkeys(found))
