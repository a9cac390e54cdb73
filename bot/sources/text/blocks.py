"""Paragraphs joined into one text that knows where each stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.model.source import Block, SourceText
from bot.model.words import Scope

#: No source's text is kept beyond this (characters); a longer one is a book, and its beginning is said to be a part.
LONGEST = 2_000_000
_MOST_NUMBERED = 2000
_INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")


def clean(text: str) -> str:
    """Without invisible and control characters: text is sometimes hidden from people in them."""
    return _CONTROL.sub("", _INVISIBLE.sub("", text))


def assemble(
    parts: Iterable[tuple[str, str]], *, url: str, scope: Scope, title: str | None, media_type: str, fetched: str | None
) -> SourceText | None:
    """Join (text, where) paragraphs by blank lines, ``LONGEST`` characters at most; None when nothing visible is among them."""
    pieces: list[str] = []
    blocks: list[Block] = []
    position = 0
    for raw, where in parts:
        text = clean(raw[: max(0, LONGEST - position)]).strip()
        if not text:
            continue
        blocks.append(Block(position, position + len(text), where))
        pieces.append(text)
        position += len(text) + 2
    if not blocks:
        return None
    return SourceText(url, "\n\n".join(pieces), scope, tuple(blocks), title, media_type, fetched)


def anchored(text: SourceText, names: Iterable[tuple[str, str]]) -> SourceText:
    """The text with the names that a fragment can point at. ``names`` are (name, the words that follow it), in order.

    -1 is the place of a name whose words the text does not have.
    """
    found, position = [], 0
    for name, words in names:
        wanted = clean(words).strip()
        at = text.text.find(wanted, position) if wanted else -1
        position = max(position, at)
        found.append((name, at))
    return replace(text, anchors=tuple(found)) if found else text


def numbered(text: SourceText, plain: str) -> SourceText:
    """A plain file's text with its lines as anchors: ``L7`` is where the paragraph with line 7 on top begins.

    The last one stands behind the last line.
    """
    found, at, lines, counted, line = [], 0, plain.count("\n") + 1, 0, 1
    for block in text.blocks[:_MOST_NUMBERED]:
        first = text.text[block.start : block.end].partition("\n")[0]
        place = plain.find(first, at)
        if place >= 0:
            at = place
            line += plain.count("\n", counted, place)
            counted = place
            found.append((f"L{line}", block.start))
    return replace(text, anchors=(*found, (f"L{lines + 1}", len(text.text))))
