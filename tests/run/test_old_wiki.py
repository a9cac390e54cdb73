"""The same night on a stand-in of MediaWiki 1.12, where saving goes through the edit form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.jobs.run import Stop
from bot.store import Store, open_store
from bot.store.base import FILE_NAME
from tests.run.child import perform
from tests.run.night import MARKUP, plant, run_night
from tests.run.wikis import opened


def test_a_killed_night_on_a_wiki_of_2008(tmp_path: Path) -> None:
    """Killed once, resumed: every safe edit once, every other held, and the report adds up (a stand-in, not the real 1.12)."""
    with opened("standin", tmp_path) as (wiki, ask):
        told = run_night(wiki, ask, plant(12, "Ночная"), kills=1, seed=3)
    assert (told["saved"], told["held"]) == (8, 2)


def test_a_page_whose_text_cannot_be_read_is_left_undone_and_listed(tmp_path: Path) -> None:
    """Not clean, not saved, and no end of the night: its reason stands in the journal, and it is asked for again."""
    with opened("standin", tmp_path) as (wiki, ask):
        wiki.write("Плохая", "Слово \udcd0 и `код`.")
        wiki.write("Хорошая", MARKUP)
        for _ in range(2):
            report = perform(replace(ask, titles=("Плохая", "Хорошая")), lambda _: None, Stop())
            assert report.bug is None
            with open_store(Path(ask.state) / FILE_NAME) as store:
                rows = {row.title: row for row in store.journal.pages(_shelf(store))}
            assert (rows["Плохая"].outcome, rows["Плохая"].needs[0]["code"]) == ("unreadable", "WIKI012")
            assert "UTF-8" in rows["Плохая"].needs[0]["said"]
            assert rows["Хорошая"].outcome == "saved"
            assert report.counts["unreadable"] == 1
        assert len(wiki.history("Плохая")) == 1


def _shelf(store: Store) -> str:
    """The wiki's address in the journal."""
    return store.journal.runs(1)[0].wiki
