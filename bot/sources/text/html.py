"""The visible text of a web page: its main part by trafilatura, the whole page where that finds little.

What a reader does not see is dropped first: hidden elements, comments, scripts, templates; and what the page struck out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.model.source import TABLE
from bot.sources.text import line_numbers
from bot.sources.text.html_hidden import HidingRules, Seen, hides, hiding_rules, white
from bot.sources.text.html_marks import write_marks

if TYPE_CHECKING:
    from lxml.html import HtmlElement

#: With less than this (characters) the extractor has lost the page, or the page is a stub: then all of it is taken.
LITTLE = 300
#: Names that a page's fragments can point at beyond these are not kept; a table's head is cut at so many characters.
_MOST_ANCHORS, _LONGEST_HEAD = 2000, 200
#: So many characters find the words that a name stands before.
_LONGEST_WORDS = 300

_NAVIGATION = frozenset({"nav", "menu"})
_SITE_WIDE = ("nav", "menu", "header", "footer")
_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "menu", "menubar", "directory"})
_UNSEEN = frozenset("script style template noscript iframe object svg head select option datalist dialog".split())
_UNSEEN_ELEMENTS = _UNSEEN - {"head"}
_BLOCKS = frozenset(
    "p div section article main header footer nav aside ul ol li dl dt dd table tr pre blockquote figure figcaption form "
    "h1 h2 h3 h4 h5 h6 fieldset address details summary body hr br".split()
)
_CELLS = frozenset({"td", "th"})
#: What a page takes back: it stands there struck out (HTML Living Standard 4.5.5, 4.7.2).
_TAKEN_BACK = frozenset({"del", "s", "strike"})
_WHOLE_PAGE = frozenset({"html", "body", "main"})
_PICTURES = ("img", "picture", "video", "canvas", "svg")
_COLOUR_OF_ITS_OWN = re.compile(r"(?<![\w-])color\s*:")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def show(tree: HtmlElement) -> None:
    """Take out of the tree what a reader does not see or what the page takes back; write out the marks that carry a meaning."""
    from lxml import etree

    etree.strip_tags(tree, etree.Comment, etree.ProcessingInstruction)
    for formula in list(tree.iter("math")):
        _write_out(formula)
    sheet = "\n".join(style.text or "" for style in tree.iter("style"))
    outside = any("stylesheet" in (link.get("rel") or "").lower() for link in tree.iter("link"))
    for element in list(tree.iter(etree.Element)):
        if _hidden(element):
            element.drop_tree()
    rules = hiding_rules(sheet)
    if rules.any:
        _apply(tree, rules, outside=outside)
    write_marks(tree)


def _apply(tree: HtmlElement, rules: HidingRules, *, outside: bool) -> None:
    """Take out what the page's own style sheet hides, unless that is most of the page: then a script shows it.

    Where there are sheets ``outside``, nobody knows what ground lies under white letters.
    """
    from lxml import etree

    met = [
        element
        for element in tree.iter(etree.Element)
        if element.getparent() is not None and element.tag != "body" and _styled_away(element, rules, outside=outside)
    ]
    outer = set(met)
    met = [element for element in met if outer.isdisjoint(element.iterancestors())]
    if 2 * sum(len(element.text_content()) for element in met) <= len(tree.text_content()):
        for element in met:
            element.drop_tree()


def _styled_away(element: HtmlElement, rules: HidingRules, *, outside: bool) -> bool:
    """Whether the sheet hides an element, or writes it in white on what can only be paper."""
    seen = _seen(element)
    if not rules.concern(seen):
        return False
    around = [_seen(one) for one in element.iterancestors()]
    return rules.hide(seen, around) or (not outside and rules.whiten(seen, around) and _on_paper(element))


def _seen(element: HtmlElement) -> Seen:
    classes = (element.get("class") or "").lower().split()
    return Seen(str(element.tag), frozenset(classes), (element.get("id") or "").lower())


def _on_paper(element: HtmlElement) -> bool:
    """Whether neither an attribute paints the ground under an element nor a picture beside it can lie there."""
    if _COLOUR_OF_ITS_OWN.search(element.get("style") or ""):
        return False
    around = [element, *element.iterancestors()]
    if any(one.get("bgcolor") or one.get("background") or "background" in (one.get("style") or "") for one in around):
        return False
    boxes = [one for one in around if one.tag not in _WHOLE_PAGE]
    return not boxes or next(boxes[-1].iter(*_PICTURES), None) is None


def main_blocks(tree: HtmlElement, whole: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """(text, heading) of the page's main part; ``whole``, the whole page's, where that finds little."""
    found = line_numbers.joined(list(_extracted(tree)))
    length = sum(len(text) for text, _ in found)
    if len(found) == 1 < len(whole):
        return whole  # the extractor gave up and put everything into one paragraph
    return found if length >= min(LITTLE, sum(len(text) for text, _ in whole)) else whole


def all_blocks(tree: HtmlElement) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """(text, heading) of everything that is shown, and the same without menus, heads and feet of the site, where marked.

    A table's row has the table's head after its heading.
    """
    skipped = frozenset(element for element in tree.iter(*_SITE_WIDE) if _navigates(element))
    skipped |= frozenset(element for element in tree.xpath("//*[@role]") if _navigates(element))
    heads = {table: _head_of(table) for table in tree.iter("table")}
    whole: list[tuple[str, str]] = []
    content: list[tuple[str, str]] = []
    heading = ""
    for text, element, outside in _runs(tree, skipped):
        if element.tag in _HEADINGS:
            heading = text
        head = heads.get(next(element.iterancestors("table"), None), "") if heads else ""
        block = (text, f"{heading}{TABLE}{head}" if head and head != text else heading)
        whole.append(block)
        if not outside:
            content.append(block)
    return line_numbers.joined(whole), line_numbers.joined(content)


def whole_blocks(tree: HtmlElement) -> list[tuple[str, str]]:
    """(text, heading) of everything that is shown."""
    return all_blocks(tree)[0]


def anchors(tree: HtmlElement) -> list[tuple[str, str]]:
    """(name, the words it stands before) of everything that a fragment of the address can point at, in order."""
    found: list[tuple[str, str]] = []
    waiting: list[str] = []
    if not tree.xpath("//*[@id] | //a[@name]"):
        return []
    for text, _, _ in _runs(tree, frozenset(), waiting):
        found += [(name, text[:_LONGEST_WORDS]) for name in waiting]
        waiting.clear()
    return [*found, *((name, "") for name in waiting)][:_MOST_ANCHORS]


def _head_of(table: HtmlElement) -> str:
    """The caption and the first row of a table, where that row is a head."""
    caption = next(table.iter("caption"), None)
    said = ["" if caption is None else squeezed("".join(caption.itertext())), " | ".join(_headed(table))]
    return " — ".join(filter(None, said))[:_LONGEST_HEAD]


def _headed(table: HtmlElement) -> list[str]:
    """The texts of the first row's cells, where all are heads."""
    row = next(table.iter("tr"), None)
    cells = [] if row is None else [cell for cell in row if cell.tag in {"td", "th"}]
    return [squeezed("".join(cell.itertext())) for cell in cells] if all(cell.tag == "th" for cell in cells) else []


