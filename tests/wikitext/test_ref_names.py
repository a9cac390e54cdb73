"""Names of refs: the family name that a reader would use, never a word that only leads on, never a template's name."""

from __future__ import annotations

import pytest

from bot.profiles import profile
from bot.wikitext.ref_names import NameMaker
from bot.wikitext.text import Wikitext


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("Vaswani, Ashish; Shazeer, Noam. Attention Is All You Need. 2017.", "Vaswani 2017"),
        ("{{cite journal|author=Vaswani, Ashish|title=Attention|year=2017}}", "Vaswani 2017"),
        ("van der Maaten L., Hinton G. Visualizing Data using t-SNE. JMLR, 2008.", "van der Maaten 2008"),
        ("{{Статья|автор=Laurens van der Maaten|заглавие=X|год=2008}}", "van der Maaten 2008"),
        ("von Neumann, John. Theory. 1945", "von Neumann 1945"),
        ("Ван дер Варден Б. Л. Алгебра. 1976", "Ван дер Варден 1976"),
        ("Ю. И. Манин. Алгебра. 1976", "Манин 1976"),
        ("[https://a.b/x Introduction to the theory]", "Introduction"),
        ("[https://a.b/x Обзор методов для обучения]", "Обзор методов"),
        ("{{sfn|Иванов|2001}}", "Иванов 2001"),
        ("{{Unknown thing}}", "source"),
        ("{{Unknown thing|x=1}}", "source"),
    ],
)
def test_a_name_is_made_of_what_the_note_says(content: str, name: str) -> None:
    """Family names with their particles; titles cut before a preposition; a template's values, not its name."""
    assert NameMaker(Wikitext.of("", profile("mlru")).table).make(content) == name
