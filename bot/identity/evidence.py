"""Is it the cited work: the law of evidence over what registries and the page said.

* An identifier's home registry decides: doi.org's handle and the DOI's agency, arXiv. Only it may convict.
* The page the citation names may confirm or disagree, never convict. Two sources against each other are ``disputed``.
* An identifier whose record has another title is wrong when a home registry has the cited work under another one.
* No answer is no evidence, whatever else was answered. A suggestion comes from a home registry that nobody contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.identifiers.doi_names import arxiv_number
from bot.identity.match import Bond, Comparison, compare, compare_among
from bot.identity.search import is_long, speaks_against
from bot.identity.titles import Likeness
from bot.identity.venues import PREPRINT_ONLY
from bot.model.citation import Cited, Identifier
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.verdict import FieldCheck, Identity, Suggestion
from bot.model.words import RETRYABLE, Consulted, IdentityVerdict, IdKind, Notice, Reason

_VERSION = re.compile(r"v(\d+)$")

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


@dataclass(frozen=True, slots=True)
class _Weighed:
    """An answer with its comparison, where there is a record."""

    asked: Asked
    comparison: Comparison | None = None
    speaks: bool = False

    @property
    def absent(self) -> bool:
        """The home registry denies the identifier."""
        return isinstance(self.asked.answer, Absent) and self.asked.home and self.asked.absence_is_proof

    @property
    def other(self) -> bool:
        """The home registry gives this very identifier to another work; an alias' record says nothing of the alias."""
        return self._own and self.comparison is not None and self.comparison.bond is Bond.other

    @property
    def strange(self) -> bool:
        """The home registry's record does not look like the cited work, and is not beyond doubt another one."""
        doubtful = {Likeness.different, Likeness.uncertain}
        open_ = self.comparison is not None and self.comparison.bond is Bond.open and self.comparison.title in doubtful
        return self._own and open_

    @property
    def foreign(self) -> bool:
        """The record's title is another one, whatever the authors."""
        return self.comparison is not None and self.comparison.title is Likeness.different

    @property
    def against(self) -> bool:
        """A search's find that is the cited work, described otherwise."""
        return self.asked.searched and self.comparison is not None and self.speaks

    @property
    def _own(self) -> bool:
        """Whether this is the home registry's record of the very identifier that was asked for."""
        if not self.asked.home or not isinstance(self.asked.answer, Found):
            return False
        return _names(self.asked.answer.work, self.asked.identifier)

    @property
    def right(self) -> bool:
        """The home registry's record is the cited work, well or badly described."""
        bond = self.comparison.bond if self.comparison else Bond.open
        return bond is Bond.same or (self.asked.home and bond is Bond.differs)


def decide(
    cited: Cited,
    asked: Sequence[Asked],
    page: Work | None,
    *,
    idle: Reason,
    consulted: tuple[tuple[str, Consulted], ...],
) -> Identity:
    """Weigh all answers. ``idle`` is the reason when nothing could be asked or read (a wall, no address …)."""
    several = _lists_works(asked)
    weighed = [_weighed(cited, one, several=several) for one in asked]
    seen = compare(cited, page) if page is not None and _described(cited) else None
    rights = [one for one in weighed if one.right]
    faults = [one for one in weighed if one.absent or one.other]
    notices = _notices([one.asked.answer for one in rights])
    if faults and rights:
        fields = (*_merged(cited, rights), *(_identifier_field(one) for one in faults))
        return Identity(IdentityVerdict.misdescribed, Reason.field_differs, consulted, fields, notices)
    if faults:
        return _fault(faults, seen, consulted)
    strangers = [one for one in weighed if one.strange]
    if _only_found_elsewhere(rights, strangers):
        proven = _is_homes(rights) and any(one.foreign for one in strangers)
        return _fault(strangers, seen, consulted) if proven else _nothing(weighed, seen, idle, consulted)
    against = [one for one in weighed if one.against]
    if against and (all(one.asked.searched for one in rights) or _of_place_alone(rights, against)):
        described = _described_otherwise(cited, rights, against, seen, consulted)
        if described is not None:
            return described
    if rights:
        right = _right(cited, rights, seen, consulted, notices)
        verified = right.verdict is IdentityVerdict.verified
        return replace(right, additions=_additions(cited, rights, page)) if verified else right
    if seen is not None and _page_agrees(seen):
        return Identity(IdentityVerdict.verified, Reason.page_agrees, consulted, seen.fields)
    return _nothing(weighed, seen, idle, consulted)


