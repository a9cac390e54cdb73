"""``mlwiki push``: a person's file onto the wiki, through the gate."""

from __future__ import annotations

from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.options import command_context, common, gather
from bot.errors import ExitCode, UsageError
from bot.jobs.files import STDIN
from bot.jobs.named_pages import read_files
from bot.jobs.push import PushOptions, push
from bot.jobs.wikis import connect, may_save
from bot.model.message import msg
from bot.model.report import PushReport
from bot.model.words import Decision


@click.command(cls=Command)
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("--save", is_flag=True, help="Save, if the gate lets it through.")
@click.option("-m", "--summary", default="", help="What you changed; a save needs it.")
@checking
@common
def command(paths: tuple[str, ...], *, save: bool, summary: str, **given: Any) -> int:
    r"""Tidy and check a file, ask the gate, show the diff; save it only with --save.

    A file that was pulled replaces the revision it came from; any other file may only make a new page.

    \b
    mlwiki push pages/Дропаут.wiki
    mlwiki push pages/Дропаут.wiki --save -m "источники проверены"
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    if STDIN in paths:
        raise UsageError(msg("push takes files, not standard input"), msg("write the text to a file first"))
    may_save(settings, save=save)
    files = read_files(paths, options.encoding)
    with command_context(options, settings) as context:
        report = push(
            files,
            lambda: connect(settings, context.session.environment, reading=not save, note=context.note),
            context.chosen,
            context.session,
            PushOptions(save, summary, job),
        )
        context.present(report)
    return exit_code(report)


def exit_code(report: PushReport) -> int:
    """5, then 3 where the gate held or blocked, then 4, 1, 0 (contract, «Exit codes»)."""
    if report.bugs:
        return int(ExitCode.bug)
    if any(pushed.check.gate.decision is not Decision.passed for pushed in report.pages):
        return int(ExitCode.refused)
    if not report.complete:
        return int(ExitCode.incomplete)
    raised = any(finding.raised for pushed in report.pages for finding in pushed.check.findings)
    return int(ExitCode.findings if raised else ExitCode.clean)
