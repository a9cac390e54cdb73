"""The saving protocol, one for every kind of wiki: who are we, may we, has the page moved, save, and read it back.

A wiki's «Success» proves nothing: MediaWiki merges other people's paragraphs silently, lets an account overwrite its own other
edits without a word (all versions), and 1.12 answers 302 for a save, a null edit and nothing at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from bot.config import WikiSettings
from bot.errors import ConfigError, InputError, LoginFailed, NotAllowed, WikiError, WikiUnreachable
from bot.locale import Speech
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Clock
from bot.model.report import GatePass, NotesKept, Saved
from bot.wiki.compare import as_stored, merge3
from bot.wiki.confirm import (
    LATE,
    Altered,
    Mixed,
    NeverSaved,
    Remade,
    Settled,
    altered,
    made,
    may_arrive,
    mixed,
    not_found,
    permit,
    remade,
    settle,
    still_pending,
    unmoved,
)
from bot.wiki.etiquette import cut_summary, halted_by, marked
from bot.wiki.page_titles import clean_title
from bot.wiki.protocols import Busy, NotNow, Revision, SaveOrder, WikiReader, WikiSaver
from bot.wiki.refusals import coded
from bot.wiki.rendered import shown, worse
from bot.wiki.save_journal import Pending, SaveJournal, age

Told = TypeVar("Told")

#: Revisions looked through for ours after a save, and again when that does not reach the base.
_DEPTHS = (5, 50)
#: Seconds between looks for a save whose answer was lost; the server seen finishing late took 12 to 18 s more.
_LOOKS = (5.0, 10.0, 15.0, 30.0)
#: Seconds after which no further look is begun; others wait for the same account meanwhile.
_LONGEST_LOOK = 90.0
#: Sends of one order when the wiki asks to wait, and attempts to give somebody's text back.
TRIES = 3
#: Nobody waits longer than this for one answer, in seconds; a wiki that wants more is for another run.
LONGEST_WAIT = 300.0
#: A base of this very second could be changed within it, unseen by a wiki that compares times.
_SAME_SECOND = 2.0


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


@dataclass(frozen=True, slots=True)
class Recovered:
    """A save that was left unsettled ``since``: where it arrived; for ``left`` more seconds it may; else it is given up.

    ``page`` is the wiki's own spelling of the title.
    """

    title: str
    page: str
    since: str
    saved: Saved | None = None
    left: float = 0.0

    @property
    def said(self) -> Message:
        """What became of it, for a person."""
        if self.saved is not None:
            return msg(
                "{title}: the earlier save of {since} has arrived as revision {new}",
                title=self.title,
                since=self.since,
                new=self.saved.newid,
            )
        if self.left:
            return msg("{title}: the earlier save of {since} may still arrive", title=self.title, since=self.since)
        return msg(
            "{title}: the earlier save of {since} has not arrived in {minutes} minutes and is given up",
            title=self.title,
            since=self.since,
            minutes=round(LATE / 60),
        )


class Saving:
    """Saves through a saver, and only by the protocol; the reader says what became of it."""

    def __init__(
        self, reader: WikiReader, saver: WikiSaver, address: str, terms: Terms, clock: Clock, state: Path
    ) -> None:
        self._reader = reader
        self._saver = saver
        self._address = address
        self._terms = terms
        self._clock = clock
        self._journal = SaveJournal(state, address, reader.account_name, clock)

    def save(
        self,
        base: Page,
        text: str,
        summary: str,
        allowed: GatePass,
        *,
        minor: bool = False,
        bot: bool = True,
        notes: NotesKept | None = None,
    ) -> Saved:
        """Save by the protocol; a text that the wiki already has is a null edit and gives the same revision twice.

        ``bot`` False shows a bot's edit to people who hide bots' edits; ``notes`` is held against what the wiki renders, where it
        can be asked. Raises GateHeld for anything the pass does not name, NotAllowed, EditConflict (naming revisions), WikiError.
        """
        permit(base, text, allowed)
        self._has_terms(summary)
        order = SaveOrder(base, text, cut_summary(summary), minor, self._reader.account_name, bot)
        with self._journal.held():
            earlier = self._clear(base.title)
            return replace(self._save(order, notes), earlier=earlier)

    def clear(self, title: str) -> tuple[Message, ...]:
        """Settle earlier saves by the history; what a person should hear of them.

        Raises StillPending where one of the page ``title`` may still arrive, else as ``recover``.
        """
        with self._journal.held():
            return self._clear(title)

    def arrived(self, title: str, base: int) -> int | None:
        """As which revision an earlier save of ``title`` over ``base`` arrived after its answer was lost; None for no such."""
        return self._journal.arrived(title, base)

    def patiently(self, ask: Callable[[], Told]) -> Told:
        """Read; where the wiki asks to wait, wait as long as it says, twice. Nothing that saves goes through here."""
        for _ in range(TRIES - 1):
            try:
                return ask()
            except Busy as busy:
                asyncio.run(self._clock.sleep(min(busy.seconds, LONGEST_WAIT)))
        return ask()

    def recover(self) -> tuple[Recovered, ...]:
        """Settle what an earlier process left (killed, or its answer lost): by the history, never by saving again.

        Raises EditConflict when such a save ran into somebody's (their text stands then, or the error says where it is),
        WikiError when it is there with another text.
        """
        with self._journal.held():
            return self._recover()

    def _recover(self) -> tuple[Recovered, ...]:
        pending = self._journal.pending()
        if pending:
            self._knows_us()
        return tuple(self._settled(one) for one in pending)

    def _settled(self, pending: Pending) -> Recovered:
        """Look for one of them in its page's history."""
        order = pending.order
        page, revisions = self._since(order)
        found = settle(order, revisions)
        told = Recovered(order.base.title, page, pending.since)
        if isinstance(found, NeverSaved) and pending.left:
            return replace(told, left=pending.left)
        if isinstance(found, NeverSaved):
            self._journal.end(order)
            return told
        saved = self._ended(order, found)
        self._journal.arrive(order, saved.newid)
        return replace(told, saved=saved)

    def _clear(self, title: str) -> tuple[Message, ...]:
        found = self._recover()
        waiting = [one for one in found if one.left]
        page = self._reader.history(clean_title(title), 1)[0] if waiting else title
        for one in waiting:
            if page in {one.title, one.page} or one.title == title:
                raise still_pending(title, one.since, one.left)
        return tuple(one.said for one in found)

    def _ended(self, order: SaveOrder, found: Saved | Mixed | Altered | Remade) -> Saved:
        """What was found of an order: written down as settled, and raised where it is not what was sent."""
        if isinstance(found, Mixed):
            raise self._unmix(order, found)
        self._journal.end(order, *made(found))
        if isinstance(found, Altered):
            raise altered(order, found.mine)
        if isinstance(found, Remade):
            raise remade(order, found.mine)
        return found

    def _save(self, order: SaveOrder, notes: NotesKept | None) -> Saved:
        unasked: Message | None = None
        for attempt in range(TRIES):
            current = self._ready(order)
            if current is not None and as_stored(order.text) == as_stored(current.text):
                return Saved(current.revid, current.revid)
            if notes is not None and not attempt:
                unasked = self._rendered(order, notes)
            if self._wait(order) or notes is not None:
                self._ready(order)
            try:
                return replace(self._send(order), unasked=unasked)
            except LoginFailed:
                if attempt:
                    raise
                self._reader.forget()  # the session ended between the last look and the save: once more with a new one
            except Busy as busy:
                if attempt == TRIES - 1:
                    raise
                asyncio.run(self._clock.sleep(min(busy.seconds, LONGEST_WAIT)))
        raise AssertionError  # the loop returns or raises

    def _rendered(self, order: SaveOrder, notes: NotesKept) -> Message | None:
        """Have the wiki render the page as it is and as it would be; why it could not be asked.

        Raises NotAllowed where a note would be lost or an error shown that is not there now.
        """
        title = clean_title(order.base.title)
        texts = dict.fromkeys((order.base.text, notes.before, order.text))
        try:
            seen = {
                text: shown(self.patiently(partial(self._saver.render, title, text)) if text else "") for text in texts
            }
        except WikiError as error:
            return error.message
        why = worse(seen[order.base.text], seen[notes.before], seen[order.text], notes.changed)
        if why is not None:
            raise coded(
                "WIKI010",
                NotAllowed(
                    msg("{title}: not saved, by the wiki's own preview {why}", title=order.base.title, why=why),
                    msg("look at the preview in the page's edit form; the page was left as it is"),
                ),
            )
        return None

    def _ready(self, order: SaveOrder) -> Revision | None:
        """Everything that must hold right before a save, asked now; the page's newest revision."""
        self._knows_us()
        self._stop_page()
        revisions = self._reader.history(clean_title(order.base.title), 1)[1]
        current = revisions[0] if revisions else None
        unmoved(order.base, order.base.title, current)
        return current

    def _send(self, order: SaveOrder) -> Saved:
        """Write the order down, send it, and believe the history. An answer that got lost is looked for there too.

        Raises WikiUnreachable, and leaves the order written down, where it may still arrive.
        """
        self._journal.begin(order)
        lost: WikiUnreachable | None = None
        try:
            self._saver.write(order)
        except NotNow:
            self._journal.end(order)
            raise
        except WikiUnreachable as error:
            lost = error
        except WikiError:
            self._journal.end(order)
            raise
        found = self._look(order, lost)
        if isinstance(found, NeverSaved):
            self._journal.end(order)
            raise not_found(order)
        return self._ended(order, found)

    def _look(self, order: SaveOrder, lost: WikiUnreachable | None) -> Settled:
        """The order in the history; several looks where the answer was lost. Raises WikiUnreachable: it may still arrive."""
        begun = self._clock.monotonic()
        for seconds in (0.0, *_LOOKS):
            if self._clock.monotonic() - begun > _LONGEST_LOOK:  # a wiki that hangs takes a minute a look
                break
            if seconds:
                asyncio.run(self._clock.sleep(seconds))
            try:
                found = settle(order, self._since(order)[1])
            except WikiUnreachable as error:
                lost = lost or error
                continue
            if lost is None or not isinstance(found, NeverSaved):
                return found
        raise may_arrive(order, msg("no answer in time") if lost is None else lost.message)

    def _since(self, order: SaveOrder) -> tuple[str, tuple[Revision, ...]]:
        """The page's own title and its history back to before the second of the order's base, as far as is reasonable.

        1.12 orders a history by time, in whole seconds, before it cuts it: of the last second that it shows, any may be missing.
        """
        base, second = order.base.revid or 0, order.base.timestamp or ""
        name = order.base.title
        revisions: tuple[Revision, ...] = ()
        for depth in _DEPTHS:
            name, revisions = self._reader.history(clean_title(order.base.title), depth)
            if len(revisions) < depth or (
                revisions[-1].revid <= base and min(revision.timestamp for revision in revisions) < second
            ):
                break
        return name, revisions

    def _unmix(self, order: SaveOrder, found: Mixed) -> WikiError:
        """Our save ran into somebody's: give their words back, since nobody judged the mixture. The error that tells it.

        Where ours is still the page, the text before it is restored. Where somebody has gone on from ours, their edit is put
        together with the one that was lost, if the two do not touch.
        """
        back: int | None = None
        for _ in range(TRIES):
            if found.restored is not None:
                back = found.restored
                break
            text = self._instead(order, found)
            if text is None:
                break
            back = self._give_back(order, found, text)
            if back is not None:
                break
            again = settle(order, self._since(order)[1])
            if not isinstance(again, Mixed):
                break
            found = again
        self._journal.end(order, *made(found), *(() if back is None else (back,)))
        return mixed(order, found, back)

    def _instead(self, order: SaveOrder, found: Mixed) -> str | None:
        """The text that gives the others their words back; None where there is none that loses nobody's."""
        if not found.newest:
            return self._rejoined(order)
        return found.before.text if found.before.readable else None

    def _rejoined(self, order: SaveOrder) -> str | None:
        """The page's newest text with the edit that ours had overwritten; None where they touch, or nothing is lacking."""
        revisions = self._since(order)[1]
        found = settle(order, revisions)
        base = next((revision for revision in revisions if revision.revid == order.base.revid), None)
        if base is None or not isinstance(found, Mixed):
            return None
        if not (base.readable and revisions[0].readable and found.before.readable):
            return None
        joined = merge3(base.text, revisions[0].text, found.before.text)
        return None if joined == revisions[0].text else joined

    def _give_back(self, order: SaveOrder, found: Mixed, text: str) -> int | None:
        """Save ``text`` over the page's newest revision; the new one, or None when that ran into somebody too."""
        words = msg(
            "own edit {mine} taken back: it ran into edit {other} by {user}",
            mine=found.mine.revid,
            other=found.before.revid,
            user=found.before.user,
        )
        summary = marked(Speech(self._reader.describe(self._saver.name).language).say(words))
        if self._saver.second_grained:
            asyncio.run(self._clock.sleep(_SAME_SECOND))
        newest = self._reader.history(clean_title(order.base.title), 1)[1]
        if not newest or not newest[0].readable or (newest[0].revid == found.mine.revid) != found.newest:
            return None
        base = self._page(order.base.name, order.base.title, newest[0])
        undo = SaveOrder(base, text, summary, order.minor, order.user)
        try:
            done = self._given(undo)
        except WikiUnreachable as error:  # it may still arrive: that is what is awaited now
            self._journal.end(order, *made(found))
            self._journal.begin(undo)
            raise mixed(order, found, None) from error
        if isinstance(done, Mixed):
            return self._given_back_into(order, found, undo, done)
        return done.newid if isinstance(done, Saved) else None

    def _given(self, undo: SaveOrder) -> Settled:
        """Send a giving back, and what the history says of it; ``NeverSaved`` where the wiki refused it for certain.

        Raises WikiUnreachable where it may still arrive.
        """
        lost: WikiUnreachable | None = None
        try:
            self._saver.write(undo)
        except Busy as busy:
            asyncio.run(self._clock.sleep(busy.seconds))
        except NotNow:
            return NeverSaved()
        except WikiUnreachable as error:
            lost = error
        except WikiError:
            return NeverSaved()
        return self._look(undo, lost)

    def _given_back_into(self, order: SaveOrder, found: Mixed, undo: SaveOrder, done: Mixed) -> int | None:
        """The giving back ran into somebody itself: what they wrote comes first, unless the wiki joined the two as we would.

        None: theirs stands again, and what was to be given back is not. Raises EditConflict where theirs could not be.
        """
        if done.newest and done.before.readable and done.mine.readable:
            joined = merge3(undo.base.text, done.before.text, undo.text)
            if joined is not None and as_stored(joined) == as_stored(done.mine.text):
                return done.mine.revid
        text = self._instead(undo, done)
        if text is None or self._give_back(undo, done, text) is None:
            self._journal.end(order, *made(found), *made(done))
            raise mixed(undo, done, None)
        return None

    def _has_terms(self, summary: str) -> None:
        if not summary.strip():  # the wiki would write one of its own, and ours would not be found again
            raise InputError(msg("a save needs a summary"), msg("say with -m what you changed"))
        if not self._terms.contact:
            raise ConfigError(
                msg("saving needs a contact for the wiki's administrators"),
                msg('set contact = "mailto:you@example.org" in mlwiki.toml'),
            )
        if not self._reader.account_name:
            raise NotAllowed(
                msg("saving needs an account"), msg("set `[wiki] user` and the password; reading needs neither")
            )

    def _knows_us(self) -> None:
        """The wiki must take us for the account that was set, and must not have blocked it. Asked anew each time."""
        wanted = self._reader.account_name
        account = self._reader.account()
        if account.anonymous or account.name != wanted:
            raise LoginFailed(
                msg("the wiki takes us for {name} and not for {wanted}", name=account.name, wanted=wanted),
                msg("check account and password, then run again"),
            )
        if account.blocked_by is not None:
            raise coded(
                "WIKI007",
                NotAllowed(
                    msg("the account {name} is blocked by {by}", name=wanted, by=account.blocked_by),
                    msg("read the block's reason on the wiki; the bot stops here"),
                ),
            )

    def _stop_page(self) -> None:
        if not self._terms.stop_page:
            return
        page = self._reader.history(clean_title(self._terms.stop_page), 1)[1]
        halted = halted_by(self._terms.stop_page, page[0].text if page else None)
        if halted is not None:
            raise coded("WIKI007", halted)

    def _wait(self, order: SaveOrder) -> bool:
        """Keep the operator's distance between two saves, and out of the base's own second; whether time has passed."""
        since = self._journal.since_last()
        left = 0.0 if since is None else min(self._terms.throttle - since, self._terms.throttle)
        if self._saver.second_grained:
            old = age(order.base.timestamp, self._clock)
            left = max(left, 0.0 if old is None or old >= _SAME_SECOND else _SAME_SECOND)
        if left <= 0:
            return False
        asyncio.run(self._clock.sleep(left))
        return True

    def _page(self, name: str, title: str, revision: Revision) -> Page:
        found = revision
        return Page(name, title, found.text, self._address, found.revid, found.timestamp, found.user)
