"""``mlwiki tidy``: mechanical edits, offline."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bot.atomic import write_atomic
from bot.cli.clipboard import copy, paste
from bot.cli.command import Command
from bot.cli.options import CommandContext, Common, command_context, common, gather
from bot.cli.path_types import WRITTEN
from bot.codes import all_codes
from bot.config import Settings
from bot.errors import ExitCode, UsageError
from bot.jobs.files import FORCED, STDIN, TextFile, decode, is_path, keep_copy, page_of
from bot.jobs.memory import remembering
from bot.jobs.named_pages import first_wiki, page_with_sidecar, read_files, readings
from bot.jobs.plan_file import write_plan
from bot.jobs.tidy import accepting, tidy
from bot.jobs.wikis import Wikis
from bot.model.message import msg, msg_n
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.model.report import TidyReport
from bot.model.words import Fix
from bot.store import store_place

#: What reports call the text that came from there; not translated, it is a name like that of a file.
CLIPBOARD = "clipboard"


@click.command(cls=Command)
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option("--diff", "as_diff", is_flag=True, help="Show what would change; ends with 1 if something would.")
@click.option("--plan", type=WRITTEN, metavar="FILE", help="Write a plan there, for `mlwiki apply`.")
@click.option("--accept", metavar="CODE[,CODE…]|all", help="Take the waiting edits of these codes too.")
@click.option(
    "--own-draft", is_flag=True, help="Take all that translates Markdown or removes chat tokens: a text of your own."
)
@click.option("--all", "as_taken", is_flag=True, help="With --diff: show waiting edits as if they were taken.")
@click.option("--write", is_flag=True, help="Write the safe edits back; keeps NAME.orig.")
@click.option("--clipboard", is_flag=True, help="Take the text from the clipboard and put the mended text there.")
@click.option("--offline", is_flag=True, help="Send nothing: titles of a wiki are refused, files need no network.")
@common
def command(
    paths: tuple[str, ...],
    *,
    as_diff: bool,
    accept: str | None,
    own_draft: bool,
    as_taken: bool,
    write: bool,
    clipboard: bool,
    offline: bool,
    plan: str | None,
    **given: Any,
) -> int:
    r"""Mend what language models leave in wikitext and merge duplicate refs, offline.

    PATH is a file, a folder of *.wiki files, or - for standard input (the new text goes to standard output); title:X names a page
    of the wiki, which is only read.

    \b
    mlwiki tidy draft.wiki --diff
    mlwiki tidy draft.wiki --write
    mlwiki tidy - < draft.wiki > mended.wiki
    mlwiki tidy draft.wiki --accept ART009,ART010 --write
    mlwiki tidy --clipboard --own-draft --profile mlru
    mlwiki tidy "title:Дропаут" --plan plan.json
    """
    options = gather(given)
    _refuse_mixed(paths, as_diff=as_diff, as_taken=as_taken, write=write, clipboard=clipboard)
    wanted = _wanted("all" if as_taken else accept, own_draft=own_draft)
    _refuse_unread(options, wanted, as_diff=as_diff, plan=plan)
    settings = replace(options.settings(), offline=offline)
    files, pages, wiki = _read_clipboard() if clipboard else _read(paths, options, settings)
    if write and len(files) < len(pages):
        raise UsageError(msg("--write writes files, not pages of the wiki"), msg("use --plan FILE and `mlwiki apply`"))
    # without a store there is nothing to remember, and tidying makes none
    place = store_place(settings, os.environ)
    fresh = isinstance(place, Path) and not place.is_file()
    with command_context(options, settings, wiki=wiki, temporary=fresh, needed=False) as context:
        report = _report(pages, context, wanted)
        if plan is not None:
            write_atomic(
                Path(plan), write_plan(report, context.session.store, profile=context.chosen.profile.name).encode()
            )
        if write:
            _write(files, report)
        if clipboard and not as_diff:
            _hand_back(report, context, keep=wanted is not None)
        _deliver(context, files, report, as_diff=as_diff, written=write or clipboard)
    return _exit_code(report, as_diff=as_diff)


def _wanted(accept: str | None, *, own_draft: bool) -> Callable[[str], bool] | None:
    """Which codes' waiting edits are taken; None: nobody asked for any."""
    if accept is None and not own_draft:
        return None
    known = all_codes()
    named = frozenset(filter(None, map(str.strip, (accept or "").split(","))))
    if "all" in named:
        return known.__contains__
    for name in sorted(named - set(known)):
        raise UsageError(msg("unknown code {code}", code=name), msg("`mlwiki explain` lists them all"))
    return lambda code: code in named or (own_draft and known[code].own_draft)


def _report(pages: tuple[Page, ...], context: CommandContext, wanted: Callable[[str], bool] | None) -> TidyReport:
    """The pages tidied, with what was decided and with the waiting edits of the wanted codes made, too."""
    done = tidy(pages, context.chosen, context.session.progress, context.session.crashes)
    report = remembering(done, context.chosen.profile, context.session.store)
    if wanted is None:
        return report
    return replace(report, pages=tuple(accepting(page, context.chosen, wanted) for page in report.pages))


