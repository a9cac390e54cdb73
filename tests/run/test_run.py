"""The scheduled bot on a real MediaWiki 1.39: killed anywhere, resumed, stopped by people, and never doing a thing twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import bot.jobs.run.one_page as page_module
from bot.jobs.named_pages import titles_of
from bot.jobs.run import Stop
from bot.jobs.status import status, status_json
from bot.jobs.undo import undo
from bot.model.edit import TidyPage
from bot.model.page import Page
from bot.store import EditState, Store, open_store
from bot.store.base import FILE_NAME
from bot.wiki import open_wiki
from bot.wiki.wiki_client import SafeWiki
from bot.wikitext.citations import PageCitations, read_citations
from bot.wikitext.mentions import Mention
from bot.wikitext.refs import FootnoteTable
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.mediawiki import BOT, SECRET, Wiki
from tests.run.child import Ask, RunClock, perform
from tests.run.night import GOOD, LISTED, MARKUP, child, plant, run_night
from tests.run.wikis import Real

pytestmark = pytest.mark.mediawiki

MENDED = "Функция <code>fit</code> обучает модель."


@dataclass
class Scene:
    """A wiki, a state folder, and what a run there is asked."""

    wiki: Wiki
    ask: Ask

    def page(self, text: str = MARKUP) -> str:
        """A fresh page."""
        title = self.wiki.title("Ночь")
        self.wiki.person().write(title, text)
        return title

    def run(self, *titles: str, **more: object) -> tuple[str, int, dict[str, int]]:
        """A run in this process: state, exit code, counts."""
        asked = replace(self.ask, titles=titles, **more)  # type: ignore[arg-type]  # the fields of Ask
        report = perform(asked, lambda _: None, Stop())
        return report.state.value, int(report.exit_code), dict(report.counts)

    def store(self) -> Iterator[Store]:
        """The run's store."""
        with open_store(Path(self.ask.state) / FILE_NAME) as store:
            yield store

    def client(self) -> SafeWiki:
        """The bot's client."""
        settings = self.ask.settings()
        return open_wiki(
            settings.wiki, password=SECRET, contact=settings.contact, state=Path(self.ask.state), clock=RunClock()
        )

    def ours(self, title: str) -> list[str]:
        """Summaries of the bot's edits, newest first."""
        return [line.comment for line in self.wiki.person().history(title) if line.user == BOT]

    def text(self, title: str) -> str:
        """What the wiki has."""
        return self.wiki.person().read(title) or ""


@pytest.fixture
def scene(wiki_139: Wiki, tmp_path: Path) -> Scene:
    """The bot on the real wiki, with a report page of its own."""
    report = f"Участник:{BOT}/{wiki_139.title('Отчёт')}"
    return Scene(
        wiki_139, Ask(wiki_139.address, wiki_139.bot_login, SECRET, str(tmp_path / "state"), report_page=report)
    )


def test_a_night_killed_at_random_ends_as_if_it_had_not_been(scene: Scene) -> None:
    """Twelve kinds of pages, killed twice: every safe edit once, every other held, nothing lost, and a report that adds up."""
    told = run_night(Real(scene.wiki), scene.ask, plant(12, scene.wiki.title("Ночная")), kills=2, seed=7)
    assert told["saved"] == 8
    assert told["held"] == 2


@pytest.mark.parametrize("at", ["checking", "planned", "saving", "written", "sent", "saved", "reporting", "reported"])
def test_a_kill_at_each_step_of_a_save_saves_once(scene: Scene, at: str) -> None:
    """Before sending, between sending and reading back, after it, after it was written down: one edit, one row that says so."""
    title = scene.page()
    assert child(replace(scene.ask, titles=(title,), at=at, kill=1)).code == -9
    state, code, _ = scene.run(title)
    assert (state, code) == ("done", 0)
    assert scene.text(title) == MENDED
    assert len(scene.ours(title)) == 1
    assert len(scene.wiki.person().history(scene.ask.report_page)) == 1
    for store in scene.store():
        run = store.journal.runs(10)
        assert len(run) == 1  # the killed run went on
        assert [edit.state for edit in store.journal.edits(run[0].id)] == [EditState.saved]


def test_sigterm_finishes_the_save_and_the_next_run_goes_on(scene: Scene) -> None:
    """The save under way is read back; then the process ends with 4 and says that it can go on."""
    titles = (scene.page(), scene.page())
    told = child(replace(scene.ask, titles=titles, at="saving", kill=1, how="TERM"))
    assert (told.code, told.out["state"], told.out["exit"]) == (0, "interrupted", 4)
    assert [len(scene.ours(title)) for title in titles] == [1, 0]
    scene.run(*titles)
    assert [len(scene.ours(title)) for title in titles] == [1, 1]


