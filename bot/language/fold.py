"""One spelling for what readers take as the same text."""

from __future__ import annotations

import re
import unicodedata

_QUOTES = dict.fromkeys(map(ord, "«»“”„‟‹›″❝❞〝〞＂"), '"') | dict.fromkeys(map(ord, "‘’‚‛′`´ʼ＇"), "'")
_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-")
_INVISIBLE: dict[int, str] = dict.fromkeys(
    [0xAD, 0x34F, 0x61C, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)], ""
)
_MARKS = _QUOTES | _DASHES | _INVISIBLE | {0x2026: "..."}
_SPACE = re.compile(r"\s+")


def fold(text: str) -> str:
    """NFKC and no case; ё as е; one kind of quotes, dashes and spaces; invisible characters gone. Not reversible.

    Idempotent. Accents stay: ``fold`` is for comparing words of one language, names have ``romanise``.
    """
    folded = unicodedata.normalize("NFKC", text.translate(_MARKS)).casefold().replace("ё", "е")
    # casefold can undo NFKC (U+0345), and NFKC can bring marks that the table knows
    folded = unicodedata.normalize("NFKC", folded).translate(_MARKS).replace("ё", "е")
    return _SPACE.sub(" ", folded).strip()


def unaccented(text: str) -> str:
    """No combining marks but the breve of й; Latin letters that carry their mark in themselves («ł», «ø») stay."""
    parted = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(c for c in parted if not unicodedata.combining(c) or c == "\u0306"))
