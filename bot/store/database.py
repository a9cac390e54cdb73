"""What the store speaks to: SQLite or PostgreSQL behind one small set of calls.

The store's SQL is written once, in what both know: ``ON CONFLICT``, values as ``?`` or ``:name``. Only declarations of tables
differ (``declare``), the schema's number, and how a write is made to last. psycopg was taken and not SQLAlchemy Core: there are
forty statements, alike on both sides; Procrastinate brings psycopg anyway; and who has a file alone imports nothing more.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Protocol

Values = Sequence[object] | Mapping[str, object]
#: Bytes of a file that are worth writing the whole of it anew.
_WORTH_SHRINKING = 1 << 20


class Rows(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int:
        """How many rows were written or taken out."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of what was read."""

    def fetchone(self) -> Sequence[Any] | None:
        """The next row, None behind the last one."""

    def __iter__(self) -> Iterator[Sequence[Any]]:
        """The rows."""


class Database(Protocol):
    """One connection, used from one thread. Each statement is a transaction of its own unless one is begun."""

    #: Whether other machines read and write it too.
    shared: bool
    #: The expression for the time in seconds since 1970, as the database knows it.
    clock: str

    def execute(self, sql: str, values: Values = ()) -> Rows:
        """Run a statement."""

    def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        """Run a statement for each row, in one transaction."""

    def declare(self, sql: str) -> None:
        """Run a ``CREATE`` or ``ALTER`` that is written for SQLite."""

    def transaction(self) -> AbstractContextManager[None]:
        """All statements inside, or none; no other writer between them."""

    def lasting(self) -> AbstractContextManager[None]:
        """What is written inside is on the disk when the block ends; other writes may be lost with the machine's power."""

    def migrating(self) -> AbstractContextManager[None]:
        """A transaction in which nobody else brings the schema up to date."""

    def locked(self, name: str) -> AbstractContextManager[bool]:
        """Whether of all machines that share it this process alone holds ``name`` inside the block; never waits."""

    def settle(self) -> None:
        """Take the ways of this program, once it is known that the store is not a later one's."""

    def version(self) -> int:
        """The schema's number; nothing is written."""

    def set_version(self, number: int) -> None:
        """Inside a transaction."""

    def shrink(self) -> None:
        """Give back the space of what was taken out."""

    def close(self) -> None:
        """End the connection."""


def upsert(table: str, columns: str, keys: str) -> str:
    """The statement that writes a row, in place of the one with the same keys where there is one. Names are constants of ours."""
    names = columns.split(", ")
    marks = ", ".join("?" * len(names))
    new = ", ".join(f"{name} = excluded.{name}" for name in names if name not in keys.split(", "))
    action = f"UPDATE SET {new}" if new else "NOTHING"
    return f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT ({keys}) DO {action}"  # noqa: S608  # constants


class _SqliteRows:
    """A cursor's rows."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        """How many rows were written or taken out."""
        return self._cursor.rowcount

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of what was read."""
        return tuple(column[0] for column in self._cursor.description or ())

    def fetchone(self) -> Sequence[Any] | None:
        """The next row."""
        found: Sequence[Any] | None = self._cursor.fetchone()
        return found

    def __iter__(self) -> Iterator[Sequence[Any]]:
        return self._cursor


class SqliteDatabase:
    """A file of SQLite, or one in memory for None. Raises sqlite3's errors and OSError."""

    shared = False
    clock = "((julianday('now') - 2440587.5) * 86400.0)"

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # autocommit: each statement is its own transaction unless one is begun
        self._db = sqlite3.connect(":memory:" if path is None else os.fspath(path), timeout=30, isolation_level=None)
        self._path = path
        self._begun = False

    def settle(self) -> None:
        """Write ahead, and let answers wait for the disk's own time: a later program's file is not touched before."""
        if self._path is not None:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")

    def execute(self, sql: str, values: Values = ()) -> Rows:
        """Run a statement."""
        return _SqliteRows(self._db.execute(sql, values))

    def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        """Run a statement for each row, in one transaction."""
        if self._begun:
            self._db.executemany(sql, rows)
            return
        with self.transaction():
            self._db.executemany(sql, rows)

    def declare(self, sql: str) -> None:
        """Run a declaration."""
        self._db.execute(sql)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All statements inside, or none."""
        self._db.execute("BEGIN IMMEDIATE")
        self._begun = True
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        else:
            self._db.execute("COMMIT")
        finally:
            self._begun = False

    def migrating(self) -> AbstractContextManager[None]:
        """Nobody else migrates meanwhile."""
        return self.transaction()

    def locked(self, name: str) -> AbstractContextManager[bool]:  # noqa: ARG002  (the protocol's name)
        """A file is one machine's: whoever locks something there does it by another file."""
        return nullcontext(True)

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """What is written inside is on the disk when the block ends."""
        if self._path is None or self._begun:
            yield
            return
        self._db.execute("PRAGMA synchronous = FULL")
        try:
            yield
        finally:
            self._db.execute("PRAGMA synchronous = NORMAL")

    def version(self) -> int:
        """The schema's number."""
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def set_version(self, number: int) -> None:
        """Write the schema's number down."""
        self._db.execute(f"PRAGMA user_version = {number}")

    def shrink(self) -> None:
        """Give back the space of what was taken out."""
        free, size = (int(self._db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("freelist_count", "page_size"))
        if free * size >= _WORTH_SHRINKING:
            self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """End the connection."""
        self._db.close()
