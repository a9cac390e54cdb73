"""What each setting may be beyond its type: ranges, addresses, times. Every layer (file, environment, flag) is held to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.errors import ConfigError
from bot.model.message import Message, msg

_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_SPAN = re.compile(r"(?<![\d.])(\d{1,9}(?:\.\d{1,9})?)\s*+([smhd])")
#: Ten years: longer is a slip, and far below what clocks and SQLite take.
_LONGEST = 3650 * 86400.0
_EMAIL = re.compile(r"[^\s@<>,;:/]+@[^\s@<>,;:/]+")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2


@dataclass(frozen=True, slots=True)
class Rule:
    """Whether a value holds, and in words what does."""

    holds: Callable[[object], bool]
    allowed: Message


def refusal(key: str, value: object) -> Message | None:
    """What the setting «section.key» takes, where ``value`` (of the right type) is not of it; None for a good one."""
    rule = _RULES.get(key) or (
        _ADDRESS_OF_SERVICE if key.startswith("services.") and key.endswith(".url") else _PRINTABLE
    )
    return None if rule.holds(value) else rule.allowed


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


def _between(least: float, most: float) -> Rule:
    """A number in that range; neither «not a number» nor infinity is. None stands for a limit that is not set."""

    def holds(value: object) -> bool:
        return value is None or (isinstance(value, int | float) and least <= value <= most)

    return Rule(holds, msg("a number from {least} to {most}", least=f"{least:g}", most=f"{most:.0f}"))


def _text(holds: Callable[[str], bool], allowed: Message, *, empty: bool = True) -> Rule:
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


def _is_printable(value: object) -> bool:
    """Texts, and lists of them, without control characters; other types have rules of their own."""
    texts = value if isinstance(value, tuple) else (value,)
    return all(text.isprintable() for text in texts if isinstance(text, str))


def _are_headers(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        _HEADER.fullmatch(str(name)) and str(text).isprintable() for name, text in value.items()
    )


_PRINTABLE = Rule(_is_printable, msg("a text without control characters"))
_ADDRESS = _text(is_address, msg("an http:// or https:// address"))
_WHOLE_ADDRESS = _text(is_address, msg("an http:// or https:// address"), empty=False)
_ADDRESS_OF_SERVICE = _text(
    is_address, msg("an http:// or https:// address (enabled = false switches a service off)"), empty=False
)
_TIME = _text(lambda text: _seconds(text) is not None, msg("a time like 90m, 2h or 1d 12h"))
_RULES: Mapping[str, Rule] = {
    "contact": _text(_is_contact, msg("an e-mail address, mailto: or an http(s) address")),
    "wiki.url": _ADDRESS,
    "wiki.throttle": _between(0, 86_400),
    "judge.base_url": _WHOLE_ADDRESS,
    "judge.embeddings_url": _ADDRESS,
    "judge.price_in": _between(0, 1_000_000),
    "judge.price_out": _between(0, 1_000_000),
    "judge.budget": _between(0, 1_000_000_000),
    "judge.budget_tokens": _between(0, 1_000_000_000_000),
    "judge.concurrency": _between(1, 256),
    "judge.timeout": _between(0.1, 3600),
    "judge.votes": _between(1, 100),
    "judge.headers": Rule(_are_headers, msg("names and values that an HTTP header may have")),
    "network.allow_hosts": Rule(
        lambda value: isinstance(value, tuple) and all(map(_is_host, value)), msg("a list of host:port")
    ),
    "network.concurrency": _between(1, 1024),
    "network.proxy": _ADDRESS,
    "network.timeout": _between(0.1, 3600),
    "network.host_interval": _between(0, 3600),
    "store.keep_days": _between(0, 36_500),
    "gate.precision": _between(0, 1),
    "run.max_edits": _between(0, 1_000_000),
    "run.max_pages": _between(0, 1_000_000),
    "run.max_time": _TIME,
    "run.expect_every": _TIME,
    "run.trial": _between(0, 1_000_000),
}
