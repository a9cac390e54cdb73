"""A model's recorded answers put through the checks, as if the model had just given them: nobody is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.judge.answer_form import ClaimPart, ModelAnswer, PartSupport, Said
from bot.judge.encoder import Encoder
from bot.judge.judgement import PendingSupport, Question, decide
from bot.judge.passages import CANDIDATES, SHOWN_BY_HINT
from bot.judge.prepared import PreparedSources
from bot.model.citation import Claim
from bot.model.reasons import Reason
from bot.model.report import Cost
from bot.model.source import SourceText
from bot.model.verdict import Evidence, Support, Unjudged

#: The claim's words and its source's sha256.
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """What ``model`` said of one claim, with its quotes; ``confirmed``: its word on a second question, if one is asked."""

    claim: str
    model: str
    said: Said
    quotes: tuple[str, ...]
    confirmed: bool = True

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> RecordedAnswer:
        """An answer as JSON: claim, model, verdict, quotes. Raises KeyError, TypeError or ValueError for what is none."""
        claim, quotes = record["claim"], record.get("quotes", [])
        if (
            not isinstance(claim, str)
            or not isinstance(quotes, list)
            or not all(isinstance(one, str) for one in quotes)
        ):
            raise TypeError("claim must be a string, quotes a list of strings")
        said = Said(record["verdict"])
        return cls(
            claim, str(record["model"]), said, tuple(filter(str.strip, quotes)), record.get("confirmed") is not False
        )

    @property
    def answer(self) -> ModelAnswer:
        """The answer in the form that a model is asked for: a statement a quote; *partial* lacks one statement."""
        quotes = self.quotes or ("",)
        word = _PARTS[self.said]
        parts = [ClaimPart(self.claim, word, (), quote) for quote in quotes]
        if self.said is Said.partial:
            parts.append(ClaimPart("", PartSupport.not_in_source, (), ""))
        return ModelAnswer(tuple(parts), quotes[0], self.said)


_PARTS = {
    Said.supported: PartSupport.supported,
    Said.partial: PartSupport.supported,
    Said.contradicted: PartSupport.contradicted,
    Said.not_in_source: PartSupport.not_in_source,
    Said.unclear: PartSupport.unclear,
}


class RecordedJudge:
    """Judges by recorded answers; ``second_questions`` counts the claims that a living model would be asked about once more."""

    confirms = True

    def __init__(self, answers: Mapping[Key, RecordedAnswer], encoder: Encoder) -> None:
        self._answers = answers
        self._prepared = PreparedSources(encoder)
        self.name = ", ".join(sorted({one.model for one in answers.values()})) or "recorded"
        self.second_questions = 0

    @property
    def cost(self) -> Cost:
        """Nothing: nobody is asked."""
        return Cost()

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:
        """What the checks make of the recorded answer about the claim."""
        index = await self._prepared.index(source)
        near = await self._prepared.near(index, claim, CANDIDATES)
        evidence = Evidence(source.scope, tuple(index.passage(one) for one in near[:SHOWN_BY_HINT]), self.name)
        recorded = self._answers[claim.text, source.sha256]
        if not near:
            return Unjudged(Reason.no_readable_text, evidence)
        found = decide(recorded.answer, Question(claim, index, near, title), evidence)
        if not isinstance(found, PendingSupport):
            return found
        self.second_questions += 1
        return found.supported if recorded.confirmed else Unjudged(Reason.point_denied, evidence)

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:  # noqa: ARG002  a Judge's signature
        """Say nothing: an answer is about one source."""
        return None
