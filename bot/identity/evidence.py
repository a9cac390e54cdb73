"""The evidence: what registries and the page said of a cited work, each answer weighed against the citation.

* An identifier's home registry decides: doi.org's handle and the DOI's agency, arXiv. Only it may convict.
* The page the citation names may confirm or disagree, never convict. Two sources against each other are ``disputed``.
* An identifier whose record has another title is wrong when a home registry has the cited work under another one.
* No answer is no evidence, whatever else was answered. A suggestion comes from a home registry that nobody contradicts.

Which verdict follows stands in one table (``bot.identity.verdicts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby

from bot.identifiers.doi_names import arxiv_number
from bot.identity.match import Bond, Comparison, compare, compare_among
from bot.identity.rosters import Roster
from bot.identity.search import is_long, speaks_against
from bot.identity.titles import Likeness
from bot.identity.venues import PREPRINT_ONLY
from bot.model.citation import Cited, Identifier
from bot.model.reasons import RETRYABLE, Reason
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.verdict import FieldCheck
from bot.model.words import IdKind

#: Services whose search finds what they themselves are the home registry of.
HOMES = frozenset({"crossref", "arxiv"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody answered about an identifier.

    ``home``: the identifier's home registry, which may convict; all others may only confirm. ``absence_is_proof``: what is not
    there does not exist. ``searched``: the identifier was not cited but found by a search. ``heard``: who
    else answered on the way. ``spare``: asked only because others did not know; where
    these answered, its outage leaves nothing open. ``written``: what the note has, where ``identifier`` is another reading of it
    and no way in which its publisher writes it.
    """

    identifier: Identifier
    service: str
    answer: Answer
    home: bool = True
    absence_is_proof: bool = True
    searched: bool = False
    heard: tuple[str, ...] = ()
    spare: bool = False
    written: Identifier | None = None

    @property
    def cited(self) -> Identifier:
        """The identifier as the note has it."""
        return self.written or self.identifier


class Home(StrEnum):
    """What the home registries of the cited identifiers hold.

    ``mixed``: one identifier is denied or another work's, and another record is the cited work. ``foreign``: the record has
    another title, and a home registry has the cited work under another identifier; ``strange``: it does not look like the cited
    work, which is not beyond doubt. ``doubtful``: nothing of that kind, and a service that only confirms gives a cited identifier
    (a PMID, an ISBN) to another work.
    """

    mixed = "mixed"
    denied = "denied"
    another = "another"
    foreign = "foreign"
    strange = "strange"
    doubtful = "doubtful"
    clear = "clear"


class Met(StrEnum):
    """How the cited work was met: as described, described otherwise, or not.

    ``contradicted`` and ``doubted``: by searches alone, whose records describe it otherwise. ``acquitted``: every field that the
    records contradict stands on the page as cited.
    """

    contradicted = "contradicted"
    doubted = "doubted"
    right = "right"
    acquitted = "acquitted"
    wrong = "wrong"
    nobody = "nobody"


class PageShows(StrEnum):
    """What the page shows: the cited work with a field that agrees, the cited work, nothing that tells; or none was read."""

    agrees = "agrees"
    same = "same"
    other = "other"
    unread = "unread"


class Heard(StrEnum):
    """What became of the questions where nothing speaks for or against the work."""

    outage = "outage"
    incomparable = "incomparable"
    unknown = "unknown"
    nobody = "nobody"


