"""Which citations of a page a change touched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.model.page import Page
from bot.profiles import Profile
from bot.wikitext.citations import citations
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


def _signature(name: str, wikitext: str, claims: Sequence[str]) -> tuple[str, ...]:
    return (name, " ".join(wikitext.split()), *sorted(" ".join(claim.split()) for claim in claims))
