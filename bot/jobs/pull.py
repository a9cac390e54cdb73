"""Pages of a wiki into a folder, without ever overwriting what a person changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Protocol, runtime_checkable

from bot.atomic import write_atomic
from bot.crash import Crashes
from bot.errors import BotError, ExitCode, InputError, UnreadablePage
from bot.jobs.edit_conflict import clear, is_settled, lay_beside
from bot.jobs.files import keep_copy, read_file
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Progress, WikiClient
from bot.wiki.compare import as_stored, merge3
from bot.wiki.folder import Folder, Sidecar, is_edited, read_sidecar, update_pulled, write_sidecar

#: Pages fetched in one request; progress goes by lots.
_LOT = 50


class PullState(StrEnum):
    """What became of one title."""

    new = "new"
    updated = "updated"
    unchanged = "unchanged"
    merged = "merged"
    kept = "kept"
    missing = "missing"
    unreadable = "unreadable"
    broken = "broken"


#: Said in a line of their own.
_NOT_COUNTED = frozenset({PullState.unreadable, PullState.broken})


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
            "pulled: {new} new, {updated} updated, {merged} merged with your edits, {unchanged} unchanged, {kept} kept, "
            "{missing} not on the wiki",
            **{state.value: self.count(state) for state in PullState if state not in _NOT_COUNTED},
        )
        return (*notes, counts)

    @property
    def exit_code(self) -> ExitCode:
        """A title the wiki does not have or cannot give is a usage error; kept edits that it has overtaken are a finding."""
        if self.count(PullState.broken):
            return ExitCode.bug
        if self.count(PullState.missing) or self.count(PullState.unreadable):
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
    recent: float | None = None,
    crashes: Crashes | None = None,
) -> PullReport:
    """Fetch ``titles``, a category, what changed in the last ``recent`` days, or the whole main namespace into ``directory``.

    A file that was edited since it was pulled is kept, or merged with the wiki's later edits where they do not touch; the
    report says so. Each file is replaced as a whole. What a bug of ours ends is one page.
    ``crashes`` writes it down. Raises InputError when there is nothing to fetch, WikiError from the
    wiki, OutputError when the folder cannot be written.
    """
    if not titles and not category and not everything and recent is None:
        raise InputError(msg("nothing to pull"), msg("name titles, --category or --all"))

    def listed(count: int) -> None:
        progress.step(msg("listing pages"), count, count)

    wanted = list(titles)
    if category is not None:
        wanted += client.titles(category=category, seen=listed)
    if everything:
        wanted += client.titles(seen=listed)
    wanted = list(dict.fromkeys([*wanted, *_recent(client, recent)]))
    folder = Folder(directory)
    pages: list[Pulled] = []
    for start in range(0, len(wanted), _LOT):
        progress.step(msg("pulling pages"), start, len(wanted))
        pages += _lot(client, wanted[start : start + _LOT], folder, crashes or Crashes())
    progress.step(msg("pulling pages"), len(wanted), len(wanted))
    return PullReport(tuple(pages))


def _recent(client: WikiClient, days: float | None) -> tuple[str, ...]:
    return client.recent(days) if days is not None and isinstance(client, Library) else ()


def _lot(client: WikiClient, titles: Sequence[str], folder: Folder, crashes: Crashes) -> list[Pulled]:
    """The titles of a lot, in their order; texts are fetched only of what the folder does not have at that revision.

    So an interrupted pull goes on where it was, and a second one asks for little.
    """
    known: dict[str, Pulled] = {}
    texts: dict[str, Page | None] = {}
    try:
        known = _at_hand(client, titles, folder)
        texts = _read(client, [title for title in titles if title not in known])
    except BotError:
        raise
    except Exception as error:  # noqa: BLE001  # something in the lot is too much for us: its titles are read one by one
        crashes.note(error)
    return [known.get(title) or _read_one(client, title, texts, folder, crashes) for title in titles]


def _read_one(
    client: WikiClient, title: str, texts: Mapping[str, Page | None], folder: Folder, crashes: Crashes
) -> Pulled:
    """One title; of a page whose text cannot be had nothing is written, and the others go on."""
    try:
        return _one(client, title, texts[title] if title in texts else client.read(title), folder)
    except UnreadablePage as error:
        return Pulled(title, PullState.unreadable, None, error.message)
    except BotError:
        raise
    except Exception as error:  # noqa: BLE001  # the isolation of one page from all others
        why = msg("{title}: {why}", title=title, why=crashes.note(error))
        return Pulled(title, PullState.broken, None, why)


def _at_hand(client: WikiClient, titles: Sequence[str], folder: Folder) -> dict[str, Pulled]:
    """What became of the titles whose file is of the wiki's newest revision."""
    if not folder.titles or not isinstance(client, Library):
        return {}
    found: dict[str, Pulled] = {}
    for title, (name, revid) in client.revids(titles).items():
        if name not in folder.titles:
            continue
        path = folder.path_for(name)
        sidecar = read_sidecar(path) if path.exists() else None
        if sidecar is None or sidecar.revid != revid:
            continue
        if is_edited(read_file(path).text, sidecar):
            found[title] = Pulled(name, PullState.kept, path, _still_edited(path))
        else:
            found[title] = Pulled(name, PullState.unchanged, path)
    return found


