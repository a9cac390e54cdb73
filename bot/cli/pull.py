"""``mlwiki pull``: pages of the wiki into a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import command_context, common_without_pager, gather, warn_of_no_contact
from bot.cli.path_types import READ
from bot.errors import ExitCode, UsageError
from bot.jobs.files import read_file
from bot.jobs.known_templates import learn_templates
from bot.jobs.named_pages import read_worklist, titles_and_wiki
from bot.jobs.pull import pull
from bot.jobs.wikis import connect
from bot.model.message import msg


@click.command(cls=Command)
@click.argument("titles", nargs=-1, metavar="TITLE-or-ADDRESS…")
@click.option("--category", metavar="C", help="All pages of a category.")
@click.option("--all", "everything", is_flag=True, help="All pages of the wiki.")
@click.option("--recent", type=click.FloatRange(0, 36_500), metavar="DAYS", help="Pages edited in the last days.")
@click.option("--worklist", type=READ, metavar="FILE", help="Titles of a file, one a line.")
@click.option("--to", "folder", metavar="DIR", default="pages", help="Folder to write to (default: pages).")
@common_without_pager
def command(
    titles: tuple[str, ...],
    *,
    category: str | None,
    everything: bool,
    recent: float | None,
    worklist: str | None,
    folder: str,
    **given: Any,
) -> int:
    r"""Fetch pages to DIR/<title>.wiki, each with its revision in a .wiki.json beside it. Needs no account.

    Pages are read one lot after another, at a polite distance; a pull that was interrupted goes on where it was.

    \b
    mlwiki pull "Метод опорных векторов" --to pages
    mlwiki pull "http://www.machinelearning.ru/wiki/index.php?title=SVM"
    mlwiki pull --category "Популярные и обзорные статьи"
    """
    options = gather(given)
    settings = options.settings()
    listed = () if worklist is None else read_worklist(read_file(Path(worklist), options.encoding).text)
    if not titles and not category and not everything and recent is None and worklist is None:
        raise UsageError(msg("no page was named"), msg("name titles, --category C or --all"))
    wanted, url = titles_and_wiki((*titles, *listed), settings.wiki.url)
    settings = replace(settings, wiki=replace(settings.wiki, url=url))
    with command_context(options, settings) as context:
        client = connect(settings, context.session.environment, reading=True)
        result = pull(
            client,
            wanted,
            Path(folder),
            context.session.progress,
            category=category,
            everything=everything,
            recent=recent,
            crashes=context.session.crashes,
        )
        learn_templates(client, {settings.wiki.url, client.describe().address}, context.session.store)
        for message in result.lines:
            context.notify(context.speech.say(message))
        warn_of_no_contact(context)
        return int(result.exit_code or ExitCode.clean)