def test_the_stop_page_stops_before_the_next_save(scene: Scene) -> None:
    """A person writes anything else on it between two saves: exit 3, the second page stays as it was; «run» lets it go on."""
    stop = scene.wiki.title("Стоп")
    scene.wiki.person().write(stop, "run")
    titles = (scene.page(), scene.page())
    asked = replace(scene.ask, titles=titles, stop_page=stop)

    def press(step: str) -> None:
        if step == "saved":
            scene.wiki.person().write(stop, "стоп: посмотрите обсуждение")

    report = perform(asked, press, Stop())
    assert (report.state.value, int(report.exit_code)) == ("stopped", 3)
    assert [len(scene.ours(title)) for title in titles] == [1, 0]
    assert scene.run(*titles, stop_page=stop)[:2] == ("stopped", 3)
    scene.wiki.person().write(stop, "run")
    assert scene.run(*titles, stop_page=stop)[:2] == ("done", 0)
    assert [len(scene.ours(title)) for title in titles] == [1, 1]


def test_a_message_on_the_talk_page_stops_the_bot(scene: Scene) -> None:
    """Whoever writes to the bot is heard before its next save; once the operator has read it, the bot goes on."""
    titles = (scene.page(), scene.page())

    def write(step: str) -> None:
        if step == "saved":
            scene.wiki.person().write(f"Обсуждение участника:{BOT}", f"Что вы делаете с «{titles[0]}»?")

    report = perform(replace(scene.ask, titles=titles), write, Stop())
    assert (report.state.value, int(report.exit_code)) == ("stopped", 3)
    assert [len(scene.ours(title)) for title in titles] == [1, 0]
    scene.wiki.person(BOT).call(action="clearhasmsg")
    assert scene.run(*titles)[0] == "done"
    assert [len(scene.ours(title)) for title in titles] == [1, 1]


def test_limits_end_a_run_and_the_next_takes_the_rest(scene: Scene) -> None:
    """After max_edits saves the run is done; what was not reached is next night's."""
    titles = tuple(scene.page() for _ in range(3))
    assert scene.run(*titles, max_edits=2)[0] == "done"
    assert sum(len(scene.ours(title)) for title in titles) == 2
    assert scene.run(*titles, max_edits=2)[0] == "done"
    assert sum(len(scene.ours(title)) for title in titles) == 3


def test_what_has_not_changed_is_not_looked_at_again(scene: Scene) -> None:
    """The second night finds every page as it was; an edited one is looked at anew."""
    titles = (scene.page(), scene.page(f"Утверждение.{GOOD}{LISTED}"))
    scene.run(*titles)
    assert scene.run(*titles)[2]["unchanged"] == 2
    scene.wiki.person().write(titles[1], f"Новое утверждение.{GOOD}{LISTED}")
    counts = scene.run(*titles)[2]
    assert (counts["unchanged"], counts["clean"]) == (1, 1)


def test_without_save_nothing_is_written(scene: Scene) -> None:
    """A dry run shows the diff that would be saved, and leaves neither an edit nor a report on the wiki."""
    title = scene.page()
    asked = replace(scene.ask, titles=(title,), save=False)
    report = perform(asked, lambda _: None, Stop())
    assert report.diffs == ((title, MARKUP, MENDED),)
    assert scene.ours(title) == []
    assert scene.text(scene.ask.report_page) == ""
    assert scene.run(title)[2]["saved"] == 1
    assert scene.run(title, save=False)[2]["clean"] == 1
    assert scene.run(title)[2]["unchanged"] == 1  # a dry run in between takes nothing from the real one


def test_an_edit_that_a_person_took_back_is_not_made_again(scene: Scene) -> None:
    """One revert is remembered; two stop the run for a person to look."""
    titles = tuple(scene.page(f"{MARKUP} Номер {number}.") for number in range(3))
    scene.run(*titles)
    scene.wiki.person().write(titles[0], f"{MARKUP} Номер 0.")
    assert scene.run(*titles)[0] == "done"
    assert len(scene.ours(titles[0])) == 1
    for number in (1, 2):
        scene.wiki.person().write(titles[number], f"{MARKUP} Номер {number}.")
    assert scene.run(*titles)[:2] == ("stopped", 3)
    scene.run(*titles)
    assert [len(scene.ours(title)) for title in titles] == [1, 1, 1]


def test_the_summary_names_what_was_done_in_the_wikis_language(scene: Scene) -> None:
    """From the edits that were saved, with the run's name, within the wiki's 250 bytes; the edit is marked minor."""
    title = scene.page(f"Раз.{GOOD} Два.{GOOD} {MARKUP}{LISTED}")
    scene.run(title)
    summary = scene.ours(title)[0]
    assert "слито повторов сносок" in summary
    assert "исправлено в разметке: 1" in summary
    assert " — mlwiki r" in summary
    assert len(summary.encode()) <= 250
    asked = {"action": "query", "list": "recentchanges", "rctitle": title, "rcprop": "flags", "rctoponly": "1"}
    change = scene.wiki.person().call(**asked)["query"]["recentchanges"][0]
    assert (change["bot"], change["minor"]) == (True, True)


