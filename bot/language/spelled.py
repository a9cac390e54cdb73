"""Numbers written as words: «thirty-one percent», «two thousand», «four and a half», «трёхстах»."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.language.numerals import MULTIPLES, OTHER, PLAIN, SCALES


@dataclass(frozen=True, slots=True)
class Spelled:
    """A number written out, at ``start``..``end``; several values where the word can mean several.

    ``times`` marks a word that says how many times («втрое», doubled).
    """

    text: str
    values: tuple[float, ...]
    start: int
    end: int
    times: bool = False


#: The longest number that these words spell has 19 («nine hundred and ninety-nine billion …»); more words are more numbers.
_MOST_WORDS = 20
_WORD = re.compile(r"[A-Za-zА-Яа-яЁё]+")
_MULTIPLE = re.compile("|".join(sorted(MULTIPLES, key=len, reverse=True)))
_BETWEEN = re.compile(r"-|\s++(?:and\s++)?", re.IGNORECASE)
_AND_A_HALF = re.compile(r"\s++(?:and a half|с половиной)(?!\w)", re.IGNORECASE)
_HALF_A = re.compile(
    r"(?<!\w)(?:half an?|полтор[аы]|полутора) (million|billion|thousand|hundred|тысячи?|тысяч|миллиона?|миллиарда?)(?!\w)|"
    r"(?<!\w)пол(миллиона|миллиарда|тысячи)(?!\w)",
    re.IGNORECASE,
)


def spelled(text: str) -> tuple[Spelled, ...]:
    """Every number word or chain of them, in order."""
    found: list[Spelled] = []
    chain: list[re.Match[str]] = []
    for word in _WORD.finditer(text):
        key = _key(word[0])
        if key == "and":
            continue
        if chain and not (_continues(chain, key) and _BETWEEN.fullmatch(text, chain[-1].end(), word.start())):
            found.append(_ended(text, chain))
            chain = []
        if key in PLAIN or key in SCALES:
            chain.append(word)
        else:
            found += _alone(word, key)
    if chain:
        found.append(_ended(text, chain))
    found += [_half(match) for match in _HALF_A.finditer(text)]
    return tuple(sorted(found, key=lambda one: one.start))


def _alone(word: re.Match[str], key: str) -> list[Spelled]:
    """A word that is a number by itself."""
    if key in OTHER:
        return [Spelled(word[0], OTHER[key], *word.span())]
    beginning = _MULTIPLE.match(key)
    return [Spelled(word[0], (MULTIPLES[beginning[0]],), *word.span(), times=True)] if beginning else []


def _key(word: str) -> str:
    return word.lower().replace("ё", "е")


def _continues(chain: list[re.Match[str]], key: str) -> bool:
    """Whether a word goes on with the number: a scale, or something smaller than what stands before it."""
    if len(chain) == _MOST_WORDS:
        return False
    if key in SCALES:
        return True
    if key not in PLAIN:
        return False
    last = _key(chain[-1][0])
    return last in SCALES or (PLAIN[key] < _room(PLAIN[last]) and PLAIN[key] > 0)


def _room(value: int) -> int:
    """What may follow: units after tens, less than a hundred after hundreds, nothing after units and teens."""
    if value >= 100:
        return 100
    return 10 if value >= 20 else 0


def _ended(text: str, chain: list[re.Match[str]]) -> Spelled:
    total = group = 0
    for word in chain:
        key = _key(word[0])
        scale = SCALES.get(key)
        if scale is None:
            group += PLAIN[key]
        elif scale == 100:
            group = (group or 1) * 100
        else:
            total += (group or 1) * scale
            group = 0
    value, end = float(total + group), chain[-1].end()
    half = _AND_A_HALF.match(text, end)
    if half is not None:
        value, end = value + 0.5, half.end()
    return Spelled(text[chain[0].start() : end], (value,), chain[0].start(), end)


def _half(match: re.Match[str]) -> Spelled:
    """«half a million», «полмиллиона» and «полтора миллиона»."""
    scale = SCALES[_key(match[1] or match[2])]
    times = 1.5 if _key(match[0]).startswith(("полтор", "полутор")) else 0.5
    return Spelled(match[0], (scale * times,), *match.span())
