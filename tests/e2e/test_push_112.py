"""The whole way on MediaWiki 1.12, the first user's wiki: a stand-in held against recordings of the real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.push import exit_code
from bot.config import WikiSettings
from bot.errors import EditConflict
from bot.jobs.pull import pull
from bot.jobs.world import Quiet
from bot.model.words import Decision
from bot.sample import draft_text, mended_text
from tests.e2e.stage import MODEL, Stage, connected
from tests.fakes.mw112 import MiniWiki
from tests.fakes.mw112.server import serve
from tests.wiki.stages import OLD_PASSWORD, StandInStage


@pytest.fixture
def old(tmp_path: Path) -> Iterator[tuple[StandInStage, Stage]]:
    """A stand-in of 1.12 with people on it, and a push connected to it."""
    wiki = MiniWiki()
    with serve(wiki) as address:
        people = StandInStage(wiki, address, tmp_path / "people")
        settings = WikiSettings(url=address, user=people.bot, profile="mlru", throttle=0.0)
        with connected(settings, OLD_PASSWORD, tmp_path, MODEL, people.clock) as at:
            yield people, at


def test_a_draft_is_refused_mended_and_saved_through_the_edit_form(old: tuple[StandInStage, Stage]) -> None:
    """No edit API, one attribute a ref, no list-defined refs: the same gate, the same bytes, read back from the history."""
    people, at = old
    title = people.title("Смешанная точность")
    assert at.client.describe().version.startswith("1.12")
    path = at.draft(title, draft_text())
    refused = at.push([path])
    assert (exit_code(refused), refused.pages[0].saved) == (3, None)
    assert people.history(title) == []

    path.write_text(mended_text(), encoding="utf-8")
    saved = at.push([path])
    assert saved.pages[0].check.gate.decision is Decision.passed, saved.pages[0].check.gate
    newest = people.history(title)[0]
    assert saved.pages[0].saved is not None
    assert newest.revid == saved.pages[0].saved.newid
    assert (newest.user, newest.comment) == (people.bot, "источники проверены")
    assert newest.text.rstrip() == saved.pages[0].text.rstrip()
    people.pass_time()
    assert at.push([path]).pages[0].saved is None
    assert len(people.history(title)) == 1


def test_a_person_between_pull_and_push_keeps_their_text(old: tuple[StandInStage, Stage]) -> None:
    """1.12 would merge or overwrite in silence; the push refuses and names both revisions."""
    people, at = old
    title = people.title()
    first = people.person_writes(title, "Первый текст без сносок.")
    pull(at.client, [title], at.folder, Quiet())
    path = next(at.folder.glob("*.wiki"))
    path.write_text("Мой текст без сносок.", encoding="utf-8")
    second = people.person_writes(title, "Их текст без сносок.")
    with pytest.raises(EditConflict) as caught:
        at.push([path])
    assert str(first) in str(caught.value)
    assert str(second) in str(caught.value)
    assert people.history(title)[0].text == "Их текст без сносок."
