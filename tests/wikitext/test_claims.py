"""Which words a ref is attached to: every form of ``tests/cases/claims/claims.txt``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.language.predicates import says_something
from bot.language.sentences import sentences
from bot.model.page import Page
from bot.profiles import profile
from bot.wikitext.plaintext import flatten
from bot.wikitext.text import Wikitext
from tests.wikitext.counted_claims import ARTICLES, counted

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


def test_claims_of_real_articles_are_read_as_a_person_reads_them() -> None:
    """Of 215 groups of refs in eleven articles, counted by hand, at least 95 % are attached to the words a reader takes."""
    rows = list(counted())
    assert len(rows) >= 150
    assert len({row.article for row in rows}) >= 5
    assert sum(row.right for row in rows) >= 0.95 * len(rows), [row for row in rows if not row.right]


def _real_sentences() -> list[str]:
    """Sentences of the counted articles that have a verb and a number or a name, as their readers see them."""
    found = []
    for article in sorted(ARTICLES.glob("*.wiki")):
        flat = flatten(Wikitext.of(article.read_text(encoding="utf-8"), profile("enwiki")).lexed)
        words = flat.text()
        for block, end in zip([0, *flat.breaks], [*flat.breaks, len(words)], strict=True):
            for left, right in sentences(words[block:end]):
                sentence = " ".join(words[block + left : block + right].split())
                if (
                    says_something(sentence)
                    and re.search(r"\d|\s[A-Z]", sentence)
                    and not re.search(r"[<{\[$=]", sentence)
                ):
                    found.append(sentence)
    return found


@pytest.mark.parametrize("opening", ["", "Here ", "Let ", "Where ", "Здесь ", "Пусть ", "Положим, "])
def test_no_real_sentence_states_nothing(opening: str) -> None:
    """Whatever word it opens with, a sentence with a verb and a number or a name is judged: 463 of real articles."""
    said = [sentence for sentence in _real_sentences() if not sentence.lower().startswith(("see ", "for further"))]
    assert len(said) > 450
    text = "\n\n".join(f"{opening}{sentence}<ref>{number}</ref>" for number, sentence in enumerate(said))
    claims = [claim for one in Wikitext.of(text, profile("enwiki")).citations for claim in one.claims]
    assert len(claims) == len(said)
    assert [claim.text for claim in claims if not claim.checkable] == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Модель быстра [1].", "Модель быстра"),
        ("Модель быстра (Vaswani et al., 2017).", "Модель быстра."),
        ("Модель (Vaswani et al., 2017; Vaswani et al., 2017) быстра.", "Модель быстра."),
        (
            "Модель быстра (Vaswani et al., 2017; обзор в приложении).",
            "Модель быстра (Vaswani et al., 2017; обзор в приложении).",
        ),
    ],
)
def test_a_reference_in_brackets_is_no_part_of_its_claim(text: str, claim: str) -> None:
    """A judge would look for its year and its names in the source; words that stand beside it in the brackets stay."""
    work = "\n\n== Литература ==\n# ''Vaswani A. et al.'' Attention Is All You Need. — 2017.\n"
    cited = Wikitext(Page("p", "p", text + work), profile("mlru")).citations
    assert {one.text for found in cited for one in found.claims} == {claim}
