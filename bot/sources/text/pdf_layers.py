"""Two readings of one text layer: where they differ strongly, the one that reads like a language is taken, and that is said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

#: So many pages are read a second time, spread over the file.
_SAMPLED = 5
#: Two readings agree when they share this much of their words, and of their neighbouring pairs of words.
_SAME_WORDS, _SAME_ORDER = 0.6, 0.5
#: Fewer words on the sampled pages than this decide nothing.
_ENOUGH = 40
#: Below this share of plausible words a layer is no text: wrong character tables, symbols.
_GARBLED = 0.4
_WORD = re.compile(r"\S+")
_TOKEN = re.compile(r"[^\W\d_]{2,}")
_LATIN, _CYRILLIC = re.compile(r"[a-z]+"), re.compile(r"[а-яё]+")
_OTHER_SCRIPTS = re.compile("[\u0370-\u03ff\u0530-\u1aff\u2e80-\u9fff\uac00-\ud7a3]")
_VOWELS = re.compile(r"[aeiouyаеёиоуыэюя]")
_COMMON = frozenset(
    "the of and in to is for we that with as are by on this be an from at which it can or not "
    "и в на с по для не из что как при это от или к мы так же его за до о а но".split()
)

Second = Callable[[Sequence[int]], Sequence[str] | None]


@dataclass(frozen=True, slots=True)
class ChosenLayer:
    """The pages to take. ``differ``: the two readings are far apart; ``garbled``: neither is a language."""

    pages: tuple[str, ...]
    differ: bool = False
    garbled: bool = False


def choose(pages: Sequence[str], second: Second, *, fixed: bool = False) -> ChosenLayer:
    """The first reading unless the second is plainly better. ``fixed``: the first was cleaned of hidden text and stays.

    ``second`` gives pages by their indexes, or None where it cannot.
    """
    first = tuple(pages)
    sample = _spread([at for at, text in enumerate(first) if text.strip()])
    again = second(sample) if sample else None
    mine = [first[at] for at in sample]
    if again is None:
        return ChosenLayer(first, garbled=_garbled(mine))
    differ = _far(mine, again)
    if differ and not fixed and _worth(again) > _worth(mine) + 0.1:
        whole = second(range(len(first)))
        if whole is not None:
            return ChosenLayer(tuple(whole), differ=True, garbled=_garbled(again))
    return ChosenLayer(first, differ, _garbled(mine))


def plausible(text: str) -> float:
    """The share of the words that could be words of Russian or English; other scripts are not judged. 1 where there are none."""
    words = _WORD.findall(text)
    if not words or len(_OTHER_SCRIPTS.findall(text)) > len(text) // 10:
        return 1.0
    good = sum(_is_word(word.casefold().strip(".,;:!?()[]«»\"“”'’…—–-*")) for word in words)
    return good / len(words)


def _is_word(word: str) -> bool:
    """Whether it is a number, a short sign or formula, or letters of one alphabet with a vowel among them."""
    if len(word) <= 2 or any(char.isdigit() for char in word):
        return not any(char == "\ufffd" or "\ue000" <= char <= "\uf8ff" for char in word)
    return all(map(_is_spelled, filter(None, re.split(r"[-'’./]", word))))


def _is_spelled(part: str) -> bool:
    """Whether letters are of one alphabet, with a vowel where they are many."""
    alphabet = _LATIN.fullmatch(part) or _CYRILLIC.fullmatch(part)
    return alphabet is not None and (len(part) < 4 or _VOWELS.search(part) is not None)


def _garbled(texts: Sequence[str]) -> bool:
    """Whether a person could not read it."""
    text = " ".join(texts)
    return len(_WORD.findall(text)) >= _ENOUGH and plausible(text) < _GARBLED


def _worth(texts: Sequence[str]) -> float:
    """0 to 1: plausible words, and as many everyday ones among them as prose has."""
    text = " ".join(texts)
    tokens = [token.casefold() for token in _TOKEN.findall(text)]
    if not tokens:
        return 0.0
    common = sum(token in _COMMON for token in tokens) / len(tokens)
    return 0.5 * plausible(text) + 0.5 * min(1.0, common / 0.12)


def _far(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two readings of the same pages have other words, or the same ones in another order."""
    one, other = (_TOKEN.findall(" ".join(texts).casefold()) for texts in (first, second))
    if max(len(one), len(other)) < _ENOUGH:
        return False
    if _shared(Counter(one), Counter(other)) < _SAME_WORDS:
        return True
    return _shared(Counter(pairwise(one)), Counter(pairwise(other))) < _SAME_ORDER


def _shared(one: Counter[object], other: Counter[object]) -> float:
    """The common part of two bags."""
    return (one & other).total() / max(one.total(), other.total(), 1)


def _spread(numbers: list[int]) -> list[int]:
    """A few of many, the first and the last among them."""
    if len(numbers) <= _SAMPLED:
        return numbers
    return [numbers[round(step * (len(numbers) - 1) / (_SAMPLED - 1))] for step in range(_SAMPLED)]
