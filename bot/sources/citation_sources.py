"""The sources of one run: registries, pages and texts joined into what ``bot.model.ports.Sources`` promises.

Every address and every identifier is asked once, however many refs name it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from bot.config import Settings, user_agent
from bot.identifiers.urls import key
from bot.identity.evidence import Asked
from bot.identity.verdicts import decide
from bot.model.citation import Citation, Cited
from bot.model.outcome import Misleading, Missing, Outcome, Shown
from bot.model.ports import Cache, Clock, Leases, Looked
from bot.model.reasons import Reason
from bot.model.source import Absent, Answer, Found, Silent, SourceText, Work
from bot.model.verdict import FieldCheck, Identity, Link, Suggestion
from bot.model.words import Consulted, IdentityVerdict, IdKind, LinkState, Scope
from bot.net.network import Network, SystemNetwork
from bot.net.proxy import checked_proxy
from bot.net.services import ServiceClient
from bot.net.sharing import Sharing
from bot.net.transport import Caps, Transport
from bot.registries import paces, seconds
from bot.sources.answers import RegistryAnswers
from bot.sources.fetch import Fetcher
from bot.sources.given import Given, choose, settled
from bot.sources.pages import MOST_ADDRESSES, Copy, Pages, reason_of
from bot.sources.places import pointed_at
from bot.sources.text.blocks import assemble

#: ServiceClient of the report's «consulted», asked or not.
_CONSULTED = ("doi", "crossref", "datacite", "arxiv", "page")
#: An archive's address before the one it keeps: the time in fourteen digits, perhaps with a modifier.
_COPY = re.compile(r"https?://[^/]+/web/\d{14}(?:[a-z]{2}_)?/")
_PROVEN = frozenset({IdentityVerdict.wrong_work, IdentityVerdict.nonexistent})
_UNKNOWN = frozenset({IdentityVerdict.unchecked, IdentityVerdict.unconfirmed})
#: More descriptions of one work than this are no article's.
_MOST_OTHERS = 20
_WORST = [
    IdentityVerdict.wrong_work, IdentityVerdict.nonexistent, IdentityVerdict.misdescribed, IdentityVerdict.disputed,
    IdentityVerdict.unconfirmed, IdentityVerdict.unchecked, IdentityVerdict.verified,
]  # fmt: skip
_GRAVITY = [
    LinkState.dead, LinkState.gone, LinkState.soft_404, LinkState.parked, LinkState.redirected_elsewhere, LinkState.unknown,
    LinkState.blocked, LinkState.alive, LinkState.none,
]  # fmt: skip
_FULLNESS = [Scope.full_text, Scope.page, Scope.abstract, Scope.none]


@dataclass(slots=True)
class CitationSources:
    """Does it exist, is it the cited work, what does it say. Made by ``open_sources``."""

    services: ServiceClient
    answers: RegistryAnswers
    pages: Pages
    given: tuple[Given, ...] = ()
    given_here: tuple[Given, ...] = ()

    @property
    def requests(self) -> int:
        """Requests made so far."""
        return self.services.transport.requests

    def expect(self, citations: Sequence[Citation]) -> None:
        """Begin what can be asked together; the next citations are these. Raises InputError for a given text's ambiguous key."""
        self.given_here = settled(self.given, citations)
        self.answers.expect(cited for citation in citations for cited in (citation.cited, *citation.others))

    async def look(self, citation: Citation) -> Looked:
        """Look one citation up. Never raises for what a service or a page answers."""
        cited = citation.cited
        asked, pages = await asyncio.gather(self.answers.at_home(cited), self.pages.of(cited))
        identity, asked = await self._identity(cited, asked, pages)
        identity = await self._gravest(identity, citation, pages)
        given = choose(self.given_here or self.given, self.pages.cache, citation)
        more = bool(citation.claims) and identity.verdict not in _PROVEN and given is None
        copies = {url: copy for url in pages if more and (copy := await self._copy(url, pages[url]))}
        text, why = await self._text(asked, pages, list(copies.values()), more=more)
        chosen = given or text
        text = None if chosen is None else pointed_at(chosen, cited)
        link = self._link(cited, asked, pages, copies, None if text else why)
        if citation.address_only:
            identity = _of_address(identity, link, text, asked)
        return Looked(link, identity, text, self.services.clock.now())

    def afresh(self, given: tuple[Given, ...] = ()) -> CitationSources:
        """The same connections and paces for another lot of citations, remembering no answer but those of the store."""
        pages = self.pages
        return CitationSources(
            self.services,
            RegistryAnswers(self.services, self.answers.cache),
            Pages(pages.fetcher, pages.services, pages.cache, pages.offline),
            given,
        )

    def stop(self) -> None:
        """Stop what still runs; the connections stay."""
        self.answers.cancel()
        self.pages.cancel()

    async def aclose(self) -> None:
        """Stop what still runs and close every connection."""
        self.stop()
        await self.pages.fetcher.reader.aclose()
        await self.services.transport.aclose()

    async def _gravest(self, identity: Identity, citation: Citation, pages: dict[str, Outcome]) -> Identity:
        """The worst of what the page says of the work."""
        for cited in citation.others[:_MOST_OTHERS]:
            found, _ = await self._identity(cited, await self.answers.at_home(cited), pages)
            identity = min(identity, found, key=lambda one: _WORST.index(one.verdict))
        return identity

    async def _identity(
        self, cited: Cited, asked: list[Asked], pages: dict[str, Outcome]
    ) -> tuple[Identity, list[Asked]]:
        """The law of evidence over all that was answered; more is asked where that decides nothing, or would convict."""
        page = next(iter(_described(pages)), None)
        idle = next(filter(None, map(reason_of, pages.values())), None)
        off = self.answers.switched_off(cited)
        silent = idle or (Reason.no_record if pages else Reason.service_off if off else Reason.no_identifier)

        def weigh(answers: list[Asked]) -> Identity:
            return decide(cited, answers, page, idle=silent, consulted=_consulted(answers, pages))

        identity = weigh(asked)
        if _in_doubt(identity):
            # titles and authors change between an arXiv paper's versions
            asked = await self.answers.other_versions(asked, cited)
            identity = weigh(asked)
        if identity.verdict in _UNKNOWN:
            asked = asked + await self.answers.elsewhere(cited, asked)
            if weigh(asked).reason is Reason.registry_names_another_work:
                asked = await self.answers.other_versions(asked, cited)
            identity = weigh(asked)
        if identity.verdict is IdentityVerdict.verified and self.answers.place_is_open(cited, asked):
            asked = asked + await self.answers.place_of(cited)
            identity = weigh(asked)
        if identity.verdict is IdentityVerdict.misdescribed:
            identity = await self._disputed(cited, asked, identity, weigh)
        if identity.verdict in _PROVEN:
            identity = await self._with_suggestion(cited, identity)
        return identity, asked

    async def _with_suggestion(self, cited: Cited, identity: Identity) -> Identity:
        """A conviction with the identifier of the work that is meant, where a home registry finds it."""
        meant = await self.answers.meant(cited, at_homes=True)
        if not meant or not isinstance(meant[-1].answer, Found) or cited.year is None:
            return identity
        right = meant[-1].identifier
        return replace(identity, suggestion=Suggestion(str(right.kind), right.value, meant[-1].service))

    async def _disputed(
        self, cited: Cited, asked: list[Asked], identity: Identity, weigh: Callable[[list[Asked]], Identity]
    ) -> Identity:
        """The verdict against a field, unless a second registry has the field as cited: registries have oddities of their own."""
        second = await self.answers.second(cited, asked)
        if not second or weigh(asked + second).verdict is not IdentityVerdict.verified:
            return identity
        return replace(identity, verdict=IdentityVerdict.disputed, reason=Reason.sources_disagree, suggestion=None)

    def _link(
        self,
        cited: Cited,
        asked: list[Asked],
        pages: dict[str, Outcome],
        copies: dict[str, Copy],
        unread: Reason | None,
    ) -> Link:
        """The gravest state among the note's addresses; ``unread`` is why there is no text."""
        links = []
        for url in (one for one in pages if not _is_kept(one, pages)):
            link = self.pages.link(url, pages[url], unread)
            links.append(replace(link, archived=copies[url].url) if url in copies else link)
        unasked = any(item.kind is IdKind.url and item.value not in pages for item in cited.identifiers)
        if unasked and any(isinstance(one.answer, Found) and one.home for one in asked):
            links.append(Link(LinkState.alive, reason=unread))
        none = Link(LinkState.none, reason=unread or Reason.no_address)
        return min(links, key=lambda link: _GRAVITY.index(link.state), default=none)

    async def _copy(self, url: str, outcome: Outcome) -> Copy | None:
        """An archived copy for a page that is not there any more."""
        return await self.pages.copy(url) if isinstance(outcome, (Missing, Misleading)) else None

    async def _text(
        self, asked: list[Asked], pages: dict[str, Outcome], copies: list[Copy], *, more: bool
    ) -> tuple[SourceText | None, Reason]:
        """The fullest text at hand, else why there is none. ``more``: fetch what the registries name as the work's text."""
        works = [one.answer.work for one in asked if isinstance(one.answer, Found)]
        shown = [outcome.text for outcome in pages.values() if isinstance(outcome, Shown)]
        texts = [text for text in (*shown, *(copy.text for copy in copies)) if text]
        reasons = list(filter(None, map(reason_of, pages.values())))
        if more and not any(text.scope is Scope.full_text for text in texts):
            found, failed = await self._further(works, pages, anything=not texts)
            texts = [*found, *texts]
            reasons += failed
        texts += filter(None, map(_abstract, works))
        best = min(texts, key=lambda text: _FULLNESS.index(text.scope), default=None)
        return best, next(iter(reasons), _unread(asked, anything=bool(works or pages)))

    async def _texts_of(self, works: list[Work]) -> list[str]:
        """Where the works can be read, as their records say, else as those say who know free copies of a DOI."""
        named = [url for work in works for url in work.text_urls]
        doi = next((item.value for work in works for item in work.identifiers if item.kind is IdKind.doi), None)
        return named if named or doi is None else list(await self.answers.free_copies(doi))

    async def _further(
        self, works: list[Work], pages: dict[str, Outcome], *, anything: bool
    ) -> tuple[list[SourceText], list[Reason]]:
        """The first readable text that the registries or the page name; ``anything``: a landing page will do."""
        further = await self._texts_of([*works, *_described(pages)])
        if anything:
            further += [work.url for work in works if work.url and work.url not in pages]
        failed: list[Reason] = []
        for url in list(dict.fromkeys(further))[:MOST_ADDRESSES]:
            outcome = await self.pages.read(url)
            if isinstance(outcome, Shown) and outcome.text:
                return [_whole(outcome.text, url, works)], failed
            failed.append(reason_of(outcome) or Reason.no_readable_text)
        return [], failed


