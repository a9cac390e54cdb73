"""A page in the first wiki's markup, read without a profile: nothing rewrites it away from its wiki by itself."""

from __future__ import annotations

from dataclasses import replace

from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

TEXT = 'Формула <tex>x^2</tex>. [[Изображение:a.png]]\n<source lang="python">x</source>\n'


def test_markup_of_the_first_wiki_waits_where_no_profile_was_named() -> None:
    """``<tex>`` becomes ``<math>`` by itself only where somebody said which wiki it is."""
    assumed = tidy_page(Wikitext(Page("w", "Проба", TEXT), replace(profile("modern"), assumed=True)))
    assert assumed.text == TEXT
    assert [edit.fix for edit in assumed.edits if edit.code == "ART006"] == [Fix.review]
    named = tidy_page(Wikitext(Page("w", "Проба", TEXT), profile("modern")))
    assert "<math>x^2</math>" in named.text
