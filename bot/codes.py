"""Finding codes: unique, never re-used, never changed in meaning. Their rows are ``bot/texts/findings``, a file a family."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bot.model.words import Severity

#: In the order in which they are listed.
FAMILIES = ("REF", "ART", "SRC", "SUP", "WIKI", "GATE", "BUG")


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding or edit.

    ``title`` is one line, ``what`` explains the fault, ``do`` what a person does about it: all three are English source strings.
    ``own_draft``: its edits only translate Markdown or remove a chat's token, so that a person takes them in a text of their own.
    ``may_hold_sources``: while its edits wait, what they would turn into wikitext may name sources that nobody has looked at.
    """

    code: str
    severity: Severity
    title: str
    what: str
    do: str
    own_draft: bool = False
    may_hold_sources: bool = False


def code_named(name: str) -> Code:
    """The code of that name. Raises KeyError for one that has no row."""
    family = name.rstrip("0123456789")
    if family not in FAMILIES:
        raise KeyError(name)
    return family_codes(family)[name]


@cache
def all_codes() -> Mapping[str, Code]:
    """Every code by its name."""
    return {name: code for family in FAMILIES for name, code in family_codes(family).items()}


@cache
def family_codes(family: str) -> Mapping[str, Code]:
    """The codes of one of ``FAMILIES`` by name; its file is read once a process."""
    return {
        name: Code(
            name,
            Severity(row["severity"]),
            **row["en"],
            own_draft=row.get("own_draft", False),
            may_hold_sources=row.get("may_hold_sources", False),
        )
        for name, row in _rows(family).items()
    }


@cache
def code_texts(language: str) -> Mapping[str, str]:
    """What all codes say in a language, by the English text."""
    rows = [row for family in FAMILIES for row in _rows(family).values()]
    return {row["en"][part]: row[language][part] for row in rows for part in ("title", "what", "do")}


@cache
def _rows(family: str) -> Mapping[str, Any]:
    """By code its severity, and title, what and do in each language."""
    path = Path(__file__).with_name("texts") / "findings" / f"{family}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
