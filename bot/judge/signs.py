"""What speaks for a claim in its nearest passages, as a few numbers, and one calibrated score out of them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Self

from bot.judge.claim_numbers import check_numbers
from bot.judge.negation import turns
from bot.judge.passages import Near, SourceIndex, query_of
from bot.judge.search_terms import STOP, keys, kin, terms
from bot.judge.typography import fold
from bot.language.fold import fold as folded_words
from bot.model.citation import Claim

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST_MEANING = 0.15
#: What a quote must share with a claim to say it (``says``). Of our own set's 364 true claims that passed every other check these
#: keep 360, of the recorded answers in ``shared/recorded/ccs`` all 15.
_LEAST_WORDS = 0.4
_LEAST_SAID = 0.86
_FOR_FIGURES = 0.25
_LEAST_WEIGHT = 0.02
_LEAST_OF_BEST = 0.4
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|[A-Za-z]+\d+\w*")


@dataclass(frozen=True, slots=True)
class Signs:
    """One sentence beside a claim, each sign 0 to 1.

    ``meaning`` is the cosine of the two; ``numbers_near`` and ``numbers_here`` the share of the claim's figures in the
    passage and in the sentence (1 when it has none); ``turned`` says that only one of the two is negated; ``strayed``
    is how much better the claim's worst word is met by another of the nearest passages than by this one.
    """

    meaning: float
    numbers_near: float
    numbers_here: float
    turned: float
    strayed: float

    def values(self) -> tuple[float, ...]:
        """In the order of the calibration's weights."""
        return (self.meaning, self.numbers_near, self.numbers_here, self.turned, self.strayed)


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic model over the signs, which chooses what a long source shows to a model; ``made`` tells how it was fitted."""

    weights: tuple[float, ...]
    bias: float
    made: str

    @classmethod
    def stored(cls) -> Self:
        """The calibration that comes with the program (``calibration.json``)."""
        found = json.loads((files("bot.judge") / "calibration.json").read_text(encoding="utf-8"))
        return cls(tuple(found["weights"]), found["bias"], found["made"])

    def score(self, signs: Signs) -> float:
        """0 to 1; higher is less suspicious. It ranks and proves nothing."""
        total = self.bias + sum(weight * value for weight, value in zip(self.weights, signs.values(), strict=True))
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def all_signs(claim: Claim, index: SourceIndex, near: Sequence[Near]) -> tuple[Signs, ...]:
    """The signs of every sentence in the nearest passages."""
    import numpy as np

    texts = [[index.text_of(index.sentences[at]) for at in range(one.window.first, one.window.last)] for one in near]
    met = _words_met(words_of(claim.text), ["\n".join(group) for group in texts], index)
    best = met.max(axis=0) if len(met) else np.zeros(0)
    query = index.vectors([query_of(claim)])[0]
    negated = turns(fold(claim.text).text)
    found = []
    for row, (one, group) in enumerate(zip(near, texts, strict=True)):
        strayed = float((best - met[row]).max()) if best.size else 0.0
        passage = index.passage(one).text
        share_near = _share(claim.text, passage)
        meanings = index.vectors(group) @ query
        found += [
            Signs(
                max(0.0, float(meaning)),
                share_near,
                _share(claim.text, text),
                float(turns(fold(text).text) != negated),
                strayed,
            )
            for text, meaning in zip(group, meanings, strict=True)
        ]
    return tuple(found)


def related(claim: Claim, index: SourceIndex, spot: tuple[int, int]) -> bool:
    """Whether the source at ``spot`` is near the claim in meaning, whatever its numbers: enough for a contradiction."""
    touched = [one for one in index.sentences if one.start < spot[1] and spot[0] < one.end]
    if not touched or index.encoder is None:
        return True
    meanings = index.vectors([index.text_of(one) for one in touched]) @ index.vectors([query_of(claim)])[0]
    return float(meanings.max()) >= _LEAST_MEANING


def _sentences_of(source: SourceIndex, found: Sequence[Near]) -> Iterator[str]:
    """The sentences of a source's passages."""
    for one in found:
        yield from (source.text_of(source.sentences[at]) for at in _inside(one))


