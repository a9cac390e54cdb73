"""A panel of models, or one model asked several times, makes a verdict more careful and never bolder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.config import JudgeSettings
from bot.judge.panel import agreed, panel_name, seats
from bot.model.reasons import RETRYABLE, Reason
from bot.model.verdict import (
    Conflict,
    Contradicted,
    Evidence,
    NotInSource,
    Partial,
    Quote,
    Support,
    Supported,
    Unjudged,
)
from bot.model.words import ConflictKind
from tests.fakes.model import Reply, Scripted, ScriptedModel, error
from tests.judge.rig import Rig, claim, source
from tests.judge.test_model import CLAIM, GOOD, TEXT

CONFLICT = Conflict(ConflictKind.figure, "9", "8")

LIE = replace(GOOD, quote="the format has exactly eight exponent bits")
SILENT = replace(GOOD, verdict="not_in_source", quote="")
AGAINST = Scripted("bfloat16", "contradicted", "Its fraction has seven bits")
Behaviour = Callable[[dict[str, Any], int], Reply | None]


def by_model(**answers: Scripted) -> Behaviour:
    """Each model of the panel answers in its own way."""

    def behave(body: dict[str, Any], _: int) -> Reply | None:
        return Reply(answers[body["model"]].content(CLAIM))

    return behave


def judged(behaviour: Behaviour, *, panel: tuple[str, ...] = ("second",)) -> tuple[Support, Rig, ScriptedModel]:
    """One claim before a panel."""
    with ScriptedModel([GOOD], behaviour) as model:
        rig = Rig(model)
        rig.settings = replace(rig.settings, model="first", panel=panel)
        return rig.one(CLAIM, TEXT), rig, model


def test_a_panel_supports_what_all_support() -> None:
    """Each answer has a quote that code located; the panel's name is its own."""
    found, rig, model = judged(by_model(first=GOOD, second=GOOD))
    assert isinstance(found, Supported)
    assert found.quote.text == GOOD.quote
    assert found.evidence.judge == "first + second"
    assert [body["model"] for body in model.requests] == ["first", "second"]
    assert rig.cost.requests == 2


@pytest.mark.parametrize(
    ("second", "reason"),
    [(LIE, Reason.quote_not_found), (SILENT, Reason.judges_disagree), (AGAINST, Reason.conflict_not_located)],
    ids=["an invented quote", "silent", "contradicted"],
)
def test_one_dissent_is_enough(second: Scripted, reason: Reason) -> None:
    """A member that invents, is silent or contradicts leaves the claim to a person, with the reason."""
    found, _, _ = judged(by_model(first=GOOD, second=second))
    assert isinstance(found, Unjudged)
    assert found.reason is reason


def test_nothing_is_asked_that_cannot_matter() -> None:
    """Once an answer is unjudged, the others would only cost."""
    _, _, model = judged(by_model(first=LIE, second=GOOD, third=GOOD), panel=("second", "third"))
    assert len(model.requests) == 1


def test_every_seat_keeps_its_answer() -> None:
    """A second run makes no call; a panel takes over what its first model has answered alone."""
    with ScriptedModel([GOOD]) as model:
        rig = Rig(model)
        rig.one(CLAIM, TEXT)
        rig.settings = replace(rig.settings, panel=("second",))
        rig.one(CLAIM, TEXT)
        assert len(model.requests) == 2
        assert isinstance(rig.one(CLAIM, TEXT), Supported)
        assert len(model.requests) == 2


def test_a_member_that_is_down_leaves_it_to_a_second_run() -> None:
    """Half a panel is no panel."""

    def behave(body: dict[str, Any], _: int) -> Reply | None:
        return error(402, "empty") if body["model"] == "second" else None

    found, _, _ = judged(behave)
    assert isinstance(found, Unjudged)
    assert found.reason in RETRYABLE


def test_what_a_model_refuses_is_learned_of_that_model_alone() -> None:
    """One model takes no schema, the other does: each is asked in its own form from then on."""

    def behave(body: dict[str, Any], _: int) -> Reply | None:
        kind = (body.get("response_format") or {}).get("type")
        return error(400, "no schema here") if body["model"] == "second" and kind == "json_schema" else None

    with ScriptedModel([GOOD], behave) as model:
        rig = Rig(model)
        rig.settings = replace(rig.settings, model="first", panel=("second",))
        rig.ask((claim(CLAIM), source(TEXT)), (claim(CLAIM + " "), source(TEXT + " More.")))
        forms = [(body["model"], body["response_format"]["type"]) for body in model.requests]
    assert forms == [
        ("first", "json_schema"),
        ("second", "json_schema"),
        ("second", "json_object"),
        ("first", "json_schema"),
        ("second", "json_object"),
    ]


QUOTE = Quote("the words of it", 0, 15, "x")
ANSWERS: tuple[Support, ...] = (
    Supported(QUOTE, Evidence()),
    Partial(QUOTE, Evidence()),
    Contradicted(QUOTE, Evidence(), CONFLICT),
    NotInSource(Evidence()),
    Unjudged(Reason.judge_unsure),
)


def combinations() -> Iterator[tuple[Support, ...]]:
    """All panels of one to four answers."""
    for size in range(1, 5):
        yield from product(ANSWERS, repeat=size)


def test_no_panel_is_bolder_than_its_most_careful_member() -> None:
    """Over all answers of up to four members: what is asserted, every member asserts; partial at least in part."""
    for answers in combinations():
        found = agreed(answers)
        if isinstance(found, (Supported, Contradicted, NotInSource)):
            assert all(type(one) is type(found) for one in answers)
        if isinstance(found, Partial):
            assert all(isinstance(one, (Supported, Partial)) for one in answers)


def test_the_order_of_the_members_does_not_matter() -> None:
    """The same answers make the same verdict."""
    for answers in combinations():
        assert type(agreed(answers)) is type(agreed(answers[::-1]))


def test_a_model_named_twice_sits_once() -> None:
    """Two seats of one model would be one opinion counted twice."""
    settings = JudgeSettings(kind="openai", model="m", panel=("n", "m"))
    assert [seat.model for seat in seats(settings)] == ["m", "n"]
    assert panel_name(settings) == "m + n"
    assert panel_name(JudgeSettings(model="m")) == "m"
