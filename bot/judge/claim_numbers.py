"""Are the claim's numbers in the evidence, and did the source come out before the claim's years? Models are unreliable here."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from bot.language.numbers import Figure, figures, number_words

#: «около 3,3 млн» and «3,27 million» are the same number.
_ABOUT = 0.05
_YEAR = r"(?:1[5-9]|20)\d\d"
#: «в 2023 году», «2021–2023 гг.», “in 2023, …”; a bare 2048 may count anything.
_DATED = re.compile(
    rf"(?<![\d.,])(?:{_YEAR}\s?[-–—]\s?)?(?P<russian>{_YEAR})[\s\u00a0]?(?:год|гг?\.)"
    rf"|\b(?:in|since|during|until|by|after)\s(?:the\syear\s|early\s|late\s)?(?P<english>{_YEAR})(?=\s*(?:[.,;:)]|$|(?:and|the|a|an)\b))",
    re.IGNORECASE,
)
#: Print and online, preprint and proceedings lie a year apart.
_YEARS_APART = 1


@dataclass(frozen=True, slots=True)
class NumberCheck:
    """One number of a claim, and whether the evidence has it. ``found`` is the evidence's own spelling, or None."""

    text: str
    found: str | None


def check_numbers(claim: str, evidence: str) -> tuple[NumberCheck, ...]:
    """Compare every figure of ``claim`` with those of ``evidence``: value, order, percent, unit, range.

    A range is found when both its ends are, or a number of the evidence lies within. A rounded number is found when the
    evidence's rounds to it. Numbers written as words confirm, but are never asked for.
    """
    there = (*figures(evidence), *number_words(evidence))
    return tuple(NumberCheck(figure.text, _look(figure, there)) for figure in figures(claim))


def missing_numbers(claim: str, evidence: str) -> tuple[str, ...]:
    """The claim's figures that the evidence does not have, as the claim writes them."""
    return tuple(check.text for check in check_numbers(claim, evidence) if check.found is None)


def event_years(claim: str) -> tuple[int, ...]:
    """The years by which the claim dates something, in order."""
    return tuple(int(found["russian"] or found["english"]) for found in _DATED.finditer(claim))


def is_older(claim: str, published: int) -> bool:
    """Whether a source of the year ``published`` came out before what the claim dates (a year of slack)."""
    return any(year > published + _YEARS_APART for year in event_years(claim))


def _look(figure: Figure, there: tuple[Figure, ...]) -> str | None:
    if figure.high is not None:
        return _look_range(figure, figure.high, there)
    for other in there:
        if _units_agree(figure, other) and _same(figure, other):
            return other.text
    return None


def _look_range(figure: Figure, high: float, there: tuple[Figure, ...]) -> str | None:
    low = figure.values[0]
    same = next((other.text for other in there if _same_range(low, high, other)), None)
    plain = [other for other in there if _is_plain(other) and _units_agree(figure, other)]
    return same or _both_ends(low, high, plain) or _number_within(figure.unit, low, high, plain)


def _same_range(low: float, high: float, other: Figure) -> bool:
    return other.high is not None and _near(low, other.values[0], 0) and _near(high, other.high, 0)


def _is_plain(other: Figure) -> bool:
    """Whether it is one number, written in digits."""
    return other.high is None and not other.word


def _both_ends(low: float, high: float, plain: list[Figure]) -> str | None:
    ends = [other for end in (low, high) for other in plain if any(_near(end, value, 0) for value in other.values)]
    return f"{ends[0].text}, {ends[-1].text}" if len({other.start for other in ends}) >= 2 else None


def _number_within(unit: str, low: float, high: float, plain: list[Figure]) -> str | None:
    """A number with the range's own unit; a bare one is no evidence (a year inside a span of years)."""
    if not unit:
        return None
    same_unit = [other for other in plain if other.unit == unit]
    return next((other.text for other in same_unit if any(low <= value <= high for value in other.values)), None)


def _units_agree(figure: Figure, other: Figure) -> bool:
    return not figure.unit or not other.unit or figure.unit == other.unit


def _same(figure: Figure, other: Figure) -> bool:
    values = other.values if other.high is None else (*other.values, other.high)
    return any(_same_value(figure, mine, other.unit, value) for mine in figure.values for value in values)


def _same_value(figure: Figure, mine: float, unit: str, value: float) -> bool:
    step = figure.step if figure.step != 1.0 else 0.0
    tolerance = abs(mine) * _ABOUT if figure.approximate else step / 2
    share = figure.unit == "%" and not unit and 0 < value <= 1
    return _near(mine, value, tolerance) or (share and _near(mine, value * 100, tolerance))


def _near(one: float, two: float, tolerance: float) -> bool:
    if math.isinf(one) or math.isinf(two):
        return one == two
    return abs(one - two) <= tolerance + abs(one) * 1e-9 or (
        # 2^-24 and 5,96·10⁻⁸: powers are compared by their ratio
        0 < abs(one) < 1e-3 and one * two > 0 and abs(one / two - 1) < 5e-3
    )
