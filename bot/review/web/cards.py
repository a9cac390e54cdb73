"""What waits for a person on a page, as cards: edits, citations, other findings; what is decided of each, and what is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.gate import PAGE_CODES, decide
from bot.identifiers import urls
from bot.jobs.check import OVERRULED
from bot.locale import Speech
from bot.model.edit import Edit, Finding
from bot.model.message import Message, msg
from bot.model.report import CitationCheck, Gate, PageCheck
from bot.model.words import Fix
from bot.profiles import Profile
from bot.report.findings import ReportedFinding, item_of
from bot.report.work_links import address_of
from bot.review.decisions import ACCEPT, FALSE_ALARM, REJECT, Waiting, chosen, loose, worded
from bot.review.finish import accepted
from bot.review.web.entries import Ready
from bot.store import Decided, Store
from bot.wikitext.proof import Subset


@dataclass(frozen=True, slots=True)
class EditCard:
    """A proposed edit, as it is worded now; ``taken`` says whether the mended text has it."""

    edit: Edit
    decided: Decided | None
    taken: bool

    @property
    def id(self) -> str:
        """Its name in addresses and in the page."""
        return f"e-{self.edit.id}"

    @property
    def open(self) -> bool:
        """Whether a person still has to decide: an edit with a proof needs nobody."""
        return self.decided is None and self.edit.fix is Fix.review

    @property
    def group(self) -> str:
        """Under which title it stands."""
        return "made" if self.edit.fix is Fix.safe else "places"

    @property
    def codes(self) -> tuple[str, ...]:
        """For the filter."""
        return (self.edit.code,)


@dataclass(frozen=True, slots=True)
class FindingCard:
    """A finding that no edit mends and that concerns no citation; also a line of a citation's card."""

    item: ReportedFinding
    decided: Decided | None

    @property
    def finding(self) -> Finding:
        """The finding without what stands beside it."""
        return self.item.finding

    @property
    def id(self) -> str:
        """Its name in addresses and in the page."""
        return f"f-{self.finding.id}"

    @property
    def open(self) -> bool:
        """Whether a person still has to decide; a note never asks for it."""
        return self.decided is None and self.finding.raised

    @property
    def holds(self) -> bool:
        """Whether the gate holds the whole page for it; a person can release it."""
        return self.finding.code in PAGE_CODES

    @property
    def group(self) -> str:
        """Under which title it stands."""
        return "places"

    @property
    def codes(self) -> tuple[str, ...]:
        """For the filter."""
        return (self.finding.code,)


@dataclass(frozen=True, slots=True)
class CitationCard:
    """A citation with its raised findings. ``waiting`` is None when the gate lets it through by itself."""

    check: CitationCheck
    findings: tuple[FindingCard, ...]
    waiting: Waiting | None
    decided: Decided | None

    @property
    def id(self) -> str:
        """Its name in addresses and in the page."""
        return f"c-{self.check.citation.id}"

    @property
    def open(self) -> bool:
        """Held and not decided, or with a raised finding nobody has spoken to."""
        if self.decided is not None:
            return False
        return self.waiting is not None or any(card.open for card in self.findings)

    @property
    def blocked(self) -> bool:
        """Whether it must be overruled by name."""
        return self.waiting is not None and self.waiting.blocked

    def typed(self, speech: Speech) -> str:
        """The name to type before it is overruled; "" where none is asked for."""
        return self.waiting.typed(speech) if self.waiting is not None and self.waiting.blocked else ""

    @property
    def group(self) -> str:
        """Under which title it stands."""
        return "sources" if self.asks else "passing"

    @property
    def asks(self) -> bool:
        """Whether there is or was something to decide."""
        return self.waiting is not None or bool(self.findings)

    @property
    def codes(self) -> tuple[str, ...]:
        """For the filter."""
        return tuple(dict.fromkeys(card.finding.code for card in self.findings))

    @property
    def host(self) -> str:
        """Where the work is, for the filter."""
        return urls.split(address_of(self.check.citation.cited) or "").hostname or ""


Card = EditCard | FindingCard | CitationCard


@dataclass(frozen=True, slots=True)
class CardView:
    """Everything a page's screen shows. ``gate`` counts the releases so far; ``mended`` is the text with the accepted edits."""

    edits: tuple[EditCard, ...]
    citations: tuple[CitationCard, ...]
    findings: tuple[FindingCard, ...]
    notes: tuple[FindingCard, ...]
    gate: Gate
    mended: Subset

    @property
    def cards(self) -> tuple[Card, ...]:
        """All that can be decided."""
        return (*self.citations, *self.edits, *self.findings)

    @property
    def left(self) -> int:
        """How many are undecided."""
        return sum(card.open for card in self.cards)

    @property
    def decided(self) -> int:
        """How many a person has decided."""
        return sum(card.decided is not None for card in self.cards)

    def card(self, name: str) -> Card | None:
        """The card of that id."""
        return next((card for card in self.cards if card.id == name), None)


