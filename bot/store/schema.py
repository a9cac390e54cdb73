"""Schema of the store as a list of migrations; the file's ``user_version`` counts how many it has had."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.database import Database


def m001_answers(db: Database) -> None:
    """Answers of services, pages and judges, each with its own end of life."""
    db.declare(
        "CREATE TABLE answers (kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, stored REAL NOT NULL,"
        " expires REAL, PRIMARY KEY (kind, key)) WITHOUT ROWID"
    )


def m002_checks(db: Database) -> None:
    """The raised findings of the last check of a page, to tell what is new."""
    db.declare(
        "CREATE TABLE checks (wiki TEXT NOT NULL, title TEXT NOT NULL, finding TEXT NOT NULL, stored REAL NOT NULL,"
        " PRIMARY KEY (wiki, title, finding)) WITHOUT ROWID"
    )
    db.declare(
        "CREATE TABLE checked (wiki TEXT NOT NULL, title TEXT NOT NULL, stored REAL NOT NULL,"
        " PRIMARY KEY (wiki, title)) WITHOUT ROWID"
    )


def m003_decisions(db: Database) -> None:
    """What a person decided, with the reason; never expires."""
    db.declare(
        "CREATE TABLE decisions (subject TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, who TEXT NOT NULL,"
        " stored REAL NOT NULL, PRIMARY KEY (subject, kind)) WITHOUT ROWID"
    )


def m004_runs(db: Database) -> None:
    """The scheduled bot's journal: its runs, every edit with how far it got, and what it last saw of each page."""
    db.declare(
        "CREATE TABLE runs (id TEXT PRIMARY KEY, wiki TEXT NOT NULL, account TEXT NOT NULL, job TEXT NOT NULL,"
        " state TEXT NOT NULL, why TEXT NOT NULL DEFAULT '', counts TEXT NOT NULL DEFAULT '{}',"
        " started REAL NOT NULL, beat REAL NOT NULL, ended REAL)"
    )
    db.declare(
        "CREATE TABLE edits (run TEXT NOT NULL, wiki TEXT NOT NULL, title TEXT NOT NULL, base INTEGER NOT NULL, newid INTEGER,"
        " state TEXT NOT NULL, ids TEXT NOT NULL, summary TEXT NOT NULL, before TEXT NOT NULL, why TEXT NOT NULL DEFAULT '',"
        " stored REAL NOT NULL, PRIMARY KEY (run, title, base))"
    )
    db.declare("CREATE INDEX edits_by_page ON edits (wiki, title)")
    db.declare(
        "CREATE TABLE pages (wiki TEXT NOT NULL, title TEXT NOT NULL, run TEXT NOT NULL, revid INTEGER NOT NULL,"
        " logic TEXT NOT NULL, outcome TEXT NOT NULL, complete INTEGER NOT NULL, needs TEXT NOT NULL, human TEXT NOT NULL,"
        " stored REAL NOT NULL, PRIMARY KEY (wiki, title))"
    )


def m005_tasks(db: Database) -> None:
    """The approval under which a run was made, so that a trial's edits can be counted."""
    db.declare("ALTER TABLE runs ADD COLUMN task TEXT NOT NULL DEFAULT ''")


def m006_aliases(db: Database) -> None:
    """The names that earlier versions gave to what a decision hangs on, where the page is read otherwise now."""
    db.declare(
        "CREATE TABLE aliases (name TEXT NOT NULL, former TEXT NOT NULL, PRIMARY KEY (name, former)) WITHOUT ROWID"
    )
    db.declare("CREATE INDEX aliases_by_former ON aliases (former)")


def m007_engine(db: Database) -> None:
    """What several workers share: a host's next turn and how much slower it is asked, and who is at work on what."""
    db.declare(
        "CREATE TABLE turns (name TEXT PRIMARY KEY, opens REAL NOT NULL, factor REAL NOT NULL, holder TEXT NOT NULL)"
    )
    db.declare("CREATE TABLE claims (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until REAL NOT NULL)")


MIGRATIONS: tuple[Callable[[Database], None], ...] = (
    m001_answers,
    m002_checks,
    m003_decisions,
    m004_runs,
    m005_tasks,
    m006_aliases,
    m007_engine,
)


def version_of(db: Database) -> int:
    """The store's schema; nothing is written. Raises ValueError for a store of a later program."""
    version = db.version()
    if version > len(MIGRATIONS):
        msg = f"schema {version} is newer than {len(MIGRATIONS)}"
        raise ValueError(msg)
    return version


def migrate(db: Database) -> None:
    """Bring a store to the newest schema, one transaction a step. Raises ValueError for a store of a later program."""
    version = version_of(db)
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        with db.migrating():
            # another process may have migrated while we waited for the lock
            if db.version() < number:
                step(db)
                db.set_version(number)
