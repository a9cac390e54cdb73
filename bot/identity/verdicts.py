"""The verdict as one table over what was met: home registries, the work, the page, and who answered.

The first row that fits is the verdict; the last fits always. Every row is the first for some evidence, and no evidence is without
one (tests/identity/test_verdicts.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.identity.evidence import HOMES, Asked, Heard, Home, Met, PageShows, WorkEvidence, identifier_field, weigh
from bot.model.citation import Cited
from bot.model.reasons import Reason
from bot.model.source import Absent, Work
from bot.model.verdict import FieldCheck, Identity, Suggestion
from bot.model.words import Consulted, IdentityVerdict, IdKind, Notice

_VERSION = re.compile(r"v(\d+)$")
#: A reason that the evidence has itself: a registry's for its denial, an outage's, the caller's where nobody was asked.
Why = Reason | Callable[[WorkEvidence, Reason], Reason]
Fields = tuple[FieldCheck, ...]


def _denial(evidence: WorkEvidence, idle: Reason) -> Reason:
    """What the registry that denies an identifier gives as its reason."""
    answer = evidence.faults[0].asked.answer
    return answer.reason if isinstance(answer, Absent) else idle


def _agreement(evidence: WorkEvidence, idle: Reason) -> Reason:
    """Whether a home registry agrees, or another one."""
    del idle
    at_home = any(one.asked.home or one.asked.service in HOMES for one in evidence.rights)
    return Reason.home_registry_agrees if at_home else Reason.other_registry_agrees


def _outage(evidence: WorkEvidence, idle: Reason) -> Reason:
    """Why somebody gave no answer."""
    return evidence.outage or idle


def _idle(evidence: WorkEvidence, idle: Reason) -> Reason:
    """Why nobody was asked."""
    del evidence
    return idle


def _of_work(evidence: WorkEvidence) -> Fields:
    return evidence.fields


def _of_work_and_faults(evidence: WorkEvidence) -> Fields:
    return (*evidence.fields, *map(identifier_field, evidence.faults))


def _of_fault(evidence: WorkEvidence) -> Fields:
    first = (evidence.faults or evidence.strangers)[0]
    return (*first.fields, identifier_field(first))


def _of_fault_and_page(evidence: WorkEvidence) -> Fields:
    return (*_of_fault(evidence), *_of_page(evidence))


def _of_work_and_misnamed(evidence: WorkEvidence) -> Fields:
    return (*evidence.fields, *_of_page(evidence), *map(identifier_field, evidence.misnamed))


def _of_find(evidence: WorkEvidence) -> Fields:
    """The record that contradicts."""
    return evidence.contradictions[0][0].fields


def _of_work_and_page(evidence: WorkEvidence) -> Fields:
    return (*evidence.fields, *_of_page(evidence))


def _of_page(evidence: WorkEvidence) -> Fields:
    return evidence.seen.fields if evidence.seen else ()


def _agreeing(evidence: WorkEvidence) -> Fields:
    """What agrees in a home registry's record all the same."""
    return tuple(check for one in evidence.weighed if one.asked.home for check in one.fields if check.agrees)


@dataclass(frozen=True)
class VerdictRule:
    """One row: its name, what has to be met (() for anything), the verdict with its reason, and the fields that are shown."""

    name: str
    home: tuple[Home, ...]
    met: tuple[Met, ...]
    page: tuple[PageShows, ...]
    heard: tuple[Heard, ...]
    verdict: IdentityVerdict
    reason: Why
    shown: Callable[[WorkEvidence], Fields]

    def fits(self, home: Home, met: Met, page: PageShows, heard: Heard) -> bool:
        """Whether the row is met."""
        pairs = ((self.home, home), (self.met, met), (self.page, page), (self.heard, heard))
        return all(not wanted or found in wanted for wanted, found in pairs)


_V, _R = IdentityVerdict, Reason
_OPEN = (Home.clear, Home.doubtful)
_SHOWN = (PageShows.agrees, PageShows.same)
RULES: tuple[VerdictRule, ...] = (
    VerdictRule(
        "one of several identifiers", (Home.mixed,), (), (), (), _V.misdescribed, _R.field_differs, _of_work_and_faults
    ),
    VerdictRule("denied", (Home.denied,), (), (), (), _V.nonexistent, _denial, _of_fault),
    VerdictRule(
        "another work's, and the page shows the cited one",
        (Home.another, Home.foreign),
        (),
        _SHOWN,
        (),
        _V.disputed,
        _R.sources_disagree,
        _of_fault_and_page,
    ),
    VerdictRule(
        "another work's",
        (Home.another, Home.foreign),
        (),
        (),
        (),
        _V.wrong_work,
        _R.registry_names_another_work,
        _of_fault,
    ),
    VerdictRule("described otherwise", _OPEN, (Met.contradicted,), (), (), _V.misdescribed, _R.field_differs, _of_find),
    VerdictRule("doubted", _OPEN, (Met.doubted,), (), (), _V.unconfirmed, _R.record_differs, _of_find),
    VerdictRule("right", (Home.clear,), (Met.right,), (), (), _V.verified, _agreement, _of_work),
    VerdictRule(
        "right, under another's identifier",
        (Home.doubtful,),
        (Met.right,),
        (),
        (),
        _V.disputed,
        _R.sources_disagree,
        _of_work_and_misnamed,
    ),
    VerdictRule(
        "acquitted by the page", _OPEN, (Met.acquitted,), (), (), _V.disputed, _R.sources_disagree, _of_work_and_page
    ),
    VerdictRule("wrong", _OPEN, (Met.wrong,), (), (), _V.misdescribed, _R.field_differs, _of_work),
    VerdictRule("the page agrees", (Home.clear,), (), (PageShows.agrees,), (), _V.verified, _R.page_agrees, _of_page),
    VerdictRule(
        "the page agrees, under another's identifier",
        (Home.doubtful,),
        (),
        (PageShows.agrees,),
        (),
        _V.disputed,
        _R.sources_disagree,
        _of_work_and_misnamed,
    ),
    VerdictRule("no answer", (), (), (), (Heard.outage,), _V.unchecked, _outage, _agreeing),
    VerdictRule(
        "cannot be compared",
        (),
        (),
        (),
        (Heard.incomparable,),
        _V.unconfirmed,
        _R.fields_not_comparable,
        _agreeing,
    ),
    VerdictRule("no record", (), (), (), (Heard.unknown,), _V.unconfirmed, _R.no_record, _agreeing),
    VerdictRule("nobody asked", (), (), (), (), _V.unchecked, _idle, _agreeing),
)
#: Where the records of the cited work are spoken of, their notices (a retraction) are.
_OF_THE_WORK = frozenset({Met.right, Met.acquitted, Met.wrong})