def _navigates(element: HtmlElement) -> bool:
    """Whether an element leads about the site instead of saying something."""
    if element.tag in _NAVIGATION or (element.get("role") or "").lower() in _ROLES:
        return True
    # an article has a head and a foot of its own
    return (
        element.tag in {"header", "footer"} and next(element.iterancestors("article", "main", "section"), None) is None
    )


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
    if element.tag in _UNSEEN_ELEMENTS or element.tag in _TAKEN_BACK:
        return True
    if not element.keys() or element.getparent() is None or element.tag == "body":
        return False
    return (
        "hidden" in element.attrib
        or element.get("aria-hidden") == "true"
        or hides((element.get("style") or "").lower())
        or _is_paper_white(element)
    )


def _is_paper_white(element: HtmlElement) -> bool:
    """White letters, and no ground of any other colour is known to lie under them."""
    written = element.get("style") or element.get("color")
    if not written or not white(written):
        return False
    around = [element, *element.iterancestors()]
    return not any(one.get("bgcolor") or one.get("class") or "background" in (one.get("style") or "") for one in around)


def _extracted(tree: HtmlElement) -> Iterator[tuple[str, str]]:
    """Blocks of trafilatura's answer, with the heading over each."""
    from copy import deepcopy

    import trafilatura

    answer = trafilatura.extract(
        deepcopy(tree), output_format="xml", favor_recall=True, include_comments=False, include_tables=True
    )
    heading = head = ""
    for element, text in _leaves(answer):
        if element == "head":
            heading = text
        if element == "headrow":
            head = text
        elif element != "row":
            head = ""
        yield text, f"{heading}{TABLE}{head[:_LONGEST_HEAD]}" if head and element == "row" else heading


