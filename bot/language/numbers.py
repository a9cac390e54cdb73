"""Reading the numbers of a text, in Russian and in English, with their order, percent sign and unit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.language.months import days_of
from bot.language.numerals import APPROXIMATE, CURRENCIES, DECADES, ORDERS, ORDINALS, RATES, UNITS
from bot.language.spelled import spelled


@dataclass(frozen=True, slots=True)
class Figure:
    """One number. ``values`` are its possible readings («1,234» has two), ``step`` the weight of its last written digit.

    ``high`` is the upper end where the number is a range («80–90 %»). ``unit`` is "" when none is known: ``%``, ``pp``
    (percentage points), ``bit``, ``gb`` … ``per`` is the interval of a rate in seconds (0: none). ``approximate`` marks «около»,
    ``bound`` what limits it («более» is 1, «менее» -1). ``word`` marks a number written out.
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
    per: float = 0.0
    bound: int = 0


#: The units of what is no count: a decade or century, a place in an order, a day of a month, a time of day (in minutes).
PERIOD, ORDINAL, DAY, CLOCK = "period", "ordinal", "day of month", "clock"
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
_LETTER_ORDER = re.compile(r"([KMBTk])(?![\w])")
#: After an amount of money small letters are orders too: $5m, £60k.
_MONEY_ORDER = re.compile(r"([KMBTkmbt])n?(?![\w])")
_CURRENCY = re.compile(rf"[{''.join(CURRENCIES)}]{_SPACE}?$")
_UNIT = re.compile(rf"(?:{_SPACE}|[-\u2011]|\\)?(?:{'|'.join(f'({name})' for name in _UNIT_NAMES)})", re.IGNORECASE)
_BRACKETED = re.compile(r"\[\d{1,3}(?:[,–-]\s?\d{1,3})*\]")
_JOINS = re.compile(rf"{_SPACE}?[-–—−]{_SPACE}?|{_SPACE}(?:до|to|and|и){_SPACE}")
_OPENS = re.compile(r"(?:от|между|between|from)\s+$", re.IGNORECASE)
_ABOUT = re.compile(rf"(?:{'|'.join(APPROXIMATE)})\s*$", re.IGNORECASE)
_LETTER = {"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
#: «Более 80» and «почти 80» leave room above and below.
_BOUNDS = {
    1: re.compile(
        r"(?:более|больше|свыше|выше|не менее|не меньше|over|more than|above|at least|exceed\w*)\s*$", re.IGNORECASE
    ),
    -1: re.compile(
        r"(?:менее|меньше|ниже|не более|не больше|почти|under|less than|fewer than|below|at most|almost|nearly)\s*$",
        re.IGNORECASE,
    ),
}
_RATE = re.compile(
    rf"(?:{_SPACE}?[^\W\d_]{{1,20}}){{0,3}}?{_SPACE}?(?:{'|'.join(f'({name})' for name in RATES)})", re.IGNORECASE
)
#: «1980s», «90-е», «XIX век», "the 19th century", «восьмидесятые годы», "the nineteenth century".
_DECADE = re.compile(
    r"(?<![\w.,])(?P<century>1\d|20)?(?P<ten>\d)0"
    r"(?:['’]?s(?!\w)|(?P<russian>[-\u2011–](?:е|х|ых|ые|м|ми)(?!\w))(?:\s?г(?:г\.|од\w*))?)"
)
_CENTURY_NAME = r"\s(?:век\w*|вв?\.|столети\w+|centur(?:y|ies))"
_CENTURY = re.compile(
    r"(?<!\w)(?:(?P<number>\d{1,2})(?:st|nd|rd|th|[-\u2011](?:й|го|м))?|(?P<roman>[IVXХ]{1,5})|(?P<word>[^\W\d_]{5,20}))"
    rf"(?:{_CENTURY_NAME}|-century)"
)
_DECADE_WORD = re.compile(
    rf"(?<!\w)(?:{'|'.join(f'({name})' for name in DECADES)})(?:ые|ых|ым|ыми)?(?!\w)", re.IGNORECASE
)
_ORDINAL = re.compile(
    r"(?<![\w.,])(\d{1,3})(?:st|nd|rd|th|[-\u2011](?:й|я|е|го|му|м|ю|ой|ом|ый|ая|ое|ого|ых|ым|ую))(?!\w)"
)
_ORDINALS = dict(sorted(ORDINALS.items(), key=lambda item: -len(item[0])))
_ORDINAL_ENDING = "(?:[ыои]й|[аь]я|[оь]е|ого|ьего|ому|ьему|[оь]м|ьем|[уь]ю|ым|ьим|ы[ех]|ьи|ьих)"
_ORDINAL_WORD = re.compile(
    rf"(?<!\w)(?:{'|'.join(f'({name})' for name in _ORDINALS)}){_ORDINAL_ENDING}?(?!\w)", re.IGNORECASE
)
_CLOCK = re.compile(r"(?<![\d.,:/])(?P<hour>[012]?\d):(?P<minute>[0-5]\d)(?![\d:])")
#: «30 JUN 2018Updated»: what a page's layout put between is lost.
_GLUED_YEAR = re.compile(r"(?:1[5-9]|20)\d\d(?=[A-ZА-Я][a-zа-я]{2})")
_ROMAN = re.compile(r"(?<![\w.])[IVX]{1,5}(?![\w.])")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}


