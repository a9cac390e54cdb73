"""The one way to a saved edit: who proposes, proves and saves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import Settings
from bot.errors import GateHeld
from bot.jobs.change import change_by, propose
from bot.jobs.session import Session, choose_profile
from bot.model.page import Page
from bot.model.plan import Choice
from bot.store import Decided, open_store
from bot.wikitext.tidying import tidy_page

JOBS = Path(__file__).resolve().parents[2] / "bot" / "jobs"
PAGE = Page("p", "P", "Метод `fit`.<ref>Книга</ref> И `run`.<references/>")


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a file with the last name of what is called."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            yield name, node


def test_only_the_one_way_makes_a_change_of_edits() -> None:
    """Of the use cases only ``change_by``, which proves, makes a change with edits: no saved edit is without a proof."""
    made = {
        path.name
        for path in JOBS.rglob("*.py")
        for name, call in calls(path)
        if name == "Change" and (len(call.args) > 2 or any(word.arg == "edits" for word in call.keywords))
    }
    assert made == {"change.py"}


def test_only_the_one_way_saves() -> None:
    """A save with a gate's pass is asked of a wiki in one file."""
    assert {path.name for path in JOBS.rglob("*.py") for name, _ in calls(path) if name == "pass_for"} == {"change.py"}


def test_edits_that_fail_the_proof_make_no_change() -> None:
    """A forged edit that takes a note away is refused, whoever asks."""
    page = choose_profile("modern", Settings()).read(PAGE)
    edit = tidy_page(page).edits[0]
    start = PAGE.text.index("<ref>")
    end = PAGE.text.index("</ref>") + len("</ref>")
    span = replace(edit.spans[0], start=start, end=end, before=PAGE.text[start:end], after="")
    with pytest.raises(GateHeld):
        change_by(page, [replace(edit, spans=(span,), needs=())])


def test_what_a_person_rejected_is_not_proposed() -> None:
    """The other edit stays, and is proven anew."""
    page = choose_profile("modern", Settings()).read(PAGE)
    first, second = tidy_page(page).edits
    with open_store(None) as store:
        store.decide(Decided(first.id, Choice.reject.value, "", "me"))
        proposed = propose(page, Session(Settings(), store))
    assert [edit.id for edit in proposed.edits] == [second.id]
    assert change_by(page, proposed.edits).text == "Метод `fit`.<ref>Книга</ref> И <code>run</code>.<references/>"
