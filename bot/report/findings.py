"""One finding with everything a reader needs beside it: the same list behind every format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.codes import Code, all_codes
from bot.model.edit import Finding, TidyPage
from bot.model.page import Page, Place, places
from bot.model.report import CitationCheck, ClaimCheck, PageCheck, PushPage, Report, TidyReport
from bot.model.verdict import Contradicted, NotInSource, Partial, Support, Supported, Unjudged
from bot.model.words import Hint, Severity

_ORDER = (Severity.error, Severity.warning, Severity.note)
_HINT_ORDER = (Hint.no_evidence_found, Hint.weak_evidence)
#: «Look here first» never shows more than this (contract, «Commands»).
HINTS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """A finding on its page. ``check`` and ``claim`` are None for what concerns no citation or no words."""

    page: Page
    finding: Finding
    code: Code | None
    check: CitationCheck | None = None
    claim: ClaimCheck | None = None

    @property
    def place(self) -> Place:
        """Its first place; the page's first character where it names none."""
        return self.finding.places[0] if self.finding.places else Place(1, 1)

    @property
    def about_support(self) -> bool:
        """Whether it says that the source does not say the claim."""
        return self.finding.code.startswith("SUP") and self.claim is not None


@dataclass(frozen=True, slots=True)
class LookFirst:
    """A hint of the embedded judge: where a person should look first. Never a finding."""

    page: Page
    check: CitationCheck
    claim: ClaimCheck
    hint: Hint


def items_of(report: Report) -> tuple[ReportedFinding, ...]:
    """All findings of a report, gravest first."""
    return ranked(item for page in report.pages for item in page_items(page))


def checks_of(report: Report) -> tuple[PageCheck, ...]:
    """The checked pages of a report; a tidy has none."""
    return tuple(
        page.check if isinstance(page, PushPage) else page for page in report.pages if not isinstance(page, TidyPage)
    )


def is_complete(report: Report) -> bool:
    """Whether nothing is left that another run could finish: a tidy always is."""
    return isinstance(report, TidyReport) or report.complete


def page_items(page: PageCheck | TidyPage | PushPage) -> list[ReportedFinding]:
    """A page's findings, each with its citation and the claim it is about."""
    found = page.check if isinstance(page, PushPage) else page
    by_id = {} if isinstance(found, TidyPage) else {check.citation.id: check for check in found.citations}
    return [item_of(found.page, finding, by_id.get(finding.citation or "")) for finding in found.findings]


def item_of(page: Page, finding: Finding, check: CitationCheck | None = None) -> ReportedFinding:
    """A finding with its code, and with the citation and the claim it is about."""
    claim = claim_of(finding, check) if check else None
    return ReportedFinding(page, finding, all_codes().get(finding.code), check, claim)


def ranked(items: Iterable[ReportedFinding]) -> tuple[ReportedFinding, ...]:
    """Errors, then warnings, then notes; the order of pages and places within each."""
    return tuple(sorted(items, key=lambda item: _ORDER.index(item.finding.severity)))


def without_edit(page: TidyPage, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those for whose very place the page's tidy offers no edit of the same code: where it does, the edit says it all."""
    spans = [(edit.code, span.start) for edit in page.edits for span in edit.spans]
    at = places(page.page.text, [start for _, start in spans])
    offered = {(code, place.line) for (code, _), place in zip(spans, at, strict=True)}
    return tuple(
        finding for finding in findings if offered.isdisjoint((finding.code, place.line) for place in finding.places)
    )


def claim_of(finding: Finding, check: CitationCheck) -> ClaimCheck | None:
    """The claim a finding is about: the one it quotes, else one whose verdict can raise it, else the first."""
    quoted = [
        found for found in check.claims if finding.excerpt and finding.excerpt.strip() == found.claim.text.strip()
    ]
    if quoted:
        return quoted[0]
    if finding.code.startswith("SUP"):
        raised = [found for found in check.claims if isinstance(found.support, (Contradicted, NotInSource, Partial))]
        if raised:
            return raised[0]
    return check.claims[0] if check.claims else None


def look_first(pages: Iterable[PageCheck]) -> tuple[LookFirst, ...]:
    """At most five of the embedded judge's hints, the emptiest first. A candidate for evidence is no reason to look."""
    found = [
        LookFirst(page.page, check, claim, claim.support.hint)
        for page in pages
        for check in page.citations
        for claim in check.claims
        if isinstance(claim.support, Unjudged) and claim.support.hint in _HINT_ORDER
    ]
    found.sort(key=lambda hint: (_HINT_ORDER.index(hint.hint), _best_score(hint.claim)))
    return tuple(found[:HINTS_SHOWN])


def _best_score(claim: ClaimCheck) -> float:
    return max((passage.score for passage in claim.support.evidence.passages), default=0.0)


def effective(check: ClaimCheck) -> Support:
    """What holds for the words: where adjacent sources support them together, none of them fails them alone."""
    return check.joint if isinstance(check.joint, Supported) else check.support
