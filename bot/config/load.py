"""The settings file, then ``MLWIKI_*`` variables, then flags; unknown keys are errors with a suggestion."""

from __future__ import annotations

import dataclasses
import difflib
import types
import typing
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from bot.config import ServiceSettings, Settings, SettingsFile, Standing
from bot.config.declared import Setting
from bot.config.keys import (
    PREFIX,
    RETIRED,
    SECRETS,
    SECTIONS,
    declared,
    harmful,
    known_keys,
    refusal,
    secret_hint,
    shown_value,
    unknown,
)
from bot.config.settings_files import Layer, Untrusted, found, read_file
from bot.config.trust import VARIABLE, digest
from bot.errors import ConfigError
from bot.model.message import Message, msg
from bot.registries import addresses

#: Variables that are not settings: language, the store's folder, and secrets.
NOT_SETTINGS = frozenset({"MLWIKI_LANG", "MLWIKI_STATE", "MLWIKI_CONFIG", VARIABLE, *SECRETS})

#: The origin of what a flag said.
FLAG = "flag"


def load(
    path: Path | None,
    environment: Mapping[str, str],
    flags: Mapping[str, object] | None = None,
    confirm: Callable[[Untrusted], bool] | None = None,
) -> Settings:
    """Read the settings.

    ``path`` (else MLWIKI_CONFIG) is the user's word. None means the user's own file and then ``mlwiki.toml`` of the current
    folder, which may be anybody's: where it sets what can harm, it must be trusted (``bot.config.trust``) or ``confirm`` must
    say so. ``flags`` maps «section.key» to a value. Raises ConfigError for an unreadable file, an unknown key, an impossible
    value, or a file that is not trusted.
    """
    above = _from_environment(environment)
    above |= {key: (value, FLAG) for key, value in (flags or {}).items() if value is not None}
    if path is None and environment.get("MLWIKI_CONFIG"):
        path = Path(environment["MLWIKI_CONFIG"])
    layer, files = (
        found(environment, above, confirm)
        if path is None
        else (read_file(path).layer, (SettingsFile(str(Path(path).absolute()), Standing.named),))
    )
    return _build(layer | above, files)


def read_untrusted(path: Path) -> Untrusted:
    """What trust in a settings file would let it do. Raises ConfigError for what is no settings file."""
    read = read_file(path)
    _build(read.layer, ())
    return Untrusted(path, harmful(read.values), digest(read.values))


def _from_environment(environment: Mapping[str, str]) -> Layer:
    keys = {_variable(key): key for key in (*known_keys(), *RETIRED)}
    layer: Layer = {}
    for name, value in environment.items():
        if not name.startswith(PREFIX) or name in NOT_SETTINGS:
            continue
        if name not in keys:
            close = difflib.get_close_matches(name, (*keys, *NOT_SETTINGS), 1)
            hint = (
                msg("did you mean {name}?", name=close[0]) if close else msg("`mlwiki config show` lists every setting")
            )
            raise ConfigError(msg("unknown variable {name} in the environment", name=name), secret_hint(name) or hint)
        layer[keys[name]] = (value, name)
    return layer


def _variable(key: str) -> str:
    return PREFIX + key.replace(".", "_").upper()


def _build(layer: Layer, files: tuple[SettingsFile, ...]) -> Settings:
    retired = tuple((key, origin) for key, (_, origin) in layer.items() if key in RETIRED)
    layer = {key: given for key, given in layer.items() if key not in RETIRED}
    known = set(known_keys())
    for key, (_, origin) in layer.items():
        if key not in known:
            raise unknown(key, origin)
    sections = {name: record(**_values(record, name, layer)) for name, record in SECTIONS.items()}
    services = {}
    for name in addresses():
        given = _values(ServiceSettings, f"services.{name}", layer)
        services[name] = ServiceSettings(str(given["url"]).rstrip("/"), bool(given["enabled"]))
    return Settings(
        services=services,
        origins={key: origin for key, (_, origin) in layer.items()},
        files=files,
        retired=retired,
        **_values(Settings, "", layer),  # type: ignore[arg-type]  # each is of its field's type
        **sections,
    )


def _values(record: type, section: str, layer: Layer) -> dict[str, object]:
    """The declared settings of one section; of none, those that stand above all sections."""
    hints = typing.get_type_hints(record)
    names = [item.name for item in dataclasses.fields(record) if Setting in item.metadata]
    return {name: _value(f"{section}.{name}".lstrip("."), hints[name], layer) for name in names}


def _value(key: str, kind: object, layer: Layer) -> object:
    """The value of a setting whose type is ``kind``. Raises ConfigError for one that it cannot have."""
    declaration = declared()[key]
    if key not in layer:
        return declaration.default
    value, origin = layer[key]
    converted = _convert(kind, value)
    if converted is None:
        allowed = msg("it takes {kind}", kind=_kind_name(kind))
    elif declaration.choices and converted not in declaration.choices:
        allowed = msg("it takes one of: {choices}", choices=", ".join(filter(None, declaration.choices)))
    elif (rule := refusal(key, converted)) is not None:
        allowed = msg("it takes {kind}", kind=rule)
    else:
        return converted
    raise _impossible(key, value, origin, allowed)


def _impossible(key: str, value: object, origin: str, hint: Message) -> ConfigError:
    """The file (or variable, or flag), the key, the value, and what it may be."""
    shown = shown_value(key, value)
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
    convert = _CONVERSIONS.get(typing.get_origin(kind) or kind)
    return None if convert is None else convert(value)


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else _FLAGS.get(str(value).lower())


def _word(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _list(value: object) -> tuple[str, ...] | None:
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        return None
    return tuple(item.strip() for item in items if item.strip())


def _table(value: object) -> dict[str, str] | None:
    return {str(name): str(item) for name, item in value.items()} if isinstance(value, dict) else None


def _number(whole: bool, value: object) -> int | float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return int(str(value)) if whole else float(value)
    except ValueError:
        return None


_FLAGS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
#: By the kind of a setting, what makes it of a TOML value or an environment string (None: it cannot be one).
_CONVERSIONS: Mapping[object, Callable[[object], object | None]] = {
    bool: _flag,
    int: partial(_number, True),
    float: partial(_number, False),
    str: _word,
    tuple: _list,
    Mapping: _table,
}
