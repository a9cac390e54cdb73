"""The edits of a scan as plans that ``mlwiki apply`` takes: a folder of files, each of so many pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.atomic import write_atomic
from bot.errors import InputError
from bot.model.message import msg
from bot.report.records import dump

#: Pages with edits in a file: as many as a person looks through, and as a run saves in a night at one in ten seconds.
PAGES = 1_000
_TAKEN = ("name", "title", "wiki", "revid", "text_sha256", "edits", "findings")


class PlanFiles:
    """Writes ``00001.json`` and so on into a folder. With ``with`` the last one is written when the block ends well.

    Raises InputError for a folder that holds anything else: plans of two scans would be applied together.
    """

    def __init__(self, folder: Path, pages: int = PAGES) -> None:
        self._folder = folder
        self._pages = pages
        self._waiting: list[Mapping[str, Any]] = []
        self._files = 0
        folder.mkdir(parents=True, exist_ok=True)
        if strange := next((path for path in sorted(folder.iterdir()) if not _ours(path)), None):
            raise InputError(
                msg("{path} is no plan of a scan", path=str(strange)), msg("give --plan a folder of its own")
            )

    def add(self, record: Mapping[str, Any]) -> None:
        """A line of ``mlwiki/scan/1``; a page without edits needs no plan."""
        if record["edits"]:
            self._waiting.append({name: record[name] for name in _TAKEN} | {"decisions": [], "talk": None})
        if len(self._waiting) >= self._pages:
            self.close()

    def close(self) -> None:
        """Write what waits."""
        if self._waiting:
            self._files += 1
            text = dump({"schema": "mlwiki/plan/1", "pages": self._waiting})
            write_atomic(self._folder / f"{self._files:05}.json", text.encode("utf-8", "surrogatepass"))
            self._waiting = []

    def done(self) -> None:
        """The scan ended: write the rest, and take away what an earlier, longer one left."""
        self.close()
        for path in self._folder.iterdir():
            if _ours(path) and int(path.stem) > self._files:
                path.unlink()


def _ours(path: Path) -> bool:
    return path.suffix == ".json" and len(path.stem) == 5 and path.stem.isdecimal()
