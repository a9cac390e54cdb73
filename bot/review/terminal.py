"""The review in a terminal: edits first, then what the gate holds; one key a decision, stored at once, safe to leave anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.gate import PAGE_CODES
from bot.jobs.check import OVERRULED
from bot.model.edit import Edit, Finding, TidyPage
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.words import Fix
from bot.report.visible import one_line, revealed
from bot.report.work_links import open_at
from bot.review.console import Console, show_citation, show_edit, show_finding, show_verdict
from bot.review.decisions import (
    ACCEPT,
    FALSE_ALARM,
    REJECT,
    Waiting,
    accept,
    choose,
    chosen,
    loose,
    released_pages,
    reword,
    undecided,
    withdraw,
    worded,
)
from bot.store import Decided, Store

__all__ = ["KEYS", "Console", "review", "review_edits"]

KEYS: tuple[tuple[str, Message], ...] = (
    ("y", msg("yes: make the edit; or: I have read the source and it says so (a reason is asked for)")),
    ("n", msg("no: do not make the edit; or: the fault is real and has to be mended")),
    ("e", msg("word the edit yourself")),
    ("s j", msg("skip it for now (J and the arrow down as well)")),
    ("A", msg("yes to this and all edits like it on the page, or to every edit; says first how many there are")),
    ("a", msg("yes to this and all other safe edits of the page")),
    ("d", msg("no to this and all other edits of the page")),
    ("u", msg("take the last decision back")),
    ("k", msg("back to the one before (K and the arrow up as well)")),
    ("o", msg("open the source, or say where it is")),
    ("v", msg("show every passage and the judge's verdict")),
    ("f", msg("a false alarm (a reason is asked for); it is not raised again")),
    ("q", msg("leave; what was decided is kept")),
    ("?", msg("this list")),
)


@dataclass(slots=True)
class TerminalSession:
    """What a review works with; ``history`` holds the subjects of each decision, so that it can be taken back.

    ``back_to`` is the subject to go back to after that.
    """

    store: Store
    console: Console
    who: str
    history: list[tuple[str, ...]] = field(default_factory=list)
    back_to: str | None = None

    def done(self, *subjects: str) -> int:
        """Remember a decision for ``u``; one step forward."""
        self.history.append(subjects)
        return 1

    def reason(self) -> str:
        """Ask why; "" when nothing was said."""
        reason = self.console.question(msg("reason:"))
        if not reason:
            self.console.tell(msg("not decided: a reason is needed"))
        return reason


class Undecided(Protocol):
    """Something to decide."""

    @property
    def subject(self) -> str:
        """What the decision hangs on."""

    def present(self, session: TerminalSession) -> None:
        """Show it, evidence first."""

    def press(self, key: str, session: TerminalSession) -> int | None:
        """A key: how far to go on, or None when it does not decide."""


@dataclass(frozen=True, slots=True)
class EditItem:
    """An edit that tidying offers, with the other edits of its page."""

    page: Page
    edit: Edit
    beside: tuple[Edit, ...]

    @property
    def subject(self) -> str:
        """The edit's id."""
        return self.edit.id

    def present(self, session: TerminalSession) -> None:
        """Code, what it does, whether it is proven, and the change itself."""
        console, edit = session.console, worded(session.store, self.edit)
        proven = msg("safe") if edit.fix is Fix.safe else msg("a person decides")
        console.wrapped(f"{edit.code} ({console.speech.say(proven)}) {one_line(console.speech.say(edit.message))}")
        show_edit(self.page, edit, console)

    def press(self, key: str, session: TerminalSession) -> int | None:
        """Decide on this edit, or with ``a`` and ``d`` on its page's."""
        match key:
            case "y" | "n":
                return self._decide((self.edit,), ACCEPT if key == "y" else REJECT, "", session)
            case "A":
                return self._take_alike(session)
            case "a":
                safe = tuple(edit for edit in _undecided_of(self.beside, session) if edit.fix is Fix.safe)
                return self._decide((self.edit, *safe), ACCEPT, "", session)
            case "d":
                return self._decide((self.edit, *_undecided_of(self.beside, session)), REJECT, "", session)
            case "f":
                reason = session.reason()
                return self._decide((self.edit,), FALSE_ALARM, reason, session) if reason else None
            case "e":
                return self._reword(session)
            case "v" | "o":
                session.console.tell(msg("this is an edit; sources come after the edits"))
        return None

    def _take_alike(self, session: TerminalSession) -> int | None:
        """Ask about those of this code, and about all, each with its number; None where the answer is no."""
        every = tuple(edit for edit in _undecided_of(self.beside, session) if edit.id != self.edit.id)
        alike = tuple(edit for edit in every if edit.code == self.edit.code)
        answer = session.console.choice(
            msg(
                "yes to {n} edits {code} of this page [y], to all {all} that are undecided [p], or to none [n]?",
                n=len(alike) + 1,
                code=self.edit.code,
                all=len(every) + 1,
            )
        )
        taken = {"y": alike, "p": every}.get(answer)
        return None if taken is None else self._decide((self.edit, *taken), ACCEPT, "", session)

    def _decide(self, edits: Sequence[Edit], kind: str, reason: str, session: TerminalSession) -> int:
        chosen_edits = {edit.id: edit for edit in reversed(edits)}
        for name, edit in chosen_edits.items():
            if kind == ACCEPT:
                accept(session.store, edit, session.who)
            else:
                choose(session.store, Decided(name, kind, reason, session.who))
        return session.done(*dict.fromkeys(edit.id for edit in edits))

    def _reword(self, session: TerminalSession) -> int | None:
        r"""Ask for each span's text; an empty line keeps what was proposed, the two characters ``\\n`` are a line break."""
        texts = []
        for span in worded(session.store, self.edit).spans:
            session.console.wrapped(revealed(span.after), "    ")
            typed = session.console.question(msg("your text (Enter keeps this one, \\n is a line break):"))
            texts.append(typed.replace("\\n", "\n") if typed else span.after)
        reword(session.store, self.edit, texts, session.who)
        return session.done(self.edit.id)


