"""Sentences end where a reader ends them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.sentences import sentences


def cut(text: str) -> list[str]:
    """The sentences themselves."""
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "whole",
    [
        "В 2017 г. А. С. Иванов предложил метод, т. е. сеть (см. рис. 3) и др. средства.",
        "The model of Smith et al. [3] is 2.5 times faster, e.g. on GPUs, cf. Fig. 2 and Eq. 4.",
        "Метод описан в гл. 5, с. 10–20, табл. 2.",
        "Ссылка на J. R. Smith и Dr. Brown осталась…",
        "Порог равен 3,5 против 2.71 у прежнего.",
    ],
)
def test_abbreviations_initials_and_decimals_do_not_end_a_sentence(whole: str) -> None:
    """A full stop inside a sentence stays inside."""
    assert cut(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Одно. Два! Три?", ["Одно.", "Два!", "Три?"]),
        ("Это было в 1998 г. Потом стало иначе.", ["Это было в 1998 г.", "Потом стало иначе."]),
        ("Он сказал «да». «Нет» было позже.", ["Он сказал «да».", "«Нет» было позже."]),
        ("Заголовок\n\nАбзац первый. И второй", ["Заголовок", "Абзац первый.", "И второй"]),
        ("Really?! Yes... Maybe.", ["Really?!", "Yes...", "Maybe."]),
        ("第一句。第二句。", ["第一句。", "第二句。"]),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_ends_are_found(text: str, parts: list[str]) -> None:
    """Closing marks with a new beginning, and blank lines, end a sentence."""
    assert cut(text) == parts


@given(st.text(alphabet="аБ г.!?«»\n 1", max_size=60))
def test_nothing_but_white_space_is_lost(text: str) -> None:
    """Spans are in order, do not overlap, and cover every visible character."""
    spans = sentences(text)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    covered = {place for start, end in spans for place in range(start, end)}
    assert all(char.isspace() for place, char in enumerate(text) if place not in covered)
