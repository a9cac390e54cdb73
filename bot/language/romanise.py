"""One key for a name however it is written: Cyrillic, or any usual romanisation of it, with or without diacritics.

The key folds what the schemes disagree about (GOST, ISO 9, BGN/PCGN, ALA-LC, passports, German and French habit), so that
«Хрущёв», «Khrushchev» and «Chruščëv» meet. It compares names and is never shown.
"""

from __future__ import annotations

import re
import unicodedata

_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "z", "з": "z", "и": "i", "й": "i",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "h", "ц": "c", "ч": "c", "ш": "s", "щ": "s", "ъ": "", "ы": "i", "ь": "", "э": "e", "ю": "iu", "я": "ia",
    "і": "i", "ї": "i", "є": "e", "ґ": "g", "ў": "u", "ј": "i", "ђ": "d", "ћ": "c", "џ": "dz", "љ": "l", "њ": "n",
    "қ": "k", "ғ": "g", "ә": "a", "ө": "o", "ү": "u", "ұ": "u", "ң": "n", "һ": "h",
}  # fmt: skip
_LATIN_LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "ə": "a",
}
#: Digraphs of the schemes, longest first, then what they share.
_DIGRAPHS = (
    (re.compile(r"schtsch|chtch|shch|stsch|shh|sch|sh"), "s"),
    (re.compile(r"tsch|tch|ch|tz|ts|cz"), "c"),
    (re.compile(r"zh"), "z"),
    (re.compile(r"kh"), "h"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"x"), "ks"),
    (re.compile(r"w"), "v"),
    (re.compile(r"(?:off|of)$"), "ov"),
    (re.compile(r"(?:eff|ef)$"), "ev"),
    (re.compile(r"ou"), "u"),
)
#: An umlaut written out («Schroedinger»), and what a dropped glide leaves («Цветаева», «Tsvetayeva»).
_UMLAUT = re.compile(r"(?<=[aou])e")
_GLIDE = re.compile(r"(?<![iyj])[iyj]++(?=[aeou])")
_I = re.compile(r"[iyj]+")
_DOUBLE = re.compile(r"(.)\1+")


def name_key(name: str) -> str:
    """The folded key of one name (letters only, lower case); "" for what holds no Cyrillic or Latin letters.

    Names in other scripts keep their letters, so that equal ones still meet.
    """
    lowered = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name)).lower()
    lowered = lowered.replace("šč", "s").replace("ŝ", "s")
    written = "".join(_CYRILLIC.get(char, _LATIN_LETTERS.get(char, char)) for char in lowered)
    plain = "".join(char for char in unicodedata.normalize("NFKD", written) if char.isalpha())
    if not is_cyrillic(name):
        for pattern, replacement in _DIGRAPHS:
            plain = pattern.sub(replacement, plain)
    return _DOUBLE.sub(r"\1", _UMLAUT.sub("", _I.sub("i", _GLIDE.sub("", plain))))


def initial_keys(name: str) -> frozenset[str]:
    """Folded first letters that a given name may be shortened to: «Yelong» to Y or E, «Phillip» to P or F."""
    lowered = unicodedata.normalize("NFKC", name).lower().lstrip(" .'-")
    written = _CYRILLIC.get(lowered[:1], _LATIN_LETTERS.get(lowered[:1], lowered[:1]))
    plain = "".join(char for char in unicodedata.normalize("NFKD", written) if char.isalpha())[:1]
    return frozenset(key for key in (_I.sub("i", plain), name_key(name)[:1]) if key)


def is_cyrillic(text: str) -> bool:
    """Whether at least half of the letters are Cyrillic."""
    letters = [char for char in text if char.isalpha()]
    return bool(letters) and 2 * sum("\u0400" <= char <= "\u052f" for char in letters) >= len(letters)


def script_of(text: str) -> str:
    """The script of most letters: ``cyrillic``, ``latin``, ``other``, or "" without letters."""
    letters = [char for char in text if char.isalpha()]
    if not letters:
        return ""
    cyrillic = sum("\u0400" <= char <= "\u052f" for char in letters)
    latin = sum(char < "\u0250" or "\u1e00" <= char <= "\u1eff" for char in letters)
    if 2 * cyrillic > len(letters):
        return "cyrillic"
    return "latin" if 2 * latin >= len(letters) else "other"
