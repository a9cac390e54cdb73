"""Who is asked about a cited work, and in which order.

First every identifier at its home registry. Only where that leaves the work unknown, those who may confirm it: PubMed, Open
Library, OpenAlex, Habr, GitHub and the others, and searches by title, of which Crossref's and arXiv's also name the identifier
that was meant.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from bot.identifiers.arxiv import well_formed
from bot.identifiers.doi import arxiv_number
from bot.identity.evidence import HOMES, Asked
from bot.identity.match import Bond, compare
from bot.identity.titles import Likeness
from bot.identity.titles import compare as compare_titles
from bot.language.romanise import script_of
from bot.model.citation import Cited, Identifier
from bot.model.ports import Cache
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind, Reason
from bot.net.pace import Once
from bot.net.services import ServiceClient
from bot.registries import (
    arxiv,
    crossref,
    csl,
    datacite,
    dblp,
    doi,
    europepmc,
    github,
    googlebooks,
    habr,
    openalex,
    openlibrary,
    pubmed,
    rsl,
    semanticscholar,
    unpaywall,
)
from bot.sources import stored

#: Ids in one request to arXiv; it takes a hundred, and an address has its bounds.
_BATCH = 50
_ARXIV_BEGAN = 1991
LookUp = Callable[[ServiceClient, str], Awaitable[Answer]]
Search = Callable[[ServiceClient, Cited], Awaitable[tuple[Work, ...] | Silent]]
_NAMELESS = Identifier(IdKind.doi, "")


def _value(item: Identifier) -> str:
    return item.value


class _Helper(NamedTuple):
    """Who may confirm an identifier, and under which key."""

    service: str
    look_up: LookUp
    key: Callable[[Identifier], str] = _value


_SCHOLAR = _Helper(semanticscholar.NAME, semanticscholar.look_up, semanticscholar.key)
#: By kind of identifier: those who are asked first, and those who are asked when these did not confirm.
_FIRST: Mapping[IdKind, tuple[_Helper, ...]] = {
    IdKind.doi: (_Helper(openalex.NAME, openalex.look_up),),
    IdKind.arxiv: (_Helper(datacite.NAME, datacite.look_up, lambda item: f"10.48550/arxiv.{item.value}"),),
    IdKind.pmid: (_Helper(pubmed.NAME, pubmed.look_up),),
    IdKind.pmcid: (_Helper(europepmc.NAME, europepmc.look_up),),
    IdKind.isbn: (_Helper(openlibrary.NAME, openlibrary.look_up),),
    IdKind.habr: (_Helper(habr.NAME, habr.look_up),),
    IdKind.github: (_Helper(github.NAME, github.look_up),),
    IdKind.rsl: (_Helper(rsl.NAME, rsl.look_up),),
}
_THEN: Mapping[IdKind, tuple[_Helper, ...]] = {
    IdKind.doi: (_SCHOLAR,),
    IdKind.arxiv: (_SCHOLAR,),
    IdKind.pmid: (_SCHOLAR,),
    IdKind.isbn: (_Helper(googlebooks.NAME, googlebooks.look_up),),
}
#: Searches by title, in the order of asking.
_SEARCHES: Mapping[str, Search] = {
    crossref.NAME: crossref.search,
    arxiv.NAME: arxiv.search,
    dblp.NAME: dblp.search,
    semanticscholar.NAME: semanticscholar.search,
}


@dataclass(slots=True)
class Answers:
    """The registries of one run, with their cache. Every question is asked once."""

    services: ServiceClient
    cache: Cache
    _answers: Once[Answer] = field(default_factory=Once)
    _agencies: Once[str | Silent] = field(default_factory=Once)
    _searches: Once[Answer] = field(default_factory=Once)
    _copies: Once[tuple[str, ...]] = field(default_factory=Once)
    _batches: Once[dict[str, Answer]] = field(default_factory=Once)

    def expect(self, listed: Iterable[Cited]) -> None:
        """Begin to ask arXiv, which takes one request every three seconds, for all ids at once.

        Sorted, so that the same page asks the same questions whatever the order of work.
        """
        wanted = {item.value for cited in listed for item in cited.identifiers if item.kind is IdKind.arxiv}
        numbers = sorted(
            number
            for number in wanted
            if well_formed(number) and stored.get_answer(self.cache, "arxiv", number) is None
        )
        for start in range(0, len(numbers), _BATCH):
            batch = tuple(numbers[start : start + _BATCH])
            for number in batch:
                self._answers.start(f"arxiv {number}", partial(self._of_batch, batch, number))

    async def at_home(self, cited: Cited) -> list[Asked]:
        """Every cited DOI and arXiv id at its home registry."""
        numbers = [item for item in cited.identifiers if item.kind is IdKind.arxiv]
        dois = [item for item in cited.identifiers if item.kind is IdKind.doi and not arxiv_number(item.value)]
        return list(await asyncio.gather(*map(self._paper, numbers), *map(self._work, dois)))

    async def elsewhere(self, cited: Cited, asked: list[Asked]) -> list[Asked]:
        """Those who may confirm, for a work that its home registry left unknown; the hard-pressed ones last."""
        known = {one.identifier for one in asked if isinstance(one.answer, Found)}
        helped: list[Asked] = []
        for group in (_FIRST, _THEN):
            questions = [
                self._helper(item, helper, spare=group is _THEN)
                for item in cited.identifiers
                if item not in known
                for helper in group.get(item.kind, ())
            ]
            helped += [one for one in await asyncio.gather(*questions) if one is not None]
            if any(isinstance(one.answer, Found) and _confirms(cited, one.answer.work) for one in helped):
                return helped
        return [*helped, *await self.meant(cited)]

    def switched_off(self, cited: Cited) -> bool:
        """Whether the work has an identifier that only services know which the settings switch off."""
        known = [helper.service for item in cited.identifiers for helper in _FIRST.get(item.kind, ())]
        return bool(known) and not any(map(self.services.enabled, known))

    async def meant(self, cited: Cited, *, at_homes: bool = False) -> list[Asked]:
        """Searches by the cited title, until one finds the work with its authors and year; the find stands last.

        Crossref first, then arXiv, where many papers of machine learning are and nowhere else; those two are homes of what
        they find (``at_homes``: ask nobody else). Then aggregators.
        """
        asked: list[Asked] = []
        if not cited.title or not cited.authors:
            return asked
        for service, search in _SEARCHES.items():
            if (
                not self.services.enabled(service)
                or not _may_know(service, cited)
                or (at_homes and service not in HOMES)
            ):
                continue
            answer = await self._search(service, search, cited)
            number = answer.work.identifiers[0] if isinstance(answer, Found) and answer.work.identifiers else _NAMELESS
            asked.append(Asked(number, service, answer, home=False, searched=True, spare=service not in HOMES))
            if isinstance(answer, Found):
                break
        return asked

    async def _search(self, service: str, look: Search, cited: Cited) -> Answer:
        """One service's find, compared; what it finds beside the work says nothing."""
        words = "\n".join([cited.title or "", *cited.authors, str(cited.year)])

        async def search() -> Answer:
            kept = stored.get_answer(self.cache, f"search/{service}", words)
            if kept is not None:
                return kept
            found = await look(self.services, cited)
            if isinstance(found, Silent):
                return found
            work = next((work for work in found if _is(cited, work)), None)
            answer = Found(work) if work else Absent(Reason.no_record)
            stored.put_answer(self.cache, f"search/{service}", words, answer)
            return answer

        return await self._searches.get(f"{service}\n{words}", search)

    async def free_copies(self, doi: str) -> tuple[str, ...]:
        """Addresses where a DOI's text can be read without paying, as far as anybody knows."""

        async def ask() -> tuple[str, ...]:
            kept = self.cache.get("copies", doi)
            if kept is not None:
                return tuple(kept.split())
            found = await unpaywall.open_texts(self.services, doi)
            if isinstance(found, Silent):
                return ()
            self.cache.put("copies", doi, "\n".join(found), days=stored.DAYS_PAGE)
            return found

        return await self._copies.get(doi, ask)

    async def first_versions(self, asked: list[Asked]) -> list[Asked]:
        """The same answers, arXiv's with their first version's title and authors beside the last one's."""
        return list(await asyncio.gather(*map(self._first_version, asked)))

    def cancel(self) -> None:
        """Stop what still runs."""
        for once in (self._answers, self._agencies, self._searches, self._copies, self._batches):
            once.cancel()

    async def _paper(self, item: Identifier) -> Asked:
        """An arXiv id at arXiv."""
        answer = await self._ask("arxiv", item.value, arxiv.look_up)
        return Asked(item, "arxiv", answer, absence_is_proof=well_formed(item.value))

    async def _of_batch(self, batch: tuple[str, ...], number: str) -> Answer:
        """One answer out of a batch that is asked once."""
        answers = await self._batches.get(" ".join(batch), lambda: arxiv.look_up_many(self.services, batch))
        stored.put_answer(self.cache, "arxiv", number, answers[number])
        return answers[number]

    async def _work(self, item: Identifier) -> Asked:
        """A DOI: its record, which also proves that it is registered; without one, the handle system's word, then the agency's.

        Absence is the handle system's word alone. Most DOIs are Crossref's, so that it is asked first.
        """
        record = await self._ask("crossref", item.value, crossref.look_up)
        if isinstance(record, Found):
            return Asked(item, "crossref", record, absence_is_proof=False)
        handle = await self._ask("doi", item.value, doi.look_up)
        if isinstance(handle, Absent):
            return Asked(item, "doi", handle)
        heard = ("doi",) if isinstance(handle, Found) else ()
        agency = await self._agencies.get(item.value, lambda: self._agency(item.value))
        unknown = not isinstance(agency, str) or not agency
        if agency == "datacite" or (unknown and isinstance(record, Absent)):
            other = await self._ask("datacite", item.value, datacite.look_up)
            return Asked(item, "datacite", other, absence_is_proof=False, heard=heard)
        if isinstance(agency, str) and agency not in {"", "crossref"}:
            other = await self._ask("csl", item.value, csl.look_up)
            return Asked(item, "doi", other, absence_is_proof=False, heard=heard)
        return Asked(item, "crossref", record, absence_is_proof=False, heard=heard)

    async def _helper(self, item: Identifier, helper: _Helper, *, spare: bool) -> Asked | None:
        """Somebody who may confirm; nobody when the service is switched off."""
        if not self.services.enabled(helper.service):
            return None
        answer = await self._ask(helper.service, helper.key(item), helper.look_up)
        return Asked(item, helper.service, answer, home=False, spare=spare)

    async def _agency(self, value: str) -> str | Silent:
        """A DOI's agency; it hardly ever changes."""
        kept = self.cache.get("agency", value)
        if kept is not None:
            return kept
        agency = await doi.agency(self.services, value)
        if isinstance(agency, str):
            self.cache.put("agency", value, agency, days=stored.DAYS_AGENCY if agency else stored.DAYS_ABSENT)
        return agency

    async def _ask(self, service: str, key: str, look_up: LookUp) -> Answer:
        """A registry's answer: from the cache, else asked once."""

        async def ask() -> Answer:
            kept = stored.get_answer(self.cache, service, key)
            if kept is not None:
                return kept
            answer = await look_up(self.services, key)
            stored.put_answer(self.cache, service, key, answer)
            return answer

        return await self._answers.get(f"{service} {key}", ask)

    async def _first_version(self, one: Asked) -> Asked:
        """Both the title and the authors of a paper change between versions."""
        if one.service != "arxiv" or not isinstance(one.answer, Found):
            return one
        work = one.answer.work
        version = next((item.as_written for item in work.identifiers if item.kind is IdKind.arxiv), "")
        if version.endswith("v1"):
            return one
        first = await self._ask("arxiv", f"{one.identifier.value}v1", arxiv.look_up)
        if not isinstance(first, Found):
            return replace(one, answer=first if isinstance(first, Silent) else one.answer)
        titles = tuple(dict.fromkeys((*work.titles, *first.work.titles)))
        authors = tuple(dict.fromkeys((*work.authors, *first.work.authors)))
        return replace(one, answer=Found(replace(work, titles=titles, authors=authors)))


def _may_know(service: str, cited: Cited) -> bool:
    """Whether a search that costs a second or three can find the work.

    arXiv: an English title, no book, not older than arXiv itself. DBLP and Semantic Scholar: an English title, no book.
    """
    if service == crossref.NAME:
        return True
    book = cited.first(IdKind.isbn) is not None
    old = service == arxiv.NAME and cited.year is not None and cited.year < _ARXIV_BEGAN
    return script_of(cited.title or "") == "latin" and not book and not old


def _confirms(cited: Cited, work: Work) -> bool:
    """Whether a helper's record of a cited identifier is the cited work, so that nobody else need be asked."""
    return compare(cited, work).bond is Bond.same


def _is(cited: Cited, work: Work) -> bool:
    """Whether a record that nobody cited is the cited work beyond doubt: the whole title, the authors and the year."""
    if not cited.title or not cited.authors:
        return False
    same = compare_titles(cited.title, work.titles).likeness is Likeness.same
    comparison = compare(cited, work)
    agrees = {check.field for check in comparison.fields if check.agrees}
    return same and comparison.bond is Bond.same and "authors" in agrees and (cited.year is None or "year" in agrees)
