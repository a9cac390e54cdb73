"""What waits for a person after a check, and what they said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.gate import PAGE_CODES, overrule_subject
from bot.jobs.check import OVERRULED
from bot.jobs.memory import REWORDED, keep_accepted
from bot.jobs.memory import worded as worded
from bot.locale import Speech
from bot.model.edit import Edit, Finding, TidyPage
from bot.model.page import Page
from bot.model.report import Because, CheckReport, CitationCheck
from bot.model.words import CitationKind, Decision, Fix
from bot.report.citation_labels import label
from bot.report.findings import without_edit
from bot.store import Decided, Store

#: The words of a decision (contract, ``mlwiki/plan/1``), each the kind under which the store keeps it. ``reject`` on a citation
#: or a finding says that the fault is real and has to be mended.
ACCEPT = "accept"
REJECT = "reject"
FALSE_ALARM = "false_alarm"
KINDS: tuple[str, ...] = (ACCEPT, REJECT, FALSE_ALARM, OVERRULED)


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

    def typed(self, speech: Speech) -> str:
        """The name a person types to overrule it: a note's number, what another place is called, a ref's name, else the id."""
        citation = self.check.citation
        if citation.number is None:
            return citation.names[0] if citation.names else citation.id
        return str(citation.number) if citation.kind is CitationKind.note else label(citation, speech)


def waiting(report: CheckReport) -> tuple[Waiting, ...]:
    """Every held or blocked citation, blocked ones first, in page order."""
    found = []
    for page in report.pages:
        by_id = {check.citation.id: check for check in page.citations}
        about = [reason for reason in page.gate.because if reason.citation in by_id]
        found += [Waiting(page.page.name, by_id[reason.citation], reason) for reason in about]
    return tuple(sorted(found, key=lambda item: not item.blocked))


def lacking(report: CheckReport) -> tuple[tuple[Page, Finding], ...]:
    """What the gate holds against pages as a whole, each with its page."""
    codes = [{reason.code for reason in page.gate.because} for page in report.pages]
    return tuple(
        (page.page, finding)
        for page, held in zip(report.pages, codes, strict=True)
        for finding in page.findings
        if PAGE_CODES.get(finding.code) in held
    )


def release(store: Store, item: Waiting, reason: str, who: str) -> None:
    """A person takes the citation on themselves, with a reason; stored at once."""
    store.decide(Decided(item.subject, OVERRULED, reason, who))


def take_back(store: Store, item: Waiting) -> None:
    """Undo a release."""
    store.take_back(item.subject, OVERRULED)


def released_pages(store: Store) -> frozenset[str]:
    """The ids under which a person released what holds a page as a whole; a false alarm releases it too."""
    return frozenset(store.decisions(OVERRULED)) | frozenset(store.decisions(FALSE_ALARM))


def undecided(items: Sequence[Waiting], store: Store) -> tuple[Waiting, ...]:
    """Those that nobody has released yet."""
    released = store.decisions(OVERRULED)
    return tuple(item for item in items if item.subject not in released)


def loose(page: TidyPage, checked: Sequence[Finding]) -> list[Finding]:
    """Findings of a page that concern no citation, those of a check (``checked``) too.

    Where an edit is offered for the very place, asking about the edit is enough.
    """
    return list(without_edit(page, (*page.findings, *(finding for finding in checked if finding.citation is None))))


def choose(store: Store, decided: Decided) -> None:
    """Store a decision at once; it replaces every other one on the same subject."""
    for kind in KINDS:
        if kind != decided.kind:
            store.take_back(decided.subject, kind)
    store.decide(decided)


def accept(store: Store, edit: Edit, who: str) -> None:
    """A person takes an edit as it is worded now: the decision hangs on its id, the words are kept beside it."""
    keep_accepted(store, worded(store, edit))
    choose(store, Decided(edit.id, ACCEPT, "", who))


def withdraw(store: Store, subject: str) -> None:
    """Undo whatever was decided on a subject; a person's own wording goes with it."""
    for kind in KINDS:
        store.take_back(subject, kind)
    store.put(REWORDED, subject, "", days=0)


def chosen(store: Store) -> Mapping[str, Decided]:
    """Every decision by its subject, whatever its kind."""
    return {subject: decided for kind in KINDS for subject, decided in store.decisions(kind).items()}


def reword(store: Store, edit: Edit, texts: Sequence[str], who: str) -> None:
    """Take an edit with a person's own text for each of its spans. Raises ValueError when the numbers differ."""
    if len(texts) != len(edit.spans):
        message = f"{len(edit.spans)} texts are needed"
        raise ValueError(message)
    store.put(REWORDED, edit.id, json.dumps(list(texts), ensure_ascii=False), days=None)
    accept(store, edit, who)


def wanted(page: TidyPage, decisions: Mapping[str, Decided]) -> frozenset[str]:
    """Ids of the edits to make: safe ones unless rejected, the others only if accepted."""
    return frozenset(edit.id for edit in page.edits if _wanted(edit, decisions))


def _wanted(edit: Edit, decisions: Mapping[str, Decided]) -> bool:
    decided = decisions.get(edit.id)
    if decided is None:
        return edit.fix is Fix.safe
    return decided.kind == ACCEPT
