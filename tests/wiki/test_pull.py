"""Pulling pages into a folder that a person also edits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.errors import ExitCode, InputError, WikiError
from bot.jobs.pull import PullState, pull
from bot.model.message import Message
from bot.model.page import Page
from bot.model.ports import WikiInfo
from bot.model.report import GatePass, NotesKept, Saved
from bot.wiki.folder import read_sidecar
from bot.wiki.protocols import Revision
from tests.fakes.mw112 import MiniWiki, serve
from tests.mediawiki import Wiki
from tests.wiki.conftest import Opened
from tests.wiki.stages import Stage, StandInStage


@dataclass
class Shelf:
    """A wiki that is a dictionary, for the folder's side of the matter."""

    pages: dict[str, Page] = field(default_factory=dict)

    def put(self, title: str, text: str, revid: int) -> None:
        """Somebody saved a page."""
        self.pages[title] = Page(title, title, text, "http://wiki", revid, "2026-11-30T12:00:00Z", "Человек")

    def describe(self) -> WikiInfo:
        """Not asked here."""
        raise NotImplementedError

    def read(self, title: str) -> Page | None:
        """The page."""
        return self.pages.get(title)

    def titles(
        self,
        *,
        category: str | None = None,
        namespace: int = 0,  # noqa: ARG002  # it has but one
        seen: Callable[[int], None] | None = None,
    ) -> tuple[str, ...]:
        """All titles, or those that hold the category's name."""
        if seen is not None:
            seen(len(self.pages))
        return tuple(title for title in self.pages if category is None or category in self.pages[title].text)

    def save(
        self,
        base: Page,
        text: str,
        summary: str,
        allowed: GatePass,
        *,
        minor: bool = False,
        bot: bool = True,
        notes: NotesKept | None = None,
    ) -> Saved:
        """Not asked here."""
        raise NotImplementedError


class Steps:
    """Progress that remembers."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def step(self, what: Message, done: int, total: int) -> None:
        """Note it."""
        assert str(what)
        self.seen.append((done, total))


def states(shelf: Shelf, folder: Path, *titles: str) -> list[PullState]:
    """Pull and say what became of each title."""
    return [found.state for found in pull(shelf, titles, folder, Steps()).pages]


def test_a_second_pull_takes_what_is_new_and_leaves_the_rest(tmp_path: Path) -> None:
    """New, then unchanged, then updated when the wiki moved."""
    shelf = Shelf()
    shelf.put("А", "один", 1)
    shelf.put("Б", "два", 2)
    assert states(shelf, tmp_path, "А", "Б") == [PullState.new, PullState.new]
    shelf.put("Б", "два с половиной", 3)
    assert states(shelf, tmp_path, "А", "Б") == [PullState.unchanged, PullState.updated]
    sidecar = read_sidecar(tmp_path / "Б.wiki")
    assert sidecar is not None
    assert ((tmp_path / "Б.wiki").read_text(encoding="utf-8"), sidecar.revid) == ("два с половиной", 3)


def test_local_edits_are_kept_and_told(tmp_path: Path) -> None:
    """Neither text nor sidecar of an edited file is touched; the note names both revisions."""
    shelf = Shelf()
    shelf.put("А", "один", 1)
    states(shelf, tmp_path, "А")
    (tmp_path / "А.wiki").write_text("мой текст", encoding="utf-8")
    shelf.put("А", "один плюс", 2)
    (only,) = pull(shelf, ["А"], tmp_path, Steps()).pages
    assert only.state is PullState.kept
    assert "1" in str(only.note)
    assert "2" in str(only.note)
    sidecar = read_sidecar(tmp_path / "А.wiki")
    assert sidecar is not None
    assert ((tmp_path / "А.wiki").read_text(encoding="utf-8"), sidecar.revid) == ("мой текст", 1)


def test_a_file_that_was_never_pulled_is_kept(tmp_path: Path) -> None:
    """A draft under the page's name is a person's work."""
    shelf = Shelf()
    shelf.put("А", "с вики", 1)
    (tmp_path / "А.wiki").write_text("черновик", encoding="utf-8")
    assert states(shelf, tmp_path, "А") == [PullState.kept]
    assert (tmp_path / "А.wiki").read_text(encoding="utf-8") == "черновик"


def test_a_crash_between_text_and_sidecar_mends_itself(tmp_path: Path) -> None:
    """The new text with the old sidecar is the wiki's own text, not an edit."""
    shelf = Shelf()
    shelf.put("А", "один", 1)
    states(shelf, tmp_path, "А")
    shelf.put("А", "два", 2)
    (tmp_path / "А.wiki").write_text("два", encoding="utf-8")
    assert states(shelf, tmp_path, "А") == [PullState.updated]
    assert states(shelf, tmp_path, "А") == [PullState.unchanged]


