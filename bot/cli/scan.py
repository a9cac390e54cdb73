"""``mlwiki scan``: findings over whole wikis."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click

from bot.atomic import write_atomic
from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common_without_pager, gather
from bot.cli.path_types import WRITTEN
from bot.cli.streams import complain, write_data
from bot.codes import all_codes
from bot.errors import ExitCode, UsageError
from bot.jobs.wikis import connect
from bot.model.message import msg
from bot.model.words import CitationKind
from bot.scan.engine import opened_queue
from bot.scan.overview import overview_html, overview_text
from bot.scan.plan_files import PlanFiles
from bot.scan.scanning import ScanOptions, ScanReport, going_on, scan
from bot.scan.workers import processors


@click.command(cls=Command)
@click.argument("sources", nargs=-1, metavar="DUMP-or-FOLDER…")
@click.option("--all", "live", is_flag=True, help="Every page of the configured wiki.")
@click.option(
    "--namespace",
    "namespaces",
    type=int,
    multiple=True,
    metavar="N",
    help="Of a dump or a wiki: namespaces (default: 0).",
)
@click.option("--code", "codes", multiple=True, metavar="CODE", help="Only findings and edits of this code.")
@click.option(
    "--kind",
    "kinds",
    type=click.Choice([kind.value for kind in CitationKind]),
    multiple=True,
    help="Only citations of it.",
)
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="So many pages, the same ones each time.")
@click.option("--check", "verify", is_flag=True, help="Ask links and registries too; judges nobody's words.")
@click.option("--enqueue", is_flag=True, help="Leave the pages to `mlwiki worker` on any machine ([engine] store).")
@click.option("--html", "overview", type=WRITTEN, metavar="FILE", help="Write an overview for a browser there.")
@click.option("--plan", type=WRITTEN, metavar="DIR", help="Write the edits there, as plans for `mlwiki apply`.")
@click.option("--workers", type=click.IntRange(1, 256), metavar="N", help="Processes (default: one a processor).")
@common_without_pager
def command(
    sources: tuple[str, ...],
    *,
    live: bool,
    namespaces: tuple[int, ...],
    codes: tuple[str, ...],
    kinds: tuple[str, ...],
    sample: int | None,
    verify: bool,
    enqueue: bool,
    overview: str | None,
    plan: str | None,
    workers: int | None,
    **given: Any,
) -> int:
    r"""Look through a whole wiki: a line of JSON for each page (mlwiki/scan/1), and a summary on standard error.

    A source is an XML dump (plain, bz2, gz, zst, 7z), a folder of *.wiki files or one such file. With --output the scan goes on
    where it was left when the same command is given again.

    \b
    mlwiki scan ruwiki-pages-articles.xml.bz2 --profile ruwiki --output scan.jsonl --html scan.html
    mlwiki scan pages/ --code ART017
    mlwiki scan --all --check --output wiki.jsonl
    mlwiki scan --all --code REF001 --plan plans/
    mlwiki scan ruwiki-pages-articles.xml.bz2 --profile ruwiki --check --enqueue --output scan.jsonl
    """
    options = gather(given)
    _refuse(sources, codes, live=live, format_=options.format)
    settings = options.settings()
    asked = ScanOptions(
        tuple(map(Path, sources)), frozenset(namespaces or (0,)), frozenset(codes), frozenset(kinds), sample, verify,
        1 if verify else workers or processors(),
    )  # fmt: skip
    kept = verify or enqueue
    with ExitStack() as stack:
        context = stack.enter_context(command_context(options, settings, temporary=not kept, needed=kept))
        queue = stack.enter_context(opened_queue(settings, os.environ)) if enqueue else None
        client = connect(settings, os.environ, reading=True, note=context.note) if live else None
        began = time.monotonic()
        plans = None if plan is None else PlanFiles(Path(plan))
        scanned = partial(scan, asked, client, context.chosen, context.session, plans=plans, queue=queue)
        if options.output is None:
            report = scanned(write_data)
        else:
            with going_on(Path(options.output), asked.job) as (lines, stream):
                report = scanned(_writer(stream), lines)
        if plans is not None:
            plans.done()
        _tell(report, context, time.monotonic() - began, overview, ", ".join(sources))
    if context.session.crashes.messages or report.bugs:
        return int(ExitCode.bug)
    return int(ExitCode.clean if report.complete else ExitCode.incomplete)


def _writer(stream: Any) -> Any:
    def write(line: str) -> None:
        stream.write(line)
        stream.flush()

    return write


def _refuse(sources: tuple[str, ...], codes: tuple[str, ...], *, live: bool, format_: str) -> None:
    if format_ not in {"text", "jsonl"}:
        raise UsageError(msg("scan speaks JSON lines"), msg("leave --format out"))
    if bool(sources) == live:
        raise UsageError(
            msg("name what to scan: dumps and folders, or --all for the configured wiki"),
            msg("one of the two, not both"),
        )
    for source in sources:
        if not Path(source).exists():
            raise UsageError(msg("there is no file or folder {path}", path=source), msg("check the path"))
    for name in codes:
        if name not in all_codes():
            raise UsageError(msg("unknown code {code}", code=name), msg("`mlwiki explain` lists them all"))


def _tell(report: ScanReport, context: CommandContext, seconds: float, overview: str | None, source: str) -> None:
    """The summary, and what could not be read."""
    speech = context.speech
    if overview is not None:
        write_atomic(Path(overview), overview_html(report.overview, seconds, source, speech).encode())
    for said in report.unread:
        complain("mlwiki: " + speech.say(said))
    if report.resumed:
        complain(speech.say(msg("went on after {n} pages of an earlier process", n=report.resumed)))
    if not context.options.quiet:
        complain(overview_text(report.overview, seconds, speech).rstrip("\n"))
