"""Words that turn or weaken what stands beside them: no quote may hide one."""

from __future__ import annotations

import re

_TURNING = (
    "не ни нет без нельзя никогда никак никакой никакая никакое никакие никаких никто ничто ничего нигде едва вряд отнюдь "
    "неверно невозможно якобы вместо кроме исключая not no never cannot without neither nor none nothing nobody nowhere hardly "
    "barely rarely seldom scarcely unless except fails fail failed unable instead lacks lack lacking unlike false incorrect "
    "incorrectly"
).split()
_WEAKENING = (
    "может могут мог могла могли возможно вероятно предположительно если только лишь почти редко иногда планируется "
    "may might could would if only almost nearly sometimes allegedly supposedly reportedly planned possibly perhaps until"
).split()

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_DENIES_NOTHING = re.compile(
    r"(?<!\w)(?:не (?:только|менее|более|больше|меньше|хуже|лучше|позднее|раньше|ранее|просто|раз)|not (?:only|just|least)|"
    r"no (?:less|more|fewer|longer than|later than|doubt|\.? ?\d)|кроме (?:того|этого)|вместо|instead|без сомнени\w+)"
)
_TURNS = frozenset(_TURNING)
_WEAKENS = frozenset(_WEAKENING)


def turns(folded: str) -> bool:
    """Whether a folded stretch of text holds a negation."""
    return any(word in _TURNS or word.endswith("n't") for word in _WORD.findall(folded))


def denied(folded: str) -> str:
    """The first word of a folded text that denies, or ""; «не только», «не менее» and *not only* deny nothing."""
    found = (match[0] for match in _WORD.finditer(_DENIES_NOTHING.sub("", folded)))
    return next((word for word in found if word in _TURNS or word.endswith("n't")), "")


def turns_or_weakens(folded: str) -> bool:
    """Whether it holds a negation or a word that makes a statement less than a fact («may», «если»)."""
    return any(word in _WEAKENS or word in _TURNS or word.endswith("n't") for word in _WORD.findall(folded))


def words(folded: str) -> list[str]:
    """The words of a folded text."""
    return _WORD.findall(folded)
