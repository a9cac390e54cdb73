"""Every external address of a page as a citation of nothing but itself: what ``check --links`` asks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from bot.identifiers import source_key
from bot.model.citation import Citation, CitationPlace, Cited
from bot.model.ids import identity
from bot.model.page import places
from bot.model.words import CitationKind, IdKind
from bot.wikitext.cited_works import read_citation
from bot.wikitext.clickable import address_spans
from bot.wikitext.text import Wikitext


def external_addresses(read: Wikitext) -> tuple[Citation, ...]:
    """One citation an address, in the order in which they stand; the same address twice is one with two places.

    Each place has the kind and number of what it stands in: a note, a listed work; by itself it is a link in the text. Addresses
    of the wiki itself, and those in comments and code, are none.
    """
    stand = list(_stand(read))
    at = places(read.text, (start for start, _ in stand))
    around = _Around(read)
    found: dict[str, Citation] = {}
    for (start, end), place in zip(stand, at, strict=True):
        address = read.text[start:end]
        cited = read_citation(address)
        key = _key(cited)
        kind, number, heading = around.of(start)
        here = CitationPlace(place.line, place.column, kind, number, start, end, heading)
        before = found.get(key)
        found[key] = (
            _citation(read, key, address, cited, here)
            if before is None
            else replace(before, places=(*before.places, here))
        )
    return tuple(found.values())


def _stand(read: Wikitext) -> Iterator[tuple[int, int]]:
    view = read.page_view
    shown = read.lexed.masked
    for start, end, _ in address_spans(shown):
        if view.leads_out(shown[start:end]):
            yield start, end


def _key(cited: Cited) -> str:
    """The key of the address itself, whatever identifier it holds: two addresses of one work are two."""
    own = tuple(found for found in cited.identifiers if found.kind is IdKind.url)
    return source_key(own or cited.identifiers, cited.plain)


def _citation(read: Wikitext, key: str, address: str, cited: Cited, place: CitationPlace) -> Citation:
    return Citation(
        id=identity(read.page.wiki, read.page.title, key),
        key=key,
        number=place.number,
        section=None,
        names=(),
        group="",
        places=(place,),
        wikitext=address,
        cited=cited,
        kind=place.kind,
        address_only=True,
    )


class _Around:
    """What stands around a place: the innermost note or mention that begins last before it."""

    def __init__(self, read: Wikitext) -> None:
        notes = read.table.notes
        spans: list[tuple[int, int, CitationKind, int | None, str | None]] = [
            (use.start, use.end, CitationKind.note, notes[use.note].number if use.note >= 0 else None, None)
            for use in read.table.uses
        ]
        for citation in read.citations:
            spans += [
                (place.start, place.end, place.kind, place.number, place.heading)
                for place in citation.places
                if place.kind is not CitationKind.note
            ]
        self._spans = sorted(spans, key=lambda span: span[:2])
        self._starts = [span[0] for span in self._spans]

    def of(self, at: int) -> tuple[CitationKind, int | None, str | None]:
        """Kind, number and list's heading of the one that holds the place."""
        index = bisect_right(self._starts, at) - 1
        if index >= 0 and at < self._spans[index][1]:
            return self._spans[index][2:]
        return CitationKind.inline, None, None
