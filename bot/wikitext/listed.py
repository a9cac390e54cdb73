"""Items of lists of literature and links: every line under a heading of sources that a reader would take for a source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bot.identifiers import find_identifiers
from bot.language.predicates import says_something
from bot.model.words import CitationKind, IdKind
from bot.profiles.source_sections import OTHER_TEMPLATES, SOURCE_HEADINGS, is_citation_template
from bot.wikitext.braces import template_name
from bot.wikitext.clickable import address_spans
from bot.wikitext.mask import BLOT
from bot.wikitext.mentions import Mention, PageView
from bot.wikitext.plaintext import strip_markup

#: A heading of wikitext; one of Markdown or in bold counts where its words are those of a list of sources.
_HEADING = re.compile(r"^(?:=|#+[ \t]|\*\*|''')[^\n]*", re.MULTILINE)
_ITEM = re.compile(r"(?P<marker>[*#:;]+)[ \t]*")
_NUMBERED = re.compile(r"(?:\[(?P<bracket>\d{1,3})\]|(?P<number>\d{1,3})[.)])[ \t]+(?=\S)")
_BREAK = re.compile(r"<br\s*/?>\s*$", re.IGNORECASE)
_INTERNAL = re.compile(r"\[\[[^\[\]]*\]\]")
_WORD = re.compile(r"[^\W\d_]{2,}")
#: What stands before an identifier is no word of a work.
_LABEL = re.compile(r"\b(?:ISBN|ISSN|DOI|PMID|PMC|arXiv|OCLC|URL)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
#: Lines that belong to tables, rules and magic words.
_NO_LINE = re.compile(
    r"\{\||\|[}\-+]?|!|----|__[A-ZА-Я]|</?(?:div|table|center|references|noinclude|includeonly)\b", re.IGNORECASE
)
#: A line that is no item must say so much of a work, beside an address or a year.
_LINE_WORDS = 3
#: So many templates around a list are looked for at its end.
_MOST_CLOSED = 3
#: An item without address, identifier and year must have so many words; fewer are a label.
_ITEM_WORDS = 3
#: A paragraph with a verb and more words than this is prose: titles with verbs are shorter.
_PROSE_WORDS = 25


class _Line(NamedTuple):
    """A line of a section: offsets of its content, the list's marker ("" for a line that is no item), the number before it.

    ``begin`` is where the number stands.
    """

    begin: int
    start: int
    end: int
    marker: str
    number: int | None


def source_sections(view: PageView) -> list[tuple[int, int, str]]:
    """The stretches under headings of sources, with the sections inside them, and those headings; in order."""
    found: list[tuple[int, int, str]] = []
    open_level, begin, name = 0, -1, ""
    for level, start, end, title in _headings(view):
        if begin >= 0 and level <= open_level:
            found.append((begin, start, name))
            begin = -1
        if begin < 0 and _names_sources(title):
            open_level, begin, name = level, end, strip_markup(title.replace(BLOT, ""))
    if begin >= 0:
        found.append((begin, len(view.text), name))
    return found


def _headings(view: PageView) -> list[tuple[int, int, int, str]]:
    """Level, start, end and title of every heading. A bold line is below all others, and ends with the next of any kind."""
    found = [(*_level(head[0]), head) for head in _HEADING.finditer(view.lines)]
    return [
        (level, *head.span(), title)
        for level, title, head in found
        if level and (head[0][0] == "=" or head[0].startswith("##") or _names_sources(title))
    ]


def _level(line: str) -> tuple[int, str]:
    """Level and title of a line that is a heading of wikitext or Markdown, or all in bold; level 0 for any other."""
    line = line.rstrip(f" \t{BLOT}")
    if line.startswith("="):
        marks = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), 6)
        title = line[marks : len(line) - marks].strip()
        return (marks, title) if title else (0, "")
    if line.startswith("#"):
        marks = len(line) - len(line.lstrip("#"))
        return (marks, line.strip("# \t")) if marks <= 6 else (0, "")
    mark = line[:2] if line.startswith("**") else line[:3]
    inner = line.rstrip(":").removesuffix(mark)
    whole = len(inner) < len(line.rstrip(":")) and mark[0] not in inner[len(mark) :]
    return (6, inner[len(mark) :]) if whole else (0, "")


def _names_sources(title: str) -> bool:
    return title.replace(BLOT, "").strip(" '*:_").casefold() in SOURCE_HEADINGS


def listed(view: PageView) -> Iterator[Mention]:
    """The sources of the page's lists, in order."""
    for start, end, heading in source_sections(view):
        count = 0
        for whole in _lines(view, start, end):
            line = _closed(view, whole)
            if line.marker in {"", "#"} and (line.marker or line.number):
                count = line.number or count + 1
            if _is_source(view, line):
                content = view.text[line.start : line.end].strip()
                number = count if line.marker == "#" or line.number else None
                only = _only_addresses(view, line)
                yield Mention(
                    CitationKind.listed, line.begin, line.end, content, number, address_only=only, heading=heading
                )


def _closed(view: PageView, line: _Line) -> _Line:
    """The line without the braces at its end that close a template around the list."""
    shown = view.lines[line.start : line.end].rstrip(f" \t{BLOT}")
    extra = shown.count("}}") - shown.count("{{") if shown.endswith("}}") else 0
    if extra <= 0:
        return line
    return _Line(*line[:2], line.start + len(shown) - 2 * min(extra, _MOST_CLOSED), *line[3:])


