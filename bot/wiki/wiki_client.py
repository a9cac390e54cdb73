"""What ``open_wiki`` gives: a wiki to read from in several ways, and to save to in one."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from bot.errors import UnreadablePage
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.wiki.api_reader import MOST_TEXTS
from bot.wiki.connection import unreachable
from bot.wiki.etiquette import not_the_bots
from bot.wiki.page_titles import clean_title
from bot.wiki.protocols import TEMPLATES, Account, Contribution, Listing, Revision
from bot.wiki.saving import Saving, Told

#: An account that no person has used for so many days is not in use by one.
_LATELY = 90
#: Seconds between two reads of a bulk (facts: at least one between reads of such a wiki).
PAUSE = 1.0
#: Lots of a list that may bring nothing new, one after another, before the wiki is taken to go round in circles.
_IDLE = 50


class SafeWiki(Saving):
    """A WikiClient: reads through a reader, and saves only by the protocol of ``bot.wiki.saving``."""

    _read_at = -math.inf

    def describe(self) -> WikiInfo:
        """Ask the wiki what it is. Raises WikiUnreachable."""
        return self._reader.describe(self._saver.name)

    def account(self) -> Account:
        """Who the wiki thinks we are."""
        return self._reader.account()

    def not_ours(self, pages: Collection[str] = ()) -> tuple[Contribution, ...]:
        """The account's edits of the last months that are not this program's, newest first, of its last 50.

        ``pages`` are titles of the bot's own besides its stop page. Raises WikiError where the wiki cannot be asked.
        """
        edits = self.patiently(lambda: self._reader.contributions(MOST_TEXTS))
        since = datetime.fromisoformat(self._clock.now()) - timedelta(days=_LATELY)
        return not_the_bots(
            edits,
            self._reader.account_name,
            known=self._journal.made(),
            pages={*pages, self._terms.stop_page},
            since=since.strftime("%Y-%m-%dT%H:%M:%SZ"),
        )

    def read(self, title: str) -> Page | None:
        """The current revision, redirects not followed; None when there is no such page. Raises InputError for no title."""
        clean = clean_title(title)
        name, revisions = self.patiently(lambda: self._reader.history(clean, 1))
        return self._page(title, name, revisions[0]) if revisions else None

    def read_many(self, titles: Sequence[str]) -> dict[str, Page | None]:
        """The current revisions of many titles, 50 in a request, by the titles as given. Raises as ``read`` does.

        Left out is a page whose text cannot be had: ``read`` says why, and the others are none the worse for it.
        """
        found: dict[str, Page | None] = {}
        cleaned = [(title, clean_title(title)) for title in titles]
        for start in range(0, len(cleaned), MOST_TEXTS):
            lot = cleaned[start : start + MOST_TEXTS]
            asked = [clean for _, clean in lot]
            answers = self._in_turn(partial(self._reader.latest, asked))
            for title, clean in lot:
                if clean in answers:
                    name, revision = answers[clean]
                    found[title] = self._page(title, name, revision) if revision is not None else None
                else:
                    with suppress(UnreadablePage):
                        found[title] = self.read(title)
        return found

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """The wiki's spelling and the current revision's number (None: no such page) of each title that could be asked for."""
        found: dict[str, tuple[str, int | None]] = {}
        cleaned = {clean_title(title): title for title in titles}
        asked = list(cleaned)
        for start in range(0, len(asked), MOST_TEXTS):
            answers = self._in_turn(partial(self._reader.revids, asked[start : start + MOST_TEXTS]))
            found |= {cleaned[clean]: answer for clean, answer in answers.items()}
        return found

    def read_revision(self, revid: int, title: str = "") -> Page | None:
        """An older revision by its id, as a page; None when the wiki has no such.

        ``title`` is its page's, where that is known: a wiki without its API cannot find a revision by the number alone.
        """
        found = self.patiently(lambda: self._reader.revision(revid, title))
        return self._page(found[0], found[0], found[1]) if found is not None else None

    def history(self, title: str, limit: int = 50) -> tuple[Revision, ...]:
        """The newest revisions with their texts, highest id first; none when there is no such page."""
        clean = clean_title(title)
        return self.patiently(lambda: self._reader.history(clean, limit))[1]

    def titles(
        self, *, category: str | None = None, namespace: int = 0, seen: Callable[[int], None] | None = None
    ) -> tuple[str, ...]:
        """The titles of a category, or of all pages in a namespace; ``seen`` hears how many there are so far."""
        named = clean_title(category) if category is not None else None
        return self._listed(Listing(category=named, namespace=namespace), seen)

    def templates(self, most: int) -> frozenset[str] | None:
        """The titles of the wiki's templates, without the namespace's name; None where there are more than ``most``."""
        found = self._listed(Listing(namespace=TEMPLATES), most=most)
        return frozenset(title.partition(":")[2] for title in found) if len(found) <= most else None

    def recent(self, days: float) -> tuple[str, ...]:
        """Titles of the main namespace that were edited or made in the last days, newest first."""
        since = datetime.fromisoformat(self._clock.now()) - timedelta(days=days)
        return self._listed(Listing(since=since.strftime("%Y-%m-%dT%H:%M:%SZ")))

    def _listed(
        self, what: Listing, seen: Callable[[int], None] | None = None, most: float = float("inf")
    ) -> tuple[str, ...]:
        """A whole list, lot by lot, each title once; one that is longer than ``most`` ends soon after."""
        found: dict[str, None] = {}
        after: Mapping[str, str] = {}
        idle = 0
        while idle < _IDLE:
            titles, next_ = self._in_turn(partial(self._reader.listing, what, after))
            before = len(found)
            found |= dict.fromkeys(titles)
            if seen is not None:
                seen(len(found))
            if not next_ or next_ == after or len(found) > most:
                return tuple(found)
            after = next_
            idle = idle + 1 if len(found) == before else 0
        raise unreachable(self._address, msg("its answer does not end"))

    def _in_turn(self, ask: Callable[[], Told]) -> Told:
        """One of many reads: one after another, never sooner than a second after the last."""
        left = PAUSE - (self._clock.monotonic() - self._read_at)
        if left > 0:
            asyncio.run(self._clock.sleep(left))
        try:
            return self.patiently(ask)
        finally:
            self._read_at = self._clock.monotonic()
