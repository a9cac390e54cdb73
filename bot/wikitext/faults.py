"""Faults of a footnote table as findings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from bot.identifiers import source_key
from bot.identifiers.former import former_keys
from bot.model.edit import Finding
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.attributes import attributes
from bot.wikitext.calls import Where
from bot.wikitext.cited_works import read_citation
from bot.wikitext.dedupe import normal
from bot.wikitext.drafts import Noted, finish_findings
from bot.wikitext.footnote_releases import CiteRules, Fault
from bot.wikitext.lexer import COMMENT, TagForm
from bot.wikitext.mask import masked
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.refs import FootnoteTable, Note, Role, Use

_LIST_FAULTS = {Fault.group_mismatch, Fault.list_no_key, Fault.list_empty}
#: A page with more faults of one kind is not mended by a longer list.
_MOST = 500
_REF_TAG = re.compile(r"<ref[\s>/]", re.IGNORECASE)
_REF_END = re.compile(r"</ref[ \t\n]*>", re.IGNORECASE)
_NAMED = re.compile(r"<ref\s++name\s*+=\s*+[\"']?([^\"'<>/]++)[\"']?\s*+>", re.IGNORECASE)


def faults(table: FootnoteTable, page: Page, profile: Profile) -> tuple[Finding, ...]:
    """Every fault of the page's footnotes, whether or not an edit mends it."""
    return finish_findings(page, noted_faults(table, profile))


def noted_faults(table: FootnoteTable, profile: Profile) -> list[Noted]:
    """The faults before they get ids and places."""
    rules = CiteRules.of(profile.cite_version)
    odd = (
        _of_use(table, index, use, rules)
        for index, use in enumerate(table.uses)
        if use.fault is not Fault.none or (use.role is Role.definition and _looks_odd(table.text, use, rules))
    )
    found = list(islice(filter(None, odd), _MOST))
    defined, commented = _defined_names(table), _commented_names(table)
    for note in _odd_notes(table, rules):
        if len(found) > _MOST:
            break
        found += _of_note(table, note, rules, defined, commented)
    nested = any(noted.code == "REF013" for noted in found)  # then the outer end is left over, and that is said
    return [*found, *_of_lists(table, rules), *_of_tags(table, rules), *([] if nested else _stray_ends(table))]


def _looks_odd(text: str, use: Use, rules: CiteRules) -> bool:
    """Whether a definition needs a closer look: cheap, and true too often rather than too seldom."""
    if text.find('">', use.open_end, use.open_end + 80) != -1:
        return True
    return not rules.nested_is_error and text.find("<", use.open_end, use.close_start) != -1


def _excerpt(words: str) -> str:
    plain = strip_markup(words)
    return plain if len(plain) <= 160 else plain[:157].rstrip() + "…"


def _odd_notes(table: FootnoteTable, rules: CiteRules) -> Iterator[Note]:
    """Notes that may have a fault; a text that stands in a list which the wiki does not read is said there."""
    lost = {use.name for use in table.uses if use.fault is Fault.lost_list}
    for note in table.notes:
        if note.definition is None:
            if lost.isdisjoint(note.names):
                yield note
        elif note.copies or not note.listed or (not rules.liberal and note.key is None):
            yield note


def _noted(table: FootnoteTable, code: str, message: Message, use: Use, words: str | None = None) -> Noted:
    shown = table.text[use.open_end : use.close_start] if words is None else words
    return Noted(code, message, use.start, use.name or shown[:400], _excerpt(shown) or (use.name or ""))


def _of_use(table: FootnoteTable, index: int, use: Use, rules: CiteRules) -> Noted | None:
    name = use.name or ""
    match use.fault:
        case Fault.numeric_key:
            return _noted(table, "REF016", msg("the name «{name}» is a number: the wiki refuses it", name=name), use)
        case Fault.unknown_attribute | Fault.bad_dir:
            return _unknown_attribute(table, use, rules)
        case Fault.included_ref:
            return _noted(table, "REF013", msg("a ref stands inside the text of another, or its end is missing"), use)
        case Fault.no_key | Fault.no_input:
            return _empty(table, use, rules)
        case Fault.lost_list:
            return _noted(
                table,
                "REF022",
                msg("the text of «{name}» stands in the list, where this wiki does not read it", name=name),
                use,
            )
        case Fault.list_missing_key:
            return _noted(
                table, "REF012", msg("«{name}» is defined in the list and used nowhere before it", name=name), use
            )
        case fault if fault in _LIST_FAULTS:
            return _noted(table, "REF025", msg("a ref in the list has no name, no text or another group"), use)
        case _:
            return _of_sound_use(table, index, use, rules)


