"""Settings files: which are read, what stands in them, and how far that of the current folder is believed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bot.bounded import read_bounded
from bot.config import SettingsFile, Standing
from bot.config.keys import declared, harmful, known_keys, unknown
from bot.config.trust import digest, is_first_start, is_trusted, own_settings, place, trust
from bot.errors import ConfigError
from bot.model.message import msg

FILE_NAME = "mlwiki.toml"

#: Values by «section.key», each with where it came from.
Layer = dict[str, tuple[object, str]]


@dataclass(frozen=True, slots=True)
class Untrusted:
    """A settings file of the current folder that is not believed, with the settings that need it (as they stand in the file).

    ``digest`` is what trust in it is given to.
    """

    path: Path
    settings: Mapping[str, object]
    digest: str


@dataclass(frozen=True, slots=True)
class SettingsText:
    """A settings file as it was read, once; ``content`` is the sha256 of those bytes."""

    path: Path
    layer: Layer
    content: str

    @property
    def values(self) -> dict[str, object]:
        """Its settings by «section.key»."""
        return {key: value for key, (value, _) in self.layer.items()}


def found(
    environment: Mapping[str, str], above: Layer, confirm: Callable[[Untrusted], bool] | None
) -> tuple[Layer, tuple[SettingsFile, ...]]:
    """The user's own file, and that of the current folder as far as it is believed."""
    own, here = own_settings(), Path(FILE_NAME)
    layer: Layer = {}
    files: list[SettingsFile] = []
    if own is not None:
        layer |= read_file(own).layer
        files.append(SettingsFile(str(own), Standing.own))
    if here.is_file() and not (own is not None and here.samefile(own)):
        read = read_file(here)
        files.append(SettingsFile(place(here), _standing(read, layer, above, environment, confirm)))
        layer |= read.layer
    return layer, tuple(files)


def _standing(
    read: SettingsText,
    below: Layer,
    above: Layer,
    environment: Mapping[str, str],
    confirm: Callable[[Untrusted], bool] | None,
) -> Standing:
    """Why a file of the current folder may say what it says. Raises ConfigError where it may not."""
    known, able = set(known_keys()), harmful(read.values)
    acting = {
        key: value
        for key, value in able.items()
        if key in known and key not in above and not _changes_nothing(key, value, below)
    }
    if not acting:
        return Standing.harmless
    wanted = digest(read.values)
    if is_trusted(read.path, wanted, read.content, environment):
        return Standing.trusted
    # asked about all of them: trust also holds where no flag or variable stands in front of one
    if confirm is not None and confirm(Untrusted(read.path, able, wanted)):
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


def _changes_nothing(key: str, value: object, below: Layer) -> bool:
    """Whether the setting would be the same without the file."""
    default = below[key][0] if key in below else declared()[key].default
    same = tuple(value) if isinstance(value, list) else value
    return type(same) is type(default) and same == (tuple(default) if isinstance(default, list) else default)


def read_file(path: Path) -> SettingsText:
    """Read a file once: what is hashed is what is used."""
    try:
        data = read_bounded(path)
        return SettingsText(path, _layer_of(tomllib.loads(data.decode("utf-8-sig")), path), sha256(data).hexdigest())
    except OSError as error:
        raise ConfigError(
            msg("cannot read the settings {path}: {why}", path=str(path), why=error.strerror or "?"),
            msg("check the path given with --config"),
        ) from error
    except (ValueError, RecursionError) as error:  # also a number of more digits than Python reads
        raise ConfigError(
            msg("the settings {path} are not valid TOML: {why}", path=str(path), why=str(error)),
            msg("mend that line; README shows an example"),
        ) from error


def values_of(text: str) -> dict[str, object]:
    """The settings of a file's text by «section.key». Raises tomllib.TOMLDecodeError."""
    return {key: value for key, (value, _) in _layer_of(tomllib.loads(text), Path(FILE_NAME)).items()}


def _layer_of(data: Mapping[str, object], path: Path) -> Layer:
    layer: Layer = {}
    for key, value in data.items():
        if isinstance(value, dict) and key == "services":
            for service, table in value.items():
                if not isinstance(table, dict):
                    raise unknown(f"services.{service}", str(path))
                layer |= {f"services.{service}.{name}": (item, str(path)) for name, item in table.items()}
        elif isinstance(value, dict):
            layer |= {f"{key}.{name}": (item, str(path)) for name, item in value.items()}
        else:
            layer[key] = (value, str(path))
    return layer
