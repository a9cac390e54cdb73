"""One note's text: its only address, the citation template around it, and where something can be put."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.identifiers.urls import find
from bot.model.edit import Edit, Span
from bot.model.ids import identities
from bot.model.message import Message
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import Profile
from bot.profiles.citation_templates import TemplateForm, Templates
from bot.wikitext.braces import Template, template_arguments, template_name, templates
from bot.wikitext.citations import citation_id
from bot.wikitext.lexer import GENERIC, lex_plain
from bot.wikitext.refs import Role
from bot.wikitext.text import Wikitext


@dataclass(frozen=True, slots=True)
class Described:
    """A citation template in a note, with its parameters' names."""

    template: Template
    form: TemplateForm


def described(note: str, known: Templates) -> Described | None:
    """The note's only template whose parameters we know."""
    found = []
    for template in outer_templates(note):
        form = known.form_of(template_name(note, template))
        if form is not None:
            found.append(Described(template, form))
    return found[0] if len(found) == 1 else None


def outer_templates(note: str) -> tuple[Template, ...]:
    """Templates that stand in no other."""
    if "{{" not in note:
        return ()
    return tuple(found for found in templates(lex_plain(note, GENERIC)) if found.outer == -1)


def has_template(note: str, names: Collection[str]) -> bool:
    """Whether a template of one of these names (lower case) stands in the note."""
    return any(template_name(note, found).casefold() in names for found in outer_templates(note))


def left_alone(note: str, known: Templates) -> bool:
    """Whether the note names an archived copy already, by a template, a parameter or an address, or asks bots to keep away."""
    if has_template(note, known.archiving | known.hands_off) or _COPY.search(note) is not None:
        return True
    work = described(note, known)
    return work is not None and parameter(note, work, work.form.archive_url) is not None


def behind_link(note: str) -> tuple[int, str] | None:
    """Where a template about the note's only address belongs, and the address; None where there is none or several.

    Behind the citation template that holds it, behind the closing bracket of its link, else behind the address itself.
    """
    addresses = find(note)
    if len({found.value for found in addresses}) != 1:
        return None
    address = addresses[0]
    for template in outer_templates(note):
        if template.start <= address.start < template.end:
            return template.end, address.value
    if note[address.start - 1 : address.start] == "[":
        close = note.find("]", address.end)
        return (close + 1, address.value) if close != -1 else None
    return address.end, address.value


def is_bare(note: str, at: int) -> bool:
    """Whether an address ends there without a bracket or template: text put right behind it would become part of it."""
    return note[at - 1 : at] not in {"]", "}"}


def following(text: str, at: int) -> tuple[int, tuple[str, ...]]:
    """The end of the templates that adjoin ``at`` (``{{rp|12}}``, other marks), and their names."""
    names = []
    while (match := _ADJOINING.match(text, at)) is not None:
        names.append(" ".join(match[1].replace("_", " ").split()))
        at = match.end()
    return at, tuple(names)


#: Addresses of archives: the Wayback Machine's and those of archive.today, which we never add (English Wikipedia, February 2026).
_COPY = re.compile(r"//(?:web\.)?archive\.(?:org/web/|today|is|ph|fo|li|md|vn)\b|//[^/\s|]+/web/\d{14}", re.IGNORECASE)
_ADJOINING = re.compile(r"\{\{(?!#)([^{}<|\n]+)(?:\|[^{}<]*)?\}\}")


def parameter(note: str, found: Described, names: Sequence[str]) -> str | None:
    """The value of the first of these parameters that is given and not empty."""
    given = {name.casefold(): value for name, value, _ in template_arguments(note, found.template) if name}
    return next((given[name].strip() for name in names if given.get(name, "").strip()), None)


def filled(note: str, found: Described, names: Sequence[str], value: str) -> tuple[int, str]:
    """Where and what to put in to give a parameter: into the place left empty for it, else before the closing braces.

    A new parameter is written the way the template's last one is (a line of its own, spaces round the equals sign).
    """
    for name, _, (start, end) in template_arguments(note, found.template):
        if name and name.casefold() in names and not note[start:end].strip():
            spaced = end - start > 1 and note[start] == " "
            return start + spaced, value
    lead, sign = _manner(note, found.template)
    end = found.template.end - 2
    at = len(note[:end].rstrip())
    return at, f"{lead}{names[0]}{sign}{value}"


def _manner(note: str, template: Template) -> tuple[str, str]:
    """How the last named parameter begins and is joined with its value, white space and all."""
    given = list(_PARAMETER.finditer(note, template.start, template.end))
    return (given[-1][1], given[-1][2]) if given else ("|", "=")


_PARAMETER = re.compile(r"((?:(?<!\s)|(?<==[ \t]))\s*+\|[ \t]*+)\w(?:[\w.\-]++|[ ]++(?=[\w.\-]))*+([ \t]*+=[ \t]?)")


class Stretch(NamedTuple):
    """The text of one note on the page: offsets, end exclusive."""

    start: int
    end: int


class Put(NamedTuple):
    """New text at a place of a note or of the page."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class CitationPlaces:
    """A page read once for all its edits: ``notes`` by citation id."""

    wikitext: Wikitext
    notes: Mapping[str, tuple[Stretch, ...]]

    @property
    def page(self) -> Page:
        """The page."""
        return self.wikitext.page

    @property
    def profile(self) -> Profile:
        """Its wiki's rules."""
        return self.wikitext.profile

    def text_of(self, note: Stretch) -> str:
        """A note's wikitext."""
        return self.page.text[note.start : note.end]

    def markers(self, citation: str, words: str) -> tuple[int, ...]:
        """Where the markers of a citation end that stand behind these words."""
        return tuple(
            self.wikitext.table.uses[use].end
            for found in self.wikitext.claims
            if found.claim.text == words
            for use in found.uses
            if use < len(self.wikitext.table.uses)
            if self.wikitext.ids.get(use) == citation
        )


def citation_places(wikitext: Wikitext) -> CitationPlaces:
    """Read the page."""
    table = wikitext.table
    notes: dict[str, list[Stretch]] = {}
    for index, use in enumerate(table.uses):
        if use.role is Role.definition and table.content(index).strip():
            stretch = Stretch(use.open_end, use.close_start)
            notes.setdefault(citation_id(wikitext.page, table.content(index)), []).append(stretch)
    return CitationPlaces(wikitext, {name: tuple(found) for name, found in notes.items()})


def edit_at(
    page: Page, names: Sequence[str | tuple[str, ...]], puts: Iterable[Put], message: Message
) -> tuple[Edit, ...]:
    """One edit that only puts text in, or none. ``names`` are code, words and source key: what its id is made of, each with the
    readings of earlier versions behind it.
    """
    spans = tuple(Span(put.at, put.at, "", put.text) for put in sorted(set(puts)))
    if not spans:
        return ()
    name, *aliases = identities(page.wiki, page.title, "edit", *names)
    return (Edit(name, str(names[0]), Fix.review, message, spans, aliases=tuple(aliases)),)
