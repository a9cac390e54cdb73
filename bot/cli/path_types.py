"""Options that name files say whether they are read or written, so that no command can write over what it reads."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from bot.errors import UsageError
from bot.model.message import Message, msg


class TypedPath(click.types.StringParamType):
    """A path that is kept as it was typed."""


class Written(TypedPath):
    """A file that the command makes or replaces."""


class Read(TypedPath):
    """A file or folder that the command reads (``KEY=FILE`` names one, too)."""


WRITTEN, READ = Written(), Read()
#: What lies beside a page's file and belongs to it: its revision, copies of what it was, a person's text after a merge.
_BESIDE = re.compile(r"\.(?:orig(?:\.\d+)?|mine)")
_SIDECAR = ".wiki.json"


def keep_apart(parameters: Sequence[click.Parameter], values: Mapping[str, Any]) -> None:
    """Hold a command line to it. Raises UsageError; nothing has been done then."""
    named = [(one, values.get(one.name or "")) for one in parameters if isinstance(one.type, Written)]
    written = [(max(one.opts, key=len), Path(value)) for one, value in named if isinstance(value, str)]
    if written:
        apart(written, [(Path(name), page) for one in parameters for name, page in _read_by(one, values)])


def apart(written: Sequence[tuple[str, Path]], read: Sequence[tuple[Path, bool]]) -> None:
    """``written`` are options with their files, ``read`` files, each with whether it may be a page's.

    Raises UsageError where a written file is an input, belongs to one, or is written twice.
    """
    for number, (name, path) in enumerate(written):
        for other, page in read:
            if _same(path, other):
                raise UsageError(
                    msg("{option} would write over {path}, which is read", option=name, path=str(path)), _elsewhere()
                )
            if page and _belongs(path, other):
                raise UsageError(
                    msg(
                        "{option} would write over {path}, which belongs to {page}",
                        option=name,
                        path=str(path),
                        page=str(other),
                    ),
                    _elsewhere(),
                )
        for another, there in written[:number]:
            if _same(path, there):
                raise UsageError(msg("{one} and {other} name the same file", one=another, other=name), _elsewhere())


def _elsewhere() -> Message:
    return msg("name another file; nothing was done")


def _read_by(parameter: click.Parameter, values: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """The files that a parameter names, each with whether it may be a page's."""
    value = values.get(parameter.name or "")
    page = isinstance(parameter, click.Argument) and not isinstance(parameter.type, Written)
    if not page and not isinstance(parameter.type, Read):
        return
    if parameter.name == "config" and value is None:
        yield os.environ.get("MLWIKI_CONFIG") or "mlwiki.toml", False
    yield from ((file, page) for path in _spelled(value) for file in _files(path))


def _spelled(value: Any) -> Iterator[str]:
    """What an option's values may name: each itself, or what stands behind its ``KEY=``."""
    for name in (value,) if isinstance(value, str) else value or ():
        yield from (name, name.partition("=")[2])


def _files(name: str) -> Iterator[str]:
    """The file, or every file of the folder; nothing for a title, an address or standard input."""
    try:
        if Path(name).is_dir():
            yield from (entry.path for entry in os.scandir(name) if entry.is_file())
        elif name and Path(name).exists():
            yield name
    except (OSError, ValueError):
        return


def _same(one: Path, other: Path) -> bool:
    """Whether both are one file; devices and pipes may be read and written at once."""
    try:
        if one.exists():
            return one.is_file() and one.samefile(other)
        return one.resolve() == other.resolve()
    except (OSError, ValueError):
        return False


def _belongs(path: Path, page: Path) -> bool:
    if path.resolve().parent != page.resolve().parent or not path.name.startswith(page.name):
        return False
    rest = path.name.removeprefix(page.name)
    return _BESIDE.fullmatch(rest) is not None or (path.name.endswith(_SIDECAR) and rest == ".json")
