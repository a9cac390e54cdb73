"""Edits keep what they must keep."""

from __future__ import annotations

from bot.model.edit import apply_edits
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import profile
from bot.wikitext.tidy import tidy_page

PAGE = """Один.<ref name=a>Книга первая. — М., 2001</ref> Два `x = 1`.<ref name="a">Книга  первая. — М., 2001</ref>
Три.<ref>Иванов И. И. Вторая книга. — М., 2002</ref> Четыре.<ref>Иванов И. И. Вторая книга. — М., 2002</ref>
Пять.<ref name="a" /> <ref name="б">Третья работа. [https://a.org/x?utm_source=chatgpt.com Текст статьи]</ref>
<references/>
"""


def tidied(text: str, name: str = "mlru") -> str:
    """The text with every safe edit made."""
    return tidy_page(Page("p", "P", text), profile(name)).text


def test_copies_become_short_refs_and_every_source_stays() -> None:
    """Equal notes are one note, named after author and year; nothing else moves."""
    new = tidied(PAGE)
    assert new.count("Книга первая") == 1
    assert new.count("Вторая книга") == 1
    assert new.count('<ref name="Иванов 2002" />') == 1
    assert "<code>x = 1</code>" in new
    assert "utm_source" not in new


def test_safe_edits_applied_to_the_original_make_the_text() -> None:
    """Spans are offsets of the original text, apart from one another."""
    result = tidy_page(Page("p", "P", PAGE), profile("mlru"))
    safe = tuple(edit for edit in result.edits if edit.fix is Fix.safe)
    assert apply_edits(PAGE, safe) == result.text
    assert result.proof.ok
    assert result.proof.checks


def test_a_second_run_changes_nothing() -> None:
    """Tidying is done once."""
    once = tidied(PAGE)
    assert tidied(once) == once


def test_two_texts_under_one_name_are_reported_and_left_alone() -> None:
    """A conflict is never resolved silently."""
    text = '<ref name="a">Первая книга</ref> <ref name="a">Вторая книга</ref> <ref name="a" /><references/>'
    result = tidy_page(Page("p", "P", text), profile("mlru"))
    assert result.text == text
    assert [finding.code for finding in result.findings] == ["REF010"]
    assert result.findings[0].excerpt == "Вторая книга"


def test_a_clean_page_gets_no_edit_and_no_finding() -> None:
    """Silence where nothing is wrong."""
    text = "Текст.<ref>Источник первый</ref>\n\n== Примечания ==\n<references/>\n"
    result = tidy_page(Page("p", "P", text), profile("mlru"))
    assert (result.text, result.edits, result.findings) == (text, (), ())
