"""``mlwiki worker``: serves the queue of ``scan --enqueue``."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import command_context, common_without_pager, gather, warn_of_no_contact
from bot.errors import ExitCode
from bot.jobs.session import Session
from bot.scan.distributed import work_through
from bot.scan.engine import ALIVE, ScanQueue, ServeOptions, opened_queue


@click.command(cls=Command)
@click.option(
    "--concurrency", type=click.IntRange(1, 1024), default=32, metavar="N", help="Pages at once (default: 32)."
)
@click.option(
    "--alive",
    type=click.FloatRange(1, 3600),
    default=ALIVE,
    metavar="S",
    help="A worker silent for so long is gone (default: 15).",
)
@click.option("--until-empty", is_flag=True, help="End when the queue is empty.")
@common_without_pager
def command(concurrency: int, *, alive: float, until_empty: bool, **given: Any) -> int:
    r"""Do what `mlwiki scan --enqueue` left in the queue of [engine], until interrupted; start as many as you like, anywhere.

    Hosts and registries are asked at one pace over all workers, each question once. What a worker that was killed had begun is
    done by another; a page that ends its worker three times is set aside, and `mlwiki status` names it.

    \b
    mlwiki worker
    mlwiki worker --concurrency 64
    """
    options = gather(given)
    settings = options.settings()
    with command_context(options, settings, progress=False) as context, opened_queue(settings, os.environ) as queue:
        warn_of_no_contact(context)
        stopped = context.session.run(
            _until_told(queue, context.session, ServeOptions(concurrency, alive, until_empty))
        )
    return int(ExitCode.interrupted if stopped == signal.SIGINT else ExitCode.clean)


async def _until_told(queue: ScanQueue, session: Session, serving: ServeOptions) -> int | None:
    """Work until a signal comes; what is under way then has some seconds to end. Returns the signal."""
    told: list[int] = []
    work = asyncio.ensure_future(work_through(queue, session, serving))

    def stop(number: int) -> None:
        told.append(number)
        work.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop, number)
    try:
        await work
    except asyncio.CancelledError:
        if not told:
            raise
    return told[0] if told else None
