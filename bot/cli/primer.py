"""``mlwiki primer``: what a model has to know of this wiki before it writes."""

from __future__ import annotations

from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import command_context, common, gather
from bot.errors import ExitCode
from bot.jobs.primer import primer


@click.command(cls=Command)
@common
def command(**given: Any) -> int:
    r"""Print the wiki's markup rules and the form of a reference, to paste before asking a model for an article.

    \b
    mlwiki primer --profile mlru
    """
    options = gather(given)
    with command_context(options, options.settings(), temporary=True) as context:
        context.deliver(primer(context.chosen.profile, context.speech))
    return int(ExitCode.clean)
