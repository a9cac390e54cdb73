"""Lists of people as bibliographies write them, at the beginning of a text.

Each style is one pattern of a whole list: GOST and APA («Иванов И. И., Bishop, C. M.»), initials first («И. И. Иванов»), MLA and
Chicago («Smith, John, and Jane Doe»; «Goodfellow, Ian; Bengio, Yoshua»), Vancouver («Vaswani A, Shazeer N»), full names
(«Diederik P. Kingma and Jimmy Ba»), a family name with «et al.». What fits none is nobody.
"""

from __future__ import annotations

import re
from typing import NamedTuple

UPPER = f"[A-ZА-ЯЁÀ-ÖØ-Þ{''.join(filter(str.isupper, map(chr, range(0x100, 0x250))))}]"
#: Possessive, as all runs here: a run of capitals is one word and is never tried in parts (a note of 150 did not end).
WORD = rf"{UPPER}[\w'’\-]++"
#: Also of two letters («Дж.», «Th.», «Ю.-Л.»).
INITIALS = rf"{UPPER}[a-zа-яё]?\.(?:[ \u00a0]?-?{UPPER}[a-zа-яё]?\.){{0,2}}"
_LATIN = r"[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Ll]a|[Ll]e|du|da|di|dos|del|ten|ter"
_CYRILLIC = r"[Фф]он|[Вв]ан|дер|ден|[Дд]е|[Лл]а|[Лл]е|ди"
_PARTICLE = rf"(?:{_LATIN}|{_CYRILLIC})"
FAMILY = rf"(?:{_PARTICLE}[ ]){{0,2}}{WORD}"
#: «Иванов И. И.», «Bishop, C. M.», «И. И. Иванов», «van der Maaten L.», «Сервантес Сааведра М.»
NAME = rf"(?:{FAMILY}(?:[ ]{WORD})?,?[ \u00a0]{INITIALS}|{INITIALS}[ \u00a0]?{FAMILY})"
_GIVEN = rf"{WORD}(?:[ ](?:{UPPER}\.|{WORD})){{0,2}}"
_FULL = rf"{WORD}(?:[ ]{UPPER}\.)?[ ]{FAMILY}"
_LONG = rf"{WORD}(?:[ ]{UPPER}\.)?(?:[ ]{WORD}){{1,2}}"
ET_AL = r"(?:\[?(?:et al|и др|и соавт|с соавт)\b\.?\]?|and others)"
_AND = r"(?:and|и|&)"
_SEPARATOR = rf"(?:,?[ ]{_AND}[ ]|[,;][ ]?(?:{_AND}[ ])?)"
_TAIL = rf"(?:[, ]*+(?P<al>{ET_AL}))?"
#: What follows a list: a mark, a year in brackets, an opening quote.
_THEN = r"(?=[.,:]|\s*\(|\s+[«\"“„])[.,:]?\s*"

_INITIALLED = re.compile(rf"(?P<list>{NAME}(?:{_SEPARATOR}{NAME})*){_TAIL}[.,:]?\s*")
_TURNED = re.compile(
    rf"(?P<list>{FAMILY},[ ]{_GIVEN}(?P<more>(?:;[ ]?(?:{_AND}[ ])?{FAMILY},[ ]{_GIVEN})+"
    rf"|(?:,[ ]{_FULL})*,?[ ]{_AND}[ ]{_FULL})?){_TAIL}(?:{_THEN}|(?<=\.)\s+)"
)
_FULLS = re.compile(rf"(?P<list>{_LONG}(?:(?:,[ ]|[ ]{_AND}[ ]|,[ ]{_AND}[ ]){_LONG})*){_TAIL}{_THEN}")
_ONE = re.compile(
    r"(?P<list>[A-Z][\w'’\-]++ [A-Z]\. [A-Z][\w'’\-]++)[.:,]\s++"
    r"(?=(?![^.]*\b(?:Press|Springer|Wiley|University|Publ))[A-Z][^\s.\d]*(?:[ ][^\s.\d]+){2,}[.:?!])"
)
_PAIR = re.compile(rf"(?P<list>{_FULL}(?:,[ ]{_FULL})*,?[ ]{_AND}[ ]{_FULL}){_TAIL}{_THEN}")
#: Initials without full stops, several people; one alone may be a title («Windows NT.»).
_VANCOUVER = re.compile(
    rf"(?P<list>{FAMILY}[ ]{UPPER}{{1,3}}(?:,[ ]{FAMILY}[ ]{UPPER}{{1,3}})*)(?P<al>,?[ ]{ET_AL})?[.:]?\s+(?=[«\"“]?{UPPER})"
)
_ALONE = re.compile(rf"(?P<list>{FAMILY}),?[ ](?P<al>{ET_AL})[.,:]?\s*")
_YEAR_NEXT = re.compile(r"\s*\((?:1[5-9]|20)\d\d[a-z]?(?:,[^)]*)?\)")
_QUOTE_NEXT = re.compile(r"[\"“«„]")
#: What stands before the people and names none: a number of a list, a word.
_BEFORE = re.compile(
    r"\s*(?:\[\d{1,3}\]|\d{1,3}[.)])?\s*(?:(?:источник|source|см\. также|см\.|цит\. по|see also|see|cf\.)[:\s]\s*)?",
    re.IGNORECASE,
)
_EDITED = re.compile(
    rf"под (?:общ(?:\.|ей) )?ред(?:\.|акцией)\s++{NAME}(?:{_SEPARATOR}{NAME})*[.,:]?\s*", re.IGNORECASE
)
_PARTS = re.compile(rf"(?<!\s)(?:\s*+(?:;|,\s++{_AND}\s++|,(?=\s*+(?:{NAME})))|\s++{_AND}\s++)\s*+(?:{_AND}\s++)?")
_COMMAS = re.compile(rf"(?<!\s)(?:\s*+(?:;|,\s++{_AND}\s++|,)|\s++{_AND}\s++)\s*+")