@dataclass(frozen=True)
class Weighed:
    """An answer with its comparison, where there is a record; ``speaks``: a search's find that speaks against the citation."""

    asked: Asked
    comparison: Comparison | None = None
    speaks: bool = False

    @property
    def work(self) -> Work | None:
        """The record."""
        return self.asked.answer.work if isinstance(self.asked.answer, Found) else None

    @property
    def fields(self) -> tuple[FieldCheck, ...]:
        """The record's checks."""
        return self.comparison.fields if self.comparison else ()

    @property
    def wrong(self) -> tuple[FieldCheck, ...]:
        """Those that contradict."""
        return self.comparison.wrong if self.comparison else ()

    @property
    def bond(self) -> Bond:
        """What the comparison shows; open where there is no record."""
        return self.comparison.bond if self.comparison else Bond.open

    @property
    def title(self) -> Likeness | None:
        """How the titles stand."""
        return self.comparison.title if self.comparison else None

    @property
    def people(self) -> Roster | None:
        """How the people stand."""
        return self.comparison.people if self.comparison else None

    @property
    def absent(self) -> bool:
        """The home registry denies the identifier."""
        return isinstance(self.asked.answer, Absent) and self.asked.home and self.asked.absence_is_proof

    @property
    def other(self) -> bool:
        """The home registry gives this very identifier to another work; an alias' record says nothing of the alias."""
        return self._own and self.bond is Bond.other

    @property
    def strange(self) -> bool:
        """The home registry's record does not look like the cited work, and is not beyond doubt another one."""
        return self._own and self.bond is Bond.open and self.title in {Likeness.different, Likeness.uncertain}

    @property
    def misnamed(self) -> bool:
        """A service that only confirms has another title by nobody who is cited under this very cited identifier.

        Such lists of people may not be whole, so that they make nothing another work by themselves. A chapter's note names the
        book that the identifier is of.
        """
        if self.asked.home or self.asked.searched or not self._same_identifier:
            return False
        named = any(check.field == "title" and check.agrees for check in self.fields)
        return self.title is Likeness.different and not named and self.people in {Roster.others, Roster.doubtful}

    @property
    def _own(self) -> bool:
        """Whether this is the home registry's record of the very identifier that was asked for."""
        return self.asked.home and self._same_identifier

    @property
    def _same_identifier(self) -> bool:
        return self.work is not None and _names(self.work, self.asked.identifier)

    @property
    def right(self) -> bool:
        """The home registry's record is the cited work, well or badly described."""
        return self.bond is Bond.same or (self.asked.home and self.bond is Bond.differs)


