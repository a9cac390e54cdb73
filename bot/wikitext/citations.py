"""The citations of a page with the claims attached to them: what ``check`` works through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bot.identifiers import source_key
from bot.identifiers.former import former_keys
from bot.model.citation import Citation, CitationPlace, Cited, Claim
from bot.model.edit import Edit
from bot.model.ids import identity
from bot.model.page import Page, Place, places
from bot.model.words import CitationKind
from bot.wikitext.calls import Where
from bot.wikitext.cited_works import read_citation
from bot.wikitext.claims import Attached, claims_of
from bot.wikitext.footnote_releases import Fault
from bot.wikitext.refs import FootnoteTable, Note, Role

if TYPE_CHECKING:
    from bot.wikitext.text import Wikitext


class _Draft:
    """A citation while its notes are gathered."""

    def __init__(self, key: str, cited: Cited, wikitext: str) -> None:
        self.key = key
        self.cited = cited
        self.others: dict[tuple[object, ...], Cited] = {}
        self.wikitext = wikitext
        self.number: int | None = None
        self.group = ""
        self.names: list[str] = []
        self.uses: list[int] = []
        self.former: list[str] = []

    def name(self, name: str | None) -> None:
        """Add a name of the note, once."""
        if name and name not in self.names:
            self.names.append(name)


class _Gathered:
    """The drafts of a page by source key; each text is read once."""

    def __init__(self) -> None:
        self.drafts: dict[str, _Draft] = {}
        self._of: dict[str, _Draft] = {}

    def draft_for(self, content: str) -> _Draft:
        """The draft that a note's text belongs to, with what the text says of the work."""
        if content not in self._of:
            cited = read_citation(content)
            key = source_key(cited.identifiers, cited.plain)
            draft = self._of[content] = self.drafts.setdefault(key, _Draft(key, cited, content))
            draft.former += former_keys(content, cited.identifiers, cited.plain)
            if (cited.title or cited.authors) and cited is not draft.cited:
                draft.others.setdefault((cited.title, cited.authors, cited.year, cited.identifiers), cited)
        return self._of[content]


class PageCitations(NamedTuple):
    """The citations of a page in the order of their first marker, each marker's citation id, the claims with their markers."""

    citations: tuple[Citation, ...]
    ids: Mapping[int, str]
    claims: tuple[Attached, ...]


def read_citations(page: Page, table: FootnoteTable) -> PageCitations:
    """Every work the page's refs cite, in the order of their first marker.

    Notes with one source key are one citation. A text that a clashing name hides from the reader is a citation of its own
    (``number`` None), attached to the words where it stands. Names that nothing defines cite nothing.
    """
    drafts = _drafts(table)
    ids = _ids(page, drafts)
    attached = claims_of(table, ids)
    at = places(page.text, (use.start for use in table.uses))
    made = [_citation(page, table, draft, attached, at) for draft in drafts.values()]
    first = {citation.id: min(citation.positions, default=Place(0, 0)) for citation in made}
    return PageCitations(tuple(sorted(made, key=lambda citation: first[citation.id])), ids, attached)


def citation_id(page: Page, content: str) -> str:
    """The id of the citation that a note's text makes on this page (contract, «Identity»)."""
    cited = read_citation(content)
    return identity(page.wiki, page.title, source_key(cited.identifiers, cited.plain))


def _ids(page: Page, drafts: Mapping[str, _Draft]) -> Mapping[int, str]:
    return {use: identity(page.wiki, page.title, draft.key) for draft in drafts.values() for use in draft.uses}


def _drafts(table: FootnoteTable) -> dict[str, _Draft]:
    gathered = _Gathered()
    for note in table.notes:
        if note.definition is not None:
            _add_note(gathered, table, note, table.content(note.definition))
    for index, use in enumerate(table.uses):  # texts that an error hides are still cited
        if use.role is Role.broken and use.fault is not Fault.included_ref and table.content(index).strip():
            lost = gathered.draft_for(table.content(index))
            lost.uses += [index, *_reusers(table, use.name)] if use.where is Where.list else [index]
            lost.name(use.name)
    return gathered.drafts


def _add_note(gathered: _Gathered, table: FootnoteTable, note: Note, content: str) -> None:
    """A numbered note, and the texts under its name that the reader never sees."""
    hidden = [copy for copy in note.copies if _same(table.content(copy)) != _same(content)]
    draft = gathered.draft_for(content)
    draft.uses += [use for use in note.uses if use not in hidden]
    if draft.number is None:
        draft.number, draft.group = note.number, note.group
    for name in note.names:
        draft.name(name)
    for copy in hidden:
        other = gathered.draft_for(table.content(copy))
        other.uses.append(copy)
        other.name(table.uses[copy].name)


def _same(content: str) -> str:
    return " ".join(content.split())


def _reusers(table: FootnoteTable, name: str | None) -> list[int]:
    """Markers of a name whose only text stands in a list that the wiki does not read."""
    return [
        use
        for note in table.notes
        if note.definition is None and name is not None and name in note.names
        for use in note.uses
    ]


def _citation(
    page: Page, table: FootnoteTable, draft: _Draft, attached: tuple[Attached, ...], at: tuple[Place, ...]
) -> Citation:
    own = identity(page.wiki, page.title, draft.key)
    claims: tuple[Claim, ...] = tuple(found.claim for found in attached if own in found.claim.refs)
    markers = sorted({use for use in draft.uses if table.uses[use].where is not Where.list} or set(draft.uses))
    first = next((claim.heading for claim in claims), None)
    return Citation(
        id=own,
        key=draft.key,
        number=draft.number,
        section=first,
        names=tuple(draft.names),
        group=draft.group,
        places=tuple(_place(table, draft, use, at[use]) for use in markers),
        wikitext=draft.wikitext.strip(),
        cited=draft.cited,
        claims=claims,
        others=tuple(draft.others.values()),
        former=tuple(dict.fromkeys(draft.former)),
    )


def _place(table: FootnoteTable, draft: _Draft, use: int, at: Place) -> CitationPlace:
    tag = table.uses[use]
    # a text that the reader never sees has no number, whatever its marker shows
    number = None if draft.number is None or tag.note < 0 else table.notes[tag.note].number
    return CitationPlace(at.line, at.column, CitationKind.note, number, tag.start, tag.end)


def touched(wikitext: Wikitext, edits: Iterable[Edit]) -> frozenset[str]:
    """Ids of the citations whose tag, note or claim overlaps a span of ``edits`` on the text."""
    spans = sorted((span.start, span.end) for edit in edits for span in edit.spans)
    if not spans:
        return frozenset()
    found = set()
    for citation in wikitext.citations:
        stretches = [(claim.start, claim.end) for claim in citation.claims]
        stretches += [(place.start, place.end) for place in citation.places]
        stretches += [(at, at + len(citation.wikitext)) for at in _occurrences(wikitext.text, citation.wikitext)]
        if any(_meet(stretch, span) for stretch in stretches for span in spans):
            found.add(citation.id)
    return frozenset(found)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _occurrences(text: str, words: str) -> Iterable[int]:
    """Where a note's text stands: in its own tag and, before copies are merged, in others."""
    at = text.find(words) if words else -1
    while at != -1:
        yield at
        at = text.find(words, at + 1)
