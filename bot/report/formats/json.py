"""The machine's report: JSON exactly as in the contract, always English, validated by ``schemas/*.json``.

Offsets are code points, end exclusive; lines and columns start at 1. Keys come in the contract's order, so that two
reports can be compared as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files

from bot.locale import Speech
from bot.model.edit import TidyPage
from bot.model.report import CheckReport, PageCheck, PushPage, PushReport, TidyReport
from bot.report import Style
from bot.report.records import (
    Json,
    because_json,
    citation_json,
    cost_json,
    coverage_json,
    edit_json,
    finding_json,
    gate_json,
    proof_json,
)

SCHEMAS = ("tidy", "check", "push", "plan", "status")
#: Halves of characters, and what steers a terminal or turns a line around: inside a JSON string an escape means the same.
_ESCAPED = re.compile(
    "[\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def schema(name: str) -> Json:
    """The committed JSON Schema of ``mlwiki/NAME/1``. Raises FileNotFoundError for a name that has none."""
    text = files("bot.report").joinpath("schemas", f"{name}-1.json").read_text(encoding="utf-8")
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


def of_check(report: CheckReport, speech: Speech, style: Style) -> str:  # noqa: ARG001  # JSON has one language and one form
    """``--format json`` of a check."""
    return dump(check_json(report))


def of_tidy(report: TidyReport, speech: Speech, style: Style) -> str:  # noqa: ARG001  # JSON has one language and one form
    """``--format json`` of a tidy."""
    return dump(tidy_json(report))


def of_push(report: PushReport, speech: Speech, style: Style) -> str:  # noqa: ARG001  # JSON has one language and one form
    """``--format json`` of a push."""
    return dump(push_json(report))


def tidy_json(report: TidyReport) -> Json:
    """``mlwiki/tidy/1``."""
    return {"schema": "mlwiki/tidy/1", "pages": [tidy_page(page) for page in report.pages]}


def check_json(report: CheckReport) -> Json:
    """``mlwiki/check/1``."""
    return {
        "schema": "mlwiki/check/1",
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


def plan_json(report: TidyReport | CheckReport, decisions: Iterable[Json] = (), talk: Sequence[str] = ()) -> Json:
    """``mlwiki/plan/1``: every edit and finding with the revision and the text it was made for.

    ``decisions`` are ``{"id", "decision", "reason", "by", "at"}``; each goes to the page that has an edit or finding of that id.
    ``talk`` holds a section for each page's talk page, "" for none.
    """
    decided = list(decisions)
    sections = [*talk, *[""] * len(report.pages)]
    pages: tuple[TidyPage | PageCheck, ...] = report.pages
    planned = [_plan_page(page, decided, section) for page, section in zip(pages, sections, strict=False)]
    return {"schema": "mlwiki/plan/1", "pages": planned}


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
    """One page of ``mlwiki/check/1``."""
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
