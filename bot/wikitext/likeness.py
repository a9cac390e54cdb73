"""Edits of refs that only a person may take: one work in two wordings, a lost slash."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable

from bot.identifiers import find_identifiers, source_key
from bot.identifiers.former import former_keys
from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.access_days import apart_from_day, looked_at
from bot.wikitext.calls import Where
from bot.wikitext.dedupe import is_vague, normal, opens_comment
from bot.wikitext.drafts import Draft, Noted
from bot.wikitext.footnote_releases import Fault
from bot.wikitext.lexer import TagForm
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.ref_names import NameMaker, is_poor, quoted
from bot.wikitext.refs import FootnoteTable, Note, Role, Use

#: What two notes on one work share, roughly: a DOI, an arXiv number, an address.
_DOI = re.compile(r"10\.\d{4,9}/[^\s|}\]<>\"&]+")
_ARXIV = re.compile(r"\.\d{4,5}(?!\d)")
#: More pairs than that on a page are not for one person's evening.
_MOST = 200
_ADDRESS = re.compile(r"https?://[^\s|\]}<>\"]+")
_ACCESSED = re.compile(
    r"(?:дата обращения|дата доступа|проверено|accessed?|retrieved|access-?date|archive-?date)[^.;|}\])]*",
    re.IGNORECASE,
)
_PAGES = re.compile(
    r"(?:\b(?:pp?|с|стр|s)\.\s?\d+|страниц\w{0,16}\s*=|pages?\s*=|\b(?:§|гл|ch)\.?\s?\d+)", re.IGNORECASE
)


def likenesses(table: FootnoteTable) -> tuple[list[Draft], list[Noted]]:
    """Review edits and findings for notes that cite one work in different words, and for openings that lack a slash."""
    drafts, noted = _two_wordings(table)
    slashes = _lost_slashes(table)
    return [*drafts, *slashes], noted


def _two_wordings(table: FootnoteTable) -> tuple[list[Draft], list[Noted]]:
    drafts: list[Draft] = []
    noted: list[Noted] = []
    seen: set[tuple[int, ...]] = set()
    names: list[NameMaker] = []
    for same in _sharing(table, _twice(table.text)):
        members = tuple(note.index for note in same)
        if 1 < len(same) <= 20 and members not in seen and len(noted) < _MOST:
            seen.add(members)
            _compare(table, same, names, drafts, noted)
    return drafts, noted


def _sharing(table: FootnoteTable, often: set[str]) -> Iterable[list[Note]]:
    """The notes of one list that share an identifier or an address, for each of these."""
    if not often:
        return ()
    groups: dict[tuple[int, str, str], list[Note]] = defaultdict(list)
    notes = sorted(
        (table.uses[note.definition].open_end, table.uses[note.definition].close_start, note.index)
        for note in table.notes
        if note.definition is not None and table.uses[note.definition].where is Where.body
    )
    for shared in sorted(often):
        for at in _occurrences(table.text, shared):
            place = bisect_right(notes, (at, len(table.text), 0)) - 1
            if place >= 0 and at < notes[place][1]:
                note = table.notes[notes[place][2]]
                group = groups[note.segment, note.group, shared]
                if note not in group[-1:]:
                    group.append(note)
    return groups.values()


def _twice(text: str) -> set[str]:
    """Identifiers and addresses that stand on the page more than once."""
    found = _shared(text)
    if len(set(found)) == len(found):
        return set()
    return {name for name, times in Counter(found).items() if times > 1}


def _occurrences(text: str, words: str) -> list[int]:
    found: list[int] = []
    at = text.find(words)
    while at != -1 and len(found) < 1000:
        found.append(at)
        at = text.find(words, at + len(words))
    return found


def _shared(text: str) -> list[str]:
    """DOIs, arXiv numbers and addresses, each time they stand."""
    numbers = [
        text[match.start() - 4 : match.end()]
        for match in _ARXIV.finditer(text)
        if text[match.start() - 4 : match.start()].isdigit()
        and not text[match.start() - 5 : match.start() - 4].isdigit()
    ]
    return [*_DOI.findall(text), *_ADDRESS.findall(text), *numbers]


def _compare(
    table: FootnoteTable, notes: list[Note], names: list[NameMaker], drafts: list[Draft], noted: list[Noted]
) -> None:
    """Offer to join the notes of one key whose texts differ."""
    if len({_content(table, note) for note in notes}) < 2:
        return
    for key, same in _by_source(table, notes).items():
        contents = [] if any(note.copies for note in same) else [_content(table, note) for note in same]
        in_day_alone = len(set(map(apart_from_day, contents))) == 1
        if not _are_worded_twice(contents, in_day_alone=in_day_alone):
            continue
        kept = max(same, key=lambda note: _rank(table, note, by_day=in_day_alone))
        others = [note for note in same if note is not kept]
        noted.append(_told(table, others[0], key, in_day_alone=in_day_alone))
        if not _may_mean_other_places(contents, in_day_alone=in_day_alone):
            drafts += _joined(table, kept, others, names, in_day_alone=in_day_alone)


def _may_mean_other_places(contents: list[str], *, in_day_alone: bool) -> bool:
    """Whether notes on one work may mean different places in it."""
    return any(map(is_vague, map(normal, contents))) or (not in_day_alone and any(map(_PAGES.search, contents)))


def _are_worded_twice(contents: list[str], *, in_day_alone: bool) -> bool:
    """Whether texts of one work differ; not those looked at on different days, when the page may have said different things."""
    texts = set(map(normal, contents))
    if len(texts) < 2 or any(map(opens_comment, texts)):
        return False
    return in_day_alone or len(set(map(_looked, contents))) == 1


def _by_source(table: FootnoteTable, notes: list[Note]) -> dict[str, list[Note]]:
    """Notes by the work that their identifiers name."""
    by_key: dict[str, list[Note]] = defaultdict(list)
    for note in notes:
        content = _content(table, note)
        found = find_identifiers(content)
        by_key[source_key(found, "") if found else f"note:{note.index}"].append(note)
    return by_key


def _rank(table: FootnoteTable, note: Note, *, by_day: bool) -> tuple[tuple[int, ...], int, int]:
    """The note to keep has the most: the latest day where they differ in nothing else, or the fuller text; then the first."""
    content = _content(table, note)
    return (looked_at(content) or ()) if by_day else (), 0 if by_day else len(content), -note.index


def _told(table: FootnoteTable, note: Note, key: str, *, in_day_alone: bool) -> Noted:
    shown = strip_markup(_content(table, note))[:160]
    message = msg("two notes cite one work in different words")
    if in_day_alone:
        message = msg("two notes say the same but for the day on which their address was looked at")
    content = _content(table, note)
    former = former_keys(content, find_identifiers(content), "")
    return Noted("REF003", message, table.uses[note.definition or 0].start, shown, shown, key, former=former)


def _looked(content: str) -> str | tuple[int, int, int]:
    """When the address was looked at: the day by value, else in the note's words."""
    return looked_at(content) or " ".join(" ".join(_ACCESSED.findall(content)).split()).casefold()


