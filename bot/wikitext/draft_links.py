"""Sources in Markdown that is not yet turned into wikitext: notes and links."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.model.words import CitationKind
from bot.wikitext.mentions import Mention, PageView

_CALL = re.compile(r"\[\^([^\[\]\s^\0]{1,30})\^?\](?!:)")
_NOTE = re.compile(r"^\[\^([^\[\]\s^\0]{1,30})\^?\]:[ \t]*(\S[^\n]*(?:\n[ \t]{2,}\S[^\n]*)*)", re.MULTILINE)
_LINK = re.compile(
    r"(?<!!)\[(?P<label>[^\[\]\n]{1,300})\]\((?P<address>https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)(?:[ \t]+\"[^\"\n]*\")?\)"
)


def draft_links(view: PageView) -> Iterator[Mention]:
    """Each call of a Markdown note with the note's text, and each Markdown link that leads out of the wiki."""
    listed = list(_NOTE.finditer(view.shown)) if "[^" in view.shown else []
    notes = {match[1]: match[2] for match in listed}
    calls = _CALL.finditer(view.shown) if notes else ()
    yield from (Mention(CitationKind.draft, *call.span(), notes[call[1]]) for call in calls if call[1] in notes)
    for link in _LINK.finditer(view.shown) if "](" in view.shown else ():
        inside = any(match.start() <= link.start() < match.end() for match in listed)
        if not inside and view.leads_out(link["address"]):
            yield Mention(CitationKind.draft, *link.span(), link[0], address_only=True, shown=link.span("label"))


def note_texts(view: PageView) -> list[tuple[int, int]]:
    """Where the texts of Markdown notes stand: what is cited in them is their calls'."""
    return [match.span() for match in _NOTE.finditer(view.shown)] if "[^" in view.shown else []
