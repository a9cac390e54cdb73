"""The summary says what was done, in the wiki's bytes, and keeps the run's name whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.jobs.summary import summary_of
from bot.locale import Speech
from bot.model.edit import Edit, Span
from bot.model.message import msg
from bot.model.words import Fix
from bot.wiki.etiquette import LIMIT, cut_summary, marked
from bot.wikitext.proof import closed


def edit(name: str, code: str = "ART002", needs: tuple[str, ...] = ()) -> Edit:
    """An edit of a code."""
    return Edit(name, code, Fix.safe, msg("x"), (Span(0, 1, "a", "b"),), needs)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ru", "слито повторов сносок: 2; исправлено сносок: 1; исправлено в разметке: 1 (+2)"),
        ("en", "copies of footnotes merged: 2; footnotes mended: 1; markup mended: 1 (+2)"),
    ],
)
def test_it_counts_by_what_was_done_with_the_change_in_bytes(language: str, said: str) -> None:
    """Merged, mended, markup; the number in brackets is what the wiki shows beside the edit."""
    edits = [edit("1", "REF001"), edit("2", "REF002"), edit("3", "REF015"), edit("4")]
    assert summary_of(edits, "x", "xя", Speech(language)) == said


def test_a_shorter_page_has_a_true_minus() -> None:
    """As the wiki writes it."""
    assert summary_of([edit("1")], "abc", "a", Speech("en")) == "markup mended: 1 (−2)"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=400))
def test_any_summary_fits_and_ends_with_the_runs_name(text: str) -> None:
    """250 bytes, cut on a character, and unchanged by the wiki's own cutting: so that the history knows it again."""
    tail = "— mlwiki r0123abcd"
    made = marked(text, "r0123abcd")
    assert len(made.encode()) <= LIMIT
    assert made.endswith(tail)
    assert cut_summary(made) == cut_summary(cut_summary(made))


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.sets(st.sampled_from("abcdef"), max_size=3)),
    st.sets(st.sampled_from("abcdef")),
)
def test_what_is_taken_stands_with_all_it_needs(graph: dict[str, set[str]], wanted: set[str]) -> None:
    """A subset is closed, holds only what was wanted, and is the largest such one."""
    edits = [edit(name, needs=tuple(sorted(needs))) for name, needs in graph.items()]
    taken = {found.id for found in closed(edits, wanted)}
    assert taken <= wanted & set(graph)
    assert all(graph[name] <= taken for name in taken)
    largest = wanted & set(graph)
    while loose := {name for name in largest if not graph[name] <= largest}:
        largest -= loose
    assert taken == largest
