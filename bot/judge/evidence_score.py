"""What the nearest passages hold of a claim, in figures that a person can check by eye. Nothing here is fitted.

The claim's best likeness to a sentence finds what is said in other words; the share of its terms that the passages hold
together finds what a claim of several facts needs, wherever in the source each stands. What differs in one word only (a figure,
a name, a negation) moves neither much: such signs stand beside the score as marks, for a person.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.judge.claim_numbers import check_numbers
from bot.judge.names import missing_names
from bot.judge.negation import turns
from bot.judge.passages import SHOWN_BY_HINT, Near, SourceIndex, query_of
from bot.judge.search_terms import terms
from bot.judge.signs import is_met, words_of
from bot.judge.typography import fold
from bot.model.citation import Claim
from bot.model.verdict import Mark
from bot.model.words import Hint, MarkKind

#: Below it a source is said to hold nothing like the claim: so score at most 12 % of the claims that WiCE's annotators, those of
#: citation-checker-script and our own set call fully supported (benchmarks/judge/score.py prints each).
_NO_EVIDENCE = 0.3
#: From it the passage shown is a candidate; two fully supported claims in three reach it on the same data.
_CANDIDATE = 0.45
_MOST_MARKED = 3


@dataclass(frozen=True, slots=True)
class ClaimTerm:
    """A content word or a figure of a claim; ``weight`` is high where the source has it rarely; ``met``: the passages hold it."""

    text: str
    weight: float
    met: bool


@dataclass(frozen=True, slots=True)
class EvidenceScore:
    """``meaning``: the highest cosine of the claim with a sentence of the passages; ``claim_terms``: what they hold and lack."""

    meaning: float
    claim_terms: tuple[ClaimTerm, ...]

    @property
    def covered(self) -> float:
        """The share (by weight) of the claim's words and figures that the passages hold together; 1 for a claim without any."""
        total = sum(one.weight for one in self.claim_terms)
        return sum(one.weight for one in self.claim_terms if one.met) / total if total else 1.0

    @property
    def value(self) -> float:
        """0 to 1: the mean of the two. It ranks and proves nothing."""
        return (max(0.0, min(1.0, self.meaning)) + self.covered) / 2

    @property
    def hint(self) -> Hint:
        """What a person is told of it."""
        if self.value >= _CANDIDATE:
            return Hint.evidence_candidate
        return Hint.weak_evidence if self.value >= _NO_EVIDENCE else Hint.no_evidence_found

    def __str__(self) -> str:
        """Each part, for a developer."""
        lacking = ", ".join(one.text for one in self.claim_terms if not one.met) or "nothing"
        return f"{self.value:.3f} = (meaning {self.meaning:.3f} + covered {self.covered:.3f}) / 2; not met: {lacking}"


def evidence_score(claim: Claim, index: SourceIndex, near: Sequence[Near]) -> EvidenceScore:
    """The score of a claim against its nearest passages, best first; an index without an encoder knows no meaning."""
    texts = list(dict.fromkeys(text for one in near for text in _sentences(index, one)))
    meaning = 0.0
    if index.encoder is not None and texts:
        meaning = float((index.vectors(texts) @ index.vectors([query_of(claim)])[0]).max())
    return EvidenceScore(meaning, tuple(_claim_terms(claim.text, index, _union(index, near))))


def marks(claim: Claim, index: SourceIndex, near: Sequence[Near]) -> tuple[Mark, ...]:
    """What a person should compare first: figures and names that the passages lack, and a negation on one side alone."""
    union = _union(index, near)
    found = [Mark(MarkKind.figure, one.text) for one in check_numbers(claim.text, union) if one.found is None]
    beside = f"{index.source.title or ''}\n{union}"
    found += [Mark(MarkKind.name, name) for name in missing_names(claim.text, beside)]
    return (*found[:_MOST_MARKED], *_negation(claim, index, near))


def _negation(claim: Claim, index: SourceIndex, near: Sequence[Near]) -> Iterator[Mark]:
    """A mark where the sentence nearest in meaning is negated and the claim is not, or the other way round."""
    texts = [text for one in near[:SHOWN_BY_HINT] for text in _sentences(index, one)]
    if index.encoder is None or not texts:
        return
    meanings = index.vectors(texts) @ index.vectors([query_of(claim)])[0]
    nearest = texts[int(meanings.argmax())]
    if turns(fold(nearest).text) is not turns(fold(claim.text).text):
        yield Mark(MarkKind.negation, "")


def _sentences(index: SourceIndex, near: Near) -> list[str]:
    return [index.text_of(one) for one in index.sentences[near.window.first : near.window.last]]


def _union(index: SourceIndex, near: Sequence[Near]) -> str:
    """The passages that are shown, as they are searched: a table's row with its head."""
    inside = (index.sentences[one.window.first : one.window.last] for one in near[:SHOWN_BY_HINT])
    return "\n".join(index.said(sentence) for group in inside for sentence in group)


def _claim_terms(claim: str, index: SourceIndex, union: str) -> Iterator[ClaimTerm]:
    """Words by stem, glossary or sound, then figures by value; a figure weighs what a word does in the mean."""
    words = [word for word in words_of(claim) if terms(word)]
    weights = [_weight(word, index) for word in words]
    for word, weight in zip(words, weights, strict=True):
        yield ClaimTerm(word, weight, is_met(word, union))
    usual = sum(weights) / len(weights) if weights else 1.0
    for check in check_numbers(claim, union):
        yield ClaimTerm(check.text, usual, check.found is not None)


def _weight(word: str, index: SourceIndex) -> float:
    """How rare the word is among the source's windows, as BM25 weighs it; what the source lacks weighs most."""
    wanted = terms(word)
    holders = sum(any(term in count for term in wanted) for count in index.term_counts)
    return math.log(1 + (len(index.term_counts) - holders + 0.5) / (holders + 0.5))
