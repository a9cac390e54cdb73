"""The same night on a stand-in of MediaWiki 1.12, where saving goes through the edit form."""

from __future__ import annotations

from pathlib import Path

from tests.run.night import plant, run_night
from tests.run.wikis import opened


def test_a_killed_night_on_a_wiki_of_2008(tmp_path: Path) -> None:
    """Killed once, resumed: every safe edit once, every other held, and the report adds up (a stand-in, not the real 1.12)."""
    with opened("standin", tmp_path) as (wiki, ask):
        told = run_night(wiki, ask, plant(12, "Ночная"), kills=1, seed=3)
    assert (told["saved"], told["held"]) == (8, 2)