def rule_for(evidence: WorkEvidence) -> VerdictRule:
    """The first row that the evidence meets."""
    facts = (evidence.home, evidence.met, evidence.page_shows, evidence.heard)
    return next(rule for rule in RULES if rule.fits(*facts))


def decide(
    cited: Cited,
    asked: Sequence[Asked],
    page: Work | None,
    *,
    idle: Reason,
    consulted: tuple[tuple[str, Consulted], ...],
) -> Identity:
    """The verdict on all answers. ``idle`` is the reason when nothing could be asked or read (a wall, no address …)."""
    evidence = weigh(cited, asked, page)
    rule = rule_for(evidence)
    reason = rule.reason if isinstance(rule.reason, Reason) else rule.reason(evidence, idle)
    spoken = rule.home == (Home.mixed,) or bool(_OF_THE_WORK.intersection(rule.met))
    verified = rule.verdict is IdentityVerdict.verified and rule.met == (Met.right,)
    return Identity(
        rule.verdict,
        reason,
        consulted,
        rule.shown(evidence),
        _notices(evidence) if spoken else (),
        _meant(evidence) if verified else _correction(evidence) if rule.met == (Met.wrong,) else None,
        _additions(evidence) if verified else (),
    )


def _notices(evidence: WorkEvidence) -> tuple[Notice, ...]:
    """Notices of the records of the cited work, in the order of their gravity."""
    found = {notice for one in evidence.rights if one.work is not None for notice in one.work.notices}
    return tuple(notice for notice in Notice if notice in found)


def _correction(evidence: WorkEvidence) -> Suggestion:
    """What the registry has instead of the first field that only it contradicts."""
    first = next(check for check in evidence.wrong if check.field not in evidence.acquitted)
    return Suggestion(first.field, first.found, first.service)


def _meant(evidence: WorkEvidence) -> Suggestion | None:
    """The identifier that the note lacks, of a home registry's find.

    Not where the note gives no year to tell a reprint or a mirror by, nor where any field differs.
    """
    found = next((one.asked for one in evidence.rights if one.asked.searched and one.asked.service in HOMES), None)
    dated = any(check.field == "year" and check.agrees for check in evidence.fields)
    if found is None or not dated or any(check.agrees is False for check in evidence.fields):
        return None
    if any(
        (item.kind, item.value) == (found.identifier.kind, found.identifier.value)
        for item in evidence.cited.identifiers
    ):
        return None
    return Suggestion(str(found.identifier.kind), found.identifier.value, found.service)


def _additions(evidence: WorkEvidence) -> tuple[Suggestion, ...]:
    """What the note lacks and the cited identifier's home registry has: the year, and the version of an arXiv paper."""
    homes = [(one.asked, one.work) for one in evidence.rights if one.work is not None and one.asked.home]
    named = any(_VERSION.search(item.as_written) for item in evidence.cited.identifiers if item.kind is IdKind.arxiv)
    return (*_years(evidence, homes), *(() if named else _versions(homes)))


def _years(evidence: WorkEvidence, homes: list[tuple[Asked, Work]]) -> list[Suggestion]:
    """The one year that every record and the page give, by a home registry that gives it; not where the note has one."""
    years = {year for one in evidence.rights if one.work is not None for year in one.work.years}
    printed = set(evidence.page.years) if evidence.page is not None else set[int]()
    alone = len(years) == 1 and printed <= years
    dated = next((asked.service for asked, work in homes if work.years), None)
    if evidence.cited.year is not None or not alone or dated is None:
        return []
    return [Suggestion("year", str(years.pop()), dated)]


def _versions(homes: list[tuple[Asked, Work]]) -> Iterator[Suggestion]:
    """The last version of each arXiv paper that has several, so that the number says something."""
    for asked, work in homes:
        latest = next((item.as_written for item in work.identifiers if item.kind is IdKind.arxiv), "")
        version = _VERSION.search(latest)
        if asked.identifier.kind is IdKind.arxiv and version and int(version[1]) > 1:
            yield Suggestion("arxiv", asked.identifier.value + version[0], asked.service)
