"""What became of an address: a closed sum. Only ``Missing`` and ``Misleading`` speak against it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.reasons import Reason
from bot.model.source import SourceText, Work
from bot.model.words import LinkState


@dataclass(frozen=True, slots=True)
class Shown:
    """The page answered. ``text`` is None with a ``reason``; ``work`` is what the page says of itself."""

    url: str
    status: int
    text: SourceText | None = None
    work: Work | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Walled:
    """Something answered and does not let programs in: alive, unread."""

    reason: Reason
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """404, 410 or no such host, this once."""

    reason: Reason
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Misleading:
    """A good status and another page: ``state`` is soft_404, parked or redirected_elsewhere."""

    state: LinkState
    reason: Reason
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """No answer that says anything."""

    reason: Reason
    status: int | None = None


Outcome = Shown | Walled | Missing | Misleading | Unclear