def view_of(ready: Ready, store: Store, profile: Profile) -> CardView:
    """Put a checked page and the decisions so far together."""
    decisions = chosen(store)
    offered = [worded(store, edit) for edit in ready.tidy.edits]
    made = accepted(ready.tidy, store, profile)
    taken = {edit.id for edit in made.taken}
    loose = _loose(ready, decisions)
    overruled = frozenset(subject for subject, one in decisions.items() if one.kind in {OVERRULED, FALSE_ALARM})
    return CardView(
        edits=tuple(EditCard(edit, decisions.get(edit.id), edit.id in taken) for edit in offered),
        citations=_citations(ready.check, decisions),
        findings=tuple(card for card in loose if card.finding.raised),
        notes=tuple(card for card in loose if not card.finding.raised),
        gate=decide(ready.check.citations, ready.check.gate.policy, overruled=overruled, page=ready.check.findings),
        mended=made,
    )


def left(ready: Ready, decisions: Mapping[str, Decided]) -> int:
    """How many cards are undecided, without making and proving the mended text: for a list of many pages."""
    edits = [EditCard(edit, decisions.get(edit.id), taken=False) for edit in ready.tidy.edits]
    cards: list[Card] = [*edits, *_loose(ready, decisions), *_citations(ready.check, decisions)]
    return sum(card.open for card in cards)


def _loose(ready: Ready, decisions: Mapping[str, Decided]) -> list[FindingCard]:
    """Findings that no citation's card shows."""
    found = loose(ready.tidy, ready.check.findings)
    return [FindingCard(item_of(ready.tidy.page, finding), decisions.get(finding.id)) for finding in found]


def _citations(page: PageCheck, decisions: Mapping[str, Decided]) -> tuple[CitationCard, ...]:
    """Blocked ones first, then those with findings, then the held; those that pass last; page order within each."""
    held = {one.citation: one for one in decide(page.citations, page.gate.policy).because}
    cards = []
    for check in page.citations:
        because = held.get(check.citation.id)
        waiting = None if because is None else Waiting(page.page.name, check, because)
        findings = tuple(
            FindingCard(item_of(page.page, finding, check), decisions.get(finding.id))
            for finding in page.findings
            if finding.citation == check.citation.id and finding.raised
        )
        subject = Waiting(page.page.name, check, because).subject if because is not None else None
        cards.append(CitationCard(check, findings, waiting, decisions.get(subject) if subject else None))
    return tuple(sorted(cards, key=_rank))


def _rank(card: CitationCard) -> int:
    if card.blocked:
        return 0
    if card.findings:
        return 1
    return 2 if card.waiting is not None else 3


def said(card: Card) -> Message | None:
    """What was decided, in words; None while nothing was."""
    decided = card.decided
    if decided is None:
        return None
    reason = decided.reason
    if decided.kind == OVERRULED:
        return msg("Released: {reason}", reason=reason)
    if decided.kind == FALSE_ALARM:
        return msg("False alarm: {reason}", reason=reason)
    if decided.kind == ACCEPT:
        return msg("Accepted")
    if decided.kind == REJECT and isinstance(card, EditCard):
        return msg("Rejected: {reason}", reason=reason) if reason else msg("Rejected")
    return msg("Has to be mended: {reason}", reason=reason) if reason else msg("Has to be mended")


#: Keys of the page, for the help; most of them stand on the buttons too.
KEYS: tuple[tuple[str, Message], ...] = (
    ("y", msg("accept the edit; release the citation, with a reason")),
    ("A", msg("accept every edit that the filters show; their number stands on the button")),
    ("e", msg("put your own words in place of the edit's")),
    ("n", msg("reject the edit; say that the fault is real and has to be mended")),
    ("f", msg("false alarm, with a reason")),
    ("s", msg("skip to the next that is undecided")),
    ("u", msg("undo the decision")),
    ("j", msg("next card")),
    ("k", msg("previous card")),
    ("o", msg("open the source, at the passage where that is possible")),
    ("v", msg("what the judge says")),
    ("w", msg("save: first the difference and the gate's word, then your summary")),
    ("?", msg("this help")),
)

#: What the button says that leads to a language: in that language, or nobody who needs it could read it.
IN_ITS_OWN_WORDS: Mapping[str, str] = {"en": "In English", "ru": "По-русски"}

#: Reasons that are offered, not asked for: they stand in the store and in plans as a person chose or wrote them.
REASONS: tuple[Message, ...] = (
    msg("I have read the source: it says so"),
    msg("the source says it in other words"),
    msg("another edition of the same work"),
    msg("the registry's record is wrong"),
    msg("the address opens for me"),
    msg("common knowledge, the source is for further reading"),
)


@dataclass(frozen=True, slots=True)
class Button:
    """An action on a card. ``asks`` is what it asks first: a ``reason``, an ``optional`` one, or nothing."""

    does: str
    key: str
    text: Message
    asks: str = ""


ALARM_BUTTON = Button("alarm", "f", msg("False alarm"), "reason")
EDIT_BUTTONS = (
    Button("accept", "y", msg("Accept")),
    Button("edit", "e", msg("Edit")),
    Button("reject", "n", msg("Reject"), "optional"),
    ALARM_BUTTON,
)
CITATION_BUTTONS = (
    Button("release", "y", msg("Release"), "reason"),
    Button("reject", "n", msg("Has to be mended"), "optional"),
)
#: Of what the gate holds against the page as a whole.
PAGE_BUTTONS = CITATION_BUTTONS
FINDING_BUTTONS = (Button("reject", "n", msg("Has to be mended"), "optional"), ALARM_BUTTON)
