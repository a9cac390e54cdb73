"""The verdict on a citation's identity: one table, read from above; the first row that holds decides.

* An identifier's home registry decides: doi.org's handle and the DOI's agency, arXiv. Only it may convict.
* The page the citation names may confirm or disagree, never convict. Two sources against each other are ``disputed``.
* An identifier whose record has another title is wrong when a home registry has the cited work under another one.
* No answer is no evidence, whatever else was answered. A suggestion comes from a home registry that nobody contradicts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from bot.identity.evidence import HOMES, Asked, IdentityEvidence, Weighed, cites, names, weigh
from bot.identity.search import is_long
from bot.identity.titles import Likeness
from bot.identity.venues import PREPRINT_ONLY
from bot.model.citation import Cited, Identifier
from bot.model.source import Absent, Found, Silent, Work
from bot.model.verdict import FieldCheck, Identity, Suggestion
from bot.model.words import RETRYABLE, Consulted, IdentityVerdict, IdKind, Notice, Reason

_VERSION = re.compile(r"v(\d+)$")


def decide(
    cited: Cited,
    asked: Sequence[Asked],
    page: Work | None,
    *,
    idle: Reason,
    consulted: tuple[tuple[str, Consulted], ...],
) -> Identity:
    """The verdict over all answers and the page; ``idle`` and ``consulted`` as in ``IdentityEvidence``."""
    evidence = weigh(cited, asked, page, idle, consulted)
    return row_for(evidence).identity(evidence)


class VerdictRow(NamedTuple):
    """A case of the law of evidence: whether it is met, and what it means."""

    name: str
    holds: Callable[[IdentityEvidence], object]
    identity: Callable[[IdentityEvidence], Identity]


def row_for(evidence: IdentityEvidence) -> VerdictRow:
    """The first row that holds; the last one always does."""
    return next(row for row in TABLE if row.holds(evidence))


# --- faults of an identifier


def _one_is_wrong(e: IdentityEvidence) -> bool:
    return bool(e.faults and e.rights)


def _denied(e: IdentityEvidence) -> bool:
    return any(one.absent for one in e.faults)


def _anothers(e: IdentityEvidence) -> bool:
    """Whether a home registry has another work under the identifier, and nobody the cited one: proof against the identifier."""
    return bool(e.faults)


def _anothers_but_shown(e: IdentityEvidence) -> bool:
    return bool(e.faults) and e.page_is_the_work


def _is_elsewhere(e: IdentityEvidence) -> bool:
    """Whether the identifier's record is strange, and the cited work was found by searches alone, under another identifier."""
    return bool(e.strangers) and all(one.asked.searched for one in e.rights) and not _carries(e.rights, e.strangers)


def _is_proven_elsewhere(e: IdentityEvidence) -> bool:
    """Whether, too, a home registry has the cited work, and a record under the cited identifier has another title."""
    at_home = any(one.asked.service in HOMES for one in e.rights)
    return _is_elsewhere(e) and at_home and any(one.foreign for one in e.strangers)


def _carries(rights: Sequence[Weighed], strangers: Sequence[Weighed]) -> bool:
    """Whether a record that is the cited work carries the doubtful identifier too: then it is the work's own."""
    works = [one.work for one in rights if one.work is not None]
    return any(names(work, one.asked.identifier) for work in works for one in strangers)


def _one_wrong(e: IdentityEvidence) -> Identity:
    fields = (*_merged(e.cited, e.rights), *map(_identifier_field, e.faults))
    return Identity(IdentityVerdict.misdescribed, Reason.field_differs, e.consulted, fields, _notices(e.rights))


def _nonexistent(e: IdentityEvidence) -> Identity:
    first = next(one for one in e.faults if one.absent)
    reason = first.asked.answer.reason if isinstance(first.asked.answer, Absent) else Reason.no_record
    return Identity(IdentityVerdict.nonexistent, reason, e.consulted, (*first.checks, _identifier_field(first)))


def _disputed_work(e: IdentityEvidence) -> Identity:
    fields = (*e.faults[0].checks, _identifier_field(e.faults[0]), *(e.seen.fields if e.seen else ()))
    return Identity(IdentityVerdict.disputed, Reason.sources_disagree, e.consulted, fields)


