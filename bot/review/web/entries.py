"""The pages under review: what comes in through the browser, what has become of each, what outlives the server."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.errors import InputError
from bot.jobs.files import decode, page_of
from bot.model.edit import TidyPage
from bot.model.ids import identity
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.model.report import CheckReport, PageCheck, TidyReport
from bot.model.source import SourceText
from bot.profiles import Profile
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Resting:
    """Put down earlier; its check starts when somebody opens it."""


@dataclass(frozen=True, slots=True)
class Queued:
    """Behind another page."""


@dataclass(frozen=True, slots=True)
class Running:
    """Being checked: ``done`` of ``total`` things of the stage ``what``."""

    what: Message
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """Tidied and checked; the check read the text that the safe edits leave. ``profile`` is that of the page's own wiki."""

    tidied: TidyReport
    report: CheckReport
    profile: Profile | None = None

    @property
    def tidy(self) -> TidyPage:
        """The page's edits and findings."""
        return self.tidied.pages[0]

    @property
    def check(self) -> PageCheck:
        """The page's citations."""
        return self.report.pages[0]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """It could not be read or checked: what, and what to do next."""

    message: Message
    hint: Message | None = None


State = Resting | Queued | Running | Ready | Unreadable


class Origin(Enum):
    """Where an entry's text came from, and so where its mended text can go: nowhere, into the file, onto the wiki."""

    pasted = "pasted"
    file = "file"
    wiki = "wiki"


@dataclass(slots=True)
class Entry:
    """One page under review. ``page`` is None until a file, title or address has been read (again). Only the worker changes
    ``state`` once it has the entry; assigning it is atomic, so that a reader sees the old or the new one. ``wiki`` is what the
    page's wiki says of itself.
    """

    id: str
    name: str
    page: Page | None = None
    state: State = field(default_factory=Resting)
    origin: Origin = Origin.pasted
    wiki: WikiInfo | None = None


def entry_of(page: Page, origin: Origin = Origin.pasted) -> Entry:
    """An entry of a text that is at hand. The same name and title again are the same entry with a new text."""
    return Entry(identity("serve", page.wiki, page.title, page.name), page.name, page, origin=origin)


def entry_named(name: str) -> Entry:
    """An entry of a page that has to be read from a wiki first."""
    return Entry(identity("serve", "name", name), name, origin=Origin.wiki)


_KIND = "serve"
_INDEX = "index"


def keep_entry(store: Store, entry: Entry, days: float) -> None:
    """Keep an entry for ``days``: its text, or only its name where the text comes from a wiki."""
    page = entry.page
    text = None if page is None or entry.origin is not Origin.pasted else {"title": page.title, "text": page.text}
    store.put(_KIND, entry.id, json.dumps({"name": entry.name, "page": text}, ensure_ascii=False), days=days)
    _list(store, [*(name for name in _listed(store) if name != entry.id), entry.id])


def forget_entry(store: Store, entry: Entry) -> None:
    """Drop the text; decisions stay."""
    store.put(_KIND, entry.id, "", days=0)
    _list(store, [name for name in _listed(store) if name != entry.id])


def kept_entries(store: Store) -> list[Entry]:
    """Everything kept, in the order in which it came."""
    found = []
    for name in _listed(store):
        data = json.loads(store.get(_KIND, name) or "null")
        if data is None:
            continue
        page = data["page"] and Page(name=data["name"], title=data["page"]["title"], text=data["page"]["text"])
        found.append(Entry(name, data["name"], page or None, origin=Origin.pasted if page else Origin.wiki))
    return found


def _listed(store: Store) -> list[str]:
    return [str(name) for name in json.loads(store.get(_KIND, _INDEX) or "[]")]


def _list(store: Store, names: list[str]) -> None:
    store.put(_KIND, _INDEX, json.dumps(names), days=None)


_BOLD = re.compile(r"'''(?!')(.{2,80}?)'''")
_LONGEST = 60


def pasted(text: str, title: str) -> Page:
    """A page of pasted text. Raises InputError for nothing, and for what no page may be."""
    if not text.strip():
        raise InputError(msg("there is no text"), msg("paste wikitext, choose a file, or name a page"))
    name = " ".join(title.split()) or title_in(text)
    decode(name, text.encode("utf-8"))
    return Page(name=name, title=name, text=text)


def uploaded(name: str, data: bytes) -> Page:
    """A page of a file's bytes. Raises InputError for what is no text."""
    base = name.replace("\\", "/").rpartition("/")[2].strip() or "file.wiki"
    page = page_of(decode(base, data))
    if not page.text.strip():
        raise InputError(msg("{name}: there is no text", name=base), msg("choose another file"))
    return page


def supplied(name: str, data: bytes) -> SourceText:
    """The text of a source that a person has: a PDF, an HTML page, a DOCX, or plain text. Raises InputError for what is none."""
    from bot.sources.given import read_file

    base = name.replace("\\", "/").rpartition("/")[2].strip()[-100:] or "text.txt"
    with TemporaryDirectory(prefix="mlwiki-") as folder:
        # the name is only said; on the disk it must not matter
        path = Path(folder) / "source"
        path.write_bytes(data)
        try:
            return replace(read_file(path), title=base)
        except InputError as error:
            said = tuple((key, base if value == str(path) else value) for key, value in error.message.args)
            raise InputError(replace(error.message, args=said), error.hint) from error


def title_in(text: str) -> str:
    """A name for a text without one: its subject in bold, its first heading, or how it begins."""
    found = _BOLD.search(text)
    words = found[1] if found else _heading_in(text) or text.strip()[:200]
    flat = " ".join(re.sub(r"[\[\]'=<>{}|`#*]+", " ", words).split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"


def _heading_in(text: str) -> str:
    """The words of the first heading, "" without one."""
    lines = (line.rstrip() for line in text.split("\n"))
    return next((words for line in lines if line[:1] == line[-1:] == "=" and (words := line.strip("=").strip())), "")
