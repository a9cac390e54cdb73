"""The words of a text as they are searched for: light stems, Latin terms, numbers by value."""

from __future__ import annotations

import re

from bot.language.fold import fold
from bot.language.glossary import glossary
from bot.language.numbers import figures
from bot.language.romanise import name_key

_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*")
_CYRILLIC = re.compile(r"[а-я]")
#: Endings of Russian nouns, adjectives, verbs and participles, longest first; a stem keeps at least four letters.
_RUSSIAN = re.compile(
    r"(?:(?:ивш|ывш|вш|ющ|ущ|ящ|ащ|ем|им|енн|нн|т)?(?:ими|ыми|его|ого|ему|ому|ая|яя|ое|ее|ой|ей|ый|ий|ую|юю|ых|их|ым|им|ые|ие)|"
    r"(?:иями|ями|ами|иях|ях|ах|иям|ям|ам|ием|ем|ом|ов|ев|ией|ей|ью|ия|ья|ие|ье|ии|ию|а|е|и|й|о|у|ы|ь|ю|я)|"
    r"(?:уется|уются|ается|яется|аются|яются|ится|ятся|ует|уют|ает|яет|ают|яют|ить|ать|ять|еть|ыть|ил|ал|ял|ел|ит|ят|ет|ут|ют)(?:ся|сь)?)$"
)
_ENGLISH = re.compile(r"(?:ization|isation|ingly|edly|ations?|ings?|ed|ies|es|s|ly|ity|ment|ness)$")
#: Letters of a key.
_KEY = 6
STOP = frozenset(
    "и в на с по для от до из к о об при что как это а но или же не ни то его ее их он она они оно так также чем за под над без "
    "который которая которое которые которых этом этот эта эти того тем быть был была было были есть может могут более менее "
    "the a an of in on to for and or is are was were be been by with as at from that this these those it its their than then "
    "which who what where when not no can may will would has have had do does into such also more most one".split()
)


def stem(word: str) -> str:
    """A folded word without its ending; good enough to meet its other forms, and nothing more."""
    if len(word) <= 4:
        return word
    pattern = _RUSSIAN if _CYRILLIC.search(word) else _ENGLISH
    match = pattern.search(word)
    if match is None:
        return word
    keep = max(match.start(), 4 if pattern is _RUSSIAN else 3)
    return word[:keep]


def terms(text: str) -> list[str]:
    """Search terms in order, with repetition: stems of content words, names with digits whole, numbers as ``#value``."""
    found = []
    for word in _WORD.findall(fold(text)):
        if word.replace(".", "").replace("-", "").isdigit() or word in STOP:
            continue
        found.append(stem(word))
        if "-" in word:
            found += [stem(part) for part in word.split("-") if len(part) > 2 and part not in STOP]
    found += [f"#{value:g}" for figure in figures(text) for value in figure.values]
    return found


def keys(text: str) -> list[str]:
    """How words sound, whatever their alphabet: «градиент» and «gradients», «Вапник» and “Vapnik” have one key.

    Six letters of the romanised stem; short words and names with digits have none.
    """
    found = []
    for word in _content(text):
        key = name_key(stem(word)) if len(word) > 4 and not any(char.isdigit() for char in word) else ""
        if len(key) > 3:
            found.append(key[:_KEY])
    return found


def kin(text: str) -> list[str]:
    """Terms of the other language for a query: meanings from the glossary. They find less surely than the query's own."""
    return glossary(stem).of([stem(word) for word in _content(text)])


def _content(text: str) -> list[str]:
    """Folded words that mean something."""
    words = _WORD.findall(fold(text))
    return [word for word in words if word not in STOP and not word.replace(".", "").replace("-", "").isdigit()]