def test_a_missing_page_is_told_and_makes_no_file(tmp_path: Path) -> None:
    """And the others are still fetched."""
    shelf = Shelf()
    shelf.put("А", "один", 1)
    assert states(shelf, tmp_path, "Нет такой", "А") == [PullState.missing, PullState.new]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["А.wiki", "А.wiki.json"]


def test_a_category_and_titles_make_one_list(tmp_path: Path) -> None:
    """Nothing is fetched twice, and progress counts to the end."""
    shelf = Shelf()
    shelf.put("А", "[[Категория:К]]", 1)
    shelf.put("Б", "[[Категория:К]]", 2)
    steps = Steps()
    report = pull(shelf, ["Б"], tmp_path, steps, category="К")
    assert [found.title for found in report.pages] == ["Б", "А"]
    assert steps.seen == [(2, 2), (0, 2), (2, 2)]  # listed, then pulled
    assert report.count(PullState.new) == 2


def test_nothing_to_pull_is_a_mistake(tmp_path: Path) -> None:
    """No title, no category, not all."""
    with pytest.raises(InputError):
        pull(Shelf(), [], tmp_path, Steps())


@pytest.mark.mediawiki
def test_the_real_wiki_lands_in_the_folder(open_139: Opened, wiki_139: Wiki, tmp_path: Path) -> None:
    """Text, revision and user as the wiki has them."""
    title = wiki_139.title("Участница:Кто/черновик")
    revid = wiki_139.person().write(title, "== Раздел ==\nтекст")
    report = pull(open_139(user="", password=None), [title], tmp_path, Steps())
    path = report.pages[0].path
    assert path is not None
    sidecar = read_sidecar(path)
    assert sidecar is not None
    assert (path.read_text(encoding="utf-8"), sidecar.revid, sidecar.user) == ("== Раздел ==\nтекст", revid, "Человек")
    assert sidecar.title == wiki_139.person().call(action="query", titles=title)["query"]["pages"][0]["title"]


def test_edits_that_do_not_touch_are_merged(stage: Stage, tmp_path: Path) -> None:
    """The file then holds both, stands on the newest revision, and the person's own text is kept beside it."""
    client = stage.client(user="", password=None)
    title = stage.title("Общая")
    text = "Первый абзац.\n\nВторой абзац.\n\nТретий абзац."
    stage.person_writes(title, text)
    pull(client, [title], tmp_path, Steps())
    path = tmp_path / f"{title}.wiki"
    mine = text.replace("Первый", "Мой первый")
    path.write_text(mine + "\n", encoding="utf-8")
    newest = stage.person_writes(title, text.replace("Третий", "Их третий"))
    (only,) = pull(client, [title], tmp_path, Steps()).pages
    sidecar = read_sidecar(path)
    assert only.state is PullState.merged
    assert path.read_text(encoding="utf-8") == mine.replace("Третий", "Их третий")
    assert (tmp_path / f"{title}.wiki.mine").read_text(encoding="utf-8") == mine + "\n"
    assert sidecar is not None
    assert sidecar.revid == newest
    (again,) = pull(client, [title], tmp_path, Steps()).pages
    assert again.state is PullState.kept


def test_edits_that_touch_are_told_and_kept(stage: Stage, tmp_path: Path) -> None:
    """Exit code 1, the file as the person left it, still on its old revision."""
    client = stage.client(user="", password=None)
    title = stage.title("Спорная")
    first = stage.person_writes(title, "одна строка")
    pull(client, [title], tmp_path, Steps())
    path = tmp_path / f"{title}.wiki"
    path.write_text("моя строка", encoding="utf-8")
    stage.person_writes(title, "их строка")
    report = pull(client, [title], tmp_path, Steps())
    sidecar = read_sidecar(path)
    assert report.exit_code is ExitCode.findings
    assert path.read_text(encoding="utf-8") == "моя строка"
    assert sidecar is not None
    assert sidecar.revid == first


