"""What people and machines read: one formatter a file, each imported when it is asked for.

Records in, text out: nothing here reads, writes or asks anybody. ``FORMATS`` is the table of formats; ``json``, ``jsonl``,
``sarif`` and ``junit`` are always English, the others speak the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bot.errors import UsageError
from bot.locale import Speech
from bot.model.message import msg
from bot.model.report import CheckReport, PushReport, TidyReport


@dataclass(frozen=True, slots=True)
class Style:
    """How a report is shown: width in columns, colour, marks that any console has, and whether only faults are wanted.

    ``written`` says that a tidy's safe edits were already made.
    """

    width: int = 80
    color: bool = False
    ascii_only: bool = False
    quiet: bool = False
    written: bool = False


#: Every format by its name on the command line, with the module that writes it: ``of_check``, ``of_tidy``, ``of_push``.
FORMATS: Mapping[str, str] = {
    "text": "bot.report.formats.text",
    "json": "bot.report.formats.json",
    "jsonl": "bot.report.formats.jsonl",
    "html": "bot.report.html",
    "sarif": "bot.report.formats.sarif",
    "junit": "bot.report.formats.junit",
    "wikitext": "bot.report.formats.wikitext",
    "remarks": "bot.report.formats.remarks",
}


#: How a report is shown where nobody says otherwise.
PLAIN = Style()


def render_check(report: CheckReport, fmt: str, speech: Speech, style: Style = PLAIN) -> str:
    """The report of a check. Raises UsageError for a format there is not."""
    return _formatter(fmt, "of_check")(report, speech, style)


def render_tidy(report: TidyReport, fmt: str, speech: Speech, style: Style = PLAIN) -> str:
    """The report of a tidy. Raises UsageError for a format there is not."""
    return _formatter(fmt, "of_tidy")(report, speech, style)


def render_push(report: PushReport, fmt: str, speech: Speech, style: Style = PLAIN) -> str:
    """The report of a push. Raises UsageError for a format there is not."""
    return _formatter(fmt, "of_push")(report, speech, style)


def diff_of(before: str, after: str, name: str) -> str:
    """The unified diff from ``before`` to ``after``; empty when they are equal."""
    from bot.report.diff import unified

    return unified(before, after, name)


def _formatter(fmt: str, what: str) -> Callable[[Any, Speech, Style], str]:
    if fmt not in FORMATS:
        raise UsageError(msg("there is no format {name}", name=fmt), msg("formats: {names}", names=", ".join(FORMATS)))
    chosen: Callable[[Any, Speech, Style], str] = getattr(import_module(FORMATS[fmt]), what)
    return chosen
