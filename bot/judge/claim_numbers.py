"""Are the claim's numbers in the evidence, and did the source come out before the claim's years? Models are unreliable here."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, permutations

from bot.language.numbers import CLOCK, DAY, ORDINAL, PERIOD, Figure, figures, number_words, ordinals, plain_figures
from bot.language.numerals import MEASURES

#: «около 3,3 млн» and «3,27 million» are the same number.
_ABOUT = 0.05
#: «Более 80» may round 99 down.
_BOUND = 0.25
#: What another unit leaves of a rounded number: miles are told in whole kilometres.
_CONVERTED = 0.015
#: A kilobyte and all above it may count in 1,024.
_BINARY = 1.024
_YEAR = r"(?:1[5-9]|20)\d\d"
#: «в 2023 году», «2021–2023 гг.», “in 2023, …”; a bare 2048 may count anything.
_DATED = re.compile(
    rf"(?<![\d.,])(?:{_YEAR}\s?[-–—]\s?)?(?P<russian>{_YEAR})[\s\u00a0]?(?:год|гг?\.)"
    rf"|\b(?:in|since|during|until|by|after)\s(?:the\syear\s|early\s|late\s)?(?P<english>{_YEAR})(?=\s*(?:[.,;:)]|$|(?:and|the|a|an)\b))",
    re.IGNORECASE,
)
#: Print and online, preprint and proceedings lie a year apart.
_YEARS_APART = 1
#: Later years are announced by nobody; 2048 and 2100 count something.
_CALENDAR = range(1500, 2041)
_YEARLIKE = 1000
#: What is not added to anything.
_NO_COUNT = frozenset({PERIOD, ORDINAL, DAY, CLOCK})
#: Of more numbers some two make any third.
_MOST_OPERANDS = 8
#: «С 52 до 71», "from 52 % to 71 %".
_FROM = re.compile(r"(?:\bfrom|\bс|\bсо|\bот)\s+(?:\w+\s+)?$", re.IGNORECASE)
_TO = re.compile(r"\s*+(?:,?\s*+to|до|на)\s++(?:\w++\s++)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NumberCheck:
    """One number of a claim, and whether the evidence has it. ``found`` is the evidence's own spelling, or None."""

    text: str
    found: str | None


def check_numbers(claim: str, evidence: str) -> tuple[NumberCheck, ...]:
    """Compare every figure of ``claim`` with those of ``evidence``: value, order, percent, unit, range.

    A range is found when both its ends are, or a number of the evidence lies within. A rounded number is found when the
    evidence's rounds to it; units of one measure are converted. Numbers written as words and places in an order confirm, but
    are not asked for.
    """
    there = numbers_of(evidence)
    return tuple(NumberCheck(figure.text, look(figure, there)) for figure in figures(claim))


def missing_numbers(claim: str, evidence: str) -> tuple[str, ...]:
    """The claim's figures that the evidence does not have, as the claim writes them."""
    return tuple(check.text for check in check_numbers(claim, evidence) if check.found is None)


@lru_cache(16)
def numbers_of(evidence: str) -> tuple[Figure, ...]:
    """Every number of a text, written in figures, in words, or as a place in an order."""
    return (*figures(evidence), *number_words(evidence), *ordinals(evidence))


def asked_numbers(claim: str) -> tuple[Figure, ...]:
    """The numbers that bind a claim: its figures, and of the words those that count a unit or say how many times."""
    written = figures(claim)
    words = [one for one in number_words(claim) if one.unit and not any(_overlap(one, other) for other in written)]
    return (*written, *words)


def rival(figure: Figure, quoted: str, claim: str) -> str | None:
    """A number of the quote of the same kind as ``figure`` that the claim does not have: what stands in its place."""
    claimed = numbers_of(claim)
    there = (other for other in (*figures(quoted), *number_words(quoted)) if _of_one_kind(figure, other))
    return next((other.text for other in there if any(look(end, claimed) is None for end in _ends(other))), None)


