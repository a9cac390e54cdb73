"""``mlwiki apply``: a plan onto files or the wiki."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.inputs import connect, may_save
from bot.cli.options import common, gather, scene
from bot.cli.push import exit_code
from bot.jobs.apply import ApplyOptions, apply
from bot.jobs.files import read_file
from bot.jobs.plan import read_plan
from bot.model.ports import WikiClient


@click.command(cls=Command)
@click.argument("plan", metavar="PLAN")
@click.option("--save", is_flag=True, help="Write the files, save the pages; without it only the diff is shown.")
@click.option("-m", "--summary", default="", help="Summary of the edit; by default it is made from the edits.")
@checking
@common
def command(plan: str, *, save: bool, summary: str, **given: Any) -> int:
    r"""Apply a plan that `tidy --plan` or `check --plan` wrote; refuses when a page has moved since.

    Safe edits are taken unless the plan rejects them, the others only where it says that a person accepted them. The proof is run
    again on the text that results.

    \b
    mlwiki tidy pages --plan plan.json
    mlwiki apply plan.json
    mlwiki apply plan.json --save
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    read = read_plan(plan, read_file(Path(plan), options.encoding).text)
    with scene(options, settings) as stage:

        def opened() -> WikiClient:
            may_save(settings, save=save)
            return connect(settings, reading=not save, note=stage.note)

        report = apply(read, opened, stage.chosen, stage.world, ApplyOptions(save, summary, job))
        from bot.report import render_push

        stage.present(render_push, report)
    return exit_code(report)
