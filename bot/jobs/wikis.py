"""The wiki of the settings, and that of a page: opened here for every use case and command."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from bot.config import Settings, WikiSettings
from bot.config.secrets import tell_first, wiki_password
from bot.errors import ClosedToReaders, ConfigError, UsageError, WikiUnreachable
from bot.jobs.files import is_path
from bot.jobs.session import SystemClock
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import WikiClient
from bot.report.visible import shown
from bot.store import default_path

if TYPE_CHECKING:
    from bot.wiki.protocols import Account, Contribution, Revision
    from bot.wiki.saving import Recovered
    from bot.wiki.wiki_client import SafeWiki


def connect(
    settings: Settings,
    environment: Mapping[str, str],
    *,
    reading: bool,
    note: Callable[[Message], None] | None = None,
) -> SafeWiki:
    """Open the configured wiki. Reading needs no account. ``note`` takes by which settings file a password goes out first.

    Raises WikiUnreachable under ``--offline``: nothing is sent, and no page of a wiki is kept here but in files that were pulled.
    """
    if settings.offline:
        raise WikiUnreachable(
            msg("--offline sends nothing, to the wiki neither, and what it would say is not stored"),
            msg("pull the pages first and name their files, or leave --offline out"),
        )
    if not settings.wiki.url:
        raise UsageError(
            msg("no wiki is configured"),
            msg("set [wiki] url in mlwiki.toml, or MLWIKI_WIKI_URL, to any page of the wiki"),
        )
    wiki = replace(settings.wiki, user="") if reading else settings.wiki
    password = None if reading else wiki_password(settings.wiki, environment)
    if password and wiki.user:
        tell_first(msg("the password of {user}", user=wiki.user), wiki.url, settings, note)
    try:
        return _opened(wiki, password, settings, environment)
    except ClosedToReaders:
        if not reading or not settings.wiki.user:
            raise
        # it shows nothing without an account: it is read with the one that saves
        return connect(settings, environment, reading=False, note=note)


def _opened(wiki: WikiSettings, password: str | None, settings: Settings, environment: Mapping[str, str]) -> SafeWiki:
    from bot.net.proxy import proxy_to
    from bot.wiki import open_wiki

    return open_wiki(
        wiki,
        password=password,
        contact=settings.contact,
        state=default_path(settings.store, environment).parent,
        clock=SystemClock(),
        proxy=proxy_to(wiki.url, settings),
    )


class RunWiki(WikiClient, Protocol):
    """What a run asks of a wiki beyond a client's everyday work."""

    def account(self) -> Account:
        """Who the wiki thinks we are."""

    def not_ours(self, pages: Collection[str] = ()) -> tuple[Contribution, ...]:
        """The account's edits that are not this program's."""

    def read_many(self, titles: Sequence[str]) -> dict[str, Page | None]:
        """Current revisions by title; a page whose text cannot be had is left out."""

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """The wiki's spelling and the current revision's number by title, None for no such page; {} where it tells none."""

    def read_revision(self, revid: int, title: str = "") -> Page | None:
        """An older revision of the page ``title``."""

    def history(self, title: str, limit: int = 50) -> tuple[Revision, ...]:
        """The newest revisions, highest id first."""

    def recent(self, days: float) -> tuple[str, ...]:
        """Titles edited lately, newest first."""

    def recover(self) -> Sequence[Recovered]:
        """Settle what an earlier process was saving, or whose answer it lost."""

    def clear(self, title: str) -> tuple[Message, ...]:
        """The same before a page is worked on; raises StillPending where its earlier save may still arrive."""


class Wikis:
    """The wikis that a command reads from: each is opened, and asked what it is, when its first page is read, and kept."""

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        self.settings = settings
        self._environment = environment
        self._opened: dict[str, SafeWiki] = {}

    def at(self, address: str) -> SafeWiki:
        """The wiki of which ``address`` is any page. Raises as ``connect``."""
        # pages that lie in one folder are one wiki's: «/wiki/A» and «/wiki/B», «/w/index.php» and «/w/api.php»
        folder = address.rpartition("/")[0]
        if folder not in self._opened:
            there = replace(self.settings, wiki=replace(self.settings.wiki, url=address))
            self._opened[folder] = connect(there, self._environment, reading=True)
        return self._opened[folder]

    def opened(self) -> Iterator[tuple[SafeWiki, frozenset[str]]]:
        """Every wiki that was opened, with the addresses it is known by: its own, and the configured one where that is it."""
        configured = self.settings.wiki.url
        for folder, client in self._opened.items():
            here = {configured} if configured and configured.rpartition("/")[0] == folder else set()
            yield client, frozenset({client.describe().address, *here})

    def of(self, page: Page) -> SafeWiki:
        """The wiki that a page is of.

        A page that was named by its address has brought the wiki's. What stands beside a file may be anybody's word and opens no
        address: it must be the configured wiki's. Raises ConfigError where it is not, WikiError.
        """
        if not is_path(page.name):
            return self.at(page.wiki or self.settings.wiki.url)
        client = self.at(self.settings.wiki.url)
        configured = client.describe().address
        if page.wiki not in {"", configured}:
            raise ConfigError(
                msg(
                    "{file} is of {wiki}, and {other} is configured",
                    file=page.name,
                    wiki=shown(page.wiki),
                    other=configured,
                ),
                msg("set [wiki] url to that wiki if it is yours; what stands beside a file opens no address"),
            )
        return client

    def newest(self, page: Page) -> Page | None:
        """A page as its own wiki has it now; None when it is gone. Raises as ``of``."""
        return self.of(page).read(page.title)


def may_save(settings: Settings, *, save: bool) -> None:
    """A save needs a contact in the User-Agent. Raises ConfigError."""
    if save and not settings.contact:
        raise ConfigError(
            msg("a save needs a contact for the User-Agent"),
            msg('set contact = "mailto:you@example.org" in mlwiki.toml'),
        )
