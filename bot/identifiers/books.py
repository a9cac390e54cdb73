"""ISBN in its ten and thirteen digit forms, with hyphens, dashes, spaces and the Cyrillic Х of Russian books."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.model.citation import Identifier
from bot.model.words import IdKind

_GAP = r"[-\s\u2010-\u2015\u2212]?"
_NAMED = re.compile(rf"ISBN(?:-1[03])?[\s:=№|]*((?:\d{_GAP}){{8,12}}[\dXxХх])(?!\d)", re.IGNORECASE)
_BARE = re.compile(rf"(?<![\d.-])(97[89]{_GAP}(?:\d{_GAP}){{9}}\d)(?![\d-])")


def in_text(text: str) -> Iterator[Identifier]:
    """Numbers after the word ISBN, and bare thirteen-digit ones whose check digit holds."""
    for match in _NAMED.finditer(text):
        yield identifier(match[1])
    for match in _BARE.finditer(text):
        if valid(_digits(match[1])):
            yield identifier(match[1])


def identifier(written: str) -> Identifier:
    """The canonical form: thirteen digits; a number whose check digit is wrong stays as it is, without hyphens."""
    digits = _digits(written)
    value = _thirteen(digits) if len(digits) == 10 and valid(digits) else digits
    return Identifier(IdKind.isbn, value, "" if written == value else written)


def valid(digits: str) -> bool:
    """Whether the check digit holds (ISO 2108): weights 10 to 1 modulo 11, or 1 and 3 modulo 10."""
    if re.fullmatch(r"\d{9}[\dX]", digits):
        values = [10 if char == "X" else int(char) for char in digits]
        return sum(value * weight for value, weight in zip(values, range(10, 0, -1), strict=True)) % 11 == 0
    if re.fullmatch(r"97[89]\d{10}", digits):
        return sum(int(char) * (3 if place % 2 else 1) for place, char in enumerate(digits)) % 10 == 0
    return False


def _digits(written: str) -> str:
    """Digits and the closing X, Latin."""
    return re.sub(r"[^\dX]", "", written.upper().replace("Х", "X"))


def _thirteen(ten: str) -> str:
    """The thirteen-digit form of a ten-digit number."""
    stem = "978" + ten[:9]
    check = -sum(int(char) * (3 if place % 2 else 1) for place, char in enumerate(stem)) % 10
    return f"{stem}{check}"