def test_a_missing_page_is_exit_code_2(tmp_path: Path) -> None:
    """And its line is said before the counts."""
    report = pull(Shelf(), ["Нет такой"], tmp_path, Steps())
    assert report.exit_code is ExitCode.usage
    assert "Нет такой" in str(report.lines[0])
    assert "1 not on the wiki" in str(report.lines[-1])


def test_what_changed_lately_is_pulled(stage: Stage, tmp_path: Path) -> None:
    """Without being named; a wiki without its API is asked for a list instead."""
    if not stage.has_api:
        with pytest.raises(WikiError, match="API is switched off"):
            pull(stage.client(user="", password=None), [], tmp_path, Steps(), recent=1.0)
        return
    title = stage.title("Свежая")
    stage.person_writes(title, "текст")
    report = pull(stage.client(user="", password=None), [], tmp_path, Steps(), recent=1.0)
    assert title in [page.title for page in report.pages]


class Impatient(Steps):
    """Somebody presses Ctrl-C when a number of pages is done."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def step(self, what: Message, done: int, total: int) -> None:
        """Note it, or be interrupted."""
        super().step(what, done, total)
        if done == self.at and total > done:
            raise KeyboardInterrupt


def test_an_interrupted_pull_goes_on_where_it_was(old: StandInStage, tmp_path: Path) -> None:
    """Lot by lot, a second apart; the second pull fetches the texts that are missing or new, and no others."""
    for number in range(120):
        old.wiki.write(f"Страница {number:03}", f"текст {number}")
    client = old.client(user="")
    with pytest.raises(KeyboardInterrupt):
        pull(client, (), tmp_path, Impatient(50), everything=True)
    assert len(list(tmp_path.glob("*.wiki"))) == 50
    assert [seconds for seconds in old.clock.slept if 0 < seconds <= 1] != []
    old.wiki.write("Страница 007", "новее")
    asked: list[str] = []
    latest = client._reader.latest

    def noted(titles: Sequence[str]) -> dict[str, tuple[str, Revision | None]]:
        asked.extend(titles)
        return latest(titles)

    client._reader.latest = noted  # type: ignore[method-assign]  # counts what is asked for
    steps = Steps()
    report = pull(client, (), tmp_path, steps, everything=True)
    assert (report.count(PullState.unchanged), report.count(PullState.updated)) == (49, 1)
    assert sorted(asked) == ["Страница 007", *(f"Страница {number:03}" for number in range(50, 120))]
    assert steps.seen[-1] == (120, 120)
    assert [page.title for page in report.pages] == [f"Страница {number:03}" for number in range(120)]


def test_an_edited_file_of_the_newest_revision_is_kept_without_asking_for_its_text(
    old: StandInStage, tmp_path: Path
) -> None:
    """Told as before; so is an edit that the wiki has overtaken."""
    old.person_writes("А", "один\n\nдва")
    client = old.client(user="")
    pull(client, ["А"], tmp_path, Steps())
    (tmp_path / "А.wiki").write_text("мой\n\nдва", encoding="utf-8")
    kept = pull(client, ["А"], tmp_path, Steps())
    assert (kept.pages[0].state, kept.exit_code) == (PullState.kept, ExitCode.clean)
    assert "has not changed" in str(kept.pages[0].note)
    old.person_writes("А", "один\n\nдва новее")
    assert pull(client, ["А"], tmp_path, Steps()).pages[0].state is PullState.merged


def test_a_wiki_without_its_api_is_pulled_whole_and_merged(tmp_path: Path) -> None:
    """By its list of all pages, lot by lot (stand-in), and an edited file is merged with the wiki's later edits."""
    wiki = MiniWiki(api_enabled=False)
    with serve(wiki) as address:
        old = StandInStage(wiki, address, tmp_path / "state")
        for number in range(230):
            wiki.write(f"Страница {number:03}", "первый\n\nвторой")
        wiki.write("Шаблон:Не статья", "шаблон")
        client = old.client(user="")
        report = pull(client, (), tmp_path / "pages", Steps(), everything=True)
        assert (report.count(PullState.new), len(report.pages)) == (230, 230)
        mine = tmp_path / "pages" / "Страница 007.wiki"
        mine.write_text("мой первый\n\nвторой", encoding="utf-8")
        old.person_writes("Страница 007", "первый\n\nвторой новее")
        again = pull(client, ["Страница 007"], tmp_path / "pages", Steps())
    assert again.pages[0].state is PullState.merged
    assert mine.read_text(encoding="utf-8") == "мой первый\n\nвторой новее"
