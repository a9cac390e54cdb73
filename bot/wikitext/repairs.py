"""Mechanical repairs of refs that show an error or lose their text on the page's wiki."""

from __future__ import annotations

import re
from collections import defaultdict

from bot.model.message import msg
from bot.model.words import Fix
from bot.profiles import Profile
from bot.wikitext.attributes import attributes
from bot.wikitext.calls import Where
from bot.wikitext.dedupe import normal
from bot.wikitext.drafts import Draft
from bot.wikitext.footnote_releases import CiteRules, Fault, holds_ref
from bot.wikitext.lexer import TagForm
from bot.wikitext.mask import masked
from bot.wikitext.ref_names import NameMaker, quoted
from bot.wikitext.refs import FootnoteTable, ListTag, Use

#: No article has more names of digits: on a page that has, none is mended.
_MOST = 500
_HEADING = re.compile(
    r"^(={1,6})[ \t]*(?:примечания|сноски|references|notes|источники)[ \t]*\1[ \t]*$", re.IGNORECASE | re.MULTILINE
)
#: What stands at the very end of a page: a category, a link to another language, a sort key.
_AT_END = re.compile(
    r"\[\[\s*+(?:категория|category|[a-z]{2,3}(?:-[a-z]+)?)\s*+:[^\[\]\n]*+\]\]|\{\{\s*+DEFAULTSORT[^{}\n]*+\}\}",
    re.IGNORECASE,
)


def repairs(table: FootnoteTable, profile: Profile) -> list[Draft]:
    """Edits that mend refs, on the table's text."""
    rules = CiteRules.of(profile.cite_version)
    found = [*_lists(table, rules), *_numeric(table, rules)]
    if not rules.liberal:
        found += _unquoted(table)
    if not rules.empty_is_reuse:
        found += _empty_pairs(table)
    return found


def _raw(table: FootnoteTable, use: Use) -> str:
    stop = use.open_end - (2 if use.form is TagForm.self_closed else 1)
    return table.text[use.start + 4 : stop]


def _open_tag(use: Use, name: str, group: str) -> tuple[int, int, str]:
    shown = f" group={quoted(group)}" if group else ""
    slash = " />" if use.form is TagForm.self_closed else ">"
    return use.start, use.open_end, f"<ref name={quoted(name)}{shown}{slash}"


def _agree(table: FootnoteTable, uses: list[int]) -> bool:
    """Whether all the full texts among the refs are one."""
    return len({normal(table.content(i)) for i in uses if table.content(i).strip()}) == 1


def _unquoted(table: FootnoteTable) -> list[Draft]:
    """Names that the old reading of attributes loses get quotes, where that brings no two texts under one name."""
    there: dict[str, list[int]] = defaultdict(list)
    for index, use in enumerate(table.uses):
        if use.name:
            there[use.name].append(index)
    return [
        Draft(
            "REF015",
            Fix.safe,
            msg("the name «{name}» gets quotes: without them this wiki loses it", name=name),
            [_open_tag(table.uses[i], name, "") for i in uses],
        )
        for name, uses in _lost_names(table).items()
        if all(table.uses[i].where is Where.body for i in uses) and _agree(table, [*uses, *there.get(name, ())])
    ]


def _lost_names(table: FootnoteTable) -> dict[str, list[int]]:
    """Refs without a name to the old reading that have one, and nothing else, to the new one; an open quote is another fault."""
    named: dict[str, list[int]] = defaultdict(list)
    for index, use in enumerate(table.uses):
        raw = "" if use.where is Where.function or use.name is not None else _raw(table, use)
        given = attributes(raw, liberal=True) if raw and '"' not in raw and "'" not in raw else {}
        name = given.get("name", "")
        if len(given) == 1 and name and not name.isdigit():
            named[name].append(index)
    return named


def _empty_pairs(table: FootnoteTable) -> list[Draft]:
    """``<ref name="x"></ref>`` of a name that is defined becomes a short ref."""
    defined = {
        use.name for i, use in enumerate(table.uses) if use.note >= 0 and table.notes[use.note].definition is not None
    }
    return [
        Draft(
            "REF040",
            Fix.safe,
            msg("the empty pair of «{name}» becomes a short ref", name=use.name),
            [(use.start, use.end, f"<ref name={quoted(use.name)} />")],
        )
        for use in table.uses
        if use.fault is Fault.no_input and use.name and use.name in defined and use.where is Where.body
    ]


def _numeric(table: FootnoteTable, rules: CiteRules) -> list[Draft]:
    """A name of digits is refused: all its refs get a name with letters."""
    by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, use in enumerate(table.uses):
        if use.fault is Fault.numeric_key and use.name:
            by_name[use.group, use.name].append(index)
    if not by_name or len(by_name) > _MOST:
        return []
    names, included = NameMaker(table), any(use.region for use in table.uses)
    return [
        _renamed(table, uses, names)
        for uses in by_name.values()
        if _can_be_renamed(table, uses) and _would_show(table, uses, rules, included=included)
    ]


def _can_be_renamed(table: FootnoteTable, uses: list[int]) -> bool:
    """Whether the refs of one name are plain, say one thing, and show no other error once the name is sound."""
    return (
        _agree(table, uses)
        and all(table.uses[i].where is Where.body and not _odd(table, i) for i in uses)
        and not any(holds_ref(table.content(i)) for i in uses)
    )


