"""run, status and undo as commands: quiet when all is well, one line when it is not."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from bot.config import JudgeSettings, RunSettings, Settings
from bot.config.declared import seconds_of
from bot.errors import ConfigError
from bot.jobs.named_pages import read_worklist
from bot.jobs.run.limits import Limits
from bot.jobs.status import status, status_json, status_text
from bot.locale import Speech
from bot.report.records import schema
from bot.store import EditState, RunState, open_store
from tests.cli.command_line import mlwiki
from tests.mediawiki import SECRET, Wiki
from tests.wiki.clock import TestClock

MARKUP = "Функция `fit` обучает модель."


@pytest.fixture
def settings(wiki_139: Wiki) -> dict[str, str]:
    """The environment of an operator."""
    return {
        "MLWIKI_CONTACT": "mailto:bot@example.org",
        "MLWIKI_WIKI_URL": wiki_139.address,
        "MLWIKI_WIKI_USER": wiki_139.bot_login,
        "MLWIKI_WIKI_PASSWORD": SECRET,
        "MLWIKI_WIKI_PROFILE": "mlru",
        "MLWIKI_WIKI_THROTTLE": "0",
        "MLWIKI_WIKI_ALLOW_PERSONAL": "true",  # other tests of the session edit with the same account
        "MLWIKI_LANG": "en",
    }


@pytest.mark.mediawiki
def test_a_night_by_command(wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]) -> None:
    """A dry run shows the diff; a quiet success prints nothing at all; status tells it as JSON; undo takes it back."""
    title = wiki_139.title("Команда")
    wiki_139.person().write(title, MARKUP)
    (tmp_path / "list.txt").write_text(f"# страницы ночи\n* [[{title}]]\n", encoding="utf-8")
    asked = ("run", "--worklist", "list.txt", "--judge", "none")
    dry = mlwiki(*asked, cwd=tmp_path, environment=settings)
    assert dry.code == 0, dry.err
    assert "+Функция <code>fit</code>" in dry.text
    assert wiki_139.person().read(title) == MARKUP

    done = mlwiki(*asked, "--save", cwd=tmp_path, environment=settings)
    assert (done.code, done.text, done.err) == (0, "", "")
    assert wiki_139.person().read(title) == "Функция <code>fit</code> обучает модель."

    nothing = mlwiki(*asked, "--save", "--format", "json", cwd=tmp_path, environment=settings)
    run = json.loads(nothing.text)
    Draft202012Validator(schema("status")).validate(run)
    assert (len(run["runs"]), run["runs"][0]["counts"]) == (1, {"unchanged": 1})

    told = mlwiki("status", "--format", "json", cwd=tmp_path, environment=settings)
    found = json.loads(told.text)
    Draft202012Validator(schema("status")).validate(found)
    assert [edit["state"] for edit in found["runs"][1]["edits"]] == ["saved"]
    name = found["runs"][1]["id"]
    shown = mlwiki("undo", name, cwd=tmp_path, environment=settings)
    assert "-Функция <code>fit</code>" in shown.text
    asked_for = mlwiki("undo", name, "--save", cwd=tmp_path, environment=settings)
    assert (asked_for.code, len(asked_for.error_lines)) == (2, 1)
    back = mlwiki("undo", name, "--save", "--yes", cwd=tmp_path, environment=settings)
    assert back.code == 0, back.err
    assert wiki_139.person().read(title) == MARKUP
    again = mlwiki(*asked, "--save", cwd=tmp_path, environment=settings)
    assert (again.code, again.err) == (0, "")
    assert wiki_139.person().read(title) == MARKUP


@pytest.mark.mediawiki
def test_the_stop_page_is_one_line_and_exit_3(wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]) -> None:
    """A missing stop page stops as well as one that says anything else."""
    title = wiki_139.title("Команда")
    wiki_139.person().write(title, MARKUP)
    (tmp_path / "list.txt").write_text(title, encoding="utf-8")
    stopped = settings | {"MLWIKI_WIKI_STOP_PAGE": wiki_139.title("Стоп")}
    ran = mlwiki("run", "--worklist", "list.txt", "--judge", "none", "--save", cwd=tmp_path, environment=stopped)
    assert ran.code == 3
    assert len(ran.error_lines) == 1
    assert "stop page" in ran.err
    assert wiki_139.person().read(title) == MARKUP


def test_an_unreachable_wiki_is_incomplete(tmp_path: Path) -> None:
    """Exit 4, one line: the next night goes on."""
    from tests.mediawiki import free_port

    environment = {
        "MLWIKI_WIKI_URL": f"http://127.0.0.1:{free_port()}/index.php",
        "MLWIKI_CONTACT": "mailto:bot@example.org",
    }
    ran = mlwiki("run", cwd=tmp_path, environment=environment)
    assert (ran.code, len(ran.error_lines)) == (4, 1)


def test_saving_without_a_contact_is_refused_before_any_work(tmp_path: Path) -> None:
    """Administrators must be able to reach the operator."""
    environment = {
        "MLWIKI_WIKI_URL": "http://127.0.0.1:9/index.php",
        "MLWIKI_WIKI_USER": "X@y",
        "MLWIKI_WIKI_PASSWORD": "z",
    }
    for asked in (("run", "--save"), ("run",)):
        ran = mlwiki(*asked, cwd=tmp_path, environment=environment)
        assert (ran.code, len(ran.error_lines)) == (2, 1)
        assert "contact" in ran.err


def test_status_without_any_run(tmp_path: Path) -> None:
    """Nothing ran yet: that is said; a format it does not speak is one line; an unknown run too."""
    assert "no run yet" in mlwiki("status", cwd=tmp_path).text
    assert mlwiki("status", "--format", "sarif", cwd=tmp_path).code == 2
    environment = {"MLWIKI_WIKI_URL": "http://127.0.0.1:9/index.php"}
    assert mlwiki("undo", "nosuch", cwd=tmp_path, environment=environment).code in {2, 4}


def test_status_is_an_alarm_when_no_run_succeeded_for_too_long(tmp_path: Path) -> None:
    """Only a run that came to its end counts; a killed one is told as killed."""
    every = Settings(run=RunSettings(expect_every="1d"))
    with open_store(tmp_path / "store.sqlite3") as store:
        assert status(store, every, tmp_path).exit_code == 4
        store.journal.begin("r1", "w", "Б", "{}")
        store.journal.plan("r1", "w", "Страница", 1, ["e"], "s", "до")
        store.journal.mark(("r1", "Страница", 1), EditState.failed, why="protected")
        found = status(store, every, tmp_path)
        assert (found.exit_code, found.runs[0].state) == (4, "killed")
        store.journal.end("r1", RunState.done, "", {"saved": 2})
        found = status(store, every, tmp_path)
        assert found.exit_code == 0
        assert "Страница" in status_text(found, Speech("ru"))
        Draft202012Validator(schema("status")).validate(status_json(found))
        store._now = lambda: time.time() + 2 * 86_400
        assert status(store, every, tmp_path).exit_code == 4


@pytest.mark.parametrize(
    ("text", "seconds"), [("90m", 5400), ("2h", 7200), ("1d 12h", 129_600), ("", None), ("30s", 30)]
)
def test_times_are_written_with_their_unit(text: str, seconds: float | None) -> None:
    """As people write them."""
    assert seconds_of(text, "run.max_time") == seconds


def test_each_limit_ends_a_run() -> None:
    """Edits, pages, time, money and tokens: whichever is reached first, and none before."""
    judge = JudgeSettings(budget=1.0, budget_tokens=100)
    settings = Settings(run=RunSettings(max_edits=2, max_pages=3, max_time="1m"), judge=judge)
    clock = TestClock()
    limits = Limits.of(settings, clock, 0)
    assert limits.reached() is None
    for name, value in (("edits", 2), ("pages", 3), ("spent", 1.0), ("tokens", 100)):
        limits = Limits.of(settings, clock, 0)
        setattr(limits, name, value)
        assert limits.reached() is not None, name
    limits = Limits.of(settings, clock, 0)
    clock.passed += 61
    assert limits.reached() is not None
    assert Limits.of(settings, clock, 2).reached() is not None  # an earlier process of the same run saved them


@pytest.mark.parametrize("text", ["2", "h", "2 hours", "-1h", "1w"])
def test_a_time_that_is_none_is_a_clear_error(text: str) -> None:
    """With the setting's name and an example."""
    with pytest.raises(ConfigError, match=r"run\.max_time"):
        seconds_of(text, "run.max_time")


def test_a_worklist_is_a_list_of_titles() -> None:
    """Plain titles, bulleted links, comments and empty lines, each title once."""
    text = "# ночь\nСтраница\n\n* [[Другая]]\n[[Страница]]\n  Третья  \n"
    assert read_worklist(text) == ("Страница", "Другая", "Третья")
