"""The scheduled bot at full size: a night over many pages, killed again and again; the wiki itself is asked what became of it.

python -m benchmarks.nightly                       # 200 pages, 20 kills, the real MediaWiki 1.39
python -m benchmarks.nightly --wiki standin        # the stand-in of MediaWiki 1.12
python -m benchmarks.nightly --pages 10 --kills 1  # the size that CI runs
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.fakes.mw112 import MiniWiki, serve
from tests.mediawiki import BOT, SECRET, Wiki, running_wiki
from tests.run.child import Ask
from tests.run.night import NightWiki, plant, run_night
from tests.wiki.stages import OLD_PASSWORD

REPORT = f"Участник:{BOT}/Отчёт"


@dataclass
class Real:
    """The real wiki."""

    wiki: Wiki

    def write(self, title: str, text: str) -> None:
        """A person saves."""
        self.wiki.person().write(title, text)

    def history(self, title: str) -> list[tuple[str, str, str]]:
        """Newest first."""
        return [(line.user, line.comment, line.text) for line in self.wiki.person().history(title)]


@dataclass
class StandIn:
    """The stand-in; its clock stands still, far from the bot's."""

    wiki: MiniWiki

    def write(self, title: str, text: str) -> None:
        """A person saves, and some time passes."""
        self.wiki.write(title, text, "Человек")
        self.wiki.tick(2.0)

    def history(self, title: str) -> list[tuple[str, str, str]]:
        """Newest first."""
        name = str(self.wiki.canonical(title))
        return [(line.user, line.comment, line.text) for line in self.wiki.history(name)]


@contextmanager
def opened(kind: str, folder: Path) -> Iterator[tuple[NightWiki, Ask]]:
    """The wiki, and what the bot is asked there."""
    state = str(folder / "state")
    if kind == "standin":
        mini = MiniWiki()
        mini.add_user(BOT, OLD_PASSWORD, "bot")
        mini.add_user("Человек", "human112pass")
        with serve(mini) as address:
            yield StandIn(mini), Ask(address, BOT, OLD_PASSWORD, state, report_page=REPORT)
    else:
        with running_wiki(folder / "wiki") as wiki:
            yield Real(wiki), Ask(wiki.address, wiki.bot_login, SECRET, state, report_page=REPORT)


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
    sys.exit(main())
