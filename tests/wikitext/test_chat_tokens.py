"""The table of chat tokens: each row goes whole wherever it stands, and words that a reader saw stay."""

from __future__ import annotations

import pytest

from bot.model.edit import apply_edits
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.proof import prove
from bot.wikitext.residue.chat_tokens import CHAT_TOKENS, ChatToken
from bot.wikitext.text import Wikitext
from bot.wikitext.tidying import tidy_page

#: A token at a paragraph's end, before punctuation, in a list, behind emphasis, twice.
_PLACES = ("Начало {}\nКонец.", "* Начало {}\n* Конец.", "'''Начало''' {}\n\nКонец.", "Начало {}\nСередина {}\nКонец.")
_INSIDE = ("Начало {}. Конец.", "Начало {} и Конец.")
ROWS = [pytest.param(row, id=f"{row.product} {row.form.pattern[:24]!a}") for row in CHAT_TOKENS]


def _places(row: ChatToken) -> tuple[str, ...]:
    glued = row.sample.startswith(".")
    places = _PLACES if row.mark in {"+", "↩"} else _PLACES + _INSIDE
    return tuple(place.replace(" {}", "{}") if glued else place for place in places)


@pytest.mark.parametrize("name", ["mlru", "ruwiki", "enwiki"])
@pytest.mark.parametrize("row", ROWS)
def test_nothing_of_a_form_is_left_and_its_words_stay(row: ChatToken, name: str) -> None:
    """After all edits no row's form stands on the page, the words around are whole, and a second run is empty."""
    for place in _places(row):
        text = place.replace("{}", row.sample)
        result = tidy_page(Wikitext(Page("case", "Проба", text), profile(name)))
        assert prove(Wikitext.of(text, profile(name)), result.edits).ok
        made = apply_edits(text, result.edits)
        assert not any(other.form.search(made) for other in CHAT_TOKENS), made
        assert "Начало" in made
        assert "Конец." in made
        found = row.form.search(row.sample)
        assert found is not None
        for part in ("words", "address") if row.has_words else ():
            if part in row.form.groupindex:
                assert made.count(found[part]) == text.count("{}") + text.count(row.sample)
        again = tidy_page(Wikitext(Page("case", "Проба", made), profile(name)))
        assert not [edit for edit in again.edits if edit.code == "ART030"]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_declared_whole(row: ChatToken) -> None:
    """Its mark stands in its sample, and it says how it ends, who writes it and where it was seen."""
    assert row.may_stand(row.sample)
    assert row.form.search(row.sample)
    assert row.ends
    assert row.product
    assert row.seen


@pytest.mark.parametrize(
    "text",
    [
        "Индексы a[1, 2], x[i] и f[0:3] остаются.",
        "По ГОСТ [1, с. 5] и [12, с. 7–9].",
        "Цена $5 и $10, C++17 и ISO+3.",
        "Метка <cite>Название</cite> остаётся.",
        "Оглавления нет. __NoTOC__ __noindex__ __ToC__",
        "Порт [web:8080], ключ [cite: a], клавиша ↩ (Enter).",
        "Классы [^0-9] и [^a-z]+ в выражениях.",
    ],
)
def test_what_looks_like_a_token_stays(text: str) -> None:
    """No edit of anything that is no token."""
    result = tidy_page(Wikitext(Page("case", "Проба", text), profile("mlru")))
    assert not result.edits
    assert not [finding for finding in result.findings if finding.code.startswith("ART03")]
