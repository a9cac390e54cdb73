"""A save that lands after its answer was lost, through each command, on a stand-in of MediaWiki 1.12."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.config import WikiSettings
from bot.errors import EditConflict, WikiUnreachable
from bot.jobs.apply import ApplyOptions, apply
from bot.jobs.check import CheckOptions
from bot.jobs.pull import pull
from bot.jobs.run import Stop
from bot.jobs.session import Quiet, Session
from bot.jobs.tidy import tidy
from bot.jobs.undo import undo
from bot.model.message import Message
from bot.model.plan import Plan
from bot.review.finish import plan_of
from bot.review.web.worker import Orders, Worker
from bot.store import EditState, open_store
from bot.store.base import FILE_NAME
from bot.wiki import open_wiki
from bot.wiki.confirm import LATE
from bot.wiki.folder import read_sidecar, sidecar_path
from bot.wiki.protocols import StillPending
from tests.e2e.stage import MODEL, Stage, connected
from tests.fakes.mw112 import MiniWiki
from tests.fakes.mw112.server import serve
from tests.run.child import Ask, RunClock, perform
from tests.run.night import MARKUP
from tests.wiki.stages import CONTACT, OLD_PASSWORD, StandInStage
from tests.wiki.test_saving import Killed


@dataclass
class Scene:
    """A wiki with people, a push connected to it, and what it tells."""

    people: StandInStage
    at: Stage
    told: list[Message] = field(default_factory=list)

    def pulled(self, text: str) -> tuple[str, Path]:
        """A page that a person made, in the folder."""
        title = self.people.title("Поздняя")
        self.people.person_writes(title, text)
        pull(self.at.client, [title], self.at.folder, Quiet())
        return title, next(path for path in self.at.folder.glob("*.wiki") if path.stem == title)

    def lose(self, does: Callable[[], object]) -> None:
        """Do something whose save is taken and not answered."""
        self.people.wiki.holds = 1
        with pytest.raises(WikiUnreachable, match="may still arrive") as caught:
            does()
        assert not isinstance(caught.value, StillPending)
        assert len(self.people.wiki.held) == 1

    def texts(self, title: str) -> list[str]:
        """The page's texts, newest first."""
        return [line.text for line in self.people.history(title)]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A stand-in of 1.12."""
    wiki = MiniWiki()
    with serve(wiki) as address:
        people = StandInStage(wiki, address, tmp_path / "people")
        settings = WikiSettings(url=address, user=people.bot, profile="mlru", throttle=0.0)
        with connected(settings, OLD_PASSWORD, tmp_path, MODEL, people.clock) as at:
            told: list[Message] = []
            yield Scene(people, replace(at, session=replace(at.session, notify=told.append)), told)


def test_a_push_finds_its_own_late_save_and_goes_on_from_it(scene: Scene) -> None:
    """The second push is a null edit that brings the sidecar up; a further edit of the file lies on top."""
    title, path = scene.pulled("Первый текст.")
    path.write_text("Второй текст.", encoding="utf-8")
    scene.lose(lambda: scene.at.push([path]))
    scene.people.wiki.land()
    scene.people.pass_time()
    again = scene.at.push([path])
    assert (again.pages[0].saved, again.pages[0].note is None) == (None, False)
    assert any("has arrived as revision" in str(said) for said in scene.told)
    sidecar = read_sidecar(path)
    assert sidecar is not None
    assert sidecar.revid == scene.people.history(title)[0].revid
    path.write_text("Третий текст.", encoding="utf-8")
    assert scene.at.push([path]).pages[0].saved is not None
    assert scene.texts(title) == ["Третий текст.", "Второй текст.", "Первый текст."]


def test_a_file_that_was_changed_after_its_lost_push_lies_on_top_of_it(scene: Scene) -> None:
    """First nothing is sent; once the older text has landed, the newer one follows it and never the other way round."""
    title, path = scene.pulled("Первый текст.")
    path.write_text("Второй текст.", encoding="utf-8")
    scene.lose(lambda: scene.at.push([path]))
    path.write_text("Третий текст.", encoding="utf-8")
    with pytest.raises(StillPending):
        scene.at.push([path])
    scene.people.wiki.land()
    scene.people.pass_time()
    assert scene.at.push([path]).pages[0].saved is not None
    assert scene.texts(title) == ["Третий текст.", "Второй текст.", "Первый текст."]


def test_another_copy_of_the_page_is_not_taken_for_the_one_that_was_lost(scene: Scene) -> None:
    """Its person has not seen the late text: it is refused as moved, and the late text stands."""
    title, path = scene.pulled("Первый текст.")
    other = path.parent.parent / "второй" / path.name
    other.parent.mkdir()
    other.write_text("Другой текст.", encoding="utf-8")
    sidecar_path(other).write_bytes(sidecar_path(path).read_bytes())
    path.write_text("Второй текст.", encoding="utf-8")
    scene.lose(lambda: scene.at.push([path]))
    scene.people.wiki.land()
    scene.people.pass_time()
    with pytest.raises(EditConflict):
        scene.at.push([other])
    assert scene.texts(title) == ["Второй текст.", "Первый текст."]


def test_a_push_killed_before_its_file_was_brought_up_is_known_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saved and read back, and the process ended: the next push finds its own text and goes on from it."""
    title, path = scene.pulled("Первый текст.")
    path.write_text("Второй текст.", encoding="utf-8")

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("bot.jobs.push._keep", die)
        with pytest.raises(Killed):
            scene.at.push([path])
    scene.people.pass_time()
    assert scene.at.push([path]).pages[0].saved is None
    sidecar = read_sidecar(path)
    assert sidecar is not None
    assert (sidecar.revid, sidecar.sent) == (scene.people.history(title)[0].revid, "")


