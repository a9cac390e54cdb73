"""``mlwiki undo RUN``: a run's own edits taken back, each reviewed."""

from __future__ import annotations

import sys
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common, gather
from bot.cli.review import who
from bot.cli.streams import complain, write_data
from bot.errors import ExitCode, UsageError
from bot.jobs.undo import Undoing, UndoReport, undo
from bot.jobs.wikis import connect, may_save
from bot.model.message import msg


@click.command(cls=Command)
@click.argument("name", metavar="RUN")
@click.option("--save", is_flag=True, help="Save; each edit is asked for.")
@click.option("-y", "--yes", is_flag=True, help="Take all of them back without asking.")
@common
def command(name: str, *, save: bool, yes: bool, **given: Any) -> int:
    r"""Take a run's own edits back, each reviewed; a person's later edit is never touched.

    What is taken back is not made again. Without --save the diffs are shown.

    \b
    mlwiki status
    mlwiki undo r1a2b3c4d --save
    """
    options = gather(given)
    settings = options.settings()
    if save and not yes and not sys.stdin.isatty():
        raise UsageError(
            msg("undo asks a person, and standard input is not a terminal"), msg("add --yes to take all back")
        )
    may_save(settings, save=save)
    with command_context(options, settings) as context:

        def agrees(undoing: Undoing) -> bool:
            if yes:
                return True
            context.deliver(undoing.diff)
            write_data(context.speech.say(msg("take this edit back? [y/N]")) + " ")
            return sys.stdin.readline().strip().lower() in {"y", "yes", "д", "да"}

        report = undo(
            name,
            connect(settings, context.session.environment, reading=not save, note=context.note),
            context.session.store,
            who(),
            agrees,
            save=save,
        )
        _tell(report, context, save=save)
    return int(ExitCode.refused if report.refused and save else ExitCode.clean)


def _tell(report: UndoReport, context: CommandContext, *, save: bool) -> None:
    for undoing, saved, why in report.edits:
        if why is not None:
            complain("mlwiki: " + context.speech.say(why))
        elif saved is not None:
            context.notify(
                context.speech.say(msg("Saved: revision {new} over {old}.", new=saved.newid, old=saved.oldid))
            )
        elif not save:
            context.deliver(undoing.diff)
