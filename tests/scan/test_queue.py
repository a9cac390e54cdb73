"""The queue believes nobody: strange tasks are set aside, and a page that ends its worker is told from its neighbours."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
import zlib
from pathlib import Path

import psycopg
import pytest

from bot.config.load import load
from bot.jobs.session import Session
from bot.model.page import Page
from bot.scan import distributed, workers
from bot.scan.distributed import work_through
from bot.scan.engine import TASK, QueueStatus, ScanTask, ServeOptions, opened_queue
from bot.scan.workers import survives
from bot.store import open_store, store_place
from tests.cli.command_line import mlwiki
from tests.fakes.many_hosts import ManyHosts
from tests.scan.workers_of_tests import write_settings
from tests.store.postgres_server import PostgresServer


@pytest.fixture
def settings(server: PostgresServer, tmp_path: Path) -> Path:
    """A settings file for a queue of its own."""
    return write_settings(tmp_path, server.address().url, ManyHosts(port=1), [], 0.0)


def served(settings: Path) -> QueueStatus:
    """What the queue holds after a worker of this process emptied it."""
    read = load(settings, {})
    with open_store(store_place(read, {})) as store, opened_queue(read, {}) as queue:
        asyncio.run(work_through(queue, Session(read, store), ServeOptions(4, 5.0, until_empty=True)))
        return queue.status()


def test_a_strange_task_is_set_aside_and_named(settings: Path) -> None:
    """Whoever may write into the queue says nothing that is believed: at once, and the tasks beside it are done."""
    good = ScanTask("s", "k", "mlru", verify=False, page=Page("n", "Страница", "**жирное**"))
    strange = [
        good.message() | {"page": "AAAA"},
        good.message() | {"profile": "evil"},
        good.message() | {"verify": "yes"},
        good.message() | {"page": base64.b64encode(zlib.compress(b" " * 100_000_000)).decode()},
        {"title": "nothing else"},
        {},
    ]
    read = load(settings, {})
    with opened_queue(read, {}) as queue:
        for message in strange:
            queue._app.configure_task(TASK, queue=TASK, allow_unknown=True).defer(**message)
        queue._app.configure_task("os.system", queue=TASK, allow_unknown=True).defer(command="touch ran")
        queue.put([good])
    found = served(settings)
    assert (found.waiting, found.doing, len(found.aside)) == (0, 0, 7)
    assert {"nothing else", "os.system (?)"} < set(found.aside)
    with open_store(store_place(read, {})) as store:
        assert json.loads(store.get("scan s", "k") or "")["record"]["title"] == "Страница"
    ran = mlwiki("status", "--config", "engine.toml", cwd=settings.parent)
    assert "set aside: nothing else" in ran.text


def test_a_page_that_ends_its_worker_thrice_is_set_aside_and_named(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third try is a process of its own: if that ends too, it is the page's fault; else the page is done as any other."""
    tasks = [ScanTask("s", title, "mlru", verify=False, page=Page(title, title, "текст")) for title in ("Яд", "Сосед")]
    read = load(settings, {})
    with opened_queue(read, {}) as queue:
        queue.put(tasks)
    with psycopg.connect(read.engine.store, autocommit=True) as db:
        db.execute("UPDATE procrastinate_jobs SET attempts = 2")
    monkeypatch.setattr(distributed, "survives", lambda page, _: page.title != "Яд")
    assert served(settings) == QueueStatus(aside=("Яд",))
    with open_store(store_place(read, {})) as store:
        records = [json.loads(store.get("scan s", task.key) or "") for task in tasks]
    found = [(one["bug"], [finding["code"] for finding in one["record"]["findings"]]) for one in records]
    assert found == [(True, ["BUG001"]), (False, [])]


def test_a_child_that_ends_or_hangs_over_a_page_is_no_survivor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash and an endless loop are told from a page that is read."""
    page = Page("n", "t", "текст")
    assert survives(page, "mlru")
    for code in ("import os; os.abort()", "import time; time.sleep(60)"):
        monkeypatch.setattr(workers, "module_command", lambda _, code=code: (sys.executable, "-c", code))
        assert not survives(page, "mlru", patience=1.0)


def test_without_a_shared_store_nobody_enqueues_or_works(tmp_path: Path) -> None:
    """One line that names the setting, exit 2."""
    (tmp_path / "x.wiki").write_text("x", encoding="utf-8")
    for words in (("worker",), ("scan", "x.wiki", "--enqueue")):
        ran = mlwiki(*words, cwd=tmp_path)
        assert (ran.code, len(ran.error_lines)) == (2, 1)
        assert "[engine] store" in ran.err
