"""Merging copies of a reference. The first full copy stays where it is, or the list's; the others become short refs.

What is left alone: other groups and segments, «Там же» and bare pages, template arguments, include borders, ``details`` and
``follow``, names with two texts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from bot.model.message import msg
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.attributes import attributes
from bot.wikitext.calls import Where
from bot.wikitext.drafts import Draft
from bot.wikitext.footnote_releases import CiteRules
from bot.wikitext.lexer import TagForm
from bot.wikitext.ref_names import NameMaker, is_poor, quoted
from bot.wikitext.refs import FootnoteTable, Note, Role, Use

#: Words whose meaning hangs on where they stand; the later ones only where nothing else names a work.
_IBID = re.compile(
    r"там же|указ\.? соч\w*\.?|ук\. соч|ibid(?:em)?|op\.? cit|loc\.? cit|\bidem\b|\bsupra\b", re.IGNORECASE
)
_POINTS = re.compile(
    r"\b(?:тот|то|та|те|того|той|том) же\b|\bсм\. (?:выше|ранее|предыдущ|прим|сноск|тут|там)"
    r"|\bпредыдущ\w+ (?:источник|сноск|ссылк|примечани)|\bsame (?:source|as|work|ref|book|paper|page)"
    r"|\bsee (?:above|note|footnote|ref|previous|preceding)|\b(?:previous|preceding|above) (?:source|note|ref)",
    re.IGNORECASE,
)
_NAMES_WORK = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|//|\.\s\w.{0,500}?\.\s\w")
_PAGES = re.compile(r"\b(?:pp?|с|стр|s|ch|гл|vol|т|№|no)\b\.?", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]{3}")
_BREAK = re.compile(r"\n(?=[\s*#:;|{=!])")
_RUN = re.compile(r"[ \t\r\n]+")
_LONG_RUN = re.compile(r"[\t\r\n]|  ")
_ARGUMENT = re.compile(r"[|=]\s*+([^|{}\[\]\n<>]{1,120}+)\s*+(?=\||\}\})")


def normal(content: str) -> str:
    """A note's content up to white space that no reader can see."""
    content = content.strip(" \t\r\n")
    if "<" in content or _BREAK.search(content):
        return content
    return _RUN.sub(" ", content) if _LONG_RUN.search(content) else content


def is_vague(content: str) -> bool:
    """Whether equal texts may mean different works: «Там же», a bare page."""
    if _IBID.search(content) or (_POINTS.search(content) and not _NAMES_WORK.search(content)):
        return True
    return _LETTERS.search(_PAGES.sub(" ", content)) is None


def opens_comment(content: str) -> bool:
    """Whether a comment begins in a note's text and does not end there: what follows the note is in it, too."""
    return content.rfind("<!--") > content.rfind("-->")


@dataclass(slots=True, eq=False)
class _Entry:
    """A note whose full copies all say the same."""

    note: Note
    text: str
    full: list[int]


