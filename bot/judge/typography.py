"""One spelling for texts that differ only in typography, with the way back to the original's offsets.

Two texts that fold alike say the same; texts that say different things must not fold alike. So an exponent stays
an exponent (``10⁵`` is not ``105``), a minus stays a minus, and nothing here is approximate.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", "0123456789+-=()ni")
_SUBSCRIPT = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", "0123456789+-=()")

_PIECE = re.compile(
    r"""
      (?P<plain>  (?:[A-Za-z0-9А-Яа-я](?![\u0300-\u036f]))+ )
    | (?P<space>  \s+ )
    | (?P<latex>  \\(?:[A-Za-z]+|[,;:!\ {}%$&\#_]) )
    | (?P<super>  [⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ]+ )
    | (?P<sub>    [₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎]+ )
    | (?P<drop>   [\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069$]+ )
    | (?P<dash>   [-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+ )
    | (?P<quote>  ["'`\u00b4«»\u2018-\u201f\u2032-\u2036\u2039\u203a\u300c-\u300f\uff02\uff07]+ )
    | (?P<other>  .[\u0300-\u036f]* )
    """,
    re.VERBOSE | re.DOTALL,
)

#: Kinds of pieces that are all spelled in one way, and those that a sign stands before.
_ALIKE = {"space": " ", "drop": "", "dash": "-", "quote": "'"}
_RAISED = {"super": ("^", _SUPERSCRIPT), "sub": ("_", _SUBSCRIPT)}
#: Symbols written in more than one way, after NFKC.
_SAME = {"ё": "е", "×": "*", "·": "*", "⋅": "*", "∗": "*", "⁄": "/", "∕": "/", "µ": "μ", "∼": "~", "−": "-"}

_GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν "
    "xi ξ pi π rho ρ varrho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω"
).split()
_SYMBOLS = (
    "times * cdot * ast * le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ approx ≈ sim ~ pm ± infty ∞ in ∈ notin ∉ "
    "sum ∑ prod ∏ int ∫ sqrt √ partial ∂ nabla ∇ forall ∀ exists ∃ to → rightarrow → leftarrow ← cup ∪ cap ∩ subset ⊂ "
    "subseteq ⊆ emptyset ∅ cdots ... ldots ... dots ... langle ⟨ rangle ⟩ ell ℓ oplus ⊕ otimes ⊗ odot ⊙ circ ∘ equiv ≡ "
    "propto ∝ mid | vert | neg ¬ log log ln ln exp exp min min max max arg arg sin sin cos cos tan tan lim lim"
).split()
#: Commands that only dress what follows.
_DRESS = (
    "text mathrm mathbf mathit mathcal mathbb mathsf mathtt operatorname boldsymbol bm textbf textit left right displaystyle "
    "textstyle bigl bigr Bigl Bigr big Big limits nolimits rm bf it"
).split()
_SPACES = ("\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad", "\\qquad")

#: Command, with its backslash, to the folded spelling.
_COMMANDS: dict[str, str] = {
    **{f"\\{name}": sign for name, sign in zip(_GREEK[::2], _GREEK[1::2], strict=True)},
    **{f"\\{name.capitalize()}": sign for name, sign in zip(_GREEK[::2], _GREEK[1::2], strict=True)},
    **{f"\\{name}": sign for name, sign in zip(_SYMBOLS[::2], _SYMBOLS[1::2], strict=True)},
    **{f"\\{name}": "" for name in _DRESS},
    **dict.fromkeys(_SPACES, " "),
    **{f"\\{sign}": sign for sign in "{}%$&#_"},
}

_LETTER2 = r"[^\W\d_]{2}"
#: What is taken out once the pieces stand side by side.
_DELETIONS = (
    re.compile(r"(?<= ) +"),
    # a reference mark inside running text; never an interval or an index: «in [0, 1]», «x[5]»
    re.compile(
        r"(?:(?<=[^\W\d_]{3})|(?<=[.,;:!?)]))\[[1-9]\d{0,2}(?:[,-] ?[1-9]\d{0,2})*\]|(?<=[^\W\d_]{3}) \[[1-9]\d{0,2}\](?=[.,;:])"
    ),
    # hyphenation at a line's end cannot be told from a hyphen, so both vanish between words (not between single letters: a-b)
    re.compile(rf"(?<={_LETTER2}) ?- ?(?={_LETTER2})"),
    re.compile(r" (?=[;:!?)\]%]|[.,](?!\d))|(?<=[(\[]) "),
    re.compile(r" (?=[-=<>≤≥≈≠±+*/|])|(?<=[-=<>≤≥≈≠±+*/|]) "),
    # an exponent or index belongs to what stands before it; a row of ^ under a heading, or a link's _, does not
    re.compile(r"(?<=[^\W_)][_^]) (?=[\w({-])|(?<=[^\W_)]) (?=[_^][\w({-])"),
    re.compile(r"[{}]"),
)
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d])|(?<![\d.,])\d{1,3}(?:,\d{3}){2,}(?![\d])")
_REWRITES = (
    (re.compile(r"(?<=\d),(?=\d)"), "."),
    (re.compile(r"<="), "≤"),
    (re.compile(r">="), "≥"),
    (re.compile(r"!="), "≠"),
)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; character ``i`` of ``text`` came from ``starts[i]``..``ends[i]`` of the original (code points)."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original's offsets of the folded characters ``start``..``end`` (at least one)."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """Fold NFKC, case, quotes, dashes, white space, hyphenation, ё, decimal commas, simple LaTeX and Unicode maths."""
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _PIECE.finditer(text):
        kind = match.lastgroup
        start, end = match.span()
        if kind == "plain":
            out.append(match[0].lower())
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
            continue
        piece = _piece(kind or "", match[0], out)
        out.append(piece)
        starts.extend([start] * len(piece))
        ends.extend([end] * len(piece))
    folded = Folded("".join(out), tuple(starts), tuple(ends))
    for pattern in _DELETIONS:
        folded = _without(folded, [match.span() for match in pattern.finditer(folded.text)])
    grouped = [
        (at, at + 1)
        for match in _GROUPED.finditer(folded.text)
        for at in range(match.start(), match.end())
        if folded.text[at] in " ,"
    ]
    folded = _without(folded, grouped)
    for pattern, new in _REWRITES:
        folded = _rewritten(folded, pattern, new)
    return folded


def _piece(kind: str, text: str, before: list[str]) -> str:
    if kind in _ALIKE:
        return _ALIKE[kind]
    if kind == "latex":
        return _COMMANDS.get(text, text)
    if kind in _RAISED:
        sign, digits = _RAISED[kind]
        return sign + text.translate(digits)
    normal = unicodedata.normalize("NFKC", text).casefold()
    if "⁄" in normal and before and before[-1][-1:].isdigit():
        # «1½» is not «11/2»
        normal = " " + normal
    return "".join(_SAME.get(char, char) for char in normal)


def _without(folded: Folded, spans: list[tuple[int, int]]) -> Folded:
    if not spans:
        return folded
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for start, end in [*spans, (len(folded.text), len(folded.text))]:
        text.append(folded.text[position:start])
        starts.extend(folded.starts[position:start])
        ends.extend(folded.ends[position:start])
        position = end
    return Folded("".join(text), tuple(starts), tuple(ends))


def _rewritten(folded: Folded, pattern: re.Pattern[str], new: str) -> Folded:
    """Put the one character ``new`` in place of every match."""
    matches = list(pattern.finditer(folded.text))
    if not matches:
        return folded
    longer = [(match.start() + 1, match.end()) for match in matches if match.end() - match.start() > 1]
    chars, ends = list(folded.text), list(folded.ends)
    for match in matches:
        chars[match.start()] = new
        ends[match.start()] = ends[match.end() - 1]
    return _without(Folded("".join(chars), folded.starts, tuple(ends)), longer)