def _ends(figure: Figure) -> tuple[Figure, ...]:
    """A range as its two ends; anything else as it is."""
    if figure.high is None or figure.unit == PERIOD:
        return (figure,)
    return replace(figure, high=None), replace(figure, high=None, values=(figure.high,))


def _of_one_kind(figure: Figure, other: Figure) -> bool:
    """Whether two numbers count the same sort of thing; a bare number over a thousand may be a year."""
    if _kind(figure) == _kind(other):
        return True
    return {figure.unit, other.unit} == {""} and min(figure.values[0], other.values[0]) >= _YEARLIKE


def computed(figure: Figure, quoted: str) -> str | None:
    """Two numbers of the quote whose difference, sum or ratio the figure is, as they are written; None without such."""
    operands = _operands(quoted)
    if len(operands) > _MOST_OPERANDS or not _can_be_computed(figure):
        return None
    for one, other in permutations(operands, 2):
        if any(_is_result(figure, value, unit) for value, unit in _results(one, other)):
            return f"{one.text}, {other.text}"
    return None


def _operands(quoted: str) -> list[Figure]:
    """The numbers of a quote that can be added: no days of a month, places in an order, ranges or multiples."""
    there = (*figures(quoted), *number_words(quoted))
    return [one for one in there if one.high is None and one.unit not in _NO_COUNT and one.unit != "times"]


def _can_be_computed(figure: Figure) -> bool:
    return figure.high is None and figure.unit not in _NO_COUNT and not is_date(figure)


def turned_round(claim: str, quoted: str) -> str | None:
    """«С 52 до 71» where the quote goes from 71 to 52: the claim's words, or None."""
    said = {(one.values, other.values) for one, other in _courses(quoted)}
    for one, other in _courses(claim):
        if (other.values, one.values) in said and (one.values, other.values) not in said:
            return claim[one.start : other.end]
    return None


def event_years(claim: str) -> tuple[int, ...]:
    """The years by which the claim dates something, in order."""
    return tuple(int(found["russian"] or found["english"]) for found in _DATED.finditer(claim))


def is_older(claim: str, published: int) -> bool:
    """Whether a source of the year ``published`` came out before what the claim dates (a year of slack)."""
    return any(year > published + _YEARS_APART for year in event_years(claim))


def look(figure: Figure, there: Sequence[Figure]) -> str | None:
    """How the numbers of a text write ``figure``; None where they do not."""
    if figure.unit == PERIOD:
        return next((other.text for other in there if _in_period(figure, other)), None)
    if figure.high is not None:
        return _look_range(figure, figure.high, there)
    return next((other.text for other in there if _units_agree(figure, other) and _same(figure, other)), None)


def is_date(figure: Figure) -> bool:
    """Whether it may be a year, a decade, a century or a day of a month."""
    return _kind(figure) in {"date", DAY}


def is_year(figure: Figure) -> bool:
    """Whether it may be a year, a decade or a century."""
    return _kind(figure) == "date"


def _overlap(one: Figure, other: Figure) -> bool:
    return one.start < other.end and other.start < one.end


def _kind(figure: Figure) -> str:
    """What a number counts, as far as it says: a date, a measure, a unit, or nothing known."""
    if figure.unit == PERIOD or (figure.unit in {"", "year"} and any(value in _CALENDAR for value in figure.values)):
        return "date"
    return MEASURES[figure.unit][0] if figure.unit in MEASURES else figure.unit


def _results(one: Figure, other: Figure) -> Iterator[tuple[float, str]]:
    """What two numbers make, with the unit of the result; those of different units make only what has none."""
    left, right = one.values[-1], other.values[-1]
    if one.unit == other.unit:
        dates = _kind(one) == "date"
        yield left - right, "year" if dates else "pp" if one.unit == "%" else one.unit
        if not dates:
            yield left + right, one.unit
            if right:
                yield left / right, "times"
                yield 100 * left / right, "%"
                yield 100 * (left - right) / right, "%"


