"""Numbers are compared by code: value, order, percent, unit, range."""

from __future__ import annotations

import pytest

from bot.judge.claim_numbers import check_numbers, missing_numbers
from bot.language.numbers import figures

FOUND = [
    ("точность 76,3 %", "an accuracy of 76.3% on the test set"),
    ("3,3 млн параметров", "3.27 million parameters"),
    ("около 1000 шагов", "after 980 steps"),
    ("1 000 000 примеров", "1,000,000 examples"),
    ("175 млрд параметров", "the 175B model"),
    ("8 бит порядка", "eight exponent bits"),
    ("в 2 раза меньше", "halves the memory"),
    ("точность от 80 до 90 %", "accuracies of 85 %, 86 % and 89.4 %"),
    ("от 3 до 5 слоёв", "three to 5 layers: at least 3 and at most 5"),
    ("80–90 %", "between 80% and 90%"),
    ("5,96·10⁻⁸", "values below 2^-24 become zero"),
    ("$10^{-5}$", "a rate of 1e-5"),
    ("10⁻⁵", "a rate of 0.00001"),
    ("76 %", "a share of 0.76 of all"),
    ("в 2017 году", "published in 2017"),
    ("16 ГБ памяти", "16 GB of memory"),
    ("16-битный формат", "a 16-bit format"),
    ("3/4 всех случаев", "0.75 of all cases"),
]


@pytest.mark.parametrize(("claim", "evidence"), FOUND)
def test_the_same_number_is_found_however_it_is_written(claim: str, evidence: str) -> None:
    """Decimal commas, orders, powers, words, ranges and rounding."""
    assert missing_numbers(claim, evidence) == ()


MISSING = [
    ("точность 76,3 %", "an accuracy of 73.6% on the test set"),
    ("точность 85 %", "an accuracy of 58 percent"),
    ("3,3 млн параметров", "3.3 billion parameters"),
    ("3,3 млн параметров", "3.3 thousand parameters"),
    ("3,8 млн параметров", "3.27 million parameters"),
    ("на 5 %", "by 5 percentage points"),
    ("16 ГБ памяти", "16 MB of memory"),
    ("16 бит", "16 bytes"),
    ("в 2017 году", "published in 2018"),
    ("в 2015–2017 годах", "published in 2016"),
    ("10⁻⁵", "a rate of 10⁻⁴"),
    ("10⁻⁵", "a rate of 105"),
    ("8 бит порядка", "five exponent bits"),
    ("8 бит порядка", "the FP8 format"),
    ("4 слоя", "GPT-4 is a model"),
    ("-5 градусов", "5 degrees"),
    ("точность от 80 до 90 %", "accuracies of 70 % and 95 %"),
    ("175 млрд параметров", "the 1.75B model"),
]


@pytest.mark.parametrize(("claim", "evidence"), MISSING)
def test_another_number_is_missing(claim: str, evidence: str) -> None:
    """A flipped digit, another order, another unit, points for percent, another year or sign."""
    assert missing_numbers(claim, evidence) != ()


@pytest.mark.parametrize("text", ["FP16 и BF16", "GPT-4", "версия 1.12.0", "ResNet-50", "слово [12] и [3, 4]", "A100"])
def test_names_with_digits_and_reference_marks_are_no_numbers(text: str) -> None:
    """What is part of a name is compared as a name."""
    assert figures(text) == ()


def test_the_evidence_shows_its_own_spelling() -> None:
    """A person sees what was found for each number."""
    assert [(one.text, one.found) for one in check_numbers("8 бит и 9 слоёв", "eight bits")] == [
        ("8 бит", "eight"),
        ("9 слоёв", None),
    ]
