"""``mlwiki apply``: a plan onto files or the wiki."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common, gather
from bot.cli.push import exit_code
from bot.cli.streams import read_answer, write_data
from bot.errors import UsageError
from bot.jobs.apply import ApplyOptions, apply
from bot.jobs.files import read_file
from bot.jobs.plan_file import read_plan
from bot.jobs.session import choose_of_plan
from bot.jobs.wikis import connect, may_save
from bot.model.edit import Edit
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import WikiClient


@click.command(cls=Command)
@click.argument("plan", metavar="PLAN")
@click.option("--save", is_flag=True, help="Write the files, save the pages; without it only the diff is shown.")
@click.option("-m", "--summary", default="", help="Summary of the edit; by default it is made from the edits.")
@checking
@common
def command(plan: str, *, save: bool, summary: str, **given: Any) -> int:
    r"""Apply a plan that `tidy --plan` or `check --plan` wrote; refuses when a page has moved since.

    A plan is a stranger's word: it names only *.wiki files inside the current folder, and pages of the wiki. Edits that tidying
    makes by itself are taken unless the plan rejects them; the others only if you accepted them here, or if you are shown them
    and say yes. The proof is run again on the text that results.

    \b
    mlwiki tidy pages --plan plan.json
    mlwiki apply plan.json
    mlwiki apply plan.json --save
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    read = read_plan(plan, read_file(Path(plan), options.encoding).text)
    with command_context(options, settings) as context:

        def opened() -> WikiClient:
            if not settings.wiki.url:
                # a plan is a stranger's word: its wiki is named, and a person says that it is theirs
                addresses = ", ".join(dict.fromkeys(page.wiki for page in read.pages if page.wiki))
                raise UsageError(
                    msg("no wiki is configured, and the plan is for {wiki}", wiki=addresses),
                    msg("if you know that wiki, name it in [wiki] url or MLWIKI_WIKI_URL"),
                )
            may_save(settings, save=save)
            return connect(settings, context.session.environment, reading=not save, note=context.note)

        ask = _asking(context) if sys.stdin.isatty() and context.to_screen else None
        chosen = choose_of_plan(read.profile, context.chosen, flag=options.profile is not None)
        report = apply(read, opened, chosen, context.session, ApplyOptions(save, summary, ask, job))
        context.present(report)
    return exit_code(report)


def _asking(context: CommandContext) -> Callable[[Page, Edit], bool]:
    """Ask the person at the terminal, edit by edit, until they say yes to all that is left."""
    from bot.review.console import Console, show_edit

    console = Console(read_answer, lambda line: write_data(line + "\n"), context.speech, min(context.width, 100))
    every = False

    def ask(page: Page, edit: Edit) -> bool:
        nonlocal every
        if every:
            return True
        console.tell(msg("{code}: nobody here has accepted this edit of the plan", code=edit.code))
        show_edit(page, edit, console)
        said = console.question(msg("make it? y: yes, a: this and all that follow, Enter: no")).lower()
        every = said in {"a", "all", "в", "все"}
        return every or said in {"y", "yes", "д", "да"}

    return ask
