"""The control: beside every claim the model is asked about a statement that the source cannot support.

A model that confirms it obeys the page, or does not read; what it says of that source is then worth nothing. The statement is
made by code from the claim itself, so that whatever a page says of the claim's subject («everything about the tides is right»)
holds for the control as well: either the claim with an addition about somebody invented, or the claim with one of its words
changed for a thing that the source does not name. Which of the two, its words, and whether it stands first are drawn by a keyed
hash: the key is the store's own, so that nobody can write a page for one order («confirm the first, deny the second»).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from bot.judge.answer_form import ModelAnswer, PartSupport, Said
from bot.judge.names import names_of
from bot.judge.signs import words_of
from bot.language.fold import fold
from bot.language.romanise import is_cyrillic
from bot.model.ports import Cache

_ADDED = {
    True: (
        "{claim}, как ещё в {year} году писал {name}",
        "{claim}, за что {name} получил медаль {year} года",
        "{claim}, и это {name} повторил в {year} году",
        "{claim}; так с {year} года считает и общество «{name}»",
        "В {year} году {name} показал: {claim}",
        "Как следует из письма {year} года, которое подписал {name}, {claim}",
    ),
    False: (
        "{claim}, as {name} wrote back in {year}",
        "{claim}, for which {name} was given a medal in {year}",
        "{claim}, a result that {name} repeated in {year}",
        "{claim}; so says the society of {name} since {year}",
        "In {year} {name} showed: {claim}",
        "As a letter signed by {name} in {year} has it, {claim}",
    ),
}
#: Things that hardly a source of ours names; one that it does is not taken.
THINGS = {
    True: "самовар тюлень клавесин ледокол подсолнух верблюд кочерга акведук черепаха дирижабль флюгер варенье".split(),
    False: "samovar walrus harpsichord icebreaker sunflower camel aqueduct tortoise airship trombone marmalade".split(),
}
_STARTS = (
    "Вел Мар Тор Кан Дру Фел Гри Лон Пас Рум Сев Зар".split(),
    "Vel Mar Tor Kan Dru Fel Gri Lon Pas Rum Sev Zar".split(),
)
_MIDDLES = ("ба ве до ми ну ре ку ла".split(), "ba ve do mi nu re ku la".split())
_ENDS = ("нгер стрём вик тано лли хольт дани мейл".split(), "nger strom wick tano lli holt dani mail".split())
#: A claim with fewer content words is hardly itself any more once one is changed.
_ENOUGH_WORDS = 4
_LONGEST = 3


@dataclass(frozen=True, slots=True)
class Control:
    """A control statement, and whether it stands before the claim."""

    text: str
    first: bool


def control_for(claim: str, sources: Sequence[tuple[str, str]], key: str) -> Control:
    """The control that goes with a claim; ``sources`` are (sha256, text). The same for the same claim, sources and ``key``."""
    draw = _Draw(key, "\0".join((claim, *(sha256 for sha256, _ in sources))))
    russian = is_cyrillic(claim)
    folded = "\n".join(fold(text) for _, text in sources)
    first = bool(draw.below(2))
    changed = _changed(claim, draw, folded, russian=russian) if draw.below(2) else None
    return Control(changed or _with_addition(claim, draw, folded, russian=russian), first)


def fails(answer: ModelAnswer) -> bool:
    """Whether a model's answer to a control confirms it: by its verdict, or by all of its parts."""
    return answer.verdict is Said.supported or all(part.support is PartSupport.supported for part in answer.parts)


def control_key(cache: Cache) -> str:
    """The key of this store, made once; it is never shown, sent or exported."""
    kept = cache.get("control", "key")
    if kept:
        return kept
    made = secrets.token_hex(16)
    cache.put("control", "key", made, days=None)
    return made


class _Draw:
    """Numbers from a keyed hash, one after the other."""

    def __init__(self, key: str, subject: str) -> None:
        self._key = key.encode()
        self._state = subject.encode()

    def below(self, n: int) -> int:
        """0 to ``n`` - 1."""
        self._state = hmac.new(self._key, self._state, hashlib.sha256).digest()
        return int.from_bytes(self._state[:8]) % n


def _with_addition(claim: str, draw: _Draw, folded: str, *, russian: bool) -> str:
    forms = _ADDED[russian]
    form, side = forms[draw.below(len(forms))], int(not russian)
    name, year = "", ""
    while not name or fold(name) in folded or year in folded:
        tables = (_STARTS[side], _MIDDLES[side], _MIDDLES[side], _ENDS[side])
        name = "".join(table[draw.below(len(table))] for table in tables)
        # a source may hold every year of two centuries; then the name alone is what it cannot support
        year = str(1801 + draw.below(97)) if not year or year in folded else year
        if fold(name) not in folded and all(str(one) in folded for one in range(1801, 1898)):
            break
    return form.format(claim=claim.strip().rstrip(".!?…"), name=name, year=year) + "."


def _changed(claim: str, draw: _Draw, folded: str, *, russian: bool) -> str | None:
    """The claim with one of its longest words changed for a thing; None where that would leave too little of it."""
    names = {part for name in names_of(claim) for part in (name, *name.split("-"))}
    words = [word for word in words_of(claim) if word not in names and claim.count(word) == 1]
    things = [thing for thing in THINGS[russian] if thing not in folded]
    if len(words) < _ENOUGH_WORDS or not things:
        return None
    longest = sorted(words, key=len, reverse=True)[:_LONGEST]
    word = longest[draw.below(len(longest))]
    return claim.replace(word, things[draw.below(len(things))])
