"""The footnote table of a page: which notes a reader sees, what defines them, which markers use them.

Rules: Cite of March 2008 (MediaWiki 1.12) and of 1.39 as released, differences between in ``CiteRules``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote

from bot.profiles import Profile
from bot.wikitext.attributes import attributes
from bot.wikitext.braces import Template, template_arguments, templates
from bot.wikitext.lexer import Element, Form, Lexed, lex


class Role(StrEnum):
    """What a ref tag does: define a note, reuse one, add to one (``follow=``), fail, or stand as text inside another ref."""

    definition = "definition"
    reuse = "reuse"
    follow = "follow"
    broken = "broken"
    text = "text"


class Fault(StrEnum):
    """Why a ref tag shows an error (Cite's message keys) or nothing."""

    none = ""
    no_key = "ref_no_key"
    no_input = "ref_no_input"
    numeric_key = "ref_numeric_key"
    unknown_attribute = "ref_too_many_keys"
    included_ref = "included_ref"
    bad_dir = "ref_invalid_dir"
    group_mismatch = "references_group_mismatch"
    list_no_key = "references_no_key"
    list_empty = "empty_references_define"
    list_missing_key = "references_missing_key"
    lost_list = "references_not_expected"


class Where(StrEnum):
    """Where a ref tag stands: the text, a template's argument, a list's content, or a parser function that makes it."""

    body = "body"
    template = "template"
    list = "list"
    function = "function"


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
    form: Form
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


@dataclass(frozen=True, slots=True)
class CiteRules:
    """Differences between releases (facts: first release that has them)."""

    liberal: bool
    keyed_as_id: bool
    one_attribute: bool
    empty_is_reuse: bool
    space_is_content: bool
    list_defined: bool
    list_closes: bool
    auto_list: bool
    nested_is_error: bool
    clash_is_error: bool
    keeps_odd: bool
    attributes: frozenset[str]

    @classmethod
    def of(cls, version: tuple[int, int]) -> CiteRules:
        """The rules of a release."""
        known = {"name"}
        known |= {"group"} if version >= (1, 13) else set()
        known |= {"follow"} if version >= (1, 17) else set()
        known |= {"dir", "extends"} if version >= (1, 35) else set()
        if version >= (1, 44):
            known = (known | {"details"}) - {"extends"}
        return cls(
            liberal=version >= (1, 20),
            keyed_as_id=version < (1, 31),
            one_attribute=version < (1, 13),
            empty_is_reuse=version >= (1, 16),
            space_is_content=version < (1, 35),
            list_defined=version >= (1, 16),
            list_closes=version >= (1, 13),
            auto_list=version >= (1, 24),
            nested_is_error=version >= (1, 14),
            clash_is_error=version >= (1, 27),
            keeps_odd=version >= (1, 45),
            attributes=frozenset(known),
        )

    def key(self, name: str) -> str:
        """What two names must share to be one: the exact name, or its HTML id before 1.31."""
        return quote(name.replace(" ", "_"), safe="-_.:").replace("%", ".") if self.keyed_as_id else name


#: Templates that print the list of notes, by lower-case name.
LIST_TEMPLATES = frozenset(("reflist", "примечания", "список примечаний", "references", "notelist", "refs"))
_TAG_FUNCTION = re.compile(r"\{\{\s*#tag\s*:\s*(ref|references)\s*(?=[|}])", re.IGNORECASE)
_STRIP = re.compile(r"<!--|<(\w+)[^>]*>", re.ASCII)
_INCLUDED = re.compile(r"<ref(?:erences)?\b[^>]*>", re.IGNORECASE | re.ASCII)
_TRIM = " \t\n\r\0\x0b"


def holds_ref(content: str) -> bool:
    """Whether Cite finds a ref tag inside a ref's content after cutting out what looks like elements and comments (T8199)."""
    if "<" not in content or _INCLUDED.search(content) is None:
        return False
    kept: list[str] = []
    position = 0
    fruitless: set[str] = set()
    while match := _STRIP.search(content, position):
        name = match.group(1)
        if name is None:
            close = content.find("-->", match.end())
            stop = close + 3 if close != -1 else -1
        elif name in fruitless:
            stop = -1
        else:
            closing = re.compile(rf"</{name}\s*>", re.ASCII).search(content, match.end())
            stop = closing.end() if closing else -1
            if closing is None:
                fruitless.add(name)
        if stop == -1:  # not an element: step over its first character, as the regular expression would
            kept.append(content[position : match.start() + 1])
            position = match.start() + 1
        else:
            kept.append(content[position : match.start()])
            position = stop
    kept.append(content[position:])
    return _INCLUDED.search("".join(kept)) is not None


class Call(NamedTuple):
    """A ref or list in the order in which the wiki evaluates it."""

    order: int
    start: int
    end: int
    open_end: int
    close_start: int
    form: Form
    attributes: dict[str, str]
    where: Where
    region: int
    is_list: bool
    inner: tuple[int, int] | None


class _Builder:
    """Walks the calls and keeps what Cite keeps."""

    def __init__(self, lexed: Lexed, rules: CiteRules) -> None:
        self.lexed = lexed
        self.rules = rules
        self.uses: list[Use] = []
        self.notes: list[Note] = []
        self.lists: list[ListTag] = []
        self.open: dict[str, dict[str, int]] = {}
        self.sequence: dict[str, int] = {}
        self.segment: dict[str, int] = {}

    # -- refs -----------------------------------------------------------------------------------------------------------------

    def ref(self, call: Call, list_group: str | None) -> None:
        """One ref tag, in a list's content when ``list_group`` is given."""
        given = call.attributes
        group = given.get("group", list_group or "") if "group" in self.rules.attributes else ""
        name = given.get("name")
        content = None if call.form is Form.self_closed else self.lexed.text[call.open_end : call.close_start]
        fault = self._fault(call, name, group, content, list_group)
        if content is not None and content.strip(_TRIM) == "" and not self.rules.space_is_content:
            content = None
        if content == "" and self.rules.empty_is_reuse:
            content = None
        role, note = Role.broken, -1
        if fault is Fault.none and given.get("follow"):
            role, note = Role.follow, self.open.get(group, {}).get(self.rules.key(given["follow"]), -1)
        elif fault is Fault.none:
            role = Role.reuse if content is None else Role.definition
            anonymous = name is None or (name == "" and not self.rules.one_attribute)
            note = self._note(group, None if anonymous else name)
        index = len(self.uses)
        self.uses.append(
            Use(
                call.start, call.end, call.open_end, call.close_start, role, fault, call.where,
                self.segment.get(group, 0), group, name, note, call.form, call.region,
            )
        )  # fmt: skip
        if note >= 0 and role is not Role.follow:
            self._enter(self.notes[note], index, role, listed=list_group is not None)

    def _enter(self, note: Note, index: int, role: Role, *, listed: bool) -> None:
        name = self.uses[index].name
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
        keyed = self.open.setdefault(group, {})
        key = None if name is None else self.rules.key(name)
        if key is not None and key in keyed:
            return keyed[key]
        self.sequence[group] = self.sequence.get(group, 0) + 1
        note = Note(len(self.notes), self.segment.get(group, 0), group, key, self.sequence[group])
        self.notes.append(note)
        keyed[key if key is not None else f"\0{note.index}"] = note.index
        return note.index

    def _fault(self, call: Call, name: str | None, group: str, content: str | None, list_group: str | None) -> Fault:
        rules, given = self.rules, call.attributes
        if rules.one_attribute:
            return self._old_fault(given, name, content)
        odd = bool(set(given) - rules.attributes) or bool(given.get("extends"))
        if odd and not rules.keeps_odd:
            return Fault.unknown_attribute
        if not rules.keeps_odd and any(_digits(given.get(attribute)) for attribute in ("name", "extends", "follow")):
            return Fault.numeric_key
        if given.get("follow") and name:
            return Fault.unknown_attribute
        if "dir" in given and given["dir"].lower() not in {"ltr", "rtl"}:
            return Fault.bad_dir
        empty = content is None or content.strip(_TRIM) == ""
        if list_group is not None:
            return self._list_fault(name, group, list_group, empty=empty)
        if not name and content is None:
            return Fault.no_key
        if not name and empty:
            return Fault.no_input
        if rules.nested_is_error and content is not None and holds_ref(content):
            return Fault.included_ref
        return Fault.none

    @staticmethod
    def _old_fault(given: dict[str, str], name: str | None, content: str | None) -> Fault:
        """Cite of March 2008: one attribute at most, an empty pair is always wrong."""
        if content == "":
            return Fault.no_input
        if len(given) > 1 or (given and name is None):
            return Fault.unknown_attribute
        if content is None and name is None:
            return Fault.no_key
        return Fault.numeric_key if _digits(name) else Fault.none

    def _list_fault(self, name: str | None, group: str, list_group: str, *, empty: bool) -> Fault:
        if group != list_group:
            return Fault.group_mismatch
        if not name:
            return Fault.list_no_key
        if empty:
            return Fault.list_empty
        if self.rules.key(name) not in self.open.get(group, {}):
            return Fault.list_missing_key
        return Fault.none

    # -- lists ----------------------------------------------------------------------------------------------------------------

    def list_start(self, call: Call) -> str:
        """The group of a list; its content comes next, then ``list_end``."""
        return call.attributes.get("group", "") if "group" in self.rules.attributes else ""

    def list_end(self, call: Call, group: str, *, template: bool) -> None:
        """Print the notes of a group."""
        fault = "" if template else self._references_fault(call)
        self.lists.append(ListTag(call.start, call.end, call.open_end, call.close_start, group, fault, template))
        if fault:
            return
        for note in self.open.get(group, {}).values():
            self.notes[note].listed = True
        if self.rules.list_closes:
            self.open.pop(group, None)
            self.sequence.pop(group, None)
            self.segment[group] = self.segment.get(group, 0) + 1

    def _references_fault(self, call: Call) -> str:
        if self.rules.one_attribute:
            if call.form is not Form.self_closed:
                return "references_invalid_input"
            return "references_invalid_parameters" if call.attributes else ""
        known = {"group", "responsive"}
        return "references_invalid_parameters" if set(call.attributes) - known else ""

    def finish(self) -> None:
        """What the page shows after its last list."""
        if self.rules.auto_list:
            for note in self.open.get("", {}).values():
                self.notes[note].listed = True


def _digits(value: str | None) -> bool:
    return bool(value) and value is not None and value.isascii() and value.isdigit()


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
                    call.attributes.get("name"), -1, call.form, call.region)
            )  # fmt: skip
        else:
            builder.ref(call, None)
    builder.finish()
    order = sorted(range(len(builder.uses)), key=lambda index: builder.uses[index].start)
    return _sorted(builder, order)


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


