"""The store: opening it, and the small set of questions it answers."""

from __future__ import annotations

import errno
import hashlib
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bot.atomic import exclusive
from bot.config import Settings, StoreSettings
from bot.config.declared import ENGINE_PASSWORD
from bot.errors import ConfigError
from bot.model.message import msg
from bot.store.database import Database, SqliteDatabase, upsert
from bot.store.journal import Journal
from bot.store.leases import StoredLeases
from bot.store.portable import Imported, lines_of, take_in
from bot.store.postgres import DatabaseAddress, PostgresDatabase
from bot.store.schema import migrate, version_of

DAY = 86_400.0
FILE_NAME = "store.sqlite3"
#: What a disk, a lock or a damaged file does; other errors of SQLite are bugs of ours.
#: Bytes that SQLite needs free to open a file beside others: the shared memory of its log is 32 KiB.
_ROOM = 64 * 1024
_TROUBLE = frozenset({sqlite3.DatabaseError, sqlite3.OperationalError})
_PUT_ANSWER = upsert("answers", "kind, key, value, stored, expires", "kind, key")
_PUT_CHECKED = upsert("checked", "wiki, title, stored", "wiki, title")
_PUT_CHECK = upsert("checks", "wiki, title, finding, stored", "wiki, title, finding")
_PUT_DECISION = upsert("decisions", "subject, kind, reason, who, stored", "subject, kind")
#: Answers wait so long for others before they are written with them, in one transaction (seconds), and never more of them.
_TOGETHER, _MOST_TOGETHER = 1.0, 100


@dataclass(frozen=True, slots=True)
class Decided:
    """A person's decision on a finding or a citation."""

    subject: str
    kind: str
    reason: str
    who: str


