"""All finding codes: unique, never re-used, never changed in meaning. One file a family."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.words import Severity


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding or edit.

    ``title`` is one line, ``what`` explains the fault, ``do`` what a person does about it: all three are English source strings
    for the catalogue.
    """

    code: str
    severity: Severity
    title: str
    what: str
    do: str


def all_codes() -> dict[str, Code]:
    """Every code by its name."""
    from bot.codes import art, bug, gate, ref, src, sup, wiki

    return {found.code: found for family in (ref, art, src, sup, wiki, gate, bug) for found in family.CODES}
