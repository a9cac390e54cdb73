"""A model that lies in meaning: what code refuses by itself, and what it has asked once more."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from bot.judge.answer_form import ClaimPart, ModelAnswer, PartSupport, Said
from bot.judge.judgement import PendingSupport, Question, confirmed, decide
from bot.judge.passages import SourceIndex
from bot.judge.points import points
from bot.model.verdict import Evidence, Support, Supported, Unjudged
from tests.judge.rig import claim, encoder, source
from tests.judge.test_own_set import all_rows

TABLES = Path(__file__).with_name("tables")
FILLER = "The page was last changed by its owner in spring.\n\nVisitors find the entrance behind the old market hall."


def lines(name: str) -> list[tuple[str, str, str]]:
    """The cases of a table: kind, claim, quote."""
    written = (TABLES / name).read_text(encoding="utf-8").splitlines()
    cells = [tuple(map(str.strip, line.split("|"))) for line in written if line and not line.startswith("#")]
    return [(kind, words, quote) for kind, words, quote in cells]


@cache
def judged(words: str, quote: str) -> Support | PendingSupport:
    """What becomes of a model that says *supported* and quotes that."""
    index = SourceIndex.build(source(f"{quote}.\n\n{FILLER}", title=""), encoder())
    asked = claim(words)
    answer = ModelAnswer((ClaimPart(words, PartSupport.supported, (), quote),), quote, Said.supported)
    return decide(answer, Question(asked, index, index.near(asked, 8)), Evidence())


def test_the_table_is_wide() -> None:
    """At least 120 cases of at least 16 kinds, in both languages."""
    cases = lines("lies.txt")
    assert len(cases) >= 120
    assert len({kind for kind, _, _ in cases}) >= 16
    russian = sum(any("а" <= letter <= "я" for letter in words) for _, words, _ in cases)
    assert min(russian, len(cases) - russian) >= 50


@pytest.mark.parametrize(("kind", "words", "quote"), [case for case in lines("lies.txt") if case[0].startswith("!")])
def test_what_code_can_decide_is_never_supported(kind: str, words: str, quote: str) -> None:
    """Figures, units, orders, dates, names, and what is turned round in so many words."""
    assert isinstance(judged(words, quote), Unjudged), kind


def test_of_the_others_the_judge_is_asked_again() -> None:
    """In nine cases of ten of each kind together, and none where a second answer of «no» leaves *supported*."""
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for kind, words, quote in lines("lies.txt"):
        if not kind.startswith("!"):
            found = judged(words, quote)
            by_kind[kind].append(not isinstance(found, Supported))
            if isinstance(found, PendingSupport):
                denial = ModelAnswer((ClaimPart(words, PartSupport.not_in_source, (), ""),), "", Said.not_in_source)
                assert isinstance(confirmed(denial, found), Unjudged)
    held = [one for group in by_kind.values() for one in group]
    assert sum(held) / len(held) >= 0.9, {kind: f"{sum(group)}/{len(group)}" for kind, group in by_kind.items()}


def test_hard_honest_pairs_are_believed() -> None:
    """Units, orders, decades, dates, words, differences, names, abbreviations: 95 of 100, a second question aside."""
    cases = lines("honest.txt")
    assert len(cases) >= 60
    refused = [words for _, words, quote in cases if isinstance(judged(words, quote), Unjudged)]
    assert len(refused) / len(cases) <= 0.05, refused


def test_no_changed_quote_is_believed() -> None:
    """Each quote of the honest pairs with one of its words left out or put twice is another text."""
    for _, words, quote in lines("honest.txt"):
        index = SourceIndex.build(source(f"{quote}.\n\n{FILLER}", title=""), None)
        split = quote.split()
        for changed in (" ".join([*split[:1], *split[2:]]), " ".join([*split[:2], split[1], *split[2:]])):
            answer = ModelAnswer((ClaimPart(words, PartSupport.supported, (), changed),), changed, Said.supported)
            found = decide(answer, Question(claim(words), index, ()), Evidence())
            assert isinstance(found, Unjudged), changed


def test_few_honest_pairs_cost_a_second_question() -> None:
    """Of the own set's true claims with their deciding stretches at most one in five has a point to ask about."""
    true = [row for row in all_rows() if row.kind == "true"]
    asked = sum(bool(points(row.claim, row.evidence)) for row in true)
    assert len(true) >= 200
    assert asked / len(true) <= 0.2, (asked, len(true))