def test_a_lost_push_that_never_arrives_is_made_again(scene: Scene) -> None:
    """After fifteen minutes, said, on the base that was pulled."""
    title, path = scene.pulled("Первый текст.")
    path.write_text("Второй текст.", encoding="utf-8")
    scene.lose(lambda: scene.at.push([path]))
    scene.people.pass_time(LATE)
    assert scene.at.push([path]).pages[0].saved is not None
    assert any("given up" in str(said) for said in scene.told)
    assert scene.texts(title) == ["Второй текст.", "Первый текст."]


def test_a_new_page_s_push_that_arrived_late_is_known_again(scene: Scene) -> None:
    """Not «it is on the wiki already, and the file was not pulled from it»."""
    title = scene.people.title("Новая")
    path = scene.at.draft(title, "Начало без сносок.")
    scene.lose(lambda: scene.at.push([path]))
    scene.people.wiki.land()
    scene.people.pass_time()
    assert scene.at.push([path]).pages[0].saved is None
    assert read_sidecar(path) is not None
    assert scene.texts(title) == ["Начало без сносок."]


def test_a_push_tells_of_a_late_save_that_met_a_stranger_s_edit(scene: Scene) -> None:
    """Their text stands, ours is told to be taken back; the file is the person's still."""
    title, path = scene.pulled("Раз.\n\nДва.\n\nТри.\n\nЧетыре.")
    path.write_text("Один.\n\nДва.\n\nТри.\n\nЧетыре.", encoding="utf-8")
    scene.lose(lambda: scene.at.push([path]))
    scene.people.person_writes(title, "Раз.\n\nДва.\n\nТри.\n\nПять.")
    scene.people.wiki.land()
    with pytest.raises(EditConflict, match="taken back") as caught:
        scene.at.push([path])
    assert caught.value.code == "WIKI002"
    assert scene.texts(title)[0] == "Раз.\n\nДва.\n\nТри.\n\nПять."
    assert path.read_text(encoding="utf-8").startswith("Один.")


def planned(scene: Scene) -> tuple[str, Plan]:
    """A plan for a page of the wiki; the review server saves by one, too."""
    title = scene.people.title("План")
    scene.people.person_writes(title, MARKUP)
    page = scene.at.client.read(title)
    assert page is not None
    chosen = scene.at.chosen.on(scene.at.client.describe())
    return title, plan_of(tidy([replace(page, name=f"title:{title}")], chosen, Quiet()).pages, scene.at.store, "Я")


def test_a_plan_is_not_applied_twice(scene: Scene) -> None:
    """Lost, refused while it may arrive, and then told that it is there: by `apply`, and by `serve`, which saves through it."""
    title, plan = planned(scene)

    def applied() -> object:
        return apply(plan, lambda: scene.at.client, scene.at.chosen, scene.at.session, ApplyOptions(save=True))

    scene.lose(applied)
    with pytest.raises(StillPending):
        applied()
    scene.people.wiki.land()
    with pytest.raises(EditConflict, match="has arrived as revision"):
        applied()
    assert len(scene.texts(title)) == 2


