"""What can go wrong between the last look and the read-back, on the stand-in of 1.12: nobody's words are lost, and it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.errors import EditConflict, InputError, NotAllowed, WikiError, WikiUnreachable
from bot.model.message import msg
from bot.model.page import Page
from bot.wiki.confirm import LATE
from bot.wiki.protocols import SaveOrder
from bot.wiki.save_journal import SaveJournal
from bot.wiki.wiki_client import SafeWiki
from tests.wiki.clock import TestClock
from tests.wiki.stages import StandInStage
from tests.wiki.test_contract import pulled, save

PAGE = "Первый абзац.\n\nВторой абзац.\n\nТретий абзац.\n\nЧетвёртый абзац."


def once(action: Callable[[str], object]) -> Callable[[str], None]:
    """Do it before the next save arrives, and not again."""
    left = [action]

    def before(title: str) -> None:
        if left:
            left.pop()(title)

    return before


def person(stage: StandInStage, old: str, new: str) -> Callable[[str], object]:
    """A person changes a part of the page."""
    return lambda title: stage.person_writes(title, str(stage.wiki.text(title)).replace(old, new))


def test_a_silent_merge_is_taken_back(old: StandInStage) -> None:
    """The wiki says success and stores a mixture that no gate has judged: the person's text stands again, all ids are named."""
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.before_save = once(person(old, "Четвёртый", "Последний"))
    with pytest.raises(EditConflict) as caught:
        save(client, page, PAGE.replace("Первый", "Начальный"))
    assert caught.value.code == "WIKI002"
    back, mixture, theirs, _ = old.history(page.title)
    assert mixture.text == PAGE.replace("Первый", "Начальный").replace("Четвёртый", "Последний")
    assert back.text == theirs.text == PAGE.replace("Четвёртый", "Последний")
    assert all(str(revid) in str(caught.value) for revid in (page.revid, theirs.revid, mixture.revid, back.revid))


def test_an_edit_overwritten_by_the_account_s_own_rule_is_given_back(old: StandInStage) -> None:
    """A person and then another process of the bot save; 1.12 lets us overwrite both without a word (c04)."""
    client = old.client()
    page = pulled(client, old, PAGE)

    def both(title: str) -> None:
        old.person_writes(title, PAGE + "\n\nАбзац человека.")
        old.bot_writes(title, PAGE + "\n\nАбзац человека.\n\nАбзац бота.")

    old.wiki.before_save = once(both)
    with pytest.raises(EditConflict):
        save(client, page, PAGE.replace("Первый", "Начальный"))
    assert old.wiki.text(page.title) == PAGE + "\n\nАбзац человека.\n\nАбзац бота."


def test_a_conflict_the_server_sees_is_told(old: StandInStage) -> None:
    """The same line: nothing is saved."""
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.before_save = once(person(old, "Первый", "Иной"))
    with pytest.raises(EditConflict, match="conflict"):
        save(client, page, PAGE.replace("Первый", "Начальный"))
    assert [line.user for line in old.history(page.title)] == ["Человек", "Человек"]


def test_a_base_of_this_very_second_is_waited_out(old: StandInStage) -> None:
    """Within it somebody's edit would be overwritten unseen: the client waits, looks again, and finds it."""
    client = old.client()
    title = old.title()
    old.wiki.write(title, PAGE)
    page = client.read(title)
    assert page is not None
    old.wiki.write(title, PAGE + "\n\nВ ту же секунду.")
    with pytest.raises(EditConflict):
        save(client, page, PAGE.replace("Первый", "Начальный"))
    fresh = client.read(title)
    assert fresh is not None
    save(client, fresh, "поправлено")
    assert old.clock.slept == [2.0]


def test_a_page_made_while_ours_was_on_its_way_stays_theirs(old: StandInStage) -> None:
    """A race of creation with a person."""
    title = old.title("Гонка")
    old.wiki.before_save = once(lambda name: old.person_writes(name, "Человек успел"))
    with pytest.raises(EditConflict):
        save(old.client(), Page(title, title, ""), "Бот создаёт")
    assert old.wiki.text(title) == "Человек успел"


def test_a_page_deleted_while_ours_was_on_its_way_stays_deleted(old: StandInStage) -> None:
    """The form asks to confirm the re-creation; a bot does not."""
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.before_save = once(old.delete)
    with pytest.raises(EditConflict):
        save(client, page, "текст")
    assert old.wiki.text(page.title) is None


