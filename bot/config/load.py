"""mlwiki.toml, then ``MLWIKI_*`` variables, then flags; unknown keys are errors with a suggestion."""

from __future__ import annotations

import dataclasses
import difflib
import re
import tomllib
import types
import typing
from collections.abc import Mapping
from pathlib import Path

from bot.bounded import read_text_bounded
from bot.config import (
    SERVICES,
    GateSettings,
    JudgeSettings,
    NetworkSettings,
    ReviewSettings,
    RunSettings,
    ServiceSettings,
    Settings,
    StoreSettings,
    WikiSettings,
)
from bot.config.limits import refusal
from bot.errors import ConfigError
from bot.model.message import Message, msg
from bot.model.words import Policy

FILE_NAME = "mlwiki.toml"
PREFIX = "MLWIKI_"

#: Variables that are not settings: language, the store's folder, and secrets.
NOT_SETTINGS = frozenset(
    {
        "MLWIKI_LANG",
        "MLWIKI_STATE",
        "MLWIKI_WIKI_PASSWORD",
        "MLWIKI_JUDGE_API_KEY",
        "MLWIKI_EMBEDDINGS_API_KEY",
        "MLWIKI_CONFIG",
    }
)

_SECTIONS: Mapping[str, type] = {
    "wiki": WikiSettings,
    "judge": JudgeSettings,
    "network": NetworkSettings,
    "store": StoreSettings,
    "gate": GateSettings,
    "run": RunSettings,
    "review": ReviewSettings,
}

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "judge.kind": ("embedded", "openai", "none"),
    "gate.text": tuple(Policy),
    "gate.mechanical": tuple(Policy),
    "wiki.profile": ("", "mlru", "legacy", "modern", "ruwiki", "enwiki"),
}

#: Settings whose value may hold a secret: never shown, not even when it is wrong.
_PRIVATE = frozenset({"judge.headers", "judge.token_command", "network.proxy"})
#: Where a secret that somebody looks for among the settings really goes, by section; the longest name first.
_SECRETS: Mapping[str, str] = {
    "judge_embeddings_": "MLWIKI_EMBEDDINGS_API_KEY",
    "judge_": "MLWIKI_JUDGE_API_KEY",
    "wiki_": "MLWIKI_WIKI_PASSWORD",
}
_SECRET = re.compile(r"_(?:password|passwd|pass|key|apikey|token|secret)$")
#: The origin of what a flag said.
FLAG = "flag"

_Layer = dict[str, tuple[object, str]]


def load(path: Path | None, environment: Mapping[str, str], flags: Mapping[str, object] | None = None) -> Settings:
    """Read the settings.

    ``path`` None means ``mlwiki.toml`` of the current folder if it is there. ``flags`` maps «section.key» to a value.
    Raises ConfigError for an unreadable file, an unknown key or an impossible value.
    """
    layer: _Layer = {}
    found = path if path is not None else Path(FILE_NAME)
    if path is not None or found.is_file():
        layer |= _from_file(found)
    layer |= _from_environment(environment)
    layer |= {key: (value, FLAG) for key, value in (flags or {}).items() if value is not None}
    return _build(layer)


