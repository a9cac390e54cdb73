"""Which citations a set of edits touches: theirs are the markers, notes and words that the edits write into."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.edit import Edit
from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.citations import citations
from bot.wikitext.refs import footnotes


def touched(page: Page, edits: Iterable[Edit], profile: Profile) -> frozenset[str]:
    """Ids of the citations whose tag, note or claim overlaps a span of ``edits`` on the text of ``page``."""
    spans = sorted((span.start, span.end) for edit in edits for span in edit.spans)
    if not spans:
        return frozenset()
    tags = _tag_ends(page, profile)
    starts = _line_starts(page.text)
    found = set()
    for citation in citations(page, profile):
        stretches = [(claim.start, claim.end) for claim in citation.claims]
        for place in citation.places:
            start = starts[place.line - 1] + place.column - 1
            stretches.append((start, tags.get(start, start)))
        stretches += [(at, at + len(citation.wikitext)) for at in _occurrences(page.text, citation.wikitext)]
        if any(_meet(stretch, span) for stretch in stretches for span in spans):
            found.add(citation.id)
    return frozenset(found)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _tag_ends(page: Page, profile: Profile) -> dict[int, int]:
    return {use.start: use.end for use in footnotes(page.text, profile).uses}


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _occurrences(text: str, words: str) -> Iterable[int]:
    """Where a note's text stands: in its own tag and, before copies are merged, in others."""
    at = text.find(words) if words else -1
    while at != -1:
        yield at
        at = text.find(words, at + 1)