class _Deduper:
    def __init__(self, table: FootnoteTable, profile: Profile) -> None:
        self.table = table
        self.rules = CiteRules.of(profile.cite_version)

    @cached_property
    def names(self) -> NameMaker:
        """Who makes new names."""
        return NameMaker(self.table)

    @cached_property
    def template_names(self) -> frozenset[str]:
        """Values that templates are called with: a ref's name among them may be used there."""
        return frozenset(found.strip().strip("\"' ") for found in _ARGUMENT.findall(self.table.text))

    @cached_property
    def called_names(self) -> set[str]:
        """Names that stay because refs that fail, and those that add to a note, still call them."""
        callers = [use for use in self.table.uses if use.role is Role.broken or use.role is Role.follow]
        names = {use.name for use in callers if use.role is Role.broken and use.name}
        read = (attributes(self._raw(use), liberal=self.rules.liberal) for use in callers)
        return names | {given["follow"] for given in read if "follow" in given}

    def drafts(self) -> list[Draft]:
        """Every merge of the page."""
        found: list[Draft] = []
        by_text: dict[tuple[int, str, str], list[_Entry]] = defaultdict(list)
        for note in self._candidates():
            entry = self._entry(note)
            if entry is not None:
                by_text[note.segment, note.group, entry.text].append(entry)
        for entries in by_text.values():
            if len(entries) > 1 and not is_vague(entries[0].text):
                found += self._merge(entries)
            elif len(entries) == 1 and len(entries[0].full) > 1:
                found += self._shorten(entries[0])
            elif len(entries) > 1:
                for entry in entries:
                    found += self._shorten(entry)
        return found

    def _candidates(self) -> list[Note]:
        """Notes that have a copy of their text somewhere: most pages have none, and then nothing else is looked at."""
        text, uses = self.table.text, self.table.uses
        keyed = [
            ("".join(text[uses[first].open_end : uses[first].close_start].split()), note)
            for note in self.table.notes
            if (first := note.definition) is not None
        ]
        times = Counter(key for key, _ in keyed)
        return [note for key, note in keyed if times[key] > 1 or note.copies]

    def _entry(self, note: Note) -> _Entry | None:
        if note.definition is None:
            return None
        full = [note.definition, *note.copies]
        texts = {normal(self.table.content(index)) for index in full}
        if (
            len(texts) != 1
            or any(opens_comment(text) for text in texts)
            or any(self._special(self.table.uses[index]) for index in {*full, *note.uses})
        ):
            return None
        text = texts.pop()
        return _Entry(note, text, sorted(full)) if text else None

    def _special(self, use: Use) -> bool:
        """Refs that stay as they are: made by a function, swallowing the page, with details."""
        raw = self._raw(use)
        return use.where is Where.function or use.form is TagForm.swallowing or "details" in raw or "extends" in raw

    def _raw(self, use: Use) -> str:
        stop = use.open_end - (2 if use.form is TagForm.self_closed else 1)
        return "" if use.where is Where.function else self.table.text[use.start + 4 : stop]

    # -- one name -------------------------------------------------------------------------------------------------------------

    def _shorten(self, entry: _Entry) -> list[Draft]:
        """Later full copies under one name become short refs of it."""
        keep = self._kept(entry.full)
        if keep is None or entry.note.key is None:
            return []
        drop = [i for i in entry.full if i != keep and self._may_change(i, keep)]
        if not drop:
            return []
        name = self.table.uses[keep].name or ""
        spans = [self._short(i, keep, name) for i in drop]
        if all(self.table.content(i) == self.table.content(keep) for i in entry.full):
            code = "REF001"
            message = msg("«{name}» is written out {n} times: one full copy is enough", name=name, n=len(drop) + 1)
        else:
            code = "REF002"
            message = msg("the copies of «{name}» differ in white space alone: one full copy is enough", name=name)
        return [Draft(code, Fix.safe, message, spans, [self._span(keep)])]

    def _kept(self, full: list[int]) -> int | None:
        """The copy that stays: in the list where the wiki reads it there, else the first one in the text."""
        uses = self.table.uses
        listed = [i for i in full if uses[i].where is Where.list]
        body = [i for i in full if uses[i].where is Where.body]
        return next(iter(listed or body), None)

    def _may_change(self, index: int, keep: int) -> bool:
        use, kept = self.table.uses[index], self.table.uses[keep]
        if use.where is Where.list:
            return True
        return use.where is Where.body and use.region == kept.region

    # -- several names --------------------------------------------------------------------------------------------------------

    def _merge(self, entries: list[_Entry]) -> list[Draft]:
        """Notes with one text become one note."""
        movable = [entry for entry in entries if self._movable(entry)]
        fixed = self._fixed(entries, movable)
        if len(movable) + min(len(fixed), 1) < 2:
            return self._shortened(entries)
        survivor = self._survivor(fixed or movable)
        keep = self._kept(survivor.full)
        if keep is None:
            return self._shortened(entries)
        region = self.table.uses[keep].region
        joining = [entry for entry in movable if entry is not survivor and self._region(entry) == region]
        left = self._shortened(entries, without=[survivor, *joining])
        return [*left, self._joined(survivor, keep, joining)] if joining else [*left, *self._shorten(survivor)]

    def _fixed(self, entries: list[_Entry], movable: list[_Entry]) -> list[_Entry]:
        """Those that stay as they are and may take others in: named, with a copy in the text or in the list."""
        free = set(map(id, movable))
        return [
            entry
            for entry in entries
            if id(entry) not in free and entry.note.key is not None and self._kept(entry.full) is not None
        ]

    def _shortened(self, entries: list[_Entry], *, without: list[_Entry] | None = None) -> list[Draft]:
        """The later copies of each by itself become short refs."""
        taken = set(map(id, without or ()))
        return [draft for entry in entries if id(entry) not in taken for draft in self._shorten(entry)]

    def _region(self, entry: _Entry) -> int | None:
        regions = {self.table.uses[i].region for i in {*entry.full, *entry.note.uses}}
        return regions.pop() if len(regions) == 1 else None

    def _movable(self, entry: _Entry) -> bool:
        """Whether every ref of the note can be rewired: none in a template, no name that a template is called with."""
        uses = {*entry.full, *entry.note.uses}
        if any(self.table.uses[i].where not in {Where.body, Where.list} for i in uses):
            return False
        if not self.called_names.isdisjoint(entry.note.names):
            return False
        return not any(name in self.template_names for name in entry.note.names)

    def _survivor(self, entries: list[_Entry]) -> _Entry:
        """In the list first, then a real name, then the first on the page."""
        uses = self.table.uses

        def rank(entry: _Entry) -> tuple[bool, bool, bool, int]:
            listed = any(uses[i].where is Where.list for i in entry.full)
            names = entry.note.names
            return (not listed, not names, bool(names) and is_poor(names[0]), min(entry.full))

        return min(entries, key=rank)

    def _joined(self, survivor: _Entry, keep: int, joining: list[_Entry]) -> Draft:
        uses = self.table.uses
        touched = set(chain.from_iterable((*entry.full, *entry.note.uses) for entry in joining))
        touched |= {i for i in survivor.full if i == keep or self._may_change(i, keep)}
        full = touched.intersection(chain.from_iterable(entry.full for entry in (survivor, *joining)))
        holder = self._holder(keep, full)
        n, given = len(joining) + 1, uses[keep].name
        if given:
            name = given
            message = msg("the same text stands in {n} notes: they become one under «{name}»", n=n, name=name)
        else:
            name = self.names.make(self.table.content(keep))
            message = msg("the same text stands in {n} notes: they become one, named «{name}»", n=n, name=name)
        spans = [self._short(index, keep, name) for index in sorted(touched - {holder})]
        if not given or holder != keep:
            spans.append(self._renamed(holder, name))
        return Draft("REF001", Fix.safe, message, spans, [self._span(keep), *map(self._span, survivor.note.uses)])

    def _holder(self, keep: int, full: set[int]) -> int:
        """Where the text stands: where a reader's eye meets it first; the name may come from a later copy."""
        uses = self.table.uses
        return keep if uses[keep].where is Where.list else min(i for i in full if uses[i].where is Where.body)

    # -- tags -----------------------------------------------------------------------------------------------------------------

    def _span(self, index: int) -> tuple[int, int]:
        return self.table.uses[index].start, self.table.uses[index].end

    def _short(self, index: int, keep: int, name: str) -> tuple[int, int, str]:
        """A short ref of ``name`` in place of this tag."""
        use, kept = self.table.uses[index], self.table.uses[keep]
        if use.where is Where.list:
            return self._removed(index)
        group = f" group={quoted(kept.group)}" if kept.group else ""
        return use.start, use.end, f"<ref name={quoted(name)}{group} />"

    def _removed(self, index: int) -> tuple[int, int, str]:
        """A copy in the list goes with its line."""
        use = self.table.uses[index]
        end = use.end
        if self.table.text.startswith("\n", end):
            end += 1
        return use.start, end, ""

    def _renamed(self, index: int, name: str) -> tuple[int, int, str]:
        """The opening tag with a name."""
        use = self.table.uses[index]
        rest = attributes(self._raw(use), liberal=self.rules.liberal)
        others = "".join(f" {key}={quoted(value)}" for key, value in rest.items() if key != "name" and value)
        return use.start, use.open_end, f"<ref name={quoted(name)}{others}>"


def merges(table: FootnoteTable, profile: Profile) -> list[Draft]:
    """Edits that merge copies, on the table's text."""
    return _Deduper(table, profile).drafts()
