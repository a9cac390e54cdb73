"""The demo's report: what is replayed, the edits as a diff, the check, and last what was raised against what was planted."""

from __future__ import annotations

from collections.abc import Iterable

from bot.locale import Speech
from bot.model.message import Message, msg
from bot.model.report import DemoComparison, DemoReport, Planted
from bot.report import Style, render
from bot.report.columns import Columns
from bot.report.diff import unified
from bot.report.formats.text import diff_block


def of_demo(report: DemoReport, speech: Speech, style: Style, html: str) -> str:
    """The whole text; ``html`` is the name of the file that holds the same check for a browser."""
    parts = [head_text(report.head, speech), render(report.tidy, "text", speech, style)]
    if not style.quiet:
        parts.append(_diff(report, speech, style))
    parts.append(render(report.check, "text", speech, style))
    parts.append(speech.say(msg("the check as a page for the browser: {path}", path=html)) + "\n")
    parts.append(comparison_text(report.comparison, speech))
    return "\n".join(part for part in parts if part)


def head_text(head: Iterable[Message], speech: Speech) -> str:
    """The demo's first lines."""
    return "".join(speech.say(line) + "\n" for line in head)


def _diff(report: DemoReport, speech: Speech, style: Style) -> str:
    columns = Columns(width=style.width, color=style.color, ascii_only=style.ascii_only)
    for page in report.tidy.pages:
        diff_block(columns, unified(page.page.text, page.text, page.page.name), speech)
    return columns.text()


def comparison_text(comparison: DemoComparison, speech: Speech) -> str:
    """The demo's last lines."""
    total = len(comparison.raised) + len(comparison.missing)
    lines = _planted(comparison.missing, speech)
    lines += [
        speech.say(msg("raised but not planted: {code} {message}", code=found.code, message=found.message))
        for found in comparison.unexpected
    ]
    lines.append(
        speech.say(
            msg(
                "planted faults raised: {raised} of {total}; raised beyond them: {unexpected}",
                raised=len(comparison.raised),
                total=total,
                unexpected=len(comparison.unexpected),
            )
        )
    )
    return "".join(line + "\n" for line in lines)


def _planted(missing: Iterable[Planted], speech: Speech) -> list[str]:
    return [
        speech.say(msg("planted but not raised: {code} at «{where}»", code=fault.code, where=fault.where))
        for fault in missing
    ]
