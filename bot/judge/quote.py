"""Finding a quotation in a source. The only place where a ``Quote`` is made."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.entities import unescape
from bot.judge.negation import turns, turns_or_weakens, words
from bot.judge.typography import Folded, fold
from bot.model.source import SourceText
from bot.model.verdict import Quote

#: A shorter quotation is found anywhere and shows nothing.
SHORTEST = 12
_SHORTEST_FRAGMENT = 4
#: Characters that an ellipsis may stand for; they are shown with the quote.
_LONGEST_GAP = 400

_ELLIPSIS = re.compile(r"[\[(<]?(?:\.{3,}|(?:\. ){2,}\.)[\])>]?")
_EDGES = " '.,;:!?-"
#: Order words that a quote may not cut off its last number.
_ORDER = re.compile(
    r" ?(?:%|\^|_\d|/|тыс|млн|млрд|трлн|миллион|миллиард|триллион|thousand|million|billion|trillion|процент|percent)"
)


def locate(source: SourceText, quote: str, folded: Folded | None = None) -> Quote | None:
    """Find ``quote`` in the source, typography aside, and give the source's own spelling with its offsets.

    Fragments around an ellipsis must stand in their order; the gap may skip no negation and is part of the
    quote that comes back. At least 12 characters; never fuzzy: a word more or less is another text.
    None when it is not there, too short, cut out of a word or number, or cut off from a negation. ``folded`` is the
    source's text, folded before (a long one takes a second).
    """
    hay = folded or fold(source.text)
    for spelling in dict.fromkeys((quote, unescape(quote))):
        found = _find(hay, fold(spelling).text)
        if found is not None:
            start, end = hay.span(*found)
            return Quote(source.text[start:end], start, end, source.sha256)
    return None


def long_enough(quote: str) -> bool:
    """Whether a quotation has the 12 characters that it takes to mean something."""
    return len("".join(_fragments(fold(quote).text))) >= SHORTEST


def _find(hay: Folded, needle: str) -> tuple[int, int] | None:
    whole = needle.strip(_EDGES)
    if len(whole) < SHORTEST:
        return None
    for at in _occurrences(hay.text, whole, 0):
        if _stands_alone(hay.text, at, at + len(whole)):
            return at, at + len(whole)
    fragments = _fragments(needle)
    if len(fragments) < 2 or len("".join(fragments)) < SHORTEST:
        return None
    return _in_order(hay.text, fragments)


def _fragments(needle: str) -> list[str]:
    return [piece for piece in (part.strip(_EDGES) for part in _ELLIPSIS.split(needle)) if piece]


def _in_order(hay: str, fragments: list[str]) -> tuple[int, int] | None:
    """The shortest stretch that holds the fragments in their order with honest gaps."""
    if any(len(fragment) < _SHORTEST_FRAGMENT for fragment in fragments):
        return None
    best: tuple[int, int] | None = None
    for at in _occurrences(hay, fragments[0], 0):
        end = at + len(fragments[0])
        for fragment in fragments[1:]:
            following = _next(hay, fragment, end)
            if following is None:
                break
            end = following + len(fragment)
        else:
            if _stands_alone(hay, at, end) and (best is None or end - at < best[1] - best[0]):
                best = (at, end)
    return best


def _next(hay: str, fragment: str, after: int) -> int | None:
    for at in _occurrences(hay, fragment, after):
        gap = hay[after:at]
        if len(gap) > _LONGEST_GAP or turns_or_weakens(gap):
            return None
        if _whole_words(hay, at, at + len(fragment)):
            return at
    return None


def _occurrences(hay: str, needle: str, after: int) -> Iterator[int]:
    at = hay.find(needle, after)
    while at != -1:
        if _whole_words(hay, at, at + len(needle)):
            yield at
        at = hay.find(needle, at + 1)


def _whole_words(hay: str, start: int, end: int) -> bool:
    """Whether neither end cuts a word or a number in two."""
    return not _cuts_before(hay, start) and not _cuts_after(hay, end)


def _cuts_before(hay: str, start: int) -> bool:
    """Whether what starts at ``start`` goes on in front of it."""
    first, before = hay[start], hay[max(0, start - 2) : start]
    if first.isalnum() and (before[-1:].isalnum() or before[-1:] in {"^", "_"}):
        return True
    return first.isdigit() and re.search(r"(?:\d[.,]|[-+])$", before) is not None


def _cuts_after(hay: str, end: int) -> bool:
    """Whether what ends before ``end`` goes on behind it; a number goes on in its decimals, its order and its percent sign."""
    last, after = hay[end - 1], hay[end : end + 2]
    if last.isalnum() and after[:1].isalnum():
        return True
    return last.isdigit() and (re.match(r"[.,]\d", after) or _ORDER.match(hay, end)) is not None


def _stands_alone(hay: str, start: int, end: int) -> bool:
    """Whether the words just outside leave the meaning alone: no negation within two words before, none right after."""
    clause = re.split(r"[.,;:!?()]", hay[max(0, start - 60) : start])[-1]
    if turns(" ".join(words(clause)[-2:])):
        return False
    after = re.match(r" [^\W\d_]+", hay[end : end + 30])
    return after is None or not turns(after[0])