def _refuse_mixed(paths: tuple[str, ...], *, as_diff: bool, as_taken: bool, write: bool, clipboard: bool) -> None:
    if as_diff and write:
        raise UsageError(msg("--diff and --write exclude each other"), msg("look first with --diff, then use --write"))
    if clipboard and (paths or write):
        raise UsageError(msg("--clipboard takes neither files nor --write"), msg("run it without them"))
    if as_taken and not as_diff:
        raise UsageError(msg("--all belongs to --diff"), msg("to take every waiting edit, use --accept all"))


def _refuse_unread(options: Common, wanted: Callable[[str], bool] | None, *, as_diff: bool, plan: str | None) -> None:
    """Options that another one would leave without any effect."""
    if as_diff and options.format != "text":
        raise UsageError(msg("--diff has a form of its own and takes no --format"), msg("leave one of the two out"))
    if plan is not None and wanted is not None:
        raise UsageError(
            msg("a plan holds waiting edits as they wait: --plan takes neither --accept, --own-draft nor --all"),
            msg("`mlwiki apply` shows each of them and asks; `mlwiki review` decides before the plan is written"),
        )


_Input = tuple[tuple[TextFile, ...], tuple[Page, ...], WikiInfo | None]


def _read_clipboard() -> _Input:
    file = decode(CLIPBOARD, paste(), "utf-8")
    return (file,), (page_of(file),), None


def _is_title(name: str) -> bool:
    return name.startswith((FORCED, "http://", "https://")) and not is_path(name)


def _read(names: tuple[str, ...], options: Common, settings: Settings) -> _Input:
    """Files first, in their order, then pages of the wiki that were named as such; and what that wiki says of itself."""
    titles = [name for name in names if _is_title(name)]
    paths = [name for name in names if name not in titles]
    files = read_files(paths, options.encoding) if paths or not titles else ()
    read = readings(titles, options.encoding, Wikis(settings, os.environ), None) if titles else ()
    pages = [page_with_sidecar(file) for file in files] + [one.page for one in read]
    return files, tuple(pages), first_wiki(read)


def _write(files: tuple[TextFile, ...], report: TidyReport) -> None:
    encoded = [
        (file, file.encode(done.text))
        for file, done in zip(files, report.pages, strict=True)
        if done.changed and file.name != STDIN
    ]
    for file, _ in encoded:
        keep_copy(Path(file.name))
    for file, data in encoded:
        write_atomic(Path(file.name), data)


def _hand_back(report: TidyReport, context: CommandContext, *, keep: bool) -> None:
    """The mended text onto the clipboard; what does not change is left there as it is.

    ``keep``: the old text goes into a file that is named.
    """
    done = report.pages[0]
    if not done.changed:
        context.notify(context.speech.say(msg("nothing to mend: the clipboard is as it was")))
        return
    if keep:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="mlwiki-clipboard-", suffix=".wiki", delete=False
        ) as old:
            old.write(done.page.text)
        context.notify(context.speech.say(msg("what the clipboard held is kept in {path}", path=old.name)))
    copy(done.text.encode("utf-8"))
    context.notify(context.speech.say(msg("the mended text is on the clipboard")))


def _deliver(
    context: CommandContext, files: tuple[TextFile, ...], report: TidyReport, *, as_diff: bool, written: bool
) -> None:
    from bot.report import render
    from bot.report.diff import unified

    if as_diff:
        context.deliver("".join(unified(done.page.text, done.text, done.page.name) for done in report.pages))
        _tell_of_waiting(report, context)
        return
    if [file.name for file in files] == [STDIN] and context.options.format == "text":
        mark = "\ufeff" if files[0].bom and not context.to_screen else ""
        context.deliver(mark + report.pages[0].text)
        if report.pages[0].changed or report.pages[0].findings:
            # the text has taken the report's place
            context.notify(render(report, "text", context.speech, replace(context.style(), color=False)).rstrip("\n"))
        return
    context.present(report, written=written)


def _tell_of_waiting(report: TidyReport, context: CommandContext) -> None:
    waiting = msg_n(
        "{n} edit waits for a person: --diff --all shows it, --accept or `mlwiki review` takes it",
        "{n} edits wait for a person: --diff --all shows them, --accept or `mlwiki review` takes them",
        _waiting(report),
    )
    if _waiting(report):
        context.notify(context.speech.say(waiting))


def _waiting(report: TidyReport) -> int:
    """How many edits are not made without a person."""
    return sum(edit.fix is Fix.review for done in report.pages for edit in done.edits)


def _exit_code(report: TidyReport, *, as_diff: bool) -> int:
    if report.bugs:
        return int(ExitCode.bug)
    if as_diff:
        changes = any(done.changed for done in report.pages) or _waiting(report)
        return int(ExitCode.findings if changes else ExitCode.clean)
    raised = any(finding.raised for done in report.pages for finding in done.findings)
    return int(ExitCode.findings if raised else ExitCode.clean)
