"""Registries, one file a service. Each answers Found, Absent or Silent; ``bot.identity.evidence`` says which may convict.

``PACES`` is what each service asks for: seconds between requests, requests at once (facts of the services' own pages, 2025–2026).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from bot.model.outcome import Outcome
from bot.model.reply import Reply
from bot.model.source import Silent

PACES: Mapping[str, tuple[float, int]] = {
    "doi": (0.1, 3),
    "crossref": (0.1, 3),  # polite pool: 10 a second, 3 at once
    "datacite": (0.3, 3),  # identified: 1,000 in five minutes
    "arxiv": (3.0, 1),  # one request every three seconds, one connection, over all machines
    "crossref.list": (0.34, 3),  # searches: 3 a second
    "openalex": (0.1, 4),
    "openlibrary": (0.4, 1),
    "europepmc": (0.5, 1),  # no limit is published
    "pubmed": (0.34, 1),  # 3 a second without a key
    "unpaywall": (0.2, 2),
    "wayback": (2.5, 1),  # the index: 30 a minute, a fifth less to be safe
    "youtube": (0.5, 1),
    "semanticscholar": (1.0, 1),  # one a second with a key; without one a quota shared with everybody
    "dblp": (1.0, 1),  # no limit is published; 429 with Retry-After
    "googlebooks": (1.0, 1),  # without a key a quota shared with everybody
    "github": (1.0, 1),  # 60 an hour without a token
    "habr": (1.0, 1),  # unofficial
    "cyberleninka": (1.0, 2),  # article pages; robots.txt closes the search
    "mathnet": (1.0, 2),
    "rsl": (1.0, 1),
}
#: Without a contact Crossref's public pool: 5 a second, one at once.
_ANONYMOUS_PACES: Mapping[str, tuple[float, int]] = {"crossref": (0.2, 1), "crossref.list": (1.0, 1)}


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


def paces(contact: str) -> Mapping[str, tuple[float, int]]:
    """The pace of every service for an operator with that ``contact``."""
    return PACES if contact else {**PACES, **_ANONYMOUS_PACES}
