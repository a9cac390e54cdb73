"""Fetching: 2,000 addresses on 50 loopback hosts with 50 ms of latency, bodies read and text extracted.

    python benchmarks/fetch.py [--hosts 50] [--pages 40] [--polite] [--main] [--lychee PATH]

By default with lychee's politeness (ten connections and 50 ms a host), so that the two can be compared; ``--polite`` takes this
program's own. ``--main`` also looks for each page's main part. ``--lychee`` runs that lychee on the same addresses.
Prints seconds, requests a second and the peak memory of the process tree in megabytes.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import subprocess
import sys
import time
from multiprocessing import Process, Queue
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

LATENCY = 0.05
SENTENCE = "Градиент умножают на масштаб потерь, чтобы малые значения не обращались в ноль при обучении сети. "


def page(number: int) -> bytes:
    """A page of about five kilobytes; one in twenty is not there."""
    body = "".join(f"<p>{SENTENCE * 2}</p>" for _ in range(8 + number % 9))
    links = "".join(f"<li><a href='/x{place}'>Раздел {place}</a></li>" for place in range(10))
    head = f"<html><head><meta charset='utf-8'><title>Страница {number}</title></head>"
    return f"{head}<body><nav>{links}</nav><main><h1>О масштабе</h1>{body}</main></body></html>".encode()


def serve(ports: Queue[int]) -> None:
    """The replica of all hosts, in a process of its own."""
    bodies = [page(number) for number in range(40)]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                number = int(head.split(b" ", 2)[1].strip(b"/") or b"0")
                await asyncio.sleep(LATENCY)
                body = bodies[number % 40]
                status = b"404 Not Found" if number % 20 == 7 else b"200 OK"
                kind = b"content-type: text/html; charset=utf-8"
                writer.write(b"HTTP/1.1 %s\r\n%s\r\ncontent-length: %d\r\n\r\n%s" % (status, kind, len(body), body))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "0.0.0.0", 0, backlog=2048)  # noqa: S104 (50 loopback addresses)
        ports.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


async def fetch(urls: list[str], port: int, *, polite: bool, main: bool) -> dict[str, int]:
    """Read every address; how many came to what."""
    from bot.jobs.world import SystemClock
    from bot.sources.fetch import Fetcher
    from bot.sources.network import Rerouted
    from bot.sources.transport import Transport

    hosts = {url.split("/")[2] for url in urls}
    transport = Transport("benchmark", Rerouted(dict.fromkeys(hosts, port)))
    pace = {} if polite else {"interval": LATENCY, "at_once": 10, "concurrency": 512}
    fetcher = Fetcher(transport, SystemClock(), main=main, **pace)
    outcomes = await asyncio.gather(*map(fetcher.read, urls))
    await transport.aclose()
    counts: dict[str, int] = {}
    for outcome in outcomes:
        name = type(outcome).__name__
        counts[name] = counts.get(name, 0) + 1
    return counts


def peak() -> float:
    """Megabytes of this process and the largest of its children."""
    used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(used) / 1024


def with_lychee(path: Path, hosts: int, pages: int, port: int) -> float:
    """Seconds that lychee takes for the same pages, on loopback addresses of their own."""
    with TemporaryDirectory() as folder:
        listed = Path(folder) / "urls.txt"
        urls = [f"http://127.0.0.{host + 2}:{port}/{number}" for host in range(hosts) for number in range(pages)]
        listed.write_text("\n".join(urls))
        started = time.monotonic()
        subprocess.run(
            [path, "--no-progress", "--quiet", "--max-concurrency", "512", listed], capture_output=True, check=False
        )
        return time.monotonic() - started


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--polite", action="store_true")
    parser.add_argument("--main", action="store_true")
    parser.add_argument("--lychee", type=Path)
    asked = parser.parse_args()
    ports: Queue[int] = Queue()
    server = Process(target=serve, args=(ports,), daemon=True)
    server.start()
    port = ports.get(timeout=10)
    urls = [f"http://h{host}.bench.org/{number}" for host in range(asked.hosts) for number in range(asked.pages)]
    started = time.monotonic()
    counts = asyncio.run(fetch(urls, port, polite=asked.polite, main=asked.main))
    seconds = time.monotonic() - started
    line = f"mlwiki   {seconds:6.2f} s  {len(urls) / seconds:7.0f} /s  {peak():5.0f} MB  {counts}\n"
    if asked.lychee:
        line += f"lychee   {with_lychee(asked.lychee, asked.hosts, asked.pages, port):6.2f} s\n"
    sys.stdout.write(line)
    server.terminate()
    server.join()


if __name__ == "__main__":
    main()
