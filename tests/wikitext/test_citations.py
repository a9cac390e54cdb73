"""What a page cites, and the words each ref is attached to."""

from __future__ import annotations

import pytest

from bot.model.page import Page, Place
from bot.model.words import CitationKind
from bot.profiles import profile
from bot.wikitext.calls import template_notes
from bot.wikitext.cited_works import read_citation
from bot.wikitext.lexer import lex
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.text import Wikitext
from tests.wikitext.counted_sources import compared

PAGE = """Введение не цитирует. Формат [[BF16|бифлоат]] имеет <tex>8</tex> бит порядка,<ref name="a">Kalamkar D. et al.
A Study of BFLOAT16 for Deep Learning Training. — 2019. arXiv:1905.12322</ref> а FP16 — пять.<ref name="b">Иванов И. И.
Другая книга. — М.: Наука, 2006.</ref><ref name="a" /> Вывод, т. е. итог.<ref>Ещё раз: arXiv:1905.12322</ref>
"""


def test_a_claim_is_the_text_since_the_ref_before() -> None:
    """At most its own sentence, readable, with formulas as their source."""
    found = {
        claim.text
        for citation in Wikitext(Page("p", "P", PAGE), profile("modern")).citations
        for claim in citation.claims
    }
    assert found == {"Формат бифлоат имеет $8$ бит порядка", "а FP16 — пять.", "Вывод, т. е. итог."}


def test_adjacent_refs_share_one_claim() -> None:
    """Refs without words between them stand behind the same words, reuses included."""
    by_key = {citation.key: citation for citation in Wikitext(Page("p", "P", PAGE), profile("modern")).citations}
    shared = [claim for claim in by_key["arxiv:1905.12322"].claims if len(claim.refs) == 2]
    assert [claim.text for claim in shared] == ["а FP16 — пять."]
    assert shared[0] in by_key["note:иванов и и другая книга м наука 2006"].claims


def test_notes_that_cite_one_work_are_one_citation() -> None:
    """The key is the identifier; names, numbers and places come along."""
    first = Wikitext(Page("p", "P", PAGE), profile("modern")).citations[0]
    assert first.key == "arxiv:1905.12322"
    assert first.number == 1
    assert len(first.places) == 3
    assert first.positions[0] == Place(1, 78)
    assert {place.kind for place in first.places} == {CitationKind.note}


def test_claim_offsets_lead_back_to_the_wikitext() -> None:
    """Offsets ``start`` and ``end`` are code points of the page."""
    claim = Wikitext(Page("p", "P", PAGE), profile("modern")).citations[0].claims[0]
    assert (
        PAGE[claim.start : claim.end]
        == "Формат [[BF16|бифлоат]] имеет <tex>8</tex> бит порядка"[: claim.end - claim.start]
    )


def test_a_text_hidden_by_a_clashing_name_is_a_citation_of_its_own() -> None:
    """The reader never sees it, the checker does."""
    text = 'Одно верно.<ref name="x">Первая книга автора</ref> Верно другое.<ref name="x">Вторая книга автора</ref>'
    found = Wikitext(Page("p", "P", text), profile("mlru")).citations
    assert [(citation.number, citation.wikitext) for citation in found] == [
        (1, "Первая книга автора"),
        (None, "Вторая книга автора"),
    ]
    assert [claim.text for claim in found[1].claims] == ["Верно другое."]


def test_gost_western_and_template_references_are_read() -> None:
    """Title, authors and year, each where it stands."""
    gost = read_citation("''Bishop C. M.'' Pattern Recognition and Machine Learning. — Springer, 2006. — 738 p.")
    assert (gost.title, gost.authors, gost.year) == (
        "Pattern Recognition and Machine Learning",
        ("Bishop C. M.",),
        2006,
    )
    apa = read_citation("Micikevicius, P., Narang, S. (2018). Mixed precision training. ICLR.")
    assert (apa.title, apa.year) == ("Mixed precision training", 2018)
    book = read_citation("{{книга|автор=Иванов И. И., Петров П. П.|заглавие=О методе|год=2010|isbn=978-5-94057-123-4}}")
    assert (book.title, book.authors, book.year) == ("О методе", ("Иванов И. И.", "Петров П. П."), 2010)


def test_markup_is_stripped_to_plain_words() -> None:
    """Links by their labels, formulas by their source, no refs."""
    assert (
        strip_markup("'''Жир''' [[a|б]] [http://x.org имя] <tex>x^2</tex><ref>r</ref> {{t}}&nbsp;ф")
        == "Жир б имя x^2 ф"
    )


