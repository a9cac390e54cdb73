"""The footnote table of a page: which notes a reader sees, what defines them, which markers use them.

Rules: Cite of March 2008 (MediaWiki 1.12) and of 1.39 as released, differences between in ``footnote_releases``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from bot.profiles import Profile
from bot.wikitext.attributes import NOTHING
from bot.wikitext.calls import Call, Where, calls
from bot.wikitext.footnote_releases import CiteRules, Fault, RefTag, fault_of
from bot.wikitext.lexer import Element, Lexed, TagForm, lex


class Role(StrEnum):
    """What a ref tag does: define a note, reuse one, add to one (``follow=``), fail, or stand as text inside another ref."""

    definition = "definition"
    reuse = "reuse"
    follow = "follow"
    broken = "broken"
    text = "text"


class Use(NamedTuple):
    """One ref tag. Content is ``open_end`` to ``close_start``; ``note`` indexes the table's notes, -1 without one."""

    start: int
    end: int
    open_end: int
    close_start: int
    role: Role
    fault: Fault
    where: Where
    segment: int
    group: str
    name: str | None
    note: int
    form: TagForm
    region: int


@dataclass(slots=True)
class Note:
    """One note as the reader sees it. ``copies`` are the other full definitions of the same key, ``uses`` every marker.

    ``listed`` says whether any list shows it; ``number`` is None when the marker is not numbered.
    """

    index: int
    segment: int
    group: str
    key: str | None
    number: int | None
    definition: int | None = None
    copies: list[int] = field(default_factory=list)
    uses: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    listed: bool = False
    text_before_list: bool = True


class ListTag(NamedTuple):
    """A place where notes are printed. ``fault``: it shows an error instead; ``template``: a template prints it."""

    start: int
    end: int
    open_end: int
    close_start: int
    group: str
    fault: str
    template: bool


@dataclass(frozen=True, slots=True)
class FootnoteTable:
    """Everything known of a page's footnotes."""

    lexed: Lexed
    uses: tuple[Use, ...]
    notes: tuple[Note, ...]
    lists: tuple[ListTag, ...]

    @property
    def text(self) -> str:
        """The page's wikitext."""
        return self.lexed.text

    def content(self, use: int) -> str:
        """What stands between a ref's tags."""
        found = self.uses[use]
        return self.lexed.text[found.open_end : found.close_start]


_NO_KEYS: Mapping[str, int] = MappingProxyType({})


class _Builder:
    """Walks the calls and keeps what Cite keeps."""

    def __init__(self, lexed: Lexed, rules: CiteRules) -> None:
        self.lexed = lexed
        self.rules = rules
        self.uses: list[Use] = []
        self.notes: list[Note] = []
        self.lists: list[ListTag] = []
        self.open: dict[str, dict[str, int]] = {}
        self.unlisted: dict[str, list[int]] = {}
        self.sequence: dict[str, int] = {}
        self.segment: dict[str, int] = {}

    # -- refs -----------------------------------------------------------------------------------------------------------------

    def ref(self, call: Call, list_group: str | None) -> None:
        """One ref tag, in a list's content when ``list_group`` is given."""
        name, others = call.given
        content = None if call.form is TagForm.self_closed else self.lexed.text[call.open_end : call.close_start]
        group = self._group(others, list_group or "")
        keys = self.open.get(group, _NO_KEYS)
        fault = fault_of(RefTag(name, others, content, group, list_group, keys), self.rules)
        role, note = Role.broken, -1
        if fault is Fault.none and others.get("follow"):
            role, note = Role.follow, keys.get(self.rules.key(others["follow"]), -1)
        elif fault is Fault.none:
            role = Role.reuse if self.rules.is_reuse(content) else Role.definition
            note = self._note(group, name)
        index = len(self.uses)
        segment = self.segment.get(group, 0)
        self.uses.append(
            Use(
                call.start, call.end, call.open_end, call.close_start, role, fault, call.where, segment, group, name, note,
                call.form, call.region,
            )
        )  # fmt: skip
        if note >= 0 and role is not Role.follow:
            self._enter(self.notes[note], index, name, role, listed=list_group is not None)

    def _group(self, others: Mapping[str, str], otherwise: str) -> str:
        return others.get("group", otherwise) if others and "group" in self.rules.attributes else otherwise

    def _enter(self, note: Note, index: int, name: str | None, role: Role, *, listed: bool) -> None:
        if not listed:
            note.uses.append(index)
        if name and name not in note.names:
            note.names.append(name)
        if role is Role.definition:
            if note.definition is None:
                note.definition = index
                note.text_before_list = not note.listed
            else:
                note.copies.append(index)

    def _note(self, group: str, name: str | None) -> int:
        keyed = self.open.get(group)
        if keyed is None:
            keyed = self.open[group] = {}
        key = self.rules.key(name) if name else name if self.rules.one_attribute else None
        if key is not None and key in keyed:
            return keyed[key]
        self.sequence[group] = self.sequence.get(group, 0) + 1
        note = Note(len(self.notes), self.segment.get(group, 0), group, key, self.sequence[group])
        self.notes.append(note)
        keyed[key if key is not None else f"\0{note.index}"] = note.index
        self.unlisted.setdefault(group, []).append(note.index)
        return note.index

    # -- lists ----------------------------------------------------------------------------------------------------------------

    def list_start(self, call: Call) -> str:
        """The group of a list; its content comes next, then ``list_end``."""
        return call.given.others.get("group", "") if "group" in self.rules.attributes else ""

    def list_end(self, call: Call, group: str, *, template: bool) -> None:
        """Print the notes of a group."""
        fault = "" if template else self._references_fault(call)
        self.lists.append(ListTag(call.start, call.end, call.open_end, call.close_start, group, fault, template))
        if fault:
            return
        for note in self.unlisted.pop(group, ()):
            self.notes[note].listed = True
        if self.rules.list_closes:
            self.open.pop(group, None)
            self.sequence.pop(group, None)
            self.segment[group] = self.segment.get(group, 0) + 1

    def _references_fault(self, call: Call) -> str:
        if self.rules.one_attribute:
            if call.form is not TagForm.self_closed:
                return "references_invalid_input"
            return "references_invalid_parameters" if call.given != NOTHING else ""
        name, others = call.given
        odd = name is not None or bool(others.keys() - {"group", "responsive"})
        return "references_invalid_parameters" if odd else ""

    def finish(self) -> None:
        """What the page shows after its last list."""
        if self.rules.auto_list:
            for note in self.open.get("", {}).values():
                self.notes[note].listed = True


