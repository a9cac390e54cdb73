"""What a page's styles hide from its readers, and what they only seem to."""

from __future__ import annotations

import pytest

from bot.language.charset import tree_of
from bot.sources.text import html
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
    assert hiding_rules(".a.b.c," * 60_000).selectors == ()
