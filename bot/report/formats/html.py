"""The report as one HTML file: mailed, attached to a run, opened without a network. Nothing in it runs or loads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.locale import Speech
from bot.model.edit import TidyPage
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.report import (
    CheckReport,
    CitationCheck,
    Coverage,
    PageCheck,
    PushPage,
    PushReport,
    Report,
    TidyReport,
)
from bot.report import Style
from bot.report.findings import ReportedFinding, is_complete, look_first, page_items, ranked
from bot.report.phrases import (
    alone_line,
    because_groups,
    cost_line,
    difference_line,
    is_alone,
    kinds_text,
    unchecked_lines,
)
from bot.report.templating import environment, tone_of_citation

#: Groups of citations by tone, gravest first; the first two stand open.
GROUPS: tuple[tuple[str, Message], ...] = (
    ("bad", msg("With a proven fault")),
    ("doubt", msg("Doubtful")),
    ("", msg("Not confirmed: could not be checked or judged")),
    ("alone", msg("The right work, with no claim attached")),
    ("good", msg("Confirmed: the right work, and it says so")),
)
_TITLES: dict[type[Report], tuple[str, Message]] = {
    CheckReport: ("check", msg("Check of citations")),
    TidyReport: ("tidy", msg("Mechanical edits")),
    PushReport: ("push", msg("Push")),
}


def render(report: Report, speech: Speech, _style: Style) -> str:
    """``--format html``."""
    kind, title = _TITLES[type(report)]
    many = f" ({len(report.pages)})" if len(report.pages) != 1 else ""
    written = environment(speech.language).get_template("report.html").render(
        report=report,
        kind=kind,
        title=speech.say(title) + many,
        complete=is_complete(report),
        difference=difference_line(report, speech),
        cost=cost_line(report.cost, speech) if isinstance(report, CheckReport) else None,
        hints=() if isinstance(report, TidyReport) else report.hints,
        **_functions(speech),
    )  # fmt: skip
    return written + "\n"


def _functions(speech: Speech) -> dict[str, Any]:
    """What only the report's own template calls."""
    return {
        "because_groups": lambda page: because_groups(page.gate.because, page.citations, speech),
        "unchecked_lines": lambda pages: unchecked_lines(pages, speech),
        "kinds_line": lambda page: speech.say(msg("Looked at: {kinds}.", kinds=kinds_text(page.coverage.by_kind))),
        "alone_line": lambda page: alone_line([page], speech),
        "groups_of": lambda page: _groups(page, speech),
        "look_first": look_first,
        "items_on": lambda page: ranked(page_items(page)),
        "times": lambda items, severity: sum(item.finding.severity.value == severity for item in items),
        "reasons_of": _reasons,
        "raised_of": _raised,
        "codes_of": lambda items: list(dict.fromkeys(item.code for item in items)),
        "name_of": lambda page: _page(page).name,
    }


def _groups(page: PageCheck, speech: Speech) -> list[tuple[str, str, list[CitationCheck]]]:
    """Citations by tone, with what the group is called; none that is empty."""
    found = [(kind, title, [one for one in page.citations if _group(one) == kind]) for kind, title in GROUPS]
    return [(kind, speech.say(title), checks) for kind, title, checks in found if checks]


def _group(check: CitationCheck) -> str:
    """Its tone; a work that is the cited one and has nothing attached to it stands apart: nothing is left to confirm."""
    return tone_of_citation(check) or ("alone" if is_alone(check) else "")


def _reasons(coverage: Coverage) -> list[tuple[Reason, int]]:
    """Why claims were not judged, the most frequent first."""
    return [(reason, n) for reason, n in sorted(coverage.skipped, key=lambda pair: -pair[1]) if n]


def _raised(check: CitationCheck, items: Sequence[ReportedFinding]) -> list[ReportedFinding]:
    """The raised findings of a citation."""
    return [item for item in items if item.check is check and item.finding.raised]


def _page(page: PageCheck | TidyPage | PushPage) -> Page:
    return page.check.page if isinstance(page, PushPage) else page.page
