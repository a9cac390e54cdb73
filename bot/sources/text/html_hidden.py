"""Which styles of a page hide text from its readers: inline ones, and the plain rules of its own style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NOTHING = r"0*(?:\.0+)?0(?:px|pt|r?em|%)?(?![.\d])"
_FAR = r"-\s*\d{4,}(?:\.\d+)?(?:px|pt|r?em|%)?"
_HIDES = re.compile(
    rf"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|"
    rf"font-size\s*:\s*(?:{_NOTHING}|[01](?:\.\d+)?px)\s*(?:!|;|$)|(?<![\w-])opacity\s*:\s*0*(?:\.0\d*)?\s*(?:!|;|$)|"
    rf"text-indent\s*:\s*{_FAR}|(?<![\w-])(?:left|right|top|bottom|margin-left|margin-top)\s*:\s*{_FAR}|"
    rf"clip\s*:\s*rect\(\s*(?:0|1px)[\s,]|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0[\s,)]|"
    rf"(?<![\w-])color\s*:\s*transparent"
)
_CLIPPED = re.compile(rf"(?<![\w-])(?:max-)?(?:width|height)\s*:\s*(?:{_NOTHING}|1px)\s*(?:!|;|$)")
_OVERFLOW = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)")
_COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;!]+)")
_GROUND = re.compile(r"background(?:-color)?\s*:\s*([^;!]+)")
_WHITE = re.compile(
    r"#f{3}\b|#f{6}\b|#f{4}\b|#f{8}\b|\bwhite\b|#fefefe\b|rgba?\(\s*25[0-5]\s*[, ]\s*25[0-5]\s*[, ]\s*25[0-5]\b"
)
#: One that is not closed goes to the end (CSS Syntax 3, 4.3.2).
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_SIMPLE = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?P<names>(?:[.#][\w-]+)+)?")
#: So much of a page's style sheets is looked at (characters).
_MOST = 400_000
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class HidingRules:
    """Simple selectors that hide: a tag ("" for any) with classes and an id that must all be there."""

    selectors: tuple[tuple[str, frozenset[str], str], ...] = ()

    def meet(self, tag: str, classes: str, name: str) -> bool:
        """Whether one of them meets an element."""
        if not self.selectors:
            return False
        own, name = frozenset(classes.lower().split()), name.lower()
        return any(
            (not wanted or wanted == tag) and needed <= own and (not of or of == name)
            for wanted, needed, of in self.selectors
        )


def hides(style: str) -> bool:
    """Whether an inline style (lower case) hides its element: no display, no size, no ink, out of the window, clipped away."""
    if not style:
        return False
    if _HIDES.search(style) or (_OVERFLOW.search(style) and _CLIPPED.search(style)):
        return True
    colour, ground = _COLOUR.search(style), _GROUND.search(style)
    return colour is not None and ground is not None and _same(colour[1], ground[1])


def _met_by(selector: re.Match[str]) -> tuple[str, frozenset[str], str]:
    """The tag, the classes and the id that a simple selector asks for."""
    names = re.findall(r"([.#])([\w-]+)", selector["names"])
    classes = frozenset(name for kind, name in names if kind == ".")
    return selector["tag"] or "", classes, next((name for kind, name in names if kind == "#"), "")


def hiding_rules(sheet: str) -> HidingRules:
    """The simple selectors of a style sheet whose declarations hide.

    Anything with a combinator, a state or a medium is left out: what it hides it may show again, and a menu that opens is no
    secret.
    """
    found = []
    for selectors, declared in _rules(_COMMENT.sub("", sheet[:_MOST]).lower()):
        if "@" in selectors or "{" in declared or not hides(declared[:_LONGEST]):
            continue
        simple = (_SIMPLE.fullmatch(selector.strip()) for selector in selectors[:_LONGEST].split(","))
        found += [_met_by(selector) for selector in simple if selector is not None and selector["names"]]
    return HidingRules(tuple(found[:2000]))


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """(selectors, what stands between the braces) of every rule at the top; what a medium holds is inside its braces."""
    depth = start = opened = 0
    for mark in re.finditer(r"[{}]", sheet):
        if mark[0] == "{":
            if depth == 0:
                opened = mark.end()
            depth += 1
            continue
        depth = max(0, depth - 1)
        if depth == 0:
            yield sheet[start : max(start, opened - 1)], sheet[opened : mark.start()]
            start = opened = mark.end()


def white(written: str) -> bool:
    """Whether a ``style`` or a ``color`` attribute sets white letters."""
    lowered = written.lower()
    colour = _COLOUR.search(lowered)
    said = colour[1] if colour is not None else lowered if ":" not in lowered else ""
    return _WHITE.match(said.strip()) is not None


def _same(colour: str, ground: str) -> bool:
    """Whether letters have the colour of what is under them."""
    one, other = colour.strip(), ground.strip().split(" ")[0] if "(" not in ground else ground.strip()
    return one == other or (_WHITE.match(one) is not None and _WHITE.match(other) is not None)
