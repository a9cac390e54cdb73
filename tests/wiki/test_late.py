"""A save whose answer is lost may land minutes later: it stays written down, is looked for, and never lands over a newer one.

The stand-in takes the save, gives no answer and finishes it when the test says so; other wikis are served by a client whose
request is kept back.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.config import WikiSettings
from bot.errors import EditConflict, ExitCode, OutputError, WikiError, WikiUnreachable
from bot.model.message import msg
from bot.model.page import Page
from bot.wiki import open_wiki
from bot.wiki.confirm import LATE
from bot.wiki.connection import Answer
from bot.wiki.protocols import SaveOrder, StillPending
from bot.wiki.save_journal import SaveJournal
from bot.wiki.wiki_client import SafeWiki
from tests.fakes.mw112.model import PROFILES
from tests.wiki.clock import TestClock
from tests.wiki.interleave import wrap_write
from tests.wiki.stages import CONTACT, OLD_PASSWORD, Stage, StandInStage
from tests.wiki.test_contract import pulled, save, text_of
from tests.wiki.test_saving import Killed

PAGE = "Первый абзац.\n\nВторой абзац.\n\nТретий абзац.\n\nЧетвёртый абзац."
OURS = PAGE.replace("Первый", "Начальный")
NEWER = PAGE.replace("Первый", "Самый первый")
THEIRS = PAGE.replace("Четвёртый", "Последний")


@pytest.fixture
def stage(stage: Stage, tmp_path: Path) -> Stage:
    """With a state of its own: what one test awaits is nothing to another."""
    stage.state = tmp_path / "state"
    return stage


@dataclass
class Late:
    """Saves that a wiki has been sent and not finished."""

    held: list[Callable[[], Any]] = field(default_factory=list)

    def hold(self, client: SafeWiki) -> None:
        """Keep the client's next save back; it hears no answer."""

        def around(send: Callable[[], Any]) -> Any:
            if self.held:
                return send()
            self.held.append(send)
            raise WikiUnreachable(msg("no answer in time"))

        wrap_write(client, around)

    def land(self) -> None:
        """The wiki finishes them."""
        for send in self.held:
            with suppress(WikiError):  # a conflict that the wiki sees itself; nobody hears the answer
                send()


def lost(stage: Stage, text: str = OURS) -> tuple[Page, Late]:
    """A page, and a save of it whose answer was lost and that is on its way."""
    late, client = Late(), stage.client()
    page = pulled(client, stage, PAGE)
    late.hold(client)
    with pytest.raises(WikiUnreachable, match="may still arrive") as caught:
        save(client, page, text)
    assert (caught.value.code, caught.value.exit_code) == ("WIKI011", ExitCode.incomplete)
    assert not isinstance(caught.value, StillPending)
    return page, late


def later(stage: Any, seconds: float = LATE) -> None:
    """Time goes by, for the bot."""
    stage.clock.passed += seconds


def test_a_save_that_lands_while_it_is_looked_for_is_ours(old: StandInStage) -> None:
    """12 to 18 seconds after the time-out, as seen on a real 1.12: found, read back, and reported as any other."""
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.holds = 1
    old.clock._on_sleep = lambda seconds: old.wiki.land() if seconds >= 10 else None
    saved = save(client, page, OURS)
    assert (saved.newid, text_of(old, page.title)) == (old.history(page.title)[0].revid, OURS)
    assert client.recover() == ()


def test_a_time_out_of_the_client_is_such_a_loss(old: StandInStage) -> None:
    """The server holds the connection, the client gives up by itself, and the server saves all the same."""
    page = pulled(old.client(), old, PAGE)
    old.wiki.hangs = threading.Event()
    settings = WikiSettings(url=old.address, user=old.bot, throttle=0.0)
    client = open_wiki(settings, password=OLD_PASSWORD, contact=CONTACT, state=old.state, clock=old.clock, seconds=1.0)
    client.account()
    old.wiki.holds = 1
    with pytest.raises(WikiUnreachable, match="may still arrive"):
        save(client, page, OURS)
    old.wiki.hangs.set()
    old.wiki.land()
    (found,) = old.client().recover()
    assert found.saved is not None
    assert text_of(old, page.title) == OURS


def test_the_page_is_not_saved_again_while_it_may_arrive(stage: Stage) -> None:
    """By no command: nothing is sent, and it is said until when; other pages are saved meanwhile."""
    page, _ = lost(stage)
    with pytest.raises(StillPending, match="may still arrive") as caught:
        save(stage.client(), page, NEWER)
    assert (caught.value.code, caught.value.exit_code) == ("WIKI011", ExitCode.incomplete)
    with pytest.raises(StillPending):
        stage.client().clear(page.title)
    other = pulled(stage.client(), stage, "другая")
    saved = save(stage.client(), other, "другая, поправленная")
    assert ["may still arrive" in str(said) for said in saved.earlier] == [True]
    assert [line.text for line in stage.history(page.title)] == [PAGE]


