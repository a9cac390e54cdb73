"""Places that notes and addresses name."""

from __future__ import annotations

import pytest

from bot.language.pointers import PointerKind, in_address, in_note

NOTES = {
    "Иванов И. Книга. — М.: Наука, 2010. — С. 45.": ["page 45"],
    "Smith J. A book. 2010. p. 15": ["page 15"],
    "Smith J. A book. 2010. pp. 123–5": ["page 123 125"],
    "Иванов И. // Журнал. — 2010. — Т. 5. — С. 436–444.": [],
    "Иванов И. Книга. — М., 2010. — 336 с.": [],
    "Кнут Д. Искусство программирования, гл. 3, § 2.1": ["section 3", "section 2.1"],
    "Глава IV, разд. 2": ["section IV", "section 2"],
    "Bishop C. Pattern Recognition. Section 4.2.1": ["section 4.2.1"],
    "см. теорему 2 и лемму 3.1": ["theorem 2", "lemma 3.1"],
    "Theorem 2.3; Table 4; fig. 5; eq. (7)": ["theorem 2.3", "table 4", "figure 5", "equation 7"],
    "Алгоритм 1, рис. 2, табл. 3, формула (4)": ["algorithm 1", "figure 2", "table 3", "equation 4"],
    "Версия 3.2, 15 страниц, том 4": [],
}


@pytest.mark.parametrize("note", NOTES)
def test_a_note_points_where_it_says(note: str) -> None:
    """Pages, chapters, sections and numbered things in both languages; an article's extent and a book's size are no pointers."""
    found = [" ".join(dict.fromkeys([one.stem or str(one.kind), one.first, one.last])) for one in in_note(note)]
    assert found == NOTES[note]


@pytest.mark.parametrize(
    ("fragment", "kind", "first", "last"),
    [
        ("page=7", PointerKind.leaf, "7", "7"),
        ("page=7&zoom=100", PointerKind.leaf, "7", "7"),
        ("L10-L20", PointerKind.line, "10", "20"),
        ("L10", PointerKind.line, "10", "10"),
        ("loss-scaling", PointerKind.anchor, "loss-scaling", "loss-scaling"),
        (":~:text=the%20scale,of%20two", PointerKind.words, "the scale", "of two"),
        (":~:text=before-,the%20scale,-after", PointerKind.words, "the scale", "the scale"),
    ],
)
def test_a_fragment_points_where_it_says(fragment: str, kind: PointerKind, first: str, last: str) -> None:
    """Pages of a file, lines of a program, elements of a page, words of a text."""
    (found,) = in_address(f"https://example.org/page#{fragment}")
    assert (found.kind, found.first, found.last) == (kind, first, last)


@pytest.mark.parametrize("fragment", ["", "!/app/route", "/route", "top", "t=90", "access_token=abc"])
def test_some_fragments_are_no_places(fragment: str) -> None:
    """Programs keep their state there."""
    assert in_address(f"https://example.org/#{fragment}") == ()


def test_a_fragment_is_shown_as_people_read_it() -> None:
    """Percent escapes of Cyrillic are undone."""
    assert in_address("https://ru.wikipedia.org/wiki/X#%D0%9E%D1%88%D0%B8%D0%B1%D0%BA%D0%B0")[0].words == "#Ошибка"
