"""The primer teaches what tidying leaves alone."""

from __future__ import annotations

import pytest

from bot.model.page import Page
from bot.profiles import PROFILE_NAMES, fitted, profile
from bot.wikitext.primer import primer, primer_examples
from bot.wikitext.tidy import tidy_page


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_tidying_the_primers_examples_changes_nothing(name: str) -> None:
    """What is recommended is neither mended nor reported."""
    result = tidy_page(Page("p", "P", primer_examples(profile(name))), profile(name))
    assert (result.text, result.edits, result.findings) == (result.page.text, (), ())


def test_the_primer_speaks_of_the_wiki() -> None:
    """Tags and namespaces are the profile's own."""
    shown = primer_examples(profile("mlru"))
    assert "<tex>" in shown
    assert "<source " in shown
    assert "[[Изображение:" in shown
    assert "<math>" in primer_examples(profile("modern"))
    assert len(primer(profile("mlru"))) == len(primer(profile("modern"))) + 1


def test_a_profile_is_fitted_to_what_the_wiki_says() -> None:
    """Version and tags of the wiki's own siteinfo decide what hides refs and which rules hold."""
    said = fitted(profile("modern"), "1.43.1", frozenset({"ref", "references", "poem", "math", "nowiki"}))
    assert said.cite_version == (1, 43)
    assert said.opaque_tags == frozenset({"math", "nowiki", "pre"})
    assert fitted(profile("modern"), "", frozenset()) == profile("modern")
