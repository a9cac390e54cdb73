"""The settings file, then ``MLWIKI_*`` variables, then flags; unknown keys are errors with a suggestion."""

from __future__ import annotations

import dataclasses
import difflib
import re
import tomllib
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bot.bounded import read_bounded
from bot.config import (
    SERVICES,
    GateSettings,
    JudgeSettings,
    NetworkSettings,
    ReviewSettings,
    RunSettings,
    ServiceSettings,
    Settings,
    SettingsFile,
    Standing,
    StoreSettings,
    WikiSettings,
)
from bot.config.harm import digest, harmful
from bot.config.limits import refusal
from bot.config.trust import VARIABLE, is_first_start, is_trusted, own_settings, place, trust
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
        VARIABLE,
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


@dataclass(frozen=True, slots=True)
class Untrusted:
    """A settings file of the current folder that is not believed, with the settings that need it (as they stand in the file).

    ``digest`` is what trust in it is given to.
    """

    path: Path
    settings: Mapping[str, object]
    digest: str


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
        _found(environment, above, confirm)
        if path is None
        else (_read(path).layer, (SettingsFile(str(Path(path).absolute()), Standing.named),))
    )
    return _build(layer | above, files)


def read_untrusted(path: Path) -> Untrusted:
    """What trust in a settings file would let it do. Raises ConfigError for what is no settings file."""
    read = _read(path)
    _build(read.layer, ())
    return Untrusted(path, harmful(read.values), digest(read.values))


def values_of(text: str) -> dict[str, object]:
    """The settings of a file's text by «section.key». Raises tomllib.TOMLDecodeError."""
    return {key: value for key, (value, _) in _layer_of(tomllib.loads(text), Path(FILE_NAME)).items()}


@dataclass(frozen=True, slots=True)
class _File:
    """A settings file as it was read, once; ``content`` is the sha256 of those bytes."""

    path: Path
    layer: _Layer
    content: str

    @property
    def values(self) -> dict[str, object]:
        """Its settings by «section.key»."""
        return {key: value for key, (value, _) in self.layer.items()}


def _found(
    environment: Mapping[str, str], above: _Layer, confirm: Callable[[Untrusted], bool] | None
) -> tuple[_Layer, tuple[SettingsFile, ...]]:
    """The user's own file, and that of the current folder as far as it is believed."""
    own, here = own_settings(), Path(FILE_NAME)
    layer: _Layer = {}
    files: list[SettingsFile] = []
    if own is not None:
        layer |= _read(own).layer
        files.append(SettingsFile(str(own), Standing.own))
    if here.is_file() and not (own is not None and here.samefile(own)):
        read = _read(here)
        files.append(SettingsFile(place(here), _standing(read, layer, above, environment, confirm)))
        layer |= read.layer
    return layer, tuple(files)


def _standing(
    read: _File,
    below: _Layer,
    above: _Layer,
    environment: Mapping[str, str],
    confirm: Callable[[Untrusted], bool] | None,
) -> Standing:
    """Why a file of the current folder may say what it says. Raises ConfigError where it may not."""
    known = set(known_keys())
    acting = {
        key: value
        for key, value in harmful(read.values).items()
        if key in known and key not in above and not _changes_nothing(key, value, below)
    }
    if not acting:
        return Standing.harmless
    wanted = digest(read.values)
    if is_trusted(read.path, wanted, read.content, environment):
        return Standing.trusted
    if confirm is not None and confirm(Untrusted(read.path, acting, wanted)):
        trust(read.path, wanted)
        return Standing.trusted
    raise _not_trusted(acting)


def _not_trusted(settings: Mapping[str, object]) -> ConfigError:
    hint = (
        msg(
            "this is new: such a file must be trusted once; look at it, then run `mlwiki trust`, or name it with --config"
        )
        if is_first_start()
        else msg("look at it, then run `mlwiki trust`, or name it with --config")
    )
    names = ", ".join(settings)
    return ConfigError(
        msg("{file} of this folder is not trusted, and sets what can harm you: {names}", file=FILE_NAME, names=names),
        hint,
    )


def _changes_nothing(key: str, value: object, below: _Layer) -> bool:
    """Whether the setting would be the same without the file."""
    default = below[key][0] if key in below else _default(key)
    same = tuple(value) if isinstance(value, list) else value
    return type(same) is type(default) and same == (tuple(default) if isinstance(default, list) else default)


def _default(key: str) -> object:
    section, _, name = key.rpartition(".")
    if section.startswith("services."):
        return SERVICES.get(section.removeprefix("services.")) if name == "url" else True
    return getattr(_SECTIONS[section](), name) if section in _SECTIONS else ""


def _read(path: Path) -> _File:
    """Read a file once: what is hashed is what is used."""
    try:
        data = read_bounded(path)
        return _File(path, _layer_of(tomllib.loads(data.decode("utf-8-sig")), path), sha256(data).hexdigest())
    except OSError as error:
        raise ConfigError(
            msg("cannot read the settings {path}: {why}", path=str(path), why=error.strerror or "?"),
            msg("check the path given with --config"),
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(
            msg("the settings {path} are not valid TOML: {why}", path=str(path), why=str(error)),
            msg("mend that line; README shows an example"),
        ) from error


def _layer_of(data: Mapping[str, object], path: Path) -> _Layer:
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


def _build(layer: _Layer, files: tuple[SettingsFile, ...]) -> Settings:
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
        files=files,
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
