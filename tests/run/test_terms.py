"""On which terms a run works: it ends inside a page, too, says what leaves the machine, and keeps to what was approved."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import JudgeSettings, NetworkSettings, RunSettings, Settings
from bot.errors import ConfigError
from bot.jobs.check import CheckOptions, HaltedError, check
from bot.jobs.run import RunOptions, Stop, run
from bot.jobs.run.limits import Limits
from bot.jobs.session import Session, choose_profile
from bot.jobs.summary import task_link
from bot.model.page import Page
from bot.net.cassettes import ReplayClock
from bot.net.network import Rerouted
from bot.store import EditState, open_store
from bot.store.base import FILE_NAME
from bot.wiki.wiki_client import SafeWiki
from tests.cli.command_line import mlwiki
from tests.e2e.stage import MODEL, connected
from tests.mediawiki import BOT
from tests.run.child import Ask, RunClock, perform
from tests.run.night import GOOD, LISTED, MARKUP, child
from tests.run.wikis import StandIn, opened
from tests.sources.servers import Page as Reply
from tests.sources.servers import Replica
from tests.wiki.clock import TestClock
from tests.wiki.stages import OLD_PASSWORD

CITING = f"Метод обучает модель.{GOOD} {MARKUP}{LISTED}"
TASK = "Участник:Редактор/Одобрено"


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[tuple[StandIn, Ask]]:
    """The stand-in of 1.12 and a bot there."""
    with opened("standin", tmp_path) as (wiki, ask):
        assert isinstance(wiki, StandIn)
        yield wiki, ask


def ours(wiki: StandIn, title: str) -> list[str]:
    """Summaries of the bot's edits of a page, newest first."""
    return [line[1] for line in wiki.history(title) if line[0] == BOT]


def test_sigterm_inside_a_page_leaves_it_and_the_next_run_takes_it_up(scene: tuple[StandIn, Ask]) -> None:
    """While its sources are asked: nothing of the page is saved, the process ends with 4, the next one does the page once."""
    wiki, ask = scene
    wiki.write("Страница", CITING)
    asked = replace(ask, titles=("Страница",))
    told = child(replace(asked, at="checking", kill=1, how="TERM"))
    assert (told.code, told.out["state"], told.out["exit"]) == (0, "interrupted", 4)
    assert ours(wiki, "Страница") == []
    assert child(asked).out["state"] == "done"
    assert len(ours(wiki, "Страница")) == 1


def test_the_time_of_a_run_ends_inside_a_page(scene: tuple[StandIn, Ask], monkeypatch: pytest.MonkeyPatch) -> None:
    """A page on which the time runs out is left for the next night, and the run ends well, naming its limit."""
    wiki, ask = scene
    wiki.write("Страница", CITING)
    asked, passed = replace(ask, titles=("Страница",)), [0.0]
    monkeypatch.setattr(RunClock, "monotonic", lambda _: passed[0])

    def late(step: str) -> None:
        if step == "checking":
            passed[0] += 3 * 3600

    report = perform(asked, late, Stop())
    assert (report.state.value, int(report.exit_code), "max_time" in str(report.why)) == ("done", 0, True)
    assert (dict(report.counts), ours(wiki, "Страница")) == ({}, [])
    assert perform(asked, lambda _: None, Stop()).state.value == "done"
    assert len(ours(wiki, "Страница")) == 1


def test_a_source_that_does_not_answer_does_not_hold_a_run() -> None:
    """A check that waits for a server is ended at once; what it was waiting for is given up, not waited for."""
    asked, release = threading.Event(), threading.Event()

    def hang(_host: str, _path: str) -> Reply:
        asked.set()
        release.wait(60)
        return (200, {}, b"")

    settings = replace(Settings(), judge=JudgeSettings(kind="none"), network=NetworkSettings(timeout=50.0))
    page = Page("p", "P", "Слова.<ref>[http://site.org/page Название страницы]</ref>\n<references/>")
    with Replica(hang) as replica, open_store(None) as store:
        session = Session(settings, store, clock=ReplayClock(), network=Rerouted({"site.org": replica.port}))
        with pytest.raises(HaltedError):
            check([page], choose_profile("mlru", settings), session, CheckOptions(remember=False), asked.is_set)
        assert not release.is_set()
        release.set()


def test_a_run_says_once_what_leaves_the_machine_before_it_does(scene: tuple[StandIn, Ask], tmp_path: Path) -> None:
    """To whom, of how many pages, up to which limit; not before a page has something to ask, and not again on the next page."""
    wiki, ask = scene
    titles = ("Без сносок", "Первая", "Вторая")
    wiki.write(titles[0], MARKUP)
    for title in titles[1:]:
        wiki.write(title, f"{title}. {CITING}")
    judge = replace(MODEL, budget_tokens=5_000)
    heard: list[tuple[str, str]] = []
    at = [""]
    with connected(ask.settings().wiki, OLD_PASSWORD, tmp_path, judge, RunClock()) as stage:
        options = RunOptions(save=True, worklist=titles, announce=lambda said: heard.append((at[0], str(said))))

        def step(name: str) -> None:
            at[0] = name

        assert isinstance(stage.client, SafeWiki)
        run(stage.client, stage.chosen, stage.session, options, tmp_path / "run", step=step)
    assert len(heard) == 1
    where, said = heard[0]
    assert where == "checking"
    for part in ("scripted-demo", "500 pages", "5000 tokens"):
        assert part in said


