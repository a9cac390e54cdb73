"""The judge without a key: it finds the nearest passages and ranks by suspicion. It never says *supported* or *contradicted*."""

from __future__ import annotations

from dataclasses import dataclass

from bot.judge.encoder import Encoder
from bot.judge.instructs import instruction_in
from bot.judge.numbers import check_numbers
from bot.judge.passages import Near, SourceIndex, query_of
from bot.judge.shelf import Shelf
from bot.judge.terms import terms
from bot.model.citation import Claim
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Support, Unjudged
from bot.model.words import Hint, Reason

_PASSAGES = 3
_LOOKED_AT = 5
#: Thresholds on ``Signs.score``.
_CANDIDATE, _WEAK = 0.55, 0.35


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a claim in the nearest passages, each 0 to 1.

    ``meaning`` is the best cosine, ``words`` the share of the claim's terms that occur, ``numbers`` the share of its
    figures (1 when it has none).
    """

    meaning: float
    words: float
    numbers: float

    @property
    def score(self) -> float:
        """One number to rank by; it proves nothing."""
        return max(0.0, min(1.0, 0.6 * self.meaning + 0.2 * self.words + 0.2 * self.numbers))


class EmbeddedJudge:
    """Always *unjudged* with a hint and the nearest passages verbatim; the same answer every time, offline."""

    name = "embedded"
    confirms = False
    cost = Cost()

    def __init__(self, encoder: Encoder) -> None:
        self._shelf = Shelf(encoder)

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:  # noqa: ARG002  a Judge's signature
        """Rank one claim against one source."""
        index = await self._shelf.index(source)
        near = index.near(claim, _LOOKED_AT)
        if not near:
            return Unjudged(Reason.no_readable_text, Evidence(source.scope, (), self.name))
        shown = tuple(index.passage(one) for one in near[:_PASSAGES])
        evidence = Evidence(source.scope, shown, self.name)
        if instruction_in(source.text) is not None:
            return Unjudged(Reason.instructs, evidence)
        return Unjudged(Reason.hint_only, evidence, hint_of(signs(claim, index, near)))


def signs(claim: Claim, index: SourceIndex, near: tuple[Near, ...]) -> Signs:
    """Measure what the nearest passages have of the claim."""
    text = "\n".join(index.passage(one).text for one in near)
    wanted = set(terms(query_of(claim)))
    there = set(terms(text))
    figures = check_numbers(claim.text, text)
    found = sum(check.found is not None for check in figures)
    return Signs(
        meaning=max(0.0, *(one.meaning for one in near)),
        words=len(wanted & there) / len(wanted) if wanted else 0.0,
        numbers=found / len(figures) if figures else 1.0,
    )


def hint_of(found: Signs) -> Hint:
    """The hint that goes with a score."""
    if found.score >= _CANDIDATE:
        return Hint.evidence_candidate
    return Hint.weak_evidence if found.score >= _WEAK else Hint.no_evidence_found
