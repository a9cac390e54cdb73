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
from bot.cli.streams import complain, line_of, write_data
from bot.config import Settings, StoreSettings
from bot.config.keys import refusal
from bot.errors import BotError, UsageError
from bot.jobs.init import InitAnswers, guessed_profile, write_settings
from bot.jobs.wikis import connect
from bot.locale import LANGUAGES, Speech, choose_language
from bot.model.message import Message, msg
from bot.model.ports import WikiInfo
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
    options = Common(str(path), None, "text", None, lang, "auto", quiet=False, verbose=0, pager=False, encoding=None)
    with command_context(options, options.settings()) as context:
        return examine(context)


def _ask_all(speech: Speech) -> tuple[InitAnswers, str]:
    """The five questions; the password is one only where an account was named."""
    url = _ask(speech, msg("Address of any page of the wiki"), profile("mlru").address or "", "wiki.url")
    answers = InitAnswers(profile=_ask_profile(speech, guessed_profile(url, _described(url, speech))), url=url)
    answers = replace(answers, user=_ask(speech, msg("Account that saves (Enter: only read)"), ""))
    password = getpass.getpass(speech.say(msg("Its password (not shown)")) + ": ") if answers.user else ""
    answers = replace(answers, contact=_ask(speech, msg("Your contact, an address or mailto:"), "", "contact"))
    model = _ask(speech, msg("Name of a model that judges (Enter: the embedded judge, no key)"), "", "judge.model")
    return replace(answers, model=model, judge="openai" if model else "embedded"), password


def _described(url: str, speech: Speech) -> WikiInfo | None:
    """What the wiki says of itself; where it says nothing, that is told, and the questions go on."""
    settings = replace(Settings(), wiki=replace(Settings().wiki, url=url))
    try:
        return connect(settings, os.environ, reading=True).describe()
    except BotError as error:
        complain(line_of(error, speech))
        return None


def _ask_profile(speech: Speech, guessed: str) -> str:
    """The markup, with the guess as what Enter takes; a word that names none is asked for again."""
    names = ", ".join(PROFILE_NAMES)
    while (name := _answer(speech, msg("Markup of the wiki ({names})", names=names), guessed)) not in PROFILE_NAMES:
        complain(speech.say(msg("there is no profile “{name}”; there are: {names}", name=name, names=names)))
    return name


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
