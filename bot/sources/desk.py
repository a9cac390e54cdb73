"""The sources of one run: registries, pages and texts joined into what ``bot.model.ports.Sources`` promises.

Every address and every identifier is asked once, however many refs name it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from bot.config import Settings
from bot.identifiers.doi import arxiv_number
from bot.identifiers.urls import host_of
from bot.model.citation import Citation, Cited
from bot.model.ports import Cache, Clock, Looked
from bot.model.source import Absent, Answer, Found, Silent, SourceText, Work
from bot.model.verdict import Identity, Link
from bot.model.words import Consulted, IdentityVerdict, IdKind, LinkState, Reason, Scope
from bot.sources import history, stored
from bot.sources.fetch import Fetcher
from bot.sources.identity import Asked, decide
from bot.sources.network import Network, SystemNetwork
from bot.sources.outcome import Misleading, Missing, Outcome, Shown, Unclear, Walled
from bot.sources.registries import arxiv, crossref, datacite, doi
from bot.sources.registries.ask import Services
from bot.sources.text.blocks import assemble
from bot.sources.transport import Caps, Transport

T = TypeVar("T")
_RECORDS = {"crossref": crossref.look_up, "datacite": datacite.look_up}
_CONSULTED = ("doi", "crossref", "datacite", "arxiv", "page")
#: A note with more addresses than this is a list of links; the first ones stand for it.
MOST_ADDRESSES = 4
_RESOLVERS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_ARXIV_HOSTS = frozenset({"arxiv.org", "www.arxiv.org", "export.arxiv.org"})
_GRAVITY = [
    LinkState.dead, LinkState.gone, LinkState.soft_404, LinkState.parked, LinkState.redirected_elsewhere, LinkState.unknown,
    LinkState.blocked, LinkState.alive, LinkState.none,
]  # fmt: skip


class Once(Generic[T]):
    """Runs the work of a key once and gives everybody its result."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[T]] = {}

    async def get(self, key: str, work: Callable[[], Awaitable[T]]) -> T:
        """The result for ``key``; one caller's cancelling does not take it from the others."""
        if key not in self._tasks:

            async def run() -> T:
                return await work()

            self._tasks[key] = asyncio.create_task(run())
        return await asyncio.shield(self._tasks[key])

    def cancel(self) -> None:
        """Stop what still runs."""
        for task in self._tasks.values():
            task.cancel()


