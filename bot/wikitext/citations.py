"""The citations of a page with the claims attached to them: what ``check`` works through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.identifiers import source_key
from bot.identifiers.former import former_keys
from bot.model.citation import Citation, CitationPlace, Cited, Claim
from bot.model.edit import Edit
from bot.model.ids import identity
from bot.model.page import Page, Place, places
from bot.model.words import CitationKind
from bot.wikitext.calls import Where
from bot.wikitext.cited_works import read_address, read_citation
from bot.wikitext.claims import Attached, claims_of
from bot.wikitext.footnote_releases import Fault
from bot.wikitext.mentions import Mention
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
        self.mentions: list[int] = []
        self.described = False
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

    def mention(self, index: int, found: Mention) -> _Draft:
        """The draft that a mention belongs to."""
        draft = (
            self._of_address(found.described) if found.address_only else self.draft_for(found.described, noted=False)
        )
        draft.mentions.append(index)
        if not draft.uses and not draft.described:
            draft.wikitext = found.content
        draft.described |= not found.address_only
        return draft

    def _of_address(self, address: str) -> _Draft:
        """The draft of nothing but an address: there is no title or author to look for in it."""
        if address not in self._of:
            cited = read_address(address)
            key = source_key(cited.identifiers, cited.plain)
            self._of[address] = self.drafts.setdefault(key, _Draft(key, cited, address))
        return self._of[address]

    def draft_for(self, content: str, *, noted: bool = True) -> _Draft:
        """The draft that a text belongs to, with what it says of the work; earlier versions read only what is ``noted``."""
        if content not in self._of:
            cited = read_citation(content)
            key = source_key(cited.identifiers, cited.plain)
            draft = self._of[content] = self.drafts.setdefault(key, _Draft(key, cited, content))
            if noted:
                draft.former += former_keys(content, cited.identifiers, cited.plain)
            if (cited.title or cited.authors) and cited is not draft.cited:
                draft.others.setdefault((cited.title, cited.authors, cited.year, cited.identifiers), cited)
        return self._of[content]


class PageCitations(NamedTuple):
    """The citations of a page in the order of their first marker, each marker's citation id, the claims with their markers."""

    citations: tuple[Citation, ...]
    ids: Mapping[int, str]
    claims: tuple[Attached, ...]


def read_citations(page: Page, table: FootnoteTable, named: Sequence[Mention] = ()) -> PageCitations:
    """Every work that the page cites, in notes and by the mentions ``named``, in the order of the first place.

    Notes, items and links with one source key are one citation; a short reference is one with the work that it names. A text that
    a clashing name hides from the reader is a citation of its own (``number`` None), attached to the words where it stands. Names
    that nothing defines cite nothing.
    """
    drafts = _drafts(table, named)
    ids = _ids(page, drafts, len(table.uses))
    attached = claims_of(table, ids, named)
    of_each: dict[str, list[Claim]] = {}
    for found in attached:
        for name in found.claim.refs:
            of_each.setdefault(name, []).append(found.claim)
    at = _places(page, table, named)
    made = [_citation(page, table, draft, of_each, at, named) for draft in drafts.values()]
    first = {citation.id: min(citation.positions, default=Place(0, 0)) for citation in made}
    return PageCitations(tuple(sorted(made, key=lambda citation: first[citation.id])), ids, attached)


def citation_id(page: Page, content: str) -> str:
    """The id of the citation that a note's text makes on this page (contract, «Identity»)."""
    cited = read_citation(content)
    return identity(page.wiki, page.title, source_key(cited.identifiers, cited.plain))


def _ids(page: Page, drafts: Mapping[str, _Draft], uses: int) -> Mapping[int, str]:
    found: dict[int, str] = {}
    for draft in drafts.values():
        name = identity(page.wiki, page.title, draft.key)
        found |= dict.fromkeys((*draft.uses, *(uses + index for index in draft.mentions)), name)
    return found


def _drafts(table: FootnoteTable, named: Sequence[Mention]) -> dict[str, _Draft]:
    """Notes first, then what else the page names: short references last, since they name one of these."""
    gathered = _notes(table)
    by_start = {table.uses[use].start: draft for draft in gathered.drafts.values() for use in draft.uses}
    for index, found in enumerate(named):
        if found.kind is not CitationKind.short:
            by_start[found.start] = gathered.mention(index, found)
    for index, found in enumerate(named):
        if found.kind is CitationKind.short:
            target = by_start.get(found.target) if found.target is not None else None
            if target is None:
                gathered.mention(index, found)
            else:
                target.mentions.append(index)
    return gathered.drafts


