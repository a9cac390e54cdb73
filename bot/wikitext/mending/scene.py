"""Where a page's citations stand: the texts of their notes, and the markers behind each claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.model.edit import Edit, Span
from bot.model.identity import identity
from bot.model.message import Message
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.citations import attachments, citation_id
from bot.wikitext.claims import Attached
from bot.wikitext.refs import FootnoteTable, Role, footnotes


class Stretch(NamedTuple):
    """The text of one note on the page: offsets, end exclusive."""

    start: int
    end: int


class Put(NamedTuple):
    """New text at a place of a note or of the page."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A page read once for all its edits: ``notes`` by citation id, ``attached`` claims with the indices of their markers."""

    page: Page
    profile: Profile
    table: FootnoteTable
    notes: Mapping[str, tuple[Stretch, ...]]
    ids: Mapping[int, str]
    attached: tuple[Attached, ...]

    def text_of(self, note: Stretch) -> str:
        """A note's wikitext."""
        return self.page.text[note.start : note.end]

    def markers(self, citation: str, words: str) -> tuple[int, ...]:
        """Where the markers of a citation end that stand behind these words."""
        return tuple(
            self.table.uses[use].end
            for found in self.attached
            if found.claim.text == words
            for use in found.uses
            if self.ids.get(use) == citation
        )


def scene_of(page: Page, profile: Profile) -> Scene:
    """Read the page."""
    table = footnotes(page.text, profile)
    ids, attached = attachments(page, table)
    notes: dict[str, list[Stretch]] = {}
    for index, use in enumerate(table.uses):
        if use.role is Role.definition and table.content(index).strip():
            stretch = Stretch(use.open_end, use.close_start)
            notes.setdefault(citation_id(page, table.content(index)), []).append(stretch)
    return Scene(page, profile, table, {name: tuple(found) for name, found in notes.items()}, ids, attached)


def edit_at(page: Page, names: Sequence[str], puts: Iterable[Put], message: Message) -> tuple[Edit, ...]:
    """One edit that only puts text in, or none. ``names`` are code, words and source key: what its id is made of."""
    code, words, key = names
    spans = tuple(Span(put.at, put.at, "", put.text) for put in sorted(set(puts)))
    if not spans:
        return ()
    name = identity(page.wiki, page.title, "edit", code, words, key)
    return (Edit(name, code, Fix.review, message, spans),)