def test_the_review_server_awaits_a_lost_save_too(scene: Scene) -> None:
    """Its worker: the answer is lost and said, a second save of the page is refused, and the late one lands alone."""
    title, plan = planned(scene)
    at = scene.at

    @contextmanager
    def session() -> Iterator[Session]:
        with open_store(None) as store:
            yield replace(at.session, store=store)

    def never(*_: object) -> Any:
        raise AssertionError

    worker = Worker(Orders(session, at.chosen, CheckOptions(), never, never, lambda _: at.client, never))
    worker.start()
    try:
        scene.lose(lambda: worker.apply(plan, "посмотрено", save=True).result(60))
        with pytest.raises(StillPending):
            worker.apply(plan, "посмотрено", save=True).result(60)
        scene.people.wiki.land()
        with pytest.raises(EditConflict, match="has arrived as revision"):
            worker.apply(plan, "посмотрено", save=True).result(60)
    finally:
        worker.stop()
    assert len(scene.texts(title)) == 2


def test_another_command_does_not_save_what_a_push_awaits(scene: Scene) -> None:
    """`push` lost it, the scheduled bot comes by: the page is left undone and its older save lands alone."""
    title, path = scene.pulled(MARKUP)
    path.write_text("Текст человека без разметки.", encoding="utf-8")
    scene.lose(lambda: scene.at.push([path]))
    ask = Ask(
        scene.people.address, scene.people.bot, OLD_PASSWORD, str(scene.at.folder.parent / "state"), titles=(title,)
    )
    state, code, edits = ran(ask)
    assert (state, code, edits) == ("incomplete", 4, [])
    assert scene.texts(title) == [MARKUP]
    scene.people.wiki.land()
    ran(ask)
    assert scene.texts(title)[-2:] == ["Текст человека без разметки.", MARKUP]


@pytest.fixture
def night(tmp_path: Path) -> Iterator[tuple[MiniWiki, Ask]]:
    """The scheduled bot at a stand-in."""
    wiki = MiniWiki()
    wiki.add_user("МойБот", OLD_PASSWORD, "bot")
    wiki.add_user("Человек", "human112pass")
    with serve(wiki) as address:
        yield wiki, Ask(address, "МойБот", OLD_PASSWORD, str(tmp_path / "state"), titles=("Ночь",))


def ran(ask: Ask) -> tuple[str, int, list[EditState]]:
    """A run's state, exit code, and the states of all edits so far."""
    report = perform(ask, lambda _: None, Stop())
    assert report.bug is None
    with open_store(Path(ask.state) / FILE_NAME) as store:
        edits = [edit for run in store.journal.runs() for edit in store.journal.edits(run.id)]
    return report.state.value, int(report.exit_code), [edit.state for edit in edits]


def test_a_run_awaits_its_own_lost_save(night: tuple[MiniWiki, Ask]) -> None:
    """Incomplete; the next run leaves the page and its journal alone; the one after knows the save again, and `undo` can."""
    wiki, ask = night
    wiki.write("Ночь", MARKUP)
    wiki.tick()
    wiki.holds = 1
    assert ran(ask) == ("incomplete", 4, [EditState.saving])
    state, code, edits = ran(ask)
    assert (state, code, edits) == ("incomplete", 4, [EditState.saving])
    assert len(wiki.history("Ночь")) == 1
    wiki.land()
    assert ran(ask)[1:] == (0, [EditState.saved])
    assert len(wiki.history("Ночь")) == 2


def test_an_undo_whose_answer_is_lost_is_not_undone_by_the_next_run(night: tuple[MiniWiki, Ask]) -> None:
    """Asked to be taken back: the edit is not made again, whenever the undo arrives."""
    wiki, ask = night
    wiki.write("Ночь", MARKUP)
    wiki.tick()
    assert ran(ask)[1:] == (0, [EditState.saved])
    wiki.tick()
    clock = RunClock()
    with open_store(Path(ask.state) / FILE_NAME) as store:
        client = open_wiki(
            ask.settings().wiki, password=ask.password, contact=CONTACT, state=Path(ask.state), clock=clock
        )
        wiki.holds = 1
        report = undo(store.journal.runs(1)[0].id, client, store, "Я", lambda _: True, save=True)
        assert "may still arrive" in str(report.edits[0][2])
    wiki.land()
    assert wiki.text("Ночь") == MARKUP
    assert ran(ask)[1] == 0
    assert wiki.text("Ночь") == MARKUP
