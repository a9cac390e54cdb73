"""A dump that is scanned while it is killed, against the same dump scanned in peace: byte for byte, and in how much memory.

    python -m benchmarks.scan                              # 2,000 pages, three kills
    python -m benchmarks.scan --pages 20000 --kills 10     # the whole
    python -m benchmarks.scan --corpus FOLDER              # the pages of a folder of .wiki files, over and over

Pages have the faults of the tests' dumps, each its own text. Printed are pages lost, whether the output is the same, seconds of
CPU a page, and the most memory that any one process had at N and at 2N pages.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

from tests.scan.test_scan import HEAD, TEXTS, entry


def texts_of(corpus: str | None) -> Iterator[str]:
    """Page after page, without end."""
    if corpus is None:
        return cycle(TEXTS)
    return (path.read_text(encoding="utf-8") for path in cycle(sorted(Path(corpus).glob("*.wiki"))))


def write_dump(path: Path, pages: int, corpus: str | None) -> None:
    """A dump of so many pages, none with the text of another."""
    with path.open("w", encoding="utf-8") as out:
        out.write(HEAD)
        for number, text in enumerate(islice(texts_of(corpus), pages)):
            out.write(entry(f"Страница {number}", f"{text} {number}"))
        out.write("</mediawiki>\n")


def command(dump: Path, output: Path, workers: int) -> Sequence[str]:
    """The scan of a dump."""
    words = ["scan", str(dump), "--profile", "mlru", "--output", str(output), "--workers", str(workers), "-q"]
    return [sys.executable, "-m", "bot", *words]


def scanned(dump: Path, output: Path, workers: int, kills: int) -> tuple[int, float]:
    """Scan it, killed so many times while it writes; how many kills fell into the work, and the CPU seconds of what ended."""
    chance = random.Random(18)  # noqa: S311  # chance, not a secret
    environment = os.environ | {"MLWIKI_STATE": str(dump.parent / "state"), "MLWIKI_LANG": "en"}
    part = output.with_name(output.name + ".part")
    before, killed = resource.getrusage(resource.RUSAGE_CHILDREN), 0
    while True:
        process = subprocess.Popen(command(dump, output, workers), env=environment, cwd=dump.parent)
        size = part.stat().st_size if part.exists() else 0
        while killed < kills and process.poll() is None and (not part.exists() or part.stat().st_size <= size):
            time.sleep(0.01)
        with suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.0, 1.0) if killed < kills else None)
        if process.poll() is not None:
            break
        process.kill()
        process.wait()
        killed += 1
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return killed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def memory(dump: Path, output: Path, workers: int) -> int:
    """The most that one process of a scan had (MB)."""
    told = "import resource, subprocess, sys\nsubprocess.run(sys.argv[1:], check=True)\n"
    told += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    done = subprocess.run(
        [sys.executable, "-c", told, *command(dump, output, workers)], capture_output=True, check=True, cwd=dump.parent
    )
    return int(done.stdout.split()[-1])


def main() -> int:
    """Measure and print; non-zero where a page is lost or the output differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--corpus")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        dump, twice = Path(temporary) / "n.xml", Path(temporary) / "2n.xml"
        write_dump(dump, asked.pages, asked.corpus)
        write_dump(twice, 2 * asked.pages, asked.corpus)
        killed, _ = scanned(dump, Path(temporary) / "killed.jsonl", asked.workers, asked.kills)
        _, seconds = scanned(dump, Path(temporary) / "peace.jsonl", asked.workers, 0)
        one, other = ((Path(temporary) / name).read_bytes() for name in ("killed.jsonl", "peace.jsonl"))
        found = {
            "pages": asked.pages,
            "kills": killed,
            "pages lost": asked.pages - one.count(b"\n"),
            "same output": one == other,
            "CPU ms a page": round(1000 * seconds / asked.pages, 1),
            "MB at N": memory(dump, Path(temporary) / "a.jsonl", asked.workers),
            "MB at 2N": memory(twice, Path(temporary) / "b.jsonl", asked.workers),
        }
    print(json.dumps(found))
    return int(one != other or bool(found["pages lost"]))


if __name__ == "__main__":
    sys.exit(main())
