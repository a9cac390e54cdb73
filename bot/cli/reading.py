"""Pages to check: of files, titles and addresses, each with the revision it is to be compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.cli.addresses import PageAddress, page_address
from bot.cli.inputs import FORCED, connect, is_path, page_with_sidecar, read_files, wiki_of
from bot.cli.options import Common
from bot.config import Settings
from bot.crash import Crashes
from bot.errors import InputError
from bot.jobs.change import changed_citations
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.profiles import Profile
from bot.wiki.wiki_client import SafeWiki
from bot.wikitext.text import Wikitext


@dataclass(frozen=True, slots=True)
class Reading:
    """A page, and the base revision that limits the work to what has changed since (None: the whole page).

    ``wiki`` is what the wiki says of itself, where the page was read from one.
    """

    page: Page
    base: Page | None = None
    wiki: WikiInfo | None = None


def readings(names: Sequence[str], options: Common, settings: Settings, since: int | None) -> tuple[Reading, ...]:
    """Read everything that ``names`` name; ``since`` is the base revision of pages that are on a wiki.

    Raises InputError for what is neither a file nor a page, WikiError where the wiki cannot be read.
    """
    if not names:
        raise InputError(msg("no input was named"), msg("name a file, a folder, a title, or - for standard input"))
    found: list[Reading] = []
    for name in names:
        if is_path(name):
            pages = [page_with_sidecar(file) for file in read_files([name], options.encoding)]
            found += [_of_file(page, settings, since) for page in pages]
        else:
            found.append(_of_wiki(name, settings, since))
    return tuple(found)


def told(read: Sequence[Reading]) -> WikiInfo | None:
    """What the first wiki among them says of itself; None where all are files."""
    return next((one.wiki for one in read if one.wiki is not None), None)


def limits(read: Sequence[Reading], profile: Profile, crashes: Crashes) -> tuple[tuple[str, frozenset[str]], ...]:
    """The citations to look at, by page name, where a base was named; of a page where a bug of ours hides them, all."""
    found = []
    for one in read:
        if one.base is not None:
            try:
                found.append(
                    (one.page.name, changed_citations(Wikitext(one.base, profile), Wikitext(one.page, profile)))
                )
            except Exception as error:  # noqa: BLE001  # the isolation of one page from all others
                crashes.note(error)
    return tuple(found)


def _of_file(page: Page, settings: Settings, since: int | None) -> Reading:
    if since is None:
        return Reading(page)
    return Reading(page, _revision(wiki_of(page, settings), since))


def _of_wiki(name: str, settings: Settings, since: int | None) -> Reading:
    address = page_address(name) or PageAddress(settings.wiki.url, name.removeprefix(FORCED))
    if not address.wiki:
        raise InputError(
            msg("there is no file {name}, and no wiki is configured to look for such a title", name=name),
            msg("check the path, or set [wiki] url in mlwiki.toml"),
        )
    client = connect(replace(settings, wiki=replace(settings.wiki, url=address.wiki)), reading=True)
    base: Page | None
    if address.diff and address.oldid is not None:
        base, page = _difference(client, address.oldid, address.diff)
    else:
        page = _current(client, address, name) if address.oldid is None else _revision(client, address.oldid)
        base = None if since is None else _revision(client, since)
    return Reading(replace(page, name=name), base, client.describe())


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
