"""Folding makes one spelling of what a reader takes as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.fold import fold


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Ещё «одна»\u00a0—\u2009мысль", 'еще "одна" - мысль'),
        ("eﬃcient", "efficient"),
        ("Е\u0308лка", "елка"),
        ("soft\u00adhyphen\u200b", "softhyphen"),
        ("  A \n B  ", "a b"),
        ("“x” ‘y’ 1–2 −3", "\"x\" 'y' 1-2 -3"),
        ("Straße", "strasse"),
    ],
)
def test_folding_unifies_case_yo_quotes_dashes_and_spaces(written: str, folded: str) -> None:
    """Marks that a keyboard, a typographer or a PDF chose do not tell texts apart."""
    assert fold(written) == folded


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    """A folded text is its own folding, so that either side may be folded first."""
    assert fold(fold(text)) == fold(text)
