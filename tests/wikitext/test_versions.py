"""What changed between releases, one row a change (facts: Cite's history): the release before, and the first that has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.refs import FootnoteTable, Role, footnotes
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

LISTED = "<references/>"


def _faults(table: FootnoteTable) -> tuple[str, ...]:
    return tuple(use.fault.value for use in table.uses if use.fault)


def _notes(table: FootnoteTable) -> int:
    return len(table.notes)


def _listed(table: FootnoteTable) -> int:
    return sum(note.listed and note.definition is not None for note in table.notes)


def _names(table: FootnoteTable) -> tuple[str | None, ...]:
    return tuple(use.name for use in table.uses)


def _roles(table: FootnoteTable) -> tuple[Role, ...]:
    return tuple(use.role for use in table.uses)


Version = tuple[int, int]
Reading = Callable[[FootnoteTable], object]
CHANGES: tuple[tuple[str, Version, Version, str, Reading, object, object], ...] = (
    ("groups", (1, 12), (1, 13), '<ref group="n">x</ref>', _faults, ("ref_too_many_keys",), ()),
    ("a list closes its names", (1, 12), (1, 13), f'<ref name="a">x</ref>{LISTED}<ref name="a"/>{LISTED}', _notes, 1, 2),
    ("a ref inside a ref is an error", (1, 13), (1, 14), f"<ref>a<ref>b</ref>{LISTED}", _faults, (), ("included_ref",)),
    (
        "list-defined notes", (1, 15), (1, 16), '<ref name="a"/><references><ref name="a">x</ref></references>', _faults,
        ("references_not_expected",), (),
    ),
    (
        "an empty pair is a short ref", (1, 12), (1, 16), f'<ref name="a">x</ref><ref name="a"></ref>{LISTED}', _roles,
        (Role.definition, Role.broken), (Role.definition, Role.reuse),
    ),
    ("follow", (1, 16), (1, 17), f'<ref name="a">x</ref><ref follow="a">y</ref>{LISTED}', _faults, ("ref_too_many_keys",), ()),
    ("unquoted Cyrillic names", (1, 19), (1, 20), f"<ref name=Имя>x</ref>{LISTED}", _names, (None,), ("Имя",)),
    ("the list is added by itself", (1, 23), (1, 24), "<ref>x</ref>", _listed, 0, 1),
    ("an unclosed tag is text", (1, 27), (1, 28), "a<ref>b", _notes, 1, 0),
    ("names are compared raw", (1, 30), (1, 31), f'<ref name="a b">x</ref><ref name="a_b"/>{LISTED}', _notes, 1, 2),
    (
        "white space alone is no text", (1, 34), (1, 35), f'<ref name="a">x</ref><ref name="a"> </ref>{LISTED}', _roles,
        (Role.definition, Role.definition), (Role.definition, Role.reuse),
    ),
    ("dir", (1, 34), (1, 35), f'<ref dir="rtl">x</ref>{LISTED}', _faults, ("ref_too_many_keys",), ()),
    ("details", (1, 43), (1, 44), f'<ref name="a" details="p. 1">x</ref>{LISTED}', _faults, ("ref_too_many_keys",), ()),
    ("a name of digits keeps its text", (1, 44), (1, 45), f'<ref name="12">x</ref>{LISTED}', _faults, ("ref_numeric_key",), ()),
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change[0])
def test_a_change_holds_from_its_release_on(
    change: tuple[str, Version, Version, str, Reading, object, object],
) -> None:
    """The table reads the page in the old way up to the release before (1.12 where it is unknown), and then in the new way."""
    _, before, first, text, reading, old, new = change
    modern = profile("modern")
    assert reading(footnotes(text, replace(modern, cite_version=before))) == old
    assert reading(footnotes(text, replace(modern, cite_version=first))) == new


@pytest.mark.parametrize(
    "version", [(1, 12), (1, 15), (1, 23), (1, 26), (1, 27), (1, 30), (1, 35), (1, 39), (1, 43), (1, 46)]
)
def test_two_texts_under_one_name_are_reported_on_every_release(version: Version) -> None:
    """Before 1.27 the wiki hides the second text without a word, since then it shows an error: neither is resolved silently."""
    text = f'<ref name="a">Первая книга</ref> <ref name="a">Вторая книга</ref>\n{LISTED}\n'
    result = tidy_page(Wikitext(Page("p", "P", text), replace(profile("modern"), cite_version=version)))
    assert result.text == text
    assert [finding.code for finding in result.findings] == ["REF010"]
