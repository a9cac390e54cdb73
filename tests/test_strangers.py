"""Text of strangers: whatever a source, a record, a reply or a note says, reading it ends, in time that grows as it does."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.pump.timing import measure, stopped
from bot.config import declared
from bot.entities import unescape
from bot.identifiers import find_identifiers
from bot.identity import authors, imprint, rosters, titles
from bot.identity.venues import same_venue
from bot.judge import answer_form, claim_numbers, names, quote, search_terms, signs, typography, windows
from bot.judge.passages import SourceIndex
from bot.language.charset import decode, tree_of
from bot.language.numbers import figures, number_words
from bot.language.pointers import in_address, in_note
from bot.language.romanise import name_key
from bot.language.sentences import sentences
from bot.model.citation import Cited
from bot.model.source import Block, SourceText
from bot.model.words import Scope
from bot.registries import arxiv, shape
from bot.report.formats import remarks
from bot.review.web import entries
from bot.sources import metadata, places
from bot.sources.text import blocks, docx, html, html_hidden, pdf_lines
from bot.wiki import compare, form, page_reader, refusals, rendered
from bot.wikitext.cited_works import read_citation
from bot.wikitext.plaintext import strip_markup
from bot.wikitext.readers_view import read_words


def _source(text: str) -> SourceText:
    return SourceText("http://a.example", text, Scope.full_text, (Block(0, len(text)),))


def _index(text: str) -> object:
    return SourceIndex.build(_source(text), None)


def _labels(text: str) -> object:
    parts = [(one, "") for one in text.split("\n")]
    made = blocks.assemble(parts, url="", scope=Scope.full_text, title=None, media_type="", fetched=None)
    return made and [places.find(made, one) for one in in_note("Теорема 7")]


#: What grew with a square or more, each with the text that showed it.
_GREW: list[tuple[str, Callable[[str], object], tuple[str, str, str]]] = [
    ("sentence borders in blanks", sentences, ("", " ", "\0")),
    ("sentence borders in abbreviations", sentences, ("", "а.", "\0")),
    ("figures among reference marks", figures, ("", "[1] 5 ", "")),
    ("names of a long sentence", names.names_of, ("", "1 ", "")),
    ("names of a sentence in capitals", names.names_of, ("Слово ", "Aa ", "")),
    ("names in a long evidence", lambda text: names.missing_names("Vapnik and Минский", text), ("", "I", "")),
    ("the key of a Roman number", name_key, ("", "I", "")),
    ("how a long word sounds", search_terms.keys, ("", "i", "")),
    ("number words", number_words, ("", "one hundred ", "")),
    ("a source of headings", _index, ("", "References\n", "")),
    ("labels of a source", _labels, ("", "Theorem 7\n", "")),
    ("the end of a title", lambda text: metadata._SUFFIX.sub("", text), ("", " ", "\0")),
    ("a title that breaks", lambda text: titles.compare(text, ("A title: of a work",)), ("", " ", "\0")),
    ("asides of a title", titles.words_of, ("", "(arxiv", "")),
    ("a title and a slash", titles.words_of, ("", " / a. ", "\n")),
    ("a name with «et al.»", authors.read, ("", "et al ", "\n")),
    ("a style sheet's comments", html_hidden.hiding_rules, ("", "/*", "")),
    ("tags of a wiki without an end", form.parse, ("", "<a ", "")),
    ("a wiki's notes", rendered.notes, ('class="reference-text"', '<li id="cite_note-a">', "")),
    ("the words of a note", rendered.words, ("", "<", "")),
    ("markers in a note", rendered.words, ("", '<sup id="cite_ref-', "")),
    ("a wiki's errors", rendered.errors, ("", '<strong class="error">', "")),
    ("an export without ends", lambda text: list(page_reader._revisions(text)), ("", "<revision>", "")),
    ("a refusal", refusals.plain, ("", "<", "")),
    (
        "the merge of blank lines",
        lambda text: compare.merge3(f"a{text}b", f"c{text}\nd", f"a\n{text}b"),
        ("", "\n", ""),
    ),
    ("a setting's time", declared._seconds, ("", "1", "")),
    ("a draft without a title", entries.title_in, ("", "=", "\0")),
    ("a host in the remarks", remarks._ADDRESS.findall, ("", "a.", "")),
    ("a comment of arXiv", arxiv._APPEARED.search, ("", "A", "")),
    ("a reply's fence", answer_form._FENCE.findall, ("```", " ", "")),
    ("a reply's thoughts", answer_form._THOUGHT.findall, ("", "<think>", "")),
    ("blank lines of a PDF", lambda text: pdf_lines.of_pages([text]), ("", "\n", "a")),
]


@pytest.mark.parametrize(("work", "pump"), [row[1:] for row in _GREW], ids=[row[0] for row in _GREW])
def test_time_grows_as_the_text_does(work: Callable[[str], object], pump: tuple[str, str, str]) -> None:
    """Twice the text takes less than 2.6 times as long."""
    assert measure(work, pump, 1 << 14).passed


#: What breaks readers: digits of many alphabets, number words, Roman numbers, marks, controls, halves of characters.
_HOSTILE = st.lists(
    st.sampled_from(
        [*"0157.,:;!?…-–—()[]{}<>«»\"'/\\%^_=+&#*@$|~ \n\t\r", "\u00a0", "\u2009", "²", "⁻", "½", "٣", "௧", "Ⅻ", "\0", "\x0b",
         "\u202e", "\u2066", "\ufeff", "\u200b", "\ud800", "\udfff", "e\u0301", "И\u0306", "\u0345", "ﬁ", "İ", "ß", "I", "V", "X",
         "MDCLXVI", "и", "А.", "т. е.", "one", "hundred", "billion", "and", "сто", "тысяч", "млрд", "half a ", "10^", "1e999",
         "1/0",
         "1 000", "1,234", "%", "процентных", "бит", "от ", " до ", "Vapnik", "Минский", "GPT-4",
         "https://a.b/?c#d", "&#9;", "&#x110000;",
         "References", "рис. 1", "с. 1", "Section 1.1", "et al.", "\\frac", "<b>"],
    )
    | st.text(max_size=3),
    max_size=60,
).map("".join)  # fmt: skip


@given(_HOSTILE, _HOSTILE)
def test_no_text_is_an_exception(text: str, other: str) -> None:
    """Sentences, numbers, names, quotes, signs, places and titles of any two texts."""
    assert all(0 <= start < end <= len(text) for start, end in sentences(text))
    figures(text), number_words(text), in_note(text), in_address(f"http://a/#{text}")
    claim_numbers.check_numbers(text, other), names.missing_names(text, other)
    signs.words_of(text), search_terms.terms(text), search_terms.keys(text)
    source = _source(text)
    windows.body_sentences(source), SourceIndex.build(source, None)
    found = quote.locate(source, other) or quote.locate(source, text)
    assert found is None or text[found.start : found.end] == found.text
    assert len(typography.fold(text).starts) == len(typography.fold(text).text)
    titles.compare(text, (other,)), titles.mentioned(text, other), titles.romanised(text)
    rosters.compare((text,), (other, text)), same_venue(text, [other]), imprint.same_pages(text, other)
    shape.plain(text), unescape(text)
    places.pointed_at(source, Cited(text, pointers=(other,)))


@pytest.mark.parametrize("digits", [20, 400, 5000])
def test_a_number_may_have_any_length(digits: int) -> None:
    """As a figure, a page, a year, an entity, a line's name: longer than Python makes a number of, or a float holds."""
    long = "7" * digits
    written = (
        long,
        f"{long},{long}",
        f"{long}^9",
        f"1/{long}",
        f"с. {long}",
        f"{long}-{long}",
        f"&#{long};",
        f"&#x{long};",
    )
    for text in written:
        assert claim_numbers.check_numbers(text, text) is not None
        assert quote.locate(_source(text), text) is None or digits >= 12
        imprint.same_pages(text, text), in_note(text), titles.words_of(text), shape.plain(text)
    assert shape.year(int("7" * 20)) is None
    assert shape.year(10**digits) is None
    anchored = SourceText(
        "", "a", Scope.page, (Block(0, 1, f"p. {long}"),), media_type="text/plain", anchors=((f"L{long}", 0),)
    )
    assert places.find(anchored, in_address("http://a/#L5")[0]).spans == ()
    assert places.find(anchored, in_note("с. 5")[0]).spans == ()


