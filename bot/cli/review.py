"""``mlwiki review``: a person decides what the gate holds."""

from __future__ import annotations

import getpass
import sys
from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.inputs import read_pages
from bot.cli.options import common, gather, scene
from bot.errors import ExitCode, UsageError
from bot.jobs.check import check
from bot.model.message import msg
from bot.review.decisions import waiting
from bot.review.terminal import Console, review


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="PATH-or-TITLE…")
@checking
@common
def command(names: tuple[str, ...], **given: Any) -> int:
    r"""Check pages, then go through every citation that the gate holds: claim, evidence, decision.

    Each decision is stored at once with its reason; leaving is safe, and the same command goes on with what is undecided.

    \b
    mlwiki review draft.wiki --profile mlru
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    if not sys.stdin.isatty():
        raise UsageError(
            msg("review asks a person, and standard input is not a terminal"), msg("use `mlwiki check` for a report")
        )
    pages = read_pages(names, options, settings)
    with scene(options, settings) as stage:
        report = check(pages, stage.chosen, stage.world, job)
        console = Console(ask=_ask, show=_show, speech=stage.speech)
        left = review(waiting(report), stage.world.store, console, _who())
    return int(ExitCode.findings if left else ExitCode.clean)


def _ask(prompt: str) -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _show(line: str) -> None:
    sys.stdout.write(line + "\n")


def _who() -> str:
    """The person's name on this machine; getpass needs ``pwd`` only where no variable tells."""
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return "?"
