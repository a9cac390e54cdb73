"""The pages under review, what is asked of them, and a person's decisions, stored before the answer goes out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.errors import InputError
from bot.jobs.check import OVERRULED
from bot.jobs.files import FORCED, STDIN
from bot.jobs.session import Chosen
from bot.jobs.summary import summary_by_person
from bot.locale import Speech
from bot.model.ids import text_sha256
from bot.model.message import msg
from bot.model.page import Page
from bot.model.plan import Plan
from bot.model.report import PushReport
from bot.model.source import SourceText
from bot.report.citation_labels import compressed
from bot.review.decisions import FALSE_ALARM, REJECT, accept, choose, reword, withdraw
from bot.review.finish import plan_of
from bot.review.web.cards import Card, CardView, CitationCard, EditCard, FindingCard, view_of
from bot.review.web.entries import (
    Entry,
    Origin,
    Ready,
    Resting,
    Unreadable,
    entry_named,
    entry_of,
    forget_entry,
    keep_entry,
    kept_entries,
)
from bot.store import Decided, Store


class Checks(Protocol):
    """What checks pages behind the workspace (``bot.review.web.worker``)."""

    def submit(self, entry: Entry) -> None:
        """Check the entry's page and put the result into its state."""

    def apply(self, plan: Plan, summary: str, *, save: bool) -> Future[PushReport]:
        """Save what a plan makes, or only say what would be saved and what the gate thinks of it."""

    def current(self, page: Page) -> Future[Page | None]:
        """The page as its wiki has it now."""


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A decision as the browser sends it: ``does`` is the action, ``finding`` one of a citation's findings."""

    card: str
    does: str
    reason: str = ""
    label: str = ""
    finding: str = ""
    texts: tuple[str, ...] = ()


