"""Numbers are read as Russian and English write them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bot.language.numbers import numbers


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3,5", ["3.5"]),
        ("1 000 000 шагов", ["1000000"]),
        ("1\u00a0234,5", ["1234.5"]),
        ("1,234,567", ["1234567"]),
        ("1.5e-4", ["0.00015"]),
        ("2,5·10^-3", ["0.0025"]),
        ("3×10⁸", ["300000000"]),
        ("12 млн и 1,5 млрд", ["12000000", "1500000000"]),
        ("175B parameters", ["175000000000"]),
        ("−5 градусов", ["-5"]),
        ("вдвое, in two steps", ["2", "2"]),
        ("16-битный, 4 bit", ["16", "4"]),
        ("FP16, GPT-3, V100, ResNet50 и версия 3.5.2", []),
        ("1997—2017", ["1997", "2017"]),
    ],
)
def test_numbers_are_found_with_their_values(text: str, values: list[str]) -> None:
    """Each number has the value a reader gives it; digits in names are none."""
    assert [number.values[0] for number in numbers(text)] == [Decimal(value) for value in values]


def test_a_comma_before_three_digits_has_two_readings() -> None:
    """«1,000» agrees with a thousand and with one."""
    written = numbers("1,000")[0]
    assert written.agrees(numbers("1000")[0])
    assert written.agrees(numbers("1")[0])


def test_percent_holds_for_a_whole_range_and_tells_numbers_apart() -> None:
    """«80–90 %» are two percentages; 50 % is not 50."""
    assert [number.percent for number in numbers("от 80–90 % до 5")] == [True, True, False]
    assert not numbers("50 %")[0].agrees(numbers("50")[0])


def test_a_number_stands_where_it_says() -> None:
    """Offsets cut the written form out of the text."""
    text = "точность 93,2 процента на 10 тыс. примеров"
    assert [text[number.start : number.end] for number in numbers(text)] == ["93,2 процента", "10 тыс."]