def _is_prose(words: str) -> bool:
    return bool(words) and not _NO_LINE.match(words) and not words.startswith("=")


def _lines(view: PageView, start: int, end: int) -> Iterator[_Line]:
    """The items of a section, and its other lines: a paragraph's are one, but for those that a number or a line break parts."""
    text = view.lines
    position, paragraph = start, None
    while position < end:
        stop = text.find("\n", position, end)
        stop = end if stop < 0 else stop
        shown = text[position:stop].lstrip(f" \t{BLOT}")
        at = stop - len(shown)
        item, numbered = _ITEM.match(text, position, stop), _NUMBERED.match(text, at, stop)
        plain = not item and not numbered and _is_prose(shown.rstrip(f" \t{BLOT}"))
        if paragraph is not None and plain:
            paragraph = _Line(*paragraph[:2], stop, *paragraph[3:])
        elif paragraph is not None:
            yield paragraph
            paragraph = None
        if item:
            yield _Line(item.end(), item.end(), stop, item["marker"], None)
        elif numbered:
            paragraph = _Line(at, numbered.end(), stop, "", int(numbered["bracket"] or numbered["number"]))
        elif plain and paragraph is None:
            paragraph = _Line(at, at, stop, "", None)
        if paragraph is not None and _BREAK.search(text, position, stop):
            yield paragraph
            paragraph = None
        position = stop + 1
    if paragraph is not None:
        yield paragraph


class _Item(NamedTuple):
    """A line as it is asked about: its text, the names of its templates, its words outside links, templates and labels."""

    view: PageView
    line: _Line
    shown: str
    names: list[str]
    bare: str
    words: int

    @property
    def in_list(self) -> bool:
        """Whether it is an item of a list, or has a number."""
        return bool(self.line.marker) or self.line.number is not None


def _is_source(view: PageView, line: _Line) -> bool:
    """Whether a reader would take the line for a source: the first rule that holds decides, none says no."""
    shown = view.lines[line.start : line.end]
    names = [template_name(view.text, one).casefold() for one in view.templates_from(line.start, line.end)]
    bare = _INTERNAL.sub(" ", _without_templates(shown)).replace(BLOT, " ")
    item = _Item(view, line, shown, names, bare, len(_WORD.findall(_LABEL.sub(" ", bare))))
    return next((source for holds, source in _RULES if holds(item)), False)


def _tells(item: _Item) -> bool:
    """A paragraph that tells something rather than names a work; a section «Литература» of a country's article is such."""
    return not item.in_list and item.words > _PROSE_WORDS and says_something(item.bare)


def _describes_a_work(item: _Item) -> bool:
    """A template of a work stands in it."""
    return any(map(is_citation_template, item.names))


def _leads_out(item: _Item) -> bool:
    """An address outside the wiki stands in it."""
    return any(item.view.leads_out(item.shown[start:end]) for start, end, seen in address_spans(item.shown) if seen)


def _leads_out_with_words(item: _Item) -> bool:
    """The same with a word beside it, which an item of a list does not need."""
    return (item.in_list or item.words >= 1) and _leads_out(item)


def _is_a_template(item: _Item) -> bool:
    """An item that begins with a template which is none of those at which nobody finds a source."""
    return (
        bool(item.line.marker and item.names) and item.shown.startswith("{{") and item.names[0] not in OTHER_TEMPLATES
    )


def _is_label(item: _Item) -> bool:
    """A heading of what follows."""
    return item.line.marker.startswith(";") or item.bare.rstrip().endswith(":")


def _says_a_work(item: _Item) -> bool:
    """Words and a year name a work; in a list many words do."""
    dated = _YEAR.search(item.bare) is not None
    if not item.in_list:
        return dated and item.words >= _LINE_WORDS + 1
    if _INTERNAL.search(item.shown) or len(item.line.marker) > 1:
        return dated
    return dated or item.words >= _ITEM_WORDS


def _is_identified(item: _Item) -> bool:
    """An identifier with words."""
    return item.words >= _LINE_WORDS and any(one.kind is not IdKind.url for one in find_identifiers(item.bare))


#: In this order: what holds, and whether the line is a source then.
_RULES: tuple[tuple[Callable[[_Item], bool], bool], ...] = (
    (_tells, False),
    (_describes_a_work, True),
    (_leads_out_with_words, True),
    (_leads_out, False),
    (_is_a_template, True),
    (_is_label, False),
    (_says_a_work, True),
    (_is_identified, True),
)


def _without_templates(shown: str) -> str:
    """The words before the first template and behind the last one."""
    start, end = shown.find("{{"), shown.rfind("}}")
    return shown if start < 0 or end < start else f"{shown[:start]} {shown[end + 2 :]}"


def _only_addresses(view: PageView, line: _Line) -> bool:
    """Whether the item is a link with its label, and nothing beside it."""
    shown = view.lines[line.start : line.end].replace(BLOT, " ").strip()
    match = re.fullmatch(r"(?:[«\"'“]*\[[^\[\]]*\][»\"'”]*|(?:https?|ftp)://\S+)[\s.;,]*", shown)
    return match is not None
