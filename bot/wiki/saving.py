"""The saving protocol, one for every kind of wiki: who are we, may we, has the page moved, save, and read it back.

A wiki's «Success» proves nothing: MediaWiki merges other people's paragraphs silently, lets an account overwrite its own other
edits without a word (all versions), and 1.12 answers 302 for a save, a null edit and nothing at all.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.config import WikiSettings
from bot.errors import ConfigError, EditConflict, GateHeld, LoginFailed, NotAllowed, WikiError
from bot.model.identity import text_sha256
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import Clock, WikiInfo
from bot.model.report import GatePass, Saved
from bot.wiki.backend import Account, Backend, Order, Revision
from bot.wiki.compare import as_stored, is_stored
from bot.wiki.summary import cut_summary
from bot.wiki.titles import clean_title

#: What the stop page must say; anything else, a missing and an unreadable page stop the bot.
GO = "run"
#: How many newer revisions are looked through for ours after a save.
_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Terms:
    """What the operator set for saving: the bot's contact, where the stop page is, seconds between saves."""

    contact: str
    stop_page: str = ""
    throttle: float = 10.0

    @classmethod
    def of(cls, settings: WikiSettings, contact: str) -> Terms:
        """The terms in ``[wiki]``."""
        return cls(contact, settings.stop_page, settings.throttle)


class SafeWiki:
    """A WikiClient: reads through a backend, and saves only by the protocol."""

    def __init__(self, backend: Backend, address: str, terms: Terms, clock: Clock) -> None:
        self._backend = backend
        self._address = address
        self._terms = terms
        self._clock = clock
        self._last_save: float | None = None

    def describe(self) -> WikiInfo:
        """Ask the wiki what it is. Raises WikiUnreachable."""
        return self._backend.info()

    def account(self) -> Account:
        """Who the wiki thinks we are."""
        return self._backend.account()

    def read(self, title: str) -> Page | None:
        """The current revision, redirects not followed; None when there is no such page. Raises InputError for no title."""
        name, revisions = self._backend.history(clean_title(title), 1)
        if not revisions:
            return None
        newest = revisions[0]
        return Page(
            name=title,
            title=name,
            text=newest.text,
            wiki=self._address,
            revid=newest.revid,
            timestamp=newest.timestamp,
            user=newest.user,
        )

    def titles(self, *, category: str | None = None) -> tuple[str, ...]:
        """The titles of a category, or of all pages in the main namespace."""
        return self._backend.titles(clean_title(category) if category is not None else None)

    def save(self, base: Page, text: str, summary: str, allowed: GatePass, *, minor: bool = False) -> Saved:
        """Save by the protocol; a text that the wiki already has is a null edit and gives the same revision twice.

        Raises GateHeld for anything the pass does not name, NotAllowed, EditConflict (naming revisions), WikiError.
        """
        permit(base, text, allowed)
        self._may_save()
        title = clean_title(base.title)
        current = self._unmoved(base, title)
        if current is not None and as_stored(text) == as_stored(current.text):
            return Saved(current.revid, current.revid)
        self._wait()
        order = Order(base, text, cut_summary(summary), minor, self._backend.account_name)
        self._backend.write(order)
        self._last_save = self._clock.monotonic()
        return confirm(order, self._backend.history(title, _DEPTH)[1])

    def _may_save(self) -> None:
        """Contact, account, block and stop page, all asked now and not remembered."""
        if not self._terms.contact:
            raise ConfigError(
                msg("saving needs a contact for the wiki's administrators"),
                msg('set contact = "mailto:you@example.org" in mlwiki.toml'),
            )
        wanted = self._backend.account_name
        if not wanted:
            raise NotAllowed(
                msg("saving needs an account"), msg("set `[wiki] user` and the password; reading needs neither")
            )
        account = self._backend.account()
        if account.anonymous or account.name != wanted:
            raise LoginFailed(
                msg("the wiki takes us for {name} and not for {wanted}", name=account.name, wanted=wanted),
                msg("check account and password, then run again"),
            )
        if account.blocked_by is not None:
            raise NotAllowed(
                msg("the account {name} is blocked by {by}", name=wanted, by=account.blocked_by),
                msg("read the block's reason on the wiki; the bot stops here"),
            )
        self._stop_page()

    def _stop_page(self) -> None:
        if not self._terms.stop_page:
            return
        page = self._backend.history(clean_title(self._terms.stop_page), 1)[1]
        if not page or page[0].text.strip() != GO:
            raise NotAllowed(
                msg("the stop page {title} does not say {word}", title=self._terms.stop_page, word=GO),
                msg("read why on the wiki; once it says exactly {word} again, saving goes on", word=GO),
            )

    def _unmoved(self, base: Page, title: str) -> Revision | None:
        """The page's newest revision, which must be the base. Raises EditConflict."""
        revisions = self._backend.history(title, 1)[1]
        current = revisions[0] if revisions else None
        if (current.revid if current else None) == base.revid:
            return current
        if current is None:
            raise EditConflict(
                msg(
                    "{title}: the page was deleted after revision {base} was pulled", title=title, base=base.revid or 0
                ),
                msg("ask on the wiki why before making it again"),
            )
        if base.revid is None:
            raise EditConflict(
                msg("{title}: the page exists already (revision {newest})", title=title, newest=current.revid),
                msg("pull it and make the edit on its text"),
            )
        raise moved(title, base.revid, current)

    def _wait(self) -> None:
        """Keep the operator's distance between two saves."""
        if self._last_save is None:
            return
        left = self._last_save + self._terms.throttle - self._clock.monotonic()
        if left > 0:
            asyncio.run(self._clock.sleep(left))