@dataclass(slots=True)
class SourceDesk:
    """Does it exist, is it the cited work, what does it say. Made by ``open_desk``."""

    services: Services
    fetcher: Fetcher
    cache: Cache
    offline: bool = False
    _answers: Once[Answer] = field(default_factory=Once)
    _agencies: Once[str | Silent] = field(default_factory=Once)
    _pages: Once[Outcome] = field(default_factory=Once)

    @property
    def requests(self) -> int:
        """Requests made so far."""
        return self.services.transport.requests

    async def look(self, citation: Citation) -> Looked:
        """Look one citation up. Never raises for what a service or a page answers."""
        cited = citation.cited
        asked, pages = await asyncio.gather(self._registries(cited), self._addresses(cited))
        page = next((page.work for page in pages.values() if isinstance(page, Shown) and page.work), None)
        asked = await self._second_thoughts(cited, asked, page)
        identity = self._identity(cited, asked, pages, page)
        doubtful = identity.verdict in {IdentityVerdict.wrong_work, IdentityVerdict.nonexistent}
        text, why = await self._text(asked, pages, more=bool(citation.claims) and not doubtful)
        return Looked(self._link(cited, asked, pages, None if text else why), identity, text)

    def close(self) -> None:
        """Stop what still runs."""
        for once in (self._answers, self._agencies, self._pages):
            once.cancel()

    # --- registries

    async def _registries(self, cited: Cited) -> list[Asked]:
        """Every cited identifier at its home registry."""
        numbers = [item for item in cited.identifiers if item.kind is IdKind.arxiv]
        dois = [item for item in cited.identifiers if item.kind is IdKind.doi and not arxiv_number(item.value)]
        found = await asyncio.gather(
            *(self._answer("arxiv", item.value, arxiv.look_up) for item in numbers),
            *(self._doi(item.value) for item in dois),
        )
        papers = [
            Asked(item, "arxiv", answer)
            for item, answer in zip(numbers, found, strict=False)
            if not isinstance(answer, tuple)
        ]
        works = [
            Asked(item, service, answer, decides=service == "doi")
            for item, pair in zip(dois, found[len(numbers) :], strict=True)
            if isinstance(pair, tuple)
            for service, answer in [pair]
        ]
        return papers + works

    async def _doi(self, value: str) -> tuple[str, Answer]:
        """A DOI: registered at all, then the record of its agency. Absence is the handle system's word alone."""
        handle, agency = await asyncio.gather(
            self._answer("doi", value, doi.look_up), self._agencies.get(value, lambda: self._agency(value))
        )
        if isinstance(handle, Absent):
            return "doi", handle
        name = agency if isinstance(agency, str) and agency in _RECORDS else "crossref"
        record = await self._answer(name, value, _RECORDS[name])
        if isinstance(record, Absent) and not isinstance(agency, str):
            other = "datacite" if name == "crossref" else "crossref"
            name, record = other, await self._answer(other, value, _RECORDS[other])
        return name, record

    async def _agency(self, value: str) -> str | Silent:
        """A DOI's agency; it hardly ever changes."""
        kept = self.cache.get("agency", value)
        if kept is not None:
            return kept
        agency = await doi.agency(self.services, value)
        if isinstance(agency, str):
            self.cache.put("agency", value, agency, days=stored.DAYS_AGENCY if agency else stored.DAYS_ABSENT)
        return agency

    async def _answer(self, service: str, key: str, look_up: Callable[[Services, str], Awaitable[Answer]]) -> Answer:
        """A registry's answer: from the cache, else asked once."""

        async def ask() -> Answer:
            kept = stored.get_answer(self.cache, service, key)
            if kept is not None:
                return kept
            answer = await look_up(self.services, key)
            stored.put_answer(self.cache, service, key, answer)
            return answer

        return await self._answers.get(f"{service} {key}", ask)

    async def _second_thoughts(self, cited: Cited, asked: list[Asked], page: Work | None) -> list[Asked]:
        """Before arXiv convicts by title and authors, its first version is asked: both change between versions."""
        verdict = decide(cited, asked, page, idle=Reason.no_identifier, consulted=())
        if verdict.reason is not Reason.registry_names_another_work:
            return asked
        return list(await asyncio.gather(*(self._first_version(one) for one in asked)))

    async def _first_version(self, one: Asked) -> Asked:
        """The same answer with the first version's title and authors beside the last one's."""
        if one.service != "arxiv" or not isinstance(one.answer, Found):
            return one
        work = one.answer.work
        version = next((item.as_written for item in work.identifiers if item.kind is IdKind.arxiv), "")
        if version.endswith("v1"):
            return one
        first = await self._answer("arxiv", f"{one.identifier.value}v1", arxiv.look_up)
        if not isinstance(first, Found):
            return replace(one, answer=first if isinstance(first, Silent) else one.answer)
        titles = tuple(dict.fromkeys((*work.titles, *first.work.titles)))
        authors = tuple(dict.fromkeys((*work.authors, *first.work.authors)))
        return replace(one, answer=Found(replace(work, titles=titles, authors=authors)))

    def _identity(self, cited: Cited, asked: list[Asked], pages: dict[str, Outcome], page: Work | None) -> Identity:
        """The law of evidence over all that was answered."""
        idle = next((reason for outcome in pages.values() if (reason := _reason(outcome)) is not None), None)
        silent = Reason.no_identifier if not pages else Reason.no_record
        return decide(cited, asked, page, idle=idle or silent, consulted=self._consulted(asked, pages))

    def _consulted(self, asked: list[Asked], pages: dict[str, Outcome]) -> tuple[tuple[str, Consulted], ...]:
        """Who was asked, and what became of it."""
        found = dict.fromkeys(_CONSULTED, Consulted.not_asked)
        for one in asked:
            found[one.service] = _consulted_of(one.answer)
            if one.identifier.kind is IdKind.doi and one.service != "doi":
                found["doi"] = Consulted.answered
        if pages:
            shown = any(isinstance(outcome, Shown) for outcome in pages.values())
            missing = any(isinstance(outcome, Missing) for outcome in pages.values())
            found["page"] = Consulted.answered if shown else Consulted.not_found if missing else Consulted.unreachable
        return tuple(found.items())

    # --- pages

    async def _addresses(self, cited: Cited) -> dict[str, Outcome]:
        """The pages that the note names, but for resolvers' addresses: a registry's word is better than a landing page."""
        addresses = [item.value for item in cited.identifiers if item.kind is IdKind.url][:MOST_ADDRESSES]
        wanted = [address for address in addresses if not _answered_by_registry(address, cited)]
        outcomes = await asyncio.gather(*map(self._page, wanted))
        return dict(zip(wanted, outcomes, strict=True))

    async def _page(self, url: str) -> Outcome:
        """What became of an address: from the cache, else fetched once."""

        async def read() -> Outcome:
            kept = stored.get_page(self.cache, plain)
            if kept is not None:
                return kept
            outcome = Unclear(Reason.not_stored) if self.offline else await self.fetcher.read(url)
            stored.put_page(self.cache, plain, outcome)
            history.look(self.cache, plain, outcome, self.services.clock.now())
            return outcome

        plain = url.partition("#")[0]
        return await self._pages.get(plain, read)

    def _link(self, cited: Cited, asked: list[Asked], pages: dict[str, Outcome], unread: Reason | None) -> Link:
        """The gravest state among the note's addresses; ``unread`` is why there is no text."""
        links = [self._with_history(url, _link_of(outcome, unread)) for url, outcome in pages.items()]
        if any(item.kind is IdKind.url and item.value not in pages for item in cited.identifiers):
            known = any(isinstance(one.answer, Found) for one in asked)
            links += [Link(LinkState.alive, reason=unread)] if known else []
        if not links:
            return Link(LinkState.none, reason=unread or Reason.no_address)
        return min(links, key=lambda link: _GRAVITY.index(link.state))

    def _with_history(self, url: str, link: Link) -> Link:
        """A failed link with its earlier failures."""
        past = history.of(self.cache, url.partition("#")[0]) if link.state is LinkState.gone else None
        if past is None:
            return link
        state = LinkState.dead if past.dead else LinkState.gone
        return replace(link, state=state, looks=past.looks, first_failed=past.first_failed)

    # --- texts

    async def _text(
        self, asked: list[Asked], pages: dict[str, Outcome], *, more: bool
    ) -> tuple[SourceText | None, Reason]:
        """The fullest text at hand, else why there is none. ``more``: fetch what the registries name as the work's text."""
        works = [one.answer.work for one in asked if isinstance(one.answer, Found)]
        texts = [outcome.text for outcome in pages.values() if isinstance(outcome, Shown) and outcome.text]
        reasons = [reason for outcome in pages.values() if (reason := _reason(outcome)) is not None]
        further = [url for work in works for url in work.text_urls]
        further += [
            url for page in pages.values() if isinstance(page, Shown) and page.work for url in page.work.text_urls
        ]
        if not texts and not further:
            further += [work.url for work in works if work.url and work.url not in pages]
        if more and not any(text.scope is Scope.full_text for text in texts):
            for url in dict.fromkeys(further[:MOST_ADDRESSES]):
                outcome = await self._page(url)
                if isinstance(outcome, Shown) and outcome.text:
                    texts.insert(0, _whole(outcome.text, url, works))
                    break
                reasons.append(_reason(outcome) or Reason.no_readable_text)
        texts += [text for work in works if (text := _abstract(work)) is not None]
        best = min(texts, key=lambda text: _FULLNESS.index(text.scope), default=None)
        return best, next(iter(reasons), Reason.source_not_read if works or pages else Reason.no_address)