def _notes(table: FootnoteTable) -> _Gathered:
    gathered = _Gathered()
    for note in table.notes:
        if note.definition is not None:
            _add_note(gathered, table, note, table.content(note.definition))
    for index, use in enumerate(table.uses):  # texts that an error hides are still cited
        if use.role is Role.broken and use.fault is not Fault.included_ref and table.content(index).strip():
            lost = gathered.draft_for(table.content(index))
            lost.uses += [index, *_reusers(table, use.name)] if use.where is Where.list else [index]
            lost.name(use.name)
    return gathered


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


def _places_of(table: FootnoteTable, draft: _Draft, at: Mapping[int, CitationPlace]) -> Iterator[CitationPlace]:
    """Where the page names the work: a note at its markers, or in its list where it has none."""
    for use in {use for use in draft.uses if table.uses[use].where is not Where.list} or set(draft.uses):
        yield _numbered(table, draft, use, at[use])
    for index in draft.mentions:
        yield at[len(table.uses) + index]


def _citation(
    page: Page,
    table: FootnoteTable,
    draft: _Draft,
    of_each: Mapping[str, Sequence[Claim]],
    at: Mapping[int, CitationPlace],
    named: Sequence[Mention],
) -> Citation:
    own = identity(page.wiki, page.title, draft.key)
    claims = tuple(of_each.get(own, ()))
    stand = tuple(sorted(_places_of(table, draft, at)))
    kind = min((place.kind for place in stand), key=list(CitationKind).index, default=CitationKind.note)
    heading = next((named[index].heading for index in draft.mentions if named[index].heading), None)
    return Citation(
        id=own,
        key=draft.key,
        number=draft.number if draft.uses else next((place.number for place in stand if place.kind is kind), None),
        section=next((claim.heading for claim in claims), heading),
        names=tuple(draft.names),
        group=draft.group,
        places=stand,
        wikitext=draft.wikitext.strip(),
        cited=draft.cited,
        claims=claims,
        others=tuple(draft.others.values()),
        former=tuple(dict.fromkeys(draft.former)),
        kind=kind,
        address_only=not draft.uses and not draft.described,
        unresolved=not draft.uses and all(named[index].unresolved for index in draft.mentions),
    )


def _places(page: Page, table: FootnoteTable, named: Sequence[Mention]) -> Mapping[int, CitationPlace]:
    """Where each use and, counting on, each mention stands; mentions are numbered by kind, listed ones in their list."""
    spans = [(use.start, use.end) for use in table.uses] + [(one.start, one.end) for one in named]
    at = places(page.text, (start for start, _ in spans))
    running: Counter[tuple[CitationKind, str | None]] = Counter()
    found: dict[int, CitationPlace] = {}
    for index, (place, (start, end)) in enumerate(zip(at, spans, strict=True)):
        if index < len(table.uses):
            found[index] = CitationPlace(place.line, place.column, start=start, end=end)
            continue
        one = named[index - len(table.uses)]
        running[one.kind, one.heading] += 1
        number = one.number if one.kind is CitationKind.listed else None
        found[index] = CitationPlace(
            place.line, place.column, one.kind, number or running[one.kind, one.heading], start, end, one.heading
        )
    return found


def _numbered(table: FootnoteTable, draft: _Draft, use: int, place: CitationPlace) -> CitationPlace:
    """A note's marker with the number that a reader sees; a text that nobody sees has none, whatever its marker shows."""
    note = table.uses[use].note
    return replace(place, number=None if draft.number is None or note < 0 else table.notes[note].number)


def touched(wikitext: Wikitext, edits: Iterable[Edit]) -> frozenset[str]:
    """Ids of the citations whose tag, note or claim overlaps a span of ``edits`` on the text."""
    spans = sorted((span.start, span.end) for edit in edits for span in edit.spans)
    if not spans:
        return frozenset()
    found = set()
    for citation in wikitext.citations:
        if any(_meet(stretch, span) for stretch in _stretches(wikitext, citation) for span in spans):
            found.add(citation.id)
    return frozenset(found)


def _stretches(wikitext: Wikitext, citation: Citation) -> Iterator[tuple[int, int]]:
    """Where the page has the citation's claims, its places and its note."""
    yield from ((claim.start, claim.end) for claim in citation.claims)
    yield from ((place.start, place.end) for place in citation.places)
    for at in _occurrences(wikitext.text, citation.wikitext):
        yield at, at + len(citation.wikitext)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _occurrences(text: str, words: str) -> Iterable[int]:
    """Where a note's text stands: in its own tag and, before copies are merged, in others."""
    at = text.find(words) if words else -1
    while at != -1:
        yield at
        at = text.find(words, at + 1)
