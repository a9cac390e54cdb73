"""Which wiki's rules hold, and that the report says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.config import Settings, WikiSettings
from bot.jobs.world import choose_profile


def test_a_named_profile_wins_over_what_the_wiki_says() -> None:
    """The flag, then the settings, then the wiki."""
    configured = replace(Settings(), wiki=WikiSettings(profile="ruwiki"))
    assert choose_profile("mlru", configured, "1.43.0").profile.name == "mlru"
    assert choose_profile(None, configured, "1.43.0").profile.name == "ruwiki"
    assert "--profile" in str(choose_profile("mlru", configured).why)


@pytest.mark.parametrize(
    ("version", "name", "groups"), [("1.12.0", "legacy", False), ("1.16.5", "legacy", True), ("1.39.4", "modern", True)]
)
def test_an_unnamed_wiki_is_taken_at_its_word(version: str, name: str, *, groups: bool) -> None:
    """Its release chooses the footnote rules, its tags what hides refs."""
    chosen = choose_profile(None, Settings(), version, frozenset({"ref", "tex", "source"}))
    assert chosen.profile.name == name
    assert chosen.profile.has_groups is groups
    assert chosen.profile.opaque_tags == {"tex", "source", "nowiki", "pre"}
    assert version in str(chosen.why)


def test_nothing_known_is_a_modern_wiki() -> None:
    """Without configuration and without a wiki: ``modern``."""
    assert choose_profile(None, Settings()).profile.name == "modern"