def figures(text: str) -> tuple[Figure, ...]:
    """Every number of ``text`` in order. Names with digits (FP16, GPT-4, 1.12.0) and reference marks are none."""
    # of two that start together the longer comes first
    found = sorted((*_periods(text), *_clocks(text), *plain_figures(text)), key=lambda one: (one.start, -one.end))
    return _with_ranges(text, _apart(found))


def plain_figures(text: str) -> list[Figure]:
    """The numbers one by one, no two of them read as a range."""
    marks = frozenset(at for match in _BRACKETED.finditer(text) for at in range(*match.span()))
    days = days_of(text)
    found = [_read(text, match) for match in _FIGURE.finditer(text) if match.start() not in marks]
    return [replace(one, unit=DAY) if one.start in days else one for one in found if one is not None]


def _apart(ordered: list[Figure]) -> list[Figure]:
    """Without those that stand inside the one before: «80» in «80-е»."""
    found: list[Figure] = []
    for figure in ordered:
        if not found or figure.start >= found[-1].end:
            found.append(figure)
    return found


def _periods(text: str) -> list[Figure]:
    """Decades with their century, and centuries, as ranges of years."""
    found = []
    for match in _DECADE.finditer(text):
        if match["century"]:
            first = int(match["century"]) * 100 + int(match["ten"]) * 10
            found.append(_period(match, (first,), 9))
        elif match["russian"]:
            found.append(_loose(match, int(match["ten"]) * 10))
    for match in _CENTURY.finditer(text):
        number = _century(match)
        if number:
            found.append(_period(match, ((number - 1) * 100,), 100))
    return found


def _clocks(text: str) -> list[Figure]:
    """Times of day; one without am or pm may be either."""
    found = []
    for match in _CLOCK.finditer(text):
        minutes = int(match["hour"]) * 60.0 + int(match["minute"])
        found.append(Figure(match[0], (minutes, minutes + 720), 0.0, *match.span(), CLOCK))
    return found


def _loose_periods(text: str) -> list[Figure]:
    """Decades of which nobody says the century: «в 80-е», the eighties."""
    short = [_loose(match, int(match["ten"]) * 10) for match in _DECADE.finditer(text) if not match["century"]]
    return short + [_loose(match, _named(match, DECADES)) for match in _DECADE_WORD.finditer(text)]


def _loose(match: re.Match[str], ten: int) -> Figure:
    return _period(match, (1900 + ten, 1800 + ten, 2000 + ten), 9)


def _named(match: re.Match[str], table: Mapping[str, int]) -> int:
    """What the alternative of a pattern stands for that was made of a table's keys, in their order."""
    return list(table.values())[(match.lastindex or 1) - 1]


def _period(match: re.Match[str], firsts: tuple[int, ...], years: int) -> Figure:
    values = tuple(map(float, firsts))
    return Figure(match[0], values, 0.0, *match.span(), PERIOD, values[0] + years)


def _century(match: re.Match[str]) -> int:
    """The number of a century however it is written; 0 where the word before «век» is no number."""
    if match["number"]:
        return int(match["number"])
    if match["roman"]:
        return roman(match["roman"].replace("Х", "X"))
    word = _ORDINAL_WORD.fullmatch(match["word"])
    return _named(word, _ORDINALS) if word else 0