def _wrong_work(e: IdentityEvidence) -> Identity:
    first = (*e.faults, *e.strangers)[0]
    fields = (*first.checks, _identifier_field(first))
    return Identity(IdentityVerdict.wrong_work, Reason.registry_names_another_work, e.consulted, fields)


# --- a work that searches found, and that their records describe otherwise


def _is_described_otherwise(e: IdentityEvidence) -> bool:
    """Whether nobody who knows the work's identifier speaks, or its record says nothing of the place that searches deny."""
    searched = all(one.asked.searched for one in e.rights)
    return bool(_contradictions(e)) and (searched or _of_place_alone(e))


def _of_place_alone(e: IdentityEvidence) -> bool:
    wrong = {check.field for one in e.against for check in _wrong(one)}
    known = any(check.field == "venue" and check.agrees is not None for one in e.rights for check in one.checks)
    return wrong == {"venue"} and not known


def _wrong(one: Weighed) -> tuple[FieldCheck, ...]:
    return one.comparison.wrong if one.comparison else ()


def _contradictions(e: IdentityEvidence) -> list[tuple[Weighed, FieldCheck]]:
    """What searches' finds contradict and no other record, nor the page, affirms."""
    affirmed = {check.field for one in e.rights for check in one.checks if check.agrees}
    affirmed |= {check.field for check in e.seen_fields if e.page_is_the_work and check.agrees}
    return [(one, check) for one in e.against for check in _wrong(one) if check.field not in affirmed]


def _is_convicted_by_searches(e: IdentityEvidence) -> bool:
    """Whether a home registry's record of the whole title contradicts, or two other services do in one field.

    The title must be long enough to be nobody else's, and right; that a work is a preprint's alone convicts nobody.
    """
    if not _is_described_otherwise(e) or not is_long(e.cited.title or ""):
        return False
    said = _contradictions(e)
    levels = {check.level for _, check in said}
    witnesses = Counter(field for field, _ in {(check.field, one.asked.service) for one, check in said})
    if "title" in witnesses or levels == {PREPRINT_ONLY.name}:
        return False
    return max(witnesses.values()) >= 2 or any(_is_homes_record(one) for one, _ in said)


def _is_homes_record(one: Weighed) -> bool:
    """Whether a home registry's search found the whole cited title."""
    return one.asked.service in HOMES and one.comparison is not None and one.comparison.title is Likeness.same


def _searches_say(verdict: IdentityVerdict, reason: Reason) -> Callable[[IdentityEvidence], Identity]:
    """The verdict with the fields of the first find that contradicts."""
    return lambda e: Identity(verdict, reason, e.consulted, _contradictions(e)[0][0].checks)


# --- the cited work's own records


def _is_right(e: IdentityEvidence) -> bool:
    return bool(e.rights)


def _fields(e: IdentityEvidence) -> tuple[FieldCheck, ...]:
    """A check a field: wrong only where every record that has the field says so; with identifiers that are written otherwise."""
    misspelt = (_misspelt(one.asked, one.asked.written) for one in e.rights if one.asked.written)
    return (*_merged(e.cited, e.rights), *misspelt)


def _wrong_fields(e: IdentityEvidence) -> list[FieldCheck]:
    return [check for check in _fields(e) if check.agrees is False and not check.minor]


def _acquitted(e: IdentityEvidence) -> set[str]:
    """Fields that the page shows as the note has them."""
    return {check.field for check in e.seen_fields if check.agrees}


def _agrees(e: IdentityEvidence) -> bool:
    return bool(e.rights) and not _wrong_fields(e)


def _page_acquits(e: IdentityEvidence) -> bool:
    """Whether the page shows every field that the records contradict as the note has it."""
    acquitted = _acquitted(e)
    return bool(e.rights) and e.seen is not None and all(check.field in acquitted for check in _wrong_fields(e))


def _verified(e: IdentityEvidence) -> Identity:
    fields = _fields(e)
    at_home = any(one.asked.home or one.asked.service in HOMES for one in e.rights)
    return Identity(
        IdentityVerdict.verified,
        Reason.home_registry_agrees if at_home else Reason.other_registry_agrees,
        e.consulted,
        fields,
        _notices(e.rights),
        _meant(e.rights, fields),
        additions=_additions(e),
    )


