"""A small glossary of machine learning, Russian and English, for looking in one language for words of the other.

The words are our own (``glossary.txt``). What is found by it is a place to look at, never evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bot.language.fold import fold

Stem = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Glossary:
    """Both directions: phrases of stems to the stems of the other language's words. ``longest`` is the longest phrase."""

    meanings: dict[tuple[str, ...], tuple[str, ...]]
    longest: int

    def of(self, stems: Sequence[str]) -> list[str]:
        """The other language's stems of every phrase in a text's stems; of phrases at one place the longest counts."""
        found: list[str] = []
        at = 0
        while at < len(stems):
            for length in range(min(self.longest, len(stems) - at), 0, -1):
                meant = self.meanings.get(tuple(stems[at : at + length]))
                if meant is not None:
                    found += meant
                    at += length
                    break
            else:
                at += 1
        return found


@cache
def glossary(stem: Stem) -> Glossary:
    """The glossary in the stems of ``stem``, a function of one folded word."""
    meanings: dict[tuple[str, ...], tuple[str, ...]] = {}
    for line in (files("bot.language") / "glossary.txt").read_text(encoding="utf-8").splitlines():
        russian, equals, english = line.partition(" = ")
        if not equals or line.startswith("#"):
            continue
        sides = [[tuple(map(stem, fold(part).split())) for part in side.split(" / ")] for side in (russian, english)]
        for phrases, others in (sides, sides[::-1]):
            words = tuple(dict.fromkeys(word for phrase in others for word in phrase))
            for phrase in phrases:
                meanings[phrase] = tuple(dict.fromkeys((*meanings.get(phrase, ()), *words)))
    return Glossary(meanings, max(map(len, meanings)))