class Store:
    """Answers between runs; also the ``Cache`` of the rooms above. Errors are never put here."""

    def __init__(self, db: Database, now: Callable[[], float] = time.time) -> None:
        self._db = db
        self._now = now
        self._gathered: dict[tuple[str, str], tuple[object, ...]] | None = None
        self._since = 0.0

    def get(self, kind: str, key: str) -> str | None:
        """The stored answer, or None when there is none or it has expired."""
        waiting = (self._gathered or {}).get((kind, key))
        if waiting is not None:
            return str(waiting[2])
        row = self._db.execute(
            "SELECT value FROM answers WHERE kind = ? AND key = ? AND (expires IS NULL OR expires > ?)",
            (kind, key, self._now()),
        ).fetchone()
        return None if row is None else str(row[0])

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:
        """Keep an answer for ``days`` (None: for good)."""
        now = self._now()
        row = (kind, key, value, now, None if days is None else now + days * DAY)
        if self._gathered is not None and days:
            self._gathered[kind, key] = row
            if len(self._gathered) >= _MOST_TOGETHER or now - self._since > _TOGETHER:
                self.flush()
        elif days:
            self._db.execute(_PUT_ANSWER, row)
        else:  # a person's work, or what was paid for
            self.flush()
            with self._db.lasting():
                self._db.execute(_PUT_ANSWER, row)

    def flush(self) -> None:
        """Write down the answers that wait for others."""
        if self._gathered:
            rows = list(self._gathered.values())
            self._gathered.clear()
            self._db.executemany(_PUT_ANSWER, rows)
        self._since = self._now()

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Inside, answers that can be had again are written together: every second, and when the block ends.

        A store that others share at this moment gets each at once, so that nobody asks again.
        """
        if self._db.shared or self._gathered is not None:
            yield
            return
        self._gathered, self._since = {}, self._now()
        try:
            yield
        finally:
            self.flush()
            self._gathered = None

    def kept(self, kind: str) -> Iterator[str]:
        """Every stored answer of a kind that has not expired, in no order."""
        self.flush()
        rows = self._db.execute(
            "SELECT value FROM answers WHERE kind = ? AND (expires IS NULL OR expires > ?)", (kind, self._now())
        )
        return (str(row[0]) for row in rows)

    def last_findings(self, wiki: str, title: str) -> frozenset[str] | None:
        """Ids of the findings raised by the last check of that page; None when it was never checked."""
        if self._db.execute("SELECT 1 FROM checked WHERE wiki = ? AND title = ?", (wiki, title)).fetchone() is None:
            return None
        rows = self._db.execute(
            "SELECT COALESCE(aliases.name, finding) FROM checks LEFT JOIN aliases ON former = finding"
            " WHERE wiki = ? AND title = ?",
            (wiki, title),
        )
        return frozenset(str(row[0]) for row in rows)

    def keep_findings(self, wiki: str, title: str, findings: Iterable[str]) -> None:
        """Replace what is remembered of that page."""
        now = self._now()
        with self._db.transaction():
            self._db.execute("DELETE FROM checks WHERE wiki = ? AND title = ?", (wiki, title))
            self._db.execute(_PUT_CHECKED, (wiki, title, now))
            self._db.executemany(_PUT_CHECK, [(wiki, title, finding, now) for finding in findings])

    def decide(self, decided: Decided) -> None:
        """Write down a person's decision at once."""
        with self._db.lasting():
            row = (decided.subject, decided.kind, decided.reason, decided.who, self._now())
            self._db.execute(_PUT_DECISION, row)

    def take_back(self, subject: str, kind: str) -> None:
        """Forget a decision, under whatever name it was made."""
        with self._db.lasting():
            self._db.execute(
                "DELETE FROM decisions WHERE kind = :kind AND"
                " (subject = :name OR subject IN (SELECT former FROM aliases WHERE name = :name))",
                {"name": subject, "kind": kind},
            )

    def know(self, name: str, formers: Iterable[str]) -> None:
        """Let what is remembered under names that earlier versions gave be found under ``name``."""
        self._db.executemany(
            "INSERT INTO aliases SELECT :name, :former WHERE EXISTS (SELECT 1 FROM decisions WHERE subject = :former)"
            " OR EXISTS (SELECT 1 FROM checks WHERE finding = :former) ON CONFLICT DO NOTHING",
            [{"name": name, "former": former} for former in formers],
        )

    def decisions(self, kind: str) -> Mapping[str, Decided]:
        """All decisions of a kind, by subject; one under a former name is found under today's too."""
        rows = self._db.execute(
            "SELECT name, kind, reason, who FROM decisions JOIN aliases ON subject = former WHERE kind = :kind"
            " UNION ALL SELECT subject, kind, reason, who FROM decisions WHERE kind = :kind",
            {"kind": kind},
        )
        return {str(row[0]): Decided(*map(str, row)) for row in rows}

    def all_decisions(self) -> tuple[Decided, ...]:
        """Every decision there is, of whatever kind."""
        rows = self._db.execute("SELECT subject, kind, reason, who FROM decisions")
        return tuple(Decided(*map(str, row)) for row in rows)

    def exported(self) -> Iterator[str]:
        """Lines of JSON with what another machine can use (see ``bot.store.portable``)."""
        self.flush()
        return lines_of(self._db, self._now())

    def take_in(self, lines: Iterable[str]) -> Imported:
        """Take in exported lines, all or none; what is here newer stays. Raises InputError, naming the line."""
        with self._db.lasting(), self._db.transaction():
            return take_in(self._db, lines)

    def now(self) -> float:
        """The store's time, in seconds since 1970 (UTC)."""
        return self._now()

    @property
    def journal(self) -> Journal:
        """What the scheduled bot did and is doing."""
        return Journal(self._db, self._now)

    @contextmanager
    def alone(self, folder: Path, *names: str, patience: float = 0.0) -> Iterator[bool]:
        """``alone``, and over all machines that share the store."""
        with alone(folder, *names, patience=patience) as mine:
            if not mine:
                yield False
                return
            with self._db.locked("\n".join(names)) as ours:
                yield ours

    @property
    def shared(self) -> bool:
        """Whether other machines work on it at the same time."""
        return self._db.shared

    @property
    def leases(self) -> StoredLeases:
        """Turns at hosts and claims on questions, for those who share the store."""
        return StoredLeases(self._db)

    def prune(self, keep_days: float | None = None) -> int:
        """Delete expired answers and give their space back; returns how many. Texts in the journal go after ``keep_days``."""
        if keep_days is not None:
            self.journal.drop_texts(self._now() - keep_days * DAY)
        self.flush()
        gone = self._db.execute("DELETE FROM answers WHERE expires <= ?", (self._now(),)).rowcount
        self._db.shrink()
        return gone


