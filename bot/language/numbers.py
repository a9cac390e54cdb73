"""Reading the numbers of a text, in Russian and in English, with their order, percent sign and unit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.language.numerals import APPROXIMATE, ORDERS, UNITS
from bot.language.spelled import spelled


@dataclass(frozen=True, slots=True)
class Figure:
    """One number. ``values`` are its possible readings («1,234» has two), ``step`` the weight of its last written digit.

    ``high`` is the upper end where the number is a range («80–90 %»). ``unit`` is "" when none is known: ``%``, ``pp``
    (percentage points), ``bit``, ``gb`` … ``approximate`` marks «около». ``word`` marks a number written out, which
    binds nobody.
    """

    text: str
    values: tuple[float, ...]
    step: float
    start: int
    end: int
    unit: str = ""
    high: float | None = None
    approximate: bool = False
    word: bool = False


_SPACE = "[ \u00a0\u2007\u2009\u202f]"
_DIGITS = rf"\d{{1,3}}(?:{_SPACE}\d{{3}})+(?!\d)(?:[.,]\d+)?|\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:[.,]\d+)?"
_SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_PLAIN = str.maketrans(_SUPER + "−–", "0123456789+---")
_FIGURE = re.compile(
    rf"""
    (?<![\w.,/])(?<![A-Za-zА-Яа-яЁё][-\u2011])(?P<sign>(?<![\w)\s])[-−]|(?<=[\s(=])[-−](?=\d))?
    (?P<mantissa>{_DIGITS})
    (?:
        (?P<power>  {_SPACE}? (?: (?:[×·⋅*xх]|\\times|\\cdot) {_SPACE}? 10 )?
                    (?: [\^] \{{? (?P<exponent>[-−+]?\d{{1,3}}) \}}? | (?P<super>[{_SUPER}]{{1,4}}) ) )
      | [eE] (?P<e>[-−+]?\d{{1,3}}) (?!\w)
      | / (?P<denominator>\d{{1,3}}) (?![\d/.])
    )?
    (?!\.\d|\d)
    """,
    re.VERBOSE,
)
_ORDER_NAMES = sorted(ORDERS, key=len, reverse=True)
_UNIT_NAMES = sorted(UNITS, key=len, reverse=True)
#: One group for each name: ``lastindex`` says which one stands there.
_ORDER = re.compile(rf"{_SPACE}?(?:{'|'.join(f'({name})' for name in _ORDER_NAMES)})", re.IGNORECASE)
_LETTER_ORDER = re.compile(r"([KMBT])(?![\w])")
_UNIT = re.compile(rf"(?:{_SPACE}|[-\u2011]|\\)?(?:{'|'.join(f'({name})' for name in _UNIT_NAMES)})", re.IGNORECASE)
_BRACKETED = re.compile(r"\[\d{1,3}(?:[,–-]\s?\d{1,3})*\]")
_JOINS = re.compile(rf"{_SPACE}?[-–—−]{_SPACE}?|{_SPACE}(?:до|to|and|и){_SPACE}")
_OPENS = re.compile(r"(?:от|между|between|from)\s+$", re.IGNORECASE)
_ABOUT = re.compile(rf"(?:{'|'.join(APPROXIMATE)})\s*$", re.IGNORECASE)
_LETTER = {"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}


def figures(text: str) -> tuple[Figure, ...]:
    """Every number of ``text`` in order. Names with digits (FP16, GPT-4, 1.12.0) and reference marks are none."""
    marks = frozenset(at for match in _BRACKETED.finditer(text) for at in range(*match.span()))
    found = [_read(text, match) for match in _FIGURE.finditer(text) if match.start() not in marks]
    return _with_ranges(text, [figure for figure in found if figure is not None])


def number_words(text: str) -> tuple[Figure, ...]:
    """Numbers written as words («восемь», «thirty-one percent»): they confirm a figure, but are asked of nobody."""
    found = []
    for one in spelled(text):
        unit = _UNIT.match(text, one.end)
        name = UNITS[_UNIT_NAMES[(unit.lastindex or 1) - 1]] if unit is not None else ""
        found.append(Figure(one.text, one.values, 0.0, one.start, one.end, name, word=True))
    return tuple(found)


def _read(text: str, match: re.Match[str]) -> Figure | None:
    end = match.end()
    rest = text[end : end + 1]
    orders: tuple[float, ...] = (1.0,)
    if rest.isalpha():
        letter = _LETTER_ORDER.match(text, end)
        if letter is not None:
            orders, end = (1.0, _LETTER[letter[1]]), letter.end()
        elif _UNIT.match(text, end) is None and _ORDER.match(text, end) is None and rest not in "xх":
            return None
    order = _ORDER.match(text, end)
    if order is not None:
        orders, end = (ORDERS[_ORDER_NAMES[(order.lastindex or 1) - 1]],), order.end()
    unit = _UNIT.match(text, end)
    name = ""
    if unit is not None:
        name, end = UNITS[_UNIT_NAMES[(unit.lastindex or 1) - 1]], unit.end()
    values, step = _values(match)
    return Figure(
        text[match.start() : end].strip(),
        tuple(dict.fromkeys(value * order for value in values for order in orders)),
        # a letter («175B») may be a unit or an order: then only the written digits count
        step * orders[0],
        match.start(),
        end,
        name,
        approximate=_ABOUT.search(text[max(0, match.start() - 30) : match.start()]) is not None,
    )


def _values(match: re.Match[str]) -> tuple[tuple[float, ...], float]:
    readings = _readings(re.sub(_SPACE, "", match["mantissa"]))
    decimals = min(len(reading.partition(".")[2]) for reading in readings)
    values, scale = _raised([float(reading) for reading in sorted(readings)], match)
    divisor = int(match["denominator"] or "0") or 1
    sign = -1.0 if match["sign"] else 1.0
    return tuple(sign * (value / divisor) * scale for value in values), 10.0**-decimals * scale


def _readings(written: str) -> set[str]:
    """A mantissa with a decimal point, in every way in which its points and commas may be meant."""
    readings = {written.replace(",", ".")} if written.count(",") + written.count(".") < 2 else set()
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", written):
        readings.add(written.replace(",", ""))
    if re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", written):
        readings.add(written.replace(".", ""))
    return readings


def _raised(values: list[float], match: re.Match[str]) -> tuple[list[float], float]:
    """The values, raised where the exponent is theirs, and the power of ten that they are times."""
    exponent = match["exponent"] or match["super"] or match["e"]
    if exponent is None:
        return values, 1.0
    power = max(-400, min(400, int(exponent.translate(_PLAIN) or "0"))) if _is_integer(exponent) else 0
    if match["e"] or "10" in (match["power"] or "").split("^")[0]:
        return values, _power(10.0, power)
    return [_power(value, power) for value in values], 1.0


def _power(base: float, exponent: int) -> float:
    try:
        return float(base**exponent)
    except (OverflowError, ZeroDivisionError):
        return float("inf")


def _is_integer(text: str) -> bool:
    return re.fullmatch(r"[-+]?\d+", text.translate(_PLAIN)) is not None


def _with_ranges(text: str, found: list[Figure]) -> tuple[Figure, ...]:
    """Join «от 3 до 5», «80–90 %» into one figure; the left end takes the right end's order and unit."""
    out: list[Figure] = []
    for figure in found:
        last = out[-1] if out else None
        if last is not None and last.high is None and _joined(text, last, figure):
            factor = figure.values[0] / _bare(figure) if _bare(figure) else 1.0
            low = last.values if last.unit or factor == 1.0 else tuple(value * factor for value in last.values)
            if low[0] < figure.values[-1]:
                out[-1] = Figure(
                    text[last.start : figure.end],
                    low,
                    figure.step,
                    last.start,
                    figure.end,
                    figure.unit or last.unit,
                    figure.values[-1],
                    last.approximate,
                )
                continue
        out.append(figure)
    return tuple(out)


def _bare(figure: Figure) -> float:
    digits = re.match(r"[\d.,]+", re.sub(_SPACE, "", figure.text))
    try:
        return float(digits[0].replace(",", ".")) if digits else 0.0
    except ValueError:
        return 0.0


def _joined(text: str, left: Figure, right: Figure) -> bool:
    between = text[left.end : right.start]
    if _JOINS.fullmatch(between) is None:
        return False
    opened = _OPENS.search(text[max(0, left.start - 12) : left.start]) is not None
    return opened or between.strip() in {"-", "–", "—", "−"}
