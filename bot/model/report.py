"""What a check, a tidy or a push says of pages."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.citation import Citation, CitationPlace, Cited, Claim
from bot.model.edit import Edit, Finding, TidyPage
from bot.model.message import Message
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.model.verdict import Identity, Link, Support
from bot.model.words import CitationKind, Decision, Policy


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """One claim against one source, and against the adjacent sources together (``joint``)."""

    claim: Claim
    support: Support
    joint: Support | None = None

    @property
    def text(self) -> str:
        """The claim's words, without markup."""
        return self.claim.text

    @property
    def start(self) -> int:
        """Where it begins in the page's text, in code points."""
        return self.claim.start

    @property
    def end(self) -> int:
        """Where it ends, exclusive."""
        return self.claim.end

    @property
    def refs(self) -> tuple[str, ...]:
        """Ids of the citations whose refs stand behind it."""
        return self.claim.refs


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """Everything found out about one citation; what it says of itself has the names it has in JSON."""

    citation: Citation
    link: Link
    identity: Identity
    claims: tuple[ClaimCheck, ...] = ()

    @property
    def id(self) -> str:
        """Its stable name (contract, «Identity»)."""
        return self.citation.id

    @property
    def kind(self) -> CitationKind:
        """How the page cites the work: the strongest kind of its places."""
        return self.citation.kind

    @property
    def number(self) -> int | None:
        """The first number of its kind, a note's as a reader sees it."""
        return self.citation.number

    @property
    def section(self) -> str | None:
        """The heading above its first place."""
        return self.citation.section

    @property
    def names(self) -> tuple[str, ...]:
        """Names of its refs."""
        return self.citation.names

    @property
    def group(self) -> str:
        """The group of its refs, "" for none."""
        return self.citation.group

    @property
    def places(self) -> tuple[CitationPlace, ...]:
        """Where the page names it, each with kind and number."""
        return self.citation.places

    @property
    def wikitext(self) -> str:
        """The note's content."""
        return self.citation.wikitext

    @property
    def cited(self) -> Cited:
        """What the note says about the work."""
        return self.citation.cited


@dataclass(frozen=True, slots=True)
class KindCounts:
    """How many places of each kind of citation there are."""

    note: int = 0
    short: int = 0
    inline: int = 0
    listed: int = 0
    draft: int = 0

    def __add__(self, other: KindCounts) -> KindCounts:
        """Both together."""
        return KindCounts(*(getattr(self, kind) + getattr(other, kind) for kind in CitationKind))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much was looked at. ``by_kind`` counts places, ``citations`` works; ``skipped`` what was not looked at, by reason."""

    citations: int = 0
    identity_checked: int = 0
    text_read: int = 0
    claims: int = 0
    judged: int = 0
    skipped: tuple[tuple[Reason, int], ...] = ()
    by_kind: KindCounts = KindCounts()


@dataclass(frozen=True, slots=True)
class Because:
    """One citation's part in the gate's decision."""

    citation: str
    code: str
    message: Message
    decision: Decision = Decision.hold


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate's decision on a page and what led to it."""

    decision: Decision
    policy: Policy
    because: tuple[Because, ...] = ()


@dataclass(frozen=True, slots=True)
class GatePass:
    """Permission to save: names the base revision and the exact text that was judged."""

    title: str
    base_revid: int | None
    text_sha256: str


@dataclass(frozen=True, slots=True)
class PageCheck:
    """One page's check. ``edits`` are what the verdicts propose, each for a person: marks, archived copies, missing fields."""

    page: Page
    coverage: Coverage
    citations: tuple[CitationCheck, ...]
    findings: tuple[Finding, ...]
    gate: Gate
    edits: tuple[Edit, ...] = ()

    @property
    def name(self) -> str:
        """The path or title as it was given."""
        return self.page.name

    @property
    def revid(self) -> int | None:
        """The revision that was checked, where it is known."""
        return self.page.revid

    @property
    def text_sha256(self) -> str:
        """Hash of the text that was checked."""
        return self.page.sha256


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run used; ``amount`` is None where no price is configured."""

    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    amount: float | None = None
    currency: str | None = None

    def since(self, earlier: Cost) -> Cost:
        """What was used after ``earlier``, an older count of the same run."""
        amount = None if self.amount is None else round(self.amount - (earlier.amount or 0.0), 6)
        return Cost(
            self.requests - earlier.requests,
            self.tokens_in - earlier.tokens_in,
            self.tokens_out - earlier.tokens_out,
            amount,
            self.currency,
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """Against the last check of the same page: counts of raised findings, and the ids of those that are new."""

    mended: int
    new: int
    as_before: int
    fresh: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of ``check``: ``complete`` is False only for what a second run could finish.

    ``bugs`` are faults of this program that were met on the way, a line each, here and in the reports below.
    """

    pages: tuple[PageCheck, ...]
    complete: bool
    cost: Cost = Cost()
    head: tuple[Message, ...] = ()
    hints: tuple[Message, ...] = ()
    difference: Difference | None = None
    bugs: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class TidyReport:
    """The result of ``tidy``."""

    pages: tuple[TidyPage, ...]
    head: tuple[Message, ...] = ()
    bugs: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class NotesKept:
    """What a save promises of the page's notes as the wiki renders them: ``before`` is the text whose notes must stay.

    ``changed`` is how many of them the edits themselves word anew or take out.
    """

    before: str
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Saved:
    """A save that was read back: the revision it was based on (0 for a new page) and the one it made.

    ``unasked`` says why the wiki could not render the notes before the save; None when it did or nothing was promised.
    ``earlier`` tells what became of earlier saves whose answer was lost.
    """

    oldid: int
    newid: int
    unasked: Message | None = None
    earlier: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class PushPage:
    """One page's push: what the gate said, what would change, and what was saved."""

    page: Page
    text: str
    check: PageCheck
    diff: str
    saved: Saved | None = None
    note: Message | None = None

    @property
    def name(self) -> str:
        """The path or title as it was given."""
        return self.page.name

    @property
    def decision(self) -> Decision:
        """The gate's word."""
        return self.check.gate.decision

    @property
    def because(self) -> tuple[Because, ...]:
        """What led to it."""
        return self.check.gate.because


@dataclass(frozen=True, slots=True)
class PushReport:
    """The result of ``push``."""

    pages: tuple[PushPage, ...]
    complete: bool
    head: tuple[Message, ...] = ()
    hints: tuple[Message, ...] = ()
    bugs: tuple[Message, ...] = ()


#: What a command reports and every format renders.
Report = CheckReport | TidyReport | PushReport


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault put into the sample on purpose: ``code`` of the finding it must raise, ``where`` it stands, and its ``kind``.

    ``where`` is a part of the note or of the words around it, chosen so that it names one place.
    """

    code: str
    where: str
    kind: str


@dataclass(frozen=True, slots=True)
class DemoComparison:
    """What a demo raised against what was planted: ``raised`` as planted, ``missing`` of it, and ``unexpected`` findings."""

    raised: tuple[Planted, ...] = ()
    missing: tuple[Planted, ...] = ()
    unexpected: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class DemoReport:
    """The result of ``demo``: both reports on the sample; ``head`` says what was replayed and what was computed."""

    tidy: TidyReport
    check: CheckReport
    comparison: DemoComparison
    head: tuple[Message, ...] = ()

    @property
    def as_planted(self) -> bool:
        """Whether exactly the planted faults were raised."""
        return not self.comparison.missing and not self.comparison.unexpected
