"""What a page's styles hide from its readers, and what they only seem to."""

from __future__ import annotations

import io
import zipfile

import pytest

from bot.language.charset import tree_of
from bot.sources.text import docx, html
from bot.sources.text.html_hidden import hides, hiding_rules

SEEN = "Видимый абзац о порядке и мантиссе. " * 10


def shown(body: str, style: str = "") -> str:
    """All that a reader of the page sees."""
    tree = tree_of(f"<html><head><style>{style}</style></head><body><p>{SEEN}</p>{body}</body></html>")
    assert tree is not None
    html.show(tree)
    return " ".join(text for text, _ in html.whole_blocks(tree))


@pytest.mark.parametrize(
    "style",
    [
        "display:none", "display : none !important", "visibility:hidden", "opacity:0", "opacity: 0.0;", "font-size:0",
        "font-size:1px",
        "position:absolute;left:-9999px", "text-indent:-99999px", "width:0;height:0;overflow:hidden", "clip:rect(0,0,0,0)",
        "clip-path:inset(100%)", "transform:scale(0)", "color:#fff;background:#ffffff", "color:red;background:red",
        "color:transparent",
    ],
)  # fmt: skip
def test_an_inline_style_hides(style: str) -> None:
    """No display, no size, no ink, out of the window, clipped away, the colour of its ground."""
    assert hides(style)
    assert "СКРЫТО" not in shown(f"<p style='{style}'>СКРЫТО</p>")


@pytest.mark.parametrize(
    "style",
    [
        "opacity:0.9", "font-size:10px", "font-size:0.9em", "left:-5px", "margin-left:-10px", "color:#fff;background:#000",
        "width:0.5em",
        "height:0;overflow:visible", "overflow:hidden;height:100px", "background:#fff",
    ],
)  # fmt: skip
def test_an_ordinary_style_hides_nothing(style: str) -> None:
    """White letters on a dark ground, small ones, cut boxes."""
    assert not hides(style)
    assert "ВИДНО" in shown(f"<p style='{style}'>ВИДНО</p>")


def test_white_letters_on_an_unknown_ground_are_unseen_only_on_paper() -> None:
    """A class or a ground around them may paint it dark."""
    assert "СКРЫТО" not in shown("<span style='color:#fff'>СКРЫТО</span><font color='white'>СКРЫТО</font>")
    assert "ВИДНО" in shown("<div class='dark'><span style='color:#fff'>ВИДНО</span></div>")
    assert "ВИДНО" in shown("<table><tr><td bgcolor='#000080'><font color='white'>ВИДНО</font></td></tr></table>")


def test_plain_rules_of_the_page_hide() -> None:
    """A class, an id, both with a tag; not what a medium, a state or a place in the page hides."""
    style = (
        "/* .a{} */ .a, p.b.c {display:none} #d{visibility:hidden} @media print { .e{color:red} .f{display:none} } "
        ".g:hover{display:none} .menu .h{display:none} .i{display:block}"
    )
    body = (
        "".join(f"<p class='{name}' id='{name}'>слово-{name}</p>" for name in "adefgi") + "<p class='b c'>слово-bc</p>"
    )
    text = shown(body + "<p class='H h'>слово-h</p>", style)
    assert [name for name in ("a", "d", "e", "f", "g", "i", "bc", "h") if f"слово-{name}" in text] == [
        "e",
        "f",
        "g",
        "i",
        "h",
    ]


def test_a_page_that_a_script_shows_is_read() -> None:
    """Where the style sheet hides most of the page, it is no secret but an animation."""
    assert "ВИДНО" in shown(f"<main class='fade'><p>ВИДНО {SEEN * 3}</p></main>", ".fade{opacity:0}")


def test_a_sheet_without_braces_costs_nothing() -> None:
    """Four hundred thousand characters of selectors."""
    assert not hiding_rules(".a.b.c," * 60_000).any


WHITE = "<p><span class='w'>СКРЫТО</span></p>"


@pytest.mark.parametrize(
    ("body", "style"),
    [
        (WHITE, ".w{color:white}"),
        (WHITE, "p .w{color:#fff;font-size:9px} p{color:#333} body{background:#fafafa}"),
        (WHITE, "p span.w{color:#FFFFFF!important} a{color:blue}"),
        ("<div class='x'><p>СКРЫТО</p></div>", ".x p{display:none}"),
        ("<div id='x'><div><b class='y'>СКРЫТО</b></div></div>", "#x > div .y{visibility:hidden}"),
        ("<ul class='x'><li><b>СКРЫТО</b></li></ul>", "ul.x > li > b{opacity:0}"),
    ],
)
def test_a_rule_by_class_or_place_hides(body: str, style: str) -> None:
    """White letters on paper by class, and what a rule hides in a place of the page."""
    assert "СКРЫТО" not in shown(body, style)