def _from_file(path: Path) -> _Layer:
    try:
        data = tomllib.loads(read_text_bounded(path))
    except OSError as error:
        raise ConfigError(
            msg("cannot read the settings {path}: {why}", path=str(path), why=error.strerror or "?"),
            msg("check the path given with --config"),
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(
            msg("the settings {path} are not valid TOML: {why}", path=str(path), why=str(error)),
            msg("mend that line; README shows an example"),
        ) from error
    layer: _Layer = {}
    for key, value in data.items():
        if isinstance(value, dict) and key == "services":
            for service, table in value.items():
                if not isinstance(table, dict):
                    raise _unknown(f"services.{service}", str(path))
                layer |= {f"services.{service}.{name}": (item, str(path)) for name, item in table.items()}
        elif isinstance(value, dict):
            layer |= {f"{key}.{name}": (item, str(path)) for name, item in value.items()}
        else:
            layer[key] = (value, str(path))
    return layer


def _from_environment(environment: Mapping[str, str]) -> _Layer:
    keys = {_variable(key): key for key in known_keys()}
    layer: _Layer = {}
    for name, value in environment.items():
        if not name.startswith(PREFIX) or name in NOT_SETTINGS:
            continue
        if name not in keys:
            close = difflib.get_close_matches(name, (*keys, *NOT_SETTINGS), 1)
            hint = (
                msg("did you mean {name}?", name=close[0]) if close else msg("`mlwiki config show` lists every setting")
            )
            raise ConfigError(msg("unknown variable {name} in the environment", name=name), _secret_hint(name) or hint)
        layer[keys[name]] = (value, name)
    return layer


def _variable(key: str) -> str:
    return PREFIX + key.replace(".", "_").upper()


def known_keys() -> tuple[str, ...]:
    """Every setting as «section.key», in the order of the contract."""
    keys = ["contact"]
    for section, record in _SECTIONS.items():
        keys += [f"{section}.{item.name}" for item in dataclasses.fields(record)]
    for service in SERVICES:
        keys += [f"services.{service}.enabled", f"services.{service}.url"]
    return tuple(keys)


def _unknown(key: str, origin: str) -> ConfigError:
    close = difflib.get_close_matches(key, known_keys(), 1)
    hint = msg("did you mean `{name}`?", name=close[0]) if close else msg("`mlwiki config show` lists every setting")
    return ConfigError(msg("unknown setting `{key}` in {origin}", key=key, origin=origin), _secret_hint(key) or hint)


def _secret_hint(name: str) -> Message | None:
    """Where a secret goes, for whoever writes one among the settings («judge.api_key», MLWIKI_WIKI_PASS)."""
    plain = name.removeprefix(PREFIX).lower().replace(".", "_")
    variable = next((variable for section, variable in _SECRETS.items() if plain.startswith(section)), None)
    if variable is None or not _SECRET.search(plain):
        return None
    return msg("a secret is no setting: put it into the variable {name}", name=variable)


def _build(layer: _Layer) -> Settings:
    known = set(known_keys())
    for key, (_, origin) in layer.items():
        if key not in known:
            raise _unknown(key, origin)
    sections = {name: _section(record, name, layer) for name, record in _SECTIONS.items()}
    services = {}
    for name, address in SERVICES.items():
        enabled = _value(f"services.{name}.enabled", bool, layer, True)
        url = _value(f"services.{name}.url", str, layer, address)
        services[name] = ServiceSettings(str(url).rstrip("/"), bool(enabled))
    return Settings(
        contact=str(_value("contact", str, layer, "")),
        services=services,
        origins={key: origin for key, (_, origin) in layer.items()},
        **sections,  # type: ignore[arg-type]  # the table above pairs each name with its record
    )


def _section(record: type, section: str, layer: _Layer) -> object:
    hints = typing.get_type_hints(record)
    defaults = record()
    values = {
        item.name: _value(f"{section}.{item.name}", hints[item.name], layer, getattr(defaults, item.name))
        for item in dataclasses.fields(record)
    }
    return record(**values)


def _value(key: str, kind: object, layer: _Layer, default: object) -> object:
    if key not in layer:
        return default
    value, origin = layer[key]
    converted = _convert(kind, value)
    if converted is None:
        raise _impossible(key, value, origin, msg("it takes {kind}", kind=_kind_name(kind)))
    choices = _CHOICES.get(key)
    if choices is not None and converted not in choices:
        listed = ", ".join(choice for choice in choices if choice)
        raise _impossible(key, value, origin, msg("it takes one of: {choices}", choices=listed))
    allowed = refusal(key, converted)
    if allowed is not None:
        raise _impossible(key, value, origin, msg("it takes {kind}", kind=allowed))
    return converted


def _impossible(key: str, value: object, origin: str, hint: Message) -> ConfigError:
    """The file (or variable, or flag), the key, the value, and what it may be."""
    shown = "***" if key in _PRIVATE else re.sub(r"//[^/@\s]*@", "//***@", repr(value))
    what = (
        msg("`{key}` on the command line cannot be {value}", key=key, value=shown)
        if origin == FLAG
        else msg("setting `{key}` in {origin} cannot be {value}", key=key, origin=origin, value=shown)
    )
    return ConfigError(what, hint)


def _kind_name(kind: object) -> Message:
    names = {bool: msg("true or false"), int: msg("a whole number"), float: msg("a number"), str: msg("a text")}
    options = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    return next((names[option] for option in options if option in names), msg("a list or table of texts"))


def _convert(kind: object, value: object) -> object | None:
    """Turn a TOML value or an environment string into ``kind``; None when that cannot be."""
    if isinstance(kind, types.UnionType):
        return next((found for option in typing.get_args(kind) if (found := _convert(option, value)) is not None), None)
    if kind is bool:
        if isinstance(value, bool):
            return value
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(str(value).lower())
    if kind is int or kind is float:
        return _number(kind is int, value)
    if kind is str:
        return value if isinstance(value, str) else None
    if typing.get_origin(kind) is tuple:
        items = value.split(",") if isinstance(value, str) else value
        if isinstance(items, list) and all(isinstance(item, str) for item in items):
            return tuple(item.strip() for item in items if item.strip())
    if typing.get_origin(kind) is Mapping and isinstance(value, dict):
        return {str(name): str(item) for name, item in value.items()}
    return None


def _number(whole: bool, value: object) -> int | float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return int(str(value)) if whole else float(value)
    except ValueError:
        return None
