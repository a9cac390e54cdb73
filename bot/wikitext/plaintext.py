"""A page as its reader sees the words: markup gone, formulas as their source, refs as anchors, with the way back."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.entities import unescape
from bot.wikitext.braces import Template, template_arguments, template_name, templates
from bot.wikitext.lexer import COMMENT, Element, Lexed

#: Templates whose text is their last positional argument.
_SHOWING = frozenset(
    "nobr nobreak nowrap s lang lang-en lang-la lang-de lang-fr нп нп3 нп5 iw lang-ru comment abbr abbr2 tt тт code math тег "
    "курсив ж подсказка число formatnum num".split()
)
#: Templates that show a quotation: its first positional argument, or one of these by name.
_QUOTING = frozenset(
    "цитата цитата2 начало_цитаты quote quotation blockquote cquote quote_box rquote bquote centered_pull_quote".split()
)
_QUOTED = frozenset("текст цитата содержание text quote content".split())
_FORMULAS = frozenset({"tex", "math", "chem", "ce"})
_KEEPING = frozenset({"nowiki", "html"})
_FILES = "файл|file|image|изображение|media|медиа|категория|category"
_GRAMMAR = rf"""
      (?P<heading>(?:\A|(?<=\n))(?P<level>={{1,6}})[^\n]+?(?P=level)[ \t]*(?=\n|\Z))
    | (?P<table>(?:\A|(?<=\n))[ \t:]*(?:\{{\|[^\n]*|\|-[^\n]*|\|\}}|\|\+|\||!)
        (?:[^\n|\[\]{{}}<]*=[ ]*(?:"[^"\n]*"|\w+)[ ]*\|(?!\|))?)
    | (?P<cell>(?:\|\||!!)(?:(?:[^!\n|\[\]{{}}<]|!(?!!))*=[ ]*(?:"[^"\n]*"|\w+)[ ]*\|(?!\|))?)
    | (?P<listitem>(?:\A|(?<=\n))[*\#:;]+[ \t]*)
    | (?P<rule>(?:\A|(?<=\n))-{{4,}})
    | (?P<fence>(?:\A|(?<=\n))[ \t]{{0,3}}(?:`{{3,}}|~{{3,}})[^\n`]*(?=\n|\Z))
    | (?P<blank>\n[ \t]*+\n\s*+)
    | (?P<newline>\n)
    | (?P<quotes>'{{2,}})
    | (?P<file>\[\[[ :]*(?:{_FILES})[ ]*:[^|\[\]]*(?:\|[^|\[\]]*(?=\|))*\|?)
    | (?P<link>\[\[(?P<target>[^\[\]|\n]*)(?:\|(?P<label>[^\[\]|]*))?\]\])
    | (?P<openlink>\[\[[^\[\]|\n]*\||\[\[)
    | (?P<closelink>\]\])
    | (?P<external>\[(?:https?:|ftp:)?//[^\s\[\]<>]+[ \t]*)
    | (?P<closeexternal>\])
    | (?P<formula><(?P<formulatag>tex|math|chem|ce)(?:[ ][^<>]*)?>(?P<source>[^<]{{0,2000}})</(?P=formulatag)[ ]*>)
    | (?P<tag></?[A-Za-z][A-Za-z0-9]*(?:[ \t/][^<>]*)?>)
    | (?P<entity>&(?:[A-Za-z][A-Za-z0-9]*|\#[0-9]+|\#[xX][0-9A-Fa-f]+);)
    | (?P<magic>__[A-ZА-Я_]{{3,}}__)
    """
#: What a token begins with, anywhere and at the start of a line: most places are passed over by one look.
_BEGINS = r"""(?=[\n'\[\]<&_|!{]|(?:\A|(?<=\n))[ \t=*\#:;`~-])"""
_TOKEN = re.compile(rf"{_BEGINS}(?:{_GRAMMAR})", re.VERBOSE | re.IGNORECASE)
#: Inside a template that holds refs, a pipe begins an argument.
_INSIDE = re.compile(
    rf"(?P<parameter>\|[ \t\n]*+(?:[\w .\-]++=)?+[ \t]*+)|(?P<closing>\}}\}})|{_BEGINS}(?:{_GRAMMAR})",
    re.VERBOSE | re.IGNORECASE,
)
#: One line in which no token, no tag and no template can begin: its words are itself.
PLAIN_LINE = re.compile(
    r"(?![ \t=*#:;`~|!-])(?:[^\n'\[\]<&_|!{]++|'(?!')|\[(?![\[/hf])|\](?!\])|&(?![a-z#])|_(?!_)|\|(?!\|)|!(?!!))*+",
    re.IGNORECASE,
)
_BLOCKS = frozenset("p div li ul ol dl dt dd table tr td th caption blockquote center hr h1 h2 h3 h4 h5 h6".split())
#: A line break begins something new where another one, or a capital, a number or a dash follows; else the sentence goes on.
_NEW_LINE = re.compile(r"[\s'\"«“„(\[]*(?:<br\b|[•–—*-]|(?P<first>\w))", re.IGNORECASE)
_ROWSPAN = re.compile(r"\browspan\s*+=\s*+\"?'?\s*+(\d{1,4})", re.IGNORECASE)
#: A cell goes down over no more rows than these.
_MOST_ROWS = 100
_STANDS, _NOTHING = "\0", "\1"
#: A heading around a ref, a template or a comment, on a text in which these are blotted out. To MediaWiki a comment is nothing.
_HOLDING = re.compile(
    rf"(?:\A|(?<=\n)){_NOTHING}*(?=(?P<level>={{1,6}})[^\n]*[{_STANDS}{_NOTHING}])"
    rf"(?P=level)(?P<title>[^\n]+?)(?P=level)[ \t{_NOTHING}]*(?=\n|\Z)"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a block stands in a table: ``row`` and ``column`` from 0; ``head`` says that it is a heading, ``more`` that a line
    break parts it from the begin of its cell. It goes down over so many ``rows``.
    """

    table: int
    row: int
    column: int
    head: bool
    more: bool = False
    rows: int = 1


class TextReference(NamedTuple):
    """A reference in the text that is no tag: it stands from ``start`` to ``end``, and of it the words ``shown`` stay."""

    start: int
    end: int
    use: int
    shown: tuple[int, int] | None = None


class Label(NamedTuple):
    """The name of a template's argument, and where it begins in the wikitext."""

    name: str
    start: int


@dataclass(slots=True)
class Flat:
    """Plain text with its way back. ``breaks`` are where one block ends; ``anchors`` are (position, index of the use).

    By the position a block begins at: ``cells`` of tables, ``labels`` of templates' arguments, ``items`` of lists by their depth,
    ``terms`` of definition lists, ``titles``, the headings that hold a ref, and ``quotations`` with the block each begins in.
    """

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    plain_starts: list[int] = field(default_factory=list)
    sources: list[tuple[int, int]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    anchors: list[tuple[int, int]] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    closing: set[int] = field(default_factory=set)
    titles: set[int] = field(default_factory=set)
    cells: dict[int, Cell] = field(default_factory=dict)
    labels: dict[int, Label] = field(default_factory=dict)
    items: dict[int, int] = field(default_factory=dict)
    terms: set[int] = field(default_factory=set)
    quotations: dict[int, int] = field(default_factory=dict)
    #: Where a quotation ended last.
    quoted: int = -1

    def put(self, words: str, start: int, end: int) -> None:
        """Add text that stands for the wikitext ``start`` to ``end``."""
        if words:
            self.pieces.append(words)
            self.plain_starts.append(self.length)
            self.sources.append((start, end))
            self.length += len(words)

    def anchor(self, use: int) -> None:
        """A ref stands here. It closes the block before it unless nothing of the block is there yet; a quotation always."""
        if not self.breaks or self.breaks[-1] != self.length or self.quoted == self.length:
            self.closing.add(use)
        self.anchors.append((self.length, use))

    def cut(self) -> None:
        """End the block."""
        if not self.breaks or self.breaks[-1] != self.length:
            self.breaks.append(self.length)

    def quote(self, start: int) -> None:
        """What stands here since ``start`` is a quotation: its blocks begin there and at the breaks since."""
        self.cut()
        first = bisect_left(self.breaks, start)
        self.quotations |= dict.fromkeys((start, *self.breaks[first:-1]), start)
        self.quoted = self.length

    def text(self) -> str:
        """The plain text."""
        return "".join(self.pieces)

    def source(self, position: int, *, end: bool = False) -> int:
        """The wikitext offset of a plain position; with ``end`` the one just after the character before it."""
        at = bisect_right(self.plain_starts, position - 1 if end else position) - 1
        if at < 0:
            return 0
        start, stop = self.sources[at]
        shift = position - self.plain_starts[at]
        linear = len(self.pieces[at]) == stop - start
        if linear:
            return min(start + shift, stop)
        return stop if end else start


class _Flattener:
    def __init__(
        self, lexed: Lexed, spans: list[Template], uses: dict[int, int], marks: Sequence[TextReference], *, marked: bool
    ) -> None:
        self.lexed = lexed
        self.marked = marked
        self.brackets: list[str] = []
        self.tables, self.cell = 0, Cell(0, 0, -1, False)
        self.text = lexed.text
        self.uses = uses
        self.flat = Flat()
        self.open_external = 0
        self.spanned: dict[int, int] = {}  # how many rows more the cell of a column goes down
        self.quotations: list[int] = []  # where those that are open begin
        self.labels: list[Label | None] = []
        self.in_item = False
        self.refs = sorted(uses)
        self.templates = {template.start: template for template in spans}
        self.template_starts = sorted(self.templates)
        self.template_ends = {template.end for template in spans}
        self.marks = _heading_marks(lexed, spans)
        self.references = sorted(marks)

    def run(self, start: int, end: int) -> Flat:
        """Flatten a stretch that no element's border crosses."""
        position = start
        for element in self.lexed.elements:
            if element.parent >= 0 or element.start < position:
                continue
            if element.start >= end:
                break
            position = self.words(position, element.start)
            if position <= element.start:
                self.element(element)
                position = max(position, element.end)
        self.words(position, end)
        self.flat.cut()
        return self.flat

    def words(self, start: int, end: int) -> int:
        """Wikitext without elements; returns where it stopped (past ``end`` when a template was skipped whole)."""
        position = start
        while position < end:
            template = self._next_template(position, end)
            stop = end if template is None else template.start
            self._plain(position, stop)
            if template is None:
                return end
            position = self._template(template)
        return max(position, end) if position > end else end

    def _next_template(self, position: int, end: int) -> Template | None:
        at = bisect_right(self.template_starts, position - 1)
        if at < len(self.template_starts) and self.template_starts[at] < end:
            return self.templates[self.template_starts[at]]
        return None

    def _template(self, template: Template) -> int:
        name = template_name(self.text, template).lower()
        at = bisect_right(self.refs, template.start)
        if at < len(self.refs) and self.refs[at] < template.end and template.start not in self.uses:
            self.flat.cut()  # its arguments are blocks of their own
            self.labels.append(None)
            bar = self.text.find("|", template.start)
            return bar if 0 <= bar < template.end else template.end
        if template.start in self.uses:  # {{#tag:ref|…}}
            self.flat.anchor(self.uses[template.start])
        elif name in _SHOWING or name.startswith("lang-"):
            shown = [value for key, value, _ in template_arguments(self.text, template) if key is None]
            if shown:
                self.flat.put(strip_markup(shown[-1]), template.start, template.end)
        elif name.replace(" ", "_") in _QUOTING:
            self._quotation(template)
        return template.end

    def _quotation(self, template: Template) -> None:
        arguments = template_arguments(self.text, template)
        named = [value for key, value, _ in arguments if key is not None and key.strip().lower() in _QUOTED]
        shown = named or [value for key, value, _ in arguments if key in {None, "1"}]
        if shown and (words := strip_markup(shown[0])):
            self.flat.cut()
            start = self.flat.length
            self.flat.put(words, template.start, template.end)
            self.flat.quote(start)

    def _formula(self, content: str, start: int) -> None:
        kept, flat = content.strip(), self.flat
        at = start + content.find(kept) if kept else start
        if self.marked and kept:
            flat.put("$", at, at)
        flat.put(kept, at, at + len(kept))
        if self.marked and kept:
            flat.put("$", at + len(kept), at + len(kept))

    def element(self, element: Element) -> None:
        """A comment, a ref, a formula, code and the like."""
        name, flat = element.name, self.flat
        content = self.text[element.open_end : element.close_start]
        if element.start in self.uses:
            flat.anchor(self.uses[element.start])
        elif name in _FORMULAS:
            self._formula(content, element.open_end)
        elif name == "gallery":
            self._gallery(element)
        elif name in _KEEPING:
            flat.put(unescape(content), element.open_end, element.close_start)
        elif name != COMMENT and name != "ref" and element.end > element.open_end:
            flat.cut()

    def _gallery(self, gallery: Element) -> None:
        """The captions of a gallery, a line each after its file's name."""
        inner = [one for one in self.lexed.elements if gallery.open_end <= one.start and one.end <= gallery.close_start]
        position = gallery.open_end
        self.flat.cut()
        while position < gallery.close_start:
            end = self.text.find("\n", position, gallery.close_start)
            end = gallery.close_start if end < 0 else end
            bar = self.text.find("|", position, end)
            at = end if bar < 0 else bar + 1
            for element in inner:
                if at <= element.start and element.end <= end:
                    at = self.words(at, element.start)
                    self.element(element)
                    at = element.end
            self.words(at, end)
            self.flat.cut()
            position = end + 1

    def _plain(self, start: int, end: int) -> None:
        """Wikitext without elements and templates; the marks of a heading around these are taken out one by one."""
        position = start
        for at, stop, title in self.marks[bisect_left(self.marks, (start,)) : bisect_left(self.marks, (end,))]:
            self._stretch(position, at)
            self.flat.cut()
            if title is None:
                self.flat.titles.add(self.flat.length)
            else:
                self.flat.titles.discard(self.flat.length)  # it held no words
                self.flat.headings.append((self.flat.length, strip_markup(title)))
            position = stop
        self._stretch(position, end)

    def _stretch(self, start: int, end: int) -> None:
        """Wikitext without elements, templates and headings around these; references leave an anchor and what they show."""
        position = start
        marks = self.references
        for at in range(bisect_left(marks, (start,)), bisect_left(marks, (end,))):
            mark = marks[at]
            if mark.start >= position and mark.end <= end:
                self._tokens(position, mark.start)
                if mark.shown is not None:
                    self._tokens(*mark.shown)
                position = mark.end
            if mark.end <= position:
                self.flat.anchor(mark.use)
        self._tokens(position, end)

    def _tokens(self, start: int, end: int) -> None:
        text, flat = self.text, self.flat
        position = start
        for match in (_INSIDE if self.labels else _TOKEN).finditer(text, start, end):
            kind = match.lastgroup
            at, stop = match.span()
            if kind == "closeexternal" and not self.open_external:
                continue
            flat.put(text[position:at], position, at)
            position = stop
            self._token(kind or "", match, at, stop)
            if kind == "closing" and not self.labels:
                self._tokens(stop, end)
                return
        flat.put(text[position:end], position, end)

    def _token(self, kind: str, match: re.Match[str], at: int, stop: int) -> None:
        flat = self.flat
        if kind == "heading":
            flat.cut()
            flat.headings.append((flat.length, strip_markup(match.group().strip().strip("="))))
        elif kind in {"table", "cell", "listitem", "blank", "rule", "fence", "file", "parameter"}:
            flat.cut()
            self._placed(kind, match.group(), at)
        elif kind == "closing":
            flat.cut()
            self.labels.pop()
        elif kind == "newline" and self.in_item:
            flat.cut()
            self.in_item = False
        elif kind == "newline":
            flat.put(" ", at, stop)
        elif "link" in kind or "external" in kind:
            self._bracket(kind, match)
        elif kind == "entity":
            flat.put(unescape(match.group()), at, stop)
        elif kind == "formula":  # also where this wiki does not know the tag: the words are the same
            self._formula(match["source"], match.start("source"))
        elif kind == "tag":
            self._tag(match.group().strip("</> ").split()[0].rstrip("/").lower(), at, stop)

    def _tag(self, name: str, at: int, stop: int) -> None:
        if name in _BLOCKS:
            self.flat.cut()
        if name == "blockquote":
            self._blockquote(closes=self.text.startswith("</", at))
        elif name == "br":
            new = _NEW_LINE.match(self.text, stop)
            if new and (new["first"] is None or not new["first"].islower()):
                self._go_on()
            else:
                self.flat.put(" ", at, stop)

    def _blockquote(self, *, closes: bool) -> None:
        if not closes:
            self.quotations.append(self.flat.length)
        elif self.quotations:
            start = self.quotations.pop()
            if start < self.flat.length:
                self.flat.quote(start)

    def _go_on(self) -> None:
        """A new block of the same cell or argument."""
        flat = self.flat
        flat.cut()
        if self.labels:
            if self.labels[-1]:
                flat.labels[flat.length] = self.labels[-1]
        elif self.cell.column >= 0:
            flat.cells[flat.length] = replace(self.cell, more=True)

    def _bracket(self, kind: str, match: re.Match[str]) -> None:
        """Links by what they show; the end of a picture ends its caption."""
        if kind == "link":
            label = match.group("label")
            shown = label or match.group("target").removeprefix(":")
            self._shown(shown, match.start("label") if label else match.end("target") - len(shown))
        elif kind == "openlink":
            self.brackets.append(kind)
        elif kind == "closelink":
            if self.brackets and self.brackets.pop() == "file":
                self.flat.cut()
        else:
            self.open_external += 1 if kind == "external" else -1

    def _placed(self, kind: str, mark: str, at: int) -> None:
        """Remember where the block that begins here stands: in a table, a picture's caption, a template's argument, a list."""
        flat = self.flat
        if kind == "file":
            self.brackets.append(kind)
        elif kind == "parameter":
            name = mark.strip("| \t\n").rstrip("=").strip()
            self.labels[-1] = Label(name, at) if name and not name.isdigit() else None
            if self.labels[-1]:
                flat.labels[flat.length] = self.labels[-1]
        elif kind == "listitem":
            self.in_item = True
            flat.items[flat.length] = len(mark.strip())
            if mark.strip().endswith(";"):
                flat.terms.add(flat.length)
        elif kind in {"table", "cell"}:
            self._table(kind, mark.lstrip(" \t:"))

    def _table(self, kind: str, mark: str) -> None:
        """A table's begin or end, a row, a cell."""
        if mark.startswith("{|"):
            self.tables += 1
            self.spanned = {}
            self.cell = Cell(self.tables, 0, -1, False)
        elif mark.startswith("|-"):
            if self.cell.column >= 0:
                self.spanned = {column: rows - 1 for column, rows in self.spanned.items() if rows > 1}
            self.cell = Cell(self.tables, self.cell.row + 1, -1, False)
        elif mark.startswith(("|+", "|}")):
            self.cell = replace(self.cell, column=-1)
        else:
            head = mark.startswith("!") if kind == "table" else self.cell.head or mark.startswith("!!")
            self.cell = self._next_cell(mark, head=head)
            self.flat.cells[self.flat.length] = self.cell

    def _next_cell(self, mark: str, *, head: bool) -> Cell:
        """The next free column of the row: those of cells that go down from above are taken."""
        column = self.cell.column + 1
        while column in self.spanned:
            column += 1
        found = _ROWSPAN.search(mark)
        rows = min(max(1, int(found[1])), _MOST_ROWS) if found else 1
        if rows > 1:
            self.spanned[column] = rows
        return replace(self.cell, column=column, head=head, more=False, rows=rows)

    def _shown(self, shown: str, at: int) -> None:
        if "''" in shown or "&" in shown or "<" in shown:
            self.flat.put(unescape(re.sub(r"'{2,}|<[^<>]*>", "", shown)), at, at + len(shown))
        else:
            self.flat.put(shown, at, at + len(shown))


def _heading_marks(lexed: Lexed, spans: list[Template]) -> list[tuple[int, int, str | None]]:
    """What opens and what closes (with the title) each heading that holds more than words: start, end, title."""
    text = lexed.text
    held = [(one.start, one.end, _NOTHING if one.name == COMMENT else _STANDS) for one in lexed.elements]
    held += [(one.start, one.end, _STANDS) for one in spans]
    if not held or "=" not in text:
        return []
    pieces: list[str] = []
    position = 0
    for start, end, blot in sorted(held):
        if start >= position:
            pieces += [text[position:start], blot * (end - start)]
            position = end
    marks: list[tuple[int, int, str | None]] = []
    for match in _HOLDING.finditer("".join([*pieces, text[position:]])):
        first, last = match.span("title")
        marks += [(match.start("level"), first, None), (last, last + len(match["level"]), text[first:last])]
    return marks


def flatten(
    lexed: Lexed, uses: dict[int, int] | None = None, marks: Sequence[TextReference] = (), *, marked: bool = False
) -> Flat:
    """The page as plain text; ``uses`` maps the start of each ref (or ``#tag:ref``) to its index in the footnote table.

    ``marks`` are references in the text, each an anchor at its end. ``marked``: formulas stand between dollar signs.
    """
    spans = templates(lexed) if "{{" in lexed.text else []
    return _Flattener(lexed, spans, uses or {}, marks, marked=marked).run(0, len(lexed.text))


def strip_markup(text: str) -> str:
    """Wikitext as one line of plain words: links by their labels, formulas by their source, no refs, comments or templates."""
    from bot.wikitext.lexer import GENERIC, lex_plain

    if PLAIN_LINE.fullmatch(text) or not any(mark in text for mark in "<[{'&|=*#:;_\n"):
        return " ".join(text.split())
    flat = flatten(lex_plain(text, GENERIC))
    words, cuts, last = flat.text(), flat.breaks, 0
    parts = []
    for cut in cuts:
        parts.append(words[last:cut])
        last = cut
    parts.append(words[last:])
    return " ".join(" ".join(parts).split())