def test_number_words_end_where_a_number_does() -> None:
    """«one hundred hundred …» in a source is no number beyond all bounds."""
    assert all(max(one.values) < 1e50 for one in number_words("one hundred " * 400))
    assert [one.values for one in number_words("nine hundred and ninety-nine billion two")] == [(999e9 + 2,)]


def test_a_roman_number_has_fifteen_letters_at_most() -> None:
    """Longer ones are no number of a volume, and are not compared."""
    assert imprint._number("lxxxviii") == "88"
    assert imprint._number("c" * 5000) == ""


def test_an_entity_beyond_unicode_is_no_character() -> None:
    """As browsers have it; leading zeros are allowed."""
    assert unescape(f"&#{'9' * 5000};&#x{'f' * 5000}; &#{'0' * 5000}65; &amp;&#x42;") == "\ufffd\ufffd A &B"


def test_a_record_is_read_up_to_its_bounds() -> None:
    """A title of a megabyte, a hundred thousand authors, lists where texts belong, nothing where lists belong."""
    record = {
        "title": "a " * (1 << 19),
        "list": ["b"] * 100_000,
        "none": None,
        "deep": json.loads("[" * 500 + "]" * 500),
    }
    assert len(shape.text(record, "title")) <= shape.LONGEST
    assert len(list(shape.items(record, "list"))) == shape.MOST_ITEMS
    assert len(shape.texts(record, "list")) == shape.MOST_TEXTS
    assert shape.texts(record, "deep") == shape.texts(record, "none") == ()
    assert shape.text(record, "list") == shape.text(record, "deep") == ""
    many = tuple(f"Name{at} A." for at in range(100_000))
    found = rosters.compare(("Другой Б.", "Name5 A."), many)
    assert found.share == 0.5


