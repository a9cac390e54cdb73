"""Records as the contract's JSON objects, one function a record; always English, validated by ``schemas/*.json``.

Offsets are code points, end exclusive; lines and columns start at 1. Keys come in the contract's order, so that two
reports can be compared as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

from bot.model.citation import CitationPlace, Cited
from bot.model.edit import Edit, Finding, Proof, TidyPage
from bot.model.page import Page, Place, places
from bot.model.report import (
    Because,
    CheckReport,
    CitationCheck,
    ClaimCheck,
    Cost,
    Coverage,
    Gate,
    PageCheck,
    PushPage,
    PushReport,
    Report,
    TidyReport,
)
from bot.model.verdict import FieldCheck, Identity, Link, Support, Unjudged, quote_of, reason_of, verdict_of
from bot.model.words import CitationKind

Json = dict[str, Any]
#: The schemas and the number of each.
SCHEMAS = {"tidy": 1, "check": 2, "push": 1, "plan": 1, "status": 1, "scan": 1}
#: Halves of characters, and what steers a terminal or turns a line around: inside a JSON string an escape means the same.
_ESCAPED = re.compile(
    "[\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def schema(name: str) -> Json:
    """The committed JSON Schema of its number of ``mlwiki/NAME``. Raises KeyError for a name that has none."""
    text = files("bot.report").joinpath("schemas", f"{name}-{SCHEMAS[name]}.json").read_text(encoding="utf-8")
    found: Json = json.loads(text)
    return found


def dump(report: Json) -> str:
    """Write a report as text that ends in one line feed and can always be encoded as UTF-8."""
    return _encodable(json.dumps(report, ensure_ascii=False, indent=2, allow_nan=False)) + "\n"


def dump_line(record: Json) -> str:
    """Write one record as one line, for ``--format jsonl``."""
    return _encodable(json.dumps(record, ensure_ascii=False, allow_nan=False)) + "\n"


def _encodable(text: str) -> str:
    # none of them stands outside of JSON's strings
    return _ESCAPED.sub(lambda found: json.dumps(found[0])[1:-1], text)


def report_json(report: Report) -> Json:
    """``mlwiki/check/2``, ``mlwiki/tidy/1`` or ``mlwiki/push/1``."""
    match report:
        case CheckReport():
            return check_json(report)
        case TidyReport():
            return tidy_json(report)
        case PushReport():
            return push_json(report)


def tidy_json(report: TidyReport) -> Json:
    """``mlwiki/tidy/1``."""
    return {"schema": "mlwiki/tidy/1", "pages": [tidy_page(page) for page in report.pages]}


def check_json(report: CheckReport) -> Json:
    """``mlwiki/check/2``."""
    return {
        "schema": "mlwiki/check/2",
        "complete": report.complete,
        "pages": [check_page(page) for page in report.pages],
        "cost": cost_json(report.cost),
    }


def push_json(report: PushReport) -> Json:
    """``mlwiki/push/1``."""
    return {
        "schema": "mlwiki/push/1",
        "complete": report.complete,
        "pages": [push_page(page) for page in report.pages],
    }


def plan_json(
    report: TidyReport | CheckReport, decisions: Iterable[Json] = (), talk: Sequence[str] = (), *, profile: str
) -> Json:
    """``mlwiki/plan/1``: every edit and finding with the revision and the text it was made for.

    ``decisions`` are ``{"id", "decision", "reason", "by", "at"}``; each goes to the page that has an edit or finding of that id.
    ``talk`` holds a section for each page's talk page, "" for none; ``profile`` is the name of the one the edits were made under.
    """
    decided = list(decisions)
    sections = [*talk, *[""] * len(report.pages)]
    pages: tuple[TidyPage | PageCheck, ...] = report.pages
    planned = [_plan_page(page, decided, section) for page, section in zip(pages, sections, strict=False)]
    return {"schema": "mlwiki/plan/1", "profile": profile, "pages": planned}


def _plan_page(page: TidyPage | PageCheck, decided: list[Json], talk: str) -> Json:
    known = {edit.id for edit in page.edits} | {finding.id for finding in page.findings}
    return {
        "name": page.page.name,
        "title": page.page.title,
        "wiki": page.page.wiki,
        "revid": page.page.revid,
        "text_sha256": page.page.sha256,
        "edits": [edit_json(edit, page.page) for edit in page.edits],
        "findings": [finding_json(finding) for finding in page.findings],
        "decisions": [one for one in decided if one["id"] in known],
        "talk": talk or None,
    }


def tidy_page(page: TidyPage) -> Json:
    """One page of ``mlwiki/tidy/1``."""
    return {
        "name": page.page.name,
        "text_sha256": page.page.sha256,
        "changed": page.changed,
        "text": page.text,
        "edits": [edit_json(edit, page.page) for edit in page.edits],
        "findings": [finding_json(finding) for finding in page.findings],
        "proof": proof_json(page.proof),
    }


def check_page(page: PageCheck) -> Json:
    """One page of ``mlwiki/check/2``."""
    return {
        "name": page.page.name,
        "revid": page.page.revid,
        "text_sha256": page.page.sha256,
        "coverage": coverage_json(page.coverage),
        "citations": [citation_json(check) for check in page.citations],
        "findings": [finding_json(finding) for finding in page.findings],
        "gate": gate_json(page.gate),
    }


def push_page(page: PushPage) -> Json:
    """One page of ``mlwiki/push/1``."""
    return {
        "name": page.page.name,
        "decision": page.check.gate.decision.value,
        "because": because_json(page.check.gate.because),
        "saved": {"oldid": page.saved.oldid, "newid": page.saved.newid} if page.saved else None,
        "diff": page.diff,
    }


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
        "by_kind": {kind.value: getattr(coverage.by_kind, kind) for kind in CitationKind},
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
        "kind": citation.kind.value,
        "number": citation.number,
        "section": citation.section,
        "names": list(citation.names),
        "group": citation.group,
        "places": [_citation_place(place) for place in citation.places],
        "wikitext": citation.wikitext,
        "cited": cited_json(citation.cited),
        "link": link_json(check.link),
        "identity": identity_json(check.identity),
        "claims": [claim_json(claim) for claim in check.claims],
    }


def _citation_place(place: CitationPlace) -> Json:
    return {"line": place.line, "column": place.column, "kind": place.kind.value, "number": place.number}


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
    return {
        "cited": check.cited,
        "found": check.found,
        "agrees": check.agrees,
        "service": check.service,
        "level": check.level,
        "weight": check.weight,
    }


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
