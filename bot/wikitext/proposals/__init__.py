"""Edits that a check's verdicts propose, each for a person: marks for faults, archived copies, fields that a registry has.

===========  ==================================================================================
``note``     where a citation's notes and markers stand; one note's text, its link and template
``marking``  *not in source* behind the marker, *dead link* behind the link
``fields``   an archived copy, a missing year, the version of an arXiv paper
===========  ==================================================================================

Nothing is invented: a template is one of the wiki's profile, a value is a registry's or the archive's own answer, and no word of
the page changes. Where a wiki has no such template there is no edit.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.citation import Citation
from bot.model.edit import Edit, apply_edits
from bot.model.report import CitationCheck
from bot.model.words import LinkState
from bot.wikitext.proof import prove
from bot.wikitext.proposals.fields import copy_edits, field_edits
from bot.wikitext.proposals.marking import dead_edits, is_mark, silent_claims, silent_edits
from bot.wikitext.proposals.note import citation_places
from bot.wikitext.text import Wikitext

__all__ = ["apart", "is_mark", "mends", "silent_claims"]


def mends(wikitext: Wikitext, checks: Sequence[CitationCheck], today: str) -> tuple[Edit, ...]:
    """Every edit that ``checks`` propose on the page, in the order of the text, each proven by itself and together. Pure.

    ``checks`` may be of another text of the same page (before tidying, say): citations are found by their ids. ``today`` is the
    date of a mark (ISO 8601).
    """
    if not any(silent_claims(one) or one.link.state is LinkState.dead or one.identity.additions for one in checks):
        return ()
    places = citation_places(wikitext)
    found: list[Edit] = []
    for check in checks:
        found += silent_edits(places, check, today)
        copies = copy_edits(places, check)
        found += copies or dead_edits(places, check, today)
        found += field_edits(places, check)
    return proven(wikitext, apart(found))


def apart(edits: Sequence[Edit], taken: Sequence[Edit] = ()) -> tuple[Edit, ...]:
    """Those whose spans meet no span of ``taken`` nor of one before; the others wait for the next check."""
    spans = [(span.start, span.end) for edit in taken for span in edit.spans]
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.spans[0].start, edit.code)):
        own = [(span.start, span.end) for span in edit.spans]
        if any(_meet(one, other) for one in own for other in spans):
            continue
        kept.append(edit)
        spans += own
    return tuple(kept)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one == other or (one[0] < other[1] and other[0] < one[1])


def proven(wikitext: Wikitext, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits, if together they keep what they must; else those that do alone, and also together."""
    if not edits:
        return ()
    before = _seen(wikitext.citations)
    if _keeps(wikitext, before, tuple(edits)):
        return tuple(edits)
    kept: tuple[Edit, ...] = ()
    for edit in edits:
        if _keeps(wikitext, before, (*kept, edit)):
            kept = (*kept, edit)
    return kept


_Seen = list[tuple[object, ...]]


def _keeps(wikitext: Wikitext, before: _Seen, edits: tuple[Edit, ...]) -> bool:
    after = wikitext.edited(apply_edits(wikitext.text, edits))
    return _seen(after.citations) == before and prove(wikitext, edits).ok


def _seen(found: Sequence[Citation]) -> _Seen:
    """A citation as its reader and its check know it; only what a note says of its year and versions may change."""
    return [
        (
            one.id,
            one.number,
            one.names,
            one.group,
            one.cited.title,
            one.cited.authors,
            [claim.text for claim in one.claims],
        )
        for one in found
    ]
