"""Which words a ref is attached to: every form of ``tests/cases/claims/claims.txt``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.text import Wikitext

FILE = Path(__file__).resolve().parents[1] / "cases" / "claims" / "claims.txt"


def cases() -> dict[str, tuple[str, list[str]]]:
    """Name to wikitext and the expected claims."""
    found = {}
    for part in re.split(r"(?m)^## ", FILE.read_text(encoding="utf-8"))[1:]:
        name, *lines = part.strip().splitlines()
        wikitext = "\n".join(line for line in lines if not line.startswith("> "))
        expected = [line[2:] for line in lines if line.startswith("> ")]
        found[name] = (re.sub(r"@([A-Z])", r"<ref>\1</ref>", wikitext), expected)
    return found


def written(wikitext: str) -> list[str]:
    """The page's claims in the form of the file, in the order of the refs."""
    lines = []
    page = Page("p", "Статья", wikitext)
    for citation in sorted(Wikitext(page, profile("ruwiki")).citations, key=lambda one: one.cited.plain):
        for claim in citation.claims:
            line = claim.text
            line += f" | S: {claim.sentence}" if claim.sentence != claim.text else ""
            line += f" | B: {claim.before}" if claim.before else ""
            line += f" | H: {claim.heading}" if claim.heading else ""
            lines.append(line + ("" if claim.checkable else " | NOT"))
    return lines


@pytest.mark.parametrize("name", cases())
def test_a_ref_is_attached_to_its_words(name: str) -> None:
    """As the case says."""
    wikitext, expected = cases()[name]
    assert written(wikitext) == expected


@pytest.mark.parametrize("name", cases())
def test_the_place_of_a_claim_is_the_words_place(name: str) -> None:
    """Every word of the claim stands between its offsets in the wikitext."""
    wikitext, _ = cases()[name]
    for citation in Wikitext(Page("p", "Статья", wikitext), profile("ruwiki")).citations:
        for claim in citation.claims:
            stretch = wikitext[claim.start : claim.end]
            assert all(word in stretch for word in re.findall(r"\w+", claim.text)), (claim.text, stretch)


@pytest.mark.parametrize(
    "words",
    [
        "Здесь BERT — самая точная модель: 99 %",
        "Here BERT is the most accurate of all models",
        "Положим, формат хранит 5 бит",
        "Where accuracy is best, BERT wins",
        "Let nobody doubt that the format keeps five bits",
        "Пусть говорят иное, но точность выросла до 99 %",
    ],
)
def test_what_states_something_is_judged(words: str) -> None:
    """An opening word of a notation does not make a statement one: only a sign that gets its meaning does."""
    page = Page("p", "Статья", f"{words}.<ref>A</ref>")
    assert [claim.checkable for one in Wikitext(page, profile("ruwiki")).citations for claim in one.claims] == [True]
