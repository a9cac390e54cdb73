"""The page with everything that is no wikitext blotted out, offsets kept."""

from __future__ import annotations

from collections.abc import Iterable

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


def masked(lexed: Lexed) -> str:
    """The text without comments, opaque elements, hidden content and the tags of transparent ones."""
    return blot(lexed.text, lexed.hidden())
