"""Edits keep what they must keep."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.edit import Declared, Edit, Span, apply_edits
from bot.model.message import msg
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import PROFILE_NAMES, profile, unattended
from bot.wikitext import proof
from bot.wikitext.drafts import Draft
from bot.wikitext.proof import prove
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import MOST_REFS, tidy_page

PAGE = """Один.<ref name=a>Книга первая. — М., 2001</ref> Два `x = 1`.<ref name="a">Книга  первая. — М., 2001</ref>
Три.<ref>Иванов И. И. Вторая книга. — М., 2002</ref> Четыре.<ref>Иванов И. И. Вторая книга. — М., 2002</ref>
Пять.<ref name="a" /> <ref name="б">Третья работа. [https://a.org/x?utm_source=chatgpt.com Текст статьи]</ref>
<references/>
"""


def tidied(text: str, name: str = "mlru") -> str:
    """The text with every safe edit made."""
    return tidy_page(Wikitext(Page("p", "P", text), profile(name))).text


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
    result = tidy_page(Wikitext(Page("p", "P", PAGE), profile("mlru")))
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
    result = tidy_page(Wikitext(Page("p", "P", text), profile("mlru")))
    assert result.text == text
    assert [finding.code for finding in result.findings] == ["REF010"]
    assert result.findings[0].excerpt == "Вторая книга"


def test_a_clean_page_gets_no_edit_and_no_finding() -> None:
    """Silence where nothing is wrong."""
    text = "Текст.<ref>Источник первый</ref>\n\n== Примечания ==\n<references/>\n"
    result = tidy_page(Wikitext(Page("p", "P", text), profile("mlru")))
    assert (result.text, result.edits, result.findings) == (text, (), ())


def test_where_a_template_asks_for_a_source_a_token_may_go_unattended_by_a_person() -> None:
    """The words keep a visible mark and their finding; without such a template, and in unattended work, a person decides."""
    wiki = replace(profile("modern"), template_source_needed="Fact")
    page = Page("p", "P", "The model is small.[cite: 1] It converged.\n")
    result = tidy_page(Wikitext(page, wiki))
    assert result.text == "The model is small.{{Fact}} It converged.\n"
    assert [(finding.code, finding.excerpt) for finding in result.findings] == [("ART031", "The model is small.")]
    assert tidy_page(Wikitext(Page("p", "P", result.text), wiki)).text == result.text
    for careful in (profile("modern"), unattended(wiki)):
        left = tidy_page(Wikitext(page, careful))
        assert left.text == page.text
        assert [edit.fix for edit in left.edits] == [Fix.review]
        assert [finding.code for finding in left.findings] == ["ART031"]


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_unattended_work_leaves_every_trace_listed(name: str) -> None:
    """Tokens, tracking parameters, private-use and invisible characters, a fence round the page: none goes, each is a finding."""
    traces = {
        "ART030": "Факт.<ref>Книга автора, 2001 [cite: 1]</ref><references/>",
        "ART031": "Факт. citeturn0search0",
        "ART032": "[https://a.org/x?utm_source=chatgpt.com Статья]",
        "ART015": "Факт\ue202 и ещё сло\u200bво.",
        "ART001": "```wikitext\n== Введение ==\nТекст.\n```",
    }
    for code, text in traces.items():
        result = tidy_page(Wikitext(Page("p", "P", text), unattended(profile(name))))
        assert result.text == text
        assert code in {finding.code for finding in result.findings}


def test_a_quote_cut_short_says_so() -> None:
    """Long words in a message end with an ellipsis."""
    text = "Это **" + "очень длинные слова выделенного текста статьи " * 3 + "вот**."
    message = tidy_page(Wikitext(Page("p", "P", text), profile("mlru"))).edits[0].message
    assert str(message).count("…") == 1


def test_on_a_page_of_too_many_refs_nothing_is_offered() -> None:
    """One finding says so, and no time is spent."""
    text = "<ref>Книга Иванова 2001</ref> `код` " * (MOST_REFS + 1)
    result = tidy_page(Wikitext(Page("p", "P", text), profile("mlru")))
    assert (result.text, result.edits) == (text, ())
    assert [finding.code for finding in result.findings] == ["REF080"]


@pytest.mark.parametrize(
    "check",
    ["same_notes", "kept_sources", "kept_protected", "kept_lines", "accounted", "no_new_fault", "outside_spans_equal"],
)
def test_a_check_that_fails_withholds_every_edit_and_is_named(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof is asked at run time: were one invariant broken, the page would stay as it was."""
    monkeypatch.setattr(proof, check, lambda *_, **__: False)
    result = tidy_page(Wikitext(Page("p", "P", PAGE), profile("mlru")))
    failed = {name for name, held in result.proof.checks if not held}
    assert (result.text, result.edits) == (PAGE, ())
    assert failed
    refused = next(finding for finding in result.findings if finding.code == "REF090")
    assert all(name in str(refused.message) for name in failed)


@pytest.mark.parametrize(
    ("code", "after", "kept"),
    [
        ("ART002", "<code>строка кода</code>", True),
        ("ART002", "<code>строка</code>", False),
        ("ART002", "<code>строка</code> кода вот", False),
        ("ART002", "<code>строка\nкода</code>", False),
        ("ART002", "<code>строка кода</code> https://a.org", False),
        ("ART030", "вот", False),
    ],
)
def test_a_residue_edit_that_changes_words_is_seen(code: str, after: str, kept: bool) -> None:
    """Only what an edit declares may go or come: this one declares nothing."""
    text, wiki = "Это `строка кода` здесь.", profile("ruwiki")
    draft = Draft(code, Fix.safe, msg("a Markdown rule"), [(4, 17, after)])
    lines = proof.kept_lines(text, [draft], wiki)
    page = Wikitext.of(text, wiki)
    assert (lines and proof.accounted(page, page.edited(f"Это {after} здесь."), [draft])) is kept


def test_a_link_that_an_edit_swallows_is_seen() -> None:
    """Marks that hold no word and no address may hide both: the whole page is looked at, not what the edit writes."""
    text, wiki = r"\[[1](https://a.org/x)\]", profile("modern")
    spans = (Span(0, 2, "\\[", "<math>"), Span(len(text) - 2, len(text), "\\]", "</math>"))
    for fix, declares in ((Fix.safe, Declared()), (Fix.review, None)):
        checks = dict(
            prove(
                Wikitext.of(text, wiki), (Edit("1", "ART005", fix, msg("a Markdown rule"), spans, (), declares),)
            ).checks
        )
        assert checks["sources kept"]
        assert not checks["a reader's words and links"]


def test_no_safe_edit_may_declare_an_address_lost() -> None:
    """An address may come back without what a chat product added, or stand elsewhere; else the proof fails."""
    wiki = profile("modern")

    def proven(text: str, before: str, after: str, *gone: str) -> bool:
        at = text.index(before)
        lost = Declared(gone[:1], gone[1:])
        edit = Edit(
            "1", "ART032", Fix.safe, msg("a Markdown rule"), (Span(at, at + len(before), before, after),), (), lost
        )
        return prove(Wikitext.of(text, wiki), (edit,)).ok

    tracked = "https://a.org/x?utm_source=chatgpt.com"
    assert proven(f"см. {tracked}", tracked, "https://a.org/x", tracked, "https://a.org/x")
    assert not proven(f"см. {tracked}", tracked, "https://a.org/y", tracked, "https://a.org/y")
    assert not proven(f"см. {tracked}", tracked, "", tracked)
    assert proven(f"{tracked} и {tracked}", f"{tracked} и", "и", tracked)