@asynccontextmanager
async def open_sources(
    settings: Settings,
    *,
    clock: Clock,
    cache: Cache,
    network: Network | None = None,
    offline: bool = False,
    given: tuple[Given, ...] = (),
    leases: Leases | None = None,
) -> AsyncIterator[CitationSources]:
    """Open the sources of one run. ``network`` is None for the real one; ``offline`` gives stored answers alone.

    ``given`` are texts that a person supplied (``bot.sources.given``). ``leases`` are those of all workers, where there are
    several. Raises ConfigError for a proxy that cannot be used.
    """
    agent = user_agent(settings.contact, "citation check")
    allowed = frozenset(settings.network.allow_hosts)
    caps = Caps(seconds=settings.network.timeout)
    sharing = None if leases is None else Sharing(leases, clock)
    transport = Transport(agent, network or SystemNetwork(), allowed, caps, checked_proxy(settings))
    services = ServiceClient(settings, transport, clock, paces(settings.contact), seconds(), offline, cache, sharing)
    fetcher = Fetcher(
        transport,
        clock,
        allowed,
        settings.network.host_interval,
        concurrency=settings.network.concurrency,
        sharing=sharing,
    )
    sources = CitationSources(
        services, RegistryAnswers(services, cache), Pages(fetcher, services, cache, offline), given
    )
    try:
        yield sources
    finally:
        await sources.aclose()
        if sharing is not None:
            await sharing.aclose()


