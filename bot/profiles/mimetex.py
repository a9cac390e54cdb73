"""What mimeTeX cannot draw: it prints the name of each unknown command into the picture.

Measured on Debian's mimetex 1.76 (tests/wikitext/test_mimetex.py measures again where it is installed). The wiki's own may be
older and know less, so a silent formula is no promise.
"""

from __future__ import annotations

from collections.abc import Mapping

#: Commands without their backslash.
UNKNOWN: frozenset[str] = frozenset(
    "Bbbk Box DeclareMathOperator Finv Game Subset Supset Vert Vmatrix approxeq argmax argmin argsup bcancel because "
    "beth bigstar blacklozenge blacksquare blacktriangle bm boldsymbol bowtie boxplus boxtimes cfrac circledast "
    "coloneqq colonequals complement daleth dbinom dddot diag diagdown diagup diamondsuit digamma doteq dotplus dotsb "
    "dotsc dotsi dotsm dotso eqqcolon eqref eth geqslant gimel gneq gtrsim hbox hdots heartsuit hookrightarrow "
    "hphantom idotsint iff iiiint implies impliedby intercal intertext label land leadsto leftthreetimes leqslant "
    "lessgtr lesssim lhd lneq lnot lor lozenge ltimes lvert mathbbm mathbin mathbold mathclose mathds mathinner "
    "mathop mathopen mathord mathpunct mathrel mathring measuredangle mho models multimap ngeq ngtr nexists nicefrac "
    "nleftarrow nleq nless nmid notag nrightarrow nsubseteq nsupseteq operatornamewithlimits precsim prescript rank "
    "restriction rhd rightsquigarrow rtimes rvert scriptstyle sfrac sgn sideset sign smallsetminus softmax "
    "sphericalangle square subsetneq substack succsim tag tbinom texttt textcolor textsuperscript tfrac triangleq tt "
    "unlhd unrhd upharpoonright varkappa varnothing vartriangle vert vphantom xcancel xleftarrow xrightarrow".split()
)
UNKNOWN_ENVIRONMENTS: frozenset[str] = frozenset(
    "aligned gathered split smallmatrix multline dcases alignat subarray rcases".split()
)
#: What stands for a command without changing the formula.
EXACT: Mapping[str, str] = {
    "leqslant": r"\le",
    "geqslant": r"\ge",
    "tfrac": r"\frac",
    "cfrac": r"\frac",
    "dbinom": r"\binom",
    "tbinom": r"\binom",
    "Vert": r"\|",
    "vert": "|",
    "lvert": "|",
    "rvert": "|",
    "varnothing": r"\emptyset",
    "iff": r"\Leftrightarrow",
    "implies": r"\Rightarrow",
    "impliedby": r"\Leftarrow",
    "land": r"\wedge",
    "lor": r"\vee",
    "lnot": r"\neg",
    "smallsetminus": r"\setminus",
    "coloneqq": ":=",
    "colonequals": ":=",
    "argmax": r"\arg\max",
    "argmin": r"\arg\min",
    "dotsc": r"\ldots",
    "dotso": r"\ldots",
    "hdots": r"\ldots",
    "dotsb": r"\cdots",
    "dotsm": r"\cdots",
    "hbox": r"\mbox",
}
#: Bold of one letter: exact for Latin letters and digits alone.
BOLD = frozenset({"bm", "boldsymbol", "mathbold"})
