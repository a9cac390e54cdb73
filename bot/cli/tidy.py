"""``mlwiki tidy``: mechanical edits, offline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.inputs import read_files
from bot.cli.options import Scene, common, gather, scene
from bot.errors import ExitCode, UsageError
from bot.jobs.files import STDIN, TextFile, keep_original, page_of, write_atomic
from bot.jobs.tidy import tidy
from bot.model.message import msg
from bot.model.report import TidyReport


@click.command(cls=Command)
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("--diff", "as_diff", is_flag=True, help="Show what would change; ends with 1 if something would.")
@click.option("--write", is_flag=True, help="Write the safe edits back; keeps NAME.orig.")
@common
def command(paths: tuple[str, ...], *, as_diff: bool, write: bool, **given: Any) -> int:
    r"""Mend what language models leave in wikitext and merge duplicate refs, offline.

    PATH is a file, a folder of *.wiki files, or - for standard input (the new text goes to standard output).

    \b
    mlwiki tidy draft.wiki --diff
    mlwiki tidy draft.wiki --write
    mlwiki tidy - < draft.wiki > mended.wiki
    """
    options = gather(given)
    if as_diff and write:
        raise UsageError(msg("--diff and --write exclude each other"), msg("look first with --diff, then use --write"))
    files = read_files(paths, options.encoding)
    with scene(options, options.settings(), temporary=True) as stage:
        report = tidy([page_of(file) for file in files], stage.chosen, stage.world.progress)
        if write:
            _write(files, report)
        _deliver(stage, files, report, as_diff=as_diff)
    return _exit_code(report, as_diff=as_diff)


def _write(files: tuple[TextFile, ...], report: TidyReport) -> None:
    encoded = [
        (file, file.encode(done.text))
        for file, done in zip(files, report.pages, strict=True)
        if done.changed and file.name != STDIN
    ]
    for file, data in encoded:
        keep_original(Path(file.name))
        write_atomic(Path(file.name), data)


def _deliver(stage: Scene, files: tuple[TextFile, ...], report: TidyReport, *, as_diff: bool) -> None:
    from bot.report import diff_of, render_tidy

    if as_diff:
        stage.deliver("".join(diff_of(done.page.text, done.text, done.page.name) for done in report.pages))
        return
    if [file.name for file in files] == [STDIN] and stage.options.format == "text":
        stage.deliver(report.pages[0].text)
        return
    stage.deliver(
        render_tidy(
            report,
            stage.options.format,
            stage.speech,
            width=stage.width,
            color=stage.colored,
            ascii_only=stage.ascii_only,
            quiet=stage.options.quiet,
        )
    )


def _exit_code(report: TidyReport, *, as_diff: bool) -> int:
    if as_diff:
        return int(ExitCode.findings if any(done.changed for done in report.pages) else ExitCode.clean)
    raised = any(finding.raised for done in report.pages for finding in done.findings)
    return int(ExitCode.findings if raised else ExitCode.clean)
