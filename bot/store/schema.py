"""Schema of the store as a list of migrations; the file's ``user_version`` counts how many it has had."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable


def m001_answers(db: sqlite3.Connection) -> None:
    """Answers of services, pages and judges, each with its own end of life."""
    db.execute(
        "CREATE TABLE answers (kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, stored REAL NOT NULL,"
        " expires REAL, PRIMARY KEY (kind, key)) WITHOUT ROWID"
    )


def m002_checks(db: sqlite3.Connection) -> None:
    """The raised findings of the last check of a page, to tell what is new."""
    db.execute(
        "CREATE TABLE checks (wiki TEXT NOT NULL, title TEXT NOT NULL, finding TEXT NOT NULL, stored REAL NOT NULL,"
        " PRIMARY KEY (wiki, title, finding)) WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE checked (wiki TEXT NOT NULL, title TEXT NOT NULL, stored REAL NOT NULL,"
        " PRIMARY KEY (wiki, title)) WITHOUT ROWID"
    )


def m003_decisions(db: sqlite3.Connection) -> None:
    """What a person decided, with the reason; never expires."""
    db.execute(
        "CREATE TABLE decisions (subject TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, who TEXT NOT NULL,"
        " stored REAL NOT NULL, PRIMARY KEY (subject, kind)) WITHOUT ROWID"
    )


def m004_runs(db: sqlite3.Connection) -> None:
    """The scheduled bot's journal: its runs, every edit with how far it got, and what it last saw of each page."""
    db.execute(
        "CREATE TABLE runs (id TEXT PRIMARY KEY, wiki TEXT NOT NULL, account TEXT NOT NULL, job TEXT NOT NULL,"
        " state TEXT NOT NULL, why TEXT NOT NULL DEFAULT '', counts TEXT NOT NULL DEFAULT '{}',"
        " started REAL NOT NULL, beat REAL NOT NULL, ended REAL)"
    )
    db.execute(
        "CREATE TABLE edits (run TEXT NOT NULL, wiki TEXT NOT NULL, title TEXT NOT NULL, base INTEGER NOT NULL, newid INTEGER,"
        " state TEXT NOT NULL, ids TEXT NOT NULL, summary TEXT NOT NULL, before TEXT NOT NULL, why TEXT NOT NULL DEFAULT '',"
        " stored REAL NOT NULL, PRIMARY KEY (run, title, base))"
    )
    db.execute("CREATE INDEX edits_by_page ON edits (wiki, title)")
    db.execute(
        "CREATE TABLE pages (wiki TEXT NOT NULL, title TEXT NOT NULL, run TEXT NOT NULL, revid INTEGER NOT NULL,"
        " logic TEXT NOT NULL, outcome TEXT NOT NULL, complete INTEGER NOT NULL, needs TEXT NOT NULL, human TEXT NOT NULL,"
        " stored REAL NOT NULL, PRIMARY KEY (wiki, title))"
    )


def m005_tasks(db: sqlite3.Connection) -> None:
    """The approval under which a run was made, so that a trial's edits can be counted."""
    db.execute("ALTER TABLE runs ADD COLUMN task TEXT NOT NULL DEFAULT ''")


def m006_aliases(db: sqlite3.Connection) -> None:
    """The names that earlier versions gave to what a decision hangs on, where the page is read otherwise now."""
    db.execute(
        "CREATE TABLE aliases (name TEXT NOT NULL, former TEXT NOT NULL, PRIMARY KEY (name, former)) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX aliases_by_former ON aliases (former)")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    m001_answers,
    m002_checks,
    m003_decisions,
    m004_runs,
    m005_tasks,
    m006_aliases,
)


def version_of(db: sqlite3.Connection) -> int:
    """The store's schema; nothing is written. Raises ValueError for a store of a later program."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        msg = f"schema {version} is newer than {len(MIGRATIONS)}"
        raise ValueError(msg)
    return version


def migrate(db: sqlite3.Connection) -> None:
    """Bring a store to the newest schema, one transaction a step. Raises ValueError for a store of a later program."""
    version = version_of(db)
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            # another process may have migrated while we waited for the lock
            if int(db.execute("PRAGMA user_version").fetchone()[0]) < number:
                step(db)
                db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise
