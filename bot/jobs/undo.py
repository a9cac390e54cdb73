"""Taking back a run's own edits, each reviewed, never over a person's later edit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bot.errors import InputError, WikiError
from bot.jobs.change import Change, save, unquestioned
from bot.jobs.summary import summary_of_undo
from bot.jobs.wikis import RunWiki
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.report import Saved
from bot.report.diff import unified
from bot.store import Decided, EditRow, EditState, Store
from bot.wiki.compare import merge3


@dataclass(frozen=True, slots=True)
class Undoing:
    """One edit of the run: the page as it is, the text without the edit, or why that cannot be."""

    edit: EditRow
    page: Page | None
    text: str
    why: Message | None = None

    @property
    def diff(self) -> str:
        """What taking it back would change."""
        return "" if self.page is None else unified(self.page.text, self.text, self.edit.title)


def undoable(run: str, client: RunWiki, store: Store) -> Iterator[Undoing]:
    """Every saved edit of the run, newest first. Raises InputError for a run there is not, WikiError from the wiki."""
    if store.journal.run(run) is None:
        raise InputError(msg("there is no run {name}", name=run), msg("`mlwiki status` lists the runs"))
    for edit in reversed(store.journal.edits(run)):
        if edit.state is EditState.saved:
            yield _undoing(edit, client)


def _undoing(edit: EditRow, client: RunWiki) -> Undoing:
    page = client.read(edit.title)
    if page is None:
        return Undoing(edit, None, "", msg("{title}: the page is gone", title=edit.title))
    before = _before(edit, client)
    if before is None:
        return Undoing(edit, page, page.text, msg("{title}: revision {id} is gone", title=edit.title, id=edit.base))
    if page.revid == edit.newid:
        return Undoing(edit, page, before)
    ours = client.read_revision(edit.newid or 0, edit.title)
    if ours is None:
        return Undoing(
            edit, page, page.text, msg("{title}: revision {id} is gone", title=edit.title, id=edit.newid or 0)
        )
    joined = merge3(ours.text, page.text, before.rstrip())
    if joined is None:
        why = msg(
            "{title}: {user} has edited the same place since; it is theirs now", title=edit.title, user=page.user or "?"
        )
        return Undoing(edit, page, page.text, why)
    if joined == page.text:
        return Undoing(edit, page, page.text, msg("{title}: it has been taken back already", title=edit.title))
    return Undoing(edit, page, joined)


def _before(edit: EditRow, client: RunWiki) -> str | None:
    """The text before the edit: the journal's, or the wiki's own once that was dropped."""
    if edit.before:
        return edit.before
    base = client.read_revision(edit.base, edit.title)
    return None if base is None else base.text


def take_back(undoing: Undoing, client: RunWiki, store: Store, who: str) -> Saved:
    """Save the page without the edit and remember that it is not to be made again. Raises WikiError."""
    edit, page = undoing.edit, undoing.page
    if page is None or undoing.why is not None:
        raise ValueError(edit.title)
    summary = summary_of_undo(edit.newid or 0, edit.run, client.describe().language)
    for name in edit.ids:  # before the save: its answer may be lost, and the edit is unwanted all the same
        store.decide(Decided(name, Choice.reject.value, f"run {edit.run} was taken back", who))
    change = Change(page, undoing.text)
    saved = save(change, unquestioned(change).gate, client, summary)
    store.journal.mark((edit.run, edit.title, edit.base), EditState.undone)
    store.journal.forget(edit.wiki, edit.title)
    return saved


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What became of each edit: its diff, the save, or why it was left."""

    edits: tuple[tuple[Undoing, Saved | None, Message | None], ...]

    @property
    def refused(self) -> bool:
        """Whether the wiki refused a save, or a person's later edit stands in the way."""
        return any(why is not None for _, _, why in self.edits)


def undo(
    run: str, client: RunWiki, store: Store, who: str, agrees: Callable[[Undoing], bool], *, save: bool
) -> UndoReport:
    """Go through the run's edits; ``agrees`` is asked for each that can be taken back."""
    done: list[tuple[Undoing, Saved | None, Message | None]] = []
    for undoing in undoable(run, client, store):
        saved, why = None, undoing.why
        if why is None and save and agrees(undoing):
            try:
                saved = take_back(undoing, client, store, who)
            except WikiError as error:
                why = error.message
        done.append((replace(undoing), saved, why))
    return UndoReport(tuple(done))
