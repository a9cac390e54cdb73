"""References in every usual form are read: shares over ``tests/cases/references``, and properties of the reader."""

from __future__ import annotations

import unicodedata

import pytest

from bot.wikitext.cited_works import read_citation
from bot.wikitext.people import people
from tests.wikitext.references import Reference, count, references

EVERY = list(references())


def test_the_table_is_large_and_varied() -> None:
    """As the measure asks: at least 200 references in 14 forms, and both halves are halves."""
    assert len(EVERY) >= 200
    assert len({one.form for one in EVERY}) >= 14
    assert 0.4 <= sum(one.kept for one in EVERY) / len(EVERY) <= 0.6


@pytest.mark.parametrize(("half", "title", "authors"), [(False, 0.97, 0.97), (True, 0.95, 0.95)])
def test_titles_and_authors_are_read(half: bool, title: float, authors: float) -> None:
    """On the half that the reader was mended on, and on the one that nobody looked at."""
    found = count([one for one in EVERY if one.kept is half])
    assert found.share("title") >= title, [(one.name, read) for one, field, read in found.wrong if field == "title"]
    assert found.share("authors") >= authors, [
        (one.name, read) for one, field, read in found.wrong if field == "authors"
    ]
    assert found.share("year") >= 0.98
    assert found.share("ids") >= 0.98


@pytest.mark.parametrize("one", EVERY, ids=[f"{one.form}: {one.name}" for one in EVERY])
def test_composed_and_decomposed_letters_give_one_citation(one: Reference) -> None:
    """A PDF's «o¨» is the page's «ö»."""
    assert read_citation(unicodedata.normalize("NFD", one.note)) == read_citation(
        unicodedata.normalize("NFC", one.note)
    )


@pytest.mark.parametrize(
    "title",
    ["Neural Networks.", "Windows NT.", "Machine Learning: A Probabilistic Perspective (2012)", "Новая Земля. Очерки. М., 1980.",
     "Deep Learning for Vision. — Springer, 2020.", "The Art of War. London, 1910.", "Linear Algebra, Geometry and Topology."],
)  # fmt: skip
def test_words_with_capitals_are_not_taken_for_people(title: str) -> None:
    """A title without people stays one."""
    assert people(title).names == ()


@pytest.mark.parametrize(
    ("note", "authors"),
    [
        ("''Wang X., Le Q. V., Zhou D.'' Chains of thought in models // ICLR. — 2023.", ("Wang X.", "Le Q. V.", "Zhou D.")),
        ("''Alieva A., Das A.'' Exploration in linear bandits // ICML. — 2021.", ("Alieva A.", "Das A.")),
        ("Qiyu Wu, Di He, Tie-Yan Liu. Taking notes on trees. ICLR, 2021.", ("Qiyu Wu", "Di He", "Tie-Yan Liu")),
        ("Bin Gu, Huan Xiong. Learning at one's own pace. AAAI, 2022.", ("Bin Gu", "Huan Xiong")),
        ("''Wu H., Meent J. v. d.'' Energy of conjugate models // ICML. — 2021.", ("Wu H.", "Meent J. v. d.")),
        ("''Ouyang L., Ray A., others'' Following instructions of people // NeurIPS. — 2022.", ("Ouyang L.", "Ray A.")),
        ("De Bruijn N. G. Asymptotic methods in analysis. — 1958.", ("De Bruijn N. G.",)),
        ("''van der Maaten L., Hinton G.'' Visualizing data in two dimensions. — 2008.", ("van der Maaten L.", "Hinton G.")),
    ],
)  # fmt: skip
def test_a_particle_in_capitals_is_a_name(note: str, authors: tuple[str, ...]) -> None:
    """«Le», «Das», «Di» and «Bin» are families' and given names; before a family name with initials they are particles."""
    read = read_citation(note)
    assert tuple(name for name in read.authors if name != "others") == authors
    assert read.title is not None
    assert read.title[0].isupper()
