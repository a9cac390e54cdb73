"""``mlwiki serve``: the review in a browser on this machine."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from bot.cli.checking import checking, gather_checking
from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common_without_report, gather
from bot.cli.review import browse, who
from bot.cli.streams import write_data
from bot.crash import bug_message
from bot.errors import ExitCode
from bot.jobs.check import CheckOptions
from bot.jobs.files import FORCED, is_path
from bot.jobs.named_pages import readings
from bot.jobs.session import apart
from bot.jobs.wikis import Wikis, connect, may_save
from bot.model.message import msg
from bot.model.page import Page
from bot.model.ports import WikiClient

if TYPE_CHECKING:
    from bot.review.web.entries import Entry


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[PATH-or-TITLE…]")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port on this machine; by default a free one.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@checking
@common_without_report
def command(names: tuple[str, ...], *, port: int, no_browser: bool, **given: Any) -> int:
    r"""Review in a browser: paste a draft, see each claim beside its source, decide. Only this machine can open it.

    The address holds a secret of this start; whoever has it may decide in your name until the server ends. Each decision is
    stored at once, in the same place as those of `mlwiki review`. Ctrl-C ends the server.

    \b
    mlwiki serve
    mlwiki serve draft.wiki --profile mlru
    mlwiki serve pages --port 8765 --no-browser
    """
    options, wanted = gather(given), gather_checking(given)
    job, settings = wanted.options(), wanted.settings(options)
    # files are read now; pages of a wiki by the worker, so that the server need not wait for the wiki
    later = tuple(name for name in names if not is_path(name) and (settings.wiki.url or _is_address(name)))
    now = [name for name in names if name not in later]
    pages = (
        tuple(read.page for read in readings(now, options.encoding, Wikis(settings, os.environ), None)) if now else ()
    )
    with command_context(options, settings) as context:
        _serve(context, (pages, later), job, port, browser=not no_browser)
    return int(ExitCode.clean)


def _is_address(name: str) -> bool:
    return name.startswith(("http://", "https://"))


def _serve(
    context: CommandContext,
    wanted: tuple[tuple[Page, ...], tuple[str, ...]],
    job: CheckOptions,
    port: int,
    *,
    browser: bool,
) -> None:
    """Serve ``wanted``: pages at hand, and names that have to be read from a wiki."""
    from bot.review.web.app import make_app
    from bot.review.web.request_guard import Keys
    from bot.review.web.server import bind, serve
    from bot.review.web.worker import Orders, Worker
    from bot.review.web.workspace import Workspace

    sock = bind(port)
    keys = Keys(sock.getsockname()[1])

    orders = Orders(
        session=lambda: apart(context.session),
        chosen=context.chosen,
        options=job,
        fetch=lambda entry: _fetch(entry, context),
        current=lambda page: _wikis(context).newest(page),
        connect=lambda save: _connect(context, save=save),
        bug=bug_message,
    )
    worker = Worker(orders)
    workspace = Workspace(
        context.session.store,
        context.chosen,
        context.speech,
        worker,
        who(),
        keep_days=context.settings.store.keep_days,
        account=context.settings.wiki.user,
        edit_form=_edit_form(context.settings.wiki.url or context.chosen.profile.address or ""),
    )

    def ready() -> None:
        write_data(keys.address + "\n")
        context.notify(
            context.speech.say(msg("Open this address in a browser on this machine; Ctrl-C ends the server."))
        )
        if browser:
            browse(keys.address_once)

    worker.start()
    try:
        workspace.lay_out(*wanted)
        serve(make_app(workspace, keys, bug_message), sock, ready)
    finally:
        worker.stop()
        sock.close()


def _fetch(entry: Entry, context: CommandContext) -> Page:
    """What an entry names. What comes from a browser names pages of a wiki, never files of this machine."""
    from bot.review.web.entries import Origin

    name = entry.name
    named = entry.origin is Origin.file or _is_address(name) or name.startswith(FORCED)
    read = readings([name if named else FORCED + name], context.options.encoding, _wikis(context), None)[0]
    entry.wiki = read.wiki
    return replace(read.page, name=name)


def _wikis(context: CommandContext) -> Wikis:
    """Opened anew for each question: a server may run for days, and a wiki may be updated meanwhile."""
    return Wikis(context.settings, context.session.environment)


def _connect(context: CommandContext, *, save: bool) -> WikiClient:
    may_save(context.settings, save=save)
    return connect(context.settings, context.session.environment, reading=not save, note=context.note)


def _edit_form(address: str) -> str:
    """The wiki's ``index.php`` where the address is one; "" for any other, which only a probe could turn into it."""
    script = address.partition("?")[0]
    return script if script.endswith("/index.php") else ""
