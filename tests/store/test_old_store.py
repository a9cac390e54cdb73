"""A store of an earlier version opens, migrates, and everything that a person decided in it is found."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.gate import former_subjects, overrule_subject
from bot.jobs.memory import recall, remembered, silenced_check
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.report import Coverage, Gate, PageCheck
from bot.model.words import Decision, Policy
from bot.profiles import profile
from bot.sources import given
from bot.store import Decided, EditState, RunState, Store, open_store
from bot.store.schema import MIGRATIONS
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.store import former
from tests.store.today import ACCOUNT, FILE, GIVEN, TITLE, WHO, WIKI, first_citation, subjects


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the committed file: opening may migrate it."""
    return Path(shutil.copy(FILE, tmp_path / "store.sqlite3"))


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """That copy, opened."""
    with open_store(path) as opened:
        yield opened


def test_it_is_migrated_to_the_newest_schema(path: Path, store: Store) -> None:
    """The file says how many migrations it has had."""
    assert store.now() > 0
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


@pytest.mark.parametrize("choice", Choice)
def test_each_decision_is_found_under_the_name_it_has_today(store: Store, choice: Choice) -> None:
    """What an edit, a finding and a citation are called does not change under a person's decision, nor who said it and why."""
    decided = store.decisions(choice.value)[subjects().by_choice[choice]]
    assert (decided.reason, decided.who) == (f"потому что {choice.value}", WHO)


def test_a_supplied_text_belongs_to_its_work(store: Store) -> None:
    """A text that a person gave once is not asked for again."""
    text = given.kept(store, first_citation())
    assert text is not None
    assert (text.text, text.title, text.blocks[0].where) == (GIVEN, "MPT", "p. 1")


def test_the_last_check_and_the_answers_are_known(store: Store) -> None:
    """What was new then is not new now."""
    assert store.last_findings(WIKI, TITLE) == frozenset({subjects().alarm})
    assert store.get("doi", "10.1000/1") == '{"title": "x"}'


def test_every_state_of_the_journal_is_read(store: Store) -> None:
    """Runs and edits however far they got; what is unsettled is settled by the next run."""
    runs = store.journal.runs(wiki=WIKI, account=ACCOUNT)
    assert {run.state for run in runs} == set(RunState)
    edits = store.journal.edits("r0")
    assert [edit.state for edit in edits] == list(EditState)
    assert {edit.state for edit in store.journal.unsettled(WIKI, ACCOUNT)} == {EditState.planned, EditState.saving}
    assert {edit.newid for edit in store.journal.under(WIKI, ACCOUNT, "task")} == {102, 104}


@pytest.fixture
def read_otherwise(tmp_path: Path) -> Iterator[Store]:
    """The store with decisions on a page whose claims and source keys version 0.1 read otherwise."""
    with open_store(Path(shutil.copy(former.FILE, tmp_path / "former.sqlite3"))) as opened:
        yield opened


def test_a_false_alarm_holds_where_the_words_are_read_otherwise_now(read_otherwise: Store) -> None:
    """Everything that version 0.1 was told about a finding silences the finding that this version raises there."""
    findings = tuple(finding for _, _, finding in former.alarms())
    assert any(finding.aliases for finding in findings)
    recall(read_otherwise, findings)
    page = PageCheck(former.PAGE, Coverage(), (), findings, Gate(Decision.hold, Policy.confirmed))
    assert [left.excerpt for left in silenced_check(page, read_otherwise).findings] == NOT_JUDGED_BEFORE


#: A column of refs claimed nothing before: there was nothing to decide.
NOT_JUDGED_BEFORE = ["FP16 | 16"]


def test_an_overrule_holds_where_the_words_are_read_otherwise_now(read_otherwise: Store) -> None:
    """Each citation that a person took on themselves is released still, with their reason."""
    for citation in former.citations():
        read_otherwise.know(overrule_subject(citation), former_subjects(citation, former.PAGE))
    released = read_otherwise.decisions(Choice.overrule.value)
    assert [released[overrule_subject(citation)].reason for citation in former.citations()] == [
        citation.wikitext for citation in former.citations()
    ]


def test_what_was_raised_before_is_not_new_where_it_is_read_otherwise(read_otherwise: Store) -> None:
    """``--new`` shows no finding again for its new name alone."""
    findings = [finding for _, _, finding in former.alarms()]
    recall(read_otherwise, findings)
    known = read_otherwise.last_findings(former.WIKI, former.TITLE)
    assert known is not None
    assert [finding.excerpt for finding in findings if finding.id not in known] == NOT_JUDGED_BEFORE


def test_a_decision_that_is_taken_back_is_gone_under_every_name(read_otherwise: Store) -> None:
    """It does not come back by its old name."""
    findings = [finding for _, _, finding in former.alarms() if finding.aliases]
    recall(read_otherwise, findings)
    taken = findings[0]
    assert taken.id in read_otherwise.decisions(Choice.false_alarm.value)
    read_otherwise.take_back(taken.id, Choice.false_alarm.value)
    recall(read_otherwise, findings)
    assert taken.id not in read_otherwise.decisions(Choice.false_alarm.value)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("REF010", 'А<ref name="a">Книга</ref> Б<ref name="a">Petrov P. DOI 10.1145/3292500†</ref>'),
        ("REF003", "А<ref>Petrov P. Fourth. DOI 10.1145/3292500†</ref> Б<ref>Petrov P., Fourth work. DOI 10.1145/3292500†</ref>"),
    ],
)  # fmt: skip
def test_a_false_alarm_of_tidying_is_found_under_its_old_key(code: str, text: str) -> None:
    """Version 0.1 read these DOIs with their tails, and the finding's id hangs on the key."""
    page = Wikitext(Page("p", "P", text), profile("modern"))
    tidy = tidy_page(page)
    (finding,) = (one for one in tidy.findings if one.code == code)
    (old,) = finding.aliases
    assert old != finding.id
    with open_store(None) as store:
        store.decide(Decided(old, Choice.false_alarm.value, "так надо", "Анна"))
        assert code not in {one.code for one in remembered(tidy, page.profile, store).findings}
