"""How a setting is declared, once, beside its name and type: what it may be, and what it can do when a stranger wrote it.

Every layer (file, environment, flag) is held to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

from bot.errors import ConfigError
from bot.model.message import Message, msg

_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_SPAN = re.compile(r"(?<![\d.])(\d{1,9}(?:\.\d{1,9})?)\s*+([smhd])")
#: Ten years: longer is a slip, and far below what clocks and SQLite take.
_LONGEST = 3650 * 86400.0
_EMAIL = re.compile(r"[^\s@<>,;:/]+@[^\s@<>,;:/]+")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2


T = TypeVar("T")

#: The variable of the password of ``[engine]``'s servers.
ENGINE_PASSWORD = "MLWIKI_ENGINE_PASSWORD"  # noqa: S105  # a variable's name


class Harm(StrEnum):
    """What a stranger's value of a setting could do. None: no harm, as of markup, names of models, limits."""

    runs = "runs"  #: a command
    reads = "reads"  #: a file that holds a secret, or that is believed
    sends = "sends"  #: a secret or a page's text goes there
    opens = "opens"  #: an address is asked that nobody would ask otherwise
    moves = "moves"  #: decisions are read from elsewhere
    saves = "saves"  #: what keeps the bot from saving, or says where it saves, is another


@dataclass(frozen=True, slots=True)
class Rule:
    """Whether a value holds, and in words what does."""

    holds: Callable[[object], bool]
    allowed: Message


@dataclass(frozen=True, slots=True)
class Setting:
    """What is declared of a setting. ``choices`` are all its values, where it is one of a closed set.

    ``tame`` are values that never do harm, whatever they replace: nothing is sent, nothing is let through. ``private`` ones may
    hold a secret: never shown, not even when they are wrong.
    """

    default: object
    harm: Harm | None
    rule: Rule
    choices: tuple[str, ...]
    tame: tuple[str, ...]
    private: bool


def setting(
    default: T,
    rule: Rule | None = None,
    *,
    harm: Harm | None,
    choices: tuple[str, ...] = (),
    tame: tuple[str, ...] = (),
    private: bool = False,
) -> T:
    """The field of a record of settings; whoever adds one says what harm it can do."""
    metadata = {Setting: Setting(default, harm, rule or PRINTABLE, choices, tame, private)}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


def seconds_of(text: str, key: str) -> float | None:
    """«90m», «2h», «1d 12h» in seconds; None for an empty text. Raises ConfigError."""
    if not text.strip():
        return None
    seconds = _seconds(text)
    if seconds is None:
        raise ConfigError(
            msg("setting `{key}` cannot be {value}", key=key, value=text), msg("write a time like 90m, 2h or 1d 12h")
        )
    return seconds


def is_address(text: str) -> bool:
    """Whether it is a whole http(s) address: a host, no white space, a port that exists."""
    try:
        parts = urlsplit(text)
        return bool(parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0) and not re.search(
            r"\s", text
        )
    except ValueError:
        return False


def _seconds(text: str) -> float | None:
    found = _SPAN.findall(text)
    if not found or _SPAN.sub("", text).strip():
        return None
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in found)
    return seconds if 0 < seconds <= _LONGEST else None


def between(least: float, most: float) -> Rule:
    """A number in that range; neither «not a number» nor infinity is. None stands for a limit that is not set."""

    def holds(value: object) -> bool:
        return value is None or (isinstance(value, int | float) and least <= value <= most)

    return Rule(holds, msg("a number from {least} to {most}", least=f"{least:g}", most=f"{most:.0f}"))


def text_that(holds: Callable[[str], bool], allowed: Message, *, empty: bool = True) -> Rule:
    """A text of that kind, or an empty one where ``empty`` stands for «not set»."""
    return Rule(
        lambda value: isinstance(value, str) and ((empty and not value) or (bool(value) and holds(value))), allowed
    )


def _is_contact(text: str) -> bool:
    return is_address(text) or _EMAIL.fullmatch(text.removeprefix("mailto:")) is not None


def _is_host(text: str) -> bool:
    host, _, port = text.rpartition(":")
    return (
        bool(re.fullmatch(r"[^\s/@]+", host))
        and port.isascii()
        and port.isdecimal()
        and len(port) <= 5
        and 0 < int(port) <= 65535
    )


def _is_database(text: str) -> bool:
    """Whether it is a whole address of a PostgreSQL server that holds no secret."""
    try:
        parts = urlsplit(text)
        named = {name.lower() for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    except ValueError:
        return False
    whole = parts.scheme in {"postgresql", "postgres"} and len(parts.path) > 1 and not re.search(r"\s", text)
    return whole and parts.password is None and named.isdisjoint({"password", "sslpassword"})


def _is_printable(value: object) -> bool:
    """Texts, and lists of them, without control characters; other types have rules of their own."""
    texts = value if isinstance(value, tuple) else (value,)
    return all(text.isprintable() for text in texts if isinstance(text, str))


def _are_headers(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        _HEADER.fullmatch(str(name)) and str(text).isprintable() for name, text in value.items()
    )


PRINTABLE = Rule(_is_printable, msg("a text without control characters"))
ADDRESS = text_that(is_address, msg("an http:// or https:// address"))
WHOLE_ADDRESS = text_that(is_address, msg("an http:// or https:// address"), empty=False)
ADDRESS_OF_SERVICE = text_that(
    is_address, msg("an http:// or https:// address (enabled = false switches a service off)"), empty=False
)
CONTACT = text_that(_is_contact, msg("an e-mail address, mailto: or an http(s) address"))
TIME = text_that(lambda text: _seconds(text) is not None, msg("a time like 90m, 2h or 1d 12h"))
HEADERS = Rule(_are_headers, msg("names and values that an HTTP header may have"))
DATABASE = text_that(
    _is_database, msg("postgresql://host/database without a password: MLWIKI_ENGINE_PASSWORD or PGPASSFILE has it")
)
HOSTS = Rule(lambda value: isinstance(value, tuple) and all(map(_is_host, value)), msg("a list of host:port"))
