"""The visible text of a web page: its main part by trafilatura, the whole page where that finds little.

What a reader does not see is dropped first: hidden elements, comments, scripts, templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

#: With less than this (characters) the extractor has lost the page, or the page is a stub: then all of it is taken.
LITTLE = 300
LARGEST = 5 << 20

_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|$)|opacity\s*:\s*0\s*(?:;|$)"
)
_UNSEEN = frozenset("script style template noscript iframe object svg head select option datalist dialog".split())
_BLOCKS = frozenset(
    "p div section article main header footer nav aside ul ol li dl dt dd table tr pre blockquote figure figcaption form "
    "h1 h2 h3 h4 h5 h6 fieldset address details summary body hr br".split()
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def parse(markup: str) -> HtmlElement | None:
    """The tree as written; None for what is no HTML at all."""
    from lxml import etree
    from lxml import html as lxml_html

    try:
        # lxml refuses a str that declares its own encoding
        tree: HtmlElement = lxml_html.document_fromstring(
            markup[:LARGEST].encode("utf-8", "replace"), parser=lxml_html.HTMLParser(encoding="utf-8")
        )
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None
    return tree


def show(tree: HtmlElement) -> None:
    """Take out of the tree what a reader does not see."""
    from lxml import etree

    etree.strip_tags(tree, etree.Comment, etree.ProcessingInstruction)
    for formula in list(tree.iter("math")):
        _write_out(formula)
    for element in list(tree.iter(etree.Element)):
        if _hidden(element):
            element.drop_tree()


def main_blocks(tree: HtmlElement, whole: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """(text, heading) of the page's main part; ``whole``, the whole page's, where that finds little."""
    found = list(_extracted(tree))
    length = sum(len(text) for text, _ in found)
    if len(found) == 1 < len(whole):
        return whole  # the extractor gave up and put everything into one paragraph
    return found if length >= min(LITTLE, sum(len(text) for text, _ in whole)) else whole


def whole_blocks(tree: HtmlElement) -> list[tuple[str, str]]:
    """(text, heading) of everything that is shown."""
    blocks: list[tuple[str, str]] = []
    heading = ""
    for text, tag in _runs(tree):
        if tag in _HEADINGS:
            heading = text
        blocks.append((text, heading))
    return blocks


def _write_out(formula: HtmlElement) -> None:
    """A formula as its TeX, once: MathML holds it as marks and again as an annotation (LaTeXML, Wikipedia)."""
    from lxml.html import builder

    annotation = next(formula.iter("annotation"), None)
    written = (
        formula.get("alttext") or ("" if annotation is None else annotation.text or "") or "".join(formula.itertext())
    )
    parent = formula.getparent()
    if parent is not None:
        span = builder.SPAN(squeezed(written))
        span.tail = formula.tail
        parent.replace(formula, span)


def _hidden(element: HtmlElement) -> bool:
    """Whether a reader does not see the element."""
    if element.getparent() is None or element.tag == "body":
        return False
    style = (element.get("style") or "").lower()
    return (
        element.tag in _UNSEEN - {"head"}
        or "hidden" in element.attrib
        or element.get("aria-hidden") == "true"
        or bool(style and _HIDDEN_STYLE.search(style))
    )


def _extracted(tree: HtmlElement) -> Iterator[tuple[str, str]]:
    """Blocks of trafilatura's answer, with the heading over each."""
    from copy import deepcopy

    import trafilatura

    answer = trafilatura.extract(
        deepcopy(tree), output_format="xml", favor_recall=True, include_comments=False, include_tables=True
    )
    heading = ""
    for element, text in _leaves(answer):
        if element == "head":
            heading = text
        yield text, heading


def _leaves(answer: str | None) -> Iterator[tuple[str, str]]:
    """(element, text) of headings, paragraphs, list items, table rows and code in the extractor's XML."""
    from lxml import etree

    if not answer:
        return
    root = etree.fromstring(
        answer.encode("utf-8"), etree.XMLParser(resolve_entities=False, huge_tree=True, recover=True)
    )
    for element in root.iter("head", "p", "item", "row", "code", "quote", "fw"):
        if next(element.iterancestors("item", "row", "quote", "code"), None) is not None:
            continue
        if element.tag == "row":
            cells = (squeezed("".join(cell.itertext())) for cell in element.iter("cell"))
            yield "row", " | ".join(cell for cell in cells if cell)
        else:
            yield str(element.tag), squeezed(" ".join(element.itertext()), keep_lines=element.tag == "code")


def _runs(tree: HtmlElement) -> Iterator[tuple[str, str]]:
    """(text, innermost block's tag) of every stretch between block boundaries."""
    from lxml import etree

    buffer: list[str] = []
    tag = "body"
    body = tree.find("body")
    for event, element in etree.iterwalk(tree if body is None else body, events=("start", "end")):
        block = element.tag in _BLOCKS
        if block:
            text = squeezed("".join(buffer))
            if text:
                yield text, tag
            buffer = []
            tag = element.tag if event == "start" else "div"
        elif event == "end" and element.tag in {"td", "th"}:
            buffer.append(" ")
        buffer.append((element.text if event == "start" else element.tail) or "")
    text = squeezed("".join(buffer))
    if text:
        yield text, tag


def squeezed(text: str, *, keep_lines: bool = False) -> str:
    """Runs of white space as one space; code keeps its lines."""
    return re.sub(r"[^\S\n]+" if keep_lines else r"\s+", " ", text).strip()
