"""SARIF 2.1.0 (OASIS), for code hosts and editors that show findings beside lines. Always English.

Fingerprints are the contract's identities, so that a host keeps its answer to a finding while the page moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from bot import __version__
from bot.codes import Code
from bot.locale import Speech
from bot.model.page import Place
from bot.model.report import Report
from bot.model.verdict import quote_of
from bot.report import Style
from bot.report.citation_labels import label
from bot.report.findings import ReportedFinding, is_complete, items_of
from bot.report.records import Json, dump
from bot.report.visible import one_line

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: Report, _speech: Speech, _style: Style) -> str:
    """``--format sarif``."""
    return dump(sarif(items_of(report), complete=is_complete(report)))


def sarif(items: Sequence[ReportedFinding], *, complete: bool) -> Json:
    """The log of one run; an incomplete check is no successful execution."""
    rules = {item.finding.code: item.code for item in items}
    names = sorted(rules)
    driver = {
        "name": "mlwiki",
        "semanticVersion": __version__,
        "rules": [_rule(name, rules[name]) for name in names],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": complete}],
        "results": [_result(item, names.index(item.finding.code)) for item in items],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str, code: Code | None) -> Json:
    if code is None:
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.what},
        "help": {"text": code.do},
        "defaultConfiguration": {"level": code.severity.value},
    }


def _result(item: ReportedFinding, rule: int) -> Json:
    finding = item.finding
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity.value,
        "message": {"text": one_line(_message(item)) or finding.code},
        "locations": [_location(item, place) for place in finding.places or (item.place,)],
        "partialFingerprints": {"mlwiki/v1": finding.id},
    }


def _message(item: ReportedFinding) -> str:
    """The fault, with the quote that proves it."""
    said = str(item.finding.message)
    found = quote_of(item.claim.support) if item.claim and item.finding.code.startswith("SUP") else None
    return f"{said} — “{found.text}”" if found else said


def _location(item: ReportedFinding, place: Place) -> Json:
    """Where in the file; what the citation is called there, and its kind (a logical location may be of any kind)."""
    physical = {
        "artifactLocation": {"uri": uri(item.page.name)},
        "region": {"startLine": place.line, "startColumn": place.column},
    }
    if item.check is None:
        return {"physicalLocation": physical}
    cited = item.check.citation
    logical = {"name": label(cited, Speech("en")) or cited.id, "kind": cited.kind.value}
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def uri(name: str) -> str:
    """A path or a title as a relative URI reference; a back-slash of Windows is a slash."""
    path = quote(name.replace("\\", "/").encode("utf-8", "replace"), safe="/~")
    return path or "page"