def says(
    claim: Claim, near: Sequence[tuple[SourceIndex, Sequence[Near]]], spots: Sequence[tuple[int, int, int]]
) -> bool:
    """Whether the quoted sentences say what the claim says, and do not only speak of its subject.

    ``near`` are the sources with their passages nearest to the claim, ``spots`` the quotes as (source, start, end). Each content
    word of the claim is met by a word of the quotes: by its stem, its sound, the glossary, or by so much as an encoder finds the
    two alike. A word that the other near sentences meet as well is the subject's and weighs little. What is met and the likeness
    of the best quoted sentence decide together, less where the quotes hold the claim's figures; and no quote does that is far
    less like the claim than the best passage of the source. Without an encoder nobody can tell.
    """
    index = near[0][0]
    quoted = dict.fromkeys(text for at, start, end in spots for text in _touched(near[at][0], start, end))
    if index.encoder is None or not quoted:
        return True
    beside = dict.fromkeys(text for source, found in near for text in _sentences_of(source, found))
    query = index.vectors([query_of(claim)])[0]
    meaning = float((index.vectors(list(quoted)) @ query).max())
    best = float((index.vectors([*quoted, *beside]) @ query).max())
    others = [text for text in beside if text not in quoted]
    words = _words_said(claim.text, "\n".join(quoted), others, index)
    if meaning < _LEAST_OF_BEST * best:
        return False
    checks = check_numbers(claim.text, "\n".join(quoted))
    least = _FOR_FIGURES if checks and all(check.found is not None for check in checks) else 0.0
    return words >= _LEAST_WORDS - least and words + meaning >= _LEAST_SAID - least


def _inside(near: Near) -> range:
    return range(near.window.first, near.window.last)


def _touched(index: SourceIndex, start: int, end: int) -> list[str]:
    return [index.text_of(one) for one in index.sentences if one.start < end and start < one.end]


def _words_said(claim: str, quoted: str, others: Sequence[str], index: SourceIndex) -> float:
    """How well the quotes meet the claim's content words, 0 to 1, those weighing most that ``others`` do not meet."""
    import numpy as np

    words = words_of(claim)
    if not words:
        return 1.0
    texts = [quoted, *others]
    met = np.maximum(_words_met(words, texts, index), [[is_met(word, text) for word in words] for text in texts])
    weights = np.clip(1 - met[1:].mean(axis=0), _LEAST_WEIGHT, 1) if others else np.ones(len(words))
    return float((met[0] * weights).sum() / weights.sum())


def is_met(word: str, text: str) -> bool:
    """Whether a text holds a word: by its stem, by the glossary, or by how it sounds."""
    by_meaning, by_sound = _searched(text)
    return not (by_meaning.isdisjoint((*terms(word), *kin(word))) and by_sound.isdisjoint(keys(word)))


@lru_cache(4096)
def _searched(text: str) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset((*terms(text), *kin(text))), frozenset(keys(text))


def words_of(text: str) -> list[str]:
    """The content words of a text, as written, each once."""
    return [word for word in dict.fromkeys(_WORD.findall(text)) if len(word) > 1 and folded_words(word) not in STOP]


def _words_met(words: list[str], passages: list[str], index: SourceIndex) -> NDArray[np.float32]:
    """How well each passage (row) meets each word (column): the best cosine with one of its words, across languages."""
    import numpy as np

    if not words:
        return np.zeros((len(passages), 0), dtype=np.float32)
    wanted = index.vectors(words)
    there = [words_of(passage) for passage in passages]
    known = list(dict.fromkeys(word for group in there for word in group))
    cosines = wanted @ index.vectors(known).T if known else np.zeros((len(words), 0), dtype=np.float32)
    place = {word: at for at, word in enumerate(known)}
    rows = [
        cosines[:, [place[word] for word in group]].max(axis=1) if group else np.zeros(len(words), dtype=np.float32)
        for group in there
    ]
    return np.asarray(rows, dtype=np.float32)


def _share(claim: str, evidence: str) -> float:
    checks = check_numbers(claim, evidence)
    return sum(check.found is not None for check in checks) / len(checks) if checks else 1.0