def _renamed(table: FootnoteTable, uses: list[int], names: NameMaker) -> Draft:
    """Refs of one name under a new one. Copies may differ in white space: one full text is enough."""
    first, *copies = (i for i in uses if table.content(i).strip())
    use, new = table.uses[first], names.make(table.content(first))
    shown = f" group={quoted(use.group)}" if use.group else ""
    spans = [_open_tag(table.uses[i], new, use.group) for i in uses if i not in copies]
    spans += [(table.uses[i].start, table.uses[i].end, f"<ref name={quoted(new)}{shown} />") for i in copies]
    message = msg("the name «{name}» is a number and becomes «{new}»", name=use.name or "", new=new)
    return Draft("REF016", Fix.safe, message, spans)


def _would_show(table: FootnoteTable, uses: list[int], rules: CiteRules, *, included: bool) -> bool:
    """Whether one list shows the note once its name is sound; ``included``: another page may include a part of this one."""
    group, first, last = table.uses[uses[0]].group, table.uses[uses[0]].start, table.uses[uses[-1]].end
    lists = [tag.start for tag in table.lists if tag.group == group and not tag.fault]
    if rules.list_closes and any(first < start < last for start in lists):
        return False
    by_itself = rules.auto_list and not group
    # what another page includes may have no list
    return by_itself or (not included and any(start >= last for start in lists))


def _odd(table: FootnoteTable, index: int) -> bool:
    given = attributes(_raw(table, table.uses[index]), liberal=True)
    return bool(set(given) - {"name", "group"})


def _is_refused_pair(tag: ListTag) -> bool:
    """Whether a list is a pair of tags that the old release shows an error for."""
    return not tag.template and tag.fault == "references_invalid_input" and tag.close_start < tag.end


def _lists(table: FootnoteTable, rules: CiteRules) -> list[Draft]:
    """Lists that the old release refuses become the bare tag; the texts in them move to their first use."""
    if rules.list_defined:
        return []
    found: list[Draft] = []
    taken: set[int] = set()
    for tag in filter(_is_refused_pair, table.lists):
        inside = [i for i, use in enumerate(table.uses) if tag.start < use.start < tag.end]
        moved = _moved(table, inside)
        if moved is None or _words_left(table, tag.open_end, tag.close_start, inside):
            continue
        places = {span[0] for span in moved}
        if taken & places:  # two lists give one name its text
            continue
        taken |= places
        code, message = "REF023", msg("the list of notes becomes the bare tag that this wiki reads")
        if inside:
            code = "REF022"
            message = msg("the texts in the list move to their first use: this wiki does not read them in the list")
        found.append(Draft(code, Fix.safe, message, [*moved, (tag.start, tag.end, "<references/>")]))
    return found


def _words_left(table: FootnoteTable, start: int, end: int, inside: list[int]) -> bool:
    """Whether the list holds anything besides refs."""
    position, rest = start, ""
    for index in inside:
        rest += table.text[position : table.uses[index].start]
        position = table.uses[index].end
    return bool((rest + table.text[position:end]).strip())


def _moved(table: FootnoteTable, inside: list[int]) -> list[tuple[int, int, str]] | None:
    """Spans that put each text at its first use; None when one has no use, or two texts claim one name."""
    spans: list[tuple[int, int, str]] = []
    seen: set[str] = set()
    for index in inside:
        name = table.uses[index].name
        if not name or name in seen or table.uses[index].fault is not Fault.lost_list:
            return None
        seen.add(name)
        note = next((n for n in table.notes if name in n.names), None)
        if note is None or note.definition is not None:
            return None
        first = table.uses[note.uses[0]]
        if first.where is not Where.body:
            return None
        spans.append((first.start, first.end, f"<ref name={quoted(name)}>{table.content(index).strip()}</ref>"))
    return spans


def missing_list(table: FootnoteTable, profile: Profile) -> list[Draft]:
    """A page whose notes nobody prints gets the list under the profile's heading."""
    lacks = not table.lists and any(note.uses and note.definition is not None for note in table.notes)
    if CiteRules.of(profile.cite_version).auto_list or not lacks or _goes_on(table):
        return []
    shown = masked(table.lexed)
    headings = list(_HEADING.finditer(shown))
    if headings:
        at, text = headings[-1].end(), "\n<references/>"
    else:
        at = _end_of_text(shown)
        text = f"\n\n== {profile.list_heading} ==\n<references/>"[0 if at else 2 :]
    return [Draft("REF020", Fix.safe, msg("the page gets the list of notes that it lacks"), [(at, at, text)])]


def _goes_on(table: FootnoteTable) -> bool:
    """Whether what the page leaves open at its end would take the list in: a tag without an end, an open «<ref»."""
    if any(element.form is TagForm.swallowing for element in table.lexed.elements):
        return True
    return table.lexed.tail < len(table.text) or table.text.rfind("<") > table.text.rfind(">")


def _end_of_text(shown: str) -> int:
    """Where the categories and the like begin that end a page, with the white space before them."""
    end = len(shown.rstrip())
    while end and (start := shown.rfind("[[" if shown[end - 1] == "]" else "{{", 0, end)) != -1:
        if _AT_END.fullmatch(shown, start, end) is None:
            break
        end = start
        while end and shown[end - 1].isspace():
            end -= 1
    return end
