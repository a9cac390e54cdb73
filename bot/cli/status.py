"""``mlwiki status``: what runs did, are doing, left undone."""

from __future__ import annotations

import os
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import command_context, common, gather
from bot.errors import UsageError
from bot.jobs.status import status, status_json, status_text
from bot.model.message import msg
from bot.store import default_path


@click.command(cls=Command)
@click.option(
    "--last", type=click.IntRange(1, 1_000_000), default=10, metavar="N", help="How many runs to show (default: 10)."
)
@common
def command(last: int, **given: Any) -> int:
    r"""Show what runs did, are doing and left undone; ends with 4 when no run succeeded within [run] expect_every.

    \b
    mlwiki status
    mlwiki status --format json
    """
    options = gather(given)
    if options.format not in {"text", "json"}:
        raise UsageError(msg("status speaks text and json"), msg("use --format text or --format json"))
    settings = options.settings()
    with command_context(options, settings) as context:
        found = status(context.session.store, settings, default_path(settings.store, os.environ).parent, last)
        if options.format == "json":
            from bot.report.records import dump

            context.deliver(dump(status_json(found)))
        else:
            context.deliver(status_text(found, context.speech))
    return int(found.exit_code)
