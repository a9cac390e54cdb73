"""What an edit of this room must leave as it was: every citation, every claim, title and authors, and the proof of refs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.model.citation import Citation
from bot.model.edit import Edit, apply_edits
from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.citations import citations
from bot.wikitext.proof import prove


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


def proven(page: Page, edits: Sequence[Edit], profile: Profile) -> tuple[Edit, ...]:
    """The edits, if together they keep what they must; else those that do alone, and also together."""
    if not edits:
        return ()
    before = _seen(citations(page, profile))
    if _keeps(page, before, tuple(edits), profile):
        return tuple(edits)
    kept: tuple[Edit, ...] = ()
    for edit in edits:
        if _keeps(page, before, (*kept, edit), profile):
            kept = (*kept, edit)
    return kept


_Seen = list[tuple[object, ...]]


def _keeps(page: Page, before: _Seen, edits: tuple[Edit, ...], profile: Profile) -> bool:
    text = apply_edits(page.text, edits)
    after = _seen(citations(replace(page, text=text), profile))
    return after == before and prove(page.text, edits, profile).ok


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
