"""A registry is one file: its row stands in the settings and in docs/services.md, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config.keys import known_keys
from bot.registries import Registry, paces, registries

DOCS = Path(__file__).resolve().parents[2] / "docs" / "services.md"


def line(row: Registry) -> str:
    """The row's line in docs/services.md."""
    return f"| `{row.name}` | {row.asked_about} | {row.asked_when} | {row.may_convict} | {row.pace_in_words} |"


def test_the_documentation_lists_every_registry() -> None:
    """One line a service, in their order, as its row says."""
    lines = [text for text in DOCS.read_text(encoding="utf-8").splitlines() if text.startswith("| `")]
    assert lines == [line(row) for row in registries().values()]


@pytest.mark.parametrize("name", registries())
def test_every_registry_is_a_setting_with_a_pace(name: str) -> None:
    """It can be switched off and moved, and nobody asks it faster than it wants; anonymously never faster than by name."""
    assert {f"services.{name}.url", f"services.{name}.enabled"} <= set(known_keys())
    apart, at_once = paces("me@example.org")[name]
    assert apart > 0
    assert at_once >= 1
    assert paces("")[name][0] >= apart
