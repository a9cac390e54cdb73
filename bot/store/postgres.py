"""A store that several machines share, on PostgreSQL (12 and later) by psycopg 3: ``pip install 'mlwiki-bot[engine]'``.

A text of SQLite may hold the letter NUL, one of PostgreSQL may not: it is written as a private letter and a digit, and back.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from bot.errors import ConfigError
from bot.model.message import Message, msg
from bot.store.database import Rows, Values

if TYPE_CHECKING:
    import psycopg

#: Seconds for which a database that went away is waited for: a restart takes a few.
_PATIENCE = 60.0
_PAUSE = 0.5
#: Who migrates takes this lock; the number is the name's letters.
_MIGRATING = int.from_bytes(b"mlwiki", "big")
_VALUE = re.compile(r"\?|(?<!:):([a-z]++)")
_ESCAPE, _NUL, _PLAIN = "\uf8ff", "\uf8ff0", "\uf8ff1"
#: SQLite's words of a declaration and PostgreSQL's: texts in the order of their letters on every machine, eight bytes a number.
_WORDS = {" WITHOUT ROWID": "", "TEXT": 'TEXT COLLATE "C"', "REAL": "DOUBLE PRECISION", "INTEGER": "BIGINT"}
_DECLARED = re.compile("|".join(map(re.escape, _WORDS)))

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """Where a shared store is, and the password that is never in its address ("": libpq's own ways, PGPASSFILE among them)."""

    url: str
    password: str = ""

    def __str__(self) -> str:
        return self.url


class _PostgresRows:
    """A cursor's rows, with every letter of their texts."""

    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        """How many rows were written or taken out."""
        return self._cursor.rowcount

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of what was read."""
        return tuple(column.name for column in self._cursor.description or ())

    def fetchone(self) -> Sequence[Any] | None:
        """The next row."""
        row = self._cursor.fetchone()
        return None if row is None else tuple(map(_in, row))

    def __iter__(self) -> Iterator[Sequence[Any]]:
        return (tuple(map(_in, row)) for row in self._cursor)


class PostgresDatabase:
    """A connection to a PostgreSQL server; one that broke is opened anew. Raises ConfigError where the server stays away."""

    shared = True
    clock = "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"

    def __init__(self, address: DatabaseAddress) -> None:
        self._address = address
        self._begun = False
        self._db = self._connect()

    def settle(self) -> None:
        """Nothing to do: a server has its settings."""

    def execute(self, sql: str, values: Values = ()) -> Rows:
        """Run a statement."""
        cursor = self._patiently(lambda: self._db.execute(_translated(sql), _out(values)))
        return _PostgresRows(cursor)

    def executemany(self, sql: str, rows: Iterable[Values]) -> None:
        """Run a statement for each row, in one transaction."""
        given = [_out(row) or () for row in rows]
        if not given:
            return

        def work() -> None:
            with self._db.transaction(), self._db.cursor() as cursor:
                cursor.executemany(_translated(sql), given)

        self._patiently(work)

    def declare(self, sql: str) -> None:
        """Run a declaration."""
        self._db.execute(_DECLARED.sub(lambda found: _WORDS[found[0]], sql).encode())

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All statements inside, or none."""
        self._patiently(lambda: self._db.execute("SELECT 1"))
        self._begun = True
        try:
            with self._db.transaction():
                yield
        finally:
            self._begun = False

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """What is written inside is on the disk when the block ends."""
        self.execute("SET synchronous_commit = on")
        try:
            yield
        finally:
            with suppress(ConfigError):
                self.execute("SET synchronous_commit = off")

    def version(self) -> int:
        """The schema's number."""
        if self.execute("SELECT to_regclass('mlwiki_schema')").fetchone() == (None,):
            return 0
        found = self.execute("SELECT max(version) FROM mlwiki_schema").fetchone()
        return int((found or (0,))[0] or 0)

    def set_version(self, number: int) -> None:
        """Write the schema's number down."""
        self.execute("INSERT INTO mlwiki_schema VALUES (?)", (number,))

    @contextmanager
    def migrating(self) -> Iterator[None]:
        """Nobody else migrates meanwhile."""
        with self.transaction():
            self.execute("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
            self.execute("CREATE TABLE IF NOT EXISTS mlwiki_schema (version BIGINT PRIMARY KEY)")
            yield

    @contextmanager
    def locked(self, name: str) -> Iterator[bool]:
        """Held by a connection of its own: whoever is killed lets go at once."""
        number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
        holder = self._connect()
        try:
            found = holder.execute("SELECT pg_try_advisory_lock(%s)", (number,)).fetchone()
            yield found == (True,)
        finally:
            holder.close()

    def shrink(self) -> None:
        """Give back the space of what was taken out."""
        self.execute("VACUUM answers")

    def close(self) -> None:
        """End the connection."""
        self._db.close()

    def _connect(self) -> psycopg.Connection[Any]:
        library = _psycopg()
        try:
            db = library.connect(
                self._address.url,
                password=self._address.password or None,
                autocommit=True,
                connect_timeout=10,
                application_name="mlwiki",
                cursor_factory=library.ClientCursor,
            )
            # an answer may wait for the disk's own time; what must last says so (``lasting``)
            db.execute("SET synchronous_commit = off")
        except library.Error as error:
            raise self._unusable(
                msg("cannot open the store {path}: {why}", path=str(self._address), why=_why(error))
            ) from error
        return cast("psycopg.Connection[Any]", db)

    def _patiently(self, work: Callable[[], Result]) -> Result:
        """Once more on a new connection, where the old one broke and no transaction was begun on it."""
        library = _psycopg()
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                return work()
            except (library.OperationalError, library.InterfaceError) as error:
                gone = self._db.closed or self._db.broken
                if self._begun or not gone or time.monotonic() > until:
                    raise self._cannot(error) from error
            except library.Error as error:
                raise self._cannot(error) from error
            self._again(until)

    def _again(self, until: float) -> None:
        """A new connection, waited for. Raises ConfigError where none comes in time."""
        while True:
            try:
                self._db = self._connect()
            except ConfigError:
                if time.monotonic() > until:
                    raise
                time.sleep(_PAUSE)
            else:
                return

    def _cannot(self, error: Exception) -> ConfigError:
        return self._unusable(msg("the store {path} cannot be used: {why}", path=str(self._address), why=_why(error)))

    def _unusable(self, said: Message) -> ConfigError:
        return ConfigError(said, msg("see that the server of [engine] store runs and lets this account in"))


def _psycopg() -> ModuleType:
    """The library, which only a shared store needs."""
    try:
        import psycopg
    except ImportError as error:
        raise ConfigError(
            msg("[engine] needs libraries that are not installed"), msg("pip install 'mlwiki-bot[engine]'")
        ) from error
    return psycopg


def _why(error: Exception) -> str:
    """The first line of what the server or libpq says; neither repeats a password."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@lru_cache(256)
def _translated(sql: str) -> bytes:
    """The statement with psycopg's marks in place of SQLite's; as bytes, which psycopg takes from anywhere."""
    marked = _VALUE.sub(lambda found: f"%({found[1]})s" if found[1] else "%s", sql.replace("%", "%%"))
    return marked.encode()


def _out(values: Values) -> Values | None:
    if isinstance(values, Mapping):
        return {name: _escaped(value) for name, value in values.items()} or None
    return tuple(map(_escaped, values)) or None


def _escaped(value: object) -> object:
    if isinstance(value, str) and ("\x00" in value or _ESCAPE in value):
        return value.replace(_ESCAPE, _PLAIN).replace("\x00", _NUL)
    return value


def _in(value: object) -> object:
    if isinstance(value, str) and _ESCAPE in value:
        return value.replace(_NUL, "\x00").replace(_PLAIN, _ESCAPE)
    return value
