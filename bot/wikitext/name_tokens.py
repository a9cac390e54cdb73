"""The words of a reference's beginning by their kind, one letter a word: styles of names are patterns over letters.

``I`` an initial with its full stop, ``J`` one of two letters («Дж.», or the name Ba at a sentence's end), ``V`` up to three
capitals without one, ``W`` a capitalised word, ``P`` a particle, ``S`` what follows a name («Jr.», DBLP's «0001»), ``A`` «and»,
``E`` «et al.», ``Y`` a year, ``Q`` an opening quote, ``M`` where markup changes, ``~`` an ellipsis, ``d`` a number, ``w`` any
other word; marks stand for themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Where italics or bold begin and end in a marked text.
MARK = "\x02"
_EXTENDED = (*range(0x100, 0x250), *range(0x400, 0x530), *range(0x1E00, 0x1F00))
#: A capital of the Latin or Cyrillic script.
UPPER = f"[A-ZА-ЯЁÀ-ÖØ-Þ{''.join(filter(str.isupper, map(chr, _EXTENDED)))}]"
#: Particles of family names: those of the German, Dutch, Romance and Arabic rules of IFLA's «Names of Persons» (1996), and their
#: Cyrillic forms. A capital one is a family name or a given one («Le Q. V.», «Bin Gu»), unless another particle or a family name
#: with initials follows («De Bruijn N. G.»).
PARTICLES = (
    "van von der den de la le les du da di dos das del della ten ter te zu zum zur af av bin ibn al el "
    "фон ван дер ден де ла ле ди да дю дель тер аль эль ибн бен"
).split()
_INITIAL = rf"{UPPER}\.(?:[-‐‑]{UPPER}[a-zа-яё]?\.)*|{UPPER}[a-zа-яёіїў]\.(?:[-‐‑]{UPPER}[a-zа-яё]?\.)+"
_PARTICLE = (
    rf"(?:{'|'.join(PARTICLES)})(?=\s+[\w'’])(?![\w'’])|d['’](?={UPPER})|v\.(?:\s?d\.)?(?=[\s,;\x02])"
    rf"|(?:{'|'.join(map(str.capitalize, PARTICLES))})(?=\s+(?:(?:{'|'.join(PARTICLES)})\s|{UPPER}[\w'’-]+,?\s+{UPPER}\.))"
)
_KINDS = (
    ("E", r"\[?(?:et al|и др|и соавт|с соавт|та ін|і ін)\b\.?\]?|and others\b|others\b(?=\s*(?:\x02|[.,;]|$))|u\. a\."),
    ("A", r"(?:and|и|und|та|і|y)\b|&"),
    ("~", r"…|\.\.\."),
    ("S", r"(?:[JS]r\.?|III|II|IV)(?![\w.])|0\d{3}(?!\d)"),
    ("Y", r"(?:1[5-9]|20)\d\d[a-z]?(?![\w])"),
    ("P", _PARTICLE),
    ("I", _INITIAL),
    ("J", rf"{UPPER}[a-zа-яёіїў]\."),
    ("V", rf"{UPPER}(?:[-‐‑]?{UPPER}){{1,2}}(?![\w’'-])|{UPPER}(?![\w.’'-])"),
    ("W", rf"{UPPER}[\w]*(?:['’‐‑-][\w]+)*"),
    ("Q", r"[«“„\"‘](?=\S)|'(?=\w)"),
    ("d", r"\d[\w.]*"),
    ("w", r"[^\W\d][\w'’-]*"),
    ("M", MARK),
    ("", r"[^\s]"),
)
_TOKEN = re.compile("|".join(f"(?P<k{place}>{pattern})" for place, (_, pattern) in enumerate(_KINDS)))
#: Words of a list of people that is looked at; the longest lists that bibliographies print in full have hundreds of names.
_MOST = 1200


@dataclass(frozen=True, slots=True)
class Tokens:
    """``kinds`` has one letter a word, ``starts`` and ``ends`` its place in the text."""

    text: str
    kinds: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def words(self, first: int, last: int) -> str:
        """The text of the words ``first`` to before ``last``, without marks of markup."""
        return (
            ""
            if first >= last
            else " ".join(self.text[self.starts[first] : self.ends[last - 1]].replace(MARK, "").split())
        )

    def rest(self, place: int) -> str:
        """The text from a word on."""
        return self.text[self.starts[place] :] if place < len(self.starts) else ""


def tokens(text: str) -> Tokens:
    """The first words of a text by their kinds."""
    kinds, starts, ends = [], [], []
    for count, match in enumerate(_TOKEN.finditer(text)):
        if count >= _MOST:
            break
        kind = _KINDS[int((match.lastgroup or "k0")[1:])][0]
        kinds.append(kind or match.group())
        starts.append(match.start())
        ends.append(match.end())
    return Tokens(text, "".join(kinds), tuple(starts), tuple(ends))
