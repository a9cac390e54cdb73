"""``[engine] store`` takes the place of the file for every command, and no password ever stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import Decided, open_store
from tests.cli.command_line import mlwiki
from tests.store.postgres_server import PostgresServer


def test_commands_work_on_the_shared_store(server: PostgresServer, tmp_path: Path) -> None:
    """Decisions go in on one machine and come out on another; no file of this machine is made."""
    address = server.address()
    with open_store(address) as store:
        store.decide(Decided("a", "overrule", "проверено", "Автор"))
        store.journal.begin("r1", "wiki", "bot", "job")
    shared = {"MLWIKI_ENGINE_STORE": address.url}
    ran = mlwiki("store", "path", cwd=tmp_path, environment=shared)
    assert (ran.code, ran.text) == (0, address.url + "\n")
    assert mlwiki("store", "export", "out.jsonl", cwd=tmp_path, environment=shared).code == 0
    assert "r1" in mlwiki("status", cwd=tmp_path, environment=shared).text
    ran = mlwiki("store", "import", "out.jsonl", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "out.jsonl: 2 taken in, 0 were here as new\n")
    assert mlwiki("store", "prune", cwd=tmp_path, environment=shared).text == "0\n"


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://user:hunter2@db/wiki",
        "postgresql://user:hunter2@db:5432,db2:5432/wiki",
        "postgresql://db/wiki?password=hunter2",
        "postgresql://db/wiki?pass%77ord=hunter2",
        "postgresql://db/wiki?sslpassword=hunter2",
        "mysql://db/hunter2",
        "postgresql://hunter2",
    ],
)
@pytest.mark.parametrize("key", ["STORE", "BROKER"])
def test_a_password_in_an_address_ends_the_command_and_is_not_repeated(tmp_path: Path, address: str, key: str) -> None:
    """Exit 2 before anything is opened, with the way to say a password."""
    ran = mlwiki("status", cwd=tmp_path, environment={f"MLWIKI_ENGINE_{key}": address})
    assert ran.code == 2
    assert "hunter2" not in ran.err + ran.text
    assert "MLWIKI_ENGINE_PASSWORD" in ran.err


def test_a_server_that_is_away_is_one_line(tmp_path: Path) -> None:
    """Exit 2: nobody goes on with an empty store where decisions are shared."""
    ran = mlwiki("status", cwd=tmp_path, environment={"MLWIKI_ENGINE_STORE": "postgresql://127.0.0.1:1/wiki"})
    assert (ran.code, len(ran.error_lines)) == (2, 1)


def test_the_store_of_an_untrusted_file_is_refused(tmp_path: Path) -> None:
    """A settings file of a strange folder may not say where decisions are read from."""
    (tmp_path / "mlwiki.toml").write_text('[engine]\nstore = "postgresql://db/wiki"\n', encoding="utf-8")
    ran = mlwiki("status", cwd=tmp_path)
    assert ran.code == 2
    assert "engine.store" in ran.err
