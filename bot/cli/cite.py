"""``mlwiki cite``: the note of a work from the registry's record; a chat's sources for a draft, taken back one by one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common, gather
from bot.cli.path_types import READ
from bot.errors import ExitCode, UsageError
from bot.jobs.files import FORCED, STDIN, TextFile, is_path
from bot.model.message import msg

if TYPE_CHECKING:
    from bot.author.cited_draft import CitedDraft


@click.command(cls=Command)
@click.argument("works", nargs=-1, required=True, metavar="WORK…")
@click.option("--bare", is_flag=True, help="The note's text alone, without <ref>.")
@click.option("--prompt", "as_prompt", is_flag=True, help="Of a draft: print what to paste into a chat.")
@click.option("--answer", type=READ, metavar="FILE", help="Of a draft: the chat's whole text; - is standard input.")
@click.option("--offline", is_flag=True, help="Ask nobody: stored answers alone.")
@common
def command(
    works: tuple[str, ...], *, bare: bool, as_prompt: bool, answer: str | None, offline: bool, **given: Any
) -> int:
    r"""Write the note of each work in this wiki's form from its registry's record, ready to paste.

    WORK is a DOI, an arXiv number, an ISBN, a PubMed id, an address or a title. What the record lacks is left out. Of a draft in
    a file: --prompt prints what to paste into a chat, --answer takes the chat's text back. Sources that exist are written from
    their records into DRAFT.cited.wiki (or --output); everything else that the chat changed is listed and taken back.

    \b
    mlwiki cite 10.1214/aos/1013203451
    mlwiki cite arXiv:1706.03762 978-0-387-84857-0 --profile ruwiki
    mlwiki cite "Attention Is All You Need" --bare
    mlwiki cite draft.wiki --prompt
    mlwiki cite draft.wiki --answer answer.txt
    """
    options = gather(given)
    draft = _draft(works, chat=as_prompt or answer is not None)
    with command_context(options, replace(options.settings(), offline=offline)) as context:
        if draft is None:
            return _notes(works, context, bare=bare, offline=offline)
        if answer is None:
            return _prompt(draft, context)
        return _taken_back(draft, answer, context, offline=offline)


def _draft(works: tuple[str, ...], *, chat: bool) -> str | None:
    """The file that is meant; None: works are. Raises UsageError for what can be neither."""
    pages = [name for name in works if is_path(name) or name.startswith(FORCED)]
    if chat and len(works) == 1 and pages and is_path(works[0]):
        return works[0]
    if chat:
        raise UsageError(
            msg("--prompt and --answer belong to one draft in a file"), msg("name it: mlwiki cite draft.wiki --prompt")
        )
    if pages:
        raise UsageError(
            msg("{name} is a page: finding sources for it without a chat is not there yet", name=pages[0]),
            msg("use --prompt and --answer, or name works: a DOI, an arXiv number, an ISBN, an address, a title"),
        )
    return None


def _notes(works: tuple[str, ...], context: CommandContext, *, bare: bool, offline: bool) -> int:
    from bot.author.works import notes_of
    from bot.wikitext.note_forms import ref_of

    profile = context.chosen.profile
    noted = asyncio.run(notes_of(works, profile, context.session, offline=offline))
    for one in noted:
        for said in one.said:
            context.notify(context.speech.say(said))
    written = [one.text if bare else ref_of(one.text, profile) for one in noted if one.text is not None]
    context.deliver("".join(f"{note}\n" for note in written))
    if any(one.unreached for one in noted):
        return int(ExitCode.incomplete)
    return int(ExitCode.findings if any(one.denied for one in noted) else ExitCode.clean)


def _read(name: str, encoding: str | None) -> TextFile:
    from bot.jobs.files import read_file, read_stdin

    return read_stdin(encoding) if name == STDIN else read_file(Path(name), encoding)


def _prompt(name: str, context: CommandContext) -> int:
    from bot.author.cited_draft import prompt

    draft = _read(name, context.options.encoding)
    context.deliver(prompt(draft.text, context.chosen.profile, context.speech))
    return int(ExitCode.clean)


def _taken_back(name: str, answer: str, context: CommandContext, *, offline: bool) -> int:
    from bot.atomic import write_atomic
    from bot.author.cited_draft import cite_answer
    from bot.cli.streams import write_data
    from bot.jobs.connections import opened_sources
    from bot.jobs.files import keep_copy, page_of

    if name == STDIN:
        raise UsageError(msg("the draft must be a file"), msg("save it, then name it"))
    draft, answered = _read(name, context.options.encoding), _read(answer, context.options.encoding)
    place = Path(context.options.output or Path(name).with_suffix(".cited.wiki"))

    async def work() -> CitedDraft:
        async with opened_sources(context.session, offline=offline) as sources:
            profile, day = context.chosen.profile, context.session.clock.now()
            return await cite_answer(page_of(draft), answered.text, profile, sources, day)

    done = asyncio.run(work())
    if place.exists():
        keep_copy(place)
    write_atomic(place, draft.encode(done.text))
    told = [
        *done.said,
        msg("written to {path}; `mlwiki check {path}` looks whether the sources say it", path=str(place)),
    ]
    write_data("".join(f"{context.speech.say(said)}\n" for said in told))
    if done.unreached:
        return int(ExitCode.incomplete)
    return int(ExitCode.findings if done.refused else ExitCode.clean)
