"""The months that a text names, in words and in dates, in Russian and English; and where a day of a month stands."""

from __future__ import annotations

import re

from bot.language.numerals import MONTHS

_NAMES = "|".join(sorted(MONTHS, key=len, reverse=True))
_ENDING = r"(?:[аеьяю]|ь?ски\w+|ом|ем|\.)?"
_MONTH = re.compile(rf"(?<![^\W_])(?P<name>{_NAMES}){_ENDING}(?![^\W_])", re.IGNORECASE)
#: «May» and «march» are months beside a number.
_ALSO_A_WORD = frozenset({"may", "mar", "march", "мае", "мая", "май", "март"})
_NUMBER_BEFORE = re.compile(r"\d\s?(?:st|nd|rd|th)?(?: of)?\s?$")
_NUMBER_AFTER = re.compile(r",?\s?\d")
_WRITTEN = re.compile(
    r"(?<!\d)\d{4}-(?P<iso>\d\d)-\d\d|(?<!\d)(?P<one>\d{1,2})[./](?P<two>\d{1,2})[./](?:\d\d){1,2}(?!\d)"
)
_DAY = re.compile(
    rf"(?P<before>(?<![\d.,])\d{{1,2}})\s(?:of )?(?:{_NAMES}){_ENDING}(?![^\W_])"
    rf"|(?<![^\W_])(?:{_NAMES})\.?\s(?P<after>\d{{1,2}})(?![\d:]|[.,]\d)",
    re.IGNORECASE,
)


def months_of(text: str) -> dict[str, int]:
    """The months (1 to 12) of a text by the words that name them; of a date in figures every number that may be one."""
    found: dict[str, int] = {}
    for match in _MONTH.finditer(text):
        beside = _NUMBER_BEFORE.search(text, max(0, match.start() - 8), match.start()) or _NUMBER_AFTER.match(
            text, match.end()
        )
        if match["name"].lower() not in _ALSO_A_WORD or beside:
            found[match[0]] = MONTHS[match["name"].lower()]
    for date in _WRITTEN.finditer(text):
        for part in ("iso", "one", "two"):
            if date[part] and 1 <= int(date[part]) <= 12:
                found[f"{date[0]} {part}"] = int(date[part])
    return found


def days_of(text: str) -> frozenset[int]:
    """Where the numbers start that are days of a named month."""
    return frozenset(match.start(match.lastgroup or 0) for match in _DAY.finditer(text))


_DATE = re.compile(
    rf"(?<!\d)(?P<y1>\d{{4}})-(?P<m1>\d\d)-(?P<d1>\d\d)(?!\d)|(?<!\d)(?P<d2>\d{{1,2}})\.(?P<m2>\d{{1,2}})\.(?P<y2>\d{{4}})(?!\d)"
    rf"|(?<!\d)(?P<d3>\d{{1,2}})\s(?P<m3>{_NAMES}){_ENDING}\s(?P<y3>\d{{4}})(?!\d)"
    rf"|(?<![^\W_])(?P<m4>{_NAMES})\.?\s(?P<d4>\d{{1,2}}),?\s(?P<y4>\d{{4}})(?!\d)",
    re.IGNORECASE,
)


def date_of(text: str) -> tuple[int, int, int] | None:
    """The first date of a text as year, month and day: ISO 8601, day first with full stops, or the month by its name."""
    match = _DATE.search(text)
    if match is None:
        return None
    form = (match.lastgroup or "y1")[1:]
    month = match[f"m{form}"].lower()
    return int(match[f"y{form}"]), int(month) if month.isdecimal() else MONTHS[month], int(match[f"d{form}"])
