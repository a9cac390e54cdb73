"""Which settings files of a current folder their owner believes: by path, and by the values of the settings that can harm.

Kept in the user's data folder, never in the store: a settings file can move that one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.atomic import write_atomic
from bot.bounded import read_text_bounded
from bot.config.keys import harmful
from bot.errors import ConfigError, OutputError
from bot.model.message import msg

#: CI's word: ``PATH@sha256:HEX`` as ``mlwiki trust`` prints it, or a line of ``sha256sum``; several by line.
VARIABLE = "MLWIKI_TRUST"
#: What the file may have in bytes, and how many uses of a secret are remembered.
_MOST, _USES = 2**20, 500
_HASH = r"(?:sha256:)?(?P<hash>[0-9a-fA-F]{64})"
_HASH_LAST = re.compile(rf"(?<=[\s@=#:]){_HASH}\Z")
_HASH_FIRST = re.compile(rf"{_HASH}[\s*:=@#]++(?P<path>.+)")


@dataclass(frozen=True, slots=True)
class Believed:
    """What is kept: digests by path, and which uses of a secret were said. ``known`` is False before the first start."""

    digests: Mapping[str, str] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    known: bool = False


def digest(values: Mapping[str, object]) -> str:
    """A sha256 in hex over the settings that can do harm, names and values; the order and everything else in the file is free."""
    wanted = json.dumps(harmful(values), sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(wanted.encode("ascii")).hexdigest()


def place(path: Path) -> str:
    """The name that trust goes by: the real folder and the name in it. What a link there leads to is not trusted through it."""
    return str(Path(os.path.realpath(path.parent)) / path.name)


def is_trusted(path: Path, wanted: str, content: str, environment: Mapping[str, str]) -> bool:
    """Whether this file with the settings of digest ``wanted`` is believed; ``content`` is the sha256 of its bytes."""
    name = place(path)
    return _read().digests.get(name) == wanted or (name, wanted) in _of_environment(environment, content, wanted)


def trust(path: Path, wanted: str) -> None:
    """Believe it from now on. Raises OutputError where that cannot be kept."""
    known = _read()
    _write(replace(known, digests={**known.digests, place(path): wanted}))


def distrust(path: Path) -> bool:
    """Believe it no longer; whether it was believed. Raises OutputError."""
    known = _read()
    left = {name: kept for name, kept in known.digests.items() if name != place(path)}
    _write(replace(known, digests=left))
    return len(left) < len(known.digests)


def is_first_start() -> bool:
    """Whether trust was never spoken of; it has been from now on."""
    known = _read()
    if not known.known:
        _try_to_write(known)
    return not known.known


def is_first_use(use: str) -> bool:
    """Whether this use of a secret («what, to whom, by which files») has not been said yet; it has been from now on."""
    known = _read()
    if use in known.uses:
        return False
    _try_to_write(replace(known, uses=(*known.uses, use)[-_USES:]))
    return True


def own_settings() -> Path | None:
    """The user's own settings file, where there is one that nobody else can write."""
    import platformdirs

    path = Path(platformdirs.user_config_dir("mlwiki", appauthor=False)) / "mlwiki.toml"
    try:
        return path if path.is_absolute() and path.is_file() and _is_ours(path) else None
    except OSError:  # a home that may not be looked into (systemd's ProtectHome) has no file for us
        return None


def _kept() -> Path | None:
    import platformdirs

    path = Path(platformdirs.user_data_dir("mlwiki", appauthor=False)) / "trust.json"
    return path if path.is_absolute() else None


def _is_ours(path: Path) -> bool:
    """Whether the user (or root) owns it and no other can write it."""
    if os.name != "posix":
        return True
    there = path.stat()
    return there.st_uid in {os.geteuid(), 0} and not there.st_mode & 0o022


def _read() -> Believed:
    """What is kept; nothing where the file is missing, others', or broken: then nothing is believed."""
    path = _kept()
    try:
        if path is None or not path.is_file() or not _is_ours(path):
            return Believed()
        data = json.loads(read_text_bounded(path, _MOST))
        return Believed(
            {str(name): str(kept) for name, kept in data["trusted"].items()}, tuple(map(str, data["uses"])), known=True
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Believed()


def _write(known: Believed) -> None:
    path = _kept()
    if path is None:
        raise OutputError(
            msg("there is no folder of yours to keep trust in"), msg("name the file with --config instead")
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.is_symlink() or (path.exists() and not _is_ours(path)):
            path.unlink()
    except OSError as error:
        raise OutputError(
            msg("cannot write {path}: {why}", path=str(path), why=error.strerror or "?"),
            msg("name the file with --config instead"),
        ) from error
    told = {"trusted": dict(known.digests), "uses": list(known.uses)}
    # in ASCII, since a folder's name may be no text at all
    write_atomic(path, json.dumps(told, ensure_ascii=True, indent=1).encode("ascii"), mode=0o600)


def _try_to_write(known: Believed) -> None:
    try:
        _write(known)
    except OutputError:
        return  # a machine without a place for it says the same again next time


def _of_environment(environment: Mapping[str, str], content: str, wanted: str) -> set[tuple[str, str]]:
    """What ``MLWIKI_TRUST`` names: absolute paths with ``wanted``, given as such or as the sha256 of the whole file."""
    named = set()
    for line in environment.get(VARIABLE, "").splitlines():
        path, digest = _path_and_hash(line.strip())
        if line.strip() and not Path(path).is_absolute():
            raise ConfigError(
                msg("variable {name} cannot be {value}", name=VARIABLE, value=repr(line)),
                msg("write the file's whole path and its hash, as `mlwiki trust` prints them"),
            )
        if path and digest in {content, wanted}:
            named.add((place(Path(path)), wanted))
    return named


def _path_and_hash(line: str) -> tuple[str, str]:
    """A path and a hash, in either order, as `mlwiki trust` and `sha256sum` print them; empty for what is neither."""
    last = _HASH_LAST.search(line)
    if last is not None:
        return line[: last.start()].rstrip(" \t@=#:"), last["hash"].lower()
    first = _HASH_FIRST.fullmatch(line)
    return ("", "") if first is None else (first["path"], first["hash"].lower())
