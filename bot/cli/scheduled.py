"""``mlwiki run``: the scheduled bot. The module ``bot.cli.run`` is the dispatcher."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.inputs import connect, may_save
from bot.cli.options import Scene, common, gather, scene
from bot.cli.run import line_of
from bot.cli.streams import complain
from bot.errors import ExitCode
from bot.jobs.files import read_file
from bot.jobs.run import RunOptions, RunReport, Stop, run
from bot.jobs.run.worklist import read_worklist
from bot.jobs.status import count_lines
from bot.model.message import msg
from bot.store import RunState, default_path


@click.command(cls=Command)
@click.option("--category", metavar="C", help="All pages of a category.")
@click.option("--recent", type=float, metavar="DAYS", help="Pages edited in the last days.")
@click.option("--worklist", metavar="FILE", help="Titles of a file, one a line.")
@click.option("--save", is_flag=True, help="Save; without it nothing is written and the diffs are shown.")
@checking
@common
def command(category: str | None, recent: float | None, worklist: str | None, *, save: bool, **given: Any) -> int:
    r"""The scheduled bot: tidy and check the pages that have changed, save the bot's own mechanical edits, report.

    Limits, report page and stop page are in mlwiki.toml. A run that was stopped or killed is gone on with. A quiet success prints
    nothing; -v says what was done.

    \b
    mlwiki run --category "Популярные и обзорные статьи"
    mlwiki run --recent 2 --save
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    may_save(settings, save=save)
    listed = None if worklist is None else read_worklist(read_file(Path(worklist), options.encoding).text)
    stop = Stop()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop.request)
    shown = options.verbose > 0 or sys.stderr.isatty()
    with scene(options, settings, progress=shown) as stage:
        client = connect(settings, reading=not save)
        state = default_path(settings.store, os.environ).parent
        report = run(
            client, stage.chosen, stage.world, RunOptions(save, category, recent, listed, job), state, stop=stop
        )
        _tell(report, stage)
    if stop.signal == signal.SIGINT and report.state is RunState.interrupted:
        return int(ExitCode.interrupted)
    return int(report.exit_code)


def _tell(report: RunReport, stage: Scene) -> None:
    """A dry run's diffs on standard output; on standard error what did not succeed, and everything with -v."""
    from bot.report import diff_of

    say = stage.speech.say
    if report.diffs:
        stage.deliver("".join(diff_of(before, after, title) for title, before, after in report.diffs))
    if report.error is not None:
        complain(line_of(report.error, stage.speech))
    elif report.why is not None and (report.exit_code or stage.options.verbose):
        complain("mlwiki: " + say(report.why))
    if stage.options.verbose and report.counts:
        complain(say(msg("run {name}: {counts}", name=report.name, counts=count_lines(report.counts, stage.speech))))