def calls(lexed: Lexed, rules: CiteRules) -> Iterator[Call]:
    """Refs and lists in the order of evaluation: what stands inside comes before what holds it."""
    found: list[Call] = []
    text = lexed.text
    spans = templates(lexed) if "{{" in text else None
    regions = 0
    list_spans: list[tuple[int, int]] = []
    for element in lexed.elements:
        name = element.name
        if name.removeprefix("/") in {"noinclude", "onlyinclude", "includeonly"}:
            regions += 1
        elif name == "ref" and _counts(lexed, element):
            where, inner = _place(lexed, element, spans)
            found.append(_call(lexed, element, rules, where, regions, is_list=False, inner=inner))
        elif name == "references" and _counts(lexed, element):
            found.append(_call(lexed, element, rules, Where.body, regions, is_list=True, inner=None))
            list_spans.append((element.start, element.end))
    if spans:
        found += _template_lists(lexed, spans)
        found += _functions(lexed, spans)
    found.sort(key=lambda call: call.order)
    return iter(found)


def _counts(lexed: Lexed, element: Element) -> bool:
    """Whether Cite is called for it: not for a ref inside a ref's content."""
    parent = element.parent
    while parent >= 0:
        if lexed.elements[parent].name == "ref":
            return False
        if lexed.elements[parent].name == "references" and element.name == "references":
            return False
        parent = lexed.elements[parent].parent
    return True


