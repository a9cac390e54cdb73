"""What ``open_wiki`` gives: a wiki to read from in several ways, and to save to in one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.wiki.backend import Account, Contribution, Revision
from bot.wiki.etiquette import not_the_bots
from bot.wiki.saving import Saving
from bot.wiki.session import MOST_TEXTS
from bot.wiki.titles import clean_title

#: An account that no person has used for so many days is not in use by one.
_LATELY = 90


class SafeWiki(Saving):
    """A WikiClient: reads through a backend, and saves only by the protocol of ``bot.wiki.saving``."""

    def describe(self) -> WikiInfo:
        """Ask the wiki what it is. Raises WikiUnreachable."""
        return self._backend.info()

    def account(self) -> Account:
        """Who the wiki thinks we are."""
        return self._backend.account()

    def not_ours(self, pages: Collection[str] = ()) -> tuple[Contribution, ...]:
        """The account's edits of the last months that are not this program's, newest first, of its last 50.

        ``pages`` are titles of the bot's own besides its stop page. Raises WikiError where the wiki cannot be asked.
        """
        edits = self.patiently(lambda: self._backend.contributions(MOST_TEXTS))
        since = datetime.fromisoformat(self._clock.now()) - timedelta(days=_LATELY)
        return not_the_bots(
            edits,
            self._backend.account_name,
            known=self._desk.made(),
            pages={*pages, self._terms.stop_page},
            since=since.strftime("%Y-%m-%dT%H:%M:%SZ"),
        )

    def read(self, title: str) -> Page | None:
        """The current revision, redirects not followed; None when there is no such page. Raises InputError for no title."""
        clean = clean_title(title)
        name, revisions = self.patiently(lambda: self._backend.history(clean, 1))
        return self._page(title, name, revisions[0]) if revisions else None

    def read_many(self, titles: Sequence[str]) -> dict[str, Page | None]:
        """The current revisions of many titles, 50 in a request, by the titles as given. Raises as ``read`` does."""
        found: dict[str, Page | None] = {}
        cleaned = [(title, clean_title(title)) for title in titles]
        for start in range(0, len(cleaned), MOST_TEXTS):
            lot = cleaned[start : start + MOST_TEXTS]
            asked = [clean for _, clean in lot]
            answers = self.patiently(lambda asked=asked: self._backend.latest(asked))  # type: ignore[misc]  # bound now
            for title, clean in lot:
                if clean in answers:
                    name, revision = answers[clean]
                    found[title] = self._page(title, name, revision) if revision is not None else None
                else:
                    found[title] = self.read(title)
        return found

    def read_revision(self, revid: int) -> Page | None:
        """An older revision by its id, as a page; None when the wiki has no such."""
        found = self.patiently(lambda: self._backend.revision(revid))
        return self._page(found[0], found[0], found[1]) if found is not None else None

    def history(self, title: str, limit: int = 50) -> tuple[Revision, ...]:
        """The newest revisions with their texts, highest id first; none when there is no such page."""
        clean = clean_title(title)
        return self.patiently(lambda: self._backend.history(clean, limit))[1]

    def titles(self, *, category: str | None = None) -> tuple[str, ...]:
        """The titles of a category, or of all pages in the main namespace."""
        clean = clean_title(category) if category is not None else None
        return self.patiently(lambda: self._backend.titles(clean))

    def recent(self, days: float) -> tuple[str, ...]:
        """Titles of the main namespace that were edited or made in the last days, newest first."""
        since = datetime.fromisoformat(self._clock.now()) - timedelta(days=days)
        return self.patiently(lambda: self._backend.recent(since.strftime("%Y-%m-%dT%H:%M:%SZ")))