def _of_sound_use(table: FootnoteTable, index: int, use: Use, rules: CiteRules) -> Noted | None:
    """What a person has to look at in a ref that the wiki takes."""
    nested = use.role is Role.definition and not rules.nested_is_error
    if nested and re.search(r"<ref[\s>/]", table.content(index), re.IGNORECASE):
        return _noted(table, "REF013", msg("a ref stands inside the text of another, or its end is missing"), use)
    if use.role in {Role.definition, Role.reuse} and _cut_by_gt(table, use):
        return _noted(table, "REF026", msg("the name ends at the first «>»; the rest is shown as text"), use)
    return None


def _raw(table: FootnoteTable, use: Use) -> str:
    """The raw attributes of a ref tag."""
    stop = use.open_end - (2 if use.form is TagForm.self_closed else 1)
    return table.text[use.start + 4 : stop] if use.where is not Where.function else ""


def _cut_by_gt(table: FootnoteTable, use: Use) -> bool:
    raw = _raw(table, use)
    return (
        raw.count('"') % 2 == 1 and use.role is Role.definition and '">' in table.text[use.open_end : use.open_end + 80]
    )


def _unknown_attribute(table: FootnoteTable, use: Use, rules: CiteRules) -> Noted:
    given = attributes(_raw(table, use), liberal=rules.liberal)
    odd = sorted(set(given) - rules.attributes)
    shown = ", ".join(odd) if odd else ", ".join(sorted(given))
    if "group" in odd and rules.one_attribute:
        return _noted(table, "REF017", msg("this release knows no groups of notes («{names}»)", names=shown), use)
    return _noted(table, "REF017", msg("the ref has an attribute that this wiki refuses: {names}", names=shown), use)


def _empty(table: FootnoteTable, use: Use, rules: CiteRules) -> Noted:
    lost = attributes(_raw(table, use), liberal=True).get("name") if not rules.liberal and use.name is None else None
    if lost:
        return _noted(
            table,
            "REF015",
            msg("the name «{name}» stands without quotes and is lost on this wiki", name=lost),
            use,
            lost,
        )
    if use.name:
        return _noted(table, "REF040", msg("«{name}» has an empty text: this wiki shows an error", name=use.name), use)
    return _noted(table, "REF021", msg("a ref with neither name nor text"), use)


def _defined_names(table: FootnoteTable) -> dict[tuple[str, str], set[int]]:
    """Segments in which each (group, key) is defined; nothing where there is one segment."""
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    if not any(note.segment for note in table.notes):
        return found
    for note in table.notes:
        if note.key is not None and note.definition is not None:
            found[note.group, note.key].add(note.segment)
    return found


def _commented_names(table: FootnoteTable) -> frozenset[str]:
    names: set[str] = set()
    for element in table.lexed.elements:
        if element.name == COMMENT and "<ref" in table.text[element.start : element.end].lower():
            names |= {name.strip() for name in _NAMED.findall(table.text[element.start : element.end])}
    return frozenset(names)


def _of_note(
    table: FootnoteTable,
    note: Note,
    rules: CiteRules,
    defined: dict[tuple[str, str], set[int]],
    commented: frozenset[str],
) -> list[Noted]:
    if note.definition is None:
        return [_undefined(table, note, defined, commented)] if note.uses else []
    text = table.content(note.definition)
    found = _of_copies(table, note, text, rules)
    if not note.listed and note.uses and (table.lists or note.group):  # a group is in no list that the wiki adds itself
        use = table.uses[note.uses[0]]
        found.append(_noted(table, "REF019", msg("no list of notes shows this note"), use, text))
    if _lost_name(table, note, rules):
        use = table.uses[note.definition]
        name = attributes(_raw(table, use), liberal=True)["name"]
        found.append(
            _noted(
                table,
                "REF015",
                msg("the name «{name}» stands without quotes and is lost on this wiki", name=name),
                use,
                name,
            )
        )
    return found


def _lost_name(table: FootnoteTable, note: Note, rules: CiteRules) -> bool:
    """Whether the old reading of attributes loses a name that the new one sees."""
    if rules.liberal or note.key is not None or note.definition is None:
        return False
    raw = _raw(table, table.uses[note.definition])
    return '"' not in raw and "'" not in raw and bool(attributes(raw, liberal=True).get("name"))


def _undefined(
    table: FootnoteTable, note: Note, defined: dict[tuple[str, str], set[int]], commented: frozenset[str]
) -> Noted:
    use = table.uses[note.uses[0]]
    name = use.name or ""
    if note.segment and note.key is not None and any(s < note.segment for s in defined.get((note.group, note.key), ())):
        return _noted(
            table,
            "REF018",
            msg("«{name}» was defined before a list of notes and is unknown after it", name=name),
            use,
            name,
        )
    if name in commented:
        return _noted(table, "REF027", msg("the only text of «{name}» stands in a comment", name=name), use, name)
    return _noted(table, "REF011", msg("«{name}» is used, and nothing on the page defines it", name=name), use, name)