def footnotes(text: str, profile: Profile, *, transcluded: bool = False, lexed: Lexed | None = None) -> FootnoteTable:
    """The footnote table of a page as the profile's release of MediaWiki makes it; ``transcluded`` as another page sees it."""
    lexed = lex(text, profile, transcluded=transcluded) if lexed is None else lexed
    rules = CiteRules.of(profile.cite_version)
    builder = _Builder(lexed, rules)
    waiting: list[Call] = []
    for call in calls(lexed, rules):
        if call.is_list:
            _print_list(builder, call, waiting)
            waiting = []
        elif call.inner is not None:
            waiting.append(call)
        elif call.where is Where.list and not rules.list_defined:
            builder.uses.append(
                Use(call.start, call.end, call.open_end, call.close_start, Role.broken, Fault.lost_list, Where.list, 0, "",
                    call.given.name, -1, call.form, call.region)
            )  # fmt: skip
        else:
            builder.ref(call, None)
    builder.finish()
    order = sorted(range(len(builder.uses)), key=lambda index: builder.uses[index].start)
    return _sorted(builder, order)


def reread(table: FootnoteTable, lexed: Lexed) -> FootnoteTable | None:
    """The table of an edited page whose tags are all as they were; None where that is not plain to see.

    Only for edits that touch no brace: these could move a ref into a template.
    """
    if any(tag.template for tag in table.lists):
        return None
    moved = _moved_tags(table.lexed, lexed)
    if moved is None or not moved.keys() >= {use.start for use in table.uses} | {tag.start for tag in table.lists}:
        return None
    if not all(_reads_alike(use, moved[use.start], lexed.text) for use in table.uses):
        return None
    uses = tuple(_use_at(use, moved[use.start]) for use in table.uses)
    return FootnoteTable(lexed, uses, table.notes, tuple(_list_at(tag, moved[tag.start]) for tag in table.lists))


def _use_at(use: Use, at: Element) -> Use:
    return Use(at.start, at.end, at.open_end, at.close_start, *use[4:])


def _list_at(tag: ListTag, at: Element) -> ListTag:
    return ListTag(at.start, at.end, at.open_end, at.close_start, *tag[4:])


def _moved_tags(old: Lexed, new: Lexed) -> dict[int, Element] | None:
    """Where the refs and lists of a page stand now, by where they began; None when the elements are not the same."""
    if len(old.elements) != len(new.elements):
        return None
    moved: dict[int, Element] = {}
    for before, after in zip(old.elements, new.elements, strict=True):
        if before.name != after.name or before.form is not after.form or before.parent != after.parent:
            return None
        if before.name in {"ref", "references"}:
            if old.text[before.start : before.open_end] != new.text[after.start : after.open_end]:
                return None
            moved[before.start] = after
    return moved


def _reads_alike(use: Use, element: Element, text: str) -> bool:
    """Whether a ref of a new length still has content, and no tag of a ref in it."""
    if element.close_start - element.open_end == use.close_start - use.open_end:
        return True
    content = text[element.open_end : element.close_start]
    return bool(content.strip()) and "<ref" not in content.lower()


def _print_list(builder: _Builder, call: Call, waiting: list[Call]) -> None:
    group = builder.list_start(call)
    for inside in waiting:
        builder.ref(inside, group)
    builder.list_end(call, group, template=call.where is Where.template)


def _sorted(builder: _Builder, order: list[int]) -> FootnoteTable:
    """The table with uses in document order (the wiki evaluates some later)."""
    if order != list(range(len(order))):
        new = {old: position for position, old in enumerate(order)}
        for note in builder.notes:
            note.uses = sorted(new[use] for use in note.uses)
            note.copies = [new[use] for use in note.copies]
            note.definition = None if note.definition is None else new[note.definition]
    return FootnoteTable(
        builder.lexed, tuple(builder.uses[index] for index in order), tuple(builder.notes), tuple(builder.lists)
    )