def _disputed_fields(e: IdentityEvidence) -> Identity:
    fields = (*_fields(e), *(e.seen.fields if e.seen else ()))
    return Identity(IdentityVerdict.disputed, Reason.sources_disagree, e.consulted, fields, _notices(e.rights))


def _misdescribed(e: IdentityEvidence) -> Identity:
    """With what the record has in the first field that differs, unless the page shows that one as the note has it."""
    first = next(check for check in _wrong_fields(e) if check.field not in _acquitted(e))
    suggestion = Suggestion(first.field, first.found, first.service)
    return Identity(
        IdentityVerdict.misdescribed, Reason.field_differs, e.consulted, _fields(e), _notices(e.rights), suggestion
    )


def _meant(rights: Sequence[Weighed], fields: tuple[FieldCheck, ...]) -> Suggestion | None:
    """The identifier that the note lacks, of a home registry's find.

    Not where the note gives no year to tell a reprint or a mirror by, nor where any field differs.
    """
    found = next((one.asked for one in rights if one.asked.searched and one.asked.service in HOMES), None)
    dated = any(check.field == "year" and check.agrees for check in fields)
    if found is None or not dated or any(check.agrees is False for check in fields):
        return None
    return Suggestion(str(found.identifier.kind), found.identifier.value, found.service)


def _additions(e: IdentityEvidence) -> tuple[Suggestion, ...]:
    """What the note lacks and the cited identifier's home registry has: the year, and the version of an arXiv paper.

    A year only where every record and the page that has one gives that year alone. A version only where there are several, so
    that the number says something.
    """
    records = [(one.asked, one.work) for one in e.rights if one.work is not None]
    homes = [(asked, work) for asked, work in records if asked.home]
    year = _year(e.cited, [work for _, work in records], e.page)
    dated = next((asked.service for asked, work in homes if work.years), None)
    years = [Suggestion("year", str(year), dated)] if year is not None and dated is not None else []
    return (*years, *(() if _names_version(e.cited) else _versions(homes)))


def _names_version(cited: Cited) -> bool:
    return any(_VERSION.search(item.as_written) for item in cited.identifiers if item.kind is IdKind.arxiv)


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


# --- the page alone, and nothing


def _page_agrees(e: IdentityEvidence) -> bool:
    """Whether the page shows the cited work, and says so in a field at least."""
    return e.page_is_the_work and any(check.agrees for check in e.seen_fields)


def _shown(e: IdentityEvidence) -> Identity:
    return Identity(IdentityVerdict.verified, Reason.page_agrees, e.consulted, e.seen_fields)


def _silence(e: IdentityEvidence) -> Reason | None:
    """Why the work is still open: a home registry that gave no answer, or an outage where there is none to ask."""
    at_home = e.at_home
    answers = (one.asked.answer for one in at_home)
    silent = next((answer.reason for answer in answers if isinstance(answer, Silent)), None)
    return silent if silent is not None or at_home else _outage([one.asked for one in e.weighed])


def _outage(asked: Sequence[Asked]) -> Reason | None:
    """Why a work that has no home registry to ask (an ISBN, a PMID, a title alone) is still open; None where it is not.

    An outage leaves it open unless it is a spare's and somebody else answered. A service that is off, or a wall, is named only
    where nobody answered: no second run would fare better.
    """
    silent = [(one, one.answer.reason) for one in asked if isinstance(one.answer, Silent)]
    answered = len(silent) < len(asked)
    outages = [reason for one, reason in silent if reason in RETRYABLE and not (one.spare and answered)]
    walls = [] if answered else [reason for one, reason in silent if not one.searched]
    return next(iter([*outages, *walls]), None)


def _is_not_comparable(e: IdentityEvidence) -> bool:
    return e.seen is not None or any(one.comparison is not None for one in e.at_home)


def _was_answered(e: IdentityEvidence) -> bool:
    return bool(e.at_home) or any(isinstance(one.asked.answer, (Found, Absent)) for one in e.weighed)


def _agreeing(e: IdentityEvidence) -> tuple[FieldCheck, ...]:
    """What home registries' records affirm all the same."""
    return tuple(check for one in e.at_home for check in one.checks if check.agrees)


def _unchecked(e: IdentityEvidence) -> Identity:
    return Identity(IdentityVerdict.unchecked, _silence(e) or e.idle, e.consulted, _agreeing(e))