def _weighed(cited: Cited, one: Asked, *, several: bool) -> _Weighed:
    """An answer with its comparison."""
    comparison = _compared(cited, one, several=several)
    speaks = one.searched and comparison is not None and speaks_against(cited, comparison)
    return _Weighed(one, comparison, speaks)


def _described_otherwise(
    cited: Cited,
    rights: list[_Weighed],
    against: list[_Weighed],
    seen: Comparison | None,
    consulted: tuple[tuple[str, Consulted], ...],
) -> Identity | None:
    """A work without identifier that searches found, and that their records describe otherwise; None where others acquit.

    A home registry's record of the whole title convicts, and so do two other services that contradict in one field; what one of
    them says alone leaves the work unconfirmed, and is shown.
    """
    said = [(one, check) for one in against for check in (one.comparison.wrong if one.comparison else ())]
    affirmed = {
        check.field for one in rights for check in (one.comparison.fields if one.comparison else ()) if check.agrees
    }
    affirmed |= {check.field for check in (seen.fields if seen and seen.bond is Bond.same else ()) if check.agrees}
    open_ = [(one, check) for one, check in said if check.field not in affirmed]
    if not open_:
        return None
    wrong = {check.field for _, check in open_}
    home = any(one.asked.service in HOMES and _whole_title(one) for one, _ in open_)
    several = any(len({one.asked.service for one, check in open_ if check.field == field}) >= 2 for field in wrong)
    first = open_[0][0].comparison
    fields = first.fields if first else ()
    told = is_long(cited.title or "") and any(check.level != PREPRINT_ONLY.name for _, check in open_)
    verdict = (
        IdentityVerdict.misdescribed
        if told and (home or several) and "title" not in wrong
        else IdentityVerdict.unconfirmed
    )
    reason = Reason.field_differs if verdict is IdentityVerdict.misdescribed else Reason.record_differs
    return Identity(verdict, reason, consulted, fields)


def _of_place_alone(rights: list[_Weighed], against: list[_Weighed]) -> bool:
    """Whether searches contradict in the place alone, of which the identifier's own record says nothing."""
    wrong = {check.field for one in against for check in (one.comparison.wrong if one.comparison else ())}
    known = any(check.field == "venue" and check.agrees is not None for one in rights for check in _fields_of(one))
    return wrong == {"venue"} and not known


def _fields_of(one: _Weighed) -> tuple[FieldCheck, ...]:
    """The checks of an answer."""
    return one.comparison.fields if one.comparison else ()


def _whole_title(one: _Weighed) -> bool:
    """Whether a find has the whole cited title."""
    return one.comparison is not None and one.comparison.title is Likeness.same


def _only_found_elsewhere(rights: list[_Weighed], strangers: list[_Weighed]) -> bool:
    """Whether the cited identifier's record is strange, and the cited work was found by searches alone, under another one."""
    return bool(strangers) and all(one.asked.searched for one in rights) and not _carries(rights, strangers)


def _is_homes(rights: list[_Weighed]) -> bool:
    """Whether a home registry has the cited work."""
    return any(one.asked.service in HOMES for one in rights)


def _page_agrees(seen: Comparison) -> bool:
    """Whether the page shows the cited work, and says so in a field at least."""
    return seen.bond is Bond.same and any(check.agrees for check in seen.fields)


def _names(work: Work, identifier: Identifier) -> bool:
    """Whether a record carries an identifier."""
    return any((item.kind, item.value) == (identifier.kind, identifier.value) for item in work.identifiers)


def _carries(rights: list[_Weighed], strangers: list[_Weighed]) -> bool:
    """Whether a record that is the cited work carries the doubtful identifier too: then it is the work's own."""
    works = [one.asked.answer.work for one in rights if isinstance(one.asked.answer, Found)]
    return any(_names(work, one.asked.identifier) for work in works for one in strangers)


