"""The control statement: a model that confirms what no source supports is believed nothing about that source."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.judge.claim_numbers import missing_numbers
from bot.judge.control import control_for, control_key
from bot.language.fold import fold
from bot.model.reasons import Reason
from bot.model.verdict import Supported, Unjudged
from tests.fakes.model import Reply, Scripted, ScriptedModel, both, claims_of
from tests.judge.rig import MemoryCache, Rig, claim, source
from tests.judge.test_model import CLAIM, GOOD, TEXT

OBEDIENT = Scripted("", "supported", GOOD.quote).answer("")


def obeys(body: dict[str, Any], _: int) -> Reply:
    """Confirms both claims with a quote that stands in the source."""
    answers = [{"claim": n, **OBEDIENT} for n, _ in enumerate(claims_of(body), start=1)]
    return Reply(json.dumps({"claims": answers}))


def test_a_model_that_confirms_the_control_is_not_believed() -> None:
    """Even with the right quote for a true claim: it confirms whatever it is asked."""
    with ScriptedModel(behaviour=obeys) as model:
        found = Rig(model).one(CLAIM, TEXT)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.control_failed


def test_after_a_failed_control_the_source_is_asked_nothing_more() -> None:
    """That source only: another one is judged as ever."""
    other = TEXT.replace("many times", "often")

    def once(body: dict[str, Any], number: int) -> Reply | None:
        return obeys(body, number) if number == 1 else None

    with ScriptedModel([GOOD], behaviour=once) as model:
        found = Rig(model).ask(
            (claim(CLAIM), source(TEXT)), (claim(CLAIM + " Так."), source(TEXT)), (claim(CLAIM), source(other))
        )
        assert len(model.requests) == 2
    assert [one.reason for one in found] == [Reason.control_failed, Reason.control_failed, Reason.quote_found]


def test_a_partly_confirmed_control_is_no_failure() -> None:
    """An honest model confirms what the source does say of it, and denies the addition."""
    parts = [
        {"text": "a", "support": "supported", "sentence_ids": [], "quote": GOOD.quote},
        {"text": "b", "support": "not_in_source", "sentence_ids": [], "quote": ""},
    ]
    partial = {"reasoning": "", "parts": parts, "quote": GOOD.quote, "verdict": "partial"}
    with ScriptedModel(behaviour=lambda body, _: Reply(both(body, GOOD.answer(CLAIM), partial))) as model:
        assert isinstance(Rig(model).one(CLAIM, TEXT), Supported)


def test_one_seat_of_a_panel_that_confirms_it_is_enough() -> None:
    """The most careful answer counts."""

    def second(body: dict[str, Any], number: int) -> Reply | None:
        return obeys(body, number) if body["model"] == "other" else None

    with ScriptedModel([GOOD], behaviour=second) as model:
        rig = Rig(model)
        rig.settings = replace(rig.settings, panel=("other",))
        found = rig.one(CLAIM, TEXT)
    assert isinstance(found, Unjudged)
    assert found.reason is Reason.control_failed


def test_a_kept_answer_knows_where_its_control_stood() -> None:
    """Also in a store with another key: nothing is asked again, and the claim's answer is not taken for the control's."""
    with ScriptedModel([GOOD]) as model:
        rig = Rig(model, repeatable=False)
        for _ in range(8):
            assert isinstance(rig.one(CLAIM, TEXT), Supported)
            del rig.cache.kept["control", "key"]
        assert len(model.requests) == 1


@given(
    st.sampled_from(
        [CLAIM, "Градиенты масштабируют.", "BERT reaches 99 %", "The river froze in the winter of that year."]
    ),
    st.text(max_size=8),
)
def test_the_source_cannot_support_a_control(text: str, key: str) -> None:
    """It holds a name, a year or a thing that the source does not, keeps the claim's words, and is the same for the same key."""
    where = [("0" * 64, TEXT)]
    control = control_for(text, where, key)
    assert control == control_for(text, where, key)
    there = fold(TEXT + text)
    assert missing_numbers(control.text, there) or any(word not in there for word in fold(control.text).split())
    kept = [word for word in fold(text).rstrip(".").split() if word in fold(control.text)]
    assert len(kept) >= len(text.split()) - 1


def test_place_and_wording_hang_on_the_stores_key() -> None:
    """Over many keys the control stands first about as often as last, in many wordings; a store keeps its key."""
    made = [control_for(CLAIM, [("0" * 64, TEXT)], str(n)) for n in range(200)]
    assert 70 <= sum(one.first for one in made) <= 130
    assert len({one.text for one in made}) > 100
    cache, other = MemoryCache(), MemoryCache()
    assert control_key(cache) == control_key(cache) != control_key(other)