def test_a_source_leaves_the_reader_within_its_bounds() -> None:
    """Two million characters, one space for a run of them, whatever the parts are."""
    parts = [("a" * 3_000_000, ""), ("b", "")]
    made = blocks.assemble(parts, url="", scope=Scope.page, title=None, media_type="", fetched=None)
    assert made is not None
    assert len(made.text) <= blocks.LONGEST


def test_a_broken_archive_is_unreadable() -> None:
    """Bytes that do not inflate are no exception of the program."""
    import io
    import zipfile

    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(range(256)) * 50)
    body = bytearray(file.getvalue())
    body[60:200] = b"\xff" * 140
    with pytest.raises(docx.UnreadableDocxError):
        docx.blocks(bytes(body))


def test_a_page_that_hides_what_it_is_is_read() -> None:
    """Deep JSON, a charset of any length, elements in elements."""
    decode(b"<meta charset=" + b"a" * 4000)
    decode(b"a", "text/html; charset=" + "b" * 100_000)
    deep = "[" * 900 + "]" * 900
    markup = (
        f'<html><head><script type="application/ld+json">{{"@type":{deep},"isAccessibleForFree":{deep}}}</script></head>'
        f"<body>{'<div>' * 3000}text</body></html>"
    )
    tree = tree_of(markup)
    assert tree is not None
    assert not metadata.read(tree, "http://a").paywalled
    html.all_blocks(tree)


def test_a_setting_may_have_any_length() -> None:
    """A port or a time of 5,000 digits is refused, not an exception."""
    assert not declared._is_host(f"a:{'1' * 5000}")
    assert declared._seconds("1" * 5000 + "s") is None
    assert declared._seconds("1d 12h") == 36 * 3600


def test_a_large_middle_is_one_change() -> None:
    """Two sides that both rewrote thousands of lines are a conflict; apart from one another they merge as ever."""
    base = "\n".join(map(str, range(5000)))
    mine, theirs = base.replace("7\n", "8\n"), base.replace("3\n", "4\n")
    assert compare.merge3(base, mine, theirs) is None
    assert compare.merge3(base, f"first\n{base}", f"{base}\nlast") == f"first\n{base}\nlast"


def test_what_is_as_long_as_a_book_is_compared_in_part() -> None:
    """Titles, venues and names of a megabyte: comparing takes a product of lengths, so there is a bound."""
    book = "journal ab cd " * 100_000
    with stopped(20.0):
        titles.compare(book, (book[::-1], book))
        titles.mentioned(book, book)
        same_venue(book, [book[::-1]])
        rosters.compare((book,), (book[::-1],))


@pytest.mark.parametrize(
    "read", [find_identifiers, strip_markup, read_citation, read_words], ids=lambda read: read.__name__
)
def test_a_reference_of_any_length_is_read(read: Callable[[str], object]) -> None:
    """``&#`` and 5,000 digits in a note or on a page are no character, and no exception."""
    read(f"''a &#{'1' * 5000}; b''. 10.1234/a &#x{'f' * 5000};")
