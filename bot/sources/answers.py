"""Who is asked about a cited work, and in which order.

First every identifier at its home registry. Only where that leaves the work unknown, those who may confirm it: PubMed, Open
Library, OpenAlex, Habr, GitHub and the others, and searches by title, of which Crossref's and arXiv's also name the identifier
that was meant.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial

from bot.identifiers.arxiv_ids import well_formed
from bot.identifiers.doi_names import arxiv_number, is_derived, readings
from bot.identity.evidence import HOMES, Asked
from bot.identity.match import Bond, compare, names_a_place
from bot.identity.search import best_find, is_exact, venue_is_open
from bot.model.citation import Cited, Identifier
from bot.model.ports import Cache
from bot.model.reasons import Reason
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.net.pace import Once
from bot.net.services import ServiceClient
from bot.registries import Confirmation, Registry, arxiv, crossref, datacite, doi, registries, searches, unpaywall
from bot.sources import stored

#: Ids in one request to arXiv; it takes a hundred, and an address has its bounds.
_BATCH = 50
_VERSION = re.compile(r"v\d{1,3}$", re.IGNORECASE)
LookUp = Callable[[ServiceClient, str], Awaitable[Answer]]
Search = Callable[[ServiceClient, Cited], Awaitable[tuple[Work, ...] | Silent]]
_NAMELESS = Identifier(IdKind.doi, "")


@dataclass(slots=True)
class RegistryAnswers:
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
        for spare in (False, True):
            unknown = (item for item in cited.identifiers if item not in known)
            whom = ((item, row, helper) for item in unknown for row, helper in _helpers(item, spare=spare))
            questions = [self._helper(item, row.name, helper) for item, row, helper in whom]
            helped += filter(None, await asyncio.gather(*questions))
            if any(_confirms(cited, one.answer) for one in helped):
                return helped
        return [*helped, *await self.meant(cited)]

    def switched_off(self, cited: Cited) -> bool:
        """Whether the work has an identifier that only services know which the settings switch off."""
        known = [row.name for item in cited.identifiers for row, _ in _helpers(item, spare=False)]
        return bool(known) and not any(map(self.services.enabled, known))

    def _may_find(self, row: Registry, cited: Cited) -> bool:
        """Whether a search there is allowed and can find such a work."""
        return self.services.enabled(row.name) and row.may_find(cited)

    async def meant(self, cited: Cited, *, at_homes: bool = False) -> list[Asked]:
        """Searches by the cited title, until one finds the work with its authors and year; the best find stands last.

        Where the note claims an indexed place and the find does not tell where it appeared, the next are asked that know.

        Crossref first, then arXiv, where many papers of machine learning are and nowhere else; those two are homes of what
        they find (``at_homes``: ask nobody else). Then aggregators.
        """
        asked: list[Asked] = []
        exact: list[Asked] = []
        if not cited.title or not cited.authors:
            return asked
        for row in searches():
            service, search = row.name, row.search
            home = service in HOMES
            if search is None or (at_homes and not home) or not self._may_find(row, cited):
                continue
            answer = await self._search(service, search, cited)
            asked.append(Asked(_number(answer), service, answer, home=False, searched=True, spare=not home))
            if isinstance(answer, Found) and is_exact(cited, answer.work):
                exact.append(asked[-1])
                if at_homes or not (names_a_place(cited) and venue_is_open(cited, answer.work)):
                    break
        others = [one for one in asked if one not in exact]
        return [*others, *exact]

    async def second(self, cited: Cited, asked: list[Asked]) -> list[Asked]:
        """A second registry's word on each identifier whose home registry was heard: whoever confirms such identifiers first."""
        heard = [one.identifier for one in asked if one.home and isinstance(one.answer, Found)]
        rows = [(item, _helpers(item, spare=False)[:1]) for item in cited.identifiers if item in heard]
        questions = [self._helper(item, row.name, helper) for item, found in rows for row, helper in found]
        return [one for one in await asyncio.gather(*questions) if one is not None]

    def place_is_open(self, cited: Cited, asked: list[Asked]) -> bool:
        """Whether a preprint's own record alone was asked about a work that is said to have appeared somewhere."""
        found = [(one, one.answer.work) for one in asked if isinstance(one.answer, Found)]
        if not found or not names_a_place(cited):
            return False
        return all(one.service == "arxiv" and not one.searched and venue_is_open(cited, work) for one, work in found)

    async def place_of(self, cited: Cited) -> list[Asked]:
        """DBLP's record of a work, which lists conferences and journals beside preprints."""
        row = registries()["dblp"]
        able = bool(cited.title and cited.authors) and row.search is not None and self.services.enabled(row.name)
        if not able or row.search is None or not row.may_find(cited):
            return []
        answer = await self._search(row.name, row.search, cited)
        number = answer.work.identifiers[0] if isinstance(answer, Found) and answer.work.identifiers else _NAMELESS
        return [Asked(number, row.name, answer, home=False, searched=True, spare=True)]

    async def _search(self, service: str, look: Search, cited: Cited) -> Answer:
        """One service's find, compared; what it finds beside the work says nothing."""
        words = "\n".join([cited.title or "", *cited.authors, str(cited.year)])

        async def search() -> Answer:
            async with self.services.working_on(f"search {service} {words}"):
                kept = stored.get_answer(self.cache, f"search/{service}", words)
                if kept is not None:
                    return kept
                found = await look(self.services, cited)
                if isinstance(found, Silent):
                    return found
                work = best_find(cited, found)
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

    async def other_versions(self, asked: list[Asked], cited: Cited) -> list[Asked]:
        """The same answers, arXiv's with the titles and authors of the cited and the first version beside the last one's."""
        return list(await asyncio.gather(*(self._other_versions(one, cited) for one in asked)))

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
        """A DOI in the first of its readings that is not denied; denied where all are, unknown where one got no answer.

        A reading that is not its publisher's own way to write the DOI is kept apart from what is written (``Asked.written``).
        """
        first = None
        for reading in readings(item):
            one = await self._registered(Identifier(IdKind.doi, reading.value, item.as_written))
            if not isinstance(one.answer, Absent) or not one.absence_is_proof:
                return one if reading.own else replace(one, written=item)
            first = first or one
        denied = first or await self._registered(item)
        return replace(denied, identifier=item, absence_is_proof=not is_derived(item))

    async def _registered(self, item: Identifier) -> Asked:
        """One reading of a DOI: its record, the proof that it is registered; without one, the handle system's, the agency's word.

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
            other = await self._ask("csl", item.value, doi.record_of)
            return Asked(item, "doi", other, absence_is_proof=False, heard=heard)
        return Asked(item, "crossref", record, absence_is_proof=False, heard=heard)

    async def _helper(self, item: Identifier, service: str, helper: Confirmation) -> Asked | None:
        """Somebody who may confirm; nobody when the service is switched off."""
        if not self.services.enabled(service):
            return None
        answer = await self._ask(service, helper.key(item), helper.look_up)
        return Asked(item, service, answer, home=False, spare=helper.spare)

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
            async with self.services.working_on(f"{service} {key}"):
                kept = stored.get_answer(self.cache, service, key)
                if kept is not None:
                    return kept
                answer = await look_up(self.services, key)
                stored.put_answer(self.cache, service, key, answer)
                return answer

        return await self._answers.get(f"{service} {key}", ask)

    async def _other_versions(self, one: Asked, cited: Cited) -> Asked:
        """Both the title and the authors of a paper change between versions: the cited one's and the first one's count, too."""
        if one.service != "arxiv" or not isinstance(one.answer, Found):
            return one
        work = one.answer.work
        for number in _versions(one.identifier.value, work, cited):
            other = await self._ask("arxiv", number, arxiv.look_up)
            if isinstance(other, Silent):
                return replace(one, answer=other)
            if isinstance(other, Found):
                titles = tuple(dict.fromkeys((*work.titles, *other.work.titles)))
                authors = tuple(dict.fromkeys((*work.authors, *other.work.authors)))
                work = replace(work, titles=titles, authors=authors)
        return replace(one, answer=Found(work))


def _number(answer: Answer) -> Identifier:
    """Under which identifier a search's answer is kept: the first of what it found."""
    found = answer.work.identifiers if isinstance(answer, Found) else ()
    return found[0] if found else _NAMELESS


def _versions(number: str, work: Work, cited: Cited) -> tuple[str, ...]:
    """The cited version of a paper and its first, without the one that ``work`` is the record of."""
    latest = next((item.as_written for item in work.identifiers if item.kind is IdKind.arxiv), "")
    named = (_VERSION.search(item.as_written) for item in cited.identifiers if item.value == number)
    wanted = (*(f"{number}{match[0].lower()}" for match in named if match), f"{number}v1")
    return tuple(version for version in dict.fromkeys(wanted) if version != latest)


def _helpers(item: Identifier, *, spare: bool) -> list[tuple[Registry, Confirmation]]:
    """Who may confirm an identifier: those who are asked first, or those who are asked when these did not confirm."""
    return [
        (row, helper)
        for row in registries().values()
        for helper in row.confirms
        if (helper.kind, helper.spare) == (item.kind, spare)
    ]


def _confirms(cited: Cited, answer: Answer) -> bool:
    """Whether a helper's record of a cited identifier is the cited work, so that nobody else need be asked."""
    return isinstance(answer, Found) and compare(cited, answer.work).bond is Bond.same
