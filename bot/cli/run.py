"""``mlwiki run``: the scheduled bot."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common_without_pager, gather
from bot.cli.path_types import READ
from bot.cli.streams import complain, line_of
from bot.errors import ExitCode, UsageError
from bot.jobs.files import read_file
from bot.jobs.named_pages import read_worklist
from bot.jobs.run import RunOptions, RunReport, Stop, run
from bot.jobs.session import say_nothing
from bot.jobs.status import count_lines, status, status_json
from bot.jobs.wikis import connect, may_save
from bot.model.message import msg
from bot.store import RunState, default_path


@click.command(cls=Command)
@click.option("--category", metavar="C", help="All pages of a category.")
@click.option("--recent", type=click.FloatRange(0, 36_500), metavar="DAYS", help="Pages edited in the last days.")
@click.option("--worklist", type=READ, metavar="FILE", help="Titles of a file, one a line.")
@click.option(
    "--trial", type=click.IntRange(min=1), metavar="N", help="At most N edits ever under [run] approved_task."
)
@click.option("--save", is_flag=True, help="Save; without it nothing is written and the diffs are shown.")
@checking
@common_without_pager
def command(
    category: str | None, recent: float | None, worklist: str | None, *, trial: int | None, save: bool, **given: Any
) -> int:
    r"""The scheduled bot: tidy and check the pages that have changed, save the bot's own mechanical edits, report.

    Limits, report page and stop page are in mlwiki.toml. A run that was stopped or killed is gone on with. A quiet success prints
    nothing, but where a model is asked, one line says beforehand what goes to whom (-q leaves it out); -v says what was done.

    \b
    mlwiki run --category "Популярные и обзорные статьи"
    mlwiki run --recent 2 --save
    mlwiki run --worklist titles.txt --format json
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options, run__trial=trial)
    may_save(settings, save=True)  # a scheduled bot must be reachable also when it only looks
    if options.format not in {"text", "json"}:
        raise UsageError(msg("run speaks text and json"), msg("use --format text or --format json"))
    listed = None if worklist is None else read_worklist(read_file(Path(worklist), options.encoding).text)
    stop = Stop()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop.request)
    shown = options.verbose > 0 or sys.stderr.isatty()
    with command_context(options, settings, progress=shown) as context:
        client = connect(settings, context.session.environment, reading=not save, note=context.note)
        state = default_path(settings.store, os.environ).parent
        session = context.session if shown else replace(context.session, notify=say_nothing)
        announce = say_nothing if options.quiet else context.session.notify
        asked = RunOptions(save, category, recent, listed, job, announce)
        report = run(client, context.chosen, session, asked, state, stop=stop)
        _deliver(report, context, state)
        _complain(report, context)
    if stop.signal == signal.SIGINT and report.state is RunState.interrupted:
        return int(ExitCode.interrupted)
    return int(report.exit_code)


def _deliver(report: RunReport, context: CommandContext, state: Path) -> None:
    """A dry run's diffs on standard output, or the run as JSON."""
    from bot.report.diff import unified
    from bot.report.records import dump

    if context.options.format == "json":
        found = status(context.session.store, context.settings, state)
        context.deliver(
            dump(status_json(replace(found, runs=tuple(run for run in found.runs if run.row.id == report.name))))
        )
    elif report.diffs:
        context.deliver("".join(unified(before, after, title) for title, before, after in report.diffs))


def _complain(report: RunReport, context: CommandContext) -> None:
    """On standard error what did not succeed, and all with -v."""
    say = context.speech.say
    if report.error is not None:
        complain(line_of(report.error, context.speech))
    elif report.why is not None and (report.exit_code or context.options.verbose):
        complain("mlwiki: " + say(report.why))
    if context.options.verbose and report.counts:
        complain(say(msg("run {name}: {counts}", name=report.name, counts=count_lines(report.counts, context.speech))))
