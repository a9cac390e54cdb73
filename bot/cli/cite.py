"""``mlwiki cite``: the note of a work, written from the registry's record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from bot.cli.command import Command
from bot.cli.options import command_context, common, gather
from bot.errors import ExitCode, UsageError
from bot.jobs.files import FORCED, is_path
from bot.model.message import msg

if TYPE_CHECKING:
    from bot.author.works import WorkNote


@click.command(cls=Command)
@click.argument("works", nargs=-1, required=True, metavar="WORK…")
@click.option("--bare", is_flag=True, help="The note's text alone, without <ref>.")
@click.option("--offline", is_flag=True, help="Ask nobody: stored answers alone.")
@common
def command(works: tuple[str, ...], *, bare: bool, offline: bool, **given: Any) -> int:
    r"""Write the note of each work in this wiki's form from its registry's record, ready to paste.

    WORK is a DOI, an arXiv number, an ISBN, a PubMed id, an address or a title. What the record lacks is left out.

    \b
    mlwiki cite 10.1214/aos/1013203451
    mlwiki cite arXiv:1706.03762 978-0-387-84857-0 --profile ruwiki
    mlwiki cite "Attention Is All You Need" --bare
    """
    from bot.author.works import notes_of
    from bot.wikitext.note_forms import ref_of

    _refuse_pages(works)
    options = gather(given)
    with command_context(options, replace(options.settings(), offline=offline)) as context:
        profile = context.chosen.profile
        noted = asyncio.run(notes_of(works, profile, context.session, offline=offline))
        for one in noted:
            for said in one.said:
                context.notify(context.speech.say(said))
        written = [one.text if bare else ref_of(one.text, profile) for one in noted if one.text is not None]
        context.deliver("".join(f"{note}\n" for note in written))
    return int(_exit_code(noted))


def _exit_code(noted: Sequence[WorkNote]) -> ExitCode:
    if any(one.unreached for one in noted):
        return ExitCode.incomplete
    return ExitCode.findings if any(one.denied for one in noted) else ExitCode.clean


def _refuse_pages(works: tuple[str, ...]) -> None:
    page = next((name for name in works if is_path(name) or name.startswith(FORCED)), None)
    if page is not None:
        raise UsageError(
            msg("{name} is a page: finding sources for a page is not there yet", name=page),
            msg("name works: a DOI, an arXiv number, an ISBN, an address, a title"),
        )
