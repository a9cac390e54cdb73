"""Fetching: 2,000 addresses on 50 loopback hosts with 50 ms of latency, bodies read and text extracted.

    python benchmarks/fetch.py [--hosts 50] [--pages 40] [--runs 3] [--main] [--lychee PATH] [--linkchecker PATH]

In one run, alternating: this program with lychee's politeness (ten connections and 50 ms a host), lychee itself with the same
set, linkchecker with as many requests a second, and this program with its own default politeness (once). All get the same
addresses in the same order, host by turns: lychee counts those that wait for their host among its open requests, so that a list
sorted by host would starve it. ``--main`` also looks for each page's main part.

Prints seconds, CPU seconds of the tool's processes, and the largest memory of its process tree in megabytes (resident pages
added, shared ones as often as they are used). Everything shares this machine, the replica of the hosts too: this program works
for about four seconds of CPU, lychee (which reads no text) for less than half of one, so that beside other work the first one is
slowed down by it and the second is not. ``chrt -r 10 python benchmarks/fetch.py …`` puts the other work aside.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing import Process, Queue
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

LATENCY, CONNECTIONS = 0.05, 10
SENTENCE = "Градиент умножают на масштаб потерь, чтобы малые значения не обращались в ноль при обучении сети. "


def page(number: int) -> bytes:
    """A page of about five kilobytes; one in twenty is not there."""
    body = "".join(f"<p>{SENTENCE * 2}</p>" for _ in range(8 + number % 9))
    links = "".join(f"<li><a href='/x{place}'>Раздел {place}</a></li>" for place in range(10))
    head = f"<html><head><meta charset='utf-8'><title>Страница {number}</title></head>"
    return f"{head}<body><nav>{links}</nav><main><h1>О масштабе</h1>{body}</main></body></html>".encode()


def reply(number: int) -> bytes:
    """A page as its server sends it."""
    body = page(number)
    status = b"404 Not Found" if number % 20 == 7 else b"200 OK"
    kind = b"content-type: text/html; charset=utf-8"
    return b"HTTP/1.1 %s\r\n%s\r\ncontent-length: %d\r\n\r\n%s" % (status, kind, len(body), body)


def serve(ports: Queue[int]) -> None:
    """The replica of all hosts, in a process of its own."""
    answers = [reply(number) for number in range(40)]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ", 2)[1].strip(b"/")
                number = int(path) if path.isdigit() else 7  # robots.txt is not there
                await asyncio.sleep(LATENCY)
                writer.write(answers[number % 40])
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "0.0.0.0", 0, backlog=2048)  # noqa: S104 (50 loopback addresses)
        ports.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


async def fetch(urls: list[str], *, polite: bool, main: bool) -> float:
    """Read every address; seconds from the first request to the last text."""
    from bot.jobs.session import SystemClock
    from bot.net.network import SystemNetwork
    from bot.net.transport import Transport
    from bot.sources.fetch import Fetcher

    hosts = {url.split("/")[2] for url in urls}
    transport = Transport("benchmark", SystemNetwork(), hosts)
    pace: dict[str, Any] = {} if polite else {"interval": LATENCY, "at_once": CONNECTIONS, "concurrency": 512}
    fetcher = Fetcher(transport, SystemClock(), hosts, main=main, **pace)
    started = time.monotonic()
    outcomes = await asyncio.gather(*map(fetcher.read, urls))
    seconds = time.monotonic() - started
    await fetcher.reader.aclose()
    await transport.aclose()
    counts = Counter(type(outcome).__name__ for outcome in outcomes)
    texts = sum(getattr(outcome, "text", None) is not None for outcome in outcomes)
    if (texts, counts["Missing"]) != (len(urls) * 19 // 20, len(urls) // 20):
        raise SystemExit(f"not everything was read: {counts}, {texts} texts")
    return seconds


@dataclass(frozen=True, slots=True)
class Run:
    """What a tool took: seconds of its work, of its whole process, of the CPU, and megabytes at its largest."""

    seconds: float
    whole: float
    cpu: float
    megabytes: float
    said: str

    def __str__(self) -> str:
        return f"{self.seconds:6.2f} s  (process {self.whole:5.2f} s)  CPU {self.cpu:5.2f} s  {self.megabytes:4.0f} MB"


def measured(command: list[str]) -> Run:
    """Run a tool to its end."""
    before = os.times()
    started = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        peak = [0.0]
        watch = threading.Thread(target=watch_memory, args=(process.pid, peak))
        watch.start()
        said, _ = process.communicate()
        whole = time.monotonic() - started
        watch.join()
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    work = next((float(line.split()[1]) for line in said.splitlines() if line.startswith("work ")), whole)
    return Run(work, whole, cpu, peak[0], said)


def watch_memory(root: int, peak: list[float]) -> None:
    """Keep the largest sum of resident memory of a process and its descendants, in megabytes, until it ends."""
    while used := sum(map(resident, family(root))):
        peak[0] = max(peak[0], used)
        time.sleep(0.1)


def family(root: int) -> list[int]:
    """A process and its descendants."""
    found = [root]
    for one in found:
        try:
            found += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
        except OSError:
            continue
    return found


def resident(number: int) -> float:
    """Resident megabytes of a process, 0 when it has ended."""
    try:
        return int(Path(f"/proc/{number}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except (OSError, IndexError):
        return 0.0


def with_lychee(path: Path, listed: Path) -> list[str]:
    """Lychee's command line, its politeness written out."""
    interval = f"{round(LATENCY * 1000)}ms"
    polite = ["--host-concurrency", str(CONNECTIONS), "--host-request-interval", interval, "--max-concurrency", "512"]
    return [str(path), "--no-progress", "--quiet", *polite, str(listed)]


