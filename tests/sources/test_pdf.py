"""PDFs as they are: columns, heads, page numbers, broken words, and two readings that do not agree."""

from __future__ import annotations

import pytest

from bot.model.words import Caveat
from bot.sources.text import pdf, pdf_layers, pdf_lines
from bot.sources.text.pdf_lines import Rect, in_order
from tests.fakes.papers import paper
from tests.fakes.pdfs import Drawn, Words, drawn
from tests.sources.world import ADAM

PROSE = (
    "The gradient is multiplied by the scale of the loss, so that small values do not vanish in half precision. "
    "Градиент умножают на масштаб потерь, чтобы малые значения не обращались в ноль при обучении сети. "
) * 4
#: The same letters under another table, as broken files have them.
SHIFTED = "".join(chr(ord(char) + 0x60) if char.isalpha() else char for char in PROSE)


def text_of(body: bytes) -> str:
    """Everything that is read of a file, in order."""
    return " ".join(text for text, _ in pdf.read(body).parts)


def test_columns_that_a_file_draws_across_are_read_one_after_the_other() -> None:
    """A title over both stays first; no line of the right column stands between two of the left."""
    left = [f"left line {number} of the column about scaling" for number in range(12)]
    right = [f"right line {number} of the other about rivers" for number in range(12)]
    page: list[Drawn] = [
        Words("A title that goes across both of the columns of this page, which is long enough", y=760)
    ]
    for at, pair in enumerate(zip(left, right, strict=True)):
        page += [Words(line, x, 720 - 14 * at, 9) for x, line in zip((72, 310), pair, strict=True)]
    text = text_of(drawn(page))
    assert text.index("A title") < text.index("left line 0")
    assert text.index("left line 11") < text.index("right line 0")


def test_a_table_keeps_its_rows() -> None:
    """Short cells fill no column: they stay beside each other."""
    rects = [
        Rect(x, 700 - 14 * row, x + 30 + (200 if row == 3 else 0), 710 - 14 * row)
        for row in range(12)
        for x in (72, 330)
    ]
    assert in_order(rects) is None


def test_running_heads_and_page_numbers_are_no_sentences() -> None:
    """What most pages begin with goes; the number that stood alone at the edge is the page's printed one."""
    pages = [f"Journal of Formats {number}\nText of page {word} goes on\n{number}" for number, word in
             zip(range(101, 106), ("one", "two", "three", "four", "five"), strict=True)]  # fmt: skip
    cut = pdf_lines.of_pages(pages)
    assert [page.printed for page in cut] == ["101", "102", "103", "104", "105"]
    assert cut[0].lines == ("Text of page one goes on",)


def test_a_broken_word_and_a_ligature_are_whole_again() -> None:
    """Otherwise no quotation with them is found."""
    cut = pdf_lines.of_pages(["The coeﬃcient of regu-\nlarisation is small"])
    assert " ".join(cut[0].lines) == "The coefficient of regularisation is small"


def test_pages_are_named_by_place_and_by_what_is_printed() -> None:
    """«p. 2 [102]» is the second page, which the file calls 102."""
    body = drawn([Words("First page.")], [Words("Second page.")], labels="<< /S /D /St 101 >>")
    assert [where for _, where in pdf.read(body).parts] == ["p. 1 [101]", "p. 2 [102]"]


def test_both_readings_of_a_good_file_agree() -> None:
    """Nothing is said of them then."""
    body = paper(ADAM)
    assert pdf.second_reading(body, [0])
    assert pdf.read(body).caveats == ()


def test_the_reading_that_is_a_language_is_taken() -> None:
    """Where the words differ strongly: by plausible words and everyday ones among them, and it is said."""
    chosen = pdf_layers.choose([SHIFTED], lambda numbers: [PROSE for _ in numbers])
    assert chosen == pdf_layers.ChosenLayer((PROSE,), differ=True)
    kept = pdf_layers.choose([PROSE], lambda numbers: [SHIFTED for _ in numbers])
    assert kept == pdf_layers.ChosenLayer((PROSE,), differ=True)


def test_another_order_of_the_same_words_is_said() -> None:
    """Two columns that one of the readers mixes."""
    words = PROSE.split()
    mixed = " ".join(words[at] for at in sorted(range(len(words)), key=lambda at: (at % 7, at)))
    assert pdf_layers.choose([PROSE], lambda numbers: [mixed for _ in numbers]).differ


def test_a_text_that_hides_something_is_not_replaced() -> None:
    """The second reading knows nothing of what is unseen."""
    assert pdf_layers.choose([SHIFTED], lambda numbers: [PROSE for _ in numbers], fixed=True).pages == (SHIFTED,)


@pytest.mark.parametrize("again", [None, [SHIFTED]])
def test_a_garbled_layer_is_no_text(again: list[str] | None) -> None:
    """Letters that are no words in either reading: nobody could be shown a quotation of them."""
    assert pdf_layers.choose([SHIFTED], lambda _: again).garbled
    found = pdf.read(drawn([Words(SHIFTED[start : start + 80], y=780 - start / 8) for start in range(0, 700, 80)]))
    assert found.parts == ()
    assert Caveat.garbled_text_layer in found.caveats


@pytest.mark.parametrize(
    "text", [PROSE, "日本語の文章です。" * 50, "Die Größe über den Fluß wird für alle " * 20, "x = 2 + 3 ; y = 4 " * 30]
)
def test_other_languages_and_formulas_are_not_garbled(text: str) -> None:
    """Only Latin and Cyrillic are judged, and only when they are no words at all."""
    assert not pdf_layers.choose([text], lambda _: None).garbled


def test_headings_stand_alone() -> None:
    """So that the list of references can be left out and a numbered section found."""
    wide = "A line of prose that is as wide as the page is and goes on in the next one,"
    page = [
        wide,
        "and ends here without filling it",
        "4.2 Loss scaling",
        wide,
        "which ends.",
        "References",
        "[1] A. Author.",
    ]
    assert list(pdf_lines.paragraphs(page)) == [
        f"{wide} and ends here without filling it",
        "4.2 Loss scaling",
        f"{wide} which ends.",
        "References",
        "[1] A. Author.",
    ]
