"""The pages of one run: fetched once, kept, their failures remembered, and looked for in the archive when they are gone."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import asdict, dataclass, field, replace

from bot.identifiers.sites import of_address
from bot.identifiers.urls import host_of
from bot.model.citation import Cited
from bot.model.outcome import Misleading, Missing, Outcome, Shown, Unclear, Walled
from bot.model.ports import Cache
from bot.model.reasons import Reason
from bot.model.source import SourceText
from bot.model.verdict import Link
from bot.model.words import IdKind, LinkState
from bot.net.pace import Once
from bot.net.services import ServiceClient
from bot.registries import registries, wayback
from bot.sources import stored
from bot.sources.fetch import Fetcher

#: A note with more addresses than this is a list of links; the first ones stand for it.
MOST_ADDRESSES = 4
#: Programs are better read as raw files than in their sites' pages.
_GITHUB_FILE = re.compile(r"^https?://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+)/(?:blob|raw)/([^?#]+)")
_GITLAB_FILE = re.compile(r"^(https?://gitlab\.com/[^?#]+?)/-/blob/([^?#]+)")
_RESOLVERS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_ARXIV_HOSTS = frozenset({"arxiv.org", "www.arxiv.org", "export.arxiv.org"})
_KIND_OF_FAILURES = "link"
#: Failures older than this without another look in between are forgotten (days).
_FAILURES_KEPT = 400.0


@dataclass(frozen=True, slots=True)
class Copy:
    """An archived copy that was itself read and found good."""

    url: str
    text: SourceText | None


@dataclass(frozen=True, slots=True)
class History:
    """An address over time: *gone* is one look, *dead* needs the same failure on another day.

    ``first_failed`` and ``last_failed`` are times of failed looks (ISO 8601, UTC), ``days`` how many different days failed.
    """

    first_failed: str
    last_failed: str
    looks: int = 1
    days: int = 1

    @property
    def dead(self) -> bool:
        """Whether the address failed on two days at least, with no good look between."""
        return self.days >= 2


@dataclass(slots=True)
class Pages:
    """Outcomes by address. ``offline`` gives kept ones alone."""

    fetcher: Fetcher
    services: ServiceClient
    cache: Cache
    offline: bool = False
    _outcomes: Once[Outcome] = field(default_factory=Once)
    _copies: Once[Copy | None] = field(default_factory=Once)

    async def of(self, cited: Cited) -> dict[str, Outcome]:
        """The pages that the note names, but for resolvers' addresses: a registry's word is better than a landing page."""
        addresses = [item.value for item in cited.identifiers if item.kind is IdKind.url][:MOST_ADDRESSES]
        wanted = [address for address in addresses if not _answered_by_registry(address, cited)]
        outcomes = await asyncio.gather(*map(self.read, wanted))
        return dict(zip(wanted, outcomes, strict=True))

    async def read(self, url: str) -> Outcome:
        """What became of an address: kept, else fetched once."""
        plain = url.partition("#")[0]

        async def look() -> Outcome:
            async with self.services.working_on(f"page {plain}"):
                kept = stored.get_page(self.cache, plain)
                if kept is not None:
                    return kept
                outcome = await self._fetch(url)
                stored.put_page(self.cache, plain, outcome)
                remember_look(self.cache, plain, outcome, self.services.clock.now())
                return outcome

        return await self._outcomes.get(plain, look)

    async def copy(self, url: str) -> Copy | None:
        """A good archived copy of an address that is gone."""

        async def look() -> Copy | None:
            found = await wayback.latest_copy(self.services, url)
            if found is None:
                return None
            shown, raw = found
            outcome = await self.fetcher.read(raw, operator=self.services.address(wayback.NAME))
            return Copy(shown, outcome.text) if isinstance(outcome, Shown) else None

        if self.offline or not self.services.enabled(wayback.NAME):
            return None
        return await self._copies.get(url, look)

    def link(self, url: str, outcome: Outcome, unread: Reason | None) -> Link:
        """A link's state, with its earlier failures; ``unread`` is why a page that answers gave no text."""
        link = _link_of(outcome, unread)
        past = failures_of(self.cache, url.partition("#")[0]) if link.state is LinkState.gone else None
        if past is None:
            return link
        state = LinkState.dead if past.dead else LinkState.gone
        return replace(link, state=state, looks=past.looks, first_failed=past.first_failed)

    def cancel(self) -> None:
        """Stop what still runs."""
        self._outcomes.cancel()
        self._copies.cancel()

    async def _fetch(self, url: str) -> Outcome:
        """A fresh look, by the site's own door where a page of it says nothing."""
        if self.offline:
            return Unclear(Reason.not_stored)
        item = of_address(url)
        row = None if item is None else registries().get(item.kind.value)
        if item is not None and row is not None and row.page is not None and self.services.enabled(row.name):
            return await row.page(self.services, self.fetcher, item.value)
        raw = _text_address(url)
        if raw is not None:
            outcome = await self.fetcher.read(raw)
            if isinstance(outcome, Shown) and outcome.text is not None:
                return outcome
        return await self.fetcher.read(url)