@dataclass(slots=True)
class Workspace:
    """Everything the server serves. ``store`` belongs to the serving thread; ``who`` signs decisions.

    ``account`` saves to the wiki; "" for none. ``edit_form`` is the wiki's ``index.php``, "" where it is not known.
    """

    store: Store
    chosen: Chosen
    speech: Speech
    worker: Checks
    who: str
    keep_days: float = 90
    account: str = ""
    edit_form: str = ""
    entries: dict[str, Entry] = field(default_factory=dict)

    def lay_out(self, pages: Iterable[Page], names: Iterable[str] = ()) -> None:
        """Begin: what was pasted earlier rests, the pages and names of the command are checked at once."""
        for entry in kept_entries(self.store):
            self.entries[entry.id] = entry
        for page in pages:
            self.submit(entry_of(page, Origin.pasted if page.name == STDIN else Origin.file))
        for name in names:
            self.submit(entry_named(name))

    def submit(self, entry: Entry, *, keep: bool = False) -> Entry:
        """Put a page on the list and check it; the same page again is checked anew with its new text."""
        self.entries.pop(entry.id, None)
        self.entries[entry.id] = entry
        if keep:
            keep_entry(self.store, entry, self.keep_days)
        self.worker.submit(entry)
        return entry

    def take(self, page: Page) -> Entry:
        """A text from the browser."""
        return self.submit(entry_of(page), keep=True)

    def read(self, name: str) -> Entry:
        """A title or an address from the browser. Raises InputError for nothing."""
        clean = " ".join(name.split())
        if not clean:
            raise InputError(msg("no page was named"), msg("give a title or the address of a page"))
        return self.submit(entry_named(clean), keep=True)

    def open(self, name: str) -> Entry | None:
        """The entry of that id; one that rested is checked now."""
        entry = self.entries.get(name)
        if entry is not None and isinstance(entry.state, Resting):
            self.worker.submit(entry)
        return entry

    def again(self, entry: Entry) -> None:
        """Check it once more, as its file or its wiki has it now."""
        if isinstance(entry.state, (Ready, Unreadable, Resting)):
            if entry.origin is not Origin.pasted:
                entry.page = None
            self.worker.submit(entry)

    def forget(self, entry: Entry) -> None:
        """Take it off the list; decisions stay in the store."""
        self.entries.pop(entry.id, None)
        forget_entry(self.store, entry)

    def view(self, ready: Ready) -> CardView:
        """A checked page with the decisions so far."""
        return view_of(ready, self.store, ready.profile or self.chosen.profile)

    def summary(self, ready: Ready, view: CardView) -> str:
        """The edit's summary in the wiki's language: what was mended, and which sources a person has looked at."""
        released = [
            card.check.citation
            for card in view.citations
            if card.decided is not None and card.decided.kind == OVERRULED
        ]
        made, language = view.mended, self.chosen.profile.language
        looked_at = compressed(released, Speech(language)) if released else ""
        return summary_by_person(made.taken, ready.tidy.page.text, made.text, language, looked_at)

    def goes_to(self, entry: Entry, ready: Ready) -> Origin:
        """Where the mended text can be put: the file it came from, the wiki it is on if there is an account, or nowhere."""
        if entry.origin is Origin.file:
            return Origin.file
        on_wiki = entry.origin is Origin.wiki and ready.tidy.page.revid is not None
        return Origin.wiki if on_wiki and self.account else Origin.pasted

    def offer(self, entry: Entry, ready: Ready) -> Future[PushReport]:
        """What a save would change, and whether the gate lets it through; nothing is changed."""
        return self.worker.apply(self._plan(entry, ready), "", save=False)

    def save(self, entry: Entry, ready: Ready, summary: str, seen: str) -> Future[PushReport]:
        """Save with a person's summary what they have been shown (``seen``, the text's sha256). Raises InputError."""
        clean = " ".join(summary.split())
        if not clean:
            raise InputError(msg("a save needs a summary"), msg("say in a few words what you changed"))
        if text_sha256(self.view(ready).mended.text) != seen:
            raise InputError(msg("the text is another one than was shown"), msg("look at the difference again"))
        return self.worker.apply(self._plan(entry, ready), clean, save=True)

    def _plan(self, entry: Entry, ready: Ready) -> Plan:
        where = self.goes_to(entry, ready)
        if where is Origin.pasted:
            raise InputError(msg("there is no file and no account to save with"), msg("copy the text and the summary"))
        tidy = ready.tidy
        if where is Origin.wiki:  # a file of that name must not be taken for it
            tidy = replace(tidy, page=replace(tidy.page, name=FORCED + tidy.page.title))
        return plan_of([tidy], self.store, self.who)

    def supply(self, entry: Entry, ready: Ready, name: str, text: SourceText) -> None:
        """Keep a person's text of a citation's source, by its work and for good, and check the page again with it."""
        from bot.sources.given import keep

        card = self.view(ready).card(name)
        if not isinstance(card, CitationCard):
            raise InputError(msg("the page has changed; load it again"))
        keep(self.store, card.check.citation, text)
        self.worker.submit(entry)

    def decide(self, ready: Ready, asked: DecisionRequest) -> None:
        """Store a decision. Raises InputError for one that cannot be: no such card, no reason, another name typed."""
        card = self.view(ready).card(asked.card)
        if card is None:
            raise InputError(msg("the page has changed; load it again"))
        if asked.does == "undo":
            for subject in _subjects(card):
                withdraw(self.store, subject)
        elif isinstance(card, EditCard):
            self._edit(card, asked)
        elif isinstance(card, CitationCard):
            self._citation(card, asked)
        else:
            self._finding(card, asked)

    def decide_all(self, ready: Ready, names: Sequence[str], does: str) -> tuple[EditCard, ...]:
        """Accept every undecided edit among the cards ``names``, or with ``undo`` take that back; which cards it was.

        Raises InputError for another action, or when a name is none of an edit: what needs a reason is decided one by one.
        """
        if does not in {"accept", "undo"}:
            raise InputError(msg("{what} cannot be done here", what=does[:20]))
        edits = {card.id: card for card in self.view(ready).edits}
        if not edits.keys() >= set(names):
            raise InputError(msg("the page has changed; load it again"))
        chosen_cards = tuple(card for name, card in edits.items() if name in names and (does == "undo" or card.open))
        for card in chosen_cards:
            if does == "undo":
                withdraw(self.store, card.edit.id)
            else:
                accept(self.store, card.edit, self.who)
        return chosen_cards

    def _edit(self, card: EditCard, asked: DecisionRequest) -> None:
        edit = card.edit
        if asked.does == "edit":
            if len(asked.texts) != len(edit.spans):
                raise InputError(msg("the page has changed; load it again"))
            reword(self.store, edit, asked.texts, self.who)
        elif asked.does == "accept":
            withdraw(self.store, edit.id)
            accept(self.store, edit, self.who)
        else:
            self._choose(edit.id, _kind(asked.does, {"reject": REJECT, "alarm": FALSE_ALARM}), asked.reason)

    def _citation(self, card: CitationCard, asked: DecisionRequest) -> None:
        if asked.does == "alarm":
            self._finding(_finding_of(card, asked.finding), asked)
            return
        if card.waiting is None:
            raise InputError(msg("the gate lets this citation through by itself"))
        typed = card.typed(self.speech)
        if asked.does == "release" and asked.label.strip().casefold() != typed.casefold() and typed:
            raise InputError(msg("not released: the typed name is not {label}", label=typed))
        kind = _kind(asked.does, {"release": OVERRULED, "reject": REJECT})
        self._choose(card.waiting.subject, kind, asked.reason)

    def _finding(self, card: FindingCard, asked: DecisionRequest) -> None:
        releases = {"release": OVERRULED} if card.holds else {}
        kind = _kind(asked.does, {"alarm": FALSE_ALARM, "reject": REJECT, **releases})
        self._choose(card.finding.id, kind, asked.reason)

    def _choose(self, subject: str, kind: str, reason: str) -> None:
        clean = " ".join(reason.split())
        if not clean and kind in {OVERRULED, FALSE_ALARM}:
            raise InputError(msg("not stored: a reason is needed"))
        choose(self.store, Decided(subject, kind, clean, self.who))


def _finding_of(card: CitationCard, name: str) -> FindingCard:
    """The finding of that id, else the first that is open. Raises InputError where there is none."""
    wanted = [line for line in card.findings if line.finding.id == name] or [
        line for line in card.findings if line.open
    ]
    if not wanted:
        raise InputError(msg("this citation has no finding"))
    return wanted[0]


def _kind(does: str, known: dict[str, str]) -> str:
    if does not in known:
        raise InputError(msg("{what} cannot be done here", what=does[:20]))
    return known[does]


def _subjects(card: Card) -> Sequence[str]:
    """Everything a card's undo takes back."""
    if isinstance(card, EditCard):
        return (card.edit.id,)
    if isinstance(card, FindingCard):
        return (card.finding.id,)
    own = () if card.waiting is None else (card.waiting.subject,)
    return (*own, *(one.finding.id for one in card.findings))
