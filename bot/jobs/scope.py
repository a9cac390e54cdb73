"""What a change touches: which citations of a page, and how many of its notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.jobs.world import World
from bot.model.identity import spoken
from bot.model.message import msg
from bot.model.page import Page
from bot.model.report import NotesKept, Saved
from bot.profiles import Profile
from bot.wikitext.citations import citations
from bot.wikitext.dedupe import normal
from bot.wikitext.proof import sources
from bot.wikitext.refs import footnotes
from bot.wikitext.tidy import tidy_page


def changed_citations(base: Page, page: Page, profile: Profile) -> frozenset[str]:
    """Ids of the citations whose note or claims differ from the base revision: what a push is judged on."""
    # what tidying alone changes in a sentence is nobody's new claim
    base = replace(base, text=tidy_page(base, profile).text)
    before = {
        _signature(found.id, found.wikitext, [claim.text for claim in found.claims])
        for found in citations(base, profile)
    }
    return frozenset(
        found.id
        for found in citations(page, profile)
        if _signature(found.id, found.wikitext, [claim.text for claim in found.claims]) not in before
    )


def promised(before: str, after: str, profile: Profile) -> NotesKept:
    """What the wiki's rendering of ``after`` is held to: the notes of ``before``, but those that our own table has otherwise."""
    old, new = ({normal(text) for text in sources(footnotes(page, profile))} for page in (before, after))
    return NotesKept(before, len(old - new))


def tell_unasked(title: str, saved: Saved, world: World) -> None:
    """Say where the wiki could not be asked to render the notes."""
    if saved.unasked is not None:
        world.notify(
            msg(
                "{title}: the wiki could not be asked for a preview ({why}); our own proof stands",
                title=title,
                why=saved.unasked,
            )
        )


def _signature(name: str, wikitext: str, claims: Sequence[str]) -> tuple[str, ...]:
    return (name, " ".join(wikitext.split()), *sorted(spoken(claim) for claim in claims))
