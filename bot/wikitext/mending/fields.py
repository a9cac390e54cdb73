"""Fields that a note lacks and that the home registry of its identifier gives, where nobody contradicts it."""

from __future__ import annotations

import re

from bot.model.edit import Edit
from bot.model.message import msg
from bot.model.report import CitationCheck
from bot.model.verdict import Suggestion
from bot.profiles import Profile
from bot.wikitext.braces import template_name
from bot.wikitext.citation import read_citation
from bot.wikitext.mending.notes import described, filled, outer_templates, parameter
from bot.wikitext.mending.scene import Put, Scene, edit_at

#: An arXiv DOI names the paper without a version; a version in it would make another DOI.
_IN_DOI = "10.48550/arxiv."


def field_edits(scene: Scene, check: CitationCheck) -> tuple[Edit, ...]:
    """The year and the arXiv version, each an edit of its own."""
    made: list[Edit] = []
    for found in check.identity.additions:
        if found.field == "year":
            made += _year(scene, check, found)
        elif found.field == "arxiv":
            made += _version(scene, check, found)
    return tuple(made)


def _year(scene: Scene, check: CitationCheck, found: Suggestion) -> tuple[Edit, ...]:
    puts = []
    for note in scene.notes.get(check.citation.id, ()):
        text = scene.text_of(note)
        put = None if read_citation(text).year is not None else _put_year(text, found.value, scene.profile)
        if put is not None and read_citation(text[: put[0]] + put[1] + text[put[0] :]).year == int(found.value):
            puts.append(Put(note.start + put[0], put[1]))
    message = msg("add the year: {service} has {year}", service=found.service, year=found.value)
    return edit_at(scene.page, ("SRC401", "", check.citation.key), puts, message)


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


def _version(scene: Scene, check: CitationCheck, found: Suggestion) -> tuple[Edit, ...]:
    number, _, version = found.value.rpartition("v")
    cited = [item for item in check.citation.cited.identifiers if item.value == number]
    written = {number, *(item.as_written for item in cited if item.as_written)}
    form = re.compile(
        "(?<![\\d.])(?:" + "|".join(re.escape(name) for name in sorted(written)) + r")(?!v?\d)", re.IGNORECASE
    )
    puts = []
    for note in scene.notes.get(check.citation.id, ()):
        for place in form.finditer(scene.text_of(note)):
            before = scene.text_of(note)[max(0, place.start() - len(_IN_DOI)) : place.start()]
            if before.lower() != _IN_DOI:
                puts.append(Put(note.start + place.end(), "v" + version))
    message = msg("name the version that was checked: arXiv has {id}", id=found.value)
    return edit_at(scene.page, ("SRC402", "", check.citation.key), puts, message)
