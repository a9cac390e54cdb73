"""``mlwiki status``: what runs did, are doing, left undone."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from bot.cli.command import Command
from bot.cli.options import command_context, common_without_pager, gather
from bot.errors import UsageError
from bot.jobs.status import status, status_json, status_text
from bot.model.message import msg
from bot.store import default_path

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.locale import Speech
    from bot.scan.engine import QueueStatus


@click.command(cls=Command)
@click.option(
    "--last", type=click.IntRange(1, 1_000_000), default=10, metavar="N", help="How many runs to show (default: 10)."
)
@common_without_pager
def command(last: int, **given: Any) -> int:
    r"""Show what runs did, are doing and left undone; ends with 4 when no run succeeded within [run] expect_every.

    With [engine] set also what the workers have before them, and the pages that were set aside.

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
        queue = _queue(settings)
        if options.format == "json":
            from bot.report.records import dump

            context.deliver(dump(status_json(found, None if queue is None else asdict(queue))))
        else:
            context.deliver(status_text(found, context.speech) + _queue_text(queue, context.speech))
    return int(found.exit_code)


def _queue(settings: Settings) -> QueueStatus | None:
    """What the workers of ``[engine]`` have before them; None where there are none."""
    if not settings.engine.store:
        return None
    from bot.scan.engine import opened_queue

    with opened_queue(settings, os.environ) as queue:
        return queue.status()


def _queue_text(queue: QueueStatus | None, speech: Speech) -> str:
    if queue is None:
        return ""
    told = msg("queue: {waiting} waiting, {doing} being worked on", waiting=queue.waiting, doing=queue.doing)
    aside = [speech.say(msg("set aside: {title}", title=title)) for title in queue.aside]
    return "\n".join([speech.say(told), *aside]) + "\n"