def test_notes_of_unread_templates_are_different_works() -> None:
    """Their words are all that is known: one decision must not hold for all of them."""
    text = "А<ref>{{sfn|Вапник|1974}}</ref> Б<ref>{{Harv|Bishop|2006}}</ref> В<ref>{{cite Q|Q1}}</ref><references/>"
    found = Wikitext(Page("p", "P", text), profile("ruwiki")).citations
    assert len({citation.id for citation in found}) == 3
    assert all(citation.cited.title is None for citation in found)


def test_notes_that_templates_make_are_counted() -> None:
    """They are no citations of ours, and a page full of them must not look clean; one inside a ref is the ref's own text."""
    text = (
        "А{{sfn|Вапник|1974}} Б{{efn|Слова.}} В<ref>{{sfn|Вапник|1974}}</ref> <nowiki>{{sfn|a|1}}</nowiki><references/>"
    )
    assert template_notes(lex(text, profile("ruwiki"))) == 2


@pytest.mark.parametrize(
    ("note", "key", "former"),
    [
        ("Hinton. doi:10.1038/nature14539[2]", "doi:10.1038/nature14539", ("doi:10.1038/nature14539[2]",)),
        ("Vaswani. CoRR abs/1706.03762 (2017)", "arxiv:1706.03762", ("note:vaswani corr abs 1706 03762 2017",)),
        ("[https://www.nature.com/articles/nature14539 Deep learning]", "doi:10.1038/nature14539",
         ("url:nature.com/articles/nature14539",)),
        ("LeCun. doi:10.1038/nature14539", "doi:10.1038/nature14539", ()),
    ],
)  # fmt: skip
def test_a_source_keeps_the_name_that_version_0_1_gave_it(note: str, key: str, former: tuple[str, ...]) -> None:
    """Decisions were made under it."""
    (citation,) = Wikitext(Page("p", "P", f"Слова о методе.<ref>{note}</ref>"), profile("mlru")).citations
    assert (citation.key, citation.former) == (key, former)


def test_every_source_that_a_person_counts_is_read_with_its_kind() -> None:
    """Thirty-nine articles counted by hand: recall at least 98 %, at most 2 % that are no sources."""
    pages = list(compared())
    seen, missed = sum(page.seen.total() for page in pages), [row for page in pages for row in page.missed]
    extra = [(page.article, *place) for page in pages for place in page.extra]
    assert len(pages) >= 30
    assert seen >= 0.98 * (seen + len(missed)), missed
    assert len(extra) <= 0.02 * (seen + len(extra)), extra


WORKS = "\n== Литература ==\n" + "".join(f"# ''Автор{n} А.'' Работа номер {n}. — 20{n:02}.\n" for n in range(1, 10))
CALLS = "".join(f"Утверждение номер {n} [{n}]. " for n in range(1, 10))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Слово {{sfn|Smith|2010|p=4}}.", ["{{sfn|Smith|2010|p=4}}"]),
        ("Слово {{sfn|Smith|2010}}.\n== References ==\n* {{cite book|last=Smith|first=A.|year=2010|title=B}}", []),
        ("Слово {{sfn|Stachel|2008}}.\n* {{citation|title=" + "T " * 500 + "|ref={{harvid|Stachel|2008}}}}", []),
        ("Слово {{sfn|Smith|2011}}.\n== References ==\n* {{cite book|last=Smith|year=2010|title=B}}", ["{{sfn|Smith|2011}}"]),
        ("Слово {{efn|По книге https://example.org/a}}.", []),
        ("Модель (Vaswani et al., 2017) быстра.", ["Vaswani et al., 2017"]),
        ("Год (Москва, 2017) назван.", []),
        (CALLS + "Ещё одно [12]." + WORKS, ["[12]"]),
        (CALLS + "Ещё одно a[12], [0, 12], [1999]." + WORKS, []),
        ("Одно [12]." + WORKS, []),
    ],
)  # fmt: skip
def test_a_short_reference_to_a_work_that_the_page_lacks_is_known(text: str, names: list[str]) -> None:
    """By its template, its author and year or its number; what any heading's text describes, the page does not lack."""
    assert [one.wikitext for one in Wikitext.of(text, profile("enwiki")).citations if one.unresolved] == names


