"""What holds for every page: ref fragments and model residue in any order, under every profile."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bot.model.edit import Edit, apply_edits
from bot.model.page import Page
from bot.model.words import Fix
from bot.profiles import PROFILE_NAMES, profile
from bot.wikitext.lexer import GENERIC, lex_plain
from bot.wikitext.plaintext import PLAIN_LINE, flatten, strip_markup
from bot.wikitext.proof import prove
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page
from tests.oracle.pages import NAMES, PROSE, TEXTS

RESIDUE = [
    "`x = 1`", "`[[a]]`", "```python\nx = 1\n```\n", "```\nкод\n```\n", "\n```wikitext\n", "```\n",
    '<syntaxhighlight lang="py">x</syntaxhighlight>', "$x^2$", "$$y$$", "\\(x_i\\)", "\\[z=1\\]",
    "<math>x \\leqslant y</math>", "<tex>\\tfrac12</tex>", "\n## Заголовок\n", "**жир**", "*курсив*", "__так__",
    "[слова](https://a.org/x)", "([a.org](https://a.org/x?utm_source=chatgpt.com))",
    "https://a.org/x?utm_source=openai&b=1 ", "\n- один\n- два\n", "\n1. один\n2. два\n",
    "\n| a | b |\n|---|---|\n| 1 | 2 |\n", "\n---\n", " citeturn0search0", "\ue200cite\ue202turn0search1\ue201",
    "\ue202", "[cite_start]", "[cite: 1]", "【4†source】", ":contentReference[oaicite:1]{index=1}", "«turn0search0»",
    "\u200b", "[Your Name]", "Конечно, вот статья.", "<sup>[3]</sup>", "[[Файл:a.png|thumb]]", "<kbd>k</kbd>",
    ":::writing{}\n", "[т](sandbox:/mnt/data/a)", "[1]: https://a.org/x\n", "[слово][1]",
    '^[Фраза.]({"attribution":{"attributableIndex":"1-2"}})',
]  # fmt: skip
REFS = [
    *(f'<ref name="{name}">{text}</ref>' for name in NAMES[:5] for text in TEXTS[:5]),
    *(f"<ref>{text}</ref>" for text in TEXTS),
    *(f"<ref name={name} />" for name in NAMES),
    "<ref>Работа arXiv:1710.03740</ref>", "<ref>Иная запись, arXiv:1710.03740</ref>", "<ref>Книга `x` [a](https://b.org)</ref>",
    "<ref>Книга первая https://a.org/?utm_source=chatgpt.com</ref>", "<references/>", "<references></references>",
    '<references>\n<ref name="a">Книга первая</ref>\n</references>',
]  # fmt: skip
pages = st.lists(st.sampled_from([*PROSE, *REFS, *RESIDUE, "Слово ", ". ", "\n"]), max_size=14).map("".join)
profiles = st.sampled_from(PROFILE_NAMES)


def closed(edits: tuple[Edit, ...], chosen: list[bool]) -> tuple[Edit, ...]:
    """A subset of the edits with everything that its members need."""
    by_id = {edit.id: edit for edit in edits}
    wanted = {edit.id for edit, taken in zip(edits, chosen, strict=False) if taken}
    while missing := {need for name in wanted for need in by_id[name].needs} - wanted:
        wanted |= missing
    return tuple(edit for edit in edits if edit.id in wanted)


@settings(max_examples=400, deadline=None)
@example('<ref name="a">Книга первая</ref><ref name="Имя">Книга первая</ref><includeonly><ref name=a b />', "ruwiki")
@given(pages, profiles)
def test_safe_edits_are_proven_and_done_once(text: str, name: str) -> None:
    """No check fails, the edits make the text, a second run changes nothing, ids are unique."""
    wiki = profile(name)
    result = tidy_page(Wikitext(Page("p", "P", text), wiki))
    assert result.proof.ok, result.proof.checks
    safe = tuple(edit for edit in result.edits if edit.fix is Fix.safe)
    assert apply_edits(text, safe) == result.text
    assert tidy_page(Wikitext(Page("p", "P", result.text), wiki)).text == result.text
    assert len({edit.id for edit in result.edits}) == len(result.edits)
    assert all(need in {edit.id for edit in result.edits} for edit in result.edits for need in edit.needs)


@settings(max_examples=300, deadline=None)
@given(pages, profiles, st.lists(st.booleans(), min_size=60, max_size=60))
def test_any_accepted_subset_keeps_every_source(text: str, name: str, chosen: list[bool]) -> None:
    """Whatever a person takes, with what it needs, fits together and loses no source."""
    wiki = profile(name)
    result = tidy_page(Wikitext(Page("p", "P", text), wiki))
    taken = closed(result.edits, chosen)
    proof = prove(Wikitext.of(text, wiki), taken)
    checks = dict(proof.checks)
    assert checks["sources kept"]


@settings(max_examples=200, deadline=None)
@given(pages, profiles)
def test_citations_point_into_the_page(text: str, name: str) -> None:
    """Claims lie inside the text, refs name citations of the page, each citation is there once."""
    found = Wikitext(Page("p", "P", text), profile(name)).citations
    ids = [citation.id for citation in found]
    assert len(set(ids)) == len(ids)
    for citation in found:
        assert citation.places
        for claim in citation.claims:
            assert 0 <= claim.start <= claim.end <= len(text)
            assert citation.id in claim.refs
            assert set(claim.refs) <= set(ids)


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_an_empty_page_is_fine(name: str) -> None:
    """Nothing in, nothing out."""
    result = tidy_page(Wikitext(Page("p", "P", ""), profile(name)))
    assert (result.text, result.edits, result.findings) == ("", (), ())
    assert Wikitext(Page("p", "P", ""), profile(name)).citations == ()


@given(st.text(alphabet="ab A1 '[]&_|!=:;*#`~-/<>{}\n\t\0#hf.,;x", max_size=12))
def test_a_text_taken_for_plain_reads_the_same_through_the_grammar(text: str) -> None:
    """``strip_markup`` passes over the grammar only where the grammar changes nothing."""
    assume(PLAIN_LINE.fullmatch(text))
    flat = flatten(lex_plain(text, GENERIC))
    borders = [0, *flat.breaks, len(flat.text())]
    blocks = [flat.text()[start:end] for start, end in pairwise(borders)]
    assert strip_markup(text) == " ".join(" ".join(blocks).split())
