"""``mlwiki doctor``: does everything work that a check or a save needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from bot.cli.command import Command
from bot.cli.options import CommandContext, command_context, common, gather
from bot.config import Settings, Standing
from bot.config.secrets import judge_key, wiki_password
from bot.errors import ConfigError, ExitCode
from bot.jobs.doctor import Checked, Diagnosis, Health, Patient, doctor_wiki
from bot.model.message import msg
from bot.store import default_path, store_place

MARKS = {Health.ok: "ok  ", Health.warn: "warn", Health.fail: "FAIL"}


@click.command(cls=Command)
@common
def command(**given: Any) -> int:
    r"""Look at the settings, the store, the judge and the wiki; reads only, changes nothing.

    \b
    mlwiki doctor
    """
    options = gather(given)
    settings = options.settings()
    with command_context(options, settings) as context:
        return examine(context)


def examine(context: CommandContext) -> int:
    """Print a line for everything that was looked at; returns the exit code of the worst."""
    diagnosis = _wiki(context) if context.settings.wiki.url else Diagnosis((_no_wiki(),), ExitCode.clean)
    context.deliver("".join(_line(one, context) for one in (*_here(context), *diagnosis.lines)))
    return int(diagnosis.exit_code)


def _here(context: CommandContext) -> Iterator[Checked]:
    """What this machine and the settings offer."""
    yield Checked(Health.ok, msg("Python {version}", version=sys.version.split()[0]))
    yield from _files(context.settings)
    yield Checked(Health.ok, msg("store: {path}", path=str(store_place(context.settings, os.environ))))
    if not context.settings.contact:
        yield Checked(
            Health.warn,
            msg("no contact is set: services that ask for one are left out, and nothing is saved"),
            msg('set contact = "mailto:you@example.org" in mlwiki.toml'),
        )
    judge = context.settings.judge
    if judge.kind != "openai":
        yield Checked(Health.ok, msg("judge: {kind}", kind=judge.kind))
    elif not judge.model:
        yield Checked(
            Health.fail, msg("the judge `openai` needs a model's name"), msg("set [judge] model, or give --model NAME")
        )
    elif judge_key(judge, os.environ) is None and not judge.token_command:
        yield Checked(
            Health.warn,
            msg("judge: {model} at {url}, without a key", model=judge.model, url=judge.base_url),
            msg("set MLWIKI_JUDGE_API_KEY unless the endpoint needs none"),
        )
    else:
        yield Checked(Health.ok, msg("judge: {model} at {url}", model=judge.model, url=judge.base_url))


def _files(settings: Settings) -> Iterator[Checked]:
    """Which settings files are in use, and why each is believed."""
    why = {
        Standing.named: msg("named by --config or MLWIKI_CONFIG"),
        Standing.own: msg("your own"),
        Standing.trusted: msg("of this folder, trusted"),
        Standing.harmless: msg("of this folder, sets nothing that needs trust"),
    }
    for file in settings.files:
        yield Checked(Health.ok, msg("settings: {path} ({why})", path=file.path, why=why[file.standing]))
    if not settings.files:
        yield Checked(Health.ok, msg("settings: no file"))


def _no_wiki() -> Checked:
    return Checked(
        Health.warn,
        msg("no wiki is configured"),
        msg("set [wiki] url in mlwiki.toml, or MLWIKI_WIKI_URL, to any page of the wiki"),
    )


def _wiki(context: CommandContext) -> Diagnosis:
    from bot.net.proxy import proxy_to

    settings = context.settings
    try:
        password = wiki_password(settings.wiki, os.environ)
        proxy = proxy_to(settings.wiki.url, settings)
    except ConfigError as error:
        return Diagnosis((Checked(Health.fail, error.message, error.hint),), error.exit_code)
    return doctor_wiki(
        Patient(
            settings=settings.wiki,
            password=password,
            contact=settings.contact,
            state=default_path(settings.store, os.environ).parent,
            clock=context.session.clock,
            proxy=proxy,
            profile=context.chosen.profile,
            own_pages=(settings.run.report_page,) if settings.run.report_page else (),
        )
    )


def _line(one: Checked, context: CommandContext) -> str:
    say = context.speech.say
    advice = "" if one.do is None else f"\n      {say(one.do)}"
    return f"{MARKS[one.health]}  {say(one.what)}{advice}\n"
