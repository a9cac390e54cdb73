"""A BibTeX entry pasted into a note: its fields, without braces and LaTeX's accents (https://www.bibtex.org/Format/)."""

from __future__ import annotations

import re
import unicodedata

_ENTRY = re.compile(r"\s*@[A-Za-z]{4,20}\s*\{")
_FIELD = re.compile(r"(?:^|[,\s])([A-Za-z]{2,20})\s*=\s*(?=[{\"\d])")
#: LaTeX's accents and the combining marks that they are (LaTeX2e, «fntguide», table of text accents).
_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
_ACCENT = re.compile(r"\\([\"'`^~=.]|[uvHckr](?=[\s{]))\s*\{?\\?([A-Za-z])\}?")
_LETTERS = {
    r"\ss": "ß",
    r"\o": "ø",
    r"\O": "Ø",
    r"\l": "ł",
    r"\L": "Ł",
    r"\ae": "æ",
    r"\AE": "Æ",
    r"\aa": "å",
    r"\AA": "Å",
    r"\i": "i",
}
_COMMAND = re.compile(r"\\([A-Za-z]+)\s?")


def bibtex_fields(text: str) -> dict[str, str]:
    """The fields of the entry that opens ``text`` by their names in lower case, {} where there is none."""
    start = _ENTRY.match(text)
    if start is None:
        return {}
    found: dict[str, str] = {}
    place = start.end()
    while match := _FIELD.search(text, place):
        end = _value_end(text, match.end())
        found.setdefault(match[1].lower(), _plain(text[match.end() : end]))
        place = end
    return found


def names_in(authors: str) -> tuple[str, ...]:
    """The people of an ``author`` field: «and» parts them, «others» is nobody."""
    names = (" ".join(name.split()) for name in re.split(r"(?<!\s)\s++and\s++", authors))
    return tuple(name for name in names if name and name != "others")


def _value_end(text: str, start: int) -> int:
    """Where a field's value ends: its closing brace or quote, the end of a number."""
    if text[start].isdigit():
        return start + len(re.match(r"\d+", text[start:])[0])  # type: ignore[index]  # a digit stands there
    depth = 0
    for place in range(start, len(text)):
        char = text[place]
        depth += (char == "{") - (char == "}")
        if depth <= 0 and place > start and char == {"{": "}"}.get(text[start], '"'):
            return place + 1
    return len(text)


def _plain(value: str) -> str:
    """A value's words."""
    accented = _ACCENT.sub(lambda match: unicodedata.normalize("NFC", match[2] + _ACCENTS[match[1]]), value)
    spoken = _COMMAND.sub(lambda match: _LETTERS.get("\\" + match[1], match[1]), accented)
    return " ".join(re.sub(r"[{}]|\\(?=[&%$#_])", "", spoken).strip('"').split())
