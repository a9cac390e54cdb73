"""Does the evidence name whom the claim names? Decided by code: a swapped name reads as well as the right one.

Only what is written like a name is asked for: in a Russian claim a word in Latin letters that has a capital or a digit, in any
claim a word with a capital that does not open a sentence. Two spellings are one name when the consonants of their romanised
keys agree, an ending aside: «Хинтона» is Hinton, and Adam is not Adagrad.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from bot.language.fold import fold
from bot.language.numbers import figures
from bot.language.romanise import is_cyrillic, name_key

_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011'’][^\W_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_HYPHEN = re.compile(r"[-\u2010\u2011]")
_OPENS = re.compile(r"(?:^|[.!?…:]\s|[\n«»\"“(—–])\s*$")
_VOWELS = re.compile(r"[aeiou]+")
#: What schemes and languages write otherwise: Хинтон and Гинтон, Зингер and Singer, Уолш and Walsh.
_SWAPS = str.maketrans("hzwq", "gsvk")
#: A Latin c before other letters is «к».
_HARD_C = re.compile(r"c(?![eiyh])", re.IGNORECASE)
#: «Стэнфордского» is Stanford's; without the suffix the name is left.
_ADJECTIVE = re.compile(r"(?:ь?ск|цк)(?:ий|ая|ое|ого|ой|ому|им|ом|ую|ие|их|ими)$")
#: Letters and a number: a format, a version.
_CODE = re.compile(r"([a-z]+)(\d+)")
_ENDING = 3
_SHORT = 3
#: Names that are translated, not transliterated, by the first letters of the Russian word.
_TRANSLATED = {
    "сша": "usa us u.s. united american america", "ссср": "ussr soviet", "росси": "russia russian", "китай": "china chinese",
    "япони": "japan japanese", "европ": "europe european eu", "англи": "england english", "британ": "britain british uk",
    "великобритан": "britain british uk", "испани": "spain spanish", "греци": "greece greek", "венгри": "hungary hungarian",
    "австри": "austria austrian", "швеци": "sweden swedish", "швейцари": "switzerland swiss", "нидерланд": "netherlands dutch",
    "голланди": "netherlands dutch holland", "польш": "poland polish", "земл": "earth", "инди": "india indian",
}  # fmt: skip


def names_of(claim: str) -> tuple[str, ...]:
    """The words of a claim that are written as names, each once, in order; a number's unit is none."""
    return tuple(dict.fromkeys(_names(claim)))


def missing_names(claim: str, evidence: str) -> tuple[str, ...]:
    """The names of the claim that the evidence does not have in any spelling, as the claim writes them."""
    wanted = names_of(claim)
    if not wanted:
        return ()
    words = [match[0] for match in _WORD.finditer(evidence)]
    words += [part for word in words for part in _HYPHEN.split(word)]
    words += [left + right for left, right in pairwise(words)]
    written = {_plain(word) for word in words}
    keys = {key for word in written for key in skeletons(word)}
    initials = "".join(match[0][0].lower() for match in _LETTERS.finditer(evidence))
    return tuple(name for name in wanted if not (_met(name, written, keys) or _abbreviates(name, initials)))


def skeletons(word: str) -> frozenset[str]:
    """The consonants of a word's romanised key, then its digits: what transliterations agree about.

    Several where a Latin c may be «к», and where a Russian adjective hides a name.
    """
    spellings = (word, _HARD_C.sub("k", word), _ADJECTIVE.sub("", word))
    digits = "".join(filter(str.isdigit, word))
    return frozenset(_VOWELS.sub("", name_key(one).translate(_SWAPS)) + digits for one in spellings)


def _names(claim: str) -> Iterator[str]:
    russian = is_cyrillic(claim)
    numbers = [(found.start, found.end) for found in figures(claim)]
    for match in _WORD.finditer(claim):
        if any(start < match.end() and match.start() < end for start, end in numbers):
            continue
        if claim[: match.start()].endswith("="):
            # a parameter's value
            continue
        opens = _OPENS.search(claim[: match.start()]) is not None
        yield from (part for part in _parts(match[0]) if _is_name(part, russian=russian, opens=opens))


def _parts(word: str) -> tuple[str, ...]:
    """«BERT-подобные» is BERT and a common word; «Нью-Йорк» and «GPT-4» are one name."""
    parts = _HYPHEN.split(word)
    return tuple(parts) if any(part.isalpha() and part.islower() for part in parts) else (word,)


def _is_name(word: str, *, russian: bool, opens: bool) -> bool:
    capital = any(map(str.isupper, word))
    if russian and not is_cyrillic(word):
        return any(map(str.isalpha, word)) and (capital or any(map(str.isdigit, word)))
    # a Russian abbreviation is translated more often than transliterated: МГК is PCA
    return capital and not opens and len(word) > 1 and not (is_cyrillic(word) and word.isupper() and word != "США")


def _met(name: str, written: set[str], keys: set[str]) -> bool:
    plain = _plain(name)
    if plain in written:
        return True
    for stem, words in _TRANSLATED.items():
        if plain.startswith(stem) and not written.isdisjoint(words.split()):
            return True
    mine = skeletons(name)
    if _ADJECTIVE.search(name) and min(map(len, mine)) < _SHORT:
        # too little is left of «Российской» to tell
        return True
    return any(_same(one, other) for one in mine for other in keys) or any(_shortens(plain, one) for one in written)


def _shortens(name: str, other: str) -> bool:
    """Whether the letters of one stand in the other, the numbers being the same: BF16 and bfloat16."""
    one, two = _CODE.fullmatch(name), _CODE.fullmatch(other)
    if one is None or two is None or one[2] != two[2]:
        return False
    short, long = sorted((one[1], two[1]), key=len)
    rest = iter(long)
    return len(short) > 1 and long[0] == short[0] and all(letter in rest for letter in short)


def _abbreviates(name: str, initials: str) -> bool:
    """Whether the evidence writes an abbreviation out: SVM as «support vector machine»."""
    return 2 < len(name) <= 6 and name.isascii() and name.isupper() and name.lower() in initials


def _same(one: str, other: str) -> bool:
    """Equal, or one with an ending more than the other; what is short or holds a digit must be equal."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORT or any(map(str.isdigit, long)):
        return short == long and bool(short)
    return long.startswith(short) and len(long) - len(short) <= _ENDING


def _plain(word: str) -> str:
    return re.sub(r"\W", "", fold(word))
