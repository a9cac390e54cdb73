"""Findings, edits and the proof that an edit kept what it had to keep."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.message import Message
from bot.model.page import Page, Place
from bot.model.words import Fix, Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, wherever it stands: equal ids are one finding with several places.

    ``aliases`` are the ids that earlier versions gave it: what was decided under them holds.
    """

    id: str
    code: str
    severity: Severity
    message: Message
    places: tuple[Place, ...] = ()
    excerpt: str = ""
    citation: str | None = None
    aliases: tuple[str, ...] = ()

    @property
    def raised(self) -> bool:
        """Whether it counts for the exit code."""
        return self.severity is not Severity.note


@dataclass(frozen=True, slots=True)
class Span:
    """One replacement: ``before`` is the text between the two offsets, ``after`` what stands there then.

    Offsets are code points of the original text, end exclusive.
    """

    start: int
    end: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Declared:
    """What an edit takes from a page's reader and brings by its own account, each as often as it counts.

    ``addresses`` can be clicked; ``words`` are read, tags and addresses left out.
    """

    addresses_lost: tuple[str, ...] = ()
    addresses_added: tuple[str, ...] = ()
    words_lost: tuple[str, ...] = ()
    words_added: tuple[str, ...] = ()

    def __add__(self, other: Declared) -> Declared:
        """What two edits declare as one."""
        return Declared(
            self.addresses_lost + other.addresses_lost,
            self.addresses_added + other.addresses_added,
            self.words_lost + other.words_lost,
            self.words_added + other.words_added,
        )


@dataclass(frozen=True, slots=True)
class Edit:
    """An atomic change: all its spans or none; what it ``needs`` (ids) is taken or left with it.

    ``declares`` is written by the rule that makes a safe edit. None, of an edit for a person and of one out of a plan: what its
    spans show, since the person sees these. ``aliases`` are the ids that earlier versions gave it.
    """

    id: str
    code: str
    fix: Fix
    message: Message
    spans: tuple[Span, ...]
    needs: tuple[str, ...] = ()
    declares: Declared | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """Which invariants were checked on the edited text, and whether each held."""

    checks: tuple[tuple[str, bool], ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every check held."""
        return all(held for _, held in self.checks)


@dataclass(frozen=True, slots=True)
class TidyPage:
    """What tidying found and would change on one page; ``text`` has every safe edit made.

    ``name`` and ``text_sha256`` are the page's, as in JSON.
    """

    page: Page
    text: str
    edits: tuple[Edit, ...]
    findings: tuple[Finding, ...]
    proof: Proof

    @property
    def name(self) -> str:
        """The path or title as it was given."""
        return self.page.name

    @property
    def text_sha256(self) -> str:
        """Hash of the text that offsets point into: the one before the edits."""
        return self.page.sha256

    @property
    def changed(self) -> bool:
        """Whether the safe edits change the page."""
        return self.text != self.page.text


def apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """Make every span of ``edits`` on ``text``.

    Raises ValueError when a span does not stand where it says, or two overlap: then nothing is changed.
    """
    spans = sorted((span for edit in edits for span in edit.spans), key=lambda span: (span.start, span.end))
    pieces: list[str] = []
    position = 0
    for span in spans:
        if span.start < position:
            msg = f"edits overlap at {span.start}"
            raise ValueError(msg)
        if text[span.start : span.end] != span.before:
            msg = f"the text at {span.start} is not what the edit expects"
            raise ValueError(msg)
        pieces += [text[position : span.start], span.after]
        position = span.end
    return "".join(pieces) + text[position:]
