"""Drafts of pure Markdown as chats write them, and two trees of one: CommonMark's of the draft, the wiki's of the page.

Differences that are meant, each with a case in ``tests/cases/blocks.case``:

* a second paragraph of an item is a line of a definition list in the wiki (``#:``), here a paragraph of the item;
* code and displayed formulas of an item stand in the item itself;
* an item under a number may stand two spaces in, where CommonMark asks for three (not generated);
* a line at the margin after an item is never taken into it (not generated).
"""

from __future__ import annotations

import re
from random import Random

from lxml import html as parsed_html
from lxml.html import HtmlElement
from markdown_it import MarkdownIt

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_INLINE = {"strong": "b", "b": "b", "em": "i", "i": "i", "code": "code", "s": "s", "del": "s"}
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_SPACE = re.compile(r"\s+")
Event = tuple[str, str]


def draft(chance: Random) -> str:
    """A draft of one to eight blocks."""
    return _Draft(chance).text


class _Draft:
    """Words are numbered: each stands once."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.words = 0
        makes = (
            self._list, self._list, self._list, self._paragraph, self._heading, self._table, self._code, self._quote,
            self._formula,
        )  # fmt: skip
        blocks = []
        for _ in range(chance.randrange(1, 9)):
            # a paragraph between keeps two lists apart in both languages
            blocks += [chance.choice(makes)(), self._paragraph()]
        self.text = "\n\n".join(blocks) + "\n"

    def _word(self) -> str:
        self.words += 1
        return self.chance.choice(["слово", "word", "Термин", "вес"]) + str(self.words) + "z"

    def _phrase(self) -> str:
        return " ".join(self._word() for _ in range(self.chance.randrange(1, 4)))

    def _mark(self) -> str:
        form = self.chance.choice(
            ["**{}**", "*{}*", "***{}***", "`{}`", "~~{}~~", "[{}](https://a.example/x?id=1)", "**{} *{}* {}**", "**`{}` {}**",
             "$x_{{{}}}$", "*{} $x=1$*", "**{} [{}](https://b.example/y)**", "<https://c.example/z>", "$0{{,}}95$", "$5\\,000$",
             "\\({} = 1\\)"]
        )  # fmt: skip
        if form.startswith("\\"):
            return form.format("x")
        return form.format(*(self._word() for _ in range(form.count("{}"))))

    def _line(self) -> str:
        parts = [self._phrase()]
        for _ in range(self.chance.randrange(3)):
            parts += [self._mark(), self.chance.choice(["", "— "]) + self._phrase()]
        if self.chance.random() < 0.2:
            parts.insert(0, f"**{self._phrase()}:**")
        return " ".join(parts)

    def _paragraph(self) -> str:
        return "\n".join(self._line() + "." for _ in range(self.chance.randrange(1, 3)))

    def _heading(self) -> str:
        return "#" * self.chance.randrange(2, 5) + f" Раздел {self._phrase()}"

    def _table(self) -> str:
        width = self.chance.randrange(2, 4)
        rule = "|" + "|".join([self.chance.choice(["-", "---", ":---:"])] * width) + "|"
        rows = [" | ".join(self._cell() for _ in range(width)) for _ in range(self.chance.randrange(2, 5))]
        return "\n".join([f"| {rows[0]} |", rule, *(f"| {row} |" for row in rows[1:])])

    def _cell(self) -> str:
        return self.chance.choice(
            [self._phrase(), f"**{self._phrase()}**", f"`{self._word()}`", "$x_1$", str(self.words)]
        )

    def _code(self) -> str:
        return f"```python\n{self._word()} = 1\n\nif {self._word()}:\n    pass\n```"

    def _quote(self) -> str:
        return "\n".join(f"> {self._line()}" for _ in range(self.chance.randrange(1, 4)))

    def _formula(self) -> str:
        return self.chance.choice(
            ["$$\nf = \\begin{cases} 1 \\\\ 0 \\end{cases}\n$$", "\\[\nf(x) = x^2\n\\]", "$$f = x_1 + 2$$"]
        )

    def _list(self) -> str:
        self.loose = self.chance.random() < 0.3
        return self._items(0, 0).rstrip("\n")

    def _items(self, column: int, depth: int) -> str:
        ordered = self.chance.random() < 0.4
        mark, after = self.chance.choice("-*+"), self.chance.choice([1, 1, 3])
        # stars alone at the margin are the wiki's own list, unless something in them is not
        mark = "-" if depth == 0 and mark == "*" and self.loose else mark
        items = []
        for number in range(self.chance.randrange(2, 5)):
            marker = (f"{number + 1}." if ordered else mark) + " " * after
            inner = column + (len(marker) if ordered or self.chance.random() < 0.6 else max(len(marker), 4))
            inner = min(inner, column + len(marker) + 3)
            item = " " * column + marker + self._line() + "\n"
            item += self._inside(column + len(marker), inner, depth)
            items.append(item)
        return ("\n" if self.loose else "").join(items)

    def _inside(self, content: int, inner: int, depth: int) -> str:
        gap = "\n" if self.loose else ""
        draw = self.chance.random()
        if draw < 0.35 and depth < 3:
            return gap + self._items(inner, depth + 1)
        if draw < 0.42:
            return "\n" + " " * content + self._line() + "\n"
        if draw < 0.5:
            lines = ["```python", f"{self._word()} = 1", "```"]
            return gap + "".join(" " * content + line + "\n" for line in lines)
        if draw < 0.55:
            return " " * content + self._line() + "\n"
        return ""


def of_markdown(text: str) -> list[Event]:
    """What CommonMark makes of a draft."""
    # formulas are no CommonMark: their signs are kept from it
    return _events(
        _PARSER.render(_FORMULA.sub(lambda match: _SPACE.sub("", match[0].strip("$\\[]()")).translate(_SIGNS), text))
    )


_FORMULA = re.compile(r"\$\$[^$]+\$\$|\$[^$\n]+\$|\\\[[^\0]+?\\\]|\\\([^\n]+?\\\)")
_SIGNS = {ord(sign): None for sign in "\\_{}^&=,+"}


def of_wiki(html: str) -> list[Event]:
    """What the wiki made of a page."""
    return _events(re.sub(r'<(span|div) class="mwe-math[^>]*>(.*?)</\1>', _plain_formula, html, flags=re.DOTALL))


def _plain_formula(match: re.Match[str]) -> str:
    source = _SPACE.sub("", match[2].replace("$", "").replace("&amp;", "&"))
    return source.removeprefix("\\displaystyle").translate(_SIGNS)


def _events(html: str) -> list[Event]:
    root = parsed_html.fromstring(f"<div>{html}</div>")
    for unseen in root.xpath('//*[@id="toc"] | //style | //*[contains(@class, "mw-editsection")]'):
        unseen.drop_tree()
    reader = _Reader()
    reader.block(root, "")
    reader.flush()
    return reader.events


class _Reader:
    """Blocks of a page in order, each with the lists around it and its words with their marks."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.words: list[str] = []
        self.around = ""

    def flush(self) -> None:
        """End a block."""
        words = _SPACE.sub(" ", "".join(self.words)).strip()
        if words:
            self.events.append((self.around, words))
        self.words = []

    def block(self, element: HtmlElement, around: str) -> None:
        """Read an element that holds blocks or words."""
        self.around = around
        self.words.append(element.text or "")
        for child in element:
            self._child(child, around)
            self.words.append(child.tail or "")

    def _child(self, child: HtmlElement, around: str) -> None:
        tag = str(child.tag)
        if tag == "code" and self.around.endswith(" pre"):
            self.block(child, self.around)
        elif tag in _INLINE:
            self.words.append(f"⟨{_INLINE[tag]}⟩")
            self.block(child, around)
            self.words.append(f"⟨/{_INLINE[tag]}⟩")
        elif tag == "a":
            self.words.append(f"⟨{child.get('href')}⟩")
            self.block(child, around)
            self.words.append("⟨/⟩")
        elif tag == "pre":
            self._within(around + " pre", around, child)
        elif tag in {"span", "tbody", "thead", "dl", "br"} or (
            tag == "div" and "mw-highlight" in child.get("class", "")
        ):
            if tag in {"dl", "div"}:
                self.flush()
            self.block(child, around)
        else:
            name = {"p": "", "dd": "", "div": ""}.get(tag, f" {tag}")
            if tag in {"ul", "ol", "li", "tr", "table"}:
                self.flush()
                self.events.append((around, f"({tag}"))
            self._within(around + name, around, child)

    def _within(self, inside: str, around: str, child: HtmlElement) -> None:
        self.flush()
        self.block(child, inside)
        self.flush()
        self.around = around
