"""Drafts of pure Markdown: the tree that CommonMark sees is the tree that a real MediaWiki renders after all edits."""

from __future__ import annotations

from random import Random

import pytest

from bot.model.edit import apply_edits
from bot.profiles import profile
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.oracle.markdown import draft
from tests.oracle.markdown_kept import broken_promises
from tests.oracle.wiki import Oracle

#: Wikitext that is no Markdown, as pages hold it.
KEPT = [
    "* a\n** b\n*# c\n*: d\n# e\n#* f\n#*#* g\n; h : i\n: j\n",
    "*пункт\n**подпункт\n*''курсив'' и звезда *\n",
    '{| class="wikitable"\n|-\n| - || 1\n|-\n|-1||+2\n|}\n',
    "Текст.\n\n /**\n * comment\n * more\n */\n",
    "* a\n code\n* b\n",
    "{{Карточка\n| a = 1\n| b = - 2\n}}\n",
    "#перенаправление [[Метод]]\n",
    '<source lang="python">\n- a\n  - b\n1. c\n> d\n</source>\n',
    "<!--\n- a\n- b\n-->\nТекст ~~~~ и __NOTOC__.\n",
    "<pre>\n> c\n- a\n- b\n</pre>\n",
    "#*слово* и ещё\n#* b\n",
]


@pytest.mark.mediawiki
def test_the_wiki_renders_what_common_mark_sees(oracle: Oracle) -> None:
    """No structure, word or address is lost, the proof holds, and a second run offers nothing.

    ``python -m benchmarks.markdown`` reads 50,000 drafts.
    """
    for number in range(80):
        text = draft(Random(f"small/{number}"))  # noqa: S311 - chance, no secret
        assert broken_promises(text, oracle) == {}, text


@pytest.mark.parametrize("text", KEPT)
@pytest.mark.parametrize("name", ["mlru", "modern"])
def test_structures_of_the_wiki_stay(name: str, text: str) -> None:
    """Wikitext wins: also below a Markdown list, nothing of it is changed or offered."""
    markup = profile(name)
    before = "- один\n  - два\n\n"
    for page, wanted in ((text, text), (f"{before}Слово.\n\n{text}", f"* один\n** два\n\nСлово.\n\n{text}")):
        assert apply_edits(page, tidy_page(Wikitext.of(page, markup)).edits) == wanted