_FULLNESS = [Scope.full_text, Scope.page, Scope.abstract, Scope.none]


@asynccontextmanager
async def open_desk(
    settings: Settings, *, clock: Clock, cache: Cache, network: Network | None = None, offline: bool = False
) -> AsyncIterator[SourceDesk]:
    """Open the sources of one run. ``network`` is None for the real one; ``offline`` gives stored answers alone."""
    contact = f"; {settings.contact}" if settings.contact else ""
    agent = f"mlwiki-bot/{_version()} (citation check{contact})"
    allowed = frozenset(settings.network.allow_hosts)
    caps = Caps(seconds=settings.network.timeout)
    transport = Transport(agent, network or SystemNetwork(), allowed, caps)
    desk = SourceDesk(
        Services(settings, transport, clock, offline),
        Fetcher(transport, clock, allowed, settings.network.host_interval, concurrency=settings.network.concurrency),
        cache,
        offline,
    )
    try:
        yield desk
    finally:
        desk.close()
        await desk.fetcher.pdfs.aclose()
        await transport.aclose()


def _version() -> str:
    """The program's version."""
    from bot import __version__

    return __version__


def _answered_by_registry(address: str, cited: Cited) -> bool:
    """Whether an address is an identifier's own resolver, and the identifier was cited with it."""
    host = host_of(address)
    if host in _RESOLVERS:
        return cited.first(IdKind.doi) is not None
    return host in _ARXIV_HOSTS and any(
        item.kind is IdKind.arxiv and item.value in address for item in cited.identifiers
    )


def _consulted_of(answer: Answer) -> Consulted:
    """The contract's word for an answer."""
    match answer:
        case Found():
            return Consulted.answered
        case Absent():
            return Consulted.not_found
        case Silent(reason):
            return Consulted.not_asked if reason in {Reason.service_off, Reason.not_stored} else Consulted.unreachable


def _reason(outcome: Outcome) -> Reason | None:
    """Why an address gave no text; None where it gave one."""
    if isinstance(outcome, Shown):
        return None if outcome.text else outcome.reason or Reason.no_readable_text
    return outcome.reason


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


def _whole(text: SourceText, url: str, works: list[Work]) -> SourceText:
    """A text that a registry names as the work's own is all of it, whatever the page looked like."""
    named = any(url in work.text_urls for work in works)
    return replace(text, scope=Scope.full_text) if named else text


def _abstract(work: Work) -> SourceText | None:
    """A record's abstract as a text."""
    if not work.abstract:
        return None
    title = work.titles[0] if work.titles else None
    return assemble(
        [(work.abstract, "")],
        url=work.url or "",
        scope=Scope.abstract,
        title=title,
        media_type="text/plain",
        fetched=None,
    )
