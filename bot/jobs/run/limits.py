"""How much one run may do (``[run]`` and ``[judge] budget``), and what its operator is told before a model is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.config import Settings
from bot.config.declared import seconds_of
from bot.errors import ConfigError
from bot.jobs.check import TOKENS_A_CLAIM, asked_again, claims_of_pages
from bot.judge.panel import questions
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Clock

if TYPE_CHECKING:
    from bot.jobs.run.one_page import RunContext


@dataclass(slots=True)
class Limits:
    """What is left of a run; ``edits`` counts what earlier processes of the same run saved, too.

    ``trial`` is how many edits may ever be made under the approved task, 0 for any number; ``tried`` counts them. ``announced``
    says that the operator was told what leaves the machine.
    """

    max_edits: int
    max_pages: int
    deadline: float | None
    budget: float | None
    budget_tokens: int | None
    clock: Clock
    edits: int = 0
    pages: int = 0
    spent: float = 0.0
    tokens: int = field(default=0)
    trial: int = 0
    tried: int = 0
    announced: bool = False

    @classmethod
    def of(cls, settings: Settings, clock: Clock, edits: int, tried: int = 0) -> Limits:
        """The limits that are set, from now on. Raises ConfigError for a trial that names no task."""
        if settings.run.trial and not settings.run.approved_task.strip():
            raise ConfigError(
                msg("a trial needs to know under which approval it is made"), msg("name it in [run] approved_task")
            )
        seconds = seconds_of(settings.run.max_time, "run.max_time")
        deadline = None if seconds is None else clock.monotonic() + seconds
        judge = settings.judge
        return cls(
            settings.run.max_edits, settings.run.max_pages, deadline, judge.budget, judge.budget_tokens, clock, edits,
            trial=settings.run.trial, tried=tried,
        )  # fmt: skip

    def reached(self) -> Message | None:
        """Which limit ends the run; None while there is room."""
        if self.edits >= self.max_edits:
            return msg("[run] max_edits = {n}", n=self.max_edits)
        if self.trial and self.tried >= self.trial:
            return msg("the trial's {n} edits are made", n=self.trial)
        if self.pages >= self.max_pages:
            return msg("[run] max_pages = {n}", n=self.max_pages)
        if self.late():
            return msg("[run] max_time")
        if self.budget is not None and self.spent >= self.budget:
            return msg("[judge] budget")
        if self.budget_tokens is not None and self.tokens >= self.budget_tokens:
            return msg("[judge] budget_tokens")
        return None

    def late(self) -> bool:
        """Whether the run's time is over."""
        return self.deadline is not None and self.clock.monotonic() >= self.deadline


def announce(context: RunContext, page: Page) -> None:
    """Say once, before the first model call, what leaves the machine, to whom and how much; nothing where no model is asked."""
    from bot.judge import embeddings_announcement, sends

    settings, options = context.session.settings, context.options
    silent = not sends(settings.judge) or options.offline or bool(options.replay)
    if silent or context.limits.announced or not claims_of_pages([page], context.chosen):
        return
    context.limits.announced = True
    by_model = announcement(settings) if settings.judge.kind == "openai" else None
    for told in (by_model, embeddings_announcement(settings.judge), asked_again(context.session)):
        if told is not None:
            context.announce(told)


def announcement(settings: Settings) -> Message:
    """For a run nobody knows yet how many claims there are: the limits say how much it can be at most."""
    judge = settings.judge
    return msg(
        "claims with passages of their sources (about {tokens} tokens each) of at most {pages} pages go to {host}, "
        "model {model}; limit: {limit}",
        tokens=questions(judge, TOKENS_A_CLAIM),
        pages=settings.run.max_pages,
        host=urlsplit(judge.base_url).netloc,
        model=judge.model,
        limit=_limit(settings),
    )


def _limit(settings: Settings) -> Message:
    judge = settings.judge
    if judge.budget is not None:
        return msg("{amount} {currency}", amount=judge.budget, currency=judge.currency)
    if judge.budget_tokens is not None:
        return msg("{n} tokens", n=judge.budget_tokens)
    return msg("none")
