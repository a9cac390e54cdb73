"""What every client that reads by api.php does alike, whatever it saves through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.model.ports import WikiInfo
from bot.wiki.api_reader import ApiSession
from bot.wiki.protocols import Account, Contribution, Listing, Revision


class ReadsByApi:
    """Reading and logging in by api.php; ``saves_by`` is what the wiki's description names."""

    saves_by = "api.php"

    def __init__(self, session: ApiSession) -> None:
        self._session = session

    @property
    def account_name(self) -> str:
        """The account that logs in."""
        return self._session.account_name

    def info(self) -> WikiInfo:
        """What the wiki says of itself."""
        return self._session.describe(self.saves_by)

    def account(self) -> Account:
        """Who we are right now."""
        return self._session.account()

    def forget(self) -> None:
        """Log in again when next asked."""
        self._session.forget()

    def history(self, title: str, limit: int) -> tuple[str, tuple[Revision, ...]]:
        """The newest revisions."""
        return self._session.history(title, limit)

    def revision(self, revid: int, title: str = "") -> tuple[str, Revision] | None:
        """One revision by its id."""
        return self._session.revision(revid, title)

    def latest(self, titles: Sequence[str]) -> dict[str, tuple[str, Revision | None]]:
        """The current revisions of some titles."""
        return self._session.latest(titles)

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """The current revisions' numbers of some titles."""
        return self._session.revids(titles)

    def listing(self, what: Listing, after: Mapping[str, str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """One lot of titles."""
        return self._session.listing(what, after)

    def contributions(self, limit: int) -> tuple[Contribution, ...]:
        """The account's newest edits."""
        return self._session.contributions(limit)

    def render(self, title: str, text: str) -> str:
        """By ``action=parse``."""
        return self._session.render(title, text)
