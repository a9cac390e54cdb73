"""Reading what a person names, but never without end: a device gives zeros for ever, a slip names a film."""

from __future__ import annotations

import errno
import os
from pathlib import Path

#: What no settings, plan or list of ours reaches, in bytes.
MOST = 64 * 2**20


def read_bounded(path: Path, most: int = MOST) -> bytes:
    """The bytes of a file, a pipe or a device. Raises OSError (EFBIG) for more than ``most`` of them, and as ``open`` does."""
    with path.open("rb") as source:
        data = source.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def read_text_bounded(path: Path, most: int = MOST) -> str:
    """The same as UTF-8 text, with or without a byte order mark. Raises UnicodeDecodeError beside OSError."""
    return read_bounded(path, most).decode("utf-8-sig")
