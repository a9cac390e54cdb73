"""The faults that the nightly proof plants: each row and condition has its own, and every one is Python."""

from __future__ import annotations

from pathlib import Path

from benchmarks.mutants import ROOT, modules
from benchmarks.mutations import Planter

SOURCE = b"""
MOST, FEW = 0.5, 3
ROWS = (Row("first", near, True, Stand.same), Row("last", always, None, Stand.other))
TABLE = {Stand.same: (Bond.same, "near title"), Stand.other: (Bond.open, "")}


def holds(one, other) -> bool:
    return not one and other >= 2
"""


def test_rows_are_dropped_turned_and_swapped() -> None:
    """A threshold moves both ways; of each row the sign and the standing turn; neighbours change places."""
    planted = [f"{one.table} {one.what}" for one in Planter(SOURCE).rows(["MOST", "ROWS", "TABLE"])]
    assert planted == [
        "MOST 0.5 is 0.45", "MOST 0.5 is 0.55",
        "ROWS without «first»", "ROWS «first»: True turned", "ROWS «first»: Stand.same is Stand.other",
        "ROWS without «last»", "ROWS «last»: None turned", "ROWS «last»: Stand.other is Stand.same", "ROWS «first» behind «last»",
        "TABLE without Stand.same", "TABLE Stand.same: (Bond.open, \"\")", "TABLE Stand.same: without «near»",
        "TABLE Stand.same: without «title»", "TABLE row 1: Bond.same is Bond.open",
        "TABLE without Stand.other", "TABLE Stand.other: (Bond.same, \"near title\")", "TABLE row 2: Bond.open is Bond.same",
    ]  # fmt: skip


def test_conditions_turn() -> None:
    """Comparison, and, not, number, result."""
    assert sorted(one.what for one in Planter(SOURCE).conditions()) == [
        "2 is 1 in holds", "2 is 3 in holds", "> in a comparison", "holds returns False", "holds returns True",
        "not dropped in holds", "or in holds",
    ]  # fmt: skip


def test_every_fault_of_the_declared_modules_is_python() -> None:
    """All of them, with tests that are there, and tables that the modules have."""
    for module in modules(""):
        source = (ROOT / module.path).read_bytes()
        planter = Planter(source)
        for mutant in (*planter.rows(module.tables), *planter.conditions()):
            faulty = mutant.applied(source)
            assert faulty != source
            compile(faulty, module.path, "exec")
        assert all(Path(ROOT / test).exists() for test in module.tests)
