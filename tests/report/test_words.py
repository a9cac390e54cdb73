"""Every closed word has a name for people, in both languages."""

from __future__ import annotations

import inspect
from dataclasses import replace
from enum import StrEnum

import pytest

from bot.gate import decide
from bot.locale import Speech
from bot.model import words
from bot.model.report import Coverage
from bot.report import render
from bot.report.word_names import WORDS, word
from tests.report import builders

SETS = [
    found
    for _, found in inspect.getmembers(words, inspect.isclass)
    if issubclass(found, StrEnum) and found is not StrEnum
]


@pytest.mark.parametrize("members", SETS, ids=lambda found: found.__name__)
def test_no_word_lacks_its_name_for_people(members: type[StrEnum]) -> None:
    """A word added to the house without a name for people fails here."""
    assert set(WORDS[members]) == set(members)


@pytest.mark.parametrize("members", SETS, ids=lambda found: found.__name__)
def test_names_tell_the_words_of_a_set_apart(members: type[StrEnum]) -> None:
    """Two words of one set never read the same, in either language."""
    for language in ("en", "ru"):
        said = [Speech(language).say(word(member)) for member in members]
        assert len(set(said)) == len(said)


def test_russian_names_are_russian() -> None:
    """Only names of identifiers stay in Latin letters."""
    speech = Speech("ru")
    latin = [word(member) for members in SETS for member in members if members is not words.IdKind]
    assert [speech.say(found) for found in latin if not any("а" <= letter <= "я" for letter in speech.say(found))] == []


@pytest.mark.parametrize("form", ["text", "html", "wikitext"])
def test_nothing_is_called_confirmed_beside_a_zero(form: str) -> None:
    """A page without a citation says what was looked at, not that every citation is confirmed."""
    page = replace(
        builders.check_report().pages[0],
        citations=(),
        findings=(),
        coverage=Coverage(),
        gate=decide((), words.Policy.confirmed),
    )
    said = render(replace(builders.check_report(), pages=(page,)), form, Speech("en"))
    assert "every citation confirmed" not in said
    assert "footnotes 0" in said