def test_a_page_deleted_in_the_very_second_is_told(old: StandInStage) -> None:
    """1.12 cannot see it and makes the page again; the history lacks the base, and the error says so."""
    moment = old.wiki.now()
    old.wiki.now = lambda: moment  # the wiki's second does not end meanwhile
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.before_save = once(old.wiki.delete)
    with pytest.raises(EditConflict, match=rf"{page.revid}.*made it again"):
        save(client, page, "текст")


def test_somebody_saving_right_after_us_is_no_fault(old: StandInStage) -> None:
    """Our revision is found below theirs."""
    client = old.client()
    page = pulled(client, old, PAGE)
    write = client._saver.write

    def and_then(order: SaveOrder) -> None:
        write(order)
        old.person_writes(page.title, "сразу после")

    client._saver.write = and_then  # type: ignore[method-assign]  # a person who is faster than the read-back
    saved = save(client, page, "правка")
    assert [line.revid for line in old.history(page.title)][1] == saved.newid


def test_the_wiki_s_limit_is_waited_for(old: StandInStage) -> None:
    """1.12 sends 503 without saying how long: a minute, then the same save once more."""
    client = old.client()
    page = pulled(client, old, PAGE)
    bot = old.wiki.users[old.bot]
    bot.rate = 0

    def slept(seconds: float) -> None:
        old.wiki.tick(seconds)
        bot.rate = None

    old.clock._on_sleep = slept
    save(client, page, "правка")
    assert old.clock.slept == [60.0]
    assert old.wiki.text(page.title) == "правка"


def test_a_limit_that_does_not_end_is_for_another_run(old: StandInStage) -> None:
    """Three attempts, exit code 4, nothing saved and nothing left in the journal."""
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.users[old.bot].rate = 0
    with pytest.raises(WikiUnreachable, match="wait"):
        save(client, page, "правка")
    assert old.clock.slept == [60.0, 60.0]
    assert client.recover() == ()


@pytest.mark.parametrize(
    ("prepare", "error", "word"),
    [
        (lambda wiki: setattr(wiki, "spam", "казино"), NotAllowed, "filter"),
        (lambda wiki: setattr(wiki, "captcha_links", True), NotAllowed, "captcha"),
    ],
)
def test_filters_are_told_apart(
    old: StandInStage, prepare: Callable[[object], None], error: type[WikiError], word: str
) -> None:
    """Each with what to do, and the page as it was."""
    client = old.client()
    page = pulled(client, old, PAGE)
    prepare(old.wiki)
    old.wiki.users[old.bot].groups = ()
    with pytest.raises(error, match=word):
        save(client, page, "казино http://example.org")
    assert old.wiki.text(page.title) == PAGE


def test_an_answer_that_got_lost_is_looked_for(old: StandInStage) -> None:
    """The wiki saved, the connection broke: the history knows, and nothing is sent twice."""
    client = old.client()
    page = pulled(client, old, PAGE)
    write = client._saver.write

    def lost(order: SaveOrder) -> None:
        write(order)
        raise WikiUnreachable(msg("no answer in time"))

    client._saver.write = lost  # type: ignore[method-assign]  # the network breaks right after
    saved = save(client, page, "правка")
    assert saved.newid == old.history(page.title)[0].revid
    assert len(old.history(page.title)) == 2


def test_a_session_that_ends_before_the_save_is_renewed_once(old: StandInStage) -> None:
    """Nothing was saved; after a new login the same save goes through."""
    client = old.client()
    page = pulled(client, old, PAGE)
    write, calls = client._saver.write, []

    def ended(order: SaveOrder) -> None:
        calls.append(order)
        if len(calls) == 1:
            old.wiki.sessions.clear()
        write(order)

    client._saver.write = ended  # type: ignore[method-assign]  # the server forgets us
    save(client, page, "правка")
    assert (len(calls), old.wiki.text(page.title), len(old.history(page.title))) == (2, "правка", 2)


class Killed(BaseException):
    """The process ends here."""


def killed(client: SafeWiki, step: str) -> None:
    """Make the client's process die at a step of the protocol."""

    def die(*_: object, **__: object) -> None:
        raise Killed

    write = client._saver.write
    if step == "before the save is sent":
        client._saver.write = die  # type: ignore[method-assign]
    elif step == "after the save was sent":

        def write_and_die(order: SaveOrder) -> None:
            write(order)
            raise Killed

        client._saver.write = write_and_die  # type: ignore[method-assign]
    elif step == "before it is written down":
        client._journal.begin = die  # type: ignore[method-assign]
    else:
        client._journal.end = die  # type: ignore[method-assign]