def test_an_older_version_never_lands_over_a_newer_one(stage: Stage) -> None:
    """It lands before the next save: it is ours, and the next one goes on from it."""
    page, late = lost(stage)
    late.land()
    newest = stage.history(page.title)[0]
    with pytest.raises(EditConflict, match=str(newest.revid)):
        save(stage.client(), page, NEWER)
    assert stage.client().arrived(page.title, page.revid or 0) == newest.revid
    fresh = stage.client().read(page.title)
    assert fresh is not None
    save(stage.client(), fresh, NEWER)
    assert [line.text for line in stage.history(page.title)] == [NEWER, OURS, PAGE]


def test_after_fifteen_minutes_it_is_given_up_and_said(stage: Stage) -> None:
    """Then the next save goes on from the base it read."""
    page, _ = lost(stage)
    later(stage, LATE / 2)
    (waits,) = stage.client().recover()
    assert waits.left > 0
    later(stage)
    saved = save(stage.client(), page, NEWER)
    assert ["given up" in str(said) for said in saved.earlier] == [True]
    assert [line.text for line in stage.history(page.title)] == [NEWER, PAGE]
    assert stage.client().recover() == ()


def test_a_late_save_that_met_a_stranger_s_edit_is_told_and_taken_back(old: StandInStage) -> None:
    """MediaWiki merges the two: nobody judged the mixture, so the stranger's text stands again, all revisions are named."""
    page, late = lost(old)
    theirs = old.person_writes(page.title, THEIRS)
    late.land()
    mixture = old.history(page.title)[0]
    assert "Начальный" in mixture.text
    assert "Последний" in mixture.text
    with pytest.raises(EditConflict) as caught:
        save(old.client(), page, NEWER)
    assert caught.value.code == "WIKI002"
    assert all(str(revid) in str(caught.value) for revid in (page.revid, theirs, mixture.revid))
    assert text_of(old, page.title) == THEIRS
    assert old.client().recover() == ()


def test_a_stranger_s_edit_that_the_wiki_sees_keeps_the_late_save_out(stage: Stage) -> None:
    """A conflict that nobody heard of: the save is given up in time, and the stranger's text stands."""
    page, late = lost(stage)
    stage.person_writes(page.title, PAGE.replace("Первый", "Иной"))
    late.land()
    assert text_of(stage, page.title) == PAGE.replace("Первый", "Иной")
    (found,) = stage.client().recover()
    assert (found.saved, found.left > 0) == (None, True)
    later(stage)
    (given_up,) = stage.client().recover()
    assert (given_up.saved, given_up.left) == (None, 0.0)


def test_a_new_page_may_arrive_late_too(stage: Stage) -> None:
    """Under any spelling of its title."""
    late, client, title = Late(), stage.client(), stage.title("новая страница")
    late.hold(client)
    with pytest.raises(WikiUnreachable, match="may still arrive"):
        save(client, Page(title, title, ""), "Начало.")
    spelled = title[:1].upper() + title[1:].replace(" ", "_")
    with pytest.raises(StillPending):
        save(stage.client(), Page(spelled, spelled, ""), "Другое начало.")
    late.land()
    (found,) = stage.client().recover()
    assert found.saved is not None
    assert (found.saved.oldid, text_of(stage, title)) == (0, "Начало.")


def test_a_process_that_is_killed_while_it_looks_leaves_it_to_the_next(old: StandInStage) -> None:
    """And that one may be killed too."""
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.holds = 1

    def die(_: float) -> None:
        raise Killed

    old.clock._on_sleep = die
    with pytest.raises(Killed):
        save(client, page, OURS)
    old.clock._on_sleep = old.wiki.tick
    for _ in range(2):
        with pytest.raises(StillPending):
            save(old.client(), page, NEWER)
    old.wiki.land()
    (found,) = old.client().recover()
    assert found.saved is not None
    assert [line.text for line in old.history(page.title)] == [OURS, PAGE]


def test_two_lost_saves_of_two_pages_are_settled_each_by_itself(old: StandInStage) -> None:
    """One arrives, one does not."""
    (first, late), (second, _) = lost(old), lost(old)
    late.land()
    found = {one.title: one for one in old.client().recover()}
    assert found[first.title].saved is not None
    assert found[second.title].left > 0


def test_a_late_save_that_somebody_hid_is_told(old: StandInStage) -> None:
    """It is there, and nobody can say that it is what was sent."""
    page, late = lost(old)
    late.land()
    kept = old.wiki.pages[page.title]
    kept[-1] = type(kept[-1])(**{**vars(kept[-1]), "text": "\udcd0"})
    with pytest.raises(WikiError, match="another text") as caught:
        old.client().recover()
    assert caught.value.code == "WIKI005"
    assert old.client().recover() == ()


