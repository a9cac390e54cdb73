"""A scan on several workers: nothing lost, each question once, no host too fast, whoever is killed or restarted."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from tests.cli.command_line import mlwiki
from tests.fakes.many_hosts import ManyHosts
from tests.scan.test_scan import lines
from tests.scan.workers_of_tests import WorkerProcesses, coordinator, write_settings
from tests.store.postgres_server import PostgresServer

HOSTS = [f"127.0.9.{number}" for number in range(1, 11)]
INTERVAL = 0.3
#: What a request may be late on its way on a busy machine (seconds).
LATE = 0.02
#: Between a question and its stored answer, on a busy machine whose readers just start (seconds).
CUT = 3.0


def pages(folder: Path, hosts: ManyHosts, count: int) -> Path:
    """Pages that cite an address of their own on three hosts, and one that all cite."""
    folder.mkdir()
    for number in range(count):
        own = [hosts.address(HOSTS[(number + step) % len(HOSTS)], f"deep/{number}.html") for step in range(3)]
        notes = "".join(
            f"Утверждение.<ref>[{url} Страница]</ref> " for url in (*own, hosts.address(HOSTS[0], "deep/all.html"))
        )
        (folder / f"Страница {number:02}.wiki").write_text(notes + "'''x''' **жирное**", encoding="utf-8")
    return folder


def test_two_workers_do_a_scan(server: PostgresServer, tmp_path: Path) -> None:
    """The same records as of a scan on one machine, each address asked once, no host faster than its pace."""
    with ManyHosts(busy={HOSTS[3]: 1}) as hosts:
        settings = write_settings(tmp_path, server.address().url, hosts, HOSTS, INTERVAL)
        pages(tmp_path / "pages", hosts, 20)
        with WorkerProcesses(settings, 2):
            scan = coordinator(tmp_path, "--check", "--output", "out.jsonl")
            assert scan.wait(100) == 0, (tmp_path / "scan.log").read_text()
        asked = Counter(
            (host, path) for _, host, path in hosts.asked if path.startswith("/deep/") and path.endswith(".html")
        )
        assert (Counter(asked.values()), len(asked)) == (Counter({1: 60, 2: 1}), 61)
        # the host that said 429 once was asked by nobody for the second it named, and more slowly from then on
        assert hosts.gaps()[HOSTS[3]][0] > 1.0 - LATE
        assert hosts.gaps()[HOSTS[3]][1] > 1.5 * INTERVAL
        assert min(gap for found in hosts.gaps().values() for gap in found) > INTERVAL - LATE
        found = lines((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
        ran = mlwiki("scan", "pages", "--profile", "mlru", "--check", "--config", "engine.toml", cwd=tmp_path)
        assert found == lines(ran.text)
        ran = mlwiki("status", "--config", "engine.toml", "--format", "json", cwd=tmp_path)
        assert json.loads(ran.text)["queue"] == {"waiting": 0, "doing": 0, "aside": []}


def test_workers_that_are_killed_lose_nothing(server: PostgresServer, tmp_path: Path) -> None:
    """Six times kill -9, and once the database is gone: every page has its line; asked twice is only what a kill cut."""
    chance = random.Random(18)  # noqa: S311  # chance, not a secret
    with ManyHosts(delay=0.05, busy={HOSTS[3]: 2}, dead=frozenset({HOSTS[4]})) as hosts:
        settings = write_settings(tmp_path, server.address().url, hosts, HOSTS, INTERVAL)
        pages(tmp_path / "pages", hosts, 40)
        with WorkerProcesses(settings, 2) as workers:
            scan = coordinator(tmp_path, "--check", "--output", "out.jsonl")
            kills: list[float] = []
            while scan.poll() is None:
                with suppress(subprocess.TimeoutExpired):
                    scan.wait(chance.uniform(1.0, 3.0))
                if scan.poll() is None and hosts.asked and len(kills) < 6:
                    kills.append(time.monotonic())
                    if len(kills) == 3:
                        server.stop(killed=True)
                        server.start()
                    else:
                        workers.kill(chance.randrange(2))
                workers.revive()
            assert scan.returncode == 4, (
                tmp_path / "scan.log"
            ).read_text()  # a host hung up: a second run could finish
        found = lines((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
        assert [record["title"] for record in found] == [f"Страница {number:02}" for number in range(40)]
        states = Counter(one["link"] for record in found for one in record["citations"])
        assert states["unknown"] == 12
        assert states["alive"] == 40 * 4 - 12
        gaps = {host: found for host, found in hosts.gaps().items() if host not in hosts.dead}
        assert min(gap for found in gaps.values() for gap in found) > INTERVAL - LATE
        asked = Counter(
            (host, path) for _, host, path in hosts.asked if path.startswith("/deep/") and path.endswith(".html")
        )
        first = {(host, path): when for when, host, path in reversed(hosts.asked)}
        again = [first[one] for one, count in asked.items() if count > 1 and one[0] not in {HOSTS[3], HOSTS[4]}]
        assert [when for when in again if not any(0 < kill - when < CUT for kill in kills)] == []
