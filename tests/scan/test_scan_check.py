"""A scan that asks links and works: many pages at once, each question once, no host too fast; and the plans of a scan."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

from bot.config import NetworkSettings, Settings
from bot.jobs.session import Session, choose_profile
from bot.net.pace import Once
from bot.scan.plan_files import PlanFiles
from bot.scan.scanning import ScanOptions, scan
from bot.store import open_store
from tests.cli.command_line import mlwiki
from tests.fakes.many_hosts import ManyHosts
from tests.scan.test_scan import lines

HOSTS = [f"127.0.7.{number}" for number in range(1, 9)]
INTERVAL = 0.2


def pages(folder: Path, hosts: ManyHosts, count: int) -> Path:
    """Pages that cite one address of each host, two of them shared by all pages."""
    folder.mkdir()
    for number in range(count):
        cited = [
            hosts.address(host, f"deep/shared{index}.html" if index < 2 else f"deep/{number % 3}.html")
            for index, host in enumerate(HOSTS)
        ]
        notes = "".join(f"Утверждение.<ref>[{address} Страница]</ref> " for address in cited)
        (folder / f"Страница {number:02}.wiki").write_text(notes, encoding="utf-8")
    return folder


def test_each_address_is_asked_once_and_no_host_too_fast(tmp_path: Path) -> None:
    """Ten pages with eighty links on eight hosts: twenty questions, the hosts side by side, lines in the pages' order."""
    with ManyHosts() as hosts, open_store(tmp_path / "store.sqlite3") as store:
        network = NetworkSettings(allow_hosts=hosts.allowed(HOSTS), host_interval=INTERVAL)
        settings = Settings(network=network)
        written: list[str] = []
        options = ScanOptions((pages(tmp_path / "pages", hosts, 10),), verify=True)
        report = scan(options, None, choose_profile("mlru", settings), Session(settings, store), written.append)
        records = lines("".join(written))
        assert report.complete
        assert [record["title"] for record in records] == sorted(record["title"] for record in records)
        assert {one["link"] for record in records for one in record["citations"]} == {"alive"}
        asked = Counter(
            (host, path) for _, host, path in hosts.asked if path.startswith("/deep/") and path.endswith(".html")
        )
        assert set(asked.values()) == {1}
        assert len(asked) == 2 + 6 * 3
        # from the first to the last: a busy machine may hand on a single request late
        assert min(sum(found) / len(found) for found in hosts.gaps().values() if found) > INTERVAL - 0.05


def test_pages_are_asked_about_side_by_side(tmp_path: Path) -> None:
    """The fourth page's host is asked before the first one has answered."""
    with ManyHosts(delay=2.0) as hosts, open_store(None) as store:
        settings = Settings(network=NetworkSettings(allow_hosts=hosts.allowed(HOSTS), host_interval=0.0))
        folder = tmp_path / "pages"
        folder.mkdir()
        for number, host in enumerate(HOSTS):
            note = f"Утверждение.<ref>[{hosts.address(host, 'deep/own.html')} Страница]</ref>"
            (folder / f"{number}.wiki").write_text(note, encoding="utf-8")
        options = ScanOptions((folder,), verify=True)
        scan(options, None, choose_profile("mlru", settings), Session(settings, store), lambda _: None)
        assert hosts.asked[3][0] - hosts.asked[0][0] < hosts.delay


def test_what_was_asked_before_is_not_asked_again(tmp_path: Path) -> None:
    """A second scan over the same store asks nobody."""
    with ManyHosts() as hosts, open_store(tmp_path / "store.sqlite3") as store:
        settings = Settings(network=NetworkSettings(allow_hosts=hosts.allowed(HOSTS), host_interval=0.0))
        options = ScanOptions((pages(tmp_path / "pages", hosts, 3),), verify=True)
        chosen = choose_profile("mlru", settings)
        first: list[str] = []
        scan(options, None, chosen, Session(settings, store), first.append)
        hosts.asked.clear()
        second: list[str] = []
        scan(options, None, chosen, Session(settings, store), second.append)
        assert (hosts.asked, second) == ([], first)


