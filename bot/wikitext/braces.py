"""Templates of a page: balanced double braces outside extension tags, as the preprocessor pairs them."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.wikitext.lexer import Lexed

_TOKEN = re.compile(r"\{\{+|\}\}+|\[\[|\]\]")


class Template(NamedTuple):
    """A template or parser function; ``name`` is what stands before the first pipe; ``outer`` indexes the outermost around it."""

    start: int
    end: int
    name: str
    outer: int
    bars: tuple[int, ...]


def _atoms(lexed: Lexed) -> list[tuple[int, int]]:
    """Top-level elements: braces inside them never pair with braces outside."""
    return [
        (element.start, element.end) for element in lexed.elements if element.parent < 0 and element.end > element.start
    ]


def templates(lexed: Lexed) -> list[Template]:
    """Every template in order of its start. Parameters (triple braces) are not templates."""
    stack: list[tuple[str, int, int]] = []  # kind, start, count
    pairs: list[tuple[int, int]] = []
    for start, end in _gaps(lexed):
        for match in _TOKEN.finditer(lexed.text, start, end):
            mark = match.group()
            at = match.start()
            if mark[0] in "{[":
                stack.append((mark[0], at, len(mark)))
            elif mark[0] == "]":
                if stack and stack[-1][0] == "[":
                    stack.pop()
            else:
                _close(stack, pairs, at, len(mark))
    return _named(lexed, sorted(pairs))


def _gaps(lexed: Lexed) -> list[tuple[int, int]]:
    position = 0
    gaps = []
    for start, end in _atoms(lexed):
        if start > position:
            gaps.append((position, start))
        position = max(position, end)
    gaps.append((position, len(lexed.text)))
    return gaps


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


def _named(lexed: Lexed, pairs: list[tuple[int, int]]) -> list[Template]:
    found: list[Template] = []
    outer, outer_end = -1, -1
    for index, (start, end) in enumerate(pairs):
        if start >= outer_end:
            outer, outer_end, above = index, end, -1
        else:
            above = outer
        name = _name(lexed.text, start + 2, end - 2)
        found.append(Template(start, end, name, above, ()))
    return found


def _name(text: str, start: int, end: int) -> str:
    """What the template is called, without its namespace."""
    stop = min(at for at in (text.find("|", start, end), end) if at != -1)
    name = " ".join(text[start : min(stop, start + 300)].replace("_", " ").split())
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
    return [(bar + 1, (bars[place + 1] if place + 1 < len(bars) else end)) for place, bar in enumerate(bars)]
