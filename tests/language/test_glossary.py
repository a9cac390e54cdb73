"""The small glossary: both directions, in any form, the longest phrase first."""

from __future__ import annotations

from bot.judge.search_terms import kin, stem
from bot.language.glossary import glossary


def test_a_phrase_is_found_in_any_form_and_before_its_words() -> None:
    """«Скорости обучения» is a learning rate; «скорость» alone would be speed."""
    assert kin("при большой скорости обучения") == kin("скорость обучения")
    assert stem("rate") in kin("скорость обучения")
    assert stem("faster") not in kin("скорость обучения")


def test_both_directions() -> None:
    """English claims have Russian sources too."""
    assert stem("выборка") in kin("a dataset of ours")
    assert kin("Реки впадают в море") == []


def test_every_line_has_two_sides_and_no_phrase_is_empty() -> None:
    """Whoever adds a word sees at once that it is read."""
    found = glossary(stem)
    assert len(found.meanings) > 700
    assert all(phrase and all(phrase) and meant for phrase, meant in found.meanings.items())