def _in_doubt(identity: Identity) -> bool:
    """Whether the title or the people are not those of the record at hand: another version of the paper may have them."""
    differs = any(check.field in {"title", "authors"} and check.agrees is False for check in identity.fields)
    return differs or identity.reason in {Reason.registry_names_another_work, Reason.fields_not_comparable}


def _is_kept(url: str, pages: dict[str, Outcome]) -> bool:
    """Whether the note cites a copy of this address, too, and the copy is there."""
    copy = next((other for other in pages if _keeps(other, url)), None)
    return copy is not None and isinstance(pages[copy], Shown)


def _described(pages: dict[str, Outcome]) -> list[Work]:
    """The works that pages say they are."""
    return [page.work for page in pages.values() if isinstance(page, Shown) and page.work]


def _of_address(identity: Identity, link: Link, text: SourceText | None, asked: list[Asked]) -> Identity:
    """The identity of what is cited by its address alone: a page that can be read there, or a work that its registry knows.

    Nothing else is said of it that could be wrong.
    """
    known = next((one for one in asked if isinstance(one.answer, Found) and one.home), None)
    readable = link.state is LinkState.alive and text is not None
    if identity.verdict not in _UNKNOWN or not (readable or known):
        return identity
    service, reason = ("page", Reason.page_agrees) if known is None else (known.service, Reason.home_registry_agrees)
    address = link.archived or (text.url if text is not None else "")
    check = FieldCheck("url", address, address, agrees=True, service=service, level="address only")
    return replace(identity, verdict=IdentityVerdict.verified, reason=reason, fields=(*identity.fields, check))


