"""The judge that asks a language model, and believes only what code finds again in the source."""

from __future__ import annotations

import json

from bot.config import JudgeSettings
from bot.judge.budget import Budget
from bot.judge.client import ANSWER_TOKENS, Endpoint, Failure, Reply
from bot.judge.encoder import Encoder
from bot.judge.passages import Near, SourceIndex
from bot.judge.prompt import PASSAGES, WIDE, Prompt, build, is_short
from bot.judge.prompts import VERSION
from bot.judge.schema import parse
from bot.judge.shelf import Shelf
from bot.judge.signs import Calibration
from bot.judge.verdict import Question, decide
from bot.model.citation import Claim
from bot.model.identity import identity
from bot.model.message import Message
from bot.model.ports import Cache
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, NotInSource, Support, Unjudged
from bot.model.words import Reason

#: Changes when code judges the same answer differently, or shows the model something else; kept answers are then asked for anew.
LOGIC = "2"
_SHOWN_TO_PEOPLE = 3


class ModelJudge:
    """A model behind an OpenAI-compatible endpoint. ``name`` is the model's."""

    confirms = True

    def __init__(self, settings: JudgeSettings, endpoint: Endpoint, encoder: Encoder, cache: Cache) -> None:
        self.name = settings.model
        self._endpoint = endpoint
        self._cache = cache
        self._budget = Budget(settings)
        self._shelf = Shelf(encoder)
        self._calibration = Calibration.stored()

    @property
    def cost(self) -> Cost:
        """What was used so far."""
        self._budget.requests = self._endpoint.requests
        return self._budget.cost

    @property
    def trouble(self) -> Message | None:
        """Why the endpoint is not asked any more, for a person; None while it is."""
        return self._endpoint.trouble

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:
        """Judge one claim of the page ``title`` against one source. Never raises for what a model answers."""
        index = await self._shelf.index(source)
        near = index.near(claim, WIDE)
        evidence = Evidence(source.scope, tuple(index.passage(one) for one in near[:_SHOWN_TO_PEOPLE]), self.name)
        if not near:
            return Unjudged(Reason.no_readable_text, evidence)
        if index.order is not None:
            return Unjudged(Reason.instructs, evidence)
        support = await self._judged(claim, index, near[:PASSAGES], title, evidence)
        if isinstance(support, NotInSource) and not is_short(index):
            # of a long source the model saw little: before it is called silent, it sees much more
            support = await self._judged(claim, index, near, title, evidence)
        return support

    async def _judged(
        self, claim: Claim, index: SourceIndex, near: tuple[Near, ...], title: str, evidence: Evidence
    ) -> Support:
        content = await self._content(claim, index, near, title)
        if isinstance(content, Reason):
            return Unjudged(content, evidence)
        answer = parse(content)
        if answer is None:
            return Unjudged(Reason.outside_schema, evidence)
        return decide(answer, Question(claim, index, near, self._calibration), evidence)

    async def _content(self, claim: Claim, index: SourceIndex, near: tuple[Near, ...], title: str) -> str | Reason:
        """The model's answer: the kept one, or a new one within the budget."""
        key = self._key(claim, index.source, title, len(near))
        kept = _kept(self._cache.get("judge", key))
        if kept is not None:
            return kept
        prompt = build(claim, index, near, title)
        reply = await self._asked(prompt)
        if isinstance(reply, Failure):
            return reply.reason
        if reply.refused:
            return Reason.judge_refused
        if parse(reply.content) is not None:
            self._cache.put("judge", key, _to_keep(prompt, reply), days=None)
        return reply.content

    async def _asked(self, prompt: Prompt) -> Reply | Failure:
        held = (prompt.tokens, ANSWER_TOKENS)
        if not self._budget.reserve(*held):
            return Failure(Reason.budget_spent)
        used: tuple[int, int] | None = None
        try:
            reply = await self._endpoint.ask(prompt.system, prompt.user)
            if isinstance(reply, Reply):
                used = reply.tokens or (prompt.tokens, len(reply.content.encode()) // 3)
            return reply
        finally:
            self._budget.settle(held, used)

    def _key(self, claim: Claim, source: SourceText, title: str, shown: int) -> str:
        # the same words mean another thing elsewhere («Этот метод быстрее»): the context that the prompt holds counts
        context = (claim.sentence, claim.before, claim.heading or "", title)
        return identity(claim.text, *context, source.sha256, source.scope, self.name, VERSION, LOGIC, str(shown))


def _to_keep(prompt: Prompt, reply: Reply) -> str:
    return json.dumps({"system": prompt.system, "user": prompt.user, "answer": reply.content}, ensure_ascii=False)


def _kept(stored: str | None) -> str | None:
    if stored is None:
        return None
    try:
        found = json.loads(stored)["answer"]
    except (ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, str) else None
