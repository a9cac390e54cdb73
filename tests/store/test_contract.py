"""One store, two databases: what a caller may rely on holds on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.errors import ConfigError, InputError
from bot.store import DatabaseAddress, Decided, EditState, PageRow, RunState, Store, StorePlace, open_store
from bot.store.base import _connect as connect  # the opened database under a store, whose clock the test turns
from bot.store.schema import MIGRATIONS, migrate
from tests.store.postgres_server import PostgresServer

ODD = "до\x00 и \uf8ff0 после \uf8ff1 «'\"\\%s ?:name\u2028🜂"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    """An empty store of either kind."""
    if request.param == "sqlite":
        return tmp_path / "store.sqlite3"
    server: PostgresServer = request.getfixturevalue("server")
    return server.address()


@pytest.fixture
def opened(place: StorePlace) -> Iterator[Callable[[], Store]]:
    """Opens the store once more, as another worker does."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(open_store(place))


@pytest.fixture
def timed(place: StorePlace) -> Iterator[tuple[Store, list[float]]]:
    """The store, and its time."""
    now = [1000.0]
    db = connect(place)
    yield Store(db, lambda: now[0]), now
    db.close()


def test_an_answer_lives_its_days_and_is_replaced(timed: tuple[Store, list[float]]) -> None:
    """After its days it is none; a second one takes its place; one without days stays; pruning counts what went."""
    store, now = timed
    store.put("doi", "10.1/x", "old", days=1)
    store.put("doi", "10.1/x", "yes", days=1)
    store.put("doi", "10.1/y", "for good", days=None)
    assert (store.get("doi", "10.1/x"), sorted(store.kept("doi"))) == ("yes", ["for good", "yes"])
    now[0] += 86_401
    assert (store.get("doi", "10.1/x"), store.get("doi", "10.1/y")) == (None, "for good")
    assert (store.prune(1), store.prune(1)) == (1, 0)


def test_any_text_comes_back_as_it_was(opened: Callable[[], Store]) -> None:
    """Letters that a database has its own mind about, and what looks like a mark of its values."""
    store = opened()
    store.put(ODD, ODD, ODD, days=1)
    store.decide(Decided(ODD, "reject", ODD, ODD))
    assert store.get(ODD, ODD) == ODD
    assert store.decisions("reject")[ODD] == Decided(ODD, "reject", ODD, ODD)


def test_a_decision_of_one_worker_is_seen_by_the_other(opened: Callable[[], Store]) -> None:
    """At once, and so is that it was taken back; the last one counts."""
    one, other = opened(), opened()
    one.decide(Decided("a", "overrule", "первая", "А"))
    other.decide(Decided("a", "overrule", "вторая", "Б"))
    assert one.decisions("overrule")["a"].reason == "вторая"
    one.take_back("a", "overrule")
    assert other.all_decisions() == ()


def test_a_decision_is_found_under_its_new_name(opened: Callable[[], Store]) -> None:
    """Only names are kept that something hangs on, and taking back works under the new one."""
    store = opened()
    store.decide(Decided("old", "reject", "r", "w"))
    store.keep_findings("w", "t", ["older"])
    for _ in range(2):
        store.know("new", ["old", "never"])
        store.know("newer", ["older"])
    assert set(store.decisions("reject")) == {"old", "new"}
    assert store.last_findings("w", "t") == frozenset({"newer"})
    store.take_back("new", "reject")
    assert store.decisions("reject") == {}


def test_the_last_check_of_a_page_is_replaced_whole(opened: Callable[[], Store]) -> None:
    """Also by another worker; a page never checked is no clean one."""
    one, other = opened(), opened()
    assert one.last_findings("w", "A") is None
    one.keep_findings("w", "A", ["x", "y", "y"])
    other.keep_findings("w", "A", ["y", "z"])
    other.keep_findings("w", "B", [])
    assert (one.last_findings("w", "A"), one.last_findings("w", "B")) == (frozenset({"y", "z"}), frozenset())


