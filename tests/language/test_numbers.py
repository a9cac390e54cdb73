"""Numbers are read as Russian and English write them."""

from __future__ import annotations

import pytest

from bot.language.numbers import Figure, figures, number_words


def read(text: str) -> list[Figure]:
    """Every number of a text in order, written out or not."""
    return sorted((*figures(text), *number_words(text)), key=lambda found: found.start)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3,5", [3.5]),
        ("1 000 000 шагов", [1e6]),
        ("1\u00a0234,5", [1234.5]),
        ("1,234,567", [1234567]),
        ("1.5e-4", [0.00015]),
        ("2,5·10^-3", [0.0025]),
        ("3×10⁸", [3e8]),
        ("12 млн и 1,5 млрд", [12e6, 1.5e9]),
        ("175B parameters", [175e9]),
        ("−5 градусов", [-5]),
        ("вдвое, in two steps", [2, 2]),
        ("16-битный, 4 bit", [16, 4]),
        ("FP16, GPT-3, V100, ResNet50 и версия 3.5.2", []),
        ("1997, 2017", [1997, 2017]),
    ],
)
def test_numbers_are_found_with_their_values(text: str, values: list[float]) -> None:
    """Each number has the value a reader gives it; digits in names are none."""
    found = read(text)
    assert len(found) == len(values)
    for number, value in zip(found, values, strict=True):
        assert any(reading == pytest.approx(value) for reading in number.values)


def test_a_span_of_years_has_two_ends() -> None:
    """«1997—2017» is one figure that reaches from the one to the other."""
    assert [(found.values, found.high) for found in figures("1997—2017")] == [((1997.0,), 2017.0)]


def test_a_comma_before_three_digits_has_two_readings() -> None:
    """«1,000» agrees with a thousand and with one."""
    assert set(figures("1,000")[0].values) == {1000.0, 1.0}


def test_percent_holds_for_a_whole_range_and_tells_numbers_apart() -> None:
    """«80–90 %» is a percentage from end to end; 50 % carries its sign, 50 does not."""
    share, plain = figures("от 80–90 % до 5")
    assert (share.values, share.high, share.unit) == ((80.0,), 90.0, "%")
    assert (plain.values, plain.unit) == ((5.0,), "")
    assert [found.unit for text in ("50 %", "50") for found in figures(text)] == ["%", ""]


def test_a_number_stands_where_it_says() -> None:
    """Offsets cut the written form out of the text."""
    text = "точность 93,2 процента на 10 тыс. примеров, вдвое больше"
    assert [text[found.start : found.end] for found in read(text)] == ["93,2 процента", "10 тыс.", "вдвое"]