def _is_result(figure: Figure, value: float, unit: str) -> bool:
    # one and none are nobody's difference
    if value < 2 or (figure.unit != unit and not (figure.unit == "%" and unit == "pp")):
        return False
    tolerance = figure.step / 2 + (abs(value) * _ABOUT if figure.approximate else 0.0)
    exact = unit not in {"times", "%"} and not figure.approximate and figure.step >= 1
    return any(_near(mine, value, 1e-9 if exact else tolerance) for mine in figure.values)


def _courses(text: str) -> list[tuple[Figure, Figure]]:
    """Every «from A to B» of a text."""
    plain = plain_figures(text)
    return [
        (one, other)
        for one, other in pairwise(plain)
        if _TO.fullmatch(text, one.end, other.start) and _FROM.search(text[max(0, one.start - 20) : one.start])
    ]


def _in_period(figure: Figure, other: Figure) -> bool:
    """Whether a year, a decade or a century of the evidence lies in the claim's decade or century."""
    if other.unit == ORDINAL:
        return False
    span = (figure.high or figure.values[0]) - figure.values[0]
    length = other.high - other.values[0] if other.high is not None else 0.0
    return any(first <= value and value + length <= first + span for first in figure.values for value in other.values)


def _look_range(figure: Figure, high: float, there: Sequence[Figure]) -> str | None:
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
    """A number with the range's own unit, or «около 1500»; a bare one is no evidence (a year inside a span of years)."""
    fit = [other for other in plain if other.approximate or (unit and unit != "year" and other.unit == unit)]
    return next((other.text for other in fit if any(low <= value <= high for value in other.values)), None)


def _units_agree(figure: Figure, other: Figure) -> bool:
    if other.unit == ORDINAL or not figure.unit or not other.unit:
        return other.unit != PERIOD
    measures = {MEASURES.get(unit, (unit, 1.0))[0] for unit in (figure.unit, other.unit)}
    return len(measures) == 1


def _same(figure: Figure, other: Figure) -> bool:
    values = other.values if other.high is None else (*other.values, other.high)
    return any(_same_value(figure, mine, other, value) for mine in figure.values for value in values)


def _same_value(figure: Figure, mine: float, other: Figure, value: float) -> bool:
    if any(_near(mine, value * factor, abs(mine) * _CONVERTED + figure.step / 2) for factor in _factors(figure, other)):
        return True
    if _factors(figure, other):
        return False
    share = figure.unit == "%" and not other.unit and 0 < value <= 1
    return any(_agrees(figure, mine, read) for read in ((value, value * 100) if share else (value,)))


def _factors(figure: Figure, other: Figure) -> tuple[float, ...]:
    """By what the other number is multiplied to stand in the figure's unit or interval; none where both are the same."""
    if figure.per and other.per and figure.per != other.per:
        return (figure.per / other.per,)
    if figure.unit == other.unit or figure.unit not in MEASURES or other.unit not in MEASURES:
        return ()
    (measure, mine), (_, theirs) = MEASURES[figure.unit], MEASURES[other.unit]
    factor = theirs / mine
    if measure != "bits":
        return (factor,)
    powers = round(math.log(factor, 1000)) if factor > 0 else 0
    return factor, factor * _BINARY**powers


def _agrees(figure: Figure, mine: float, value: float) -> bool:
    """Whether a number of the same unit is the claim's: rounded as the claim rounds, or on the side that it leaves open."""
    if figure.bound and mine and 0 <= figure.bound * (value - mine) / mine <= _BOUND:
        return True
    # a whole number of the claim may round a broken one, and is no other whole number
    step = figure.step if figure.step != 1.0 or (abs(mine) >= 1 and not float(value).is_integer()) else 0.0
    return _near(mine, value, abs(mine) * _ABOUT if figure.approximate else step / 2)


def _near(one: float, two: float, tolerance: float) -> bool:
    if math.isinf(one) or math.isinf(two):
        return one == two
    return abs(one - two) <= tolerance + abs(one) * 1e-9 or (
        # 2^-24 and 5,96·10⁻⁸: powers are compared by their ratio
        0 < abs(one) < 1e-3 and one * two > 0 and abs(one / two - 1) < 5e-3
    )
