"""Records as the contract's JSON objects: one function a record."""

from __future__ import annotations

from typing import Any

from bot.model.citation import Cited
from bot.model.edit import Edit, Finding, Proof
from bot.model.page import Page, Place, places
from bot.model.report import Because, CitationCheck, ClaimCheck, Cost, Coverage, Gate
from bot.model.verdict import FieldCheck, Identity, Link, Support, Unjudged, quote_of, reason_of, verdict_of

Json = dict[str, Any]


def edit_json(edit: Edit, page: Page) -> Json:
    """An edit with the line each span starts on."""
    lines = [place.line for place in places(page.text, [span.start for span in edit.spans])]
    return {
        "id": edit.id,
        "code": edit.code,
        "fix": edit.fix.value,
        "message": str(edit.message),
        "needs": list(edit.needs),
        "spans": [
            {"start": span.start, "end": span.end, "line": line, "before": span.before, "after": span.after}
            for span, line in zip(edit.spans, lines, strict=True)
        ],
    }


def proof_json(proof: Proof) -> Json:
    """Which invariants held."""
    return {"ok": proof.ok, "checks": dict(proof.checks)}


def finding_json(finding: Finding) -> Json:
    """``Finding`` of the contract."""
    return {
        "id": finding.id,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": str(finding.message),
        "places": _places(finding.places),
        "excerpt": finding.excerpt,
        "citation": finding.citation,
    }


def _places(found: tuple[Place, ...]) -> list[Json]:
    return [{"line": place.line, "column": place.column} for place in found]


def coverage_json(coverage: Coverage) -> Json:
    """How much was really looked at; a reason that counts nothing is left out."""
    skipped: dict[str, int] = {}
    for reason, count in coverage.skipped:
        if count:
            skipped[reason.value] = skipped.get(reason.value, 0) + count
    return {
        "citations": coverage.citations,
        "identity_checked": coverage.identity_checked,
        "text_read": coverage.text_read,
        "claims": coverage.claims,
        "judged": coverage.judged,
        "skipped": skipped,
    }


def citation_json(check: CitationCheck) -> Json:
    """One citation with its three verdicts."""
    citation = check.citation
    return {
        "id": citation.id,
        "number": citation.number,
        "section": citation.section,
        "names": list(citation.names),
        "group": citation.group,
        "places": _places(citation.places),
        "wikitext": citation.wikitext,
        "cited": cited_json(citation.cited),
        "link": link_json(check.link),
        "identity": identity_json(check.identity),
        "claims": [claim_json(claim) for claim in check.claims],
    }


def cited_json(cited: Cited) -> Json:
    """What the ref says about the work."""
    return {
        "title": cited.title,
        "authors": list(cited.authors),
        "year": cited.year,
        "identifiers": [{"kind": found.kind.value, "value": found.value} for found in cited.identifiers],
        "venue": cited.venue,
        "volume": cited.volume,
        "issue": cited.issue,
        "pages": cited.pages,
        "pointers": list(cited.pointers),
    }


def link_json(link: Link) -> Json:
    """What the address answered."""
    return {
        "state": link.state.value,
        "status": link.status,
        "reason": link.reason.value if link.reason else None,
        "looks": link.looks,
        "first_failed": link.first_failed,
        "archived": link.archived,
    }


def identity_json(identity: Identity) -> Json:
    """Whether the work exists and is the cited one.

    Services are asked from the home registry on, so where two speak of one field the first stands.
    """
    fields: dict[str, Json] = {}
    for check in identity.fields:
        fields.setdefault(check.field, field_json(check))
    hint = identity.suggestion
    return {
        "verdict": identity.verdict.value,
        "reason": identity.reason.value,
        "consulted": {service: did.value for service, did in identity.consulted},
        "fields": fields,
        "notices": [notice.value for notice in identity.notices],
        "suggestion": {"field": hint.field, "value": hint.value, "service": hint.service} if hint else None,
    }


def field_json(check: FieldCheck) -> Json:
    """One field as cited and as found."""
    return {"cited": check.cited, "found": check.found, "agrees": check.agrees, "service": check.service}


def claim_json(check: ClaimCheck) -> Json:
    """One claim with its verdicts; ``joint`` is the verdict of adjacent refs together."""
    return {
        "text": check.claim.text,
        "start": check.claim.start,
        "end": check.claim.end,
        "refs": list(check.claim.refs),
        "joint": support_json(check.joint) if check.joint else None,
        "support": support_json(check.support),
    }


def support_json(support: Support) -> Json:
    """``Support`` of the contract: ``quote`` is only ever what code found in the source."""
    quote = quote_of(support)
    evidence = support.evidence
    hint = support.hint if isinstance(support, Unjudged) else None
    return {
        "verdict": verdict_of(support).value,
        "reason": reason_of(support).value,
        "scope": evidence.scope.value,
        "quote": quote.text if quote else None,
        "quote_found": quote is not None,
        "hint": hint.value if hint else None,
        "passages": [
            {"text": passage.text, "where": passage.where, "score": passage.score} for passage in evidence.passages
        ],
        "judge": evidence.judge,
    }


def gate_json(gate: Gate) -> Json:
    """The gate's decision with its reasons."""
    return {"decision": gate.decision.value, "policy": gate.policy.value, "because": because_json(gate.because)}


def because_json(because: tuple[Because, ...]) -> list[Json]:
    """Each citation's part in the decision."""
    return [{"citation": one.citation, "code": one.code, "message": str(one.message)} for one in because]


def cost_json(cost: Cost) -> Json:
    """What the run used."""
    return {
        "requests": cost.requests,
        "tokens_in": cost.tokens_in,
        "tokens_out": cost.tokens_out,
        "amount": cost.amount,
        "currency": cost.currency,
    }
