"""Writing a file whole or not at all: whoever reads it meanwhile sees the old or the new one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bot.errors import OutputError
from bot.model.message import msg


def write_atomic(path: Path, data: bytes, *, make_folder: bool = False) -> None:
    """Write the whole file or nothing; keeps the mode of a file that was there. Raises OutputError.

    A link is followed, and what is no file (a pipe, a device) is written to as it is: it must not be replaced by a file.
    ``make_folder`` makes a missing folder.
    """
    path = path.resolve() if path.is_symlink() else path
    try:
        if path.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        if path.exists() and not path.is_file():
            with path.open("wb", buffering=0) as device:
                device.write(data)
            return
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
    except OSError as error:
        raise OutputError(
            msg("cannot write {path}: {why}", path=str(path), why=error.strerror or "?"),
            msg("nothing was changed; free the disk or name another place"),
        ) from error


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}."[:200], dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        temporary.chmod(_mode(path))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The mode of the file that is replaced, else what any program would give a new file (mkstemp makes 0600)."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
