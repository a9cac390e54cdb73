"""What mimeTeX cannot draw: it prints the name of each unknown command into the picture.

Measured on Debian's mimetex 1.76 (tests/wikitext/test_mimetex.py measures again where it is installed). The wiki's own may be
older and know less, so a silent formula is no promise.
"""

from __future__ import annotations

from collections.abc import Mapping

#: Commands without their backslash.
UNKNOWN: frozenset[str] = frozenset(
    "Bbbk Box DeclareMathOperator Finv Game Join Lleftarrow Subset Supset Vert Vmatrix approxeq argmax argmin argsup "
    "backsim bcancel because beth bigstar blacklozenge blacksquare blacktriangle bm boldsymbol bowtie boxplus "
    "boxtimes cfrac checkmark circlearrowleft circledast coloneqq colonequals complement curvearrowright daleth "
    "dbinom dddot diag diagdown diagup diamondsuit digamma doteq doteqdot dotplus dotsb dotsc dotsi dotsm dotso emph "
    "eqqcolon eqref eqsim eth euro genfrac geqslant gets gimel gneq gtrsim hbox hdots heartsuit hookleftarrow "
    "hookrightarrow hphantom hslash idotsint iff iiiint impliedby implies injlim intercal intertext lVert label land "
    "lbrack leadsto leftrightarrows leftthreetimes leqslant lesseqgtr lessgtr lesssim lhd lneq lnot longmapsto lor "
    "lozenge ltimes lvert maltese mathbbm mathbin mathbold mathchoice mathclose mathds mathinner mathop mathopen "
    "mathord mathpunct mathrel mathring measuredangle mho models multimap ncong nexists ngeq ngtr nicefrac nleftarrow "
    "nleq nless nmid notag nprec nrightarrow nsim nsubseteq nsupseteq operatornamewithlimits owns pod pounds precsim "
    "prescript rVert rank rbrack restriction rhd rightsquigarrow rtimes rvert scriptscriptstyle scriptstyle sfrac sgn "
    "sideset sign smallsetminus softmax sphericalangle square subsetneq substack succsim tag tbinom textcolor textsf "
    "textsuperscript texttt tfrac thickapprox triangleq tt ulcorner unlhd unrhd upalpha upharpoonright vDash varkappa "
    "varlimsup varnothing vartriangle vert vphantom xcancel xleftarrow xleftrightarrow xrightarrow".split()
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
    "lVert": r"\|",
    "rVert": r"\|",
    "lbrack": "[",
    "rbrack": "]",
    "gets": r"\leftarrow",
    "owns": r"\ni",
}
#: Commands of size that it knows before some delimiters only; without them the delimiter is drawn, smaller.
SIZES: tuple[str, ...] = tuple(
    f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")
)
UNSIZED: tuple[str, ...] = ("|", r"\|", "/")
#: Bold of one letter: exact for Latin letters and digits alone.
BOLD = frozenset({"bm", "boldsymbol", "mathbold"})
