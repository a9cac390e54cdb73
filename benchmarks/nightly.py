"""The scheduled bot at full size: a night over many pages, killed again and again; the wiki itself is asked what became of it.

python -m benchmarks.nightly                       # 200 pages, 20 kills, the real MediaWiki 1.39
python -m benchmarks.nightly --wiki standin        # the stand-in of MediaWiki 1.12
python -m benchmarks.nightly --pages 12 --kills 1  # the size that CI runs: every kind of page once
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.run.night import plant, run_night
from tests.run.wikis import opened


def main() -> None:
    """Run the night and say what the wiki has; ends with an assertion where something was lost, doubled or not held."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wiki", choices=["real", "standin"], default="real")
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, opened(asked.wiki, Path(folder)) as (wiki, ask):
        pages = plant(asked.pages, "Ночная страница")
        told = run_night(wiki, ask, pages, asked.kills, asked.seed, lambda line: print(line, flush=True))
    seconds = time.monotonic() - began
    print(f"{asked.wiki}: {len(pages)} pages, {dict(told)}, {seconds:.0f} s: nothing lost, doubled or let through")


if __name__ == "__main__":
    main()
