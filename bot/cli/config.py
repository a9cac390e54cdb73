"""``mlwiki config show``."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Mapping
from pathlib import Path

import click

from bot.cli.command import Command
from bot.cli.path_types import READ
from bot.cli.streams import write_data
from bot.cli.trust import asked
from bot.config import Settings
from bot.config.keys import SECRETS, known_keys, shown_value
from bot.config.load import load
from bot.errors import ExitCode
from bot.locale import LANGUAGES, Speech, choose_language


@click.command(cls=Command)
@click.argument("what", type=click.Choice(["show"]), default="show")
@click.option("--config", type=READ, metavar="FILE", help="Settings file (default: mlwiki.toml here).")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the report.")
def command(what: str, config: str | None, lang: str | None) -> int:  # noqa: ARG001  # `show` is the only word so far
    """Print every setting and where it comes from; secrets are masked."""
    speech = Speech(choose_language(lang, None))
    settings = load(Path(config) if config else None, os.environ, confirm=lambda found: asked(found, speech))
    write_data("".join(f"{line}\n" for line in lines(settings, os.environ)))
    return int(ExitCode.clean)


def lines(settings: Settings, environment: Mapping[str, str]) -> list[str]:
    """The files in use, then one line a setting: ``key = value  # origin``."""
    found = [f"# {file.path}: {file.standing}" for file in settings.files] or ["# no settings file"]
    for key in known_keys():
        value = shown_value(key, _value(settings, key), _json)
        found.append(f"{key} = {value}  # {settings.origins.get(key, 'default')}")
    found += [f"{name} = {'***' if environment.get(name) else 'not set'}" for name in SECRETS]
    return found


def _value(settings: Settings, key: str) -> object:
    parts = key.split(".")
    if parts[0] == "services":
        return getattr(settings.services[parts[1]], parts[2])
    found: object = settings
    for part in parts:
        found = getattr(found, part)
    return found


def _json(value: object) -> str:
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return value
