"""A scan by workers over many hosts: how near to the polite bound, with and without kills, and what the hosts saw.

    python -m benchmarks.engine                # 800 citations on 40 hosts, without kills and with three
    python -m benchmarks.engine --whole        # 20,000 on 200 hosts of which ten say 429 and five are dead, ten kills

Needs Debian's ``postgresql``. The bound is the longest any host takes at its pace, one request after the other; time runs from
the first request to the last line. Everything is on loopback, each host an address of its own; what the hosts saw is their log.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from tests.fakes.many_hosts import ManyHosts
from tests.scan.workers_of_tests import WorkerProcesses, coordinator, write_settings
from tests.store.postgres_server import PostgresServer, postgres_server

#: Notes on a page, as a long article has them.
_NOTES = 20
#: Seconds that a host takes to answer.
_DELAY = 0.05


def names_of(hosts: int) -> list[str]:
    """Addresses of this machine, one a host."""
    return [f"127.1.{number // 250}.{number % 250 + 1}" for number in range(hosts)]


def write_pages(folder: Path, served: ManyHosts, names: list[str], citations: int) -> None:
    """Pages of notes, every citation an address of its own, each tenth of the addresses cited by the next page too."""
    folder.mkdir()
    urls = [served.address(names[number % len(names)], f"deep/{number}.html") for number in range(citations)]
    for first in range(0, citations, _NOTES):
        cited = urls[first : first + _NOTES] + urls[max(0, first - 2) : first]
        notes = "".join(f"Утверждение.<ref>[{url} Страница]</ref> " for url in cited)
        (folder / f"{first:06}.wiki").write_text(notes, encoding="utf-8")


def measure(server: PostgresServer, asked: argparse.Namespace, kills: int) -> dict[str, object]:
    """One scan; what it took and what the hosts saw."""
    names = names_of(asked.hosts)
    chance = random.Random(18)  # noqa: S311  # chance, not a secret
    dead, busy = frozenset(names[: asked.dead]), dict.fromkeys(names[asked.dead : asked.dead + asked.busy], 1)
    with tempfile.TemporaryDirectory() as temporary, ManyHosts(_DELAY, busy, refusing=dead) as served:
        folder = Path(temporary)
        settings = write_settings(folder, server.address().url, served, names, asked.pace)
        write_pages(folder / "pages", served, names, asked.citations)
        done = 0
        with WorkerProcesses(settings, asked.workers, alive=4.0, concurrency=asked.concurrency) as workers:
            scan = coordinator(folder, "--check", "--output", "out.jsonl")
            pause = asked.citations / asked.hosts * asked.pace / (kills + 1)
            while scan.poll() is None:
                with suppress(subprocess.TimeoutExpired):
                    scan.wait(pause)
                if scan.poll() is None and done < kills and served.asked:
                    done += 1
                    workers.kill(chance.randrange(asked.workers))
                workers.revive()
            ended = time.monotonic()
        lines = (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()
    return told(served, asked, lines, ended) | {"kills": done, "exit": scan.returncode}


def told(served: ManyHosts, asked: argparse.Namespace, lines: list[str], ended: float) -> dict[str, object]:
    """The scan in figures, by what the living hosts saw."""
    living = served.asked
    pages = [(host, path) for _, host, path in living if path.startswith("/deep/") and path.endswith(".html")]
    again = Counter(pages)
    per_host = Counter(host for _, host, _ in living if host not in served.busy)
    bound = max(per_host.values()) * asked.pace
    took = ended - living[0][0]
    gaps = [gap for found in served.gaps().values() for gap in found]
    found = Counter(one["link"] for line in lines for one in json.loads(line)["citations"])
    return {
        "pages": len(lines),
        "pages lost": -(-asked.citations // _NOTES) - len(lines),
        "links": dict(found),
        "requests": len(served.asked),
        "asked twice": sum(count > 1 for (host, _), count in again.items() if host not in served.busy),
        "seconds": round(took, 1),
        "polite bound": round(bound, 1),
        "times the bound": round(took / bound, 2),
        "last request": round(living[-1][0] - living[0][0], 1),
        "shortest gap": round(min(gaps), 3),
        "median gap": round(statistics.median(gaps), 3),
        "pace": asked.pace,
    }


def main() -> int:
    """Measure and print; non-zero where something was lost or a host was asked too fast."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--citations", type=int, default=800)
    parser.add_argument("--hosts", type=int, default=40)
    parser.add_argument("--busy", type=int, default=2)
    parser.add_argument("--dead", type=int, default=1)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--pace", type=float, default=2.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--whole", action="store_true")
    asked = parser.parse_args()
    if asked.whole:
        asked.citations, asked.hosts, asked.busy, asked.dead, asked.kills, asked.pace = 20_000, 200, 10, 5, 10, 4.0
    wrong = False
    with postgres_server() as server:
        for kills in (0, asked.kills):
            found = measure(server, asked, kills)
            print(json.dumps(found, ensure_ascii=False))
            wrong |= found["pages lost"] != 0 or float(str(found["shortest gap"])) < asked.pace - 0.02
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
