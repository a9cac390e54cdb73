"""What a scheduled run costs a page: ``python -m benchmarks.runs [--pages N]``.

A wiki in memory (no network, no MediaWiki: what is measured is ours) of N short pages without an edit to make and with no source
to ask for, then of 2N. Printed: pages a second of CPU when every page is looked at and when none has changed, both sizes in one
run: a run is linear when the two agree.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.config import JudgeSettings, RunSettings, Settings
from bot.jobs.run import RunOptions, run
from bot.jobs.session import Session, choose_profile
from bot.model.message import Message
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.model.report import GatePass, NotesKept, Saved
from bot.store import open_store
from bot.wiki.protocols import Account, Contribution, Revision
from bot.wiki.saving import Recovered

TEXT = "'''Метод {n}''' — способ обучения.\n\n== См. также ==\n* [[Метод опорных векторов]]\n"


@dataclass
class MemoryWiki:
    """So many pages, all alike; nothing is ever saved."""

    count: int

    def describe(self) -> WikiInfo:
        """A recent MediaWiki."""
        return WikiInfo("http://wiki.invalid/api.php", "Вики", "1.39.4", "ru", frozenset({"ref"}), "memory")

    def account(self) -> Account:
        """Nobody."""
        return Account(name="", anonymous=True)

    def titles(self, **_: object) -> tuple[str, ...]:
        """Every page."""
        return tuple(f"Метод {n}" for n in range(self.count))

    def revids(self, titles: Sequence[str]) -> dict[str, tuple[str, int | None]]:
        """The first revision."""
        return {title: (title, 1) for title in titles}

    def read(self, title: str) -> Page | None:
        """The page."""
        return Page(title, title, TEXT.format(n=title.split()[1]), wiki=self.describe().address, revid=1, user="Анна")

    def read_many(self, titles: Sequence[str]) -> dict[str, Page | None]:
        """The pages."""
        return {title: self.read(title) for title in titles}

    def read_revision(self, revid: int, title: str = "") -> Page | None:  # noqa: ARG002  # the port's names
        """The only revision."""
        return self.read(title)

    def history(self, title: str, limit: int = 50) -> tuple[Revision, ...]:  # noqa: ARG002  # the port's names
        """None."""
        return ()

    def recent(self, days: float) -> tuple[str, ...]:  # noqa: ARG002  # the port's names
        """Every page."""
        return self.titles()

    def not_ours(self, pages: Collection[str] = ()) -> tuple[Contribution, ...]:  # noqa: ARG002  # the port's names
        """None."""
        return ()

    def recover(self) -> Sequence[Recovered]:
        """Nothing is left."""
        return ()

    def clear(self, title: str) -> tuple[Message, ...]:  # noqa: ARG002  # the port's names
        """Nothing is left."""
        return ()

    def save(
        self, base: Page, text: str, summary: str, allowed: GatePass, *, minor: bool = False, bot: bool = True,
        notes: NotesKept | None = None,
    ) -> Saved:  # fmt: skip
        """Never."""
        raise NotImplementedError


def measured(count: int, folder: Path) -> tuple[float, float]:
    """CPU milliseconds a page of the first run, which looks at every page, and of the second, which finds none changed."""
    settings = replace(
        Settings(), judge=JudgeSettings(kind="none"), run=RunSettings(max_pages=10 * count, max_time="10h")
    )
    wiki = MemoryWiki(count)
    found = []
    with open_store(folder / f"{count}.sqlite") as store:
        session = Session(settings, store)
        for _ in range(2):
            began = time.process_time()
            report = run(wiki, choose_profile("modern", settings), session, RunOptions(), folder)
            found.append(1000 * (time.process_time() - began) / count)
            if report.error is not None or sum(report.counts.get(name, 0) for name in ("clean", "unchanged")) < count:
                message = f"the run did not go through: {report}"
                raise RuntimeError(message)
    return found[0], found[1]


def main() -> None:
    """Both sizes, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1000)
    pages = parser.parse_args().pages
    with tempfile.TemporaryDirectory() as folder:
        measured(50, Path(folder))  # what is loaded once
        for count in (pages, 2 * pages):
            looked, known = measured(count, Path(folder))
            print(
                f"{count} pages: looked at {1000 / looked:.0f} a second of CPU ({looked:.2f} ms), "
                f"unchanged {1000 / known:.0f} a second ({known:.3f} ms)",
                flush=True,
            )


if __name__ == "__main__":
    main()
