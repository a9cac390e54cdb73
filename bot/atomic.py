"""Files that several processes use: written whole or not at all, and held by one at a time."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.errors import OutputError
from bot.model.message import Message, msg


def write_atomic(
    path: Path, data: bytes, *, make_folder: bool = False, mode: int | None = None, follow: bool = True
) -> None:
    """Write the whole file or nothing; keeps the mode of a file that was there, a new one gets ``mode``. Raises OutputError.

    A link is followed, and what is no file (a pipe, a device) is written to as it is: it must not be replaced by a file.
    ``make_folder`` makes a missing folder. ``follow`` is False for names that nobody typed: a link or a device that lies there
    may be anybody's, and is replaced.
    """
    path = path.resolve() if follow and path.is_symlink() else path
    try:
        if path.is_dir() and not path.is_symlink():
            raise IsADirectoryError(21, os.strerror(21))
        if follow and _is_device(path):
            with path.open("wb", buffering=0) as device:
                device.write(data)
            return
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data, mode)
    except OSError as error:
        raise OutputError(
            msg("cannot write {path}: {why}", path=str(path), why=error.strerror or "?"),
            _advice(path, error),
        ) from error


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _advice(path: Path, error: OSError) -> Message:
    """What to do about it, by what it is."""
    match error.errno:
        case errno.ENOENT:
            return msg("make the folder {folder} first, or name another place", folder=str(path.parent))
        case errno.EISDIR:
            return msg("it is a folder: name a file in it")
        case errno.ENOTDIR | errno.EEXIST:
            return msg("a file stands where the folder should be; name another place")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return msg("nothing was changed; ask for the right to write there, or name another place")
        case errno.ENOSPC | errno.EDQUOT:
            return msg("nothing was changed; free the disk or name another place")
        case _:
            return msg("nothing was changed; name another place")


def _replace(path: Path, data: bytes, mode: int | None) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}."[:200], dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        temporary.chmod(_mode(path, mode))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode(path: Path, asked: int | None) -> int:
    """The mode of the file that is replaced, else what was asked or any program would give a new file (mkstemp makes 0600)."""
    if path.is_file() and not path.is_symlink():
        return path.stat().st_mode & 0o7777
    if asked is not None:
        return asked
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def exclusive(path: Path, *, patience: float = 0.0) -> Iterator[bool]:
    """Hold the lock file ``path`` inside the block; False when another process has not left it for ``patience`` seconds.

    An exclusive transaction of SQLite is the lock: the same on Linux, macOS and Windows, free again when the process ends,
    however it ends, and nothing stale is left. On NFS it needs the server's locking (NFSv4, or lockd), as every lock of files.
    filelock does the same by ``flock``; a process of version 0.1, which holds SQLite's lock, would not keep it out (measured).
    """
    import sqlite3

    with closing(sqlite3.connect(path, isolation_level=None, timeout=patience)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True
