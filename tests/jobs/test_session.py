"""Which wiki's rules hold, and that the report says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.config import Settings, WikiSettings
from bot.jobs.session import choose_profile
from bot.model.ports import WikiInfo


def wiki(version: str, *tags: str) -> WikiInfo:
    """What a wiki of that release says of itself."""
    return WikiInfo("http://127.0.0.1/index.php", "W", version, "ru", frozenset(tags), "api.php")


def test_a_named_profile_wins_over_what_the_wiki_says() -> None:
    """The flag, then the settings, then the wiki."""
    configured = replace(Settings(), wiki=WikiSettings(profile="ruwiki"))
    assert choose_profile("mlru", configured, wiki("1.43.0")).profile.name == "mlru"
    assert choose_profile(None, configured, wiki("1.43.0")).profile.name == "ruwiki"
    assert "--profile" in str(choose_profile("mlru", configured).why)


@pytest.mark.parametrize(
    ("version", "name", "groups"), [("1.12.0", "legacy", False), ("1.16.5", "legacy", True), ("1.39.4", "modern", True)]
)
def test_an_unnamed_wiki_is_taken_at_its_word(version: str, name: str, *, groups: bool) -> None:
    """Its release chooses the footnote rules, its tags what hides refs."""
    chosen = choose_profile(None, Settings(), wiki(version, "ref", "tex", "source"))
    assert chosen.profile.name == name
    assert chosen.profile.has_groups is groups
    assert chosen.profile.opaque_tags == {"tex", "source", "nowiki", "pre"}
    assert version in str(chosen.why)


def test_a_named_profile_follows_the_wiki_s_release() -> None:
    """The day machinelearning.ru is upgraded its notes have groups, though the profile is still the named one."""
    named = choose_profile("mlru", Settings())
    moved = named.on(wiki("1.43.0", "ref", "references", "math"))
    assert (named.profile.has_groups, moved.profile.has_groups) == (False, True)
    assert (moved.profile.name, moved.why) == ("mlru", named.why)
    assert "math" in moved.profile.opaque_tags
    assert named.on(None) is named


def test_nothing_known_is_a_modern_wiki() -> None:
    """Without configuration and without a wiki: ``modern``."""
    assert choose_profile(None, Settings()).profile.name == "modern"
