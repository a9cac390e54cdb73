"""What a check with the model would send and cost, asking nobody: a check on what is here already, whose judge only counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.config import JudgeSettings
from bot.jobs.check import (
    ANSWER_TOKENS_A_CLAIM,
    TOKENS_A_CLAIM,
    CheckOptions,
    asked_again,
    checking,
    claims_of_pages,
)
from bot.jobs.session import Chosen, Session
from bot.judge.kept import KIND, About
from bot.judge.panel import questions
from bot.judge.question_size import Planned, QuestionSize, question_size, unanswered
from bot.model.citation import Claim
from bot.model.message import Message, msg, msg_n
from bot.model.page import Page
from bot.model.reasons import RETRYABLE, Reason
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Support, Unjudged


@dataclass(slots=True)
class CountingJudge:
    """A judge that writes down what it is asked and knows nothing."""

    planned: list[Planned] = field(default_factory=list)
    name: str = "none"
    confirms: bool = True
    cost: Cost = field(default_factory=Cost)

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:
        """One question more."""
        self.planned.append(Planned(claim, source, title))
        return Unjudged(Reason.no_judge, Evidence(source.scope))

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:  # noqa: ARG002  a Judge's signature
        """Say nothing: whether sources are asked about together depends on the answers."""
        return None


def estimate(
    pages: Sequence[Page], chosen: Chosen, session: Session, options: CheckOptions | None = None
) -> tuple[Message, ...]:
    """What the pages' first questions would send: those on texts that are here (given, or kept from a check) by their size.

    A claim whose source has not been read counts as an average one; one that a kept answer decides counts nothing.
    """
    claims = claims_of_pages(pages, chosen)
    if session.settings.judge.kind != "openai" or session.settings.judge.embeddings_url:
        return estimates(claims, (), len(claims), session)
    judge = CountingJudge()
    unread = session.run(_unread(pages, chosen, session, options or CheckOptions(), judge))
    return estimates(claims, judge.planned, unread, session)


async def _unread(
    pages: Sequence[Page], chosen: Chosen, session: Session, options: CheckOptions, judge: CountingJudge
) -> int:
    """Let the judge count; how many claims have a source that is not here and could be read."""
    here = CheckOptions(
        offline=True, given=options.given, only=options.only, remember=False, propose=False, announce=False
    )
    quiet = replace(session.settings, judge=replace(session.settings.judge, kind="none"))
    async with checking(replace(session, settings=quiet), here, judge=judge) as check_page:
        done = [await check_page(page, chosen) for page in pages]
    supports = [claim.support for page in done for one in page.citations for claim in one.claims]
    return sum(isinstance(one, Unjudged) and one.reason in RETRYABLE for one in supports)


def estimates(
    claims: Sequence[About], planned: Sequence[Planned], unread: int, session: Session
) -> tuple[Message, ...]:
    """What so many claims would send: ``planned`` by their size, ``unread`` as average ones."""
    judge = session.settings.judge
    if judge.kind != "openai":
        return (_free(judge),)
    asked = unanswered(planned, session.store.kept(KIND))
    sizes = [question_size(one) for one in asked]
    sent = questions(judge, 1) * (sum(size.tokens for size in sizes) + unread * TOKENS_A_CLAIM)
    answers = questions(judge, len(sizes) + unread) * ANSWER_TOKENS_A_CLAIM
    more = (_same(judge, sizes), _kept(len(planned) - len(asked)), _average(unread), asked_again(session, claims))
    return (_amount(judge, len(claims), sent, answers), *filter(None, more))


def _free(settings: JudgeSettings) -> Message:
    from bot.judge import embeddings_announcement

    vectors = embeddings_announcement(settings)
    return vectors or msg("the judge `{kind}` sends nothing to a model and costs nothing", kind=settings.kind)


def _same(settings: JudgeSettings, sizes: Sequence[QuestionSize]) -> Message | None:
    """The prefix that a provider may keep."""
    fixed = questions(settings, 1) * sum(size.instructions for size in sizes)
    told = msg(
        "{fixed} of them are the instructions, the same in every question; {sources} are what is shown of the sources",
        fixed=fixed,
        sources=questions(settings, 1) * sum(size.source for size in sizes),
    )
    return told if sizes else None


def _kept(count: int) -> Message | None:
    told = msg_n(
        "{n} claim is answered already and is not asked", "{n} claims are answered already and are not asked", count
    )
    return told if count else None


def _average(count: int) -> Message | None:
    told = msg_n(
        "the source of {n} claim has not been read yet; it counts as an average one",
        "the sources of {n} claims have not been read yet; they count as average ones",
        count,
    )
    return told if count else None


def _amount(settings: JudgeSettings, claims: int, sent: int, answered: int) -> Message:
    """The first line."""
    if settings.price_in is None or settings.price_out is None:
        return msg(
            "{claims} claims, about {sent} tokens in and {answered} out; set [judge] price_in and price_out for an amount",
            claims=claims,
            sent=sent,
            answered=answered,
        )
    amount = (sent * settings.price_in + answered * settings.price_out) / 1_000_000
    return msg(
        "{claims} claims, about {sent} tokens in and {answered} out: about {amount} {currency}",
        claims=claims,
        sent=sent,
        answered=answered,
        amount=f"{amount:.2f}",
        currency=settings.currency,
    )