def test_a_host_that_hangs_up_is_left_alone_and_the_scan_is_incomplete(tmp_path: Path) -> None:
    """An outage is no finding: its links are unknown, the rest is told, and a second run could finish."""
    with ManyHosts(dead=frozenset(HOSTS[:1])) as hosts, open_store(None) as store:
        settings = Settings(network=NetworkSettings(allow_hosts=hosts.allowed(HOSTS), host_interval=0.0))
        written: list[str] = []
        options = ScanOptions((pages(tmp_path / "pages", hosts, 6),), verify=True)
        report = scan(options, None, choose_profile("mlru", settings), Session(settings, store), written.append)
        states = Counter(one["link"] for record in lines("".join(written)) for one in record["citations"])
        assert (report.complete, report.incomplete, states["unknown"], set(states)) == (
            False,
            6,
            6,
            {"unknown", "alive"},
        )
        assert len([host for _, host, _ in hosts.asked if host in hosts.dead]) <= 3


def test_results_of_a_whole_wiki_are_not_all_remembered() -> None:
    """The older ones are forgotten and asked anew; what is under way is nobody's to forget."""

    async def work() -> tuple[int, int]:
        once: Once[int] = Once(most=10)
        begun = 0
        held = asyncio.Event()

        async def ask() -> int:
            nonlocal begun
            begun += 1
            return begun

        async def slow() -> int:
            await held.wait()
            return await ask()

        once.start("slow", slow)
        for number in range(100):
            await once.get(str(number), ask)
        before = begun
        await once.get("0", ask)
        again = begun - before
        waiting = asyncio.gather(once.get("slow", slow), once.get("slow", slow))
        held.set()
        one, other = await waiting
        return again, other - one

    assert asyncio.run(work()) == (1, 0)


def test_plans_of_a_scan_are_applied(tmp_path: Path) -> None:
    """The edits of many pages lie in files that ``apply`` takes; gone on with after a kill they are the same."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(5):
        (folder / f"Страница {number}.wiki").write_text(
            f"Слово<ref name=a>Иванов. {number}</ref> и <ref name=b>Иванов. {number}</ref>\n<references/>\n",
            encoding="utf-8",
        )
    words = ("scan", "pages", "--profile", "mlru", "--plan", "plans", "--output", "out.jsonl")
    ran = mlwiki(*words, cwd=tmp_path)
    assert ran.code == 0, ran.err
    whole = (tmp_path / "plans" / "00001.json").read_bytes()
    assert [page["title"] for page in json.loads(whole)["pages"]] == [f"Страница {number}" for number in range(5)]
    # killed after three lines
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "out.jsonl.part").write_text("".join(written[:3]), encoding="utf-8")
    job = ScanOptions((tmp_path / "pages",)).job
    (tmp_path / "out.jsonl.part.job").write_text(job, encoding="utf-8")
    (tmp_path / "plans" / "00001.json").unlink()
    assert mlwiki(*words, cwd=tmp_path).code == 0
    assert (tmp_path / "plans" / "00001.json").read_bytes() == whole
    ran = mlwiki("apply", "plans/00001.json", "--save", "--lang", "en", cwd=tmp_path)
    assert "Страница 4" in ran.text + ran.err, ran.err
    (tmp_path / "plans" / "strange.txt").write_text("", encoding="utf-8")
    assert mlwiki(*words, cwd=tmp_path).code == 2


def test_many_edits_are_many_plans(tmp_path: Path) -> None:
    """So many pages a file; what a longer scan left is taken away."""
    record = {"name": "n", "title": "t", "wiki": "", "revid": 1, "text_sha256": "0", "edits": [{}], "findings": []}
    for count, files in ((5, 3), (2, 1)):
        plans = PlanFiles(tmp_path, pages=2)
        for _ in range(count):
            plans.add(record)
        plans.add(record | {"edits": []})
        plans.done()
        assert len(list(tmp_path.iterdir())) == files
