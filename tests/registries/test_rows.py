"""A registry is one file: its row stands in the settings (and in docs/services.md, which tests/docs compares)."""

from __future__ import annotations

import pytest

from bot.config.keys import known_keys
from bot.registries import paces, registries


@pytest.mark.parametrize("name", registries())
def test_every_registry_is_a_setting_with_a_pace(name: str) -> None:
    """It can be switched off and moved, and nobody asks it faster than it wants; anonymously never faster than by name."""
    assert {f"services.{name}.url", f"services.{name}.enabled"} <= set(known_keys())
    apart, at_once = paces("me@example.org")[name]
    assert apart > 0
    assert at_once >= 1
    assert paces("")[name][0] >= apart