def _keeps(copy: str, url: str) -> bool:
    """Whether an address is an archive's, of a copy of the other one."""
    found = _COPY.match(copy)
    return found is not None and key(copy[found.end() :]) == key(url)


def _consulted(asked: list[Asked], pages: dict[str, Outcome]) -> tuple[tuple[str, Consulted], ...]:
    """Who was asked, and what became of it."""
    found = dict.fromkeys(_CONSULTED, Consulted.not_asked)
    for one in asked:
        found[one.service] = _consulted_of(one.answer)
        found |= dict.fromkeys(one.heard, Consulted.answered)
    if pages:
        for outcome in pages.values():
            if isinstance(outcome, Shown) and outcome.work is not None:
                found[outcome.work.service] = Consulted.answered
        shown = any(isinstance(outcome, Shown) for outcome in pages.values())
        missing = any(isinstance(outcome, Missing) for outcome in pages.values())
        found["page"] = Consulted.answered if shown else Consulted.not_found if missing else Consulted.unreachable
    return tuple(found.items())


def _consulted_of(answer: Answer) -> Consulted:
    """The contract's word for an answer."""
    match answer:
        case Found():
            return Consulted.answered
        case Absent():
            return Consulted.not_found
        case Silent(reason):
            idle = reason in {Reason.service_off, Reason.not_stored}
            return Consulted.not_asked if idle else Consulted.unreachable


def _unread(asked: list[Asked], *, anything: bool) -> Reason:
    """Why there is no text where no page said so: an outage of whoever knows the address is no lack of an address."""
    silent = next((one.answer.reason for one in asked if isinstance(one.answer, Silent)), Reason.no_address)
    return Reason.source_not_read if anything else silent


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