class People(NamedTuple):
    """Names as written, and the text after them."""

    names: tuple[str, ...]
    rest: str


def people(text: str) -> People:
    """The people at the beginning of a text, nobody where no style fits; numbers and words before them are skipped."""
    start = _BEFORE.match(text)
    text = text[start.end() :] if start else text
    edited = _EDITED.match(text)
    if edited:
        return People((), text[edited.end() :])
    found = [read for style in (_pair, _turned, _one, _initialled, _vancouver, _full, _alone) if (read := style(text))]
    # two styles may read one text; the one that reads more has understood the rest of the list
    return min(found, key=lambda read: len(read.rest), default=People((), text))


def _pair(text: str) -> People | None:
    match = _PAIR.match(text)
    return None if match is None else People(_cut(_COMMAS, match["list"]), text[match.end() :])


def _one(text: str) -> People | None:
    """«Christopher M. Bishop. Pattern Recognition and …»: a title of several words follows, no publisher."""
    match = _ONE.match(text)
    return None if match is None else People((match["list"],), text[match.end() :])


def _turned(text: str) -> People | None:
    match = _TURNED.match(text)
    if match is None:
        return None
    rest = text[match.end() :]
    middle = re.search(rf"{UPPER}\.$", match["list"]) is not None or text[
        match.start() : match.end()
    ].rstrip().endswith(".")
    if not (match["more"] or match["al"] or _QUOTE_NEXT.match(rest) or _YEAR_NEXT.match(rest) or (middle and rest)):
        return None
    if ";" in match["list"]:
        return People(_cut(re.compile(rf"(?<!\s)\s*+;\s*+(?:{_AND}\s++)?"), match["list"]), rest)
    first = re.match(rf"{FAMILY},[ ]{_GIVEN}", match["list"])
    one = first.group() if first else match["list"]
    others = re.sub(rf"^[ ,]*(?:{_AND}[ ])?", "", match["list"][len(one) :])
    return People((one, *(_cut(_COMMAS, others) if others else ())), rest)


def _initialled(text: str) -> People | None:
    match = _INITIALLED.match(text)
    return None if match is None else People(split(match["list"]), text[match.end() :])


def _vancouver(text: str) -> People | None:
    match = _VANCOUVER.match(text)
    if match is None or not (match["al"] or "," in match["list"]):
        return None
    return People(_cut(_COMMAS, match["list"]), text[match.end() :])


def _full(text: str) -> People | None:
    """Two capitalised words alone may be a title («Neural Networks.»): a list, «et al.» or a year has to follow."""
    match = _FULLS.match(text)
    if match is None:
        return None
    names, rest = split(match["list"]), text[match.end() :]
    return People(names, rest) if len(names) > 1 or match["al"] or _YEAR_NEXT.match(rest) else None


def _alone(text: str) -> People | None:
    match = _ALONE.match(text)
    return None if match is None else People((match["list"],), text[match.end() :])


def split(listed: str) -> tuple[str, ...]:
    """Names of a list; «и др.» is nobody."""
    listed = re.sub(rf"(?<![, ])[, ]*+\b{ET_AL}\s*+$", "", listed.strip().rstrip(","))
    if re.fullmatch(rf"{FAMILY},[ ]{WORD}(?:[ ](?:{UPPER}\.?|{WORD}))?", listed):
        return (listed,)  # «Knuth, Donald E.»: one person, the family name first
    if re.fullmatch(rf"{FAMILY}[ ]{UPPER}{{1,3}}(?:,[ ]{FAMILY}[ ]{UPPER}{{1,3}})*", listed):
        return _cut(_COMMAS, listed)
    every = all(" " in part.strip() for part in _COMMAS.split(listed))
    return _cut(_COMMAS if every else _PARTS, listed)


def _cut(pattern: re.Pattern[str], listed: str) -> tuple[str, ...]:
    return tuple(name for part in pattern.split(listed) if len(name := undotted(part)) > 1)


def undotted(name: str) -> str:
    """A name without what the list puts after it; an initial keeps its full stop."""
    initial = re.search(r"(?:^|[\s.-])[^\W\d_][a-zа-яё]?\.$", name.strip())
    return name.strip(" ,;") if initial else name.strip(" ,.;")