def test_a_run_says_where_whole_texts_go_too(scene: tuple[StandIn, Ask], tmp_path: Path) -> None:
    """An embeddings endpoint is sent every sentence of every source: said once, before the first."""
    wiki, ask = scene
    wiki.write("Первая", f"Первая. {CITING}")
    judge = JudgeSettings(embeddings_url="http://127.0.0.1:9/v1", embeddings_model="e5")
    heard: list[str] = []
    with connected(ask.settings().wiki, OLD_PASSWORD, tmp_path, judge, RunClock()) as stage:
        options = RunOptions(save=True, worklist=("Первая",), announce=lambda said: heard.append(str(said)))
        assert isinstance(stage.client, SafeWiki)
        run(stage.client, stage.chosen, stage.session, options, tmp_path / "run")
    assert len(heard) == 1
    assert "127.0.0.1:9, embeddings e5" in heard[0]


def test_the_command_says_it_unless_it_is_told_to_be_quiet(scene: tuple[StandIn, Ask], tmp_path: Path) -> None:
    """On standard error, also of a schedule; -q is for a schedule whose operator has read it."""
    wiki, ask = scene
    wiki.write("Страница", CITING)
    (tmp_path / "list.txt").write_text("Страница", encoding="utf-8")
    environment = {
        "MLWIKI_CONTACT": "mailto:bot@example.org",
        "MLWIKI_WIKI_URL": ask.url,
        "MLWIKI_WIKI_PROFILE": "mlru",
        "MLWIKI_JUDGE_BASE_URL": "http://127.0.0.1:9/v1",
        "MLWIKI_JUDGE_API_KEY": "no-key",
    }
    asked = ("run", "--worklist", "list.txt", "--judge", "openai", "--model", "some-model")
    said = mlwiki(*asked, cwd=tmp_path, environment=environment).err
    assert "go to 127.0.0.1:9, model some-model" in said
    assert "go to" not in mlwiki(*asked, "-q", cwd=tmp_path, environment=environment).err


def test_a_trial_makes_its_edits_and_no_more_and_lists_them_all(scene: tuple[StandIn, Ask]) -> None:
    """Over any number of runs; each summary names the approval, and the report page has every edit for whoever approves."""
    wiki, ask = scene
    titles = tuple(f"Страница {number}" for number in range(4))
    for title in titles:
        wiki.write(title, f"{title}. {MARKUP}")
    trying = replace(ask, titles=titles, approved_task=TASK, trial=3)
    assert perform(replace(trying, max_edits=2), lambda _: None, Stop()).state.value == "done"
    second = perform(trying, lambda _: None, Stop())
    assert (second.state.value, int(second.exit_code)) == ("done", 0)
    assert "trial" in str(second.why)
    made = [title for title in titles if ours(wiki, title)]
    assert len(made) == 3
    assert all(f"[[{TASK}]] — mlwiki r" in ours(wiki, title)[0] for title in made)
    assert all(len(ours(wiki, title)[0].encode()) <= 250 for title in made)
    report = wiki.history(ask.report_page)[0][2]
    assert "3 из 3" in report
    assert all(f"* [[:{title}]]" in report for title in made)
    assert perform(trying, lambda _: None, Stop()).state.value == "done"
    assert sum(len(ours(wiki, title)) for title in titles) == 3
    perform(replace(trying, trial=0), lambda _: None, Stop())  # approved: the rest may be done
    assert sum(len(ours(wiki, title)) for title in titles) == 4


def test_what_was_taken_back_still_counts_for_a_trial(tmp_path: Path) -> None:
    """Edits ever made, not edits that stand."""
    with open_store(tmp_path / FILE_NAME) as store:
        journal = store.journal
        for number, state in enumerate((EditState.saved, EditState.undone, EditState.failed)):
            journal.begin(f"r{number}", "w", "Б", "{}", TASK)
            journal.plan(f"r{number}", "w", "С", number, [], "", "")
            journal.mark((f"r{number}", "С", number), state)
        journal.begin("other", "w", "Б", "{}", "Другое")
        journal.plan("other", "w", "С", 9, [], "", "")
        journal.mark(("other", "С", 9), EditState.saved)
        assert [edit.run for edit in journal.under("w", "Б", TASK)] == ["r0", "r1"]
        assert journal.under("w", "Б", "") == ()


def test_a_trial_without_an_approval_is_a_clear_error() -> None:
    """Before any page: whoever approved it must be named."""
    with pytest.raises(ConfigError, match="approval"):
        Limits.of(Settings(run=RunSettings(trial=5)), TestClock(), 0)


@pytest.mark.parametrize(
    ("task", "link"),
    [("", ""), ("Участник:Б/Одобрено", "[[Участник:Б/Одобрено]]"), ("[[X]]", "[[X]]"), ("https://w.org/T", "https://w.org/T"),
     ("Участник:" + "а" * 80, "")],
)  # fmt: skip
def test_an_approval_is_linked_where_there_is_room(task: str, link: str) -> None:
    """A page as a link, an address as it is; one that would leave no room to say what was done is left out."""
    assert task_link(task) == link
