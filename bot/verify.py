"""One page's citations through sources and judge; where concurrency lives."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from bot.crash import BUG
from bot.errors import BotError
from bot.judge.claim_numbers import is_older
from bot.judge.joint import joint
from bot.judge.support_findings import support_findings
from bot.model.citation import Citation, Claim
from bot.model.edit import Finding
from bot.model.ids import identity
from bot.model.message import Message, msg
from bot.model.page import Page, Place
from bot.model.ports import Judge, Looked, Progress, Sources
from bot.model.reasons import RETRYABLE, Reason
from bot.model.report import CitationCheck, ClaimCheck, Coverage, Gate, KindCounts, PageCheck
from bot.model.source import SourceText
from bot.model.verdict import Contradicted, Evidence, Identity, Link, NotInSource, Support, Supported, Unjudged
from bot.model.words import IdentityVerdict, LinkState, Severity
from bot.sources.source_findings import source_findings
from bot.wikitext.calls import template_notes
from bot.wikitext.text import Wikitext

#: Identities under which a source's text says nothing about the claim: it is not the cited work, or nobody knows.
_TEXT_IS_ANOTHER_WORKS = frozenset({IdentityVerdict.wrong_work, IdentityVerdict.nonexistent})
_IS_THE_CITED_WORK = frozenset({IdentityVerdict.verified, IdentityVerdict.misdescribed})
_FOUR = re.compile(r"\b\d{4}\b")


#: A citation id and the place of a claim.
_Place = tuple[str, int, int]


#: What is known of a citation that a bug of ours kept from being looked up.
_NOT_LOOKED = Looked(
    Link(LinkState.unknown, reason=Reason.internal_error),
    Identity(IdentityVerdict.unchecked, Reason.internal_error),
    None,
)


def _unkept(_: Exception) -> Message:
    return msg("internal error: a bug of this program")


@dataclass(frozen=True, slots=True)
class Assignment:
    """What to verify and under which rules.

    ``gate`` decides on what was found; ``only`` limits the work to those citation ids (None: all); ``instead`` are citations to
    verify in place of the page's own. ``bug`` writes an unexpected exception down and returns the line that says so.
    """

    gate: Callable[[Collection[CitationCheck]], Gate]
    only: frozenset[str] | None = None
    concurrency: int = 64
    instead: tuple[Citation, ...] | None = None
    bug: Callable[[Exception], Message] = _unkept


async def verify_page(
    wikitext: Wikitext, order: Assignment, sources: Sources, judge: Judge, progress: Progress
) -> PageCheck:
    """Verify the citations of a page. Never raises for what a service, a page or a model answers.

    An unexpected exception in one citation is that citation's: *unchecked* or *unjudged* for an internal error, with a finding.
    """
    page = wikitext.page
    cited = wikitext.citations if order.instead is None else order.instead
    chosen = [found for found in cited if order.only is None or found.id in order.only]
    bugs = _Bugs(order.bug)
    with bugs.of(""):
        sources.expect(chosen)
    looked = await _look(chosen, sources, progress, order.concurrency, bugs)
    texts = {citation.id: found for citation, found in zip(chosen, looked, strict=True)}
    claims = await _judge(page, chosen, texts, judge, progress, order.concurrency, bugs)
    checks = tuple(
        CitationCheck(citation, found.link, found.identity, tuple(claims[citation.id]))
        for citation, found in zip(chosen, looked, strict=True)
    )
    findings: list[Finding] = []
    for found, look in zip(checks, looked, strict=True):
        with bugs.of(found.id):
            findings += _findings(page, found, look)
    findings += [broken_finding(page, said, found.citation) for found in checks for said in bugs.told.get(found.id, ())]
    return PageCheck(
        page=page,
        coverage=_coverage(checks, looked, template_notes(wikitext.lexed) if order.only is None else 0),
        citations=checks,
        findings=merge_findings(findings),
        gate=order.gate(checks),
    )


def is_complete(page: PageCheck) -> bool:
    """Whether a second run could finish nothing more (contract, «Exit codes»)."""
    return RETRYABLE.isdisjoint(reason for check in page.citations for reason in _left_open(check))


def _left_open(check: CitationCheck) -> Iterator[Reason | None]:
    """Why parts of a citation's check have no answer."""
    if check.identity.verdict is IdentityVerdict.unchecked:
        yield check.identity.reason
    if check.link.state is LinkState.unknown:
        yield check.link.reason
    for claim in check.claims:
        yield from (one.reason for one in (claim.support, claim.joint) if isinstance(one, Unjudged))


