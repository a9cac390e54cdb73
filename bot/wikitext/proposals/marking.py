"""Marks: the wiki's template for *not in source* behind the marker, and for *dead link* behind the link."""

from __future__ import annotations

import re

from bot.model.edit import Edit
from bot.model.ids import spoken
from bot.model.message import msg
from bot.model.report import CitationCheck, ClaimCheck
from bot.model.verdict import NotInSource, Supported
from bot.model.words import LinkState
from bot.profiles import Profile
from bot.wikitext.braces import template_name
from bot.wikitext.proposals.note import (
    CitationPlaces,
    Put,
    behind_link,
    edit_at,
    following,
    is_bare,
    left_alone,
    outer_templates,
)


def silent_claims(check: CitationCheck) -> tuple[ClaimCheck, ...]:
    """Claims whose source was read whole and does not say them, and that no footnote beside carries."""
    return tuple(
        found
        for found in check.claims
        if isinstance(found.support, NotInSource) and found.claim.checkable and not isinstance(found.joint, Supported)
    )


def silent_edits(places: CitationPlaces, check: CitationCheck, today: str) -> tuple[Edit, ...]:
    """A mark behind each marker of such a claim, unless one stands there already."""
    known = places.profile.templates
    if known is None:
        return ()
    made: list[Edit] = []
    for claim in silent_claims(check):
        puts = []
        for end in places.markers(check.citation.id, claim.claim.text):
            at, names = following(places.page.text, end)
            if not any(known.not_in_source.is_name(name) for name in names):
                puts.append(Put(at, known.not_in_source.written(today)))
        message = msg("mark that the source does not say this: “{words}”", words=_short(claim.claim.text))
        words = tuple(map(spoken, (claim.claim.text, *claim.claim.aliases)))
        made += edit_at(places.page, ("SUP102", words, check.citation.keys), puts, message)
    return tuple(made)


def dead_edits(places: CitationPlaces, check: CitationCheck, today: str) -> tuple[Edit, ...]:
    """A mark behind a link that failed on different days, unless the note is marked, archived, or asks to be left alone."""
    known = places.profile.templates
    if known is None or check.link.state is not LinkState.dead:
        return ()
    puts = []
    for note in places.notes.get(check.citation.id, ()):
        text = places.text_of(note)
        place = behind_link(text)
        marked = any(known.dead_link.is_name(template_name(text, found)) for found in outer_templates(text))
        if place is None or marked or left_alone(text, known):
            continue
        gap = " " if is_bare(text, place[0]) else ""
        puts.append(Put(note.start + place[0], gap + known.dead_link.written(today)))
    since = (check.link.first_failed or today)[:10]
    message = msg("mark the link as dead: it has failed since {day}", day=since)
    return edit_at(places.page, ("SRC202", "", check.citation.keys), puts, message)


def is_mark(edit: Edit, profile: Profile) -> bool:
    """Whether an edit, wherever it comes from, does nothing but put marks of the wiki into the page.

    A mark brings no words and no citation, so that the gate has nothing to ask of it.
    """
    known = profile.templates
    if known is None or not edit.spans:
        return False
    forms = [
        rf" ?\{{\{{{re.escape(tag.name)}\|{re.escape(tag.parameter)}=[\w -]{{1,30}}\}}\}}"
        for tag in (known.not_in_source, known.dead_link)
    ]
    return all(not span.before and any(re.fullmatch(form, span.after) for form in forms) for span in edit.spans)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 120 else line[:119].rstrip() + "…"
