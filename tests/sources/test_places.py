"""Where a source has the places that a citation names, and that it has them at all."""

from __future__ import annotations

import pytest

from bot.locale import Speech
from bot.model.citation import Cited, Identifier
from bot.model.outcome import Shown
from bot.model.reply import Reply
from bot.model.source import Pointed, SourceText
from bot.model.words import IdKind, Scope
from bot.sources.places import pointed_at
from bot.sources.reading import Task, read
from tests.fakes.pdfs import Words, drawn
from tests.sources.test_findings import raised

SECTIONS = ["Введение", "1 Форматы", "1.1 Порядок", "1.2 Мантисса", "2 Масштаб", "2.1 Потери", "3 Итоги"]
ARTICLE = "<html><head><title>Точность</title></head><body><main>" + "".join(
    f"<h2 id='s{at}'>{title}</h2><p>Абзац раздела {at}: {'слова о нём и о соседях. ' * 20} Теорема {at}. Она верна.</p>"
    for at, title in enumerate(SECTIONS)
) + "</main></body></html>"  # fmt: skip
CODE = "\n".join(f"line_{number} = {number}" if number % 5 else "" for number in range(1, 41))


def text(body: bytes, url: str = "https://site.org/page", kind: str = "") -> SourceText:
    """What is read of a body."""
    shown = read(Task(Reply(url, 200, ((b"content-type", kind.encode()),), body), url, "2026-01-01T00:00:00Z"))
    assert isinstance(shown, Shown)
    assert shown.text is not None
    return shown.text


def pointed(source: SourceText, plain: str = "", address: str = "") -> Pointed:
    """The one place that a citation names."""
    identifiers = (Identifier(IdKind.url, address),) if address else ()
    (found,) = pointed_at(source, Cited(plain=plain, identifiers=identifiers)).pointed
    return found


def shown(source: SourceText, place: Pointed) -> str:
    """What stands there."""
    return " … ".join(source.text[start:end] for start, end in place.spans)


@pytest.mark.parametrize(
    ("plain", "address", "begins", "without"),
    [
        ("разд. 1.2", "", "1.2 Мантисса", "2 Масштаб"),
        ("Section 1", "", "1 Форматы", "2 Масштаб"),
        ("теорема 5", "", "Абзац раздела 5", "раздела 4"),
        ("", "https://site.org/page#s4", "2 Масштаб", "2.1 Потери"),
        ("", "https://www.site.org/page#:~:text=Абзац%20раздела%203", "Абзац раздела 3", "раздела 4"),
    ],
)
def test_a_place_of_a_page_is_found(plain: str, address: str, begins: str, without: str) -> None:
    """With what stands under it, and nothing of the next one."""
    source = text(ARTICLE.encode())
    place = pointed(source, plain, address)
    assert not place.missing
    assert shown(source, place).startswith(begins)
    assert without not in shown(source, place)


@pytest.mark.parametrize(
    ("plain", "address"),
    [
        ("§ 7", ""),
        ("теорема 12", ""),
        ("", "https://site.org/page#nowhere"),
        ("", "https://site.org/page#:~:text=no%20such"),
    ],
)
def test_a_place_that_is_not_there_is_missed(plain: str, address: str) -> None:
    """The page numbers its sections and theorems and names its headings: this one is not among them."""
    assert pointed(text(ARTICLE.encode()), plain, address) == Pointed(
        pointed(text(ARTICLE.encode()), plain, address).words, (), missing=True
    )


@pytest.mark.parametrize(("plain", "address"), [("§ 7", ""), ("теорема 12", ""), ("с. 7", ""), ("гл. 2", "")])
def test_where_nothing_is_numbered_nothing_is_missed(plain: str, address: str) -> None:
    """A page without pages, sections or theorems says nothing of them."""
    plainly = "<html><body><p>" + "Слова без разделов. " * 60 + "</p></body></html>"
    assert pointed(text(plainly.encode()), plain, address) == Pointed(plain)


def test_an_abstract_misses_nothing() -> None:
    """What is not there may be in the work."""
    whole = text(ARTICLE.encode())
    part = SourceText(whole.url, whole.text, Scope.abstract, whole.blocks, anchors=whole.anchors)
    assert not pointed(part, "§ 7").missing


def test_printed_numbers_come_before_counted_pages() -> None:
    """«С. 102» is the page that bears that number, the file's second; the range of what is printed tells what is missing."""
    pages = [[Words(f"Page {word} of the file says something of its own.")] for word in ("one", "two", "three")]
    source = text(drawn(*pages, labels="<< /S /D /St 101 >>"))
    assert shown(source, pointed(source, "с. 102")) == "Page two of the file says something of its own."
    assert pointed(source, "с. 2").missing
    counted = text(drawn(*pages))
    assert shown(counted, pointed(counted, "с. 2")) == "Page two of the file says something of its own."
    assert not pointed(counted, "с. 436").missing
    assert shown(counted, pointed(counted, "", "https://site.org/page#page=3")).startswith("Page three")
    assert pointed(counted, "", "https://site.org/page#page=30").missing


def test_lines_of_a_program_are_found() -> None:
    """GitHub's ``#L10-L20``, in the raw file."""
    source = text(CODE.encode(), "https://raw.githubusercontent.com/o/r/main/a.py", "text/plain")
    place = pointed(source, "", "https://github.com/o/r/blob/main/a.py#L12-L13")
    assert "line_12 = 12\nline_13 = 13" in shown(source, place)
    assert "line_21" not in shown(source, place)
    assert pointed(source, "", "https://github.com/o/r/blob/main/a.py#L400").missing


def test_a_fragment_of_another_page_says_nothing_of_this_one() -> None:
    """The text that was read is of another address."""
    cited = Cited(identifiers=(Identifier(IdKind.url, "https://other.org/x#nowhere"),))
    assert pointed_at(text(ARTICLE.encode()), cited).pointed == ()


def test_a_missing_place_is_a_note_and_no_more() -> None:
    """Sources finds it; the report tells it; nothing is raised."""
    note = "[http://site.org/page#nowhere Точность]"
    found = raised(note, {"site.org/page": (200, {}, ARTICLE.encode())})
    assert [(one.code, str(one.severity)) for one in found] == [("SRC501", "note")]
    assert "#nowhere" in Speech("en").say(found[0].message)