STEPS = ("before it is written down", "before the save is sent", "after the save was sent", "after it was read back")


@pytest.mark.parametrize("step", STEPS)
def test_the_next_start_looks_instead_of_saving_again(old: StandInStage, step: str) -> None:
    """Killed at any step: afterwards the page has the edit once or not at all, and the journal is clear.

    What is not in the history may still be on its way: it is waited for, and given up after fifteen minutes.
    """
    client = old.client()
    page = pulled(client, old, PAGE)
    killed(client, step)
    with pytest.raises(Killed):
        save(client, page, "правка")
    after = old.client()
    recovered = after.recover()
    reached = step in STEPS[2:]
    assert len(recovered) == (step != STEPS[0])
    assert any(one.saved is not None for one in recovered) == reached
    assert any(one.left > 0 for one in recovered) == (step == STEPS[1])
    assert len(old.history(page.title)) == (2 if reached else 1)
    old.pass_time(LATE)
    assert [(one.saved, one.left) for one in after.recover()] == [(None, 0.0)] * (step == STEPS[1])
    assert after.recover() == ()
    newest = after.read(page.title)
    assert newest is not None
    save(after, newest, "следующая правка")
    assert old.wiki.text(page.title) == "следующая правка"


def test_a_mixture_left_by_a_killed_process_is_taken_back_by_the_next(old: StandInStage) -> None:
    """The kill came after the wiki merged and before anybody looked."""
    client = old.client()
    page = pulled(client, old, PAGE)
    old.wiki.before_save = once(person(old, "Четвёртый", "Последний"))
    killed(client, "after the save was sent")
    with pytest.raises(Killed):
        save(client, page, PAGE.replace("Первый", "Начальный"))
    after = old.client()
    with pytest.raises(EditConflict, match="taken back"):
        after.recover()
    assert old.wiki.text(page.title) == PAGE.replace("Четвёртый", "Последний")
    assert after.recover() == ()


def test_one_writer_an_account(tmp_path: Path) -> None:
    """A second process waits, and gives up with the reason; after the first has gone it goes on."""
    clock = TestClock()
    first, second = (SaveJournal(tmp_path, "http://wiki", "МойБот", clock) for _ in range(2))
    with first.held(), pytest.raises(NotAllowed, match="another run"), second.held():
        pass
    assert len(clock.slept) == 120
    with second.held():
        pass
    other = SaveJournal(tmp_path, "http://wiki", "ДругойБот", clock)
    with first.held(), other.held():
        pass


def test_the_journal_is_private(tmp_path: Path) -> None:
    """What is being saved is nobody else's business."""
    journal = SaveJournal(tmp_path / "state", "http://wiki", "МойБот", TestClock())
    with journal.held():
        journal.begin(SaveOrder(Page("А", "А", "", revid=1), "текст", "правка", False, "МойБот"))
        modes = {path.stat().st_mode & 0o077 for path in (tmp_path / "state").rglob("*.json")}
        folders = {path.stat().st_mode & 0o077 for path in (tmp_path / "state").rglob("*") if path.is_dir()}
    assert modes == folders == {0}


def test_saves_keep_their_distance_across_clients(old: StandInStage) -> None:
    """Two processes of one account together keep the operator's seconds."""
    first, second = old.client(throttle=10.0), old.client(throttle=10.0)
    one, two = pulled(first, old, PAGE), pulled(second, old, PAGE)
    save(first, one, "правка")
    before = len(old.clock.slept)
    save(second, two, "правка")
    (waited,) = old.clock.slept[before:]
    assert 8 <= waited <= 10


@pytest.mark.parametrize("title", ["", "  ", "А#раздел", "А[б", "А|б", "{{А}}", "<А>", ":А", "я" * 128])
def test_titles_that_would_hit_another_page_are_refused(old: StandInStage, title: str) -> None:
    """An empty title is the main page for 1.12, and one with a section its page: neither ever reaches a wiki."""
    client = old.client(user="", password=None)
    with pytest.raises(InputError):
        client.read(title)
    with pytest.raises(InputError):
        client.read_many(["Хорошая", title])
