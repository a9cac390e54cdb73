"""The embedded judge's score: what the passages hold of a claim together, each part to be seen, marks beside it."""

from __future__ import annotations

import pytest

from bot.judge.evidence_score import EvidenceScore, evidence_score, marks
from bot.judge.passages import SourceIndex
from bot.model.verdict import Mark
from bot.model.words import Hint, MarkKind
from tests.judge.rig import claim, encoder, source

NOISE = "\n\n".join(
    f"The weather station of valley {n} reports wind and rain every morning to the county." for n in range(30)
)
#: Three facts of one claim, each in a paragraph of its own.
APART = (
    "Marta Kellner was born in the harbour town of Ostrava Bay.\n\n" + NOISE + "\n\n"
    "After the war Kellner studied chemistry at the polytechnic institute.\n\n"
    + NOISE.replace("valley", "hill")
    + "\n\n"
    "The Silver Medal of the academy went to Kellner in 1961."
)
WHOLE = "Marta Kellner, born in Ostrava Bay, studied chemistry and received the Silver Medal of the academy in 1961."


def scored(words: str, text: str) -> EvidenceScore:
    """The score of a claim on a source."""
    index = SourceIndex.build(source(text), encoder())
    return evidence_score(claim(words), index, index.near(claim(words), 8))


def marked(words: str, text: str) -> tuple[Mark, ...]:
    """The marks of a claim on a source."""
    index = SourceIndex.build(source(text), encoder())
    return marks(claim(words), index, index.near(claim(words), 8))


def test_facts_that_stand_apart_are_added_up() -> None:
    """A claim of several facts is met by the passages together: no single sentence holds it, and the score says so."""
    found = scored(WHOLE, APART)
    assert found.covered >= 0.85
    assert found.hint is Hint.evidence_candidate


def test_each_part_can_be_printed() -> None:
    """The score is the mean of its two parts, and names what it did not find."""
    found = scored("Kellner studied chemistry in Heidelberg.", APART)
    assert found.value == pytest.approx((found.meaning + found.covered) / 2)
    assert "Heidelberg" in str(found)
    assert [one.text for one in found.claim_terms if not one.met] == ["Heidelberg"]


def test_a_word_in_the_other_language_is_met() -> None:
    """The glossary and the sound of names reach over: «Вапник», «градиент»."""
    found = scored("Вапник предложил метод опорных векторов.", "Vapnik proposed the method of support vectors in 1963.")
    met = {one.text for one in found.claim_terms if one.met}
    assert {"Вапник", "метод"} <= met


def test_what_differs_in_one_word_is_marked_beside_the_score() -> None:
    """A changed figure, a foreign name and a denial are shown to a person; the true claim has no mark."""
    true = "In 1961 the medal of the academy went to Kellner."
    assert marked(true, APART) == ()
    assert marked(true.replace("1961", "1967"), APART) == (Mark(MarkKind.figure, "1967"),)
    assert Mark(MarkKind.name, "Novak") in marked(true.replace("Kellner", "Novak"), APART)
    assert marked(true.replace("went", "never went"), APART) == (Mark(MarkKind.negation, ""),)


def test_a_mark_moves_the_hint_little() -> None:
    """One changed figure leaves the place a candidate: the mark says what to compare."""
    assert scored(WHOLE.replace("1961", "1967"), APART).hint is Hint.evidence_candidate


def test_without_an_encoder_words_alone_count() -> None:
    """Nothing is known of meaning, and nothing breaks."""
    index = SourceIndex.build(source(APART), None)
    asked = claim(WHOLE)
    found = evidence_score(asked, index, index.near(asked, 8))
    assert (found.meaning, found.covered > 0.8) == (0.0, True)
    assert marks(asked, index, index.near(asked, 8)) == ()


def test_a_claim_without_words_or_a_source_without_sentences_has_a_score() -> None:
    """The bounds hold: 0 to 1."""
    for words, text in (("—", APART), ("", APART), ("1961", ""), (WHOLE, "x")):
        assert 0.0 <= scored(words, text).value <= 1.0
