"""Doctor, for a wiki: reachable, which MediaWiki, which client and why, who we are, what would keep a save from working.

Reads only. Every line says what to do when it is not well.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import WikiSettings, user_agent
from bot.errors import BotError, ExitCode, WikiError
from bot.model.message import Message, msg, msg_n
from bot.model.ports import Clock, WikiInfo
from bot.profiles import Profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.wiki.protocols import Account, Contribution
    from bot.wiki.wiki_client import SafeWiki

#: Clocks further apart than this make «the same second» and signatures misleading.
_SKEW_SECONDS = 60


class Health(StrEnum):
    """How a line of the doctor's stands."""

    ok = "ok"
    warn = "warn"
    fail = "fail"


@dataclass(frozen=True, slots=True)
class Checked:
    """One line: what was looked at, how it stands, and what to do."""

    health: Health
    what: Message
    do: Message | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All lines, and the exit code of the worst."""

    lines: tuple[Checked, ...]
    exit_code: ExitCode


@dataclass(frozen=True, slots=True)
class Patient:
    """The wiki to look at, with everything it takes; ``own_pages`` are titles that are the bot's, as its report page."""

    settings: WikiSettings
    password: str | None
    contact: str
    state: Path
    clock: Clock
    profile: Profile | None = None
    own_pages: tuple[str, ...] = ()
    proxy: str = ""


def doctor_wiki(patient: Patient) -> Diagnosis:
    """Look at the configured wiki. Never raises for what the wiki answers: that is a line."""
    lines: list[Checked] = []
    code = ExitCode.clean
    try:
        lines.extend(_examined(patient))
    except BotError as error:
        lines.append(Checked(Health.fail, error.message, error.hint))
        code = error.exit_code
    if code is ExitCode.clean and any(line.health is Health.fail for line in lines):
        code = ExitCode.refused
    return Diagnosis(tuple(lines), code)


def _examined(patient: Patient) -> Iterator[Checked]:
    from bot.wiki import open_wiki

    settings = patient.settings
    client = open_wiki(
        settings,
        password=patient.password,
        contact=patient.contact,
        state=patient.state,
        clock=patient.clock,
        proxy=patient.proxy,
    )
    info = client.describe()
    yield Checked(
        Health.ok,
        msg("{address}: {name}, MediaWiki {version}", address=info.address, name=info.name, version=info.version),
    )
    client_name = msg("the edit form") if info.client == "edit form" else info.client
    yield Checked(Health.ok, msg("pages are saved through {client}", client=client_name), _why(info.client))
    yield from _markup(info, patient.profile)
    yield from _clock(patient, info.address)
    if not settings.user:
        yield Checked(
            Health.warn,
            msg("no account is set: reading only"),
            msg("to save, set `[wiki] user` and the password of a bot account"),
        )
        return
    yield from _in_clear(info.address)
    yield from _account(client, patient)
    yield from _terms(client, patient)


def _why(client: str) -> Message:
    """Why this client was taken: it follows from what the wiki says of itself."""
    if client == "edit form":
        return msg("this wiki's API cannot save pages, so they are saved by the edit form")
    if client.startswith("pywikibot"):
        return msg("MediaWiki 1.31 and later are served by pywikibot")
    return msg("the API is enough here: nothing is saved, or the wiki is older than pywikibot serves")


def _markup(info: WikiInfo, profile: Profile | None) -> Iterator[Checked]:
    """Whether the wiki knows the tags that its profile would write."""
    if profile is None or not info.tags:
        return
    lacking = sorted({profile.formula_tag, profile.code_tag, "ref"} - info.tags)
    if not lacking:
        yield Checked(Health.ok, msg("profile {name}: the wiki knows its tags", name=profile.name))
        return
    named = ", ".join(f"<{tag}>" for tag in lacking)
    yield Checked(
        Health.warn,
        msg("profile {name} writes {tags}, which the wiki does not know", name=profile.name, tags=named),
        msg("set `[wiki] profile` to the one that fits; the wiki's version page lists its tags"),
    )


