"""JSON lines: a line a page, a line a finding, for what reads while a run goes on. Always English."""

from __future__ import annotations

from collections.abc import Iterator

from bot.locale import Speech
from bot.model.report import Report
from bot.report import Style
from bot.report.records import Json, dump_line, report_json


def render(report: Report, _speech: Speech, _style: Style) -> str:
    """``--format jsonl``."""
    return "".join(map(dump_line, lines(report)))


def lines(report: Report) -> Iterator[Json]:
    """Each page, then its findings; at the end whether it is complete, and what it cost."""
    whole = report_json(report)
    for page in whole["pages"]:
        findings = page.pop("findings", ())
        yield {"type": "page", **page}
        yield from ({"type": "finding", "name": page["name"], **finding} for finding in findings)
    end = {name: whole[name] for name in ("complete", "cost") if name in whole}
    if end:
        yield {"type": "end"} | end
