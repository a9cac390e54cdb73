"""``mlwiki store path|prune``."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bot.cli.command import Command
from bot.cli.streams import write_data
from bot.config.load import load
from bot.errors import ExitCode
from bot.locale import LANGUAGES
from bot.store import default_path, open_store


@click.command(cls=Command)
@click.argument("what", type=click.Choice(["path", "prune"]))
@click.option("--config", metavar="FILE", help="Settings file (default: mlwiki.toml here).")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the report.")
def command(what: str, config: str | None, lang: str | None) -> int:  # noqa: ARG001  # a path and a number have no language
    """Say where results are kept, or delete what has expired (verdicts and decisions stay)."""
    settings = load(Path(config) if config else None, os.environ).store
    path = default_path(settings, os.environ)
    if what == "path":
        write_data(f"{path}\n")
        return int(ExitCode.clean)
    with open_store(path) as store:
        write_data(f"{store.prune(settings.keep_days)}\n")
    return int(ExitCode.clean)