def _unconfirmed(reason: Reason) -> Callable[[IdentityEvidence], Identity]:
    return lambda e: Identity(IdentityVerdict.unconfirmed, reason, e.consulted, _agreeing(e))


def _always(_: IdentityEvidence) -> bool:
    return True


def _open_elsewhere(e: IdentityEvidence) -> Identity:
    """What the rows of silence say: a strange record and a search's find prove nothing between them."""
    return next(row for row in _NOTHING if row.holds(e)).identity(e)


#: No positive evidence either way: unconfirmed where somebody answered, unchecked where nobody did.
_NOTHING = (
    VerdictRow("somebody who could know gave no answer", _silence, _unchecked),
    VerdictRow("what is known cannot be compared", _is_not_comparable, _unconfirmed(Reason.fields_not_comparable)),
    VerdictRow("who answered has no record", _was_answered, _unconfirmed(Reason.no_record)),
    VerdictRow("nobody could be asked", _always, _unchecked),
)
TABLE = (
    VerdictRow("one identifier is the work's, another is not", _one_is_wrong, _one_wrong),
    VerdictRow("the home registry denies the identifier", _denied, _nonexistent),
    VerdictRow(
        "the identifier is another work's, but the page shows the cited one", _anothers_but_shown, _disputed_work
    ),
    VerdictRow("the identifier is another work's", _anothers, _wrong_work),
    VerdictRow(
        "the work is under another identifier, and this one is another title's", _is_proven_elsewhere, _wrong_work
    ),
    VerdictRow("the work was found under another identifier", _is_elsewhere, _open_elsewhere),
    VerdictRow(
        "records found by search contradict, enough to convict",
        _is_convicted_by_searches,
        _searches_say(IdentityVerdict.misdescribed, Reason.field_differs),
    ),
    VerdictRow(
        "a record found by search contradicts",
        _is_described_otherwise,
        _searches_say(IdentityVerdict.unconfirmed, Reason.record_differs),
    ),
    VerdictRow("the records are the cited work's", _agrees, _verified),
    VerdictRow("the records contradict what the page shows", _page_acquits, _disputed_fields),
    VerdictRow("the records contradict the citation", _is_right, _misdescribed),
    VerdictRow("the page is the cited work's", _page_agrees, _shown),
    *_NOTHING,
)


#: Of several records' checks of a field: one that agrees, else one that contradicts, else what cannot be compared.
_FIRST = (True, False, None)


def _merged(cited: Cited, rights: Sequence[Weighed]) -> tuple[FieldCheck, ...]:
    """One check a field of one work: one that agrees, if any record gives it, else the first that does not.

    Of several works in a note the one that does not agree is shown.
    """
    groups: dict[int, dict[str, FieldCheck]] = {}
    for one in rights:
        part = next((place for place, work in enumerate(cited.works) if cites(work, one.asked.cited)), -1)
        best = groups.setdefault(part, {})
        for check in one.checks:
            kept = best.setdefault(check.field, check)
            if _FIRST.index(check.agrees) < _FIRST.index(kept.agrees):
                best[check.field] = check
    shown: dict[str, FieldCheck] = {}
    for check in chain.from_iterable(best.values() for best in groups.values()):
        known = shown.setdefault(check.field, check)
        if check.agrees is False and known.agrees is not False:
            shown[check.field] = check
    return tuple(shown.values())


def _identifier_field(one: Weighed) -> FieldCheck:
    """The identifier itself, against what its registry has under it."""
    found = one.work.titles[0] if one.work is not None and one.work.titles else ""
    item = one.asked.identifier
    return FieldCheck(str(item.kind), item.value, found, agrees=False, service=one.asked.service)


def _misspelt(asked: Asked, written: Identifier) -> FieldCheck:
    """A DOI that nobody registered as it is written, and the one that is meant."""
    return FieldCheck(str(written.kind), written.value, asked.identifier.value, agrees=False, service=asked.service)


def _notices(rights: Sequence[Weighed]) -> tuple[Notice, ...]:
    """Notices of the records of the cited work, in the order of their gravity."""
    found = {notice for one in rights if one.work is not None for notice in one.work.notices}
    return tuple(notice for notice in Notice if notice in found)