def _still_edited(path: Path) -> Message:
    return msg("{path} holds your edits and is kept; the page has not changed", path=str(path))


@runtime_checkable
class Library(Protocol):
    """A client that also reads in lots, older revisions and what changed (``bot.wiki.wiki_client.SafeWiki`` is one)."""

    def read_many(self, titles: Sequence[str]) -> dict[str, Page | None]:
        """Current revisions by the titles as given; a page whose text cannot be had is left out."""

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """The wiki's spelling and the newest revision's number of the titles."""

    def read_revision(self, revid: int, title: str = "") -> Page | None:
        """An older revision of the page ``title``."""

    def recent(self, days: float) -> tuple[str, ...]:
        """Titles that changed in the last days."""


def _read(client: WikiClient, lot: Sequence[str]) -> dict[str, Page | None]:
    return client.read_many(lot) if isinstance(client, Library) else {}


def _one(client: WikiClient, title: str, page: Page | None, folder: Folder) -> Pulled:
    if page is None:
        return Pulled(title, PullState.missing, None, msg("the wiki has no page {title}", title=title))
    path = folder.path_for(page.title)
    found = _place(page, path)
    if found.state in {PullState.new, PullState.updated}:
        update_pulled(path, page)
    elif found.overtaken:
        found = _merge(client, page, path, found)
    return found


def _merge(client: WikiClient, page: Page, path: Path, found: Pulled) -> Pulled:
    """A person's edits and the wiki's later ones in one file, if they do not touch; else the file stays as it is.

    The text as the person had it is kept beside it as ``NAME.wiki.mine``.
    """
    sidecar = read_sidecar(path)
    if sidecar is None or sidecar.revid is None or not isinstance(client, Library):
        return found
    base = client.read_revision(sidecar.revid, page.title)
    mine = read_file(path).text
    if base is None or base.sha256 != sidecar.sha256:
        return found
    if is_settled(path, mine, page):
        write_sidecar(path, page)
        clear(path)
        note = msg("{path}: your merged text now stands on revision {newest}", path=str(path), newest=page.revid or 0)
        return Pulled(page.title, PullState.merged, path, note)
    text = merge3(base.text, as_stored(mine), page.text)
    if text is None:
        return replace(found, note=lay_beside(path, base.text, page))
    kept = keep_copy(path, ".mine")
    write_atomic(path, text.encode("utf-8", "surrogatepass"), follow=False)
    write_sidecar(path, page)
    note = msg(
        "{path}: your edits now stand on revision {newest}; your text as it was is in {mine}",
        path=str(path),
        newest=page.revid or 0,
        mine=kept.name,
    )
    return Pulled(page.title, PullState.merged, path, note)


def _place(page: Page, path: Path) -> Pulled:
    """What a pulled page means for the file in its place."""
    if not path.exists():
        return Pulled(page.title, PullState.new, path)
    text = read_file(path).text
    sidecar = read_sidecar(path)
    if text == page.text or (sidecar is not None and not is_edited(text, sidecar)):
        same = sidecar is not None and sidecar.revid == page.revid
        return Pulled(page.title, PullState.unchanged if same else PullState.updated, path)
    if sidecar is None:
        note = msg("{path} was not pulled from the wiki and is kept", path=str(path))
        return Pulled(page.title, PullState.kept, path, note)
    return _kept(page, path, sidecar)


def _kept(page: Page, path: Path, sidecar: Sidecar) -> Pulled:
    """A person's edits stay; where the page has moved on, that is said."""
    if sidecar.revid == page.revid:
        return Pulled(page.title, PullState.kept, path, _still_edited(path))
    note = msg(
        "{path} holds your edits of revision {base}; the wiki is at {newest}: nothing was overwritten",
        path=str(path),
        base=sidecar.revid or 0,
        newest=page.revid or 0,
    )
    return Pulled(page.title, PullState.kept, path, note, overtaken=True)
