"""The whole matrix of conflicts, on the real 1.39 and on the older ones' stand-ins, through every client.

What happens between the last look and the save never costs anybody a word, and is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.errors import EditConflict
from bot.model.page import Page
from bot.wiki.protocols import SaveOrder
from bot.wiki.wiki_client import SafeWiki
from tests.wiki.interleave import wrap_write
from tests.wiki.stages import Stage, StandInStage
from tests.wiki.test_contract import pulled, save, text_of

PAGE = "Первый абзац.\n\nВторой абзац.\n\nТретий абзац.\n\nЧетвёртый абзац."
OURS = PAGE.replace("Первый", "Начальный")
LAST = PAGE.replace("Четвёртый", "Последний")
SAME = PAGE.replace("Первый", "Иной")


@dataclass(frozen=True)
class Race:
    """What others do right before our save arrives, and the text that must stand in the end (None: no page)."""

    happens: Callable[[Stage, str], object]
    stands: str | None
    codes: frozenset[str]


def _remade(stage: Stage, title: str) -> None:
    stage.delete(title)
    stage.person_writes(title, "Совсем другая страница.")


def _twice(stage: Stage, title: str) -> None:
    stage.person_writes(title, LAST)
    stage.person_writes(title, LAST + "\n\nПятый абзац.")


def _both(stage: Stage, title: str) -> None:
    stage.person_writes(title, LAST)
    stage.bot_writes(title, LAST + "\n\nАбзац второго процесса.")


def _back(stage: Stage, title: str) -> None:
    stage.person_writes(title, LAST)
    stage.person_writes(title, PAGE)


RACES = {
    "another paragraph": Race(
        lambda stage, title: stage.person_writes(title, LAST), LAST, frozenset({"WIKI001", "WIKI002"})
    ),
    "the same line": Race(lambda stage, title: stage.person_writes(title, SAME), SAME, frozenset({"WIKI001"})),
    "a person twice": Race(_twice, LAST + "\n\nПятый абзац.", frozenset({"WIKI001", "WIKI002"})),
    "our other process": Race(
        lambda stage, title: stage.bot_writes(title, SAME), SAME, frozenset({"WIKI001", "WIKI002"})
    ),
    "a person and our other process": Race(
        _both, LAST + "\n\nАбзац второго процесса.", frozenset({"WIKI001", "WIKI002"})
    ),
    "there and back": Race(_back, PAGE, frozenset({"WIKI001", "WIKI002"})),
    "deleted": Race(lambda stage, title: stage.delete(title), None, frozenset({"WIKI001"})),
    "deleted and made again": Race(_remade, "Совсем другая страница.", frozenset({"WIKI001", "WIKI002"})),
}


def racing(client: SafeWiki, happens: Callable[[], object]) -> None:
    """Let it happen after the protocol's last look, right before the save is sent; once."""
    write, left = client._saver.write, [happens]

    def late(order: SaveOrder) -> None:
        if left:
            left.pop()()
        write(order)

    client._saver.write = late  # type: ignore[method-assign]  # stands between the last look and the save


@pytest.mark.parametrize("name", RACES)
def test_a_race_costs_nobody_a_word(stage: Stage, name: str) -> None:
    """The page ends as the others left it, the error has its code and names the base, and nothing is left in the journal."""
    race, client = RACES[name], stage.client()
    page = pulled(client, stage, PAGE)
    racing(client, lambda: race.happens(stage, page.title))
    with pytest.raises(EditConflict) as caught:
        save(client, page, OURS)
    assert caught.value.code in race.codes
    assert text_of(stage, page.title) == race.stands
    assert stage.client().recover() == ()


def test_a_race_of_creation_costs_nobody_a_word(stage: Stage) -> None:
    """Whoever made the page keeps it."""
    client, title = stage.client(), stage.title("Гонка")
    racing(client, lambda: stage.person_writes(title, "Человек успел."))
    with pytest.raises(EditConflict):
        save(client, Page(title, title, ""), "Бот создаёт.")
    assert text_of(stage, title) == "Человек успел."


def test_a_crowded_second_hides_nobody(old: StandInStage) -> None:
    """1.12 cuts a history by time: of a crowded second a save may be missing, and whom we overwrote is found still."""
    client, title = old.client(), old.title("Теснота")
    for number in range(5):
        old.wiki.write(title, f"{PAGE}\n\n{number}.", "Человек")
    page = client.read(title)
    assert page is not None
    old.clock.passed += 60  # this machine's clock is ahead of the wiki's: the base's second seems to be over

    def in_between(send: Callable[[], object]) -> object:
        if old.wiki.history(title)[0].revid == page.revid:
            old.wiki.write(title, SAME, "Человек")
            old.wiki.tick(2)
        return send()

    wrap_write(client, in_between)
    with pytest.raises(EditConflict):
        save(client, page, OURS)
    assert text_of(old, title) == SAME


@pytest.mark.parametrize("theirs", [LAST, SAME + "\n\nЕщё."], ids=["apart", "touching"])
def test_what_runs_into_the_giving_back_is_not_lost(old: StandInStage, theirs: str) -> None:
    """Our other process saves while a person's words are given back: MediaWiki lets us overwrite that without a word."""
    client, title = old.client(), old.title("Дважды")
    old.wiki.write(title, PAGE, "Человек")
    page = client.read(title)
    assert page is not None
    person = PAGE.replace("Третий", "Третий, слово человека,")
    happens = [lambda: old.bot_writes(title, theirs), lambda: old.wiki.write(title, person, "Человек")]

    def in_between(send: Callable[[], object]) -> object:
        if happens:
            happens.pop()()
        return send()

    wrap_write(client, in_between)
    old.clock.passed += 60  # this machine's clock is ahead: nobody waits for the base's second to end
    with pytest.raises(EditConflict) as caught:
        save(client, page, OURS)
    history = old.history(title)
    assert "слово человека" in history[0].text
    if caught.value.code == "WIKI002":
        assert theirs.split("\n\n")[-1] in history[0].text
    else:
        assert caught.value.code == "WIKI003"


def test_an_edit_right_after_ours_is_theirs(stage: Stage) -> None:
    """No conflict: our revision is found below theirs, and theirs stands."""
    client = stage.client()
    page = pulled(client, stage, PAGE)
    write = client._saver.write

    def and_then(order: SaveOrder) -> None:
        write(order)
        stage.person_writes(page.title, "Сразу после.")

    client._saver.write = and_then  # type: ignore[method-assign]  # a person who is faster than the read-back
    saved = save(client, page, OURS)
    assert [line.revid for line in stage.history(page.title)][1] == saved.newid
    assert text_of(stage, page.title) == "Сразу после."
