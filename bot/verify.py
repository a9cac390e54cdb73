"""One page's citations through sources and judge; where concurrency lives."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from bot.judge.findings import support_findings
from bot.judge.joint import joint
from bot.model.citation import Citation, Claim
from bot.model.edit import Finding
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import Judge, Looked, Progress, Sources
from bot.model.report import CitationCheck, ClaimCheck, Coverage, Gate, PageCheck
from bot.model.verdict import Contradicted, Evidence, NotInSource, Support, Unjudged
from bot.model.words import RETRYABLE, IdentityVerdict, LinkState, Reason
from bot.profiles import Profile
from bot.sources.findings import source_findings
from bot.wikitext.citations import citations

#: Identities under which a source's text says nothing about the claim: it is not the cited work, or nobody knows.
_TEXT_IS_ANOTHER_WORKS = frozenset({IdentityVerdict.wrong_work, IdentityVerdict.nonexistent})
_IS_THE_CITED_WORK = frozenset({IdentityVerdict.verified, IdentityVerdict.misdescribed})


@dataclass(frozen=True, slots=True)
class Order:
    """What to verify and under which rules.

    ``gate`` decides on what was found; ``only`` limits the work to those citation ids (None: all).
    """

    profile: Profile
    gate: Callable[[Collection[CitationCheck]], Gate]
    only: frozenset[str] | None = None
    concurrency: int = 64


async def verify_page(page: Page, order: Order, sources: Sources, judge: Judge, progress: Progress) -> PageCheck:
    """Verify the citations of ``page``. Never raises for what a service, a page or a model answers."""
    chosen = [found for found in citations(page, order.profile) if order.only is None or found.id in order.only]
    sources.expect(chosen)
    looked = await _look(chosen, sources, progress, order.concurrency)
    texts = {citation.id: found for citation, found in zip(chosen, looked, strict=True)}
    claims = await _judge(page, chosen, texts, judge, progress, order.concurrency)
    checks = tuple(
        CitationCheck(citation, found.link, found.identity, tuple(claims[citation.id]))
        for citation, found in zip(chosen, looked, strict=True)
    )
    findings = [finding for found, look in zip(checks, looked, strict=True) for finding in _findings(page, found, look)]
    return PageCheck(
        page=page,
        coverage=_coverage(checks, looked),
        citations=checks,
        findings=merge_findings(findings),
        gate=order.gate(checks),
    )


def is_complete(page: PageCheck) -> bool:
    """Whether a second run could finish nothing more (contract, «Exit codes»)."""
    for check in page.citations:
        if check.identity.verdict is IdentityVerdict.unchecked and check.identity.reason in RETRYABLE:
            return False
        if check.link.state is LinkState.unknown and check.link.reason in RETRYABLE:
            return False
        if any(isinstance(found.support, Unjudged) and found.support.reason in RETRYABLE for found in check.claims):
            return False
    return True


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


async def _look(chosen: Sequence[Citation], sources: Sources, progress: Progress, concurrency: int) -> Sequence[Looked]:
    gate = asyncio.Semaphore(concurrency)
    done = 0

    async def one(citation: Citation) -> Looked:
        nonlocal done
        async with gate:
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
) -> dict[str, list[ClaimCheck]]:
    pairs = [(citation, claim) for citation in chosen for claim in citation.claims]
    gate = asyncio.Semaphore(concurrency)
    done = 0

    async def one(citation: Citation, claim: Claim) -> Support:
        nonlocal done
        async with gate:
            support = await _support(page, looked[citation.id], claim, judge)
        done += 1
        progress.step(msg("claims"), done, len(pairs))
        return support

    supports = await asyncio.gather(*(one(citation, claim) for citation, claim in pairs))
    alone = {
        (citation.id, claim.start, claim.end): found for (citation, claim), found in zip(pairs, supports, strict=True)
    }
    judged: dict[str, list[ClaimCheck]] = {citation.id: [] for citation in chosen}
    for citation, claim in pairs:
        beside = [alone[key] for ref in claim.refs if (key := (ref, claim.start, claim.end)) in alone]
        together = joint(beside) if len(claim.refs) > 1 else None
        judged[citation.id].append(ClaimCheck(claim, alone[citation.id, claim.start, claim.end], together))
    return judged


async def _support(page: Page, looked: Looked, claim: Claim, judge: Judge) -> Support:
    if looked.identity.verdict in _TEXT_IS_ANOTHER_WORKS:
        return Unjudged(Reason.identity_in_doubt)
    if looked.text is None:
        return Unjudged(looked.link.reason or Reason.source_not_read, Evidence(judge=None))
    return _cap(await judge.judge(claim, looked.text, title=page.title), looked)


def _cap(support: Support, looked: Looked) -> Support:
    """A text that nobody confirmed to be the cited work may support in its own words, never speak against."""
    if looked.identity.verdict in _IS_THE_CITED_WORK or not isinstance(support, (NotInSource, Contradicted)):
        return support
    return Unjudged(Reason.identity_in_doubt, support.evidence)


def _findings(page: Page, check: CitationCheck, looked: Looked) -> tuple[Finding, ...]:
    found = [*source_findings(page, check.citation, looked)]
    for claim in check.claims:
        found += support_findings(page, check.citation, claim)
    return tuple(found)


def _coverage(checks: Sequence[CitationCheck], looked: Sequence[Looked]) -> Coverage:
    claims = [found for check in checks for found in check.claims]
    skipped = Counter(found.support.reason for found in claims if isinstance(found.support, Unjudged))
    return Coverage(
        citations=len(checks),
        identity_checked=sum(check.identity.verdict is not IdentityVerdict.unchecked for check in checks),
        text_read=sum(found.text is not None for found in looked),
        claims=len(claims),
        judged=len(claims) - skipped.total(),
        skipped=tuple(sorted(skipped.items())),
    )
