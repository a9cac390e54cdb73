"""One run at a time: a lock that ends with the process, however it ends."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def alone(folder: Path, *names: str, patience: float = 0.0) -> Iterator[bool]:
    """Hold the lock named by ``names`` (a wiki, an account) inside the block; False when another process has it.

    ``patience`` seconds are waited for one who only looks whether it is held.

    An exclusive transaction of SQLite is the lock: the same on every system, and nothing stale is left after a crash.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    with closing(sqlite3.connect(folder / f"{name}.run.lock", isolation_level=None, timeout=patience)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True