def _fault(faults: list[_Weighed], seen: Comparison | None, consulted: tuple[tuple[str, Consulted], ...]) -> Identity:
    """Proof against the identifier, unless the page at hand shows the cited work."""
    first = next((one for one in faults if one.absent), faults[0])
    fields = (*(first.comparison.fields if first.comparison else ()), _identifier_field(first))
    if first.other and seen is not None and seen.bond is Bond.same:
        return Identity(IdentityVerdict.disputed, Reason.sources_disagree, consulted, (*fields, *seen.fields))
    if first.absent and isinstance(first.asked.answer, Absent):
        return Identity(IdentityVerdict.nonexistent, first.asked.answer.reason, consulted, fields)
    return Identity(IdentityVerdict.wrong_work, Reason.registry_names_another_work, consulted, fields)


def _right(
    cited: Cited,
    rights: list[_Weighed],
    seen: Comparison | None,
    consulted: tuple[tuple[str, Consulted], ...],
    notices: tuple[Notice, ...],
) -> Identity:
    """The right work: a field is wrong only where every record that has it says so."""
    fields = (
        *_merged(cited, rights),
        *(_misspelt(one.asked, one.asked.written) for one in rights if one.asked.written),
    )
    wrong = [check for check in fields if check.agrees is False and not check.minor]
    if not wrong:
        at_home = any(one.asked.home or one.asked.service in HOMES for one in rights)
        reason = Reason.home_registry_agrees if at_home else Reason.other_registry_agrees
        return Identity(IdentityVerdict.verified, reason, consulted, fields, notices, _meant(rights, fields))
    acquitted = {check.field for check in (seen.fields if seen and seen.bond is not Bond.open else ()) if check.agrees}
    if seen is not None and all(check.field in acquitted for check in wrong):
        return Identity(IdentityVerdict.disputed, Reason.sources_disagree, consulted, (*fields, *seen.fields), notices)
    first = next(check for check in wrong if check.field not in acquitted)
    suggestion = None if acquitted & {first.field} else Suggestion(first.field, first.found, first.service)
    return Identity(IdentityVerdict.misdescribed, Reason.field_differs, consulted, fields, notices, suggestion)


def _meant(rights: list[_Weighed], fields: tuple[FieldCheck, ...]) -> Suggestion | None:
    """The identifier that the note lacks, of a home registry's find.

    Not where the note gives no year to tell a reprint or a mirror by, nor where any field differs.
    """
    found = next((one.asked for one in rights if one.asked.searched and one.asked.service in HOMES), None)
    dated = any(check.field == "year" and check.agrees for check in fields)
    if found is None or not dated or any(check.agrees is False for check in fields):
        return None
    return Suggestion(str(found.identifier.kind), found.identifier.value, found.service)


def _additions(cited: Cited, rights: list[_Weighed], page: Work | None) -> tuple[Suggestion, ...]:
    """What the note lacks and the cited identifier's home registry has: the year, and the version of an arXiv paper.

    A year only where every record and the page that has one gives that year alone. A version only where there are several, so
    that the number says something.
    """
    records = [(one.asked, one.asked.answer.work) for one in rights if isinstance(one.asked.answer, Found)]
    homes = [(asked, work) for asked, work in records if asked.home]
    year = _year(cited, [work for _, work in records], page)
    dated = next((asked.service for asked, work in homes if work.years), None)
    years = [Suggestion("year", str(year), dated)] if year is not None and dated is not None else []
    named = any(_VERSION.search(item.as_written) for item in cited.identifiers if item.kind is IdKind.arxiv)
    return (*years, *(() if named else _versions(homes)))


def _year(cited: Cited, records: list[Work], page: Work | None) -> int | None:
    """The one year that every record and the page give; None where the note has one, or they do not agree."""
    years = {year for work in records for year in work.years}
    alone = len(years) == 1 and (page is None or set(page.years) <= years)
    return years.pop() if cited.year is None and alone else None


def _versions(homes: list[tuple[Asked, Work]]) -> Iterator[Suggestion]:
    """The last version of each arXiv paper that has several."""
    for asked, work in homes:
        latest = next((item.as_written for item in work.identifiers if item.kind is IdKind.arxiv), "")
        version = _VERSION.search(latest)
        if asked.identifier.kind is IdKind.arxiv and version and int(version[1]) > 1:
            yield Suggestion("arxiv", asked.identifier.value + version[0], asked.service)


