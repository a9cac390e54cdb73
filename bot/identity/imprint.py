"""Venue, volume, issue and pages as cited against a record's.

A difference in one number is shown and proves nothing: translations and reprints have numbers of their own. Two of volume, issue
and first page that differ are an error, and so is a venue that is beyond doubt another one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from bot.identity import venues
from bot.identity.levels import Level, weight
from bot.identity.venues import PREPRINT_ONLY, Printed
from bot.model.citation import Cited
from bot.model.message import msg
from bot.model.source import Work
from bot.model.verdict import FieldCheck
from bot.model.words import IdKind

#: No Roman number below a thousand is longer than 15 letters, no number of a volume or a page than 20 digits.
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def _place(cited: str, work: Work, *, same_year: bool) -> FieldCheck | None:
    """Where the work appeared; None where the record does not say."""
    venue = _venue(cited, work, same_year=same_year)
    if venue is None:
        return None
    check = FieldCheck("venue", cited, work.venues[0], venue.agrees, work.service)
    return replace(check, level=venue.name, weight=weight("venue", venue.name), speaks=venue.speaks)


def checks(cited: Cited, work: Work, *, editions: bool, same_year: bool = False) -> tuple[FieldCheck, ...]:
    """Every part that both give. ``editions``: the work may have another edition with numbers of its own: no number is proof."""
    found = []
    place = _place(cited.venue, work, same_year=same_year) if cited.venue else None
    if place is not None:
        found.append(place)
    said = [
        ("volume", cited.volume, work.volume, _same_number(cited.volume, work.volume)),
        ("issue", cited.issue, work.issue, _same_number(cited.issue, work.issue)),
        ("pages", cited.pages, work.pages, same_pages(cited.pages, work.pages)),
    ]
    numbers_wrong = sum(agrees is False for *_, agrees in said)
    another_place = not work.venues or (place is not None and place.agrees is False)
    proof = numbers_wrong >= 2 and not editions and not another_place
    for name, ours, theirs, agrees in said:
        if ours and theirs:
            check = FieldCheck(name, ours, theirs, agrees, work.service, minor=agrees is False and not proof)
            level, speaks = _NUMBERS[agrees]
            found.append(replace(check, level=level, weight=weight(name, level), speaks=speaks))
    return tuple(found)


def _venue(cited: str, work: Work, *, same_year: bool) -> Level[Any, Printed] | None:
    """The venue's level; those who list where papers appeared contradict by having a preprint alone."""
    alone = work.service in _LISTING and venues.is_preprint(work.venues) and venues.is_place(cited)
    # what authors write beside a preprint is prose: only a known venue's name in it says where the paper appeared
    names = [name for name in work.venues if work.service != "arxiv" or venues.is_known(name)]
    return PREPRINT_ONLY if alone else venues.compare(cited, names, same_year=same_year)


#: Services that list conferences' and journals' papers under their venue, beside the preprint.
_LISTING = frozenset({"dblp", "semanticscholar"})
#: The levels of volume, issue and pages.
_NUMBERS = {
    True: ("the same", msg("the same number")),
    False: ("another number", msg("another number")),
    None: ("another form", msg("in another form: cannot be compared")),
}


def has_numbers_of_its_own(cited: Cited, work: Work) -> bool:
    """Whether the record may be of another edition than the cited one: a preprint, a book, a journal that is translated."""
    kinds = {item.kind for item in (*work.identifiers, *cited.identifiers)}
    translated = any(
        item.kind is IdKind.doi and item.value.startswith(("10.4213/", "10.1070/", "10.1134/", "10.1137/s0040585"))
        for item in (*work.identifiers, *cited.identifiers)
    )
    return bool(kinds & {IdKind.arxiv, IdKind.isbn}) or translated


def same_pages(cited: str | None, found: str) -> bool | None:
    """Whether pages meet: «1-10» and «1–10», «436–44» and «436–444», a page inside the range; None where forms differ."""
    ours, theirs = _range(cited or ""), _range(found)
    if ours is None or theirs is None or ours[0] != theirs[0]:
        return None
    first, last = ours[1], ours[2]
    low, high = theirs[1], theirs[2]
    if first == low:
        return True
    if high is None:
        # the record names the first page alone: a page after it may be inside
        return None if first > low else False
    return low <= first <= high and (last is None or last <= high)


def _same_number(cited: str | None, found: str) -> bool | None:
    """Whether two numbers are one, Roman or not; None where one of them is none."""
    ours, theirs = _number(cited or ""), _number(found)
    return None if not ours or not theirs else ours == theirs


def _number(written: str) -> str:
    """A number without zeros and spaces, a double one with a plain dash; "" for what is none."""
    plain = re.sub(r"[–—‑/]", "-", re.sub(r"\s", "", written)).lower()
    if re.fullmatch(r"[ivxlc]{1,15}", plain):
        values = [_ROMAN[letter] for letter in plain]
        pairs = zip(values, [*values[1:], 0], strict=True)
        return str(sum(-value if value < following else value for value, following in pairs))
    return re.sub(r"(?<!\d)0+(?=\d)", "", plain) if re.fullmatch(r"\d{1,20}(?:-\d{1,20})?", plain) else ""


def _range(written: str) -> tuple[str, int, int | None] | None:
    """Letter, first and last page («e33693», «S10–S20»); a shortened last page is filled up. None for what is none."""
    plain = re.sub(r"[–—‑]", "-", re.sub(r"\s", "", written)).lower()
    match = re.fullmatch(r"([a-z]?)(\d{1,20})(?:-[a-z]?(\d{1,20}))?", plain)
    if match is None:
        return None
    first, last = match[2], match[3]
    if last is not None and len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return match[1], int(first), int(last) if last is not None else None
