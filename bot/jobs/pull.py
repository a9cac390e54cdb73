"""Pages of a wiki into a folder, without ever overwriting what a person changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.errors import ExitCode, InputError
from bot.jobs.files import read_file
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Progress, WikiClient
from bot.wiki.folder import Folder, is_edited, read_sidecar, update_pulled


class PullState(StrEnum):
    """What became of one title."""

    new = "new"
    updated = "updated"
    unchanged = "unchanged"
    kept = "kept"
    missing = "missing"


@dataclass(frozen=True, slots=True)
class Pulled:
    """One title: its file (None when the wiki has no such page), and a note where a person should look."""

    title: str
    state: PullState
    path: Path | None = None
    note: Message | None = None
    overtaken: bool = False


@dataclass(frozen=True, slots=True)
class PullReport:
    """The result of ``pull``, in the order asked."""

    pages: tuple[Pulled, ...]

    def count(self, state: PullState) -> int:
        """How many titles ended that way."""
        return sum(page.state is state for page in self.pages)

    @property
    def lines(self) -> tuple[Message, ...]:
        """What a person reads: a note for each page that needs a look, then the counts."""
        notes = [page.note for page in self.pages if page.note is not None]
        counts = msg(
            "pulled: {new} new, {updated} updated, {unchanged} unchanged, {kept} kept, {missing} not on the wiki",
            **{state.value: self.count(state) for state in PullState},
        )
        return (*notes, counts)

    @property
    def exit_code(self) -> ExitCode:
        """A title the wiki does not have is a usage error; kept edits that the wiki has overtaken are a finding."""
        if self.count(PullState.missing):
            return ExitCode.usage
        return ExitCode.findings if any(page.overtaken for page in self.pages) else ExitCode.clean


def pull(
    client: WikiClient,
    titles: Sequence[str],
    directory: Path,
    progress: Progress,
    *,
    category: str | None = None,
    everything: bool = False,
) -> PullReport:
    """Fetch ``titles``, a category, or all pages of the main namespace into ``directory``.

    A file that was edited since it was pulled is kept, and the report says so; each file is replaced as a whole. Raises
    InputError when there is nothing to fetch, WikiError from the wiki, OutputError when the folder cannot be written.
    """
    wanted = list(titles)
    if category is not None:
        wanted += client.titles(category=category)
    if everything:
        wanted += client.titles()
    wanted = list(dict.fromkeys(wanted))
    if not wanted and not category and not everything:
        raise InputError(msg("nothing to pull"), msg("name titles, --category or --all"))
    folder = Folder(directory)
    pages = []
    for done, title in enumerate(wanted):
        progress.step(msg("pulling pages"), done, len(wanted))
        pages.append(_one(client, title, folder))
    progress.step(msg("pulling pages"), len(wanted), len(wanted))
    return PullReport(tuple(pages))


def _one(client: WikiClient, title: str, folder: Folder) -> Pulled:
    page = client.read(title)
    if page is None:
        return Pulled(title, PullState.missing, None, msg("the wiki has no page {title}", title=title))
    path = folder.path_for(page.title)
    state, note, overtaken = _place(page, path)
    if state in {PullState.new, PullState.updated}:
        update_pulled(path, page)
    return Pulled(page.title, state, path, note, overtaken)


def _place(page: Page, path: Path) -> tuple[PullState, Message | None, bool]:
    """What a pulled page means for the file in its place: state, note, and whether the wiki has overtaken its edits."""
    if not path.exists():
        return PullState.new, None, False
    text = read_file(path).text
    sidecar = read_sidecar(path)
    same = sidecar is not None and sidecar.revid == page.revid
    if text == page.text or (sidecar is not None and not is_edited(text, sidecar)):
        return (PullState.unchanged if same else PullState.updated), None, False
    if sidecar is None:
        return PullState.kept, msg("{path} was not pulled from the wiki and is kept", path=str(path)), False
    if same:
        note = msg("{path} holds your edits and is kept; the page has not changed", path=str(path))
        return PullState.kept, note, False
    note = msg(
        "{path} holds your edits of revision {base}; the wiki is at {newest}: nothing was overwritten",
        path=str(path),
        base=sidecar.revid or 0,
        newest=page.revid or 0,
    )
    return PullState.kept, note, True
