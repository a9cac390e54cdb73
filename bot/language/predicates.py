"""Whether words say something alone: they hold a finite verb, or a short adjective or dash in its stead; Russian and English.

Russian forms are told by pymorphy3 (OpenCorpora's dictionary); English ones by a list that WordNet's counts gave
(``english_verbs.txt``). Words of another language are taken to say something: we cannot tell.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")
#: «BERT — модель»: the dash between two words is the verb «is».
_COPULA = re.compile(r"\w[»\")]*[ \u00a0][—–][ \u00a0]\S*\w")
#: pymorphy3's parts of speech that make a statement: verbs, short adjectives and participles, «можно», «нет».
_STATING = frozenset({"VERB", "ADJS", "PRTS", "PRED"})
#: Below this share of a form's readings a verb is a rare one («начала» is a noun in three of four).
_LIKELY = 0.5
#: WordNet does not count these.
_AUXILIARY = frozenset(
    "am is are was were be been isn't aren't wasn't weren't has have had hasn't haven't hadn't does do did doesn't don't didn't "
    "can cannot can't could couldn't may might must shall should will would won't wouldn't it's that's there's".split()
)
#: Words that tell English from other languages in Latin letters.
_ENGLISH = frozenset("the of and in for with from".split())
#: So many words in Latin letters, some of them no English ones, may be names in a row; more are another language.
_NAMES = 3


def says_something(words: str) -> bool:
    """Whether the words hold a predicate of their own."""
    found = [word.replace("’", "'") for word in _WORD.findall(words)]
    if any(map(_CYRILLIC.match, found)):
        return _COPULA.search(words) is not None or any(map(_states, found))
    if any(_is_verb(found, at) for at in range(len(found))):
        return True
    return len(found) > _NAMES and not all(map(str.isascii, found)) and not _ENGLISH.intersection(found)


def _is_verb(words: list[str], at: int) -> bool:
    """Whether the word is a finite verb: no infinitive («to use»), no participle («used by»), no name («Lost Ark»)."""
    word = words[at]
    if at and words[at - 1] == "to":
        return False
    return word in _AUXILIARY or (word in _english() and words[at + 1 : at + 2] != ["by"])


@cache
def _english() -> frozenset[str]:
    lines = (files("bot.language") / "english_verbs.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _russian() -> MorphAnalyzer:
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


@lru_cache(4096)
def _states(word: str) -> bool:
    """Whether the word's likeliest reading makes a statement."""
    if not _CYRILLIC.match(word):
        return False
    stating = [float(reading.score) for reading in _russian().parse(word) if reading.tag.POS in _STATING]
    return sum(stating) >= _LIKELY
