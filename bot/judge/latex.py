"""LaTeX commands that have a plain spelling, for comparing formulas with running text."""

from __future__ import annotations

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
COMMANDS: dict[str, str] = {
    **{f"\\{name}": sign for name, sign in zip(_GREEK[::2], _GREEK[1::2], strict=True)},
    **{f"\\{name.capitalize()}": sign for name, sign in zip(_GREEK[::2], _GREEK[1::2], strict=True)},
    **{f"\\{name}": sign for name, sign in zip(_SYMBOLS[::2], _SYMBOLS[1::2], strict=True)},
    **{f"\\{name}": "" for name in _DRESS},
    **dict.fromkeys(_SPACES, " "),
    **{f"\\{sign}": sign for sign in "{}%$&#_"},
}