def with_linkchecker(path: Path, folder: Path, urls: list[str]) -> list[str]:
    """Linkchecker's command line: a page that links to all, as many requests a second a host, a hundred threads."""
    page, settings = folder / "all.html", folder / "linkcheckerrc"
    page.write_text("".join(f'<a href="{url}">{number}</a>\n' for number, url in enumerate(urls)))
    settings.write_text(f"[checking]\nmaxrequestspersecond={round(1 / LATENCY)}\nthreads=100\nrecursionlevel=1\n")
    for one in (folder, page, settings):
        one.chmod(0o755)  # as root it becomes nobody
    return [str(path), "--config", str(settings), "--check-extern", "--no-status", "--no-warnings", str(page)]


def listed(hosts: int, pages: int, port: int) -> list[str]:
    """The addresses, host by turns."""
    return [f"http://127.0.0.{host + 2}:{port}/{number}" for number in range(pages) for host in range(hosts)]


def compare(asked: argparse.Namespace, port: int) -> None:
    """Run the tools by turns and print every run."""
    urls = listed(asked.hosts, asked.pages, port)
    ours = [sys.executable, __file__, "--port", str(port), "--hosts", str(asked.hosts), "--pages", str(asked.pages)]
    ours += ["--main"] if asked.main else []
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "urls.txt").write_text("\n".join(urls))
        tools = {"mlwiki": ours}
        if asked.lychee:
            tools["lychee"] = with_lychee(asked.lychee, folder / "urls.txt")
        for _ in range(asked.runs):
            for tool, command in tools.items():
                show(tool, measured(command))
        if asked.linkchecker:
            show("linkchecker", measured(with_linkchecker(asked.linkchecker, folder, urls)))
        show("mlwiki, its own pace", measured([*ours, "--polite"]))


def show(tool: str, run: Run) -> None:
    """Print a run at once."""
    sys.stdout.write(f"{tool:<22}{run}\n")
    sys.stdout.flush()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--main", action="store_true")
    parser.add_argument("--lychee", type=Path)
    parser.add_argument("--linkchecker", type=Path)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--polite", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.port:
        urls = listed(asked.hosts, asked.pages, asked.port)
        sys.stdout.write(f"work {asyncio.run(fetch(urls, polite=asked.polite, main=asked.main)):.3f}\n")
        return
    ports: Queue[int] = Queue()
    server = Process(target=serve, args=(ports,), daemon=True)
    server.start()
    compare(asked, ports.get(timeout=10))
    server.terminate()
    server.join()


if __name__ == "__main__":
    main()
