"""Templates of a page: balanced double braces outside extension tags, as the preprocessor pairs them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from bot.wikitext.lexer import Lexed

_TOKEN = re.compile(r"\{\{+|\}\}+|\[\[|\]\]")
_PLAIN = r"[^{}\[\]]++|\[\[[^{}\[\]]*+\]\]|\[[^{}\[\]]*+\]"
_SHALLOW = r"\{\{[^{}\[\]]*+\}\}"
_DEEPER = rf"\{{\{{(?:{_PLAIN}|{_SHALLOW})*+\}}\}}"
#: A stretch that opens no template without closing it: nothing in it can hold what stands after it. Templates two deep; outside
#: of them a bracket or a closing brace pairs with nothing.
_CLOSED = re.compile(rf"(?:[^{{]++|\{{(?!\{{)|{_DEEPER})*+")


class Template(NamedTuple):
    """A template or parser function. ``outer`` is the index of the outermost one around it, -1 when there is none."""

    start: int
    end: int
    outer: int


def templates(lexed: Lexed) -> list[Template]:
    """Every template in order of its start. Parameters (triple braces) are not templates.

    The content of a list, a poem or a gallery is read on its own: no pair crosses its border. What stands inside a ref is not
    looked at.
    """
    return _arranged(_pairs(lexed, every=True))


def holders(lexed: Lexed) -> list[Template]:
    """Those templates that can hold a tag, and perhaps some others: cheaper than all of them."""
    return _arranged(_pairs(lexed, every=False))


def _pairs(lexed: Lexed, *, every: bool) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    text = lexed.text
    for gaps in _stretches(lexed):
        stack: list[tuple[str, int, int]] = []  # kind, start, count
        for start, end in gaps:
            if not every and not stack and _closed(text, start, end):
                continue
            for match in _TOKEN.finditer(text, start, end):
                mark = match.group()
                if mark[0] in "{[":
                    stack.append((mark[0], match.start(), len(mark)))
                elif mark[0] == "]":
                    if stack and stack[-1][0] == "[":
                        stack.pop()
                else:
                    _close(stack, pairs, match.start(), len(mark))
    return sorted(pairs)


def _closed(text: str, start: int, end: int) -> bool:
    match = _CLOSED.match(text, start, end)
    return match is not None and match.end() == end


def _stretches(lexed: Lexed) -> list[list[tuple[int, int]]]:
    """The text between elements, for the page and for each content that is read on its own."""
    positions: dict[int, int] = {-1: 0}
    gaps: dict[int, list[tuple[int, int]]] = {-1: []}
    ends: dict[int, int] = {-1: len(lexed.text)}
    for index, element in enumerate(lexed.elements):
        above = element.parent
        if above in positions:
            if element.start > positions[above]:
                gaps[above].append((positions[above], element.start))
            positions[above] = max(positions[above], element.end)
        if element.name in lexed.transparent and element.name != "ref":
            positions[index], gaps[index], ends[index] = element.open_end, [], element.close_start
    for above, position in positions.items():
        if position < ends[above]:
            gaps[above].append((position, ends[above]))
    return list(gaps.values())


def _close(stack: list[tuple[str, int, int]], pairs: list[tuple[int, int]], at: int, count: int) -> None:
    """Pair closing braces with the innermost opening ones, three at a time where both have them (Preprocessor_Hash)."""
    while count >= 2 and stack and stack[-1][0] == "{":
        _, start, opened = stack.pop()
        taken = min(opened, count, 3)
        if taken == 2:
            pairs.append((start + opened - 2, at + 2))
        at += taken
        count -= taken
        if opened - taken >= 2:
            stack.append(("{", start, opened - taken))


def _arranged(pairs: list[tuple[int, int]]) -> list[Template]:
    found: list[Template] = []
    outer, outer_end = -1, -1
    for index, (start, end) in enumerate(pairs):
        if start >= outer_end:
            outer, outer_end = index, end
            found.append(Template(start, end, -1))
        else:
            found.append(Template(start, end, outer))
    return found


def template_name(text: str, template: Template) -> str:
    """What the template is called, without its namespace."""
    start, end = template.start + 2, min(template.end - 2, template.start + 302)
    stop = text.find("|", start, end)
    name = " ".join(text[start : end if stop == -1 else stop].replace("_", " ").split())
    space, colon, rest = name.partition(":")
    return rest.strip() if colon and space.lower() in {"шаблон", "template", "t", "ш"} else name


def template_arguments(text: str, template: Template) -> list[tuple[str | None, str, tuple[int, int]]]:
    """Name (None when positional), value as written and its span, for every argument."""
    cuts = _bars(text, template.start + 2, template.end - 2)
    found: list[tuple[str | None, str, tuple[int, int]]] = []
    for start, end in cuts:
        equals = text.find("=", start, end)
        name = text[start:equals].strip() if equals != -1 else None
        if name is not None and name and len(name) < 60 and not set(name) & set("<>[]{}\n"):
            found.append((name, text[equals + 1 : end], (equals + 1, end)))
        else:
            found.append((None, text[start:end], (start, end)))
    return found


_ARGUMENT_TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|<[A-Za-z]|</[A-Za-z]|\|")


def _bars(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Stretches between the top-level pipes of a template, without the name."""
    depth = 0
    tags = 0
    bars: list[int] = []
    for match in _ARGUMENT_TOKEN.finditer(text, start, end):
        mark = match.group()
        if mark in {"{{", "[["}:
            depth += 1
        elif mark in {"}}", "]]"}:
            depth -= 1
        elif mark == "|":
            if depth <= 0 and tags <= 0:
                bars.append(match.start())
        elif mark.startswith("</"):
            tags -= 1
        elif text.find("/>", match.start(), text.find(">", match.start(), end) + 1) == -1:
            tags += 1
    return [(bar + 1, following) for bar, following in pairwise([*bars, end])]