def roman(written: str) -> int:
    """What a Roman numeral of I, V and X is worth."""
    values = [_ROMAN_DIGITS[letter] for letter in written]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def ordinals(text: str) -> tuple[Figure, ...]:
    """Places in an order («7th», «седьмой», «VII»), decades without a century: they confirm, and bind nobody."""
    numbered = [(match, int(match[1])) for match in _ORDINAL.finditer(text)]
    worded = [(match, _named(match, _ORDINALS)) for match in _ORDINAL_WORD.finditer(text)]
    latin = [(match, roman(match[0])) for match in _ROMAN.finditer(text)]
    places = [
        Figure(match[0], (float(value),), 0.0, *match.span(), ORDINAL, word=True)
        for match, value in (*numbered, *worded, *latin)
    ]
    return (*places, *_loose_periods(text))


def number_words(text: str) -> tuple[Figure, ...]:
    """Numbers written as words («восемь», «thirty-one percent»): they confirm a figure, but are asked of nobody."""
    found = []
    for one in spelled(text):
        unit = _UNIT.match(text, one.end)
        name = UNITS[_UNIT_NAMES[(unit.lastindex or 1) - 1]] if unit is not None else "times" if one.times else ""
        found.append(Figure(one.text, one.values, 0.0, one.start, one.end, name, word=True))
    return tuple(found)


def _read(text: str, match: re.Match[str]) -> Figure | None:
    before = text[max(0, match.start() - 30) : match.start()]
    currency = _CURRENCY.search(before)
    orders, end = _orders(text, match.end(), money=currency is not None)
    if not orders:
        return None
    name, end = _unit(text, end, currency)
    rate = _RATE.match(text, end)
    values, step = _values(match)
    return Figure(
        text[match.start() : end].strip(),
        tuple(dict.fromkeys(value * order for value in values for order in orders)),
        # a letter («175B») may be a unit or an order: then only the written digits count
        step * orders[0],
        match.start(),
        end,
        name,
        approximate=_ABOUT.search(before) is not None,
        per=list(RATES.values())[(rate.lastindex or 1) - 1] if rate is not None else 0.0,
        bound=next((way for way, pattern in _BOUNDS.items() if pattern.search(before)), 0),
    )


def _unit(text: str, end: int, currency: re.Match[str] | None) -> tuple[str, int]:
    """The unit after the digits, or the currency before them («$5», no formula «$5$»), and where it ends."""
    unit = _UNIT.match(text, end)
    if unit is not None:
        return UNITS[_UNIT_NAMES[(unit.lastindex or 1) - 1]], unit.end()
    return CURRENCIES[currency[0].strip()] if currency is not None and text[end : end + 1] != "$" else "", end


def _orders(text: str, end: int, *, money: bool) -> tuple[tuple[float, ...], int]:
    """What may multiply the digits that end at ``end``, and where it ends; none where they are part of a name."""
    orders: tuple[float, ...] = (1.0,)
    if text[end : end + 1].isalpha():
        letter = (_MONEY_ORDER if money else _LETTER_ORDER).match(text, end)
        if letter is not None:
            value = _LETTER[letter[1].upper()]
            orders, end = (value,) if money else (1.0, value), letter.end()
        elif not _counted(text, end):
            return (), end
    order = _ORDER.match(text, end)
    return ((ORDERS[_ORDER_NAMES[(order.lastindex or 1) - 1]],), order.end()) if order is not None else (orders, end)


def _counted(text: str, end: int) -> bool:
    """Whether letters right after digits are a unit, an order or a multiplication sign, or begin what follows a year."""
    glued = end >= 4 and _GLUED_YEAR.match(text, end - 4) is not None
    return glued or text[end] in "xх" or any(pattern.match(text, end) for pattern in (_UNIT, _ORDER))


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
        joined = _range(text, out[-1], figure) if out else None
        if joined is not None:
            out[-1] = joined
        else:
            out.append(figure)
    return tuple(out)


def _range(text: str, last: Figure, figure: Figure) -> Figure | None:
    """The range that two numbers make, where they make one."""
    if last.high is not None or figure.high is not None or not _joined(text, last, figure):
        return None
    factor = figure.values[0] / _bare(figure) if _bare(figure) else 1.0
    low = last.values if last.unit or factor == 1.0 else tuple(value * factor for value in last.values)
    if low[0] >= figure.values[-1]:
        return None
    return Figure(
        text[last.start : figure.end],
        low,
        figure.step,
        last.start,
        figure.end,
        figure.unit or last.unit,
        figure.values[-1],
        last.approximate,
    )


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