@dataclass(frozen=True)
class WorkEvidence:
    """All that was answered of a citation, and what it comes to; ``page`` is the page's description of itself."""

    cited: Cited
    weighed: tuple[Weighed, ...]
    page: Work | None = None

    @cached_property
    def seen(self) -> Comparison | None:
        """The page's comparison; None where there is none, or the note says nothing that a page could confirm."""
        told = self.page is not None and (self.cited.title or self.cited.authors)
        return compare(self.cited, self.page) if self.page is not None and told else None

    @cached_property
    def rights(self) -> list[Weighed]:
        """Records that are the cited work."""
        return [one for one in self.weighed if one.right]

    @cached_property
    def faults(self) -> list[Weighed]:
        """Identifiers that are denied, then those of another work."""
        return sorted((one for one in self.weighed if one.absent or one.other), key=lambda one: not one.absent)

    @cached_property
    def strangers(self) -> list[Weighed]:
        """Records of the cited identifiers that are strange, where the cited work was found by searches alone, if at all."""
        found = [one for one in self.weighed if one.strange]
        return found if self._by_search_alone and not _carries(self.rights, found) else []

    @cached_property
    def misnamed(self) -> list[Weighed]:
        """Records of other works that services which only confirm have under a cited identifier."""
        return [one for one in self.weighed if one.misnamed]

    @cached_property
    def home(self) -> Home:
        """What the home registries hold."""
        if self.faults:
            return Home.mixed if self.rights else Home.denied if self.faults[0].absent else Home.another
        if not self.strangers:
            return Home.doubtful if self.misnamed else Home.clear
        elsewhere = any(one.asked.service in HOMES for one in self.rights)
        foreign = any(one.title is Likeness.different for one in self.strangers)
        return Home.foreign if elsewhere and foreign else Home.strange

    @cached_property
    def met(self) -> Met:
        """How the cited work was met."""
        if self.contradictions:
            return Met.contradicted if self._convicts else Met.doubted
        if not self.rights:
            return Met.nobody
        if not self.wrong:
            return Met.right
        return Met.acquitted if all(check.field in self.acquitted for check in self.wrong) else Met.wrong

    @cached_property
    def page_shows(self) -> PageShows:
        """What the page shows."""
        if self.seen is None:
            return PageShows.unread
        if self.seen.bond is not Bond.same:
            return PageShows.other
        return PageShows.agrees if any(check.agrees for check in self.seen.fields) else PageShows.same

    @cached_property
    def heard(self) -> Heard:
        """What became of the questions."""
        if self.outage is not None:
            return Heard.outage
        if self.seen is not None or any(one.comparison for one in self._at_home):
            return Heard.incomparable
        answered = any(not isinstance(one.asked.answer, Silent) for one in self.weighed)
        return Heard.unknown if answered else Heard.nobody

    @cached_property
    def fields(self) -> tuple[FieldCheck, ...]:
        """One check a field of the cited work, and each identifier that is written otherwise than it is registered."""
        misspelt = [_misspelt(one.asked, one.asked.written) for one in self.rights if one.asked.written]
        return (*_merged(self.cited, self.rights), *misspelt)

    @cached_property
    def wrong(self) -> list[FieldCheck]:
        """Fields that every record which has them contradicts."""
        return [check for check in self.fields if check.agrees is False and not check.minor]

    @cached_property
    def acquitted(self) -> set[str]:
        """Fields that stand as cited on a page that is not beyond doubt of something else."""
        told = self.seen is not None and self.seen.bond is not Bond.open
        return _agreeing(self.seen.fields) if self.seen is not None and told else set()

    @cached_property
    def contradictions(self) -> list[tuple[Weighed, FieldCheck]]:
        """What searches' records say against a work that no cited identifier vouches for, and nobody affirms."""
        against = [one for one in self.weighed if one.asked.searched and one.speaks]
        if not (self._by_search_alone or self._of_place_alone(against)):
            return []
        return [(one, check) for one in against for check in one.wrong if check.field not in self._affirmed]

    @cached_property
    def _affirmed(self) -> set[str]:
        """Fields that agree in a record of the cited work, or on a page that shows it."""
        page = self.seen.fields if self.seen is not None and self.seen.bond is Bond.same else ()
        return _agreeing([*page, *(check for one in self.rights for check in one.fields)])

    @cached_property
    def outage(self) -> Reason | None:
        """Why the work is still open: a home registry gave no answer, or nobody else of those who would know."""
        silent = [one.asked.answer.reason for one in self._at_home if isinstance(one.asked.answer, Silent)]
        if self._at_home:
            return next(iter(silent), None)
        return _outage([one.asked for one in self.weighed])

    @property
    def _at_home(self) -> list[Weighed]:
        return [one for one in self.weighed if one.asked.home]

    @property
    def _by_search_alone(self) -> bool:
        """Whether no cited identifier's record is the cited work."""
        return all(one.asked.searched for one in self.rights)

    def _of_place_alone(self, against: list[Weighed]) -> bool:
        """Whether searches contradict in the place alone, of which the identifier's own record says nothing."""
        wrong = {check.field for one in against for check in one.wrong}
        known = any(check.field == "venue" and check.agrees is not None for one in self.rights for check in one.fields)
        return wrong == {"venue"} and not known

    @property
    def _convicts(self) -> bool:
        """Whether what searches say proves the description wrong: in other fields than a long title, and by whom it counts.

        That a service has a preprint alone proves nothing by itself.
        """
        told = is_long(self.cited.title or "") and all(check.field != "title" for _, check in self.contradictions)
        return told and any(check.level != PREPRINT_ONLY.name for _, check in self.contradictions) and self._is_proof

    @property
    def _is_proof(self) -> bool:
        """Whether a home registry's record of the whole title speaks, or two services contradict in one field."""
        if any(one.asked.service in HOMES and one.title is Likeness.same for one, _ in self.contradictions):
            return True
        said = sorted({(check.field, one.asked.service) for one, check in self.contradictions})
        return any(len(list(services)) >= 2 for _, services in groupby(said, key=lambda pair: pair[0]))


def weigh(cited: Cited, asked: Sequence[Asked], page: Work | None) -> WorkEvidence:
    """Every answer with its comparison."""
    several = _lists_works(asked)
    return WorkEvidence(cited, tuple(_weighed(cited, one, several=several) for one in asked), page)


def _weighed(cited: Cited, one: Asked, *, several: bool) -> Weighed:
    """An answer with its comparison."""
    comparison = _compared(cited, one, several=several)
    return Weighed(one, comparison, comparison is not None and speaks_against(cited, comparison))


def _agreeing(fields: Sequence[FieldCheck]) -> set[str]:
    """The fields that agree."""
    return {check.field for check in fields if check.agrees}


def _names(work: Work, identifier: Identifier) -> bool:
    """Whether a record carries an identifier."""
    return any((item.kind, item.value) == (identifier.kind, identifier.value) for item in work.identifiers)


def _carries(rights: list[Weighed], strangers: list[Weighed]) -> bool:
    """Whether a record that is the cited work carries the doubtful identifier too: then it is the work's own."""
    works = [one.work for one in rights if one.work is not None]
    return any(_names(work, one.asked.identifier) for work in works for one in strangers)


