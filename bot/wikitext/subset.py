"""Some of a page's edits: what hangs together, the text they make, and the proof of exactly that text."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.model.edit import Edit, Proof, apply_edits
from bot.profiles import Profile
from bot.wikitext.proof import prove


@dataclass(frozen=True, slots=True)
class Subset:
    """``taken`` edits make ``text``; ``left`` were wanted, but need one that was not. ``proof`` was run on ``text``."""

    text: str
    taken: tuple[Edit, ...]
    left: tuple[Edit, ...]
    proof: Proof


def closed(edits: Collection[Edit], wanted: Collection[str]) -> tuple[Edit, ...]:
    """The wanted edits without those that need another which is not taken."""
    taken = {edit.id: edit for edit in edits if edit.id in wanted}
    while True:
        loose = [name for name, edit in taken.items() if any(need not in taken for need in edit.needs)]
        if not loose:
            return tuple(taken.values())
        for name in loose:
            del taken[name]


def take(text: str, edits: Collection[Edit], wanted: Collection[str], profile: Profile) -> Subset:
    """Make the wanted edits that can stand together and prove the result.

    When a check fails the text stays as it was and nothing is taken: ``proof`` says which check. Raises ValueError when an edit
    does not fit the text.
    """
    taken = closed(edits, wanted)
    left = tuple(edit for edit in edits if edit.id in wanted and edit not in taken)
    proof = prove(text, taken, profile) if taken else Proof()
    if not proof.ok:
        return Subset(text, (), (*taken, *left), proof)
    return Subset(apply_edits(text, taken), taken, left, proof)