def _undecided_of(edits: Sequence[Edit], session: TerminalSession) -> tuple[Edit, ...]:
    """Those that nobody has decided yet."""
    decided = chosen(session.store)
    return tuple(edit for edit in edits if edit.id not in decided)


@dataclass(frozen=True, slots=True)
class FindingItem:
    """A fault that no edit mends and that concerns no source."""

    page: Page
    finding: Finding

    @property
    def subject(self) -> str:
        """The finding's id."""
        return self.finding.id

    def present(self, session: TerminalSession) -> None:
        """Where, what, and what to do."""
        show_finding(self.finding, self.page, session.console)

    def press(self, key: str, session: TerminalSession) -> int | None:
        """Decide on it: it is real, or a false alarm; what holds the whole page can be released."""
        match key:
            case "y" if self.finding.code in PAGE_CODES:
                reason = session.reason()
                if reason:
                    choose(session.store, Decided(self.subject, OVERRULED, reason, session.who))
                    return session.done(self.subject)
            case "n":
                choose(session.store, Decided(self.subject, REJECT, "", session.who))
                return session.done(self.subject)
            case "f":
                reason = session.reason()
                if reason:
                    choose(session.store, Decided(self.subject, FALSE_ALARM, reason, session.who))
                    return session.done(self.subject)
            case "y" | "e" | "a" | "A" | "d" | "v" | "o":
                session.console.tell(
                    msg("no edit mends this: n says that it has to be mended by hand, f that it is a false alarm")
                )
        return None


@dataclass(frozen=True, slots=True)
class CitationItem:
    """A citation that the gate holds, with the findings about it."""

    waiting: Waiting
    findings: tuple[Finding, ...] = ()

    @property
    def subject(self) -> str:
        """Citation and words, so that a changed sentence asks again."""
        return self.waiting.subject

    def present(self, session: TerminalSession) -> None:
        """Claims and evidence; the verdict waits for ``v``."""
        show_citation(self.waiting, self.findings, session.console)

    def press(self, key: str, session: TerminalSession) -> int | None:
        """Decide on this citation."""
        match key:
            case "y" | "f":
                return self._release(session, alarm=key == "f")
            case "n":
                choose(session.store, Decided(self.subject, REJECT, "", session.who))
                return session.done(self.subject)
            case "v":
                show_verdict(self.waiting, session.console)
            case "o":
                self._open(session.console)
            case "a" | "A" | "d" | "e":
                session.console.tell(msg("citations are decided one by one"))
        return None

    def _open(self, console: Console) -> None:
        address = open_at(self.waiting.check)
        console.show("  " + (address or "—"))
        if address is not None and console.browse(address):
            console.tell(msg("opened in the browser"))

    def _release(self, session: TerminalSession, *, alarm: bool) -> int | None:
        if self.waiting.blocked:
            name = self.waiting.typed(session.console.speech)
            ask = msg("this fault is proven; to overrule it type the citation's name ({label}):", label=name)
            if session.console.question(ask).casefold() != name.casefold():
                session.console.tell(msg("not released"))
                return None
        reason = session.reason()
        if not reason:
            return None
        choose(session.store, Decided(self.subject, OVERRULED, reason, session.who))
        alarms = tuple(finding.id for finding in self.findings) if alarm else ()
        for finding in alarms:
            choose(session.store, Decided(finding, FALSE_ALARM, reason, session.who))
        return session.done(self.subject, *alarms)