def test_somebody_who_is_faster_keeps_their_words(scene: Scene) -> None:
    """A person saves while the bot is about to: theirs stays, the run says that it is not whole, the next one does the page."""
    title = scene.page()

    def hurry(step: str) -> None:
        if step == "saving":
            scene.wiki.person().write(title, f"{MARKUP} Дописано человеком.")

    report = perform(replace(scene.ask, titles=(title,)), hurry, Stop())
    assert (report.state.value, int(report.exit_code), report.counts["failed"]) == ("incomplete", 4, 1)
    assert scene.text(title) == f"{MARKUP} Дописано человеком."
    assert scene.run(title)[:2] == ("done", 0)
    assert scene.text(title) == f"{MENDED} Дописано человеком."


def test_a_protected_page_is_an_outcome_and_not_the_end(scene: Scene) -> None:
    """The wiki refuses one page; the others are done, and the journal says why."""
    titles = (scene.page(), scene.page())
    scene.wiki.admin.protect(titles[0])
    state, code, counts = scene.run(*titles)
    assert (state, code, counts["failed"], counts["saved"]) == ("done", 0, 1, 1)
    for store in scene.store():
        edits = store.journal.edits(store.journal.runs(1)[0].id)
        assert {edit.state for edit in edits} == {EditState.failed, EditState.saved}


def test_answers_on_the_report_page_are_heard(scene: Scene) -> None:
    """«ложно» silences a finding with its author and reason, «исправлено» looks again; anything else stays in its cell."""
    undefined = 'Утверждение<ref name="{name}" />.' + LISTED
    titles = [scene.page(undefined.format(name=name)) for name in ("один", "два", "три")]
    scene.run(*titles)
    page = scene.ask.report_page
    report = scene.text(page)
    assert "Нужен человек" in report
    assert len(scene.wiki.person().history(page)) == 1
    rows = [line for line in report.splitlines() if line.startswith("| ") and "REF011" in line]
    assert len(rows) == 3
    answered = report.replace(rows[0], rows[0] + " ложно так задумано").replace(rows[1], rows[1] + " исправлено")
    answered = answered.replace(rows[2], rows[2] + " не знаю, спрошу")
    scene.wiki.person("Редактор").write(page, answered)
    scene.run(*titles)
    after = scene.text(page)
    asked = {"action": "query", "list": "recentchanges", "rcprop": "title|flags", "rclimit": "500", "rctoponly": "1"}
    flags = {change["title"]: change for change in scene.wiki.person().call(**asked)["query"]["recentchanges"]}
    assert not flags[page]["bot"]
    assert not flags[page]["minor"]
    assert after.count("REF011") == 2
    assert "не знаю, спрошу" in after
    for store in scene.store():
        decided = store.decisions("false_alarm")
        assert [(one.who, one.reason) for one in decided.values()] == [("Редактор", "так задумано")]
    scene.run(*titles)
    assert len(scene.wiki.person().history(page)) == 3  # nothing new: not saved again


def test_a_trusted_answer_also_releases_the_citation(scene: Scene) -> None:
    """Held for a fault that a registry proves; a trusted user says that it is none: the next night saves the edit."""
    (held,) = (page for page in plant(12, "x") if page.kind == "nonexistent-touched")
    title = scene.page(held.text)
    page = scene.ask.report_page
    assert scene.run(title)[2]["held"] == 1
    report = scene.text(page)
    row = next(line for line in report.splitlines() if "SRC101" in line)
    scene.wiki.person("Прохожий").write(page, report.replace(row, row + " ложно"))
    scene.run(title, trusted=("Редактор",))
    assert scene.ours(title) == []  # silenced, but not released
    for store in scene.store():
        store.journal.forget(store.journal.runs(1)[0].wiki, title)
        for subject in store.decisions("false_alarm"):
            store.take_back(subject, "false_alarm")
    scene.run(title)
    report = scene.text(page)
    row = next(line for line in report.splitlines() if "SRC101" in line)
    scene.wiki.person("Редактор").write(page, report.replace(row, row + " ложно проверено в библиотеке"))
    assert scene.run(title, trusted=("Редактор",))[2]["saved"] == 1
    assert len(scene.ours(title)) == 1


