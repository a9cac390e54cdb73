"""What an unattended run asks on a wiki of 1.12 before it saves: whose account it is, who has written to it, what is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.jobs.run import Stop
from bot.store import EditState, open_store
from bot.store.base import FILE_NAME
from tests.fakes.mw112 import MiniWiki, parse, serve
from tests.run.child import Ask, perform
from tests.wiki.stages import OLD_PASSWORD, StandInStage

COPIES = (
    "Раз.<ref>Иванов И. И. Труд о методах. — М., 2001. — 100 с.</ref> "
    "Два.<ref>Иванов И. И. Труд о методах. — М., 2001. — 100 с.</ref>\n\n<references />"
)


@pytest.fixture
def night(tmp_path: Path) -> Iterator[tuple[StandInStage, Ask]]:
    """A wiki of 1.12 with a page to mend, and a run that saves."""
    wiki = MiniWiki()
    with serve(wiki) as address:
        stage = StandInStage(wiki, address, tmp_path / "state")
        stage.person_writes("Страница", COPIES)
        ask = Ask(address, stage.bot, OLD_PASSWORD, str(tmp_path / "state"), ("Страница",), allow_personal=False)
        yield stage, ask


def ended(ask: Ask) -> tuple[str, int, str]:
    """State, exit code and reason of a run."""
    report = perform(ask, lambda _: None, Stop())
    return report.state.value, int(report.exit_code), str(report.why or "")


def test_a_fresh_account_runs_and_so_does_one_with_the_bot_s_edits(night: tuple[StandInStage, Ask]) -> None:
    """Twice, the second time after its store was lost; its own pages made by hand are the bot's."""
    stage, ask = night
    stage.bot_writes("Участник:МойБот", "Это бот.")
    assert ended(ask)[:2] == ("done", 0)
    assert len(stage.history("Страница")) == 2
    stage.person_writes("Страница", COPIES + "\nЕщё.")
    lost = replace(ask, state=ask.state + "-anew")
    assert ended(lost)[:2] == ("done", 0)
    assert len(stage.history("Страница")) == 4


def test_an_account_with_a_person_s_edit_is_refused(night: tuple[StandInStage, Ask]) -> None:
    """Exit 3, the edit is named, nothing is saved; with ``allow_personal`` it goes."""
    stage, ask = night
    revid = stage.bot_writes("Другая", "вручную")
    state, code, why = ended(ask)
    assert (state, code) == ("stopped", 3)
    assert f"{revid} of «Другая»" in why
    assert len(stage.history("Страница")) == 1
    assert ended(replace(ask, allow_personal=True))[:2] == ("done", 0)
    assert len(stage.history("Страница")) == 2


def test_a_wiki_that_would_lose_a_note_is_not_saved_to(night: tuple[StandInStage, Ask]) -> None:
    """By its own rendering (a replica that stops at named refs): the page stands, is counted as failed, and the night goes on."""
    stage, ask = night
    stage.wiki.renders = lambda text: parse.html(text.partition("<ref name")[0])
    report = perform(ask, lambda _: None, Stop())
    assert (report.state.value, report.counts["failed"]) == ("done", 1)
    assert len(stage.history("Страница")) == 1
    with open_store(Path(ask.state) / FILE_NAME) as store:
        (edit,) = store.journal.edits(report.name)
    assert (edit.state, "preview" in edit.why) == (EditState.failed, True)
    stage.wiki.renders = parse.html
    stage.person_writes("Страница", COPIES + "\nЕщё.")
    assert perform(ask, lambda _: None, Stop()).counts["saved"] == 1


def test_a_message_to_the_bot_is_heard_on_the_old_wiki_too(night: tuple[StandInStage, Ask]) -> None:
    """(hasmsg) The run does not begin; once it is read, it does."""
    stage, ask = night
    stage.wiki.users[stage.bot].messages = True
    state, code, why = ended(ask)
    assert (state, code) == ("stopped", 3)
    assert "talk page" in why
    stage.wiki.users[stage.bot].messages = False
    assert ended(ask)[:2] == ("done", 0)