def test_the_journal_tells_how_far_a_run_got(timed: tuple[Store, list[float]]) -> None:
    """Runs, edits in their states, pages, by letters in the same order on every machine."""
    store, now = timed
    journal = store.journal
    journal.begin("r1", "wiki", "bot", "job", "task")
    now[0] += 1
    journal.begin("r2", "wiki", "bot", "job")
    journal.beat("r1", {"saved": 1})
    for title in ("б", "а", "Я"):
        now[0] += 1
        journal.plan("r1", "wiki", title, 7, ["e1"], "summary", "before")
        journal.see(PageRow("wiki", title, "r1", 2**40, "logic", "saved", True, ({"id": "x"},), ""))
    journal.mark(("r1", "б", 7), EditState.saving)
    journal.mark(("r1", "б", 7), EditState.saved, newid=9)
    assert [edit.title for edit in journal.unsettled("wiki", "bot")] == ["а", "Я"]
    assert journal.edit_states("r1") == {EditState.saved: 1, EditState.planned: 2}
    assert journal.edit_states("r1", "б") == {EditState.saved: 1}
    assert [edit.newid for edit in journal.under("wiki", "bot", "task")] == [9]
    assert [edit.title for edit in journal.saved("wiki", "б")] == ["б"]
    assert [page.title for page in journal.pages("wiki")] == ["Я", "а", "б"]
    assert (journal.seen("wiki", "а") or pytest.fail("not seen")).revid == 2**40
    journal.end("r1", RunState.done, "", {"saved": 1})
    assert [(run.id, run.state) for run in journal.runs(wiki="wiki")] == [
        ("r2", RunState.running),
        ("r1", RunState.done),
    ]
    assert journal.runs(account="other") == ()
    journal.drop_texts(now[0] + 1)
    assert {edit.before for edit in journal.edits("r1")} == {"", "before"}
    journal.forget("wiki", "а")
    assert journal.seen("wiki", "а") is None


def filled(store: Store) -> None:
    """Some of everything that a person decided, and a run."""
    store.decide(Decided("a", "overrule", ODD, "Автор"))
    store.know("b", ["a"])
    store.put("given", "isbn:1", ODD, days=None)
    store.put("page", "http://x", "stays at home", days=1)
    store.keep_findings("w", "Страница", ["f1", "f2"])
    store.journal.begin("r1", "wiki", "bot", "job", "task")
    store.journal.plan("r1", "wiki", "т", 7, ["e1"], "s", "before")
    store.journal.see(PageRow("wiki", "т", "r1", 7, "l", "saved", False, ({"id": "x"},), "h"))


def test_what_was_decided_goes_to_the_other_kind_of_store_and_back(opened: Callable[[], Store], tmp_path: Path) -> None:
    """The journal included: not a byte of the export changes on the way; the second import takes nothing."""
    here = opened()
    filled(here)
    lines = list(here.exported())
    with open_store(tmp_path / "other.sqlite3") as other:
        assert (other.take_in(lines).taken, other.take_in(lines).taken) == (len(lines) - 1, 0)
        assert list(other.exported()) == lines
        again = list(other.exported())
    assert here.take_in(again).taken == 0


def test_an_import_that_fails_leaves_nothing(opened: Callable[[], Store]) -> None:
    """All or none, and the store goes on."""
    here = opened()
    with pytest.raises(InputError, match="line 3"):
        here.take_in([*['{"schema": "mlwiki/store/2"}', '{"alias": {"name": "n", "former": "f"}}'], "[]"])
    assert list(here.exported()) == ['{"schema": "mlwiki/store/2"}\n']


def test_two_that_open_a_new_store_at_once_both_can(place: StorePlace) -> None:
    """Each migration is made once."""
    failed: list[Exception] = []

    def work() -> None:
        try:
            with open_store(place) as store:
                store.put("k", threading.current_thread().name, "v", days=1)
        except Exception as error:  # noqa: BLE001  # it is told by the assertion
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with open_store(place) as store:
        assert len(list(store.kept("k"))) == 4


def test_a_store_of_a_later_program_is_refused(place: StorePlace) -> None:
    """And left as it is."""
    db = connect(place)
    migrate(db)
    with db.migrating():
        db.set_version(len(MIGRATIONS) + 1)
    db.close()
    with pytest.raises(ConfigError, match="newer"), open_store(place):
        pass


def test_a_restart_of_the_server_is_waited_for(server: PostgresServer) -> None:
    """A connection that broke is opened anew, and what was written before is there."""
    with open_store(server.address()) as store:
        store.decide(Decided("a", "reject", "r", "w"))
        server.stop(killed=True)
        server.start()
        assert set(store.decisions("reject")) == {"a"}
        store.put("k", "key", "v", days=1)
        assert store.get("k", "key") == "v"


def test_of_all_machines_one_runs(place: StorePlace, tmp_path: Path) -> None:
    """Another process, and another machine with a folder of its own, sees the lock; a killed one lets go."""
    folders = [tmp_path / "one", tmp_path / "other"] if isinstance(place, DatabaseAddress) else [tmp_path, tmp_path]
    with open_store(place) as one, open_store(place) as other:
        with one.alone(folders[0], "wiki", "bot") as mine, other.alone(folders[1], "wiki", "bot") as theirs:
            assert (mine, theirs) == (True, False)
            with other.alone(folders[1], "wiki", "another bot") as free:
                assert free
        with other.alone(folders[1], "wiki", "bot") as theirs:
            assert theirs
