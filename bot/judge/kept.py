"""A model's answers between runs: how one is kept, read again, and known to be of an older prompt."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from bot.judge.prompts import AGAIN, VERSION
from bot.model.citation import Claim

if TYPE_CHECKING:
    from bot.judge.control import Control
    from bot.judge.prompt import Prompt

#: Under which kind a store keeps them.
KIND = "judge"
#: Changes when code judges the same answer differently, or shows the model something else; kept answers are then asked for anew.
LOGIC = "5"
_NOW = f"{VERSION}/{LOGIC}"

#: The title of a page and the words of one of its claims, white space squeezed.
About = tuple[str, str]


def about(title: str, claim: str) -> About:
    """What a question is about, however it was put."""
    return " ".join(title.split()), " ".join(claim.split())


def to_keep(prompt: Prompt, answer: str, control: Control, claim: Claim, title: str) -> str:
    """An answer as it is kept: with all that was asked, and where its control stood, since another store has another key."""
    kept = {
        "prompt": _NOW,
        "about": about(title, claim.text),
        "system": prompt.system,
        "user": prompt.user,
        "answer": answer,
        "control_first": control.first,
    }
    return json.dumps(kept, ensure_ascii=False)


def read_kept(stored: str | None) -> tuple[str, bool] | None:
    """The answer, and whether the control stood first in its question; None for what is no answer of this prompt's form."""
    found = _object(stored)
    answer, first = found.get("answer"), found.get("control_first")
    return (answer, first) if isinstance(answer, str) and isinstance(first, bool) else None


def answered(stored: Iterable[str]) -> Counter[About]:
    """How many kept answers of this prompt are about each claim; those to second questions do not count."""
    now = (one for one in map(_object, stored) if one.get("prompt") == _NOW and AGAIN not in str(one.get("user")))
    return Counter(found for one in now for found in _about(one))


def outdated(stored: Iterable[str], claims: Collection[About] | None = None) -> int:
    """How many of ``claims`` have kept answers of older prompts alone and are asked again; None: of all that are kept."""
    old: set[About] = set()
    new: set[About] = set()
    for one in map(_object, stored):
        if one.get("prompt") == _NOW:
            new.update(_about(one))
        else:
            old.update(_about(one))
    asked_again = old - new
    return len(asked_again) if claims is None else sum(one in asked_again for one in claims)


def _about(kept: dict[str, Any]) -> tuple[About, ...]:
    match kept:
        case {"about": [str(title), str(claim)]}:
            return (about(title, claim),)
        case {"user": str(asked)}:
            # up to judge-3 the question alone says it; the claim stands last in it
            _, _, context = asked.rpartition("\n<context-")
            title = context.partition("\nArticle: ")[2].partition("\n")[0]
            claim = context.partition("\n<claim-")[2].partition(">\n")[2].rpartition("\n</claim-")[0]
            return (about(title, claim),) if claim else ()
        case _:
            return ()


def _object(stored: str | None) -> dict[str, Any]:
    try:
        found = json.loads(stored or "")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