def _place(lexed: Lexed, element: Element, spans: list[Template] | None) -> tuple[Where, tuple[int, int] | None]:
    parent = element.parent
    while parent >= 0:
        above = lexed.elements[parent]
        if above.name == "references":
            return Where.list, (above.start, above.end)
        parent = above.parent
    if spans:
        holder = _outermost(spans, element.start)
        if holder is not None:
            if _is_list_template(holder):
                return Where.list, (holder.start, holder.end)
            return Where.template, None
    return Where.body, None


def _outermost(spans: list[Template], position: int) -> Template | None:
    """The outermost template around a position."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle].start <= position:
            low = middle + 1
        else:
            high = middle
    while low:
        candidate = spans[low - 1]
        outer = candidate if candidate.outer < 0 else spans[candidate.outer]
        if outer.end > position:
            return outer
        return None
    return None


def _is_list_template(template: Template) -> bool:
    name = template.name.lower()
    return name in LIST_TEMPLATES or name.replace(" ", "") == "#tag:references"


def _call(
    lexed: Lexed,
    element: Element,
    rules: CiteRules,
    where: Where,
    region: int,
    *,
    is_list: bool,
    inner: tuple[int, int] | None,
) -> Call:
    start, end = element.attribute_span()
    given = attributes(lexed.text[start:end], liberal=rules.liberal) if end > start else {}
    return Call(
        element.end, element.start, element.end, element.open_end, element.close_start, element.form, given, where,
        region, is_list, inner if rules.list_defined else None,
    )  # fmt: skip


def _template_lists(lexed: Lexed, spans: list[Template]) -> list[Call]:
    """Templates that print the list."""
    return [
        Call(t.end, t.start, t.end, t.end, t.end, Form.self_closed, _group_of(lexed, t), Where.template, 0, True, None)
        for t in spans
        if _is_list_template(t) and not t.name.startswith("#")
    ]


def _group_of(lexed: Lexed, template: Template) -> dict[str, str]:
    for name, value, _ in template_arguments(lexed.text, template):
        if name in {"group", "группа"}:
            return {"group": value.strip()}
    return {}


def _functions(lexed: Lexed, spans: list[Template]) -> list[Call]:
    """``{{#tag:ref|…}}`` and ``{{#tag:references|…}}``."""
    made: list[Call] = []
    for template in spans:
        match = _TAG_FUNCTION.match(lexed.text, template.start)
        if match is None:
            continue
        arguments = template_arguments(lexed.text, template)
        given = {name.lower(): _unquoted(value) for name, value, _ in arguments if name is not None}
        content = next((span for name, _, span in arguments if name is None), None)
        start, end = content if content is not None else (template.end - 2, template.end - 2)
        is_list = match.group(1).lower() == "references"
        made.append(
            Call(template.end, template.start, template.end, start, end,
                  Form.pair if content else Form.self_closed, given, Where.function, 0, is_list, None)
        )  # fmt: skip
    return made


def _unquoted(value: str) -> str:
    """``#tag`` strips one pair of quotes round a value."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
