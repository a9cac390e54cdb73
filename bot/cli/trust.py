"""``mlwiki trust``, and the question that a terminal is asked in its place."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from bot.cli.command import Command
from bot.cli.path_types import READ
from bot.cli.streams import aside, complain, write_data
from bot.config.declared import Harm
from bot.config.keys import harm_of
from bot.config.load import read_untrusted
from bot.config.settings_files import FILE_NAME, Untrusted
from bot.config.trust import VARIABLE, distrust, place, trust
from bot.errors import ExitCode
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import Message, msg
from bot.report.visible import shown


@click.command(cls=Command)
@click.argument("file", type=READ, default=FILE_NAME, metavar="[FILE]")
@click.option("--remove", is_flag=True, help="Believe it no longer.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the report.")
def command(file: str, *, remove: bool, lang: str | None) -> int:
    r"""Believe the settings file of a folder in full, from now on: look at it first.

    Trust holds for the file's place and for the values of the settings that can harm you, which are shown; the others may change.
    What is printed last goes into the variable MLWIKI_TRUST of a machine where nobody can be asked.

    \b
    mlwiki trust
    mlwiki trust ~/wiki/mlwiki.toml
    """
    speech = Speech(choose_language(lang, None))
    path = Path(file) / FILE_NAME if Path(file).is_dir() else Path(file)
    if remove:
        name, known = shown(place(path)), distrust(path)
        complain(
            speech.say(
                msg("no longer trusted: {path}", path=name) if known else msg("it was not trusted: {path}", path=name)
            )
        )
        return int(ExitCode.clean)
    found = read_untrusted(path)
    trust(path, found.digest)
    complain(speech.say(msg("trusted: {path}", path=shown(place(path)))))
    aside(listing(found, speech))
    write_data(f"{VARIABLE}={shown(place(path))}@sha256:{found.digest}\n")
    return int(ExitCode.clean)


def asked(untrusted: Untrusted, speech: Speech) -> bool:
    """Ask the person at the terminal whether the file is to be believed; nobody there is a no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    complain(speech.say(msg("{path} is not trusted, and sets what can harm you:", path=shown(place(untrusted.path)))))
    aside(listing(untrusted, speech))
    aside(speech.say(msg("is it yours, and do you believe it from now on? [y/N]")) + " ")
    return sys.stdin.readline().strip().lower() in {"y", "yes", "д", "да"}


def listing(untrusted: Untrusted, speech: Speech) -> str:
    """The settings that can harm, each with its value on a line, and how."""
    return "".join(
        f"  {key} = {shown(json.dumps(value, ensure_ascii=False, default=str))}  # {speech.say(_harm(key))}\n"
        for key, value in untrusted.settings.items()
    )


def _harm(key: str) -> Message:
    match harm_of(key):
        case Harm.runs:
            return msg("runs a command")
        case Harm.reads:
            return msg("names a file that is read and believed")
        case Harm.sends:
            return msg("says where a secret or a page's text goes")
        case Harm.opens:
            return msg("opens an address")
        case Harm.moves:
            return msg("takes decisions from elsewhere")
        case _:
            return msg("says what may be saved, and where")
