"""Which styles of a page hide text from its readers: inline ones, and the rules of its own style sheets (CSS Selectors 3).

Elements come as ``Seen`` records, so that nothing here knows a parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_NOTHING = r"0*(?:\.0+)?0(?:px|pt|r?em|%)?(?![.\d])"
_FAR = r"-\s*\d{4,}(?:\.\d+)?(?:px|pt|r?em|%)?"
_HIDES = re.compile(
    rf"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|"
    rf"font-size\s*:\s*(?:{_NOTHING}|[01](?:\.\d+)?px)\s*(?:!|;|$)|(?<![\w-])opacity\s*:\s*0*(?:\.0\d*)?\s*(?:!|;|$)|"
    rf"text-indent\s*:\s*{_FAR}|(?<![\w-])(?:left|right|top|bottom|margin-left|margin-top)\s*:\s*{_FAR}|"
    rf"clip\s*:\s*rect\(\s*(?:0|1px)[\s,]|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0[\s,)]|"
    rf"(?<![\w-])color\s*:\s*transparent"
)
#: The page takes it back.
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through")
_CLIPPED = re.compile(rf"(?<![\w-])(?:max-)?(?:width|height)\s*:\s*(?:{_NOTHING}|1px)\s*(?:!|;|$)")
_OVERFLOW = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)")
_COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;!]+)")
_GROUND = re.compile(r"background(?:-color)?\s*:\s*([^;!]+)")
_WHITE = re.compile(
    r"#f{3}\b|#f{6}\b|#f{4}\b|#f{8}\b|\bwhite\b|#fefefe\b|rgba?\(\s*+25[0-5][\s,]++25[0-5][\s,]++25[0-5]\b"
)
#: One that is not closed goes to the end (CSS Syntax 3, 4.3.2).
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMPOUND = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?P<names>(?:[.#][\w-]+)+)?")
_NAME = re.compile(r"([.#])([\w-]+)")
#: Where one step of a selector ends: a descendant or a child follows.
_STEP = re.compile(r"\s*+(>)\s*+|\s++")
#: Grounds on which white letters are unseen; a picture is none.
_PAPER = re.compile(
    r"(?:#(?:[ef]{3}|(?:[ef][0-9a-f]){3})\b|(?:white(?:smoke)?|ivory|snow|none|transparent|inherit|initial|unset)\b|"
    r"rgba?\(\s*+2[2-5]\d[\s,]++2[2-5]\d[\s,]++2[2-5]\d\b)(?!.*(?:url|gradient)\()"
)
_PAINTED = re.compile(r"background(?:-color|-image)?\s*:\s*([^;!]+)")
_SHOWS = re.compile(r"display\s*:\s*(?!none)[a-z]|visibility\s*:\s*visible|(?<![\w-])opacity\s*:\s*(?:1|0?\.\d*[1-9])")
#: So much of a page's style sheets is looked at (characters).
_MOST = 400_000
_LONGEST = 4000
#: Selectors that are kept, and the steps of one.
_MOST_SELECTORS, _MOST_STEPS = 2000, 6


class Seen(NamedTuple):
    """An element as a selector sees it: tag, classes and id in lower case."""

    tag: str
    classes: frozenset[str]
    name: str


class _Compound(NamedTuple):
    """One step of a selector: a tag ("" for any) with classes and an id that must all be there."""

    tag: str
    classes: frozenset[str]
    name: str

    def meets(self, seen: Seen) -> bool:
        """Whether an element is one of those it means."""
        tagged = not self.tag or self.tag == seen.tag
        return tagged and self.classes <= seen.classes and (not self.name or self.name == seen.name)

    @property
    def key(self) -> str:
        """One name that every element has which it meets."""
        return self.name or min(self.classes, default="") or self.tag


class _Selector(NamedTuple):
    """``last`` is the element meant; ``above`` are, from inside out, what must stand around it (True: as its very parent)."""

    last: _Compound
    above: tuple[tuple[bool, _Compound], ...] = ()

    def meets(self, seen: Seen, around: Sequence[Seen]) -> bool:
        """Whether it means an element; ``around`` are those that it stands in, the nearest first."""
        if not self.last.meets(seen):
            return False
        reached = {0}  # from where in ``around`` the next step may be
        for parent, step in self.above:
            ways = reached if parent else range(min(reached), len(around))
            reached = {at + 1 for at in ways if at < len(around) and step.meets(around[at])}
            if not reached:
                return False
        return True


_Keyed = Mapping[str, Sequence[_Selector]]


@dataclass(frozen=True, slots=True)
class HidingRules:
    """What a page's style sheet hides (``plain`` wherever it stands, ``placed`` by its surroundings), shows again and paints."""

    plain: _Keyed = field(default_factory=dict)
    placed: _Keyed = field(default_factory=dict)
    shown_again: _Keyed = field(default_factory=dict)
    white: _Keyed = field(default_factory=dict)
    coloured: _Keyed = field(default_factory=dict)
    grounds: _Keyed = field(default_factory=dict)

    @property
    def any(self) -> bool:
        """Whether anything is hidden or written in white."""
        return bool(self.plain or self.placed or self.white)

    def concern(self, seen: Seen) -> bool:
        """Whether anything may be hidden or white of such an element: a look before its surroundings are gathered."""
        return any(key in kind for key in _keys(seen) for kind in (self.plain, self.placed, self.white))

    def hide(self, seen: Seen, around: Sequence[Seen]) -> bool:
        """Whether an element is hidden. What is hidden by its place (a menu) and may be shown again is no secret."""
        if _met(self.plain, seen, around):
            return True
        return _met(self.placed, seen, around) and not _met(self.shown_again, seen, around)

    def whiten(self, seen: Seen, around: Sequence[Seen]) -> bool:
        """Whether an element is written in white, in no other colour, and the sheet paints no ground under it."""
        if not _met(self.white, seen, around) or _met(self.coloured, seen, around):
            return False
        return not any(_met(self.grounds, one, ()) for one in (seen, *around))


