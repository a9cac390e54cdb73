"""A conflict that code can point at: without one a model's «contradicted» accuses nobody.

A model that lies, or obeys, convicts true claims with the very words that support them. So a contradiction needs a figure that
the quote gives otherwise, another name, a negation on one side alone, or an opposite direction.
"""

from __future__ import annotations

import re

from bot.judge.claim_numbers import computed, look, numbers_of, rival
from bot.judge.names import missing_names, names_of
from bot.judge.negation import turns
from bot.language.fold import fold
from bot.language.numbers import figures
from bot.model.verdict import Conflict
from bot.model.words import ConflictKind

#: Beginnings of words that say up and down, in both languages; our own choice. A side counts where the other is absent.
_UP = (
    "больше более выше вырос возрос увелич ускор быстрее шире дороже раньше лучше превыш превосход рост "
    "more larger higher greater increas rise rises rose risen grow grew faster wider earlier better exceed outperform"
).split()
_DOWN = (
    "меньше менее ниже снизи сниж уменьш сократ замедл медленнее уже дешевле позже хуже уступа паден упал упа "
    "less fewer lower smaller decreas declin fall falls fell fallen reduc shrank shrink slower narrower later worse"
).split()
_WORD = re.compile(r"[^\W\d_]+")
#: A denial of the verb; «не более», «не хуже» and *not only* deny nothing.
_DENIES = re.compile(
    r"\b(?:не(?! (?:более|менее|больше|меньше|хуже|лучше|выше|ниже|только|\w+ые\b|\w+ее\b))|нельзя|никогда|"
    r"not(?! (?:only|more|less|worse))|never|cannot|\w+n't)\b"
)
_DENIED_WORD = re.compile(r"\b(?:(?:не|без|un|in|im|dis|mis|non|avoid|изб[еа]|лиш[её]н)\w{3,}|\w{3,}less(?:ly)?\b)")
#: Of shorter beginnings only the whole word counts: «уже» is no beginning of «ужесточить».
_WHOLE = 4


def conflict(claim: str, quoted: str, around: str) -> Conflict | None:
    """The conflict between a claim and the quoted words, or None; ``around`` are their sentences and the neighbours."""
    return (
        _figure(claim, quoted, around)
        or _name(claim, quoted, around)
        or _negation(claim, quoted)
        or _opposite(claim, quoted)
    )


def _figure(claim: str, quoted: str, around: str) -> Conflict | None:
    """A figure of the claim that stands nowhere near, where the quote has one that the claim lacks."""
    there = numbers_of(around)
    for figure in figures(claim):
        said = (
            rival(figure, quoted, claim) if look(figure, there) is None and computed(figure, quoted) is None else None
        )
        if said is not None:
            return Conflict(ConflictKind.figure, figure.text, said)
    return None


def _name(claim: str, quoted: str, around: str) -> Conflict | None:
    claimed = missing_names(claim, around)
    said = missing_names(quoted, claim) if claimed and names_of(quoted) else ()
    return Conflict(ConflictKind.name, claimed[0], said[0]) if said else None


def _negation(claim: str, quoted: str) -> Conflict | None:
    """One side denies its verb, the other holds nothing that denies: no word, no prefix («недоступен», *misread*)."""
    sides = (fold(claim), fold(quoted))
    denied = [_DENIES.search(side) for side in sides]
    plain = [not turns(side) and not _DENIED_WORD.search(side) for side in sides]
    if denied[0] and plain[1]:
        return Conflict(ConflictKind.negation, denied[0][0], "")
    return Conflict(ConflictKind.negation, "", denied[1][0]) if denied[1] and plain[0] else None


def _opposite(claim: str, quoted: str) -> Conflict | None:
    """One says up and nothing else, the other down and nothing else."""
    sides = [(_first(text, _UP), _first(text, _DOWN)) for text in (claim, quoted)]
    (up, down), (said_up, said_down) = sides
    if up and said_down and not down and not said_up:
        return Conflict(ConflictKind.opposite, up, said_down)
    if down and said_up and not up and not said_down:
        return Conflict(ConflictKind.opposite, down, said_up)
    return None


def _first(text: str, beginnings: list[str]) -> str | None:
    for word in _WORD.findall(fold(text)):
        if any(word == one or (len(one) > _WHOLE and word.startswith(one)) for one in beginnings):
            return str(word)
    return None
