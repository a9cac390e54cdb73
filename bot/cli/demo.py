"""``mlwiki demo``: the main job on the bundled sample page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import command_context, common, gather
from bot.cli.path_types import WRITTEN
from bot.cli.streams import aside
from bot.errors import ExitCode


@click.command(cls=Command)
@click.option("--judge", type=click.Choice(["embedded", "openai"]), default="embedded", help="Who judges support.")
@click.option("--html", type=WRITTEN, metavar="FILE", default="mlwiki-demo.html", help="Where the HTML report goes.")
@common
def command(*, judge: str, html: str, **given: Any) -> int:
    r"""Tidy and check the bundled sample page: offline, no keys, no socket.

    The services' answers are replayed from recordings; the embedded judge is computed live. With --judge openai the answers of a
    scripted model are replayed: they were written by this project and prove nothing about any model.

    \b
    mlwiki demo
    mlwiki demo --judge openai
    """
    from bot.atomic import write_atomic
    from bot.jobs.demo import demo
    from bot.report import render
    from bot.report.demo_report import comparison_text, head_text, of_demo

    options = gather({**given, "profile": given["profile"] or "mlru"})
    with command_context(options, options.settings(judge__kind=judge), temporary=True) as context:
        report = demo(context.chosen, context.session)
        write_atomic(Path(html), render(report.check, "html", context.speech).encode("utf-8"), follow=False)
        if options.format == "text":
            context.deliver(of_demo(report, context.speech, context.style(), html), styled=context.colored)
        else:  # the check for a machine; what a person is told goes beside it
            context.present(report.check)
            aside(head_text(report.head, context.speech) + comparison_text(report.comparison, context.speech))
    return int(ExitCode.clean if report.as_planted else ExitCode.bug)
