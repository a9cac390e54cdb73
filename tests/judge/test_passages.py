"""The passages nearest to a claim, verbatim, whatever the language of the source."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.judge.passages import SourceIndex, passages
from bot.judge.windows import body, body_sentences
from bot.model.source import Block, Pointed
from tests.judge.rig import claim, encoder, source

PAGE = """Numeric formats

Half precision stores a number in 16 bits. The exponent takes five bits and the fraction ten bits. It was standardised in 2008.

Gradients of small magnitude vanish in half precision, because they fall below the smallest number that it can hold.
Loss scaling multiplies the loss by a constant before the backward pass. The optimiser divides the gradients again.

The bfloat16 format keeps the eight exponent bits of single precision. Its fraction has seven bits.

Master weights are kept in single precision. An update that is small relative to a weight would be lost otherwise.

References

[1] P. Author. Loss scaling in training. 2017.
[2] D. Author. Formats with eight exponent bits. 2019.
[3] S. Author. A note on gradients. 2020.

Appendix A

The experiments ran on eight cards for three days.
"""


def test_a_russian_claim_finds_its_english_passage() -> None:
    """Meaning crosses languages."""
    where = source(PAGE)
    found = passages(claim("Мелкие градиенты обращаются в нуль при половинной точности"), where, encoder(), 2)
    assert "Gradients of small magnitude vanish" in found[0].text
    assert all(where.text[one.start : one.end] == one.text for one in found)


def test_words_alone_find_the_same_language() -> None:
    """Without an encoder the search is by words and numbers."""
    found = passages(claim("keeps eight exponent bits"), source(PAGE), None, 1)
    assert "bfloat16" in found[0].text


def test_the_list_of_references_is_no_evidence_and_an_appendix_is() -> None:
    """What only a cited title says, the source does not say."""
    where = source(PAGE)
    kept = "".join(where.text[start:end] for start, end in body(where))
    assert "Formats with eight exponent bits. 2019" not in kept
    assert "eight cards for three days" in kept


def test_a_section_that_is_no_list_is_kept() -> None:
    """«References» as the heading of prose about references stays."""
    text = "About C++.\n\n" + "Words. " * 80 + "\n\nReferences\n\n" + "A reference binds a name to an object. " * 30
    assert len(body(source(text))) == 1


@given(st.text(alphabet="абв где. !?\n«»[]0123456789ABC", max_size=600), st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_passages_are_verbatim_and_never_overlap(text: str, words: str) -> None:
    """For any text and claim: the source's own words, in bounds, none twice."""
    where = source(text)
    found = passages(claim(words), where, None, 5)
    assert all(where.text[one.start : one.end] == one.text and one.text.strip() for one in found)
    spans = sorted((one.start, one.end) for one in found)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


def test_sentence_numbers_depend_on_the_source_alone() -> None:
    """Numbers are stable, from one, in order."""
    numbers = [one.number for one in body_sentences(source(PAGE))]
    assert numbers == list(range(1, len(numbers) + 1))


def test_an_index_of_nothing_has_nothing_near() -> None:
    """An empty source yields no passage and no fault."""
    assert SourceIndex.build(source("  \n\n "), None).near(claim("что угодно"), 3) == ()


def test_the_place_that_a_citation_points_at_comes_first() -> None:
    """Of what it points at the two nearest passages, then the nearest of all; nothing twice."""
    where = source(PAGE)
    at = where.text.index("The bfloat16 format")
    pointed = replace(where, pointed=(Pointed("§ 3", ((at, at + 60),)),))
    asked = claim("Gradients of small magnitude vanish in half precision")
    plain = SourceIndex.build(where, None)
    first, second = (plain.of(pointed).passage(near).text for near in plain.of(pointed).near(asked, 2))
    assert "bfloat16" in first
    assert "vanish in half precision" in second
    assert "vanish in half precision" in plain.passage(plain.near(asked, 1)[0]).text


def test_words_of_the_other_language_find_where_there_is_no_encoder() -> None:
    """By the glossary («сходимость» is convergence) and by sound («Вапник» is Vapnik); what the claim says itself counts more."""
    text = "The speed of convergence is proven.\n\nRivers flow to the sea.\n\nThe bound is due to Vapnik.\n\nSnow is white."
    assert "convergence" in passages(claim("Доказана сходимость метода"), source(text), None, 1)[0].text
    assert "Vapnik" in passages(claim("Эту границу указал Вапник"), source(text), None, 1)[0].text


def test_a_row_is_found_by_the_head_of_its_table() -> None:
    """The head is not in the row's own words; the passage stays verbatim."""
    text = "FP16 | 5\n\nBF16 | 8\n\nRivers flow to the sea."
    blocks = (
        Block(0, 8, "Formats ▸ Format | Exponent"),
        Block(10, 18, "Formats ▸ Format | Exponent"),
        Block(20, 43, ""),
    )
    where = replace(source(text), blocks=blocks)
    found = passages(claim("The exponent of BF16"), where, None, 1)
    assert found[0].text.endswith("BF16 | 8")
    assert found[0].where == "Formats ▸ Format | Exponent"