def test_what_was_never_sent_is_not_awaited(old: StandInStage) -> None:
    """No form, or no connection: the next command may save at once."""
    client = old.client()
    page = pulled(client, old, PAGE)
    session: Any = client._reader  # the form's way to the wiki
    get = session.transport.get

    def no_form(url: str, fields: dict[str, str]) -> Any:
        if fields.get("action") == "edit":
            raise WikiUnreachable(msg("no answer in time"))
        return get(url, fields)

    session.transport.get = no_form
    with pytest.raises(WikiUnreachable) as caught:
        save(client, page, OURS)
    assert "may still arrive" not in str(caught.value)
    assert old.client().recover() == ()
    save(old.client(), page, NEWER)


def test_a_server_in_front_that_gives_up_is_no_refusal(old: StandInStage) -> None:
    """504 and an empty page of a crashed PHP say nothing of the save behind them."""
    for answer in (
        Answer(504, {}, "<h1>504 Gateway Time-out</h1>", ""),
        Answer(503, {"retry-after": "5"}, "<h1>Error 503 Backend fetch failed</h1>", ""),
        Answer(200, {}, "", ""),
    ):
        client = old.client()
        page = pulled(client, old, PAGE)
        late = Late()

        def around(send: Callable[[], Any], late: Late = late, answer: Answer = answer) -> Any:
            late.held.append(send)
            return answer

        wrap_write(client, around)
        with pytest.raises(WikiUnreachable, match="may still arrive"):
            save(client, page, OURS)
        late.land()
        (found,) = old.client().recover()
        assert found.saved is not None


def test_the_journal_reads_what_an_older_version_left(tmp_path: Path) -> None:
    """One record without its time: it is awaited from now on; and a clock that goes back makes nobody wait for days."""
    clock = TestClock()
    journal = SaveJournal(tmp_path, "http://wiki", "МойБот", clock)
    with journal.held():
        journal.begin(SaveOrder(Page("А", "А", "", revid=1), "текст", "правка", False, "МойБот"))
        (record,) = json.loads(journal._pending.read_text(encoding="utf-8"))
        del record["since"]
        journal._pending.write_text(json.dumps(record), encoding="utf-8")
        (found,) = journal.pending()
        assert found.order.text == "текст"
        assert LATE - 60 < found.left <= LATE  # the clock goes on with the machine's
        clock.passed -= 10 * 86_400
        assert LATE - 60 < journal.pending()[0].left <= LATE
        clock.passed += LATE
        assert journal.pending()[0].left == 0


@pytest.mark.parametrize("what", ["{", "[1]", '[{"title": 1}]', "null"])
def test_a_damaged_journal_is_told_and_nothing_is_saved(old: StandInStage, what: str) -> None:
    """Nobody may forget what was on its way: one line, exit code 2."""
    client = old.client()
    page = pulled(client, old, PAGE)
    save(client, page, OURS)
    client._journal._pending.write_text(what, encoding="utf-8")
    fresh = client.read(page.title)
    assert fresh is not None
    with pytest.raises(OutputError, match="damaged"):
        save(client, fresh, NEWER)
    assert text_of(old, page.title) == OURS


def test_a_wiki_that_hangs_is_not_looked_at_for_ever(old: StandInStage) -> None:
    """Each look may take a minute: after one and a half no other is begun."""
    client = old.client()
    page = pulled(client, old, PAGE)
    Late().hold(client)
    asked: list[str] = []
    write, history = client._saver.write, client._reader.history

    def hangs(title: str, limit: int) -> Any:
        if asked:
            asked.append(title)
            old.pass_time(60.0)
            raise WikiUnreachable(msg("no answer in time"))
        return history(title, limit)

    def then_hangs(order: SaveOrder) -> None:
        asked.append("")
        write(order)

    client._saver.write, client._reader.history = then_hangs, hangs  # type: ignore[method-assign]
    with pytest.raises(WikiUnreachable, match="may still arrive"):
        save(client, page, OURS)
    assert len(asked) <= 4


@pytest.mark.parametrize(
    "answer", [{}, {"edit": []}, {"edit": {"newrevid": 4}}, {"error": "x"}, {"edit": {"result": None}}]
)
def test_an_answer_that_says_neither_yes_nor_no_is_a_loss(old: StandInStage, answer: dict[str, Any]) -> None:
    """``action=edit`` behind something that garbles it: the save may be there."""
    old.wiki.traits = PROFILES["1.19"]
    client = old.client()
    page = pulled(client, old, PAGE)

    def garbled(send: Callable[[], Any]) -> Answer:
        send()
        return Answer(200, {}, "", "", json.dumps(answer).encode())

    wrap_write(client, garbled)
    saved = save(client, page, OURS)
    assert (saved.newid, text_of(old, page.title)) == (old.history(page.title)[0].revid, OURS)