def _leaves(answer: str | None) -> Iterator[tuple[str, str]]:
    """(element, text) of headings, paragraphs, list items, table rows and code in the extractor's XML."""
    from lxml import etree

    if not answer:
        return
    root = etree.fromstring(
        answer.encode("utf-8"), etree.XMLParser(resolve_entities=False, huge_tree=False, recover=True)
    )
    for element in root.iter("head", "p", "item", "row", "code", "quote", "fw"):
        if next(element.iterancestors("item", "row", "quote", "code"), None) is not None:
            continue
        if element.tag == "row":
            yield _table_row(element)
        else:
            yield str(element.tag), squeezed(" ".join(element.itertext()), keep_lines=element.tag == "code")


def _table_row(row: HtmlElement) -> tuple[str, str]:
    """A row's cells between bars, and whether it is the table's head: its first row, all of whose cells are heads."""
    cells = list(row.iter("cell"))
    headed = bool(cells) and all(cell.get("role") == "head" for cell in cells) and row.getprevious() is None
    texts = (squeezed("".join(cell.itertext())) for cell in cells)
    return "headrow" if headed else "row", " | ".join(filter(None, texts))


def _names_of(element: HtmlElement) -> list[str]:
    """What an address may name the element by after its «#»."""
    return list(filter(None, (element.get("id"), element.get("name") if element.tag == "a" else None)))


def _runs(
    tree: HtmlElement, skipped: frozenset[HtmlElement], names: list[str] | None = None
) -> Iterator[tuple[str, HtmlElement, bool]]:
    """(text, innermost block, whether it lies in ``skipped``) of every stretch between block boundaries.

    Skipped elements are blocks too. ``names`` gathers what names the elements that began since the last stretch.
    """
    from lxml import etree

    buffer: list[str] = []
    body = tree.find("body")
    block = top = tree if body is None else body
    outside = 0
    for event, element in etree.iterwalk(top, events=("start", "end")):
        start, tag = event == "start", element.tag
        if tag in _BLOCKS or (skipped and element in skipped):
            text = squeezed("".join(buffer))
            if text:
                yield text, block, outside > 0
            buffer = []
            if skipped and element in skipped:
                outside += 1 if start else -1
            block = element if start else element.getparent() if element.getparent() is not None else top
        elif not start and tag in _CELLS and element.getnext() is not None:
            buffer.append(" | ")
        if names is not None and start:
            names += _names_of(element)
        said = element.text if start else element.tail
        if said:
            buffer.append(said)
    text = squeezed("".join(buffer))
    if text:
        yield text, block, outside > 0


def squeezed(text: str, *, keep_lines: bool = False) -> str:
    """Runs of white space as one space; code keeps its lines."""
    return re.sub(r"[^\S\n]+", " ", text).strip() if keep_lines else " ".join(text.split())