def _clash(table: FootnoteTable, note: Note, copy: int, rules: CiteRules) -> Noted:
    use = table.uses[copy]
    cited = read_citation(table.content(copy))
    shown = msg(
        "the name «{name}» already has another text: the reader never sees this one",
        name=use.name or (note.names or [""])[0],
    )
    if rules.clash_is_error:
        shown = msg("the name «{name}» already has another text: the wiki shows an error", name=use.name or "")
    return Noted(
        "REF010",
        shown,
        use.start,
        use.name or "",
        _excerpt(table.content(copy)),
        source_key(cited.identifiers, cited.plain),
        former=former_keys(table.content(copy), cited.identifiers, cited.plain),
    )


def _of_copies(table: FootnoteTable, note: Note, text: str, rules: CiteRules) -> list[Noted]:
    """The note's copies with another text; where there is none, those that differ in white space, if the wiki minds."""
    clashing = (copy for copy in note.copies if normal(table.content(copy)) != normal(text))
    found = [_clash(table, note, copy, rules) for copy in islice(clashing, _MOST)]
    if found or not rules.clash_is_error:
        return found
    message = msg("the copies of «{name}» differ in white space: the wiki shows an error", name=(note.names or [""])[0])
    return [_noted(table, "REF002", message, table.uses[copy]) for copy in note.copies if table.content(copy) != text]


def _of_lists(table: FootnoteTable, rules: CiteRules) -> list[Noted]:
    found = list(_broken_lists(table))
    again = msg("the list of notes is printed again here")
    found += [Noted("REF024", again, start, "", "") for start in _repeated_lists(table, rules)]
    used = [table.uses[note.uses[0]].start for note in table.notes if note.uses]
    if used and not (table.lists or rules.auto_list or _swallows(table)):
        unseen = msg("the page has no list of notes: none of its sources can be seen")
        found.append(Noted("REF020", unseen, min(used), "", ""))
    return found


def _repeated_lists(table: FootnoteTable, rules: CiteRules) -> list[int]:
    """Where lists behind the first stand, on wikis where these print it again."""
    shown = [tag for tag in table.lists if not tag.fault]
    return [] if rules.list_closes else [tag.start for tag in shown[1:] if not tag.template]


def _broken_lists(table: FootnoteTable) -> Iterator[Noted]:
    """Lists that show an error; where a text inside is lost, that is said there."""
    broken = msg("this list of notes shows an error instead of the notes")
    lost = [use.start for use in table.uses if use.fault is Fault.lost_list]
    for tag in table.lists:
        if tag.fault and not any(tag.start < start < tag.end for start in lost):
            yield Noted("REF023", broken, tag.start, tag.fault, "")


def _swallows(table: FootnoteTable) -> bool:
    """Whether a tag without an end takes all that follows."""
    return any(element.form is TagForm.swallowing for element in table.lexed.elements)


def _of_tags(table: FootnoteTable, rules: CiteRules) -> list[Noted]:
    """Tags without an end."""
    del rules
    found = []
    for element in table.lexed.elements:
        if element.form is TagForm.swallowing and element.name != "includeonly":
            rest = table.text[element.open_end : element.open_end + 200]
            name = "<!--" if element.name == COMMENT else f"<{element.name}>"
            found.append(
                Noted(
                    "REF014",
                    msg("«{tag}» has no end and hides the rest of the page", tag=name),
                    element.start,
                    rest,
                    _excerpt(rest),
                )
            )
    return found + _literal_refs(table)


def _stray_ends(table: FootnoteTable) -> list[Noted]:
    """Closing ref tags that close nothing: every release shows them as text."""
    text = table.text
    pairs = sum(element.name == "ref" and element.form is TagForm.pair for element in table.lexed.elements)
    if sum(1 for _ in _REF_END.finditer(text)) <= pairs:
        return []
    message = msg("«</ref>» closes nothing: the wiki shows it as text")
    found = islice(_REF_END.finditer(masked(table.lexed)), _MOST)
    lines = ((match.start(), text[max(0, match.start() - 120) : match.start()].rpartition("\n")[2]) for match in found)
    return [Noted("REF028", message, at, before, _excerpt(before)) for at, before in lines]


def _literal_refs(table: FootnoteTable) -> list[Noted]:
    """Opening ref tags that later releases show as text because nothing closes them."""
    text = table.text
    opened = (span for span in table.lexed.literal if _REF_TAG.match(text, span[0]))
    return [
        Noted(
            "REF014",
            msg("«{tag}» is not closed: the wiki shows the tag as text", tag=text[start:end][:60]),
            start,
            text[start:end][:200],
            _excerpt(text[end : end + 120]),
        )
        for start, end in islice(opened, _MOST)
    ]