def permit(base: Page, text: str, allowed: GatePass) -> None:
    """Hold a save against its pass: title, base revision and the exact text. Raises GateHeld."""
    if allowed.title == base.title and allowed.base_revid == base.revid and allowed.text_sha256 == text_sha256(text):
        return
    raise GateHeld(
        msg("{title}: the gate's pass is for another text, title or revision", title=base.title),
        msg("check the page again; only what was checked is saved"),
    )


def moved(title: str, base: int, current: Revision) -> EditConflict:
    """The error for a page that somebody saved after the base."""
    return EditConflict(
        msg(
            "{title}: pulled at revision {base}, but {user} has saved revision {newest}",
            title=title,
            base=base,
            user=current.user,
            newest=current.revid,
        ),
        msg("pull it again and make the edit on the new text"),
    )


def confirm(order: Order, revisions: tuple[Revision, ...]) -> Saved:
    """Find our save in the history read afterwards (newest first): the first after the base, ours in user, summary and text.

    Somebody may have saved after us: that is their right and no fault. Raises WikiError when nothing was saved, EditConflict
    when a revision slipped in between the base and ours (a silent merge, or an edit of theirs now overwritten).
    """
    title, base = order.base.title, order.base.revid or 0
    newer = [revision for revision in revisions if revision.revid > base]
    ours = [revision for revision in newer if revision.user == order.user and revision.comment == order.summary]
    if not ours:
        raise WikiError(
            msg(
                "{title}: the wiki took the save, but its history has no revision of ours after {base}",
                title=title,
                base=base,
            ),
            msg("look at the page's history before trying again"),
        )
    mine, first = ours[-1], newer[-1]
    if first.revid != mine.revid:
        raise EditConflict(
            msg(
                "{title}: saved as revision {mine}, but {user} had saved {other} after {base}; the wiki mixed the two",
                title=title,
                mine=mine.revid,
                user=first.user,
                other=first.revid,
                base=base,
            ),
            msg("compare the two revisions on the wiki now and restore what is lost"),
        )
    if not is_stored(order.text, mine.text):
        raise WikiError(
            msg(
                "{title}: revision {mine} after {base} holds another text than was sent",
                title=title,
                mine=mine.revid,
                base=base,
            ),
            msg("compare it on the wiki; a filter or a merge may have changed it"),
        )
    return Saved(base, mine.revid)