def broken_finding(page: Page, said: Message, citation: Citation | None = None) -> Finding:
    """The finding of a page, or of one of its citations, that a bug of ours kept from being worked on."""
    key, excerpt = ("", "") if citation is None else (citation.key, " ".join(citation.cited.plain.split()))
    return Finding(
        id=identity(page.wiki, page.title, BUG, "", key),
        code=BUG,
        severity=Severity.error,
        message=said,
        places=(Place(1, 1),) if citation is None else citation.positions,
        excerpt=excerpt,
        citation=None if citation is None else citation.id,
    )


class _Bugs:
    """The bugs met in one page, by citation; the first of each is told."""

    def __init__(self, note: Callable[[Exception], Message]) -> None:
        self._note = note
        self.told: dict[str, tuple[Message, ...]] = {}

    @contextmanager
    def of(self, citation: str) -> Iterator[None]:
        """What is done inside belongs to that citation; an unexpected exception ends it and nothing else."""
        try:
            yield
        except BotError:
            # said by whoever raised it: a key that cannot be had, a disk that is full
            raise
        except Exception as error:  # noqa: BLE001  # the isolation of one citation from all others
            said = self._note(error)
            self.told.setdefault(citation, (said,))


def merge_findings(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Equal ids are one finding with several places."""
    merged: dict[str, Finding] = {}
    for finding in findings:
        before = merged.get(finding.id)
        if before is None:
            merged[finding.id] = finding
        else:
            merged[finding.id] = replace(before, places=tuple(sorted({*before.places, *finding.places})))
    return tuple(merged.values())


async def _look(
    chosen: Sequence[Citation], sources: Sources, progress: Progress, concurrency: int, bugs: _Bugs
) -> Sequence[Looked]:
    gate = asyncio.Semaphore(concurrency)
    done = 0

    async def one(citation: Citation) -> Looked:
        nonlocal done
        found = _NOT_LOOKED
        async with gate:
            with bugs.of(citation.id):
                found = await sources.look(citation)
        done += 1
        progress.step(msg("sources"), done, len(chosen))
        return found

    return await asyncio.gather(*(one(citation) for citation in chosen))


async def _judge(
    page: Page,
    chosen: Sequence[Citation],
    looked: dict[str, Looked],
    judge: Judge,
    progress: Progress,
    concurrency: int,
    bugs: _Bugs,
) -> dict[str, list[ClaimCheck]]:
    pairs = [(citation, claim) for citation in chosen for claim in citation.claims]
    gate = asyncio.Semaphore(concurrency)
    done = 0

    async def one(citation: Citation, claim: Claim) -> Support:
        nonlocal done
        support: Support = _broken(judge)
        async with gate:
            with bugs.of(citation.id):
                support = await _support(page, looked[citation.id], claim, judge)
        done += 1
        progress.step(msg("claims"), done, len(pairs))
        return support

    texts = [looked[citation.id].text for citation, _ in pairs]
    supports = await asyncio.gather(*(one(citation, claim) for citation, claim in pairs))
    failed = _distrusted(supports, texts)
    supports = _without_distrusted(supports, texts, failed)
    alone = {_place(citation.id, claim): found for (citation, claim), found in zip(pairs, supports, strict=True)}
    # each citation has its own record of the words, with the same place and refs
    groups = {(claim.refs, claim.start, claim.end): claim for _, claim in pairs if len(claim.refs) > 1}

    async def all_of(claim: Claim) -> Support:
        support: Support = _broken(judge)
        async with gate:
            with bugs.of(next(iter(claim.refs), "")):
                support = await _together(page, looked, alone, failed, claim, judge)
        return support

    together = dict(zip(groups, await asyncio.gather(*map(all_of, groups.values())), strict=True))
    judged: dict[str, list[ClaimCheck]] = {citation.id: [] for citation in chosen}
    for citation, claim in pairs:
        beside = together.get((claim.refs, claim.start, claim.end))
        judged[citation.id].append(ClaimCheck(claim, alone[_place(citation.id, claim)], beside))
    return judged


def _broken(judge: Judge) -> Unjudged:
    return Unjudged(Reason.internal_error, Evidence(judge=judge.name))


def _distrusted(supports: Sequence[Support], texts: Sequence[SourceText | None]) -> frozenset[str]:
    """The sources (by hash) about which the judge once confirmed a control statement."""
    return frozenset(
        text.sha256
        for found, text in zip(supports, texts, strict=True)
        if text is not None and isinstance(found, Unjudged) and found.reason is Reason.control_failed
    )


def _without_distrusted(
    supports: Sequence[Support], texts: Sequence[SourceText | None], failed: frozenset[str]
) -> list[Support]:
    """Nothing is believed of a source whose control ``failed``, what was judged before it did neither."""
    return [
        found
        if text is None or text.sha256 not in failed or isinstance(found, Unjudged)
        else Unjudged(Reason.control_failed, found.evidence)
        for found, text in zip(supports, texts, strict=True)
    ]


def _place(citation: str, claim: Claim) -> _Place:
    return citation, claim.start, claim.end


async def _together(
    page: Page,
    looked: dict[str, Looked],
    alone: dict[_Place, Support],
    failed: frozenset[str],
    claim: Claim,
    judge: Judge,
) -> Support:
    """The verdict of adjacent refs: out of the single ones, or the judge's on all their texts where that says more.

    A text whose control ``failed`` is not shown beside others.
    """
    beside = [(ref, alone[key]) for ref in claim.refs if (key := _place(ref, claim)) in alone]
    read = [
        (text, support)
        for ref, support in beside
        if (text := _witness(looked[ref], claim)) is not None and text.sha256 not in failed
    ]
    found = await judge.together(claim, read, title=page.title)
    return found or joint(support for _, support in beside)


def _witness(looked: Looked, claim: Claim) -> SourceText | None:
    """The text that may speak for the claim beside others; none of another work, none from before what the claim dates."""
    out = looked.identity.verdict in _TEXT_IS_ANOTHER_WORKS or _is_too_old(looked, claim)
    return None if out else looked.text


async def _support(page: Page, looked: Looked, claim: Claim, judge: Judge) -> Support:
    if looked.identity.verdict in _TEXT_IS_ANOTHER_WORKS:
        return Unjudged(Reason.identity_in_doubt)
    if not claim.checkable:
        return Unjudged(Reason.states_nothing)
    if looked.text is None:
        return Unjudged(looked.link.reason or Reason.source_not_read, Evidence(judge=None))
    return _cap(await judge.judge(claim, looked.text, title=page.title), claim, looked)


def _cap(support: Support, claim: Claim, looked: Looked) -> Support:
    """What a verdict is worth once it is known whose text was read.

    A text that nobody confirmed to be the cited work may support in its own words, never speak against. A work that is older
    than what the claim dates has not seen it, whatever its words seem to say: that is for a person.
    """
    if isinstance(support, Supported) and _is_too_old(looked, claim):
        return Unjudged(Reason.source_older_than_claim, support.evidence)
    if looked.identity.verdict in _IS_THE_CITED_WORK or not isinstance(support, (NotInSource, Contradicted)):
        return support
    return Unjudged(Reason.identity_in_doubt, support.evidence)


def _is_too_old(looked: Looked, claim: Claim) -> bool:
    """Whether the work, as a registry dates it, came out before what the claim dates; False where nobody knows its year."""
    if looked.identity.verdict is not IdentityVerdict.verified:
        return False
    years = [
        int(year) for found in looked.identity.fields if found.field == "year" for year in _FOUR.findall(found.found)
    ]
    return bool(years) and is_older(claim.text, max(years))


def _findings(page: Page, check: CitationCheck, looked: Looked) -> tuple[Finding, ...]:
    found = [*source_findings(page, check.citation, looked)]
    for claim in check.claims:
        found += support_findings(page, check.citation, claim)
    return tuple(found)


def _coverage(checks: Sequence[CitationCheck], looked: Sequence[Looked], unread: int) -> Coverage:
    """``unread`` notes are made by templates: each stands behind a claim that nobody looked at."""
    claims = [found for check in checks for found in check.claims]
    skipped = Counter(found.support.reason for found in claims if isinstance(found.support, Unjudged))
    if unread:
        skipped[Reason.made_by_template] += unread
    return Coverage(
        citations=len(checks),
        identity_checked=sum(check.identity.verdict is not IdentityVerdict.unchecked for check in checks),
        text_read=sum(found.text is not None for found in looked),
        claims=len(claims) + unread,
        judged=len(claims) + unread - skipped.total(),
        skipped=tuple(sorted(skipped.items())),
        by_kind=KindCounts(**Counter(place.kind.value for check in checks for place in check.places)),
    )