@contextmanager
def alone(folder: Path, *names: str, patience: float = 0.0) -> Iterator[bool]:
    """One run at a time: hold the lock named by ``names`` (a wiki, an account) inside the block; False when another has it.

    ``patience`` seconds are waited for one who only looks whether it is held.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]
    with exclusive(folder / f"{name}.run.lock", patience=patience) as mine:
        yield mine


def default_path(settings: StoreSettings, environment: Mapping[str, str]) -> Path:
    """``[store] path``, else MLWIKI_STATE, else the user's data folder; the file inside it."""
    folder = settings.path or environment.get("MLWIKI_STATE", "")
    if folder:
        return Path(folder) / FILE_NAME
    import platformdirs

    return Path(platformdirs.user_data_dir("mlwiki", appauthor=False)) / FILE_NAME


#: Where a store is: a file, a server, or in memory.
StorePlace = Path | DatabaseAddress | None


def store_place(settings: Settings, environment: Mapping[str, str]) -> Path | DatabaseAddress:
    """``[engine] store`` where it is set, with the password that the environment has for it; else this machine's own file."""
    if settings.engine.store:
        return DatabaseAddress(settings.engine.store, environment.get(ENGINE_PASSWORD, ""))
    return default_path(settings.store, environment)


@contextmanager
def open_store(place: StorePlace) -> Iterator[Store]:
    """Open the store at ``place``; None makes one in memory that ends with the block.

    Raises ConfigError when it cannot be opened, belongs to a later version of this program, or turns out broken or locked
    while it is used.
    """
    db = _connect(place)
    try:
        store = Store(db)
        yield store
        store.flush()
    except sqlite3.DatabaseError as error:
        if type(error) not in _TROUBLE:
            raise
        if _is_full(error, place):
            raise _full(place) from error
        raise ConfigError(
            msg("the store {path} cannot be used: {why}", path=str(place or "memory"), why=str(error)),
            msg("set MLWIKI_STATE to another folder, or move the file away: what was decided is in it alone"),
        ) from error
    finally:
        db.close()


def _is_full(error: OSError | sqlite3.Error, place: StorePlace) -> bool:
    """Whether the disk has no room. SQLite says so by SQLITE_FULL, or by an I/O error where its shared memory found no page."""
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code; set since Python 3.11
    if code != sqlite3.SQLITE_IOERR or not isinstance(place, Path):
        return bool(code == sqlite3.SQLITE_FULL)
    with suppress(OSError):
        return shutil.disk_usage(place.parent).free < _ROOM
    return False


def _full(place: StorePlace) -> ConfigError:
    return ConfigError(
        msg("the disk of the store {path} is full", path=str(place or "memory")),
        msg("free it, or set MLWIKI_STATE to a folder on another one"),
    )


def _connect(place: StorePlace) -> Database:
    try:
        db: Database = PostgresDatabase(place) if isinstance(place, DatabaseAddress) else SqliteDatabase(place)
        try:
            version_of(db)
            db.settle()
            migrate(db)
        except BaseException:
            db.close()
            raise
    except (OSError, sqlite3.Error) as error:
        if _is_full(error, place):
            raise _full(place) from error
        why = error.strerror if isinstance(error, OSError) else None
        raise ConfigError(
            msg("cannot open the store {path}: {why}", path=str(place or "memory"), why=why or str(error)),
            msg("set [store] path or MLWIKI_STATE to a folder that you may write"),
        ) from error
    except ValueError as error:
        raise ConfigError(
            msg("the store {path} was written by a newer mlwiki", path=str(place or "memory")),
            msg("update mlwiki, or set MLWIKI_STATE to another folder"),
        ) from error
    return db
