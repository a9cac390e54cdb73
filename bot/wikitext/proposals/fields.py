"""What a registry or an archive adds to a note: a missing year, the version of an arXiv paper, a dead link's archived copy."""

from __future__ import annotations

import re

from bot.identifiers.urls import find, key
from bot.model.edit import Edit
from bot.model.message import msg
from bot.model.report import CitationCheck
from bot.model.verdict import Suggestion
from bot.model.words import LinkState
from bot.profiles import Profile
from bot.profiles.citation_templates import Templates
from bot.wikitext.braces import template_name
from bot.wikitext.cited_works import read_citation
from bot.wikitext.proposals.note import (
    CitationPlaces,
    Described,
    Put,
    behind_link,
    described,
    edit_at,
    filled,
    is_bare,
    left_alone,
    outer_templates,
    parameter,
)

#: An arXiv DOI names the paper without a version; a version in it would make another DOI.
_IN_DOI = "10.48550/arxiv."


def field_edits(places: CitationPlaces, check: CitationCheck) -> tuple[Edit, ...]:
    """The year and the arXiv version, each an edit of its own."""
    made: list[Edit] = []
    for found in check.identity.additions:
        if found.field == "year":
            made += _year(places, check, found)
        elif found.field == "arxiv":
            made += _version(places, check, found)
    return tuple(made)


def _year(places: CitationPlaces, check: CitationCheck, found: Suggestion) -> tuple[Edit, ...]:
    puts = []
    for note in places.notes.get(check.citation.id, ()):
        text = places.text_of(note)
        put = None if read_citation(text).year is not None else _put_year(text, found.value, places.profile)
        if put is not None and read_citation(text[: put[0]] + put[1] + text[put[0] :]).year == int(found.value):
            puts.append(Put(note.start + put[0], put[1]))
    message = msg("add the year: {service} has {year}", service=found.service, year=found.value)
    return edit_at(places.page, ("SRC401", "", check.citation.keys), puts, message)


def _put_year(note: str, year: str, profile: Profile) -> tuple[int, str] | None:
    """Into the citation template's own parameter; at the end of a reference in free text, in the manner of its language."""
    if any(template_name(note, found) for found in outer_templates(note)):
        work = None if profile.templates is None else described(note, profile.templates)
        if work is None or parameter(note, work, work.form.year) is not None:
            return None
        return filled(note, work, work.form.year, year)
    at = len(note.rstrip())
    if profile.language == "ru":
        return at, f" — {year}." if note[:at].endswith(".") else f". — {year}."
    return at, f" ({year})"


def _version(places: CitationPlaces, check: CitationCheck, found: Suggestion) -> tuple[Edit, ...]:
    number, _, version = found.value.rpartition("v")
    cited = [item for item in check.citation.cited.identifiers if item.value == number]
    written = {number, *(item.as_written for item in cited if item.as_written)}
    form = re.compile(
        "(?<![\\d.])(?:" + "|".join(re.escape(name) for name in sorted(written)) + r")(?!v?\d)", re.IGNORECASE
    )
    puts = []
    for note in places.notes.get(check.citation.id, ()):
        for place in form.finditer(places.text_of(note)):
            before = places.text_of(note)[max(0, place.start() - len(_IN_DOI)) : place.start()]
            if before.lower() != _IN_DOI:
                puts.append(Put(note.start + place.end(), "v" + version))
    message = msg("name the version that was checked: arXiv has {id}", id=found.value)
    return edit_at(places.page, ("SRC402", "", check.citation.keys), puts, message)


#: An address of the Wayback Machine: its time of fourteen digits and the address that it keeps.
_COPY = re.compile(r"https?://[^/\s]+/web/(\d{14})/(\S+)")
#: What would end an address inside a template, or be read as markup there.
_UNSAFE = re.compile(r"[|{}\[\]<>\"'\s]|~{3,}")


def copy_edits(places: CitationPlaces, check: CitationCheck) -> tuple[Edit, ...]:
    """The copy's address and date in the parameters of the citation template, else in a template behind the link."""
    known = places.profile.templates
    found = _COPY.fullmatch(check.link.archived or "")
    if known is None or found is None or check.link.state is not LinkState.dead:
        return ()
    puts: list[Put] = []
    for note in places.notes.get(check.citation.id, ()):
        text = places.text_of(note)
        if _is_its(text, found) and not left_alone(text, known):
            puts += [Put(note.start + at, words) for at, words in _put(text, known, found)]
    day = _day(found[1])
    message = msg("cite the archived copy of {day}, which was read: {address}", day=day, address=found[0])
    return edit_at(places.page, ("SRC202", "archived", check.citation.keys), puts, message)


def _is_its(note: str, copy: re.Match[str]) -> bool:
    """Whether the copy is one of the note's only address."""
    named = {key(found.value.partition("#")[0]) for found in find(note)}
    return named == {key(copy[2])}


def _put(note: str, known: Templates, copy: re.Match[str]) -> list[tuple[int, str]]:
    work = described(note, known)
    if work is not None and work.form.archive_url:
        return _parameters(note, work, copy)
    place = behind_link(note)
    if place is None:
        return []
    gap = " " if is_bare(note, place[0]) else ""
    stamp = copy[1]
    written = known.archived.format(archive=_safe(copy[0]), original=_safe(copy[2]), day=_day(stamp), stamp=stamp)
    return [(place[0], gap + written)]


def _parameters(note: str, work: Described, copy: re.Match[str]) -> list[tuple[int, str]]:
    """The copy's parameters; the date and the state of the link only where they are missing."""
    form = work.form
    wanted = [(form.archive_url, _safe(copy[0])), (form.archive_date, _day(copy[1]))]
    if form.dead is not None:
        wanted.append(((form.dead[0],), form.dead[1]))
    puts = [
        filled(note, work, names, value) for names, value in wanted if names and parameter(note, work, names) is None
    ]
    joined: dict[int, str] = {}
    for at, words in puts:  # new parameters stand one behind the other at the template's end
        joined[at] = joined.get(at, "") + words
    return list(joined.items())


def _day(stamp: str) -> str:
    return f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}"


def _safe(address: str) -> str:
    """The address with percent signs for what a template would not leave alone."""
    return _UNSAFE.sub(lambda found: "".join(f"%{ord(one):02X}" for one in found[0]), address)
