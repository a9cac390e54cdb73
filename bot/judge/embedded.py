"""The judge without a key: it finds the nearest passages and ranks by suspicion. It never says *supported* or *contradicted*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.judge.budget import Budget
from bot.judge.embeddings import Finder, FinderDownError
from bot.judge.encoder import Encoder
from bot.model.citation import Claim
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Support, Unjudged

if TYPE_CHECKING:
    from bot.judge.prepared import PreparedSources

_CANDIDATES = 8


class EmbeddedJudge:
    """Always *unjudged* with a hint and the nearest passages verbatim; the same answer every time, offline."""

    name = "embedded"
    confirms = False

    def __init__(self, encoder: Encoder, finder: Finder | None = None, budget: Budget | None = None) -> None:
        self._encoder = encoder
        self._finder = finder
        self._budget = budget
        self._kept: PreparedSources | None = None

    @property
    def _prepared(self) -> PreparedSources:
        """Made for the first claim: where each hint is kept, nothing that judges is loaded."""
        if self._kept is None:
            from bot.judge.prepared import PreparedSources

            self._kept = PreparedSources(self._encoder, self._finder)
        return self._kept

    @property
    def cost(self) -> Cost:
        """What an embeddings endpoint was asked; nothing without one."""
        return self._budget.cost if self._budget is not None else Cost()

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:  # noqa: ARG002  a Judge's signature
        """Rank one claim against one source."""
        from bot.judge.evidence_score import evidence_score, marks
        from bot.judge.passages import SHOWN_BY_HINT

        try:
            index = await self._prepared.index(source)
            near = await self._prepared.near(index, claim, _CANDIDATES)
        except FinderDownError as error:
            return Unjudged(error.reason, Evidence(source.scope, (), self.name))
        if not near:
            return Unjudged(Reason.no_readable_text, Evidence(source.scope, (), self.name))
        shown = tuple(index.passage(one) for one in near[:SHOWN_BY_HINT])
        if index.order is not None:
            return Unjudged(Reason.instructs, Evidence(source.scope, shown, self.name))
        score = evidence_score(claim, index, near)
        evidence = Evidence(source.scope, shown, self.name, round(score.value, 4), marks(claim, index, near))
        return Unjudged(Reason.hint_only, evidence, score.hint)

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:  # noqa: ARG002
        """Say nothing: hints do not add up."""
        return None
