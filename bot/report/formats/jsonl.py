"""JSON lines: a line a page, a line a finding, for what reads while a run goes on. Always English."""

from __future__ import annotations

from collections.abc import Iterator

from bot.locale import Speech
from bot.model.report import CheckReport, PushReport, TidyReport
from bot.report import Style
from bot.report.formats.json import check_page, dump_line, push_page, tidy_page
from bot.report.records import Json, cost_json


def of_check(report: CheckReport, speech: Speech, style: Style) -> str:  # noqa: ARG001  # JSON has one language and one form
    """``--format jsonl`` of a check."""
    return "".join(map(dump_line, check_lines(report)))


def of_tidy(report: TidyReport, speech: Speech, style: Style) -> str:  # noqa: ARG001  # JSON has one language and one form
    """``--format jsonl`` of a tidy."""
    return "".join(map(dump_line, tidy_lines(report)))


def of_push(report: PushReport, speech: Speech, style: Style) -> str:  # noqa: ARG001  # JSON has one language and one form
    """``--format jsonl`` of a push."""
    return "".join(map(dump_line, push_lines(report)))


def tidy_lines(report: TidyReport) -> Iterator[Json]:
    """``jsonl`` of a tidy: a page, then its findings."""
    for page in report.pages:
        whole = tidy_page(page)
        findings = whole.pop("findings")
        yield {"type": "page", **whole}
        yield from ({"type": "finding", "name": page.page.name, **finding} for finding in findings)


def check_lines(report: CheckReport) -> Iterator[Json]:
    """``jsonl`` of a check: a page, then its findings; at the end whether it is complete, and the cost."""
    for page in report.pages:
        whole = check_page(page)
        findings = whole.pop("findings")
        yield {"type": "page", **whole}
        yield from ({"type": "finding", "name": page.page.name, **finding} for finding in findings)
    yield {"type": "end", "complete": report.complete, "cost": cost_json(report.cost)}


def push_lines(report: PushReport) -> Iterator[Json]:
    """``jsonl`` of a push: a page a line; at the end whether it is complete."""
    yield from ({"type": "page", **push_page(page)} for page in report.pages)
    yield {"type": "end", "complete": report.complete}
