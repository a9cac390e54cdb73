"""Numbers as Russian and English texts write them: decimal commas, spaced thousands, percent, million, powers, words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from itertools import pairwise

_SPACE = "[ \u00a0\u2009\u202f\u2007]"
_MINUS = "-\u2212\u2010\u2011\u2012\u2013"
_DIGITS = rf"\d{{1,3}}(?:{_SPACE}\d{{3}})+(?!\d)(?:[.,]\d+)?|\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:[.,]\d+)?"
_POWER = (
    rf"(?:\s?[×x·*хХ⋅]\s?10\s?(?:\^|\*\*)?\s?\{{?(?P<power>[{_MINUS}+]?\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)\}}?"
    rf"|[eE](?P<exponent>[{_MINUS}+]?\d+)(?!\w))"
)
_SCALE = (
    r"тыс(?:яч\w*)?\b\.?|млн\b\.?|миллион\w*|млрд\b\.?|миллиард\w*|трлн\b\.?|триллион\w*"
    r"|thousand|million|billion|trillion|[kKMBT](?!\w)"
)
_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<sign>(?<![\w)\]%])[{_MINUS}](?=\d))?(?P<digits>{_DIGITS})(?!\.\d)(?:{_POWER})?"
    rf"(?:{_SPACE}?(?P<scale>{_SCALE}))?(?:{_SPACE}?(?P<percent>%|процент\w*|percent|per cent))?",
    re.IGNORECASE,
)
_RANGE = re.compile(rf"\s?(?:[{_MINUS}\u2014]|\.\.\.|…|до|to|и|and)\s?")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SCALES = {
    "тыс": 3,
    "tho": 3,
    "k": 3,
    "млн": 6,
    "мил": 6,
    "m": 6,
    "b": 9,
    "bil": 9,
    "млр": 9,
    "трл": 12,
    "три": 12,
    "tri": 12,
    "t": 12,
}
#: Whole words only; «один» and «one» are left out: they are articles as often as numbers.
_WORDS = {
    "ноль": 0, "два": 2, "две": 2, "двух": 2, "двумя": 2, "двум": 2, "вдвое": 2, "дважды": 2, "три": 3, "трёх": 3, "трех": 3,
    "втрое": 3, "четыре": 4, "четырёх": 4, "четырех": 4, "вчетверо": 4, "пять": 5, "пяти": 5, "шесть": 6, "шести": 6,
    "семь": 7, "семи": 7, "восемь": 8, "восьми": 8, "девять": 9, "девяти": 9, "десять": 10, "десяти": 10, "сто": 100,
    "zero": 0, "two": 2, "twice": 2, "double": 2, "three": 3, "thrice": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "hundred": 100,
}  # fmt: skip
_WORD = re.compile(r"(?<![\w-])(?:" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")(?![\w-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """One number at ``start``..``end`` of the text (code points, end exclusive).

    ``values`` holds every reading: «1,000» is a thousand and, as Russian writes it, one. ``spelled`` marks a number word.
    """

    text: str
    start: int
    end: int
    values: tuple[Decimal, ...]
    percent: bool = False
    spelled: bool = False

    def agrees(self, other: Number) -> bool:
        """Whether the two share a reading; a percentage never agrees with a plain number."""
        return self.percent is other.percent and not set(self.values).isdisjoint(other.values)


def numbers(text: str) -> tuple[Number, ...]:
    """Every number of ``text`` in order. Digits inside a name (FP16, GPT-3, v2) are not numbers."""
    found = _ranges(text, [number for match in _NUMBER.finditer(text) if (number := _read(text, match))])
    found += [_spelled(match) for match in _WORD.finditer(text)]
    return tuple(sorted(found, key=lambda number: number.start))


def _ranges(text: str, found: list[Number]) -> list[Number]:
    """«80–90 %» says percent once and means it twice."""
    for place, (first, second) in enumerate(pairwise(found)):
        if second.percent and not first.percent and _RANGE.fullmatch(text[first.end : second.start]):
            found[place] = replace(first, percent=True)
    return found


def _read(text: str, match: re.Match[str]) -> Number | None:
    """A match of digits as a number; None where the digits belong to a name."""
    start, end = match.span()
    if _inside_name(
        text, match.start("digits"), end, has_tail=bool(match["scale"] or match["percent"] or match["power"])
    ):
        return None
    power = (match["power"] or match["exponent"] or "0").translate(_SUPERSCRIPT)
    shift = int(re.sub(f"[{_MINUS}]", "-", power)) + _scale(match["scale"])
    if abs(shift) > 400:
        return None
    sign = -1 if match["sign"] else 1
    values = tuple(dict.fromkeys(sign * value.scaleb(shift).normalize() for value in _readings(match["digits"])))
    return Number(match[0].rstrip(), start, start + len(match[0].rstrip()), values, bool(match["percent"]))


def _inside_name(text: str, start: int, end: int, *, has_tail: bool) -> bool:
    """Whether a letter is glued to the digits, directly or by a hyphen before them («GPT-3»)."""
    before = text[max(0, start - 2) : start]
    if before[-1:] in tuple(_MINUS) and before[:1].isalpha():
        return True
    return not has_tail and text[end : end + 1].isalpha() and text[end - 1 : end].isdigit() and _glued(text, end)


def _glued(text: str, end: int) -> bool:
    """Letters right after digits make a name («3D», «4bit» does not): one capital letter, or letters with digits."""
    tail = re.match(r"\w+", text[end:])
    return tail is not None and (any(map(str.isdigit, tail[0])) or (len(tail[0]) == 1 and tail[0].isupper()))


def _readings(digits: str) -> list[Decimal]:
    """What the digits can mean."""
    plain = re.sub(_SPACE, "", digits)
    found = []
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        found.append(plain.replace(",", ""))
    if plain.count(",") <= 1:
        found.append(plain.replace(",", "."))
    values = []
    for reading in found:
        try:
            values.append(Decimal(reading))
        except InvalidOperation:
            continue
    return values


def _scale(word: str | None) -> int:
    """The power of ten that a word such as «млн» stands for."""
    return _SCALES[word.lower()[:3].rstrip(".")] if word else 0


def _spelled(match: re.Match[str]) -> Number:
    """A number word."""
    return Number(match[0], match.start(), match.end(), (Decimal(_WORDS[match[0].lower()]),), spelled=True)
