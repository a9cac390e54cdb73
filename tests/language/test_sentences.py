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
        "Метод, предложенный Дж. Хинтоном в 1986 году, прост.",
        "По Th. Cover и Вл. Вапнику это так, т. е. Вяч. Иванов прав.",
        "В 1990-х гг. Вапник уехал.",
        "В 1998 г. Вапник предложил машину опорных векторов.",
        "В середине XX в. Тьюринг описал машину.",
        "Вапник работал в Москве, а в 1990-х гг. Вапника позвали в США.",
        "Это стоило 3 млрд. руб. РФ, и 5 тыс. НЛП-текстов собрали за год.",
        "Институт стоит на ул. Ленина, д. 5, кв. 3 рядом с рекой.",
        "В г. Москве вышла версия v. 2.0 и том no. 5 журнала.",
        "The court cites Roe v. Wade and St. Mary.",
        "В 2017 А. Иванов предложил метод, см. Рис. 2 и Табл. 3.",
    ],
)
def test_abbreviations_initials_and_decimals_do_not_end_a_sentence(whole: str) -> None:
    """A full stop inside a sentence stays inside."""
    assert cut(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Одно. Два! Три?", ["Одно.", "Два!", "Три?"]),
        ("Длина 5 см. Ширина 3 см.", ["Длина 5 см.", "Ширина 3 см."]),
        ("Частота 50 Гц. Энергия 5 Дж. Затем спад.", ["Частота 50 Гц.", "Энергия 5 Дж.", "Затем спад."]),
        ("Население — 8 млрд. Это много.", ["Население — 8 млрд.", "Это много."]),
        ("Цена 5 руб. Потом выросла.", ["Цена 5 руб.", "Потом выросла."]),
        ("Метод вышел позже, в 1998 г. Потом забыли.", ["Метод вышел позже, в 1998 г.", "Потом забыли."]),
        ("Это было в XX в. Потом стало иначе.", ["Это было в XX в.", "Потом стало иначе."]),
        ("Тело имеет скорость v. Тогда путь ясен.", ["Тело имеет скорость v.", "Тогда путь ясен."]),
        ("He says no. The end.", ["He says no.", "The end."]),
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
