"""``mlwiki check``: verify every citation; changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.options import Scene, common, gather, scene
from bot.cli.reading import limits, readings
from bot.errors import ExitCode
from bot.jobs.check import check, estimate
from bot.jobs.files import write_atomic
from bot.jobs.plan import write_plan
from bot.model.report import CheckReport


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="PATH-or-TITLE…")
@click.option("--plan", metavar="FILE", help="Write a plan there, for `mlwiki apply`.")
@click.option("--since", type=int, metavar="REV", help="Only what has changed since that revision.")
@click.option("--estimate", "only_estimate", is_flag=True, help="Say what the model would cost, and ask nobody.")
@checking
@common
def command(names: tuple[str, ...], *, plan: str | None, since: int | None, only_estimate: bool, **given: Any) -> int:
    r"""Verify every citation: does the source exist, is it the cited work, does it say so. Changes nothing.

    A name is a file, a folder of *.wiki files, - for standard input, a title (title:X forces one) or a page's address.

    The address may be that of an old revision or of a difference: then only what it changed is checked.

    \b
    mlwiki check draft.wiki --profile mlru
    mlwiki check draft.wiki --judge openai --model gpt-4o-mini
    mlwiki check "Метод опорных векторов" --format html --output report.html
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    read = readings(names, options, settings, since)
    pages = [one.page for one in read]
    with scene(options, settings, wiki=read[0].wiki) as stage:
        job = replace(job, only=limits(read, stage.chosen.profile))
        if only_estimate:
            stage.deliver(stage.speech.say(estimate(pages, stage.chosen, stage.world)) + "\n")
            return int(ExitCode.clean)
        report = check(pages, stage.chosen, stage.world, job)
        if plan is not None:
            write_atomic(Path(plan), write_plan(report, stage.world.store).encode())
        deliver(stage, report)
    return exit_code(report)


def deliver(stage: Scene, report: CheckReport) -> None:
    """Print or write the report in the format that was asked for."""
    from bot.report import render_check

    stage.present(render_check, report)


def exit_code(report: CheckReport) -> int:
    """4 before 1: an incomplete report may still miss findings (contract, «Exit codes»)."""
    if not report.complete:
        return int(ExitCode.incomplete)
    raised = any(finding.raised for page in report.pages for finding in page.findings)
    return int(ExitCode.findings if raised else ExitCode.clean)
