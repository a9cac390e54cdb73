"""Verdicts with their evidence. *Supported* without a located quote cannot be built."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.source import Passage
from bot.model.words import (
    Consulted,
    Hint,
    IdentityVerdict,
    LinkState,
    Notice,
    Reason,
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
    """One field as cited and as a service gives it. ``minor``: a difference that is shown and proves nothing by itself."""

    field: str
    cited: str
    found: str
    agrees: bool
    service: str
    minor: bool = False


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
class Evidence:
    """What a support verdict stands on: how much was read, the passages shown, and who judged.

    ``score`` is the embedded judge's, 0 to 1, low for what deserves a look; it ranks and proves nothing.
    """

    scope: Scope = Scope.none
    passages: tuple[Passage, ...] = ()
    judge: str | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Supported:
    """The source says it, in these words."""

    quote: Quote
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Partial:
    """The source says a part of it, in these words."""

    quote: Quote
    evidence: Evidence
    reason: Reason = Reason.part_unsupported


@dataclass(frozen=True, slots=True)
class Contradicted:
    """The source says otherwise, in these words."""

    quote: Quote
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class NotInSource:
    """The whole source was read and does not say it."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Unjudged:
    """Nobody can say; ``reason`` tells why, ``hint`` is the embedded judge's ranking."""

    reason: Reason
    evidence: Evidence = Evidence()
    hint: Hint | None = None


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
    match support:
        case Supported():
            return Reason.quote_found
        case Contradicted():
            return Reason.source_says_otherwise
        case NotInSource():
            return Reason.source_is_silent
        case Partial(reason=reason) | Unjudged(reason=reason):
            return reason


def quote_of(support: Support) -> Quote | None:
    """The located quote, where the verdict has one."""
    match support:
        case Supported(quote=quote) | Partial(quote=quote) | Contradicted(quote=quote):
            return quote
        case NotInSource() | Unjudged():
            return None
