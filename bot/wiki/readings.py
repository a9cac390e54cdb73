"""What every client that reads by api.php does alike, whatever it saves through."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.ports import WikiInfo
from bot.wiki.backend import Account, Contribution, Revision
from bot.wiki.session import ApiSession


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

    def revision(self, revid: int) -> tuple[str, Revision] | None:
        """One revision by its id."""
        return self._session.revision(revid)

    def latest(self, titles: Sequence[str]) -> dict[str, tuple[str, Revision | None]]:
        """The current revisions of some titles."""
        return self._session.latest(titles)

    def titles(self, category: str | None) -> tuple[str, ...]:
        """Titles of a category or of all."""
        return self._session.titles(category)

    def contributions(self, limit: int) -> tuple[Contribution, ...]:
        """The account's newest edits."""
        return self._session.contributions(limit)

    def render(self, title: str, text: str) -> str:
        """By ``action=parse``."""
        return self._session.render(title, text)

    def recent(self, since: str) -> tuple[str, ...]:
        """Titles changed since a time."""
        return self._session.recent(since)
