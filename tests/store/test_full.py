"""A full disk is called so, whether SQLite finds it when it opens the store or while it writes."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.errors import ConfigError
from bot.store import open_store


class Usage(NamedTuple):
    """What a disk holds, in bytes."""

    total: int
    used: int
    free: int


def test_a_store_that_fills_up_says_that_the_disk_is_full(tmp_path: Path) -> None:
    """SQLITE_FULL, as a file that may not grow gives it: exit 2, and what to do about it."""
    with pytest.raises(ConfigError, match="is full") as caught:
        _fill(tmp_path / "store.sqlite3")
    assert caught.value.exit_code == 2
    assert "free it" in str(caught.value.hint)


def test_a_store_that_cannot_be_opened_for_want_of_room_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the system says it (ENOSPC), and as SQLite does where the shared memory of its log finds no page (SQLITE_IOERR)."""
    path = tmp_path / "store.sqlite3"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", _no_room)
        with pytest.raises(ConfigError, match="is full"), open_store(path):
            pass
    broken = sqlite3.OperationalError("disk I/O error")
    broken.sqlite_errorcode = sqlite3.SQLITE_IOERR | (19 << 8)  # SQLITE_IOERR_SHMSIZE
    for free, said in ((0, "is full"), (10**9, "cannot be used")):
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(10**9, 10**9 - free, free))
            with pytest.raises(ConfigError, match=said), open_store(path):
                raise broken


def _fill(path: Path) -> None:
    """Write more than the file may hold."""
    with open_store(path) as store:
        (pages,) = store._db.execute("PRAGMA page_count").fetchone() or (0,)  # the limit is the connection's
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        store.put("page", "x", "y" * 100_000, days=None)


def _no_room(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")
