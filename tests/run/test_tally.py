"""A run's counts are kept as it goes, and are what a count of the whole journal would give."""

from __future__ import annotations

from random import Random

import pytest

from bot.jobs.run.tally import Tally
from bot.store import EditState, Journal, PageRow, open_store


@pytest.mark.parametrize("seed", range(20))
def test_the_running_counts_are_those_of_the_journal(seed: int) -> None:
    """Pages looked at anew, of this run and of others, forgotten ones, and edits on their way."""
    chance = Random(seed)  # noqa: S311 - chance, no secret
    with open_store(None) as store:
        journal = store.journal
        journal.begin("old", "w", "bot", "job")
        journal.begin("new", "w", "bot", "job")
        kept: Tally | None = None
        for step in range(120):
            if step == 40:
                kept = Tally(journal, "w", "new")  # a run that goes on from what an earlier process did
            title = f"Страница {chance.randrange(25)}"
            if kept is None:
                _change(journal, title, chance)
            else:
                with kept.page(title):
                    _change(journal, title, chance)
        assert kept is not None
        assert kept.counts(unchanged=3) == Tally(journal, "w", "new").counts(unchanged=3)
        assert kept.saved == journal.edit_states("new").get(EditState.saved, 0)


def _change(journal: Journal, title: str, chance: Random) -> None:
    run = chance.choice(["old", "new", "new"])
    match chance.randrange(4):
        case 0:
            journal.forget("w", title)
        case 1:
            base = chance.randrange(3)
            journal.plan(run, "w", title, base, ("e",), "s", "before")
            journal.mark((run, title, base), chance.choice(list(EditState)))
        case _:
            needs = tuple({"id": str(n), "code": "REF001"} for n in range(chance.randrange(3)))
            outcome = chance.choice(["clean", "held", "saved"])
            journal.see(PageRow("w", title, run, 1, "logic", outcome, chance.random() < 0.5, needs, ""))
