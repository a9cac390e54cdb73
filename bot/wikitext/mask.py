"""The page with everything that is no wikitext blotted out, offsets kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.wikitext.lexer import Lexed

#: Stands for each character that a rule must not see; not allowed in a page's text.
BLOT = "\0"


def blot(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """``text`` with the stretches replaced by as many blots; ``spans`` are in order and apart."""
    return "".join(blotted(text, spans))


def blotted(text: str, spans: Iterable[tuple[int, int]]) -> list[str]:
    """The pieces of which ``blot`` makes its text."""
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        pieces.append(text[position:start])
        pieces.append(BLOT * (end - start))
        position = end
    pieces.append(text[position:])
    return pieces


_CODE = re.compile(r"<(/?)(code|tt|samp|kbd)(?=[\s/>])[^<>]*>", re.IGNORECASE)
_CALL = re.compile(r"\{\{[ \t]*+(?:[Cc]ode|[Кк]од|tt|samp|kbd|mono)[ \t]*+\|[^{}]*+\}\}")


def code(shown: str) -> Iterator[tuple[int, int]]:
    """The insides of ``<code>`` and its like, in order: wikitext to the wiki, but no prose."""
    if "<" not in shown:
        return
    opened: re.Match[str] | None = None
    for match in _CODE.finditer(shown):
        if opened is None:
            opened = None if match.group(1) or match.group().endswith("/>") else match
        elif match.group(1) and match.group(2).lower() == opened.group(2).lower():
            yield opened.end(), match.start()
            opened = None


def code_calls(shown: str) -> list[tuple[int, int]]:
    """Calls of templates that show code, in order."""
    return [match.span() for match in _CALL.finditer(shown)] if "{{" in shown else []


def masked(lexed: Lexed) -> str:
    """The text without comments, opaque elements, hidden content and the tags of transparent ones."""
    return lexed.masked
