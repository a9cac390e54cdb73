"""Several answers to one question: other models, or the same model again. They can only make a verdict more careful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.config import JudgeSettings
from bot.model.verdict import Contradicted, NotInSource, Partial, Support, Supported, Unjudged, verdict_of
from bot.model.words import Reason

MOST_VOTES = 9


@dataclass(frozen=True, slots=True)
class Seat:
    """One answer of the panel: which model, and which of its votes. The first vote is asked at temperature 0."""

    model: str
    vote: int = 0


def seats(settings: JudgeSettings) -> tuple[Seat, ...]:
    """The seats of the settings: each model of the panel with each of its votes; one for a plain judge."""
    models = dict.fromkeys((settings.model, *settings.panel))
    return tuple(Seat(model, vote) for model in models for vote in range(max(1, settings.votes)))


def questions(settings: JudgeSettings, claims: int) -> int:
    """How many questions so many claims make: each seat is asked, as long as it can change the verdict."""
    return claims * len(seats(settings))


def panel_name(settings: JudgeSettings) -> str:
    """What reports and profiles call the judge: a panel is another judge than its first model, and is measured by itself."""
    models = " + ".join(dict.fromkeys((settings.model, *settings.panel)))
    return f"{models} (votes: {settings.votes})" if settings.votes > 1 else models


def agreed(answers: Sequence[Support]) -> Support:
    """The verdict of a panel: what all say, each with a quote of its own.

    Among *supported* and *partial* it is *partial*; an answer that is *unjudged* leaves all unjudged with its reason; any other
    difference is *judges_disagree*. So no verdict is bolder than the most careful answer.
    """
    unjudged = next((one for one in answers if isinstance(one, Unjudged)), None)
    if unjudged is not None:
        return unjudged
    if len({verdict_of(one) for one in answers}) == 1:
        return answers[0]
    if all(isinstance(one, (Supported, Partial)) for one in answers):
        return next(one for one in answers if isinstance(one, Partial))
    raised = next((one for one in answers if isinstance(one, (Contradicted, NotInSource))), answers[0])
    return Unjudged(Reason.judges_disagree, raised.evidence)