def _content(table: FootnoteTable, note: Note) -> str:
    return "" if note.definition is None else table.content(note.definition)


def _joined(
    table: FootnoteTable, kept: Note, others: list[Note], names: list[NameMaker], *, in_day_alone: bool
) -> list[Draft]:
    uses = _uses(table, others)
    if kept.definition is None or not all(map(_stands_free, (*uses, *_uses(table, [kept])))):
        return []
    use = table.uses[kept.definition]
    name = use.name or _given_name(others) or _fresh_name(table, kept, names)
    tag = f"<ref name={quoted(name)}" + (f" group={quoted(kept.group)}" if kept.group else "")
    spans = [(use.start, use.open_end, f"{tag}>")] if use.name is None else []
    spans += [(use.start, use.end, f"{tag} />") for use in uses]
    message = msg("two notes on one work become one: the fuller wording stays, named «{name}»", name=name)
    if in_day_alone:
        message = msg("two notes that differ in a day alone become one: the later day stays, named «{name}»", name=name)
    return [Draft("REF003", Fix.review, message, spans)]


def _uses(table: FootnoteTable, notes: list[Note]) -> list[Use]:
    return [table.uses[index] for note in notes for index in note.uses]


def _given_name(notes: list[Note]) -> str:
    """The first name of the notes that says something."""
    return next((name for note in notes for name in note.names if not is_poor(name)), "")


def _stands_free(use: Use) -> bool:
    """Whether a ref stands in the text itself, in no part that other pages include."""
    return use.where is Where.body and not use.region


def _fresh_name(table: FootnoteTable, note: Note, names: list[NameMaker]) -> str:
    """A name for a note by what it cites; the maker is made once a page, and only where it is needed."""
    if not names:
        names.append(NameMaker(table))
    return names[0].make(_content(table, note))


def _lost_slashes(table: FootnoteTable) -> list[Draft]:
    """An opening tag before another ref becomes a short ref where its name is defined elsewhere."""
    if table.text.count("<ref") <= len(table.uses) + len(table.lists):
        return []
    elsewhere = _well_defined(table)
    found = []
    for index, use in enumerate(table.uses):
        if use.name and use.name in elsewhere and use.where is Where.body and _holds_ref(table, index):
            message = msg("the opening tag of «{name}» becomes a short ref: its slash is missing", name=use.name)
            found.append(Draft("REF013", Fix.review, message, [(use.open_end - 1, use.open_end, " />")]))
    return found


def _well_defined(table: FootnoteTable) -> set[str | None]:
    """Names that a ref without a fault defines, and one without a ref inside."""
    defining = [(index, use) for index, use in enumerate(table.uses) if use.role is Role.definition]
    sound = {use.name for _, use in defining if use.fault is Fault.none}
    return sound & {use.name for index, use in defining if "<ref" not in table.content(index)}


def _holds_ref(table: FootnoteTable, index: int) -> bool:
    """Whether a pair of tags has another ref inside."""
    use = table.uses[index]
    held = use.fault is Fault.included_ref or (use.role is Role.definition and "<ref" in table.content(index))
    return held and use.form is TagForm.pair
