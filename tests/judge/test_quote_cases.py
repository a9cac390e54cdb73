"""Two hundred quotations: typography must not hide one, another meaning must not pass as one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.judge.quote import locate
from tests.judge.rig import source

CASES = Path(__file__).resolve().parents[1] / "cases" / "quotes"


def pairs(name: str) -> list[tuple[str, str]]:
    """The source and the quotation of every line."""
    lines = (CASES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = [line.split(" => ", 1) for line in lines if line and not line.startswith("#")]
    return [(unescaped(text), unescaped(quote)) for text, quote in found]


ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|([nt\\]))")


def unescaped(text: str) -> str:
    """Read a new line, a tab, a backslash and a code point from their escapes."""
    named = {"n": "\n", "t": "\t", "\\": "\\"}
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else named[found[2]], text)


@pytest.mark.parametrize(("text", "quote"), pairs("changed"))
def test_another_meaning_is_never_found(text: str, quote: str) -> None:
    """A changed number, sign, order, entity, negation, hedge or unit; a cut word; words that are not there."""
    assert locate(source(text), quote) is None


@pytest.mark.parametrize(("text", "quote"), pairs("harmless"))
def test_typography_never_hides(text: str, quote: str) -> None:
    """Quotes, dashes, spaces, hyphenation, ligatures, ё, marks, entities, formulas; what comes back is the source's own."""
    found = locate(source("Введение к тексту. " + text + " Конец текста."), quote)
    assert found is not None
    assert found.text.strip()


def test_there_are_enough_cases() -> None:
    """At least two hundred in all, about as many of each kind."""
    assert len(pairs("changed")) + len(pairs("harmless")) >= 200