def _met(selectors: _Keyed, seen: Seen, around: Sequence[Seen]) -> bool:
    return any(one.meets(seen, around) for key in _keys(seen) for one in selectors.get(key, ()))


def _keys(seen: Seen) -> frozenset[str]:
    return seen.classes | {seen.tag, seen.name}


def hides(style: str) -> bool:
    """Whether an inline style (lower case) hides its element (no display, size, ink; outside, clipped) or strikes it out."""
    if not style:
        return False
    if _HIDES.search(style) or (_OVERFLOW.search(style) and _CLIPPED.search(style)):
        return True
    colour, ground = _COLOUR.search(style), _GROUND.search(style)
    if colour is not None and ground is not None and _same(colour[1], ground[1]):
        return True
    return _STRUCK.search(style) is not None


def hiding_rules(sheet: str) -> HidingRules:
    """What the rules of a style sheet hide and paint. A sheet is read to its 400,000th character.

    Hidden and white by rules at its top alone; a state, a medium, a sibling or an attribute hides nothing for sure. Shown
    again and painted by any rule, by its rightmost step.
    """
    written = _COMMENT.sub("", sheet[:_MOST]).lower()
    found = _hidden_and_white(written)
    if not found:
        return HidingRules()
    again, coloured, grounds = _shown_and_painted(written)
    hiding = {kind: _keyed(selectors) for kind, selectors in found.items()}
    return HidingRules(**hiding, shown_again=_keyed(again), coloured=_keyed(coloured), grounds=_keyed(grounds))


def _hidden_and_white(written: str) -> dict[str, list[_Selector]]:
    """The selectors of the rules at the sheet's top that hide (``plain``, ``placed``) or write in white (``white``)."""
    found: dict[str, list[_Selector]] = {}
    for selectors, declared in _rules(written):
        if "@" in selectors or "{" in declared:
            continue
        hidden = hides(declared[:_LONGEST])
        if hidden or (white(declared[:_LONGEST]) and not _paints(declared)):
            for selector in _read(selectors):
                kind = "white" if not hidden else "placed" if selector.above else "plain"
                found.setdefault(kind, []).append(selector)
    return found


def _shown_and_painted(written: str) -> tuple[list[_Selector], list[_Selector], list[_Selector]]:
    """What any rule shows, writes in another colour than white, and paints a ground under.

    A bare tag's colour gives way to that of a class.
    """
    shown: list[_Selector] = []
    coloured: list[_Selector] = []
    grounds: list[_Selector] = []
    for selectors, declared in _innermost(written):
        colour = _COLOUR.search(declared)
        last = list(_rightmost(selectors[-_LONGEST:]))
        if _SHOWS.search(declared):
            shown += (one for one, _ in last)
        if colour is not None and not _WHITE.match(colour[1].strip()):
            coloured += (one for one, named in last if named)
        if _paints(declared):
            grounds += (one for one, _ in last)
    return shown, coloured, grounds


def _innermost(sheet: str) -> Iterator[tuple[str, str]]:
    """(selectors, declarations) of every rule, in a medium too."""
    before = opened = -1
    for mark in re.finditer(r"[{}]", sheet):
        if mark[0] == "}" and opened > before:
            yield sheet[before + 1 : opened], sheet[opened + 1 : mark.start()]
        before, opened = (max(before, opened), mark.start()) if mark[0] == "{" else (mark.start(), opened)


def _paints(declared: str) -> bool:
    """Whether declarations give a ground that is not paper: a colour, a picture."""
    return any(not _PAPER.match(ground[1].strip()) for ground in _PAINTED.finditer(declared))


def _read(selectors: str) -> Iterator[_Selector]:
    """The selectors of a list that are steps of plain names, one in another; a bare tag alone is none of them."""
    for written in selectors[:_LONGEST].split(","):
        compounds: list[_Compound] = []
        parents: list[bool] = []
        at, text = 0, written.strip()
        for step in _STEP.finditer(text):
            compounds.append(_compound(text[at : step.start()]))
            parents.append(step[1] is not None)
            at = step.end()
        compounds.append(_compound(text[at:]))
        plain = len(compounds) <= _MOST_STEPS and all(one.key for one in compounds)
        if plain and any(one.classes or one.name for one in compounds):
            yield _Selector(compounds[-1], tuple(zip(reversed(parents), reversed(compounds[:-1]), strict=True)))


def _compound(written: str) -> _Compound:
    """One step; one that means nothing for what is no plain step."""
    simple = _COMPOUND.fullmatch(written)
    if simple is None:
        return _Compound("", frozenset(), "")
    names = _NAME.findall(simple["names"] or "")
    classes = frozenset(name for kind, name in names if kind == ".")
    return _Compound(simple["tag"] or "", classes, next((name for kind, name in names if kind == "#"), ""))


def _rightmost(selectors: str) -> Iterator[tuple[_Selector, bool]]:
    """The last steps of a list of selectors without their states, and whether more than a bare tag means the element."""
    for written in selectors.rpartition(";")[2].split(","):
        last = re.split(r"[\s>+~]", written.strip())[-1]
        compound = _compound(re.split(r"[:\[]", last, maxsplit=1)[0])
        if compound.key:
            yield _Selector(compound), "." in written or "#" in written


def _keyed(selectors: Iterable[_Selector]) -> _Keyed:
    found: dict[str, list[_Selector]] = {}
    for selector in list(selectors)[:_MOST_SELECTORS]:
        found.setdefault(selector.last.key, []).append(selector)
    return found


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
