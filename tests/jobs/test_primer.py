"""The primer tells a model what the profile knows, and its own example is beyond reproach."""

from __future__ import annotations

import pytest

import bot
from bot.jobs.primer import example, primer
from bot.locale import Speech
from bot.profiles import PROFILE_NAMES, profile
from bot.wikitext.refs import footnotes


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_tidying_the_example_changes_nothing(name: str) -> None:
    """No edit, no raised finding, one note used twice."""
    text = example(profile(name))
    page = bot.tidy(text, profile=name).pages[0]
    assert page.text == text
    assert page.edits == ()
    assert [finding.code for finding in page.findings if finding.raised] == []
    assert len(footnotes(text, profile(name)).notes) == 1


def test_each_wiki_gets_its_own_rules() -> None:
    """machinelearning.ru hears of <tex>, <source> and its old footnotes in Russian; a modern wiki does not."""
    old = primer(profile("mlru"), Speech("ru"))
    new = primer(profile("modern"), Speech("en"))
    for words in ("<tex>", '<source lang="python">', "Изображение", "mimeTeX", "group="):
        assert words in old
    for words in ("<tex>", "<source", "mimeTeX", "knows no group"):
        assert words not in new
    assert "Formulas" not in old