def _outage(asked: Sequence[Asked]) -> Reason | None:
    """Why a work that has no home registry to ask (an ISBN, a PMID, a title alone) is still open; None where it is not.

    An outage leaves it open unless it is a spare's and somebody else answered. A service that is off, or a wall, is named only
    where nobody answered: no second run would fare better.
    """
    silent = [(one, one.answer.reason) for one in asked if isinstance(one.answer, Silent)]
    answered = len(silent) < len(asked)
    outages = [reason for one, reason in silent if reason in RETRYABLE and not (one.spare and answered)]
    cited = [] if answered else [reason for one, reason in silent if not one.searched]
    return next(iter([*outages, *cited]), None)


def _lists_works(asked: Sequence[Asked]) -> bool:
    """Whether a note carries two identifiers of one kind: two DOIs are two works, a DOI and an arXiv id are one."""
    cited = {(one.identifier.kind, one.identifier.value) for one in asked if one.home}
    return len({kind for kind, _ in cited}) < len(cited)


def _compared(cited: Cited, one: Asked, *, several: bool) -> Comparison | None:
    """The comparison with a record that describes a work; a bare «it exists» describes none.

    In a note of several works the record is compared with that part that carries the identifier, unless the whole note
    speaks of it anyway.
    """
    if not isinstance(one.answer, Found) or not (one.answer.work.titles or one.answer.work.authors):
        return None
    part = next((work for work in cited.works if _cites(work, one.cited)), None)
    if part is not None and not _lists_works_of(part):
        return _of_part(cited, part, one.answer.work)
    return compare_among(cited, one.answer.work) if several else compare(cited, one.answer.work)


def _of_part(cited: Cited, part: Cited, work: Work) -> Comparison:
    """One work of a list, which is named in short: a title that is cut is no fault where the people are the record's."""
    among, own = compare_among(cited, work), compare(part, work)
    cut = own.bond is Bond.other or any(check.field == "title" for check in own.wrong)
    return among if cut and among.bond is Bond.same else own


def _cites(cited: Cited, identifier: Identifier) -> bool:
    """Whether a part of a note carries an identifier."""
    return any((item.kind, item.value) == (identifier.kind, identifier.value) for item in cited.identifiers)


def _lists_works_of(part: Cited) -> bool:
    """Whether a part still carries two identifiers of one registry."""
    kinds = [
        item.kind
        for item in part.identifiers
        if item.kind in {IdKind.doi, IdKind.arxiv} and not arxiv_number(item.value)
    ]
    return len(set(kinds)) < len(kinds)


#: Of several records' checks of a field: one that agrees, else one that contradicts, else what cannot be compared.
_FIRST = (True, False, None)


def _merged(cited: Cited, rights: list[Weighed]) -> tuple[FieldCheck, ...]:
    """One check a field of one work: one that agrees, if any record gives it, else the first that does not.

    Of several works in a note the one that does not agree is shown.
    """
    parts: dict[int, list[FieldCheck]] = {}
    for one in rights:
        parts.setdefault(_part_of(cited, one.asked.cited), []).extend(one.fields)
    best = [check for fields in parts.values() for check in _best(fields)]
    first = {check.field: check for check in reversed(best)}
    wrong = {check.field: check for check in reversed(best) if check.agrees is False}
    return tuple({**first, **wrong}[name] for name in dict.fromkeys(check.field for check in best))


def _part_of(cited: Cited, identifier: Identifier) -> int:
    """The place of the work in a note of several that carries an identifier, -1 for none."""
    return next((place for place, work in enumerate(cited.works) if _cites(work, identifier)), -1)


def _best(fields: list[FieldCheck]) -> list[FieldCheck]:
    """The best check of each field, in the order of the fields."""
    names = dict.fromkeys(check.field for check in fields)
    groups = ([check for check in fields if check.field == name] for name in names)
    return [min(group, key=lambda check: _FIRST.index(check.agrees)) for group in groups]


def identifier_field(one: Weighed) -> FieldCheck:
    """The identifier itself, against what its registry has under it."""
    found = one.work.titles[0] if one.work is not None and one.work.titles else ""
    item = one.asked.identifier
    return FieldCheck(str(item.kind), item.value, found, agrees=False, service=one.asked.service)


def _misspelt(asked: Asked, written: Identifier) -> FieldCheck:
    """A DOI that nobody registered as it is written, and the one that is meant."""
    return FieldCheck(str(written.kind), written.value, asked.identifier.value, agrees=False, service=asked.service)
