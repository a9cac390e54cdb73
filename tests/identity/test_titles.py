"""Titles are the same through markup, marks, subtitles and look-alike letters, and different by one word of content."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.identity.titles import Likeness, compare, mentioned, romanised, words_of

GOOD = {Likeness.same}


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("Mixed precision training", "Mixed Precision Training."),
        ("Menlo report", "The Menlo Report"),
        ("Adam", "Adam: A Method for Stochastic Optimization"),
        ("Attention is all you need", "Attention Is All You Need (Extended Abstract)"),
        ("ZeRO: Memory Optimizations…", "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models"),
        ("Two-stage optimisation, Part II", "2-stage optimization, part 2"),
        ("Third report on the on-line colour centre", "3rd Report on the Online Color Center"),
        (r"Bounds for $\ell_1$ regularized models", "Bounds for ℓ1-regularized models"),
        ("Learning with kernels & trees", "Learning with Kernels and Trees"),
        ("Convergense of gradient descent", "Convergence of gradient descent"),
        ("On equations of Schroedinger", "On equations of Schrödinger"),
        ("LLM.int8() 8-bit matrix multiplication for transformers", "LLM.int8(): 8-bit Matrix Multiplication for Transformers"),
        ("What Every Computer Scientist Should Know About Floating–Point Arithmetic",
         "What every computer scientist should know about floating point arithmetic"),
        ("Обучение нейронных сетей [Электронный ресурс]", "Обучение нейронных сетей"),
        ("Ещё раз о сходимости", "Еще раз о сходимости"),
        ("Gram–Schmidt α-process", "Gram-Schmidt alpha process"),
        ("On $L^2$ convergence of nets", "On L2 convergence of nets"),
        ("Pandora&amp;apos;s box", "Pandora's box"),
        ("RETRACTED: Some article on things", "Some article on things"),
        ("Оптимизaция cеток", "Оптимизация сеток"),
        ("Optimisation of deep networks", "Optimization of deep networks"),
        ("<i>Drosophila</i> wings and their <sub>x</sub> shape", "Drosophila wings and their x shape"),
        ("Multiagent systems of many kinds", "Multi-agent systems of many kinds"),
    ],
)  # fmt: skip
def test_the_same_title(cited: str, found: str) -> None:
    """Case, marks, markup, asides, lost subtitles, spelling and homoglyphs make no other title."""
    assert compare(cited, (found,)).likeness in GOOD


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("Mol-Instructions: a large-scale dataset", "Mat-Instructions: a large-scale dataset"),
        ("BERT для русского языка", "BERT для китайского языка"),
        ("GPT-2 is good at everything", "GPT-3 is good at everything"),
        ("A bound on the molecule d", "A bound on the molecule g"),
        ("Sampling from an unknown distribution", "Sampling from an i.i.d. distribution"),
        ("Is it hard? A theoretical view", "Is it hard? A practical view of the matter"),
        ("ZeRO: Memory Optimizations", "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models"),
        ("Learning to rank from noisy votes", "Learning to rank with noisy votes"),
        ("Moving towards robust estimates of risk", "Moving for robust estimates of risk"),
        ("A quantum embedding for trees", "Quantum embeddings for trees"),
        ("Search over large graphs in parallel", "Search across large graphs in parallel"),
        ("Estimating effects of treatment with observational data", "Estimating effects of treatment"),
        ("Robust dynamic scenes", "Resilient dynamic scenes"),
        ("Corrigendum to: Estimating effects of treatment", "Estimating effects of treatment"),
        ("Estimating effects of treatment", "Comment on “Estimating effects of treatment”"),
        ("Estimating effects of treatment", "Reply to Estimating effects of treatment"),
        ("Supervised methods for trees", "Unsupervised methods for trees"),
        ("Typical sets of long words", "Atypical sets of long words"),
        ("Learning rules by gradient descent, part 1", "Learning rules by gradient descent, part 2"),
    ],
)  # fmt: skip
def test_one_word_of_content_makes_another_title(cited: str, found: str) -> None:
    """A high ratio does not hide a changed word or number; it is not proof of another work either."""
    assert compare(cited, (found,)).likeness not in GOOD


def test_unlike_titles_are_different() -> None:
    """Below six tenths."""
    match = compare("LoRA: Low-Rank Adaptation of Large Language Models", ("Averaging Weights Leads to Wider Optima",))
    assert match.likeness is Likeness.different
    assert match.score < 0.6


@pytest.mark.parametrize(
    ("cited", "titles"),
    [
        ("Глубокое обучение", ("Deep learning",)),
        ("Deep learning", ("深度学习",)),
        ("Attention", ()),
        ("123", ("Deep learning",)),
    ],
)
def test_another_script_is_never_evidence(cited: str, titles: tuple[str, ...]) -> None:
    """A translated title cannot be compared, nor one without letters."""
    assert compare(cited, titles).likeness is Likeness.incomparable


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("O skhodimosti metoda gradientov", "О сходимости метода градиентов"),
        ("О сходимости метода градиентов", "O shodimosti metoda gradientov"),
        ("Prikladnaya statistika", "Прикладная статистика"),
    ],
)
def test_a_title_letter_by_letter_in_the_other_script_is_the_same(cited: str, found: str) -> None:
    """By whichever scheme it was romanised."""
    assert compare(cited, (found,)).likeness is Likeness.same


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("O skhodimosti metoda gradientov", "On the convergence of the method of gradients"),
        ("Obzor veroyatnostnykh tematicheskikh modelei", "A survey of probabilistic topic models"),
        ("A survey of probabilistic topic models", "Obzor veroyatnostnykh tematicheskikh modelei"),
        ("O skhodimosti metoda gradientov", "Об ускорении метода эллипсоидов"),
    ],
)
def test_a_romanised_title_is_no_evidence_against_another_language(cited: str, found: str) -> None:
    """Russian in Latin letters beside English, or beside another Russian title in Cyrillic."""
    assert compare(cited, (found,)).likeness is Likeness.incomparable


@pytest.mark.parametrize(
    "title",
    [
        "Hidden Markov models",
        "On the Kolmogorov-Smirnov test",
        "U-Net: Convolutional Networks",
        "I-BERT: Integer-only BERT",
    ],
)
def test_english_titles_are_not_taken_for_romanised_ones(title: str) -> None:
    """Russian surnames and single letters do not make a title Russian."""
    assert not romanised(title)


def test_a_translated_title_among_several_holds_its_own() -> None:
    """The original decides where the record has it; an English translation beside it is no mismatch."""
    assert (
        compare("О сходимости метода", ("On convergence of the method", "О сходимости метода")).likeness
        is Likeness.same
    )
    assert compare("О другом", ("On convergence of the method",)).likeness is Likeness.incomparable


def test_a_title_is_found_inside_a_note_word_by_word() -> None:
    """However the note was parsed; one short word is no title."""
    note = "Kingma D., Ba J. Adam: a method for stochastic optimization. ICLR 2015"
    assert mentioned("Adam: A Method for Stochastic Optimization", note)
    assert not mentioned("Adam", note)
    assert not mentioned("Method for stochastic optimizations", note)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_compare(cited: str, found: str) -> None:
    """The score is a share, comparing is symmetric in score, and a title with letters is itself."""
    assert 0 <= compare(cited, (found,)).score <= 1
    if compare(cited, (cited,)).likeness is not Likeness.incomparable and words_of(cited):
        assert compare(cited, (cited,)).likeness is Likeness.same