def _nothing(
    weighed: list[_Weighed], seen: Comparison | None, idle: Reason, consulted: tuple[tuple[str, Consulted], ...]
) -> Identity:
    """No positive evidence either way: unconfirmed when somebody answered, unchecked when nobody did."""
    at_home = [one for one in weighed if one.asked.home]
    fields = tuple(check for one in at_home if one.comparison for check in one.comparison.fields if check.agrees)
    silent = next((one.asked.answer.reason for one in at_home if isinstance(one.asked.answer, Silent)), None)
    if silent is None and not at_home:
        silent = _outage([one.asked for one in weighed])
    if silent is not None:
        return Identity(IdentityVerdict.unchecked, silent, consulted, fields)
    if any(one.comparison is not None for one in at_home) or seen is not None:
        return Identity(IdentityVerdict.unconfirmed, Reason.fields_not_comparable, consulted, fields)
    if at_home or any(isinstance(one.asked.answer, (Found, Absent)) for one in weighed):
        return Identity(IdentityVerdict.unconfirmed, Reason.no_record, consulted, fields)
    return Identity(IdentityVerdict.unchecked, idle, consulted)


def _outage(asked: Sequence[Asked]) -> Reason | None:
    """Why a work that has no home registry to ask (an ISBN, a PMID, a title alone) is still open; None where it is not.

    An outage leaves it open unless it is a spare's and somebody else answered. A service that is off, or a wall, is named only
    where nobody answered: no second run would fare better.
    """
    silent = [one for one in asked if isinstance(one.answer, Silent)]
    answered = len(silent) < len(asked)
    reasons = [one.answer.reason for one in silent if isinstance(one.answer, Silent) and not (one.spare and answered)]
    outage = next((reason for reason in reasons if reason in RETRYABLE), None)
    cited = [one.answer.reason for one in silent if isinstance(one.answer, Silent) and not one.searched]
    return outage or (None if answered else next(iter(cited), None))


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
        among = compare_among(cited, one.answer.work)
        own = compare(part, one.answer.work)
        # works of a list are named in short: a title that is cut is no fault where the people are the record's
        cut = own.bond is Bond.other or any(check.field == "title" for check in own.wrong)
        return among if cut and among.bond is Bond.same else own
    return compare_among(cited, one.answer.work) if several else compare(cited, one.answer.work)


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


def _described(cited: Cited) -> bool:
    """Whether the note says anything a page could confirm."""
    return bool(cited.title or cited.authors)


#: Of several records' checks of a field: one that agrees, else one that contradicts, else what cannot be compared.
_FIRST = (True, False, None)


def _merged(cited: Cited, rights: list[_Weighed]) -> tuple[FieldCheck, ...]:
    """One check a field of one work: one that agrees, if any record gives it, else the first that does not.

    Of several works in a note the one that does not agree is shown.
    """
    groups: dict[int, dict[str, FieldCheck]] = {}
    for one in rights:
        part = next((place for place, work in enumerate(cited.works) if _cites(work, one.asked.cited)), -1)
        best = groups.setdefault(part, {})
        for check in one.comparison.fields if one.comparison else ():
            kept = best.get(check.field)
            if kept is None or _FIRST.index(check.agrees) < _FIRST.index(kept.agrees):
                best[check.field] = check
    shown: dict[str, FieldCheck] = {}
    for best in groups.values():
        for name, check in best.items():
            if name not in shown or (shown[name].agrees is not False and check.agrees is False):
                shown[name] = check
    return tuple(shown.values())


def _identifier_field(one: _Weighed) -> FieldCheck:
    """The identifier itself, against what its registry has under it."""
    found = (
        one.asked.answer.work.titles[0] if isinstance(one.asked.answer, Found) and one.asked.answer.work.titles else ""
    )
    return FieldCheck(
        str(one.asked.identifier.kind), one.asked.identifier.value, found, agrees=False, service=one.asked.service
    )


def _misspelt(asked: Asked, written: Identifier) -> FieldCheck:
    """A DOI that nobody registered as it is written, and the one that is meant."""
    return FieldCheck(str(written.kind), written.value, asked.identifier.value, agrees=False, service=asked.service)


def _notices(answers: list[Answer]) -> tuple[Notice, ...]:
    """Notices of the records of the cited work, in the order of their gravity."""
    found = {notice for answer in answers if isinstance(answer, Found) for notice in answer.work.notices}
    return tuple(notice for notice in Notice if notice in found)
