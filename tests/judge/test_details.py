"""Where the numbers and names of a claim stand in its source decides what becomes of it."""

from __future__ import annotations

import pytest

from bot.judge.answer_form import ClaimPart, ModelAnswer, PartSupport, Said
from bot.judge.claim_numbers import computed, missing_numbers, turned_round
from bot.judge.judgement import PendingSupport, Question, decide
from bot.judge.names import missing_names
from bot.judge.passages import SourceIndex
from bot.language.numbers import figures
from bot.model.reasons import Reason
from bot.model.verdict import Evidence, Support, Supported, Unjudged
from tests.judge.rig import claim, encoder, source

SOURCE = (
    "The survey of the river was published in 2016 by the institute at Lund.\n\n"
    "The station on the upper course was opened by Karin Holm. It measures the level every ten minutes. "
    "The mean level rose from 52 to 71 centimetres after the dam was built.\n\n"
    "A second station was opened later near Malmö by another team, and it measures the temperature."
)


def judged(words: str, *quotes: str, title: str = "") -> Support | PendingSupport:
    """What becomes of a model that says *supported* with these quotes."""
    index = SourceIndex.build(source(SOURCE, title="Rivers"), encoder())
    asked = claim(words)
    parts = tuple(ClaimPart(words, PartSupport.supported, (), quote) for quote in quotes)
    answer = ModelAnswer(parts, quotes[0], Said.supported)
    return decide(answer, Question(asked, index, index.near(asked, 8), title), Evidence())


def test_what_the_whole_source_lacks_is_not_supported() -> None:
    """A number and a name that stand nowhere in the document, each with its reason."""
    quote = "It measures the level every ten minutes"
    for words, reason in (
        ("The station measures the level every 45 minutes.", Reason.number_not_in_quote),
        ("The level is measured by 45 stations.", Reason.number_not_in_source),
        ("The level was first measured by Torvalds.", Reason.name_not_in_source),
    ):
        found = judged(words, quote)
        assert isinstance(found, Unjudged), words
        assert found.reason is reason, words


def test_what_stands_elsewhere_is_shown_with_its_sentence() -> None:
    """A year and a name far from the quote leave *supported*, and a person sees where they stand."""
    found = judged(
        "The mean level rose after the dam, says the 2016 survey.", "The mean level rose from 52 to 71 centimetres"
    )
    assert isinstance(found, Supported)
    assert [(one.text, one.said[:10]) for one in found.apart] == [("2016", "The survey")]


def test_what_stands_beside_is_silent() -> None:
    """The neighbouring sentence is part of the evidence."""
    found = judged(
        "The station of Karin Holm measures the level every ten minutes.", "It measures the level every ten minutes"
    )
    assert isinstance(found, Supported)
    assert found.apart == ()


def test_words_of_the_article_s_title_are_understood() -> None:
    """The source need not repeat what the whole page is about."""
    words = "The station of the Helgeån measures the level."
    quote = "It measures the level every ten minutes"
    assert isinstance(judged(words, quote), Unjudged)
    assert isinstance(judged(words, quote, title="Helgeån"), Supported)


def test_a_course_turned_round_is_refused() -> None:
    """«From 71 to 52» where the source goes from 52 to 71."""
    quote = "The mean level rose from 52 to 71 centimetres after the dam was built"
    found = judged("The mean level went from 71 to 52 centimetres.", quote)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.turned_round
    assert isinstance(judged("The mean level went from 52 to 71 centimetres.", quote), Supported)


AGREE = [
    ("за 1,5 сек", "in 1500 ms"),
    ("15 мкс", "0.015 milliseconds"),
    ("90 минут", "an hour and a half, 1.5 hours"),
    ("2 ТБ", "2,000 GB of text"),
    ("1 ГБ", "1024 MB"),
    ("60 тысяч снимков", "60k images"),
    ("$5 million", "a grant of $5m"),
    ("72 000 изображений в минуту", "1,200 images per second"),
    ("в 1980-х годах", "in 1983"),
    ("в XIX веке", "in the nineteenth century"),
    ("в XIX веке", "since 1846"),
    ("в 80-е годы", "in the eighties"),
    ("9 апреля 2011 года", "on April 9th, 2011"),
    ("на 7-м этаже", "on the seventh floor"),
    ("более 100 тысяч", "104,312 people"),
    ("81 %", "80.7 percent"),
    ("в 2 раза", "doubled"),
    ("выросло в 10 раз", "a tenfold growth"),
    ("18 месяцев", "a year and a half: 1.5 years"),
    ("10 km", "6.2 miles"),
    ("30 июня 2018 года", "08:00, 30 JUN 2018Updated"),
]
DIFFER = [
    ("за 1,5 сек", "in 150 ms"),
    ("15 мкс", "15 milliseconds"),
    ("2 ТБ", "2 GB of text"),
    ("60 тысяч снимков", "60 images"),
    ("72 000 изображений в минуту", "72,000 images per second"),
    ("в 1980-х годах", "in 1993"),
    ("в XIX веке", "in the eighteenth century"),
    ("9 апреля", "on April 19th"),
    ("более 100 тысяч", "84,312 people"),
    ("более 100 тысяч", "304,312 people"),
    ("81 %", "81.7 percent"),
    ("в 3 раза", "doubled"),
    ("18 месяцев", "18 years"),
    ("10 km", "10 miles"),
]


@pytest.mark.parametrize(("words", "evidence"), AGREE)
def test_one_number_in_two_forms_agrees(words: str, evidence: str) -> None:
    """Units, orders, rates, decades, centuries, ordinals, bounds, rounding and multiples."""
    assert missing_numbers(words, evidence) == ()


@pytest.mark.parametrize(("words", "evidence"), DIFFER)
def test_another_number_in_a_like_form_does_not(words: str, evidence: str) -> None:
    """A conversion lets no other number through."""
    assert missing_numbers(words, evidence) != ()


def test_a_difference_a_sum_and_a_ratio_of_the_quote_are_found() -> None:
    """Arithmetic on two numbers of the quote; a third number is none."""
    (points,) = figures("на 19 процентных пунктов")
    assert computed(points, "rose from 52 % in spring and reached 71 % in autumn") is not None
    (times,) = figures("в 4 раза")
    assert computed(times, "20 cards instead of 5 cards") is not None
    assert computed(times, "20 cards instead of 6 cards") is None


def test_a_course_is_read_in_both_languages() -> None:
    """«С … до» and "from … to"."""
    assert turned_round("выросла с 52 до 71 %", "fell from 71 to 52 percent") is not None
    assert turned_round("выросла с 52 до 71 %", "rose from 52 to 71 percent") is None


NAMES = [
    ("Это подтвердил Уайт", "as White confirmed"),
    ("работа Стюарта", "by Tony Stewart"),
    ("актёр Уолберг", "Mark Wahlberg"),
    ("режиссёр Майклс", "Anne Michaels"),
    ("тренер Уотсон", "Todd Watson"),
    ("the UK office", "in the United Kingdom"),
    ("said the World Health Organization", "the WHO said"),
    ("the U.S. office", "the US office"),
    ("most Canadians", "in Canada"),
    ("In October the Board met", "the board met"),
    ("in World War II", "the second world war"),
    ("of the A.V. Club", "at avclub dot com"),
]


@pytest.mark.parametrize(("words", "evidence"), NAMES)
def test_a_name_is_met_as_people_write_it(words: str, evidence: str) -> None:
    """English names as Russian hears them, abbreviations in both directions, peoples, months and Roman numerals."""
    assert missing_names(words, evidence) == ()
