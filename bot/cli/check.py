"""``mlwiki check``: verify every citation; changes nothing."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.atomic import write_atomic
from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common, gather, warn_of_no_contact
from bot.cli.path_types import WRITTEN
from bot.errors import ExitCode, UsageError
from bot.locale import Speech
from bot.model.message import msg

if TYPE_CHECKING:
    from bot.model.report import CheckReport, PageCheck


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="PATH-or-TITLE…")
@click.option("--diff", "as_diff", is_flag=True, help="Show what the verdicts propose to change, and nothing else.")
@click.option("--plan", type=WRITTEN, metavar="FILE", help="Write a plan there, for `mlwiki apply`.")
@click.option("--since", type=click.IntRange(min=1), metavar="REV", help="Only what has changed since that revision.")
@click.option("--links", is_flag=True, help="Every external address of the page, and nothing else.")
@click.option("--estimate", "only_estimate", is_flag=True, help="Say what the model would cost, and ask nobody.")
@checking
@common
def command(
    names: tuple[str, ...],
    *,
    as_diff: bool,
    plan: str | None,
    since: int | None,
    links: bool,
    only_estimate: bool,
    **given: Any,
) -> int:
    r"""Verify every citation: does the source exist, is it the cited work, does it say so. Changes nothing.

    A name is a file, a folder of *.wiki files, - for standard input, a title (title:X forces one) or a page's address.

    The address may be that of an old revision or of a difference: then only what it changed is checked.

    \b
    mlwiki check draft.wiki --profile mlru
    mlwiki check draft.wiki --judge openai --model gpt-4o-mini
    mlwiki check draft.wiki --links
    mlwiki check "Метод опорных векторов" --format html --output report.html
    """
    from bot.jobs.check import check
    from bot.jobs.named_pages import first_wiki, limits, readings
    from bot.jobs.wikis import Wikis

    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    if links:
        _only_links(as_diff=as_diff, plan=plan, since=since, estimate=only_estimate)
        job = replace(job, links=True, propose=False, remember=False)
    wikis = Wikis(settings, os.environ)
    read = readings(names, options.encoding, wikis, since)
    pages = [one.page for one in read]
    with command_context(options, settings, wiki=first_wiki(read), wikis=wikis) as context:
        job = replace(job, only=limits(read, context.chosen.profile, context.session))
        if only_estimate:
            from bot.jobs.estimates import estimate

            lines = estimate(pages, context.chosen, context.session, job)
            context.deliver("".join(f"{context.speech.say(line)}\n" for line in lines))
            return int(ExitCode.clean)
        report = check(pages, context.chosen, context.session, job)
        if not job.offline and not job.replay:
            warn_of_no_contact(context)
        if plan is not None:
            _write_plan(plan, context, report)
        if as_diff:
            return _differences(context, report)
        deliver(context, report)
        if context.session.crashes.messages:
            return int(ExitCode.bug)
    return exit_code(report)


def _only_links(**beside: object) -> None:
    """Raises UsageError for what ``--links`` has no answer to: it judges nobody's words and proposes nothing."""
    for name, value in beside.items():
        if value:
            option = {"as_diff": "--diff"}.get(name, f"--{name}")
            raise UsageError(
                msg("--links asks addresses and nothing else: {option} has nothing to show beside it", option=option),
                msg("leave one of the two out"),
            )


def _write_plan(path: str, context: CommandContext, report: CheckReport) -> None:
    from bot.jobs.plan_file import write_plan

    talk = [talk_of(context, page) for page in report.pages]
    write_atomic(
        Path(path), write_plan(report, context.session.store, talk, profile=context.chosen.profile.name).encode()
    )


def talk_of(context: CommandContext, page: PageCheck) -> str:
    """The section for a page's talk page, in the wiki's language."""
    from bot.jobs.verdict_edits import talk_section

    profile = context.chosen.profile
    return talk_section(page, profile, Speech(profile.language), context.session.clock.now())


def _differences(context: CommandContext, report: CheckReport) -> int:
    """Every proposed edit made, and the talk page's new section, as diffs; 1 when there is one."""
    from bot.jobs.verdict_edits import talk_title
    from bot.model.edit import apply_edits
    from bot.report.diff import unified

    pieces = []
    for page in report.pages:
        pieces.append(unified(page.page.text, apply_edits(page.page.text, page.edits), page.page.name))
        pieces.append(unified("", talk_of(context, page), talk_title(page, context.chosen.profile)))
    context.deliver("".join(pieces))
    if report.bugs or not report.complete:
        return exit_code(report)
    return int(ExitCode.findings if any(pieces) else ExitCode.clean)


def deliver(context: CommandContext, report: CheckReport) -> None:
    """Print or write the report in the format that was asked for."""
    context.present(report)


def exit_code(report: CheckReport) -> int:
    """5 before 4 before 1: an incomplete report may still miss findings (contract, «Exit codes»)."""
    if report.bugs:
        return int(ExitCode.bug)
    if not report.complete:
        return int(ExitCode.incomplete)
    raised = any(finding.raised for page in report.pages for finding in page.findings)
    return int(ExitCode.findings if raised else ExitCode.clean)