def review_edits(pages: Sequence[TidyPage], store: Store, console: Console, who: str, *, again: bool = False) -> bool:
    """Go through the edits nobody has decided, then each page's raised findings that no edit mends (``again``: through all).

    Returns False when the person left before the end.
    """
    items: list[Undecided] = []
    for page in pages:
        items += [EditItem(page.page, edit, page.edits) for edit in page.edits]
        items += [FindingItem(page.page, finding) for finding in loose(page, ()) if finding.raised]
    return _loop(items, TerminalSession(store, console, who), again=again)


def review(
    items: Sequence[Waiting],
    store: Store,
    console: Console,
    who: str,
    findings: Mapping[str, tuple[Finding, ...]] | None = None,
    *,
    lacks: Sequence[tuple[Page, Finding]] = (),
    again: bool = False,
) -> int:
    """Go through the citations nobody has decided (``again``: through all); returns how many are not released.

    ``findings`` (by citation id) are what a false alarm silences, ``lacks`` what holds pages as a whole; these come first.
    """
    about = findings or {}
    whole: list[Undecided] = [FindingItem(page, finding) for page, finding in lacks]
    queue = [*whole, *(CitationItem(item, about.get(item.check.citation.id, ())) for item in items)]
    _loop(queue, TerminalSession(store, console, who), again=again)
    left = len(undecided(items, store)) + len({finding.id for _, finding in lacks} - released_pages(store))
    console.tell(msg("released: {released}, undecided: {left}", released=len(queue) - left, left=left))
    return left


def _loop(items: Sequence[Undecided], session: TerminalSession, *, again: bool) -> bool:
    """Present each, resuming at the first undecided; what a key for the page decided meanwhile is passed over."""
    before = () if again else chosen(session.store)
    open_items = [item for item in items if item.subject not in before]
    place, back = 0, False
    while place < len(open_items):
        item = open_items[place]
        if not back and any(item.subject in subjects for subjects in session.history):
            place += 1
            continue
        session.console.show("")
        session.console.show(f"── {place + 1}/{len(open_items)} ──")
        item.present(session)
        step = _decide(item, session)
        if step is None:
            return False
        back = step < 0
        place = _place_of(session, open_items, max(0, place + step))
    return True


def _place_of(session: TerminalSession, items: Sequence[Undecided], place: int) -> int:
    """Where a decision was taken back, else ``place``."""
    subjects = [item.subject for item in items]
    back_to, session.back_to = session.back_to, None
    return subjects.index(back_to) if back_to is not None and back_to in subjects else place


def _decide(item: Undecided, session: TerminalSession) -> int | None:
    """Ask until a key moves on: 1 forward, -1 back, None to leave."""
    while True:
        try:
            key = session.console.press("[y n e s A a d u j k o v f q ?] ")
        except EOFError:
            return None
        key = key if key == "A" else key.lower()
        match key:
            case "q":
                return None
            case "s" | "j":
                return 1
            case "k":
                return -1
            case "u" if session.history:
                taken = session.history.pop()
                for subject in taken:
                    withdraw(session.store, subject)
                session.back_to = taken[0]
                return -1
        step = item.press(key, session)
        if step is not None:
            return step
        if key not in set("yefvonaAd"):
            for name, what in KEYS:
                session.console.wrapped(f"{name:<4}{session.console.speech.say(what)}", "  ", hang=4)
