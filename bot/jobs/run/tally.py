"""How a run stands, in counts that add up: every page it reached has one outcome; edits are counted by how they ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from bot.store import EditState, Journal, PageRow

#: Seconds between two beats: a killed run's last counts are no older.
BEAT = 1.0


class Tally:
    """The counts of one run, read from the journal once and then kept: a page costs the same however many were before it."""

    def __init__(self, journal: Journal, page_list: str, run: str) -> None:
        self._journal, self._page_list, self._run = journal, page_list, run
        self._counts: Counter[str] = Counter()
        for row in journal.pages(page_list, run=run):
            self._add_page(row, 1)
        self._add_edits(journal.edit_states(run), 1)

    @property
    def saved(self) -> int:
        """Edits that this run has saved, earlier processes of it included."""
        return self._counts[_edits(EditState.saved)]

    @contextmanager
    def page(self, title: str) -> Iterator[None]:
        """What is written down of the page inside takes the place of what was counted of it before."""
        self._add(title, -1)
        try:
            yield
        finally:
            self._add(title, 1)

    def counts(self, **more: int) -> Mapping[str, int]:
        """All that are not 0, with ``more``."""
        both = self._counts + Counter(more)
        return {name: count for name, count in sorted(both.items()) if count}

    def _add(self, title: str, sign: int) -> None:
        row = self._journal.seen(self._page_list, title)
        if row is not None and row.run == self._run:
            self._add_page(row, sign)
        self._add_edits(self._journal.edit_states(self._run, title), sign)

    def _add_page(self, row: PageRow, sign: int) -> None:
        self._counts[row.outcome] += sign
        self._counts["needs"] += sign * len(row.needs)
        self._counts["incomplete"] += sign * (not row.complete)

    def _add_edits(self, states: Mapping[EditState, int], sign: int) -> None:
        for state, count in states.items():
            self._counts[_edits(state)] += sign * count


def _edits(state: EditState) -> str:
    return "edits_" + state.value