def reason_of(outcome: Outcome) -> Reason | None:
    """Why an address gave no text; None where it gave one."""
    if isinstance(outcome, Shown):
        return None if outcome.text else outcome.reason or Reason.no_readable_text
    return outcome.reason


def _answered_by_registry(address: str, cited: Cited) -> bool:
    """Whether an address is an identifier's own resolver, and the identifier was cited with it."""
    host = host_of(address)
    if host in _RESOLVERS:
        return cited.first(IdKind.doi) is not None
    return host in _ARXIV_HOSTS and any(
        item.kind is IdKind.arxiv and item.value in address for item in cited.identifiers
    )


def _link_of(outcome: Outcome, unread: Reason | None) -> Link:
    """A link's state out of an outcome."""
    match outcome:
        case Shown(status=status):
            return Link(LinkState.alive, status, unread)
        case Walled(reason, status):
            return Link(LinkState.blocked, status, reason)
        case Missing(reason, status):
            return Link(LinkState.gone, status, reason)
        case Misleading(state, reason, status):
            return Link(state, status, reason)
        case Unclear(reason, status):
            return Link(LinkState.unknown, status, reason)


def _text_address(url: str) -> str | None:
    """Where the text behind an address can be read as it is; None where the address itself is best."""
    if match := _GITHUB_FILE.match(url):
        return f"https://raw.githubusercontent.com/{match[1]}/{match[2]}/{match[3]}"
    if match := _GITLAB_FILE.match(url):
        return f"{match[1]}/-/raw/{match[2]}"
    return None


def remember_look(cache: Cache, url: str, outcome: Outcome, now: str) -> None:
    """Remember a fresh look. A good one ends the history; one that says nothing leaves it as it was."""
    if isinstance(outcome, Shown):
        if failures_of(cache, url) is not None:
            cache.put(_KIND_OF_FAILURES, url, "{}", days=_FAILURES_KEPT)
    elif isinstance(outcome, Missing):
        cache.put(
            _KIND_OF_FAILURES, url, json.dumps(asdict(_failed(failures_of(cache, url), now))), days=_FAILURES_KEPT
        )


def failures_of(cache: Cache, url: str) -> History | None:
    """The failures of an address so far, None when its last look was good or there was none."""
    try:
        record = json.loads(cache.get(_KIND_OF_FAILURES, url) or "{}")
        return History(**record) if record else None
    except (TypeError, ValueError):
        return None


def _failed(before: History | None, now: str) -> History:
    """One more failed look; the date is what counts as a day."""
    if before is None:
        return History(now, now)
    another = before.last_failed[:10] < now[:10]
    return replace(before, last_failed=max(now, before.last_failed), looks=before.looks + 1, days=before.days + another)
