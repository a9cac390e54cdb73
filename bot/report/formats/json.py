"""The machine's report: JSON exactly as in the contract, always English."""

from __future__ import annotations

from bot.locale import Speech
from bot.model.report import Report
from bot.report import Style
from bot.report.records import dump, report_json


def render(report: Report, _speech: Speech, _style: Style) -> str:
    """``--format json``."""
    return dump(report_json(report))
