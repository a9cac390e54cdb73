"""Source text made fit to be shown: whatever a page or a source holds, it stays text.

Control characters would steer a terminal, marks of writing direction would turn a line around; both become visible.
"""

from __future__ import annotations

import re
import unicodedata

#: Characters that draw nothing or move what is around them, and that a reader has to see to understand a fault.
_HIDDEN = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff\ufff9\ufffa\ufffb"
)
_SPACE = re.compile(r"\s+")

#: What marks of the report become on a console that lacks them.
ASCII_MARKS = str.maketrans(
    {
        "✓": "ok",
        "✗": "x",
        "«": '"',
        "»": '"',
        "“": '"',
        "”": '"',
        "„": '"',
        "‘": "'",
        "’": "'",
        "—": "-",
        "–": "-",
        "−": "-",
        "…": "...",
        "·": "-",
        "•": "*",
        "→": "->",
        "×": "x",
        "│": "|",
        "№": "N",
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
    }
)


def visible(text: str) -> str:
    r"""Show every character that would act instead of being read as ``⟨U+202E⟩``; ``\\n`` and ``\\t`` stay."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in "\n\t":
        return character
    acts = (
        character in _HIDDEN
        or "\U000e0000" <= character <= "\U000e007f"
        or unicodedata.category(character) in {"Cc", "Cs", "Co"}
        or character in "\u2028\u2029"
    )
    return f"⟨U+{ord(character):04X}⟩" if acts else character


def revealed(text: str) -> str:
    """``visible``, with every space shown that is not the common one: where one replaces another, nothing else is to be seen."""
    return "".join(
        f"⟨U+{ord(one):04X}⟩" if one != " " and unicodedata.category(one) == "Zs" else one for one in visible(text)
    )


def one_line(text: str, limit: int | None = None) -> str:
    """Text on one line, at most ``limit`` characters, cut at a word where there is one."""
    flat = visible(_SPACE.sub(" ", text).strip())
    if limit is None or len(flat) <= limit:
        return flat
    cut = flat[: limit - 1]
    head, _, tail = cut.rpartition(" ")
    return (head if head and len(tail) < limit // 3 else cut).rstrip(" ,;:") + "…"


def in_ascii_marks(text: str) -> str:
    """Replace typographic marks by ASCII; letters stay as they are."""
    return text.translate(ASCII_MARKS)


def shown(text: str) -> str:
    """A stranger's text on one line, with nothing in it that acts on a terminal."""
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)
