"""What a change touches: which citations of a page, and how many of its notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from bot.jobs.session import Session
from bot.model.ids import spoken
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import WikiClient
from bot.model.report import NotesKept, Saved
from bot.profiles import Profile
from bot.wikitext.dedupe import normal
from bot.wikitext.proof import sources
from bot.wikitext.refs import footnotes
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page


def changed_citations(base: Page, page: Page, profile: Profile) -> frozenset[str]:
    """Ids of the citations whose note or claims differ from the base revision: what a push is judged on."""
    # what tidying alone changes in a sentence is nobody's new claim
    base = replace(base, text=tidy_page(Wikitext(base, profile)).text)
    before = {
        _signature(found.id, found.wikitext, [claim.text for claim in found.claims])
        for found in Wikitext(base, profile).citations
    }
    return frozenset(
        found.id
        for found in Wikitext(page, profile).citations
        if _signature(found.id, found.wikitext, [claim.text for claim in found.claims]) not in before
    )


def promised(before: str, after: str, profile: Profile) -> NotesKept:
    """What the wiki's rendering of ``after`` is held to: the notes of ``before``, but those that our own table has otherwise."""
    old, new = ({normal(text) for text in sources(footnotes(page, profile))} for page in (before, after))
    return NotesKept(before, len(old - new))


@runtime_checkable
class Remembers(Protocol):
    """A client that remembers saves whose answer was lost (``bot.wiki.wiki_client.SafeWiki`` is one)."""

    def clear(self, title: str) -> tuple[Message, ...]:
        """Settle earlier saves; raises WikiError where one of this page may still arrive."""

    def arrived(self, title: str, base: int) -> int | None:
        """As which revision an earlier save over ``base`` arrived late."""


def settle_first(client: WikiClient, title: str, session: Session) -> None:
    """Before anything is read or judged for a save: what became of earlier ones. Raises WikiError, as every save would."""
    if isinstance(client, Remembers):
        for said in client.clear(title):
            session.notify(said)


def arrived(client: WikiClient, title: str, base: int | None) -> int | None:
    """As which revision an earlier save of ``title`` over ``base`` (None: a new page) arrived late; None for no such."""
    return client.arrived(title, base or 0) if isinstance(client, Remembers) else None


def tell_unasked(title: str, saved: Saved, session: Session) -> None:
    """Say where the wiki could not be asked to render the notes, and what became of earlier saves."""
    for said in saved.earlier:
        session.notify(said)
    if saved.unasked is not None:
        session.notify(
            msg(
                "{title}: the wiki could not be asked for a preview ({why}); our own proof stands",
                title=title,
                why=saved.unasked,
            )
        )


def _signature(name: str, wikitext: str, claims: Sequence[str]) -> tuple[str, ...]:
    return (name, " ".join(wikitext.split()), *sorted(spoken(claim) for claim in claims))
