"""Secrets come from the environment, a private file or a keyring; never from flags."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from bot.bounded import read_text_bounded
from bot.config import JudgeSettings, Settings, WikiSettings
from bot.config.trust import is_first_use
from bot.errors import ConfigError
from bot.model.message import Message, msg


def wiki_password(settings: WikiSettings, environment: Mapping[str, str]) -> str | None:
    """MLWIKI_WIKI_PASSWORD, else the private file, else the keyring if one is installed."""
    if environment.get("MLWIKI_WIKI_PASSWORD"):
        return environment["MLWIKI_WIKI_PASSWORD"]
    if settings.password_file:
        return _private_file(Path(settings.password_file))
    return _keyring(settings)


def judge_key(settings: JudgeSettings, environment: Mapping[str, str]) -> str | None:
    """MLWIKI_JUDGE_API_KEY; OPENAI_API_KEY only goes to api.openai.com (contract, «Configuration»)."""
    if environment.get("MLWIKI_JUDGE_API_KEY"):
        return environment["MLWIKI_JUDGE_API_KEY"]
    if urlsplit(settings.base_url).hostname == "api.openai.com":
        return environment.get("OPENAI_API_KEY") or None
    return None


def embeddings_key(settings: JudgeSettings, environment: Mapping[str, str]) -> str | None:
    """MLWIKI_EMBEDDINGS_API_KEY; the judge's key only where both are one address."""
    if environment.get("MLWIKI_EMBEDDINGS_API_KEY"):
        return environment["MLWIKI_EMBEDDINGS_API_KEY"]
    one, other = (urlsplit(address) for address in (settings.base_url, settings.embeddings_url))
    return judge_key(settings, environment) if (one.scheme, one.netloc) == (other.scheme, other.netloc) else None


def tell_first(what: Message, address: str, settings: Settings, note: Callable[[Message], None] | None) -> None:
    """Before a secret goes to an address for the first time: by the word of which settings files it does. None says nothing."""
    files = ", ".join(file.path for file in settings.files)
    host = urlsplit(address).netloc.rpartition("@")[2]
    if files and note is not None and is_first_use(f"{what}, {host}, {files}"):
        note(
            msg(
                "{what} goes to {host}, by the settings of {files}; this is said once",
                what=what,
                host=host,
                files=files,
            )
        )


def _private_file(path: Path) -> str:
    try:
        mode = path.stat().st_mode
        text = read_text_bounded(path, 65_536).strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error.reason
        raise ConfigError(
            msg("cannot read the password file {path}: {why}", path=str(path), why=why or "?"),
            msg("write the password alone into that file, or set MLWIKI_WIKI_PASSWORD"),
        ) from error
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise ConfigError(
            msg("the password file {path} can be read by others", path=str(path)),
            msg("run: chmod 600 {path}", path=str(path)),
        )
    return text


def _keyring(settings: WikiSettings) -> str | None:
    try:
        import keyring
    except ImportError:
        return None
    found: str | None = keyring.get_password(f"mlwiki:{settings.url}", settings.user)
    return found
