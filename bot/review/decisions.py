"""What waits for a person after a check, and what they said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.gate import overrule_subject
from bot.jobs.check import OVERRULED
from bot.model.report import Because, CheckReport, CitationCheck
from bot.model.words import Decision
from bot.store import Decided, Store


@dataclass(frozen=True, slots=True)
class Waiting:
    """One citation that the gate did not let through."""

    page: str
    check: CitationCheck
    because: Because

    @property
    def subject(self) -> str:
        """What the decision hangs on."""
        return overrule_subject(self.check.citation)

    @property
    def blocked(self) -> bool:
        """Whether it must be overruled by name."""
        return self.because.decision is Decision.block

    @property
    def label(self) -> str:
        """The name a person types to overrule it: the shown number, else the ref's name, else the id."""
        citation = self.check.citation
        if citation.number is not None:
            return str(citation.number)
        return citation.names[0] if citation.names else citation.id


def waiting(report: CheckReport) -> tuple[Waiting, ...]:
    """Every held or blocked citation, blocked ones first, in page order."""
    found = []
    for page in report.pages:
        by_id = {check.citation.id: check for check in page.citations}
        found += [Waiting(page.page.name, by_id[reason.citation], reason) for reason in page.gate.because]
    return tuple(sorted(found, key=lambda item: not item.blocked))


def release(store: Store, item: Waiting, reason: str, who: str) -> None:
    """A person takes the citation on themselves, with a reason; stored at once."""
    store.decide(Decided(item.subject, OVERRULED, reason, who))


def take_back(store: Store, item: Waiting) -> None:
    """Undo a release."""
    store.take_back(item.subject, OVERRULED)


def undecided(items: Sequence[Waiting], store: Store) -> tuple[Waiting, ...]:
    """Those that nobody has released yet."""
    released = store.decisions(OVERRULED)
    return tuple(item for item in items if item.subject not in released)
