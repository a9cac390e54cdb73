"""The store keeps answers, findings and decisions between runs."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path

import pytest

from bot.errors import ConfigError
from bot.store import Decided, EditState, Store, open_store
from bot.store.database import SqliteDatabase
from bot.store.schema import MIGRATIONS, migrate


def memory(now: list[float]) -> Store:
    """A store in memory whose clock the test turns."""
    db = SqliteDatabase(None)
    migrate(db)
    return Store(db, lambda: now[0])


def test_an_answer_lives_as_long_as_it_was_given() -> None:
    """After its days an answer is no answer; one without days stays."""
    now = [1000.0]
    store = memory(now)
    store.put("doi", "10.1/x", "yes", days=1)
    store.put("doi", "10.1/y", "yes", days=None)
    now[0] += 86_399
    assert store.get("doi", "10.1/x") == "yes"
    now[0] += 2
    assert store.get("doi", "10.1/x") is None
    assert store.get("doi", "10.1/y") == "yes"
    assert store.prune() == 1


def test_the_last_check_of_a_page_is_replaced_whole() -> None:
    """A second check of a page leaves nothing of the first; a page never checked is told apart from a clean one."""
    store = memory([0.0])
    assert store.last_findings("", "A") is None
    store.keep_findings("", "A", ["x", "y"])
    store.keep_findings("", "A", ["y", "z"])
    store.keep_findings("", "B", [])
    assert store.last_findings("", "A") == frozenset({"y", "z"})
    assert store.last_findings("", "B") == frozenset()


def test_decisions_survive_the_program(tmp_path: Path) -> None:
    """What a person decided is there after the store was closed, with the reason, until they take it back."""
    path = tmp_path / "папка с пробелом" / "store.sqlite3"
    with open_store(path) as store:
        store.decide(Decided("abc", "overrule", "проверено по книге", "Автор"))
    with open_store(path) as store:
        assert store.decisions("overrule")["abc"].reason == "проверено по книге"
        store.take_back("abc", "overrule")
        assert store.decisions("overrule") == {}


def test_a_store_of_a_later_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    """An older program neither reads nor changes a newer schema."""
    path = tmp_path / "store.sqlite3"
    with open_store(path):
        pass
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(ConfigError, match="newer"), open_store(path):
        pass


def test_a_file_that_is_no_store_is_one_clear_error(tmp_path: Path) -> None:
    """A wrong file under the store's name is said to be one, and stays as it was."""
    path = tmp_path / "store.sqlite3"
    path.write_bytes(b"this is not a database, it is a text\n" * 100)
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="cannot open the store"), open_store(path):
        pass
    assert path.read_bytes() == before


def test_what_the_bot_does_and_a_person_decides_is_on_the_disk_at_once(tmp_path: Path) -> None:
    """Steps of the journal and decisions are synced, answers that can be had again wait for the disk's own time."""
    levels: list[tuple[str, int]] = []
    with open_store(tmp_path / "store.sqlite3") as store:
        raw = store._db._db  # type: ignore[attr-defined]  # SQLite's own connection tells its level

        def told(sql: str) -> None:
            found = re.match(r"(INSERT INTO|UPDATE|DELETE FROM) (\w+)", sql)
            if found:
                levels.append((found[2], synced[0]))
            if sql.startswith("PRAGMA synchronous = "):
                synced[0] = sql.endswith("FULL")

        synced = [0]
        raw.set_trace_callback(told)
        store.put("page", "http://x", "text", days=30)
        store.put("given", "isbn:1", "text", days=None)
        store.decide(Decided("a", "reject", "", ""))
        store.take_back("a", "reject")
        store.journal.begin("r", "w", "a", "j")
        store.journal.plan("r", "w", "t", 1, [], "", "")
        store.journal.mark(("r", "t", 1), EditState.saving)
        assert raw.execute("PRAGMA synchronous").fetchone() == (1,)
    assert levels == [
        ("answers", 0),
        ("answers", 1),
        ("decisions", 1),
        ("decisions", 1),
        ("runs", 1),
        ("edits", 1),
        ("edits", 1),
    ]


def test_answers_of_a_page_are_written_together(tmp_path: Path) -> None:
    """One transaction for all of them; who asks meanwhile is told, and what a person gave does not wait."""
    path = tmp_path / "store.sqlite3"
    with open_store(path) as store, open_store(path) as other:
        with store.gathering():
            store.put("page", "http://x", "text", days=30)
            assert (store.get("page", "http://x"), other.get("page", "http://x")) == ("text", None)
            store.put("given", "isbn:1", "book", days=None)
            assert (other.get("given", "isbn:1"), other.get("page", "http://x")) == ("book", "text")
            store.put("page", "http://y", "text", days=30)
        assert other.get("page", "http://y") == "text"


def test_pruning_gives_the_space_back(tmp_path: Path) -> None:
    """The file shrinks by what had expired."""
    path = tmp_path / "store.sqlite3"
    with open_store(path) as store:
        with store.gathering():
            for number in range(200):
                store.put("page", str(number), "x" * 20_000, days=1)
        store._now = lambda: time.time() + 2 * 86_400
        before = sum(file.stat().st_size for file in tmp_path.iterdir())
        assert store.prune() == 200
        assert sum(file.stat().st_size for file in tmp_path.iterdir()) < before / 20
