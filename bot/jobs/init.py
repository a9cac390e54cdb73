"""Init: a first ``mlwiki.toml`` out of a few answers, with every setting explained beside it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.atomic import write_atomic
from bot.config import Settings
from bot.config.settings_files import FILE_NAME, values_of
from bot.config.trust import digest, trust
from bot.errors import OutputError
from bot.identifiers import urls
from bot.jobs.session import choose_profile
from bot.locale import Speech
from bot.model.message import msg
from bot.model.ports import WikiInfo
from bot.profiles import PROFILE_NAMES, profile

PASSWORD_NAME = "wiki-password"  # noqa: S105  # the name of a file, not what is in it


@dataclass(frozen=True, slots=True)
class InitAnswers:
    """What a person said; "" where they took no notice."""

    contact: str = ""
    url: str = ""
    profile: str = ""
    user: str = ""
    judge: str = "embedded"
    model: str = ""


def guessed_profile(url: str, wiki: WikiInfo | None) -> str:
    """The profile that fits a wiki: the one made for its host, else by the tags and the release that the wiki names.

    ``wiki`` is None where it did not answer.
    """
    own = (name for name in PROFILE_NAMES if _host(profile(name).address or "") == _host(url) != "")
    if (name := next(own, None)) is not None:
        return name
    if wiki is not None and "tex" in wiki.tags and "math" not in wiki.tags:
        return "mlru"
    return choose_profile(None, Settings(), wiki).profile.name


def _host(address: str) -> str:
    return (urls.split(address).hostname or "").removeprefix("www.")


def settings_text(answers: InitAnswers, password_file: Path | None, speech: Speech) -> str:
    """The settings file, commented in the reader's language; what was not answered stands there as a comment."""
    say = speech.say
    profiles = say(msg("the wiki's markup: {names}", names=", ".join(PROFILE_NAMES)))
    private = say(msg("only you may read it; or MLWIKI_WIKI_PASSWORD"))
    own_edits = say(msg("the bot's own edits with a proof"))
    kinds = say(msg("embedded: hints, no key · openai: any compatible endpoint · none"))
    lines = [
        _line("contact", answers.contact, say(msg("goes into every User-Agent; `run` and --save refuse without it"))),
        "",
        "[wiki]",
        _line("url", answers.url, say(msg("any page of the wiki; version and the rest are probed"))),
        _line("profile", answers.profile, profiles),
        _line("user", answers.user, say(msg("the bot's account; with a bot password «Name@app»"))),
        _line("password_file", str(password_file) if password_file else "", private),
        _line("stop_page", "", say(msg("the bot saves only while this page says exactly: run"))),
        f"# throttle = 10.0  # {say(msg('seconds between saves'))}",
        "",
        "[judge]",
        _line("kind", answers.judge, kinds),
        _line("model", answers.model, say(msg("key: {name}", name="MLWIKI_JUDGE_API_KEY"))),
        '# base_url = "https://api.openai.com/v1"',
        "",
        "[gate]",
        f'# text = "confirmed"  # {say(msg("edits that bring words or citations"))}',
        f'# mechanical = "no-proven-fault"  # {own_edits}',
    ]
    return "\n".join(lines) + "\n"


def _line(key: str, value: str, why: str) -> str:
    """A setting with its explanation, commented out where there is no answer. TOML takes JSON's strings."""
    return f"{'' if value else '# '}{key} = {json.dumps(value, ensure_ascii=False)}  # {why}"


def write_settings(folder: Path, answers: InitAnswers, password: str, state: Path, speech: Speech) -> Path:
    """Write ``mlwiki.toml`` into ``folder``, and the password into a private file of the store's folder.

    What its owner's own answers say is trusted from the start. Never overwrites settings. Raises OutputError.
    """
    path = folder / FILE_NAME
    if path.exists():
        raise OutputError(
            msg("{path} is there already", path=str(path)), msg("edit it, or move it away and run `mlwiki init` again")
        )
    secret = _keep_password(state, password) if password else None
    text = settings_text(answers, secret, speech)
    write_atomic(path, text.encode("utf-8"))
    with suppress(OutputError):  # where trust cannot be kept, the next command says how to go on
        trust(path, digest(values_of(text)))
    return path


def _keep_password(state: Path, password: str) -> Path:
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = state / PASSWORD_NAME
    # made private before anything stands in it
    path.touch(mode=0o600)
    path.chmod(0o600)
    write_atomic(path, password.encode("utf-8"))
    return path
