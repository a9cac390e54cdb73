"""``mlwiki review``: a person decides, edit by edit, then what the gate holds."""

from __future__ import annotations

import getpass
import os
import shutil
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.clipboard import available, copy
from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common_without_report, gather
from bot.cli.streams import KeyReader, write_data
from bot.errors import ExitCode, OutputError, UsageError
from bot.jobs.apply import ApplyOptions, apply
from bot.jobs.check import CheckOptions, check
from bot.jobs.files import is_path
from bot.jobs.memory import remembering
from bot.jobs.named_pages import first_wiki, readings
from bot.jobs.summary import summary_by_person
from bot.jobs.tidy import tidy
from bot.jobs.verdict_edits import beside
from bot.jobs.wikis import Wikis, connect, may_save
from bot.model.edit import Finding, TidyPage
from bot.model.message import msg
from bot.model.page import Page
from bot.model.plan import Plan
from bot.model.report import CheckReport
from bot.review.console import Console
from bot.review.decisions import lacking, waiting
from bot.review.finish import accepted, hand_over, mended, plan_of
from bot.review.terminal import review, review_edits
from bot.wikitext.proof import Subset


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="PATH-or-TITLE…")
@click.option("--edits-only", is_flag=True, help="Only the edits of tidying; asks no source.")
@click.option("--again", is_flag=True, help="Ask anew about what was decided, too.")
@checking
@common_without_report
def command(names: tuple[str, ...], *, edits_only: bool, again: bool, **given: Any) -> int:
    r"""Go edit by edit, then through every citation that the gate holds: claim, evidence, decision.

    Each decision is stored at once with its reason; leaving is safe, and the same command goes on with what is undecided.

    \b
    mlwiki review draft.wiki --profile mlru
    mlwiki review draft.wiki --edits-only
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    if not sys.stdin.isatty():
        raise UsageError(
            msg("review asks a person, and standard input is not a terminal"), msg("use `mlwiki check` for a report")
        )
    wikis = Wikis(settings, os.environ)
    read = readings(names, options.encoding, wikis, None)
    pages = [one.page for one in read]
    with command_context(options, settings, wiki=first_wiki(read), wikis=wikis) as context:
        width = shutil.get_terminal_size((80, 24)).columns
        keys = KeyReader()
        console = Console(keys.line, _show, context.speech, min(width, 100), key=keys, browse=browse, copy=_copy)
        profile, store = context.chosen.profile, context.session.store
        tidied = _offered(pages, context, again=again)
        through = review_edits(tidied, store, console, who(), again=again)
        left = 0
        if through and not edits_only:
            texts = [mended(page, store, profile, console) for page in tidied]
            report = check(texts, context.chosen, context.session, replace(job, silence=not again))
            tidied, through = _proposed(tidied, report, context, console, again=again)
            if through:
                left = review(
                    waiting(report), store, console, who(), _about(report), lacks=lacking(report), again=again
                )
        _finish(tidied, context, console, job, wikis)
        if context.session.crashes.messages:
            return int(ExitCode.bug)
    return int(ExitCode.findings if left or not through else ExitCode.clean)


def _offered(pages: Sequence[Page], context: CommandContext, *, again: bool) -> tuple[TidyPage, ...]:
    """The pages with the edits of tidying; without those that were decided, but for ``again``."""
    report = tidy(pages, context.chosen, context.session.progress, context.session.crashes)
    return (report if again else remembering(report, context.chosen.profile, context.session.store)).pages


def _proposed(
    tidied: tuple[TidyPage, ...], report: CheckReport, context: CommandContext, console: Console, *, again: bool
) -> tuple[tuple[TidyPage, ...], bool]:
    """Go through what the verdicts propose; the pages with those edits beside the tidy's, and whether the person went on."""
    profile, session = context.chosen.profile, context.session
    both = tuple(beside(page, seen, profile, session) for page, seen in zip(tidied, report.pages, strict=True))
    new = [
        replace(page, edits=page.edits[len(before.edits) :], findings=())
        for before, page in zip(tidied, both, strict=True)
    ]
    return both, review_edits(new, session.store, console, who(), again=again)


def _about(report: CheckReport) -> dict[str, tuple[Finding, ...]]:
    found: dict[str, tuple[Finding, ...]] = {}
    for page in report.pages:
        for finding in page.findings:
            if finding.citation is not None:
                found[finding.citation] = (*found.get(finding.citation, ()), finding)
    return found


def _finish(
    pages: tuple[TidyPage, ...], context: CommandContext, console: Console, job: CheckOptions, wikis: Wikis
) -> None:
    """Offer to write or save, page by page; no is the default."""
    for page in pages:
        made = accepted(page, context.session.store, context.chosen.profile)
        if not made.taken:
            continue
        name = page.page.name
        if not is_path(name) and not context.settings.wiki.user:
            now = wikis.newest(page.page)
            hand_over(page.page, made, now, console, Path.cwd(), context.chosen.profile.language)
            continue
        ask = msg("{n} edits of {name}: write them? [y/N]", n=len(made.taken), name=name)
        if console.choice(ask) not in {"y", "yes", "l", "lf"}:  # «д» and «да» stand on these keys
            continue
        summary = "" if is_path(name) else _summary(page, made, context, console)
        _apply(plan_of([page], context.session.store, who()), context, console, ApplyOptions(True, summary, check=job))


def _summary(page: TidyPage, made: Subset, context: CommandContext, console: Console) -> str:
    """The person's words for the page's history; Enter takes what was made of the edits."""
    own = summary_by_person(made.taken, page.page.text, made.text, context.chosen.profile.language)
    return console.question(msg("summary of your edit (Enter takes «{summary}»):", summary=own)) or own


def _apply(plan: Plan, context: CommandContext, console: Console, options: ApplyOptions) -> None:
    may_save(context.settings, save=bool(options.summary))
    report = apply(
        plan,
        lambda: connect(context.settings, context.session.environment, reading=False, note=context.note),
        context.chosen,
        context.session,
        options,
    )
    for pushed in report.pages:
        if pushed.note is not None:
            console.tell(pushed.note)
        for reason in pushed.check.gate.because:
            console.tell(msg("held because: {why}", why=reason.message))
        if pushed.saved is not None:
            console.tell(msg("Saved: revision {new} over {old}.", new=pushed.saved.newid, old=pushed.saved.oldid))


def browse(address: str) -> bool:
    """Open an address where there is a screen; False where only printing it helps. Some browsers return when they are closed."""
    if not has_screen():
        return False
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True


def has_screen() -> bool:
    """Whether a browser would get a window; without one a text browser would take this terminal."""
    if sys.platform in {"win32", "darwin"}:
        return not os.environ.get("SSH_CONNECTION")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _copy(text: str) -> bool:
    """Put a text on the clipboard; False where there is none or it does not take it."""
    if not available():
        return False
    try:
        copy(text.encode("utf-8"))
    except OutputError:
        return False
    return True


def _show(line: str) -> None:
    write_data(line + "\n")


def who() -> str:
    """The person's name on this machine; getpass needs ``pwd`` only where no variable tells."""
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):
        return "?"
