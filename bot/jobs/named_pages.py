"""What a command's arguments name: files and folders, titles, and the addresses of a wiki's pages as people copy them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote

from bot.errors import InputError, UsageError
from bot.identifiers import urls
from bot.jobs.files import FORCED, STDIN, TextFile, expand, is_path, page_of, read_file, read_stdin
from bot.jobs.session import Session
from bot.jobs.wikis import RunWiki, Wikis
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.profiles import Profile
from bot.wikitext.text import Wikitext

if TYPE_CHECKING:
    from bot.wiki.wiki_client import SafeWiki


def read_files(names: Sequence[str], encoding: str | None) -> tuple[TextFile, ...]:
    """Read files, folders of ``*.wiki`` files, and ``-``. Raises InputError before anything is done with any of them."""
    if not names:
        raise InputError(msg("no input was named"), msg("name a file, a folder, or - for standard input"))
    read: list[TextFile] = []
    for name in names:
        if name == STDIN:
            read.append(read_stdin(encoding))
        else:
            read += [read_file(path, encoding) for path in expand([Path(name)])]
    return tuple(read)


def page_with_sidecar(file: TextFile) -> Page:
    """A page of a file; a pulled one knows its wiki, title and revision."""
    from bot.wiki.folder import read_sidecar

    page = page_of(file)
    sidecar = None if file.name == STDIN else read_sidecar(Path(file.name))
    if sidecar is None:
        return page
    return replace(page, title=sidecar.title, wiki=sidecar.wiki, revid=sidecar.revid)


@dataclass(frozen=True, slots=True)
class NamedPage:
    """A page, and the base revision that limits the work to what has changed since (None: the whole page).

    ``wiki`` is what the wiki says of itself, where the page was read from one.
    """

    page: Page
    base: Page | None = None
    wiki: WikiInfo | None = None


def readings(names: Sequence[str], encoding: str | None, wikis: Wikis, since: int | None) -> tuple[NamedPage, ...]:
    """Read everything that ``names`` name; ``since`` is the base revision of pages that are on a wiki.

    Raises InputError for what is neither a file nor a page, WikiError where the wiki cannot be read.
    """
    if not names:
        raise InputError(msg("no input was named"), msg("name a file, a folder, a title, or - for standard input"))
    found: list[NamedPage] = []
    for name in names:
        if is_path(name):
            pages = [page_with_sidecar(file) for file in read_files([name], encoding)]
            found += [_of_file(page, wikis, since) for page in pages]
        else:
            found.append(_of_wiki(name, wikis, since))
    return tuple(found)


def first_wiki(read: Sequence[NamedPage]) -> WikiInfo | None:
    """What the first wiki among them says of itself; None where all are files."""
    return next((reading.wiki for reading in read if reading.wiki is not None), None)


def limits(read: Sequence[NamedPage], profile: Profile, session: Session) -> tuple[tuple[str, frozenset[str]], ...]:
    """The citations, and what the page as a whole lacks, to look at, by page name, where a base was named.

    Of a page where a bug of ours hides them, all.
    """
    from bot.jobs.change import changes

    found = []
    for one in read:
        if one.base is not None:
            try:
                before, after = Wikitext(one.base, profile), Wikitext(one.page, profile)
                found.append((one.page.name, changes(before, after, session.store)))
            except Exception as error:  # noqa: BLE001  # the isolation of one page from all others
                session.crashes.note(error)
    return tuple(found)


def _of_file(page: Page, wikis: Wikis, since: int | None) -> NamedPage:
    if since is None:
        return NamedPage(page)
    return NamedPage(page, _revision(wikis.of(page), since))


def _of_wiki(name: str, wikis: Wikis, since: int | None) -> NamedPage:
    address = page_address(name) or PageAddress(wikis.settings.wiki.url, name.removeprefix(FORCED))
    if not address.wiki:
        raise InputError(
            msg("there is no file {name}, and no wiki is configured to look for such a title", name=name),
            msg("check the path, or set [wiki] url in mlwiki.toml"),
        )
    client = wikis.at(address.wiki)
    base: Page | None
    if address.diff and address.oldid is not None:
        base, page = _difference(client, address.oldid, address.diff)
    else:
        page = _current(client, address, name) if address.oldid is None else _revision(client, address.oldid)
        base = None if since is None else _revision(client, since)
    return NamedPage(replace(page, name=name), base, client.describe())


def _current(client: SafeWiki, address: PageAddress, name: str) -> Page:
    page = client.read(address.title)
    if page is None:
        raise InputError(
            msg("there is neither a file nor a page {name}", name=name),
            msg("the folder {folder} and the wiki {wiki} were tried", folder=str(Path.cwd()), wiki=address.wiki),
        )
    return page


def _revision(client: SafeWiki, revid: int) -> Page:
    page = client.read_revision(revid)
    if page is None:
        raise InputError(
            msg("the wiki has no revision {revid}", revid=revid), msg("look its number up in the page's history")
        )
    return page


def _difference(client: SafeWiki, oldid: int, diff: str) -> tuple[Page, Page]:
    """The older and the newer revision of a difference, as MediaWiki reads ``diff`` beside ``oldid``."""
    one = _revision(client, oldid)
    if diff.isdecimal() and int(diff) > 0:
        other = _revision(client, int(diff))
    elif diff in {"prev", "next"}:
        other = _neighbour(client, one, diff)
    else:
        other = client.read(one.title) or one
    older, newer = sorted((one, other), key=lambda page: page.revid or 0)
    return older, newer


def _neighbour(client: SafeWiki, one: Page, diff: str) -> Page:
    """The revision before or after; an empty page before the first."""
    ids = sorted(found.revid for found in client.history(one.title, 500))
    near = [revid for revid in ids if (revid < (one.revid or 0) if diff == "prev" else revid > (one.revid or 0))]
    if not near:
        return replace(one, text="", revid=0) if diff == "prev" else one
    return _revision(client, near[-1] if diff == "prev" else near[0])


@dataclass(frozen=True, slots=True)
class PageAddress:
    """What an address names: ``wiki`` is an address to probe, ``title`` "" where only a revision is named.

    ``oldid`` is a revision; ``diff`` a revision, ``cur``, ``prev`` or ``next`` (MediaWiki's own words), "" for none.
    """

    wiki: str
    title: str
    oldid: int | None = None
    diff: str = ""


def page_address(name: str) -> PageAddress | None:
    """Read ``…?title=X``, ``…/wiki/X``, with ``oldid`` and ``diff``; None for what is no web address.

    Raises InputError for an address that names no page.
    """
    parts = urls.split(name)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        return None
    title, oldid, diff = _asked(parts.query)
    script = f"{parts.scheme}://{parts.netloc}{parts.path}"
    if title or oldid is not None:
        return PageAddress(script, title, oldid, diff)
    root, _, last = parts.path.rpartition("/")
    if not last or last.endswith(".php"):
        raise InputError(msg("the address {name} names no page", name=name), msg("give the address of an article"))
    wiki = f"{parts.scheme}://{parts.netloc}{root}/{last}" if root.endswith("index.php") else name
    return PageAddress(wiki, unquote(last).replace("_", " "))


def titles_and_wiki(names: Sequence[str], configured: str) -> tuple[tuple[str, ...], str]:
    """Titles, and those of pages' addresses, with the wiki they are of: the configured one, else that of the addresses.

    Raises UsageError for an address of another wiki, or of a revision that is not the current one.
    """
    titles, wiki = [], configured
    for name in names:
        address = page_address(name)
        if address is not None and (address.oldid is not None or not address.title):
            raise UsageError(
                msg("{name} is an old revision or a difference: the current page is pulled", name=name),
                msg("name the page itself; `mlwiki check` takes revisions and differences"),
            )
        if address is not None:
            wiki = wiki or address.wiki
            if urls.split(address.wiki).netloc != urls.split(wiki).netloc:
                raise UsageError(
                    msg("{name} is of another wiki than {wiki}", name=name, wiki=wiki),
                    msg("pull from one wiki at a time; [wiki] url or MLWIKI_WIKI_URL says which"),
                )
        titles.append(name.removeprefix(FORCED) if address is None else address.title)
    return tuple(titles), wiki


def _asked(query: str) -> tuple[str, int | None, str]:
    """The title, ``oldid`` and ``diff`` of an address's query; «?diff=N» alone compares N with the revision before it."""
    asked = {key: values[0] for key, values in parse_qs(query).items()}
    title, oldid, diff = asked.get("title", "").replace("_", " "), asked.get("oldid", ""), asked.get("diff", "")
    if oldid.isdecimal():
        return title, int(oldid), diff
    return (title, int(diff), "prev") if diff.isdecimal() else (title, None, diff)


def titles_of(
    client: RunWiki, *, category: str | None, recent: float | None, listed: Sequence[str] | None
) -> tuple[str, ...]:
    """The titles of all that was named, each once; the whole main namespace when nothing was. Raises WikiError."""
    found: list[str] = list(listed or ())
    if category is not None:
        found += client.titles(category=category)
    if recent is not None:
        found += client.recent(recent)
    if category is None and recent is None and listed is None:
        found += client.titles()
    return tuple(dict.fromkeys(found))


def read_worklist(text: str) -> tuple[str, ...]:
    """Titles of a file, one a line; empty lines and lines that begin with ``#`` are none, ``* [[Title]]`` is one."""
    found = []
    for line in text.splitlines():
        title = line.strip().removeprefix("*").strip().removeprefix("[[").removesuffix("]]").strip()
        if title and not line.strip().startswith("#"):
            found.append(title)
    return tuple(dict.fromkeys(found))
