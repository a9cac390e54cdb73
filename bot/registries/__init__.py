"""Registries, one file a service: its row ``REGISTRY`` says everything about it, and a new file is a new service.

Each answers Found, Absent or Silent; ``bot.identity.verdicts`` says which may convict. Nothing here opens a connection or knows
the settings: these list the services by their rows, so that this room stands below ``bot.config``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from bot.language.romanise import script_of
from bot.model.citation import Cited, Identifier
from bot.model.outcome import Outcome
from bot.model.reply import Reply
from bot.model.source import Answer, Silent, Work
from bot.model.words import IdKind


class Services(Protocol):
    """How a registry puts its questions (``bot.net.services``)."""

    @property
    def contact(self) -> str:
        """The operator's address, "" where none is set."""

    def enabled(self, name: str) -> bool:
        """Whether the settings let this service be asked."""

    def address(self, name: str) -> str:
        """The service's address as the operator wrote it, without a closing slash."""

    async def ask(
        self, name: str, path: str, *, accept: str, clean: Callable[[Reply], bool], pace: str = "", tries: int = 3
    ) -> Reply | Silent:
        """The reply to ``path`` if it is ``clean``, else why there is none."""


class Fetches(Protocol):
    """Who reads pages (``bot.sources.fetch``)."""

    async def read(self, url: str, *, operator: str = "") -> Outcome:
        """What became of ``url``; an address that begins with ``operator`` passes the guard as written."""


def value_of(item: Identifier) -> str:
    """The key of most look-ups: the identifier as it is."""
    return item.value


def anything(_: Cited) -> bool:
    """A search that any title with authors is worth."""
    return True


def english_paper(cited: Cited) -> bool:
    """Whether a search of papers in English can find the work: a title in Latin letters, no book."""
    return script_of(cited.title or "") == "latin" and cited.first(IdKind.isbn) is None


class Confirmation(NamedTuple):
    """An identifier that the service may confirm, and its look-up by ``key``; a ``spare`` is asked where others did not."""

    kind: IdKind
    look_up: Callable[[Services, str], Awaitable[Answer]]
    key: Callable[[Identifier], str] = value_of
    spare: bool = False


#: Works that may be the cited one, found by its title.
Search = Callable[[Services, Cited], Awaitable[tuple[Work, ...] | Silent]]


@dataclass(frozen=True, slots=True)
class Registry:
    """A service. ``pace`` is what it asks for: seconds between requests, requests at once (its own pages, 2025–2026).

    ``rank`` orders the services where they are listed, ``search_rank`` (else ``rank``) those that ``search`` by title;
    ``may_find`` says whether a work is worth the question. ``anonymous_pace`` holds without a contact, ``pages_apart`` for
    pages of its host, and one exchange is given up after ``seconds``. ``page`` reads an address of its site (an identifier
    whose kind has the service's name) instead of the plain page. The four texts are its line in docs/services.md.
    """

    name: str
    address: str
    pace: tuple[float, int]
    rank: int
    asked_about: str
    asked_when: str
    may_convict: str
    pace_in_words: str
    anonymous_pace: tuple[float, int] | None = None
    search_pace: tuple[float, int] | None = None
    anonymous_search_pace: tuple[float, int] | None = None
    pages_apart: float = 0.0
    seconds: float = 40.0
    confirms: tuple[Confirmation, ...] = ()
    search: Search | None = None
    search_rank: int = 0
    may_find: Callable[[Cited], bool] = anything
    page: Callable[[Services, Fetches, str], Awaitable[Outcome]] | None = None


@cache
def registries() -> Mapping[str, Registry]:
    """Every service by its name, by rank."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    rows = [row for module in modules if isinstance(row := getattr(module, "REGISTRY", None), Registry)]
    return {row.name: row for row in sorted(rows, key=lambda row: (row.rank, row.name))}


def addresses() -> Mapping[str, str]:
    """Every service's public address by its name in ``[services.NAME]``."""
    return {name: row.address for name, row in registries().items()}


def paces(contact: str) -> Mapping[str, tuple[float, int]]:
    """Every service's pace for an operator with that ``contact``; a search's own stands under «NAME.list»."""
    found: dict[str, tuple[float, int]] = {}
    for name, row in registries().items():
        found[name] = row.pace if contact else row.anonymous_pace or row.pace
        if row.search_pace is not None:
            found[f"{name}.list"] = row.search_pace if contact else row.anonymous_search_pace or row.search_pace
    return found


def seconds() -> Mapping[str, float]:
    """How long one exchange with a service may take in all (seconds), by its name."""
    return {name: row.seconds for name, row in registries().items()}


def slow_hosts() -> Mapping[str, float]:
    """Hosts whose pages want more room than the operator's own pace (seconds between requests)."""
    return {urlsplit(row.address).netloc: row.pages_apart for row in registries().values() if row.pages_apart}


def searches() -> tuple[Registry, ...]:
    """Services that search by title, in the order of asking."""
    rows = (row for row in registries().values() if row.search is not None)
    return tuple(sorted(rows, key=lambda row: row.search_rank or row.rank))
