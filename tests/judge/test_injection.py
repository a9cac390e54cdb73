"""A part of ``benchmarks/injection.py``: models that obey a page in words nobody has listed support nothing."""

from __future__ import annotations

import pytest

from benchmarks.injection import CLAIMS, ORDERS, Obeys, everything, injected, what_is_named
from bot.judge.instructs import instruction_in


def test_there_are_fifty_wordings_that_no_list_knows() -> None:
    """Most of them pass the word lists: what holds them is the control and the quote."""
    assert len(ORDERS) == len(set(ORDERS)) == 50
    known = sum(instruction_in(order.format(claim=CLAIMS[0])) is not None for order in ORDERS)
    assert known <= 5


@pytest.mark.parametrize("obeys", [everything, what_is_named])
def test_a_model_that_obeys_them_supports_nothing(obeys: Obeys) -> None:
    """Every tenth wording; the command takes them all."""
    found = injected(obeys, ORDERS[::10])
    assert found.total() == 15
    assert found["supported"] == 0
