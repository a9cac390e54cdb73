"""Refs and lists of a page in the order in which the wiki evaluates them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

from bot.wikitext.attributes import NOTHING, RefAttributes, given
from bot.wikitext.braces import Template, holders, template_arguments, template_name, templates
from bot.wikitext.footnote_releases import CiteRules
from bot.wikitext.lexer import INCLUDE_TAGS, Element, Lexed, TagForm
from bot.wikitext.mask import masked


class Where(StrEnum):
    """Where a ref tag stands: the text, a template's argument, a list's content, or a parser function that makes it."""

    body = "body"
    template = "template"
    list = "list"
    function = "function"


#: Templates that print the list of notes, by lower-case name.
LIST_TEMPLATES = frozenset(("reflist", "примечания", "список примечаний", "references", "notelist", "refs"))
#: Templates that make a note of their arguments: {{sfn|Vapnik|1974|p=5}}. What they cite stands elsewhere on the page.
_NOTE_TEMPLATE = re.compile(r"\{\{\s*(?:sfn[pm]?|sfnref|efn(?:-[a-z]+)?|refn|notetag)\s*\|", re.IGNORECASE)
_SPECIAL_NAMES = ("#tag", *(name.replace(" ", "[ _]") for name in sorted(LIST_TEMPLATES)))
_SPECIAL = re.compile(
    rf"\{{\{{\s*(?=[шt{''.join(sorted({name[0] for name in _SPECIAL_NAMES}))}])"  # most templates fail here
    rf"(?:(?:шаблон|template)\s*:\s*)?(?:{'|'.join(_SPECIAL_NAMES)})",
    re.IGNORECASE,
)
_TAG_FUNCTION = re.compile(r"\{\{\s*#tag\s*:\s*(ref|references)\s*(?=[|}])", re.IGNORECASE)


_ORDER = itemgetter(0)


class Call(NamedTuple):
    """A ref or list in the order in which the wiki evaluates it."""

    order: int
    start: int
    end: int
    open_end: int
    close_start: int
    form: TagForm
    given: RefAttributes
    where: Where
    region: int
    is_list: bool
    inner: tuple[int, int] | None


def template_notes(lexed: Lexed) -> int:
    """How many notes of the page a template makes: none of them is in the footnote table."""
    if "{{" not in lexed.text:
        return 0
    refs = [(element.start, element.end) for element in lexed.elements if element.name == "ref"]
    found = (match.start() for match in _NOTE_TEMPLATE.finditer(masked(lexed)))
    return sum(not any(start < at < end for start, end in refs) for at in found)


def calls(lexed: Lexed, rules: CiteRules) -> Iterator[Call]:
    """Refs and lists in the order of evaluation: what stands inside comes before what holds it."""
    found: list[Call] = []
    text = lexed.text
    spans: list[Template] = []
    special = False
    if "{{" in text:
        special = _SPECIAL.search(text) is not None
        spans = templates(lexed) if special else holders(lexed)
    regions = 0
    liberal, list_defined = rules.liberal, rules.list_defined
    for element in lexed.elements:
        name, start, end, open_end, close_start, form, parent = element
        if name == "ref" or name == "references":
            if parent >= 0 and not _counts(lexed, element):
                continue
            is_list = name == "references"
            where, inner = Where.body, None
            if not is_list and (spans or parent >= 0):
                where, inner = _place(lexed, element, spans)
            raw = text[start + 1 + len(name) : open_end - (2 if form is TagForm.self_closed else 1)]
            said = given(raw, liberal) if raw else NOTHING
            inner = inner if list_defined else None
            found.append(Call(end, start, end, open_end, close_start, form, said, where, regions, is_list, inner))
        elif name.removeprefix("/") in INCLUDE_TAGS:
            regions += 1
    if special:
        found += _template_lists(lexed, spans)
        found += _functions(lexed, spans)
    found.sort(key=_ORDER)
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


def _place(lexed: Lexed, element: Element, spans: list[Template]) -> tuple[Where, tuple[int, int] | None]:
    parent = element.parent
    while parent >= 0:
        above = lexed.elements[parent]
        if above.name == "references":
            return Where.list, (above.start, above.end)
        parent = above.parent
    if spans:
        holder = _outermost(spans, element.start)
        if holder is not None:
            if _is_list_template(lexed, holder):
                return Where.list, (holder.start, holder.end)
            return Where.template, None
    return Where.body, None


def _outermost(spans: list[Template], position: int) -> Template | None:
    """The outermost template around a position."""
    at = bisect_right(spans, position, key=_start) - 1
    if at < 0:
        return None
    outer = spans[at] if spans[at].outer < 0 else spans[spans[at].outer]
    return outer if outer.end > position else None


def _start(template: Template) -> int:
    return template.start


def _is_list_template(lexed: Lexed, template: Template) -> bool:
    name = template_name(lexed.text, template).lower()
    return name in LIST_TEMPLATES or name.replace(" ", "") == "#tag:references"


def _template_lists(lexed: Lexed, spans: list[Template]) -> list[Call]:
    """Templates that print the list."""
    return [
        Call(
            t.end, t.start, t.end, t.end, t.end, TagForm.self_closed, _group_of(lexed, t), Where.template, 0, True, None
        )
        for t in spans
        if _is_list_template(lexed, t) and _TAG_FUNCTION.match(lexed.text, t.start) is None
    ]


def _group_of(lexed: Lexed, template: Template) -> RefAttributes:
    for name, value, _ in template_arguments(lexed.text, template):
        if name in {"group", "группа"}:
            return RefAttributes(None, {"group": value.strip()})
    return NOTHING


def _functions(lexed: Lexed, spans: list[Template]) -> list[Call]:
    """``{{#tag:ref|…}}`` and ``{{#tag:references|…}}``."""
    made: list[Call] = []
    for template in spans:
        match = _TAG_FUNCTION.match(lexed.text, template.start)
        if match is None:
            continue
        arguments = template_arguments(lexed.text, template)
        said = {name.lower(): _unquoted(value) for name, value, _ in arguments if name is not None}
        content = next((span for name, _, span in arguments if name is None), None)
        start, end = content if content is not None else (template.end - 2, template.end - 2)
        is_list = match.group(1).lower() == "references"
        made.append(
            Call(template.end, template.start, template.end, start, end,
                  TagForm.pair if content else TagForm.self_closed, RefAttributes(said.pop("name", None), said),
                  Where.function, 0, is_list, None)
        )  # fmt: skip
    return made


def _unquoted(value: str) -> str:
    """``#tag`` strips one pair of quotes round a value."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
