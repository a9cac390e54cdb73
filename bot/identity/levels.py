"""Comparison levels: how a field of a citation can stand to a record's, from «the same» to «another», as declared rows.

In the manner of splink's comparison levels and beets' distance weights: a field is a list of levels, each with a named test of
the two values, what it says of the field (``agrees``: yes, no, cannot be compared), and how it stands in the table of verdicts
(``bot.identity.match``). The first row whose test holds is the level. Its weight is the logarithm (base 2) of how much likelier
the level is between a citation and its own record than between a citation and another work's: ``data/weights.toml``, fitted by
``python -m benchmarks.weights`` on one half of HALLMARK. Weights order candidates and are shown; the table decides.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

from bot.model.message import Message

Facts = TypeVar("Facts")
Stand = TypeVar("Stand")


@dataclass(frozen=True)
class Level(Generic[Facts, Stand]):
    """One row. ``agrees`` is None where the field cannot be compared: agreement nowhere. ``speaks`` says it to people."""

    name: str
    test: Callable[[Facts], bool]
    agrees: bool | None
    stands: Stand
    speaks: Message


def level_met(rows: tuple[Level[Facts, Stand], ...], facts: Facts) -> Level[Facts, Stand]:
    """The first level whose test holds; the last row of every field holds always."""
    return next(row for row in rows if row.test(facts))


def always(_: object) -> bool:
    """The test of a field's last row."""
    return True


@cache
def words(section: str, name: str) -> frozenset[str]:
    """A list of ``data/words.toml``."""
    return frozenset(_data("words")[section][name].split())


@cache
def groups(section: str, name: str) -> tuple[tuple[str, ...], ...]:
    """A list of ``data/words.toml`` whose members are groups of words, parted by bars."""
    return tuple(tuple(part.split()) for part in _data("words")[section][name].split("|"))


@cache
def venue_names() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """``data/venues.toml``: kind («conferences», «journals»), key, names."""
    return {
        kind: {key: tuple(names.split("|")) for key, names in rows.items()} for kind, rows in _data("venues").items()
    }


@cache
def weight(field: str, level: str) -> float | None:
    """A level's fitted weight; None where the data had too few."""
    found = _data("weights").get(field, {}).get(level)
    return None if found is None else float(found)


@cache
def _data(name: str) -> dict[str, Any]:
    """A file of ``data/``."""
    return tomllib.loads(files("bot.identity").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))
