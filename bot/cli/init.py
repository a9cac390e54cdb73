"""``mlwiki init``: a first settings file, by at most five questions."""

from __future__ import annotations

import getpass
import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from bot.cli.command import Command
from bot.cli.doctor import examine
from bot.cli.options import Common, command_context
from bot.cli.streams import complain, write_data
from bot.config import StoreSettings
from bot.config.keys import refusal
from bot.errors import UsageError
from bot.jobs.init import InitAnswers, write_settings
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import Message, msg
from bot.profiles import PROFILE_NAMES, profile
from bot.store import default_path


@click.command(cls=Command)
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the report.")
def command(lang: str | None) -> int:
    r"""Ask which wiki, which account and which judge, and write a commented mlwiki.toml here; Enter takes the default.

    \b
    mlwiki init
    """
    speech = Speech(choose_language(lang, None))
    if not sys.stdin.isatty():
        raise UsageError(
            msg("init asks a person, and standard input is not a terminal"), msg("write mlwiki.toml as README shows")
        )
    answers, password = _ask_all(speech)
    state = default_path(StoreSettings(), os.environ).parent
    path = write_settings(Path.cwd(), answers, password, state, speech)
    complain(speech.say(msg("written: {path}; now wiki and account are tried, reading only", path=str(path))))
    options = Common(str(path), None, "text", None, lang, "auto", quiet=False, verbose=0, encoding=None)
    with command_context(options, options.settings()) as context:
        return examine(context)


def _ask_all(speech: Speech) -> tuple[InitAnswers, str]:
    """The five questions; the password is one only where an account was named."""
    name = _ask(speech, msg("Markup of the wiki ({names})", names=", ".join(PROFILE_NAMES)), "mlru")
    name = name if name in PROFILE_NAMES else "modern"
    url = _ask(speech, msg("Address of any page of the wiki"), profile(name).address or "", "wiki.url")
    answers = InitAnswers(profile=name, url=url)
    answers = replace(answers, user=_ask(speech, msg("Account that saves (Enter: only read)"), ""))
    password = getpass.getpass(speech.say(msg("Its password (not shown)")) + ": ") if answers.user else ""
    answers = replace(answers, contact=_ask(speech, msg("Your contact, an address or mailto:"), "", "contact"))
    model = _ask(speech, msg("Name of a model that judges (Enter: the embedded judge, no key)"), "", "judge.model")
    return replace(answers, model=model, judge="openai" if model else "embedded"), password


def _ask(speech: Speech, question: Message, default: str, key: str = "") -> str:
    """The answer, asked for again until it is one that the setting ``key`` can have."""
    answer = _answer(speech, question, default)
    while key and (allowed := refusal(key, answer)) is not None:
        complain(speech.say(msg("it takes {kind}", kind=allowed)))
        answer = _answer(speech, question, default)
    return answer


def _answer(speech: Speech, question: Message, default: str) -> str:
    shown = f" [{default}]" if default else ""
    write_data(f"{speech.say(question)}{shown}: ")
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip() or default
