"""On which terms a run works: the task that was approved, and what the operator is told before a model is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.jobs.check import TOKENS_A_CLAIM, asked_again, claims_of_pages
from bot.judge.panel import questions
from bot.model.message import Message, msg
from bot.model.page import Page

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.jobs.run.one_page import RunContext


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
