"""The one way to a saved edit: propose, prove, scope, check, gate, save, read back.

``propose`` says what tidying would edit, ``change_by`` proves edits and ``change_to`` takes a person's text; both
say what the change is judged on. A ``Change`` then goes through ``judge`` and ``save``, and nothing else asks a wiki to save.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from bot.errors import GateHeld, InputError
from bot.gate import decide, pass_for
from bot.jobs.check import CheckOptions, check
from bot.jobs.memory import remembered
from bot.jobs.page_findings import brought
from bot.jobs.session import Chosen, Session, say_nothing
from bot.model.citation import Citation
from bot.model.edit import Edit, TidyPage
from bot.model.ids import spoken
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import WikiClient
from bot.model.report import CheckReport, Coverage, Gate, NotesKept, PageCheck, Saved
from bot.model.words import Fix, Policy
from bot.report.diff import unified
from bot.store import Store
from bot.wikitext.citations import touched
from bot.wikitext.dedupe import normal
from bot.wikitext.proof import sources, take
from bot.wikitext.proposals.marking import is_mark
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page


@dataclass(frozen=True, slots=True)
class Change:
    """What a page is to become.

    ``base`` is the revision that is replaced, its revid None where the page is to be made. ``edits`` make ``text``; one's own
    text has none. ``scope`` holds the ids of the citations that it is judged on. ``notes`` is what the wiki's rendering is held
    to; None where nothing is promised. ``mechanical``: it brings no words but those of edits with a proof.
    """

    base: Page
    text: str
    edits: tuple[Edit, ...] = ()
    scope: frozenset[str] = frozenset()
    notes: NotesKept | None = None
    mechanical: bool = True

    @property
    def page(self) -> Page:
        """The page as it would be."""
        return replace(self.base, text=self.text)

    @property
    def diff(self) -> str:
        """What would change, for a person."""
        return unified(self.base.text, self.text, self.base.title)


def propose(page: Wikitext, session: Session, offered: TidyPage | None = None) -> TidyPage:
    """What this program would edit by itself, without what a person rejected or took back; its safe edits are proven.

    ``offered`` is the page's tidy, where the caller has it already.
    """
    return remembered(offered or tidy_page(page), page.profile, session.store)


def change_by(before: Wikitext, edits: Sequence[Edit]) -> Change:
    """The change that ``edits`` make together, proven; judged on the citations that they touch.

    A mark of the wiki brings neither words nor a citation: there is nothing that the gate could ask of it. Raises GateHeld where
    the text that they make fails the proof, InputError where they do not fit the page.
    """
    name = before.page.name
    try:
        made = take(before, edits, {edit.id for edit in edits})
    except ValueError as error:
        raise InputError(
            msg("{name}: the plan's edits do not fit together: {why}", name=name, why=str(error)),
            msg("make the plan again"),
        ) from error
    if not made.proof.ok:
        failed = ", ".join(name for name, held in made.proof.checks if not held)
        raise GateHeld(
            msg("{name}: the accepted edits together fail the proof ({checks})", name=name, checks=failed),
            msg("nothing is changed; reject one of them and try again"),
        )
    brings = tuple(edit for edit in made.taken if not is_mark(edit, before.profile))
    notes = promised(before, before.edited(made.text))
    mechanical = all(edit.fix is Fix.safe for edit in brings)
    return Change(before.page, made.text, made.taken, touched(before, brings), notes, mechanical)


def change_to(base: Page, text: str, chosen: Chosen, store: Store, *, written: str) -> Change:
    """The change to a person's text (``written``, before it was tidied); judged on all that differs from the base."""
    after, draft = chosen.read(replace(base, text=text)), chosen.read(replace(base, text=written))
    scope = changes(chosen.read(base), after, store)
    return Change(base, text, (), scope, promised(draft, after), mechanical=False)


def policy_of(change: Change, session: Session) -> Policy:
    """``[gate] mechanical`` for edits with a proof, ``[gate] text`` as soon as one of them is a person's."""
    gate = session.settings.gate
    return Policy(gate.mechanical if change.mechanical else gate.text)


def judge(
    change: Change,
    chosen: Chosen,
    session: Session,
    options: CheckOptions,
    *,
    whole: bool = False,
    halted: Callable[[], bool] | None = None,
) -> CheckReport:
    """Check what the page would be and ask the gate about the citations in scope; ``whole`` checks all of it for its findings.

    The policy is that of the change. Edits that touch no citation are not asked about, unless it is checked whole. Nothing is
    remembered for the next check and nothing proposed: a change is no report. Raises as ``check``.
    """
    policy = policy_of(change, session)
    if not whole and not change.scope and (change.edits or change.mechanical):
        return CheckReport((unquestioned(change, policy),), complete=True)
    scope = ((change.base.name, change.scope),)
    only = () if whole else scope
    job = replace(options, remember=False, propose=False, only=only, gated=scope, policy=policy)
    return check([change.page], chosen, session, job, halted)


def unquestioned(change: Change, policy: Policy = Policy.no_proven_fault) -> PageCheck:
    """The check of a change that touches no citation: there is nothing that the gate could ask of it."""
    return PageCheck(change.page, Coverage(), (), (), decide((), policy))


def save(
    change: Change,
    gate: Gate,
    client: WikiClient,
    summary: str,
    *,
    tell: Callable[[Message], None] = say_nothing,
    minor: bool = False,
    bot: bool = True,
) -> Saved:
    """Save what the gate has let through, by the protocol, and read it back.

    ``tell`` hears where the wiki could not be asked to render the notes, and what became of earlier saves. Raises GateHeld,
    WikiError.
    """
    allowed = pass_for(change.base, change.text, gate)
    saved = client.save(change.base, change.text, summary, allowed, minor=minor, bot=bot, notes=change.notes)
    for said in saved.earlier:
        tell(said)
    if saved.unasked is not None:
        tell(
            msg(
                "{title}: the wiki could not be asked for a preview ({why}); our own proof stands",
                title=change.base.title,
                why=saved.unasked,
            )
        )
    return saved


def changes(base: Wikitext, after: Wikitext, store: Store) -> frozenset[str]:
    """What a push is judged on: ids of the citations whose note or claims differ from the base revision, and of what the page
    as a whole lacks by this change.
    """
    return _changed_citations(base, after) | brought(base, after, store)


def _changed_citations(base: Wikitext, after: Wikitext) -> frozenset[str]:
    # what tidying alone changes in a sentence is nobody's new claim
    tidied = base.edited(tidy_page(base).text)
    before = {_signature(found) for found in tidied.citations}
    return frozenset(found.id for found in after.citations if _signature(found) not in before)


def promised(before: Wikitext, after: Wikitext) -> NotesKept:
    """What the wiki's rendering of ``after`` is held to: the notes of ``before``, but those that our own table has otherwise."""
    if before.text == after.text:
        return NotesKept(before.text, 0)
    old, new = ({normal(text) for text in sources(page.table)} for page in (before, after))
    return NotesKept(before.text, len(old - new))


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


def _signature(citation: Citation) -> tuple[str, ...]:
    """What is judged of a citation: what the page says of the work, in which kinds of places, and the claims attached."""
    kinds = sorted({place.kind for place in citation.places})
    texts = [citation.wikitext, *(other.plain for other in citation.others)]
    said = sorted(" ".join(text.split()) for text in texts)
    return (citation.id, *kinds, *said, *sorted(spoken(claim.text) for claim in citation.claims))
