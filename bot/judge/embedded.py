"""The judge without a key: it finds the nearest passages and ranks by suspicion. It never says *supported* or *contradicted*."""

from __future__ import annotations

from collections.abc import Sequence

from bot.judge.budget import Budget
from bot.judge.embeddings import Finder, FinderDownError
from bot.judge.encoder import Encoder
from bot.judge.passages import Near, SourceIndex
from bot.judge.prepared import PreparedSources
from bot.judge.signs import Calibration, all_signs
from bot.model.citation import Claim
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Support, Unjudged
from bot.model.words import Hint, Reason

_PASSAGES = 5
_CANDIDATES = 8


class EmbeddedJudge:
    """Always *unjudged* with a hint and the nearest passages verbatim; the same answer every time, offline."""

    name = "embedded"
    confirms = False

    def __init__(self, encoder: Encoder, finder: Finder | None = None, budget: Budget | None = None) -> None:
        self._calibration = Calibration.stored()
        self._prepared = PreparedSources(encoder, finder)
        self._budget = budget

    @property
    def cost(self) -> Cost:
        """What an embeddings endpoint was asked; nothing without one."""
        return self._budget.cost if self._budget is not None else Cost()

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:  # noqa: ARG002  a Judge's signature
        """Rank one claim against one source."""
        try:
            index = await self._prepared.index(source)
            near = await self._prepared.near(index, claim, _CANDIDATES)
        except FinderDownError as error:
            return Unjudged(error.reason, Evidence(source.scope, (), self.name))
        if not near:
            return Unjudged(Reason.no_readable_text, Evidence(source.scope, (), self.name))
        shown = tuple(index.passage(one) for one in near[:_PASSAGES])
        if index.order is not None:
            return Unjudged(Reason.instructs, Evidence(source.scope, shown, self.name))
        score = round(self._score(claim, index, near), 4)
        evidence = Evidence(source.scope, shown, self.name, score)
        return Unjudged(Reason.hint_only, evidence, hint_of(score, self._calibration))

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:  # noqa: ARG002
        """Say nothing: hints do not add up."""
        return None

    def _score(self, claim: Claim, index: SourceIndex, near: tuple[Near, ...]) -> float:
        return max(self._calibration.score(one) for one in all_signs(claim, index, near))


def hint_of(score: float, calibration: Calibration) -> Hint:
    """The hint that goes with a score."""
    if score >= calibration.candidate:
        return Hint.evidence_candidate
    return Hint.weak_evidence if score >= calibration.weak else Hint.no_evidence_found