def test_nothing_is_saved_of_a_page_whose_check_meets_a_bug(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the edit has its proof: exit code 5, the page is looked at again next time, and the others are saved."""
    titles = (scene.page(), scene.page())

    def faulty(page: Page, table: FootnoteTable, named: Sequence[Mention] = ()) -> PageCitations:
        if page.title == titles[0]:
            raise RecursionError
        return read_citations(page, table, named)

    monkeypatch.setattr("bot.wikitext.text.read_citations", faulty)
    report = perform(replace(scene.ask, titles=titles), lambda _: None, Stop())
    assert int(report.exit_code) == 5
    assert len(report.bugs) == 1
    assert (report.counts["failed"], report.counts["saved"]) == (1, 1)
    monkeypatch.undo()
    assert scene.run(*titles)[2]["saved"] == 1


def test_a_page_that_our_program_cannot_do_does_not_end_the_night(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug on one page is counted and told with exit code 5; the pages after it are done."""
    titles = (scene.page(), scene.page())

    def faulty(wikitext: Wikitext) -> TidyPage:
        if wikitext.page.title == titles[0]:
            raise ZeroDivisionError
        return tidy_page(wikitext)

    monkeypatch.setattr(page_module, "tidy_page", faulty)
    report = perform(replace(scene.ask, titles=titles), lambda _: None, Stop())
    assert int(report.exit_code) == 5
    assert isinstance(report.bug, ZeroDivisionError)
    assert len(report.bugs) == 1
    assert (report.counts["failed"], report.counts["saved"]) == (1, 1)
    monkeypatch.undo()
    counts = scene.run(*titles)[2]
    assert (counts["saved"], counts["unchanged"]) == (1, 1)


def test_the_worklist_comes_from_a_category_or_from_recent_changes(scene: Scene) -> None:
    """Only the pages of the category; only what was edited lately; each page once."""
    category = scene.wiki.title("Разряд")
    inside = scene.page(f"{MARKUP} [[Категория:{category}]]")
    outside = scene.page()
    client = scene.client()
    assert titles_of(client, category=category, recent=None, listed=None) == (inside,)
    recent = titles_of(client, category=category, recent=1.0, listed=[outside])
    assert {inside, outside} <= set(recent)
    assert len(recent) == len(set(recent))
    assert {inside, outside} <= set(titles_of(client, category=None, recent=None, listed=None))


def test_undo_takes_back_the_runs_edits_and_no_one_elses(scene: Scene) -> None:
    """An untouched page goes back to what it was; beside a later edit only ours goes; over a later edit nothing goes."""
    body = f"{MARKUP}\n\nАбзац.\n\nЕщё абзац.\n\nИ ещё."
    titles = [scene.page(body) for _ in range(3)]
    scene.run(*titles)
    mended = scene.text(titles[0])
    scene.wiki.person().write(titles[1], mended.replace("И ещё.", "И ещё один."))
    scene.wiki.person().write(titles[2], mended.replace("обучает модель", "обучает эту модель"))
    for store in scene.store():
        name = store.journal.runs(1)[0].id
        store.prune(keep_days=-1)  # the wiki still has the texts
        assert {edit.before for edit in store.journal.edits(name)} == {""}
        report = undo(name, scene.client(), store, "Оператор", lambda _: True, save=True)
        assert sum(saved is not None for _, saved, _ in report.edits) == 2
        assert report.refused
        states = [edit.state for edit in store.journal.edits(name)]
        assert sorted(states) == [EditState.saved, EditState.undone, EditState.undone]
    assert scene.text(titles[0]) == body
    assert scene.text(titles[1]) == body.replace("И ещё.", "И ещё один.")
    assert "обучает эту модель" in scene.text(titles[2])
    scene.run(*titles)
    assert scene.text(titles[0]) == body


def running(scene: Scene) -> list[object]:
    """What status says of the runs."""
    for store in scene.store():
        found = status(store, scene.ask.settings(), Path(scene.ask.state))
        return [run["state"] for run in status_json(found)["runs"]]
    return []


def test_another_run_holds_the_lock(scene: Scene) -> None:
    """A second one ends at once and well; status tells the running one."""
    title = scene.page()
    second: list[tuple[str, int, dict[str, int]]] = []
    states: list[object] = []

    def meanwhile(step: str) -> None:
        if step == "saving":
            second.append(scene.run(title))
            states.extend(running(scene))

    perform(replace(scene.ask, titles=(title,)), meanwhile, Stop())
    assert second == [("done", 0, {})]
    assert states == ["running"]
    assert len(scene.ours(title)) == 1


def test_what_a_model_left_is_evidence_to_a_bot_that_nobody_watches(scene: Scene) -> None:
    """A token beside a ref and a tracking parameter stay, the token is on the report page; the rest of the page is tidied."""
    left = f"Факт.{GOOD} citeturn0search0 И [https://a.org/x?utm_source=chatgpt.com статья]."
    title = scene.page(f"{left} {MARKUP}{LISTED}")
    assert scene.run(title)[2]["saved"] == 1
    assert scene.text(title).startswith(f"{left} {MENDED}")
    assert "ART030" in scene.text(scene.ask.report_page)
