"""Verdicts with their evidence. *Supported* without a located quote cannot be built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from bot.model.message import Message
from bot.model.reasons import Reason
from bot.model.source import Passage
from bot.model.words import (
    ConflictKind,
    Consulted,
    Hint,
    IdentityVerdict,
    LinkState,
    MarkKind,
    Notice,
    Scope,
    SupportVerdict,
)


@dataclass(frozen=True, slots=True)
class Link:
    """What the citation's address answered. ``looks`` counts looks over time; times are ISO 8601 in UTC."""

    state: LinkState
    status: int | None = None
    reason: Reason | None = None
    looks: int = 1
    first_failed: str | None = None
    archived: str | None = None


@dataclass(frozen=True, slots=True)
class FieldCheck:
    """One field as cited and as a service gives it.

    ``agrees`` is None where the two cannot be compared. ``minor``: a difference that is shown and proves nothing by itself.
    ``level`` is how near the two are, ``weight`` what that speaks for or against the work, ``speaks`` says the level to people;
    None where nobody has said it.
    """

    field: str
    cited: str
    found: str
    agrees: bool | None
    service: str
    minor: bool = False
    level: str | None = None
    weight: float | None = None
    speaks: Message | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A correction that the home registry gave and nobody disputes; never a model's."""

    field: str
    value: str
    service: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Whether the cited work exists and is the one described, with who was asked and what they said.

    ``additions`` are fields that the note lacks and that the home registry gives, where nobody contradicts it.
    """

    verdict: IdentityVerdict
    reason: Reason
    consulted: tuple[tuple[str, Consulted], ...] = ()
    fields: tuple[FieldCheck, ...] = ()
    notices: tuple[Notice, ...] = ()
    suggestion: Suggestion | None = None
    additions: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that code found in the fetched text: ``text`` is the source's own spelling at ``start``..``end``.

    Made by ``bot.judge.quote.locate`` alone, never from a model's answer.
    """

    text: str
    start: int
    end: int
    source_sha256: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What a person should compare first; ``text`` is the claim's own words for it, empty for a negation."""

    kind: MarkKind
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a support verdict stands on: how much was read, the passages shown, and who judged.

    ``score`` is the embedded judge's, 0 to 1, low for what deserves a look; it ranks and proves nothing;
    ``marks`` stand beside it and move it little.
    """

    scope: Scope = Scope.none
    passages: tuple[Passage, ...] = ()
    judge: str | None = None
    score: float | None = None
    marks: tuple[Mark, ...] = ()


class _Judged:
    """What every support verdict can be asked, by the names it has in JSON; nothing is kept here."""

    __slots__ = ()
    evidence: Evidence

    @property
    def verdict(self) -> SupportVerdict:
        """The contract's word."""
        return verdict_of(cast("Support", self))

    @property
    def quote_found(self) -> bool:
        """Whether code found words of the source."""
        return quote_of(cast("Support", self)) is not None

    @property
    def scope(self) -> Scope:
        """How much of the source was read."""
        return self.evidence.scope

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The passages that were shown."""
        return self.evidence.passages

    @property
    def judge(self) -> str | None:
        """Who judged."""
        return self.evidence.judge


class _Told(_Judged):
    """A verdict that needs no hint."""

    __slots__ = ()

    @property
    def hint(self) -> None:
        """A hint is only given where nobody judged."""
        return


@dataclass(frozen=True, slots=True)
class Apart:
    """A number or name of a claim that does not stand by the quote; ``said`` is the sentence elsewhere that has it, or ""."""

    text: str
    said: str


@dataclass(frozen=True, slots=True)
class Supported(_Told):
    """The source says it, in these words; ``apart`` is what of the claim a person should look for elsewhere in the source."""

    quote: Quote
    evidence: Evidence
    apart: tuple[Apart, ...] = ()

    @property
    def reason(self) -> Reason:
        """Why it is so."""
        return Reason.quote_found


@dataclass(frozen=True, slots=True)
class Partial(_Told):
    """The source says a part of it, in these words."""

    quote: Quote
    evidence: Evidence
    reason: Reason = Reason.part_unsupported


@dataclass(frozen=True, slots=True)
class Conflict:
    """What code can point at where two statements cannot both be true: the claim's words and the source's."""

    kind: ConflictKind
    claimed: str
    said: str


@dataclass(frozen=True, slots=True)
class Contradicted(_Told):
    """The source says otherwise, in these words, and code found where: without a located conflict there is no contradiction."""

    quote: Quote
    evidence: Evidence
    conflict: Conflict

    @property
    def reason(self) -> Reason:
        """Why it is so."""
        return Reason.source_says_otherwise


@dataclass(frozen=True, slots=True)
class NotInSource(_Told):
    """The whole source was read and does not say it."""

    evidence: Evidence

    @property
    def reason(self) -> Reason:
        """Why it is so."""
        return Reason.source_is_silent

    @property
    def quote(self) -> None:
        """There are no words to quote."""
        return


@dataclass(frozen=True, slots=True)
class Unjudged(_Judged):
    """Nobody can say; ``reason`` tells why, ``hint`` is the embedded judge's ranking."""

    reason: Reason
    evidence: Evidence = Evidence()
    hint: Hint | None = None

    @property
    def quote(self) -> None:
        """There are no words to quote."""
        return


Support = Supported | Partial | Contradicted | NotInSource | Unjudged


def verdict_of(support: Support) -> SupportVerdict:
    """The contract's word for a support record."""
    match support:
        case Supported():
            return SupportVerdict.supported
        case Partial():
            return SupportVerdict.partial
        case Contradicted():
            return SupportVerdict.contradicted
        case NotInSource():
            return SupportVerdict.not_in_source
        case Unjudged():
            return SupportVerdict.unjudged


def reason_of(support: Support) -> Reason:
    """The reason that the contract's ``reason`` carries."""
    return support.reason


def quote_of(support: Support) -> Quote | None:
    """The located quote, where the verdict has one."""
    return support.quote
