"""Where a work was printed, as a free reference says it: venue, volume, issue, pages; and the places it names inside the work.

GOST («// Журнал. — 2020. — Т. 5, № 2. — С. 10–20»), Western («Nature, vol. 521, no. 7553, pp. 436–444», «521(7553):436–444»,
«521 (2015) 436–444»). What does not fit a known form is left out rather than guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.language.pointers import Kind, in_note

_RANGE = r"[A-Za-z]?\d+(?:\s?[-–—‑]\s?[A-Za-z]?\d+)?"
_VOLUME = re.compile(
    r"(?<![\w.])(?:Т(?:ом)?|T|[Vv](?:ol(?:ume)?)?|VOL|Bd|т(?:ом)?)\.?[\s\u00a0]*(\d{1,4}[A-Za-zА-Яа-я]?|[IVXLC]{1,7})(?![\w-])"
)
_ISSUE = re.compile(
    r"(?:№|(?<![\w.])(?:[Nn][oо]?|[Ii]ss(?:ue)?|[Вв]ып(?:уск)?|[Nn]um(?:ber)?)\.?)[\s\u00a0]*(\d{1,5}(?:[-–/]\d{1,5})?)(?![\w-])"
)
_PAGES = re.compile(rf"(?<![\w.])(?:[СсCPpS]|pp|Pp|PP|[Сс]тр)\.?[\s\u00a0]*({_RANGE})(?!\w)")
_COMPACT = re.compile(
    rf"(?<![\w.(])(\d{{1,4}})\s?\((\d{{1,4}}(?:[-–/]\d{{1,4}})?)\)\s?[:,]?\s?({_RANGE})(?![\w(]|\.\d)"
)
_COLON = re.compile(rf"(?<![\w.(/])(\d{{1,4}})\s?:\s?({_RANGE})(?![\w(]|\.\d)")
#: What follows a venue: GOST's dash, a comma before a number or its word, a full stop before a year or a volume, an end.
_VENUE_END = re.compile(
    r"(?<!\s)\s*+(?:\.?\s*[—–]\s|\.\s*-\s|,\s*(?:vol|v\.|no\.|pp?\.|т\.|№|\d)|\.\s*(?=(?:1[5-9]|20)\d\d\b|[ТTVСP]\.\s?\d|Vol\b|№|pp\b)"
    r"|:\s*\d|(?<=\s)\d{1,4}\s?[(:]|(?<=\s)/\s|\(\s*(?:1[5-9]|20)\d\d|\.\s*(?:doi|DOI|arXiv|URL|ISBN|http)|(?<=\s)(?:doi:|arXiv:|https?:)|\.?\s*$)"
)
_CONTAINER = re.compile(r"(?:^|[.,:»”\"]\s+|\s)In:?\s+(?=[A-ZА-ЯЁ])")
_AFTER_TITLE = re.compile(r"[\s.,»”\"]*([A-ZА-ЯЁ][^,;:\d()]{2,90}?)[.,]?\s*(?=,|\d|\(|\bvol\b|[VТ]\.)")


@dataclass(frozen=True, slots=True)
class Imprint:
    """Every part as written, without its word; None where the reference has none."""

    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None


def read_imprint(plain: str, title: str | None) -> Imprint:
    """The imprint in a reference's text; what stands before the end of its title is not looked at."""
    bare = re.sub(r"(?:doi|arXiv)\s?[:.]?\s?\S+|10\.\d{4,9}/\S+|ISBN[\s\d-]+[XХ]?", " ", plain, flags=re.IGNORECASE)
    bare = re.sub(r"https?://\S+|(?:дата обращения|accessed|retrieved|проверено)[^)]*", " ", bare, flags=re.IGNORECASE)
    rest = bare.partition(title)[2] if title and title in bare else bare
    volume, issue, pages = _first(_VOLUME, rest), _first(_ISSUE, rest), _first(_PAGES, rest)
    compact = _COMPACT.search(rest)
    if compact and pages is None:
        dated = re.fullmatch(r"1[5-9]\d\d|20\d\d", compact[2]) is not None
        volume, issue, pages = volume or compact[1], issue or (None if dated else compact[2]), compact[3]
    elif volume is None and pages is None and (colon := _COLON.search(rest)):
        volume, pages = colon[1], colon[2]
    return Imprint(_venue(rest, serial=bool(volume or pages)), volume, issue, pages)


def pointers(plain: str) -> tuple[str, ...]:
    """Places inside the work that a reference names, as written: sections, theorems, figures, chapters."""
    return tuple(dict.fromkeys(one.words for one in in_note(plain) if one.kind is not Kind.page))


def _venue(rest: str, *, serial: bool) -> str | None:
    """What stands after «//», after «In:», or, in a reference with volume or pages, right after the title."""
    before, mark, after = rest.partition("//")
    if mark and ":" not in before[-6:]:
        return _named(after)
    container = _CONTAINER.search(rest)
    if container:
        return _named(rest[container.end() :])
    plain = _AFTER_TITLE.match(rest) if serial else None
    return _named(plain[1]) if plain else None


def _named(text: str) -> str | None:
    """The name at the start of ``text``, None for what can be none."""
    text = text.strip(" .,;«»\"“”'")
    end = _VENUE_END.search(text)
    name = (text[: end.start()] if end else text).strip(" .,;:«»\"“”'")
    return name if re.search(r"[^\W\d_]{2}", name) and len(name) <= 200 else None


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[1] if match else None
