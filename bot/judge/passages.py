"""The passages of a source nearest to a claim: by words (BM25) and by meaning (an encoder), fused by rank (RRF)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.judge.encoder import Encoder
from bot.judge.instructs import instruction_in
from bot.judge.search_terms import keys, kin, terms
from bot.judge.typography import Folded, fold
from bot.judge.windows import Sentence, Window, body_sentences, windows
from bot.model.citation import Claim
from bot.model.source import TABLE, Passage, SourceText

if TYPE_CHECKING:
    from bot.judge.encoder import Vectors

# BM25 as usual (Robertson and Zaragoza 2009), RRF with the constant of Cormack et al. 2009
_K1, _B, _RRF = 1.2, 0.75, 60
#: What each list says: the claim's own words, its meaning, and words of the other language that mean or sound the same. The
#: last finds less surely; with more weight than this it pushes better passages out (measured, benchmarks/judge/own/README.md).
WEIGHTS = (0.5, 0.5, 0.1)
_SHORT_CLAIM = 40
#: Passages that a person is shown and that the embedded judge's score looks at.
SHOWN_BY_HINT = 5
#: Passages that a model's question holds of a source too long to be sent whole: with its instructions it then costs less than a
#: quarter of 12,000 characters.
PASSAGES = 3
#: Those are chosen among so many.
CANDIDATES = 16
#: So many of the first passages are from the place that the citation points at.
_POINTED = 2
#: Sentences beyond these are searched by words alone.
MOST_ENCODED = 8000


@dataclass(frozen=True, slots=True)
class Near:
    """A window with what speaks for it. ``fused`` is 0 to 1.1; ``words`` is BM25, ``meaning`` the best cosine in the window."""

    window: Window
    fused: float
    words: float
    meaning: float


@dataclass(slots=True)
class SourceIndex:
    """A source prepared for searching; build once, ask for many claims. Holds nothing but what the source says.

    ``weights`` are those of the lists that are fused; ``term_counts`` and ``sound_counts`` have one entry a window,
    ``sentence_vectors`` one row a sentence (the first 8,000).
    """

    source: SourceText
    encoder: Encoder | None
    sentences: tuple[Sentence, ...] = ()
    windows: tuple[Window, ...] = ()
    weights: tuple[float, float, float] = WEIGHTS
    term_counts: list[Counter[str]] = field(default_factory=list)
    sound_counts: list[Counter[str]] = field(default_factory=list)
    sentence_vectors: Vectors | None = None
    _known: dict[str, Vectors] = field(default_factory=dict)
    _folded: Folded | None = None
    _order: str | bool | None = False

    @classmethod
    def build(cls, source: SourceText, encoder: Encoder | None, vectors: Vectors | None = None) -> SourceIndex:
        """Cut the source and encode its sentences (about a millisecond a sentence).

        ``vectors`` are the sentences' own where another model than ``encoder`` looks for passages.
        """
        all_sentences = body_sentences(source)
        index = cls(source, encoder, all_sentences, windows(all_sentences))
        texts = [index.said(sentence) for sentence in all_sentences]
        index.term_counts = _by_window([Counter(terms(text)) for text in texts], index.windows)
        index.sound_counts = _by_window([Counter(keys(text)) for text in texts], index.windows)
        if vectors is not None:
            index.sentence_vectors = vectors
        elif encoder is not None:
            index.sentence_vectors = index.vectors([index.text_of(s) for s in all_sentences[:MOST_ENCODED]])
        return index

    @property
    def folded(self) -> Folded:
        """The whole text as quotations are looked up in it; made once."""
        if self._folded is None:
            self._folded = fold(self.source.text)
        return self._folded

    @property
    def order(self) -> str | None:
        """The words with which the text tells a machine what to do, if it does; looked for once."""
        if isinstance(self._order, bool):
            self._order = instruction_in(self.source.text)
        return self._order

    def text_of(self, sentence: Sentence) -> str:
        """A sentence verbatim."""
        return self.source.text[sentence.start : sentence.end]

    def said(self, sentence: Sentence) -> str:
        """A sentence as it is searched for: a table's row with the table's head, which says what its cells are."""
        head = sentence.where.partition(TABLE)[2]
        return f"{self.text_of(sentence)} {head}" if head else self.text_of(sentence)

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """One row a text, remembered: claims of one source meet the same words again. Needs an encoder."""
        import numpy as np

        if self.encoder is None:
            return np.zeros((len(texts), 1), dtype=np.float32)
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self.encoder.encode(new), strict=True))
        return np.asarray([self._known[text] for text in texts], dtype=np.float32)

    def of(self, source: SourceText) -> SourceIndex:
        """The same index for the same text read elsewhere, or pointed into by another citation."""
        if source == self.source:
            return self
        if source.text != self.source.text or source.blocks != self.source.blocks:
            raise ValueError("an index belongs to its text")
        return replace(self, source=source)

    def near(self, claim: Claim, k: int, query: Vectors | None = None) -> tuple[Near, ...]:
        """The ``k`` best windows that do not overlap: two from where the citation points, then the best of all.

        Empty when the source has no sentence.
        ``query`` is the claim's vector (one row) in the space of the ``found`` vectors.
        """
        if not self.windows:
            return ()
        asked = query_of(claim)
        words = self._by_words(Counter(terms(asked)))
        meaning = self._by_meaning(asked, query)
        fused = _fuse(self.weights, words, meaning, self._by_kin(asked))
        ranked = sorted(range(len(self.windows)), key=lambda at: (-fused[at], at))
        order = [*self._pointed(ranked), *ranked]
        chosen: list[Near] = []
        taken: set[int] = set()
        for at in order:
            window = self.windows[at]
            if taken.isdisjoint(range(window.first, window.last)):
                taken.update(range(window.first, window.last))
                chosen.append(Near(window, fused[at], words[at], meaning[at]))
                if len(chosen) == k:
                    break
        return tuple(chosen)

    def _pointed(self, ranked: Sequence[int]) -> list[int]:
        """The best windows inside the places that the citation names, one after the other."""
        spans = [span for place in self.source.pointed for span in place.spans]
        found: list[int] = []
        for at in ranked if spans else ():
            window = self.windows[at]
            start, end = self.sentences[window.first].start, self.sentences[window.last - 1].end
            apart = all(
                window.first >= self.windows[one].last or window.last <= self.windows[one].first for one in found
            )
            if apart and any(left < end and start < right for left, right in spans):
                found.append(at)
                if len(found) == _POINTED:
                    break
        return found

    def passage(self, near: Near) -> Passage:
        """A window as the record that reports show; the text is verbatim."""
        first, last = self.sentences[near.window.first], self.sentences[near.window.last - 1]
        text = self.source.text[first.start : last.end]
        return Passage(text, first.where, round(min(near.fused, 1.0), 4), first.start, last.end)

    def _by_words(self, query: Mapping[str, int]) -> list[float]:
        return _bm25(query, self.term_counts, [count.total() for count in self.term_counts])

    def _by_kin(self, asked: str) -> list[float]:
        """By words that mean the same in the other language, and by words that sound the same."""
        own = frozenset(terms(asked))
        meant = dict.fromkeys((term for term in kin(asked) if term not in own), 1)
        lengths = [count.total() for count in self.term_counts]
        by_meaning = _bm25(meant, self.term_counts, lengths)
        by_sound = _bm25(dict.fromkeys(keys(asked), 1), self.sound_counts, lengths)
        return [one + other for one, other in zip(by_meaning, by_sound, strict=True)]

    def _by_meaning(self, text: str, query: Vectors | None) -> list[float]:
        if self.sentence_vectors is None or not len(self.sentence_vectors) or (query is None and self.encoder is None):
            return [0.0] * len(self.windows)
        wanted = self.vectors([text])[0] if query is None else query
        cosines = self.sentence_vectors @ wanted
        return [
            float(max(cosines[window.first : window.last], default=0.0)) if window.first < len(cosines) else 0.0
            for window in self.windows
        ]


def query_of(claim: Claim) -> str:
    """What is searched for: the claim, with its sentence where the claim alone is too short to mean something."""
    if len(claim.text) < _SHORT_CLAIM and claim.sentence and claim.sentence != claim.text:
        return f"{claim.text} {claim.sentence}"
    return claim.text


def passages(claim: Claim, source: SourceText, encoder: Encoder | None, k: int) -> tuple[Passage, ...]:
    """The ``k`` passages nearest to the claim, best first, verbatim; without an encoder by words alone."""
    index = SourceIndex.build(source, encoder)
    return tuple(index.passage(near) for near in index.near(claim, k))


def _by_window(sentences: Sequence[Counter[str]], all_windows: Sequence[Window]) -> list[Counter[str]]:
    """The counts of each window's sentences together."""
    found = []
    for window in all_windows:
        total: Counter[str] = Counter()
        for at in range(window.first, window.last):
            total.update(sentences[at])
        found.append(total)
    return found


def _bm25(query: Mapping[str, int], counts: Sequence[Counter[str]], lengths: Sequence[int]) -> list[float]:
    """The score of every bag of terms for the query's terms; a term counts twice at most."""
    mean = sum(lengths) / len(lengths) or 1.0
    scores = [0.0] * len(lengths)
    for term, wanted in query.items():
        holders = [at for at, count in enumerate(counts) if term in count]
        weight = math.log(1 + (len(lengths) - len(holders) + 0.5) / (len(holders) + 0.5))
        for at in holders:
            often = counts[at][term]
            shortness = _K1 * (1 - _B + _B * lengths[at] / mean)
            scores[at] += min(wanted, 2) * weight * often * (_K1 + 1) / (often + shortness)
    return scores


def _fuse(weights: Sequence[float], *lists: Sequence[float]) -> list[float]:
    """Reciprocal ranks added, by the lists' weights; a list that says nothing of a window gives it nothing."""
    fused = [0.0] * len(lists[0])
    for weight, scores in zip(weights, lists, strict=True):
        for rank, at in enumerate(sorted(range(len(scores)), key=lambda at: (-scores[at], at))):
            if scores[at] > 0:
                fused[at] += weight * (_RRF + 1) / (_RRF + 1 + rank)
    return fused
