"""Several models' answers to one question. They can only make a verdict more careful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.config import JudgeSettings
from bot.model.reasons import Reason
from bot.model.verdict import Contradicted, NotInSource, Partial, Support, Unjudged, verdict_of
from bot.model.words import SupportVerdict


@dataclass(frozen=True, slots=True)
class Seat:
    """One answer of the panel: which model."""

    model: str


def seats(settings: JudgeSettings) -> tuple[Seat, ...]:
    """The seats of the settings: each model of the panel once; one for a plain judge."""
    return tuple(map(Seat, dict.fromkeys((settings.model, *settings.panel))))


def questions(settings: JudgeSettings, claims: int) -> int:
    """How many questions so many claims make: each seat is asked, as long as it can change the verdict."""
    return claims * len(seats(settings))


def panel_name(settings: JudgeSettings) -> str:
    """What reports and profiles call the judge: a panel is another judge than its first model, and is measured by itself."""
    return " + ".join(seat.model for seat in seats(settings))


def agreed(answers: Sequence[Support]) -> Support:
    """The verdict of a panel: what all say, each with a quote of its own.

    Among *supported* and *partial* it is *partial*; an answer that is *unjudged* leaves all unjudged with its reason; any other
    difference is *judges_disagree*. So no verdict is bolder than the most careful answer.
    """
    unjudged = next((answer for answer in answers if isinstance(answer, Unjudged)), None)
    if unjudged is not None:
        return unjudged
    verdicts = set(map(verdict_of, answers))
    if verdicts == {SupportVerdict.supported, SupportVerdict.partial}:
        return next(answer for answer in answers if isinstance(answer, Partial))
    if len(verdicts) == 1:
        return answers[0]
    raised = next((answer for answer in answers if isinstance(answer, (Contradicted, NotInSource))), answers[0])
    return Unjudged(Reason.judges_disagree, raised.evidence)
