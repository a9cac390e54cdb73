"""A plan: what would be changed on which revision, and what a person decided of it. Written now, applied later."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.model.edit import Edit


class Choice(StrEnum):
    """What a person can say of an edit, a finding or a citation; the words stand in plans and in the store."""

    accept = "accept"
    reject = "reject"
    overrule = "overrule"
    false_alarm = "false_alarm"


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """One decision: ``id`` names the edit or finding, ``by`` the person."""

    id: str
    choice: Choice
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class PlanPage:
    """One page of a plan: the text it was made for is named by ``text_sha256``, on a wiki also by ``revid``."""

    name: str
    title: str
    wiki: str
    revid: int | None
    text_sha256: str
    edits: tuple[Edit, ...]
    decisions: tuple[PlanDecision, ...] = ()

    def chosen(self, choice: Choice) -> frozenset[str]:
        """Ids that a person decided so."""
        return frozenset(one.id for one in self.decisions if one.choice is choice)


@dataclass(frozen=True, slots=True)
class Plan:
    """``mlwiki/plan/1``. One that was read from a file is a stranger's word.

    ``own`` True: it was made in this process of what a person named and decided here, and its names and decisions are theirs.
    ``profile`` is the name of the profile under which the edits were made; plans of earlier versions have none.
    """

    pages: tuple[PlanPage, ...]
    own: bool = False
    profile: str | None = None