@pytest.mark.parametrize(
    "text",
    [
        "Вектор x[1] и a = [1, 2], f[2](x).", "Пусть x ∈ [1, 2].", "<code>a[1]</code> и <tex>x[1]</tex>.", "print([1, 2])",
        "Формула $[1, 2]$ верна.", "[1, 2] × [3, 4]", "Куб [1, 2]^n.", "[1, 2] ⊂ R", "f: R → [1, 2]", "a + [1]",
        "[0, 1]", "C [9]",
    ],
)  # fmt: skip
def test_a_number_in_brackets_that_is_no_reference_is_none(text: str) -> None:
    """Indices, intervals and programs, on a page whose list has these numbers."""
    assert _short(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Язык C++ [1].",
        "Рост $x$ [1].",
        "Доля $x$[1].",
        "Метод — [1] и [2].",
        "Так показано ([1], [2]).",
        "В работе [3].",
    ],
)
def test_a_number_that_is_a_reference_is_one(text: str) -> None:
    """Beside a formula, a name with signs and within round brackets."""
    assert len(_short(text)) == text.count("[")


def _short(text: str) -> list[str]:
    works = "".join(f"# ''Vapnik V.'' The Nature of Theory {n}. — Springer, {1990 + n}.\n" for n in range(1, 5))
    read = Wikitext(Page("p", "p", f"{text}\n\n== Литература ==\n{works}"), profile("mlru"))
    return [one.content for one in read.mentions if one.kind is CitationKind.short]


@pytest.mark.parametrize(
    "address",
    [
        "https://arxiv.org/abs/1706.03762v5", "https://doi.org/10.1038/nature14539", "http://site.org/2017/05/pages-12/Vapnik.html",
        "https://site.org/a?b=c&d=e#section-3", "ftp://site.org/x.pdf", "https://ru.site.org/Иванов_(2010)", "https://github.com/a/b",
    ],
)  # fmt: skip
def test_a_bare_address_is_read_as_among_blanks(address: str) -> None:
    """The short way that an address alone takes says what the long one does."""
    assert read_citation(address) == read_citation(f"{address} ")


@pytest.mark.parametrize(
    "around",
    ["%s", "{{columns-list|colwidth=30em|\n%s\n}}", "{{columns-list|\n%s}}", "{{box|\n{|\n|-\n|\n%s\n|}\n}}", "{{a|{{b|\n%s}}}}",
     "<div>\n%s\n</div>"],
)  # fmt: skip
@pytest.mark.parametrize("mark", "*#")
def test_a_list_within_a_template_or_a_table_loses_no_item(around: str, mark: str) -> None:
    """Each item is one source, a template of several lines in it whole; what closes the one around is no part of the last."""
    works = [
        "''Vapnik V.'' The Nature. — 1995.",
        "{{книга\n|автор=B V.\n|заглавие=The Nature of\n}}",
        "''Hebb D.'' Behavior. — 1949.",
    ]
    listed = "\n".join(f"{mark} {work}" for work in works)
    read = Wikitext(Page("p", "p", f"Текст.\n\n== Литература ==\n{around % listed}"), profile("modern"))
    assert [one.wikitext for one in read.citations] == works


LISTED = "Текст.\n\n== Литература ==\n"


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (LISTED + "* Иванов И. Большая работа. — 2001. " + "слово " * 180_000 + "\n* Петров П. Малая. — 2002.\n",
         ["Большая работа", "Малая"]),
        (LISTED + "{{кол|2|\n{| class=x\n|\n* Иванов И. Первая работа. — 2001.\n* Петров П. Вторая работа. — 2002.\n|}\n}}\n",
         ["Первая работа", "Вторая работа"]),
        (LISTED + "* {{книга|автор=Иванов И.|заглавие=Первая|год=2001\n* Петров П. Вторая работа. — 2002.\n",
         [None, "Вторая работа"]),
        (LISTED + "* Петров П. Вторая работа. — 2002.\n* {{книга|автор=Иванов И.|заглавие=Первая|год=2001\n",
         ["Вторая работа", None]),
    ],
)  # fmt: skip
def test_no_item_of_a_broken_or_huge_list_is_lost(text: str, titles: list[str | None]) -> None:
    """An item of a megabyte, a list in a table in a template, a template without an end: each item is a citation."""
    found = Wikitext.of(text, profile("ruwiki")).citations
    assert [one.cited.title for one in found] == titles
    assert all(one.kind is CitationKind.listed for one in found)