@pytest.mark.parametrize(
    ("body", "style"),
    [
        (f"<div class='dark'>{WHITE}</div>", ".w{color:#fff} .dark{background:#123}"),
        (f"<div class='dark'>{WHITE}</div>", ".w{color:#fff} @media screen{.page .dark{background-image:url(a.png)}}"),
        (f"<div class='hero'><img src='a.png' alt=''>{WHITE}</div>", ".w{color:#fff}"),
        (f"<div style='background:#000'>{WHITE}</div>", ".w{color:#fff}"),
        (WHITE, ".w{color:#fff} body{background:#222}"),
        (WHITE, ".w{color:#fff;background:navy}"),
        (WHITE, ".w{color:#fff} p .w{color:#222}"),
        (f"<link rel='stylesheet' href='site.css'>{WHITE}", ".w{color:#fff}"),
        ("<ul class='x'><li><ul><li>СКРЫТО</li></ul></li></ul>", ".x ul{display:none} .x li:hover ul{display:block}"),
        ("<div class='x'><p>СКРЫТО</p></div>", ".y p{display:none} .x > div p{display:none} .x + p{display:none}"),
    ],
)
def test_what_may_be_seen_by_class_or_place_is_read(body: str, style: str) -> None:
    """A ground or a picture under white letters, another colour, a sheet that nobody read, a menu that opens, another place."""
    assert "СКРЫТО" in shown(body, style)


@pytest.mark.parametrize(
    "opened", ["<del>", "<s>", "<strike>", "<span style='text-decoration: line-through'>", "<span class='x'>"]
)
def test_what_the_page_struck_out_is_no_evidence(opened: str) -> None:
    """The source took it back; what it put there instead is read."""
    closed = f"</{opened[1:].split(' ')[0].removesuffix('>')}>"
    text = shown(
        f"<p>В городе {opened}5000{closed} <ins>6000</ins> жителей</p>", ".x{text-decoration-line:line-through}"
    )
    assert "В городе 6000 жителей" in text


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("10<sup>5</sup> клеток", "10^5 клеток"), ("6,02 × 10<sup>−23</sup>", "6,02 × 10^−23"), ("5 км<sup>2</sup>", "5 км^2"),
        ("2<sup>n</sup>", "2^n"), ("в 1999<sup>3</sup> году", "в 1999 [3] году"), ("Линкольн<sup>4</sup>", "Линкольн [4]"),
        ("10<sup><a href='#n1'>1</a></sup> мельниц", "10 [1] мельниц"), ("94,2<sup>a</sup>", "94,2 [a]"),
        ("1<sup>st</sup>", "1st"), ("94.2<sup>*</sup>", "94.2*"), ("это<sup>[12]</sup>", "это[12]"),
        ("log<sub>2</sub>8", "log2 8"), ("H<sub>2</sub>O", "H2O"),
    ],
)  # fmt: skip
def test_a_raised_sign_makes_no_other_number(markup: str, written: str) -> None:
    """10 to the fifth is not 105, nor 1999 with a note 19993."""
    assert written in shown(f"<p>{markup}</p>")


def test_a_table_keeps_its_marks_and_columns() -> None:
    """The words of a picture alone in its cell, a ticked box, and an empty cell, so that the next one stays under its head."""
    rows = (
        "<tr><td>Поиск</td><td><img alt='да' src='y.png'></td><td><input type='checkbox' checked></td></tr>"
        "<tr><td>Замена</td><td></td><td>да</td></tr>"
    )
    page = f"<article><table><tr><th>Что</th><th>А</th><th>Б</th></tr>{rows}</table><p>{SEEN * 2}</p></article>"
    tree = tree_of(f"<html><body>{page}</body></html>")
    assert tree is not None
    html.show(tree)
    whole = html.whole_blocks(tree)
    for blocks in (whole, html.main_blocks(tree, whole)):
        text = [words for words, _ in blocks]
        assert "Поиск | да | ☑" in text
        assert "Замена | – | да" in text


@pytest.mark.parametrize(
    "looks", ["<w:strike/>", '<w:dstrike w:val="1"/>', '<w:vanish w:val="true"/>', '<w:b/><w:strike w:val="on"/>']
)
def test_a_docx_that_strikes_words_out_does_not_say_them(looks: str) -> None:
    """Nor what it hides; a property that is switched off strikes nothing."""
    run = "<w:r><w:rPr>{}</w:rPr><w:t>{} </w:t></w:r>"
    runs = run.format(looks, "5000") + run.format('<w:strike w:val="false"/>', "6000") + run.format("", "жителей")
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {space}><w:body><w:p>{runs}</w:p></w:body></w:document>")
    assert docx.blocks(written.getvalue()) == [("6000 жителей", "")]