def _clock(patient: Patient, address: str) -> Iterator[Checked]:
    """The server's clock against this machine's, by the answer's own date."""
    from bot.wiki.connection import WikiConnection

    answer = WikiConnection(user_agent(patient.contact), proxy=patient.proxy).get(
        address, {"title": "-", "action": "raw"}
    )
    try:
        server = parsedate_to_datetime(answer.headers.get("date", ""))
        skew = round((server - datetime.fromisoformat(patient.clock.now())).total_seconds())
    except (TypeError, ValueError):
        return
    if abs(skew) <= _SKEW_SECONDS:
        yield Checked(Health.ok, msg_n("clock: {n} second apart", "clock: {n} seconds apart", abs(skew)))
    else:
        yield Checked(
            Health.warn,
            msg_n("clock: {n} second apart", "clock: {n} seconds apart", abs(skew)),
            msg("set this machine's clock; if it is right, tell the wiki's administrator"),
        )


def _in_clear(address: str) -> Iterator[Checked]:
    from bot.wiki.etiquette import in_clear

    warning = in_clear(address)
    if warning is not None:
        yield Checked(Health.warn, warning, msg("use an account that can do little, with a password used nowhere else"))


def _account(client: SafeWiki, patient: Patient) -> Iterator[Checked]:
    from bot.wiki.etiquette import must_stop

    account = client.account()
    groups = ", ".join(sorted(account.groups - {"*", "user"})) or "-"
    yield Checked(Health.ok, msg("logged in as {name}, groups: {groups}", name=account.name, groups=groups))
    yield from _rights(account)
    yield from _whose(client, account, patient)
    stopping = must_stop(account)
    if stopping is not None:
        yield Checked(Health.fail, stopping, msg("read it and answer; `mlwiki run` waits until then"))


def _whose(client: SafeWiki, account: Account, patient: Patient) -> Iterator[Checked]:
    """Whether a person works with the account too: by its rights, and by its edits."""
    from bot.wiki.etiquette import distrust, personal

    edits: tuple[Contribution, ...] = ()
    known = bool(account.rights)
    try:
        edits = client.not_ours(patient.own_pages)
    except WikiError as error:
        known = False
        yield Checked(Health.warn, msg("the account's edits cannot be looked at: {why}", why=error.message), error.hint)
    found = [word for word in (distrust(account), personal(account, edits)) if word is not None]
    health = Health.warn if patient.settings.allow_personal else Health.fail
    advice = msg("use an account of the bot's own, or set `[wiki] allow_personal = true` on purpose")
    yield from (Checked(health, word, advice) for word in found)
    if known and not found:
        yield Checked(Health.ok, msg("the account is the bot's own: no rights and no edits of a person's"))


def _rights(account: Account) -> Iterator[Checked]:
    if not account.rights:
        yield Checked(Health.warn, msg("the wiki does not tell the account's rights: its API is switched off"))
        return
    if "edit" not in account.rights:
        yield Checked(
            Health.fail, msg("the account has no right to edit"), msg("ask an administrator, or widen the bot password")
        )
    if "bot" not in account.rights:
        yield Checked(
            Health.warn,
            msg("the account is not in the bot group: its edits fill everybody's recent changes"),
            msg("ask the wiki's administrator for the group before the first unattended run"),
        )


def _terms(client: SafeWiki, patient: Patient) -> Iterator[Checked]:
    from bot.wiki.etiquette import halted_by

    settings = patient.settings
    if not patient.contact:
        yield Checked(
            Health.fail,
            msg("no contact is set: nothing will be saved"),
            msg('set contact = "mailto:you@example.org" in mlwiki.toml'),
        )
    yield Checked(Health.ok, msg("{seconds} s between saves", seconds=settings.throttle))
    if settings.throttle < 10:  # the unit of bot policies: one edit in ten seconds
        yield Checked(
            Health.warn, msg("that is faster than bot policies allow"), msg("set `[wiki] throttle = 10.0` or more")
        )
    if not settings.stop_page:
        yield Checked(
            Health.warn,
            msg("there is no stop page: people on the wiki cannot halt the bot"),
            msg("make a page that says exactly run, and set `[wiki] stop_page` to its title"),
        )
        return
    page = client.read(settings.stop_page)
    halted = halted_by(settings.stop_page, None if page is None else page.text)
    if halted is None:
        yield Checked(Health.ok, msg("stop page {title}: run", title=settings.stop_page))
    else:
        yield Checked(Health.fail, halted.message, halted.hint)
