"""Every place outside notes where a page names a source: items of lists, links in the text, short references, Markdown.

Nothing that a reader would take for a source is left out; what is none is told by stated rules: links to the wiki itself and to
its sister projects, pictures, categories, the subject's site in its box.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bot.model.words import CitationKind
from bot.profiles.source_sections import is_citation_template
from bot.wikitext.braces import Template, templates
from bot.wikitext.clickable import address_spans
from bot.wikitext.mask import BLOT, blot

if TYPE_CHECKING:
    from bot.wikitext.refs import FootnoteTable


@dataclass(frozen=True, slots=True)
class Mention:
    """A source named outside notes: offsets of what names it, and the wikitext that describes it.

    ``number`` is the label of a listed item, or that which a short reference calls; ``target`` is the start of the listed mention
    that a short reference names (a note's where a note describes it), None where nothing on the page is it. ``address_only``:
    nothing but an address is given. ``shown`` are the words among its own that stay in the text: a link's label. ``heading`` is
    that of the list.
    """

    kind: CitationKind
    start: int
    end: int
    content: str
    number: int | None = None
    target: int | None = None
    address_only: bool = False
    shown: tuple[int, int] | None = None
    heading: str | None = None

    @property
    def unresolved(self) -> bool:
        """Whether it is a short reference to a work that nothing on the page describes."""
        return self.kind is CitationKind.short and self.target is None

    @property
    def described(self) -> str:
        """What is to be read of the work: a link's label is text of its sentence, never a title."""
        if not self.address_only:
            return self.content
        spans = [self.content[start:end] for start, end, seen in address_spans(self.content) if seen]
        return " ".join(spans) or self.content


@dataclass(frozen=True)
class PageView:
    """A page as the readers of mentions see it: notes and what is no wikitext blotted out, offsets kept.

    ``own_hosts`` are the hosts of the wiki itself.
    """

    table: FootnoteTable
    own_hosts: frozenset[str]

    @property
    def text(self) -> str:
        """The page."""
        return self.table.lexed.text

    @cached_property
    def templates(self) -> list[Template]:
        """Every template in order of its start."""
        return templates(self.table.lexed) if "{{" in self.text else []

    @cached_property
    def _template_starts(self) -> list[int]:
        return [template.start for template in self.templates]

    def templates_from(self, start: int, end: int) -> list[Template]:
        """The templates of a stretch that end in it, too."""
        first, last = bisect_left(self._template_starts, start), bisect_left(self._template_starts, end)
        return [template for template in self.templates[first:last] if template.end <= end]

    @cached_property
    def shown(self) -> str:
        """The text without comments, code and notes."""
        spans = sorted((use.start, use.end) for use in self.table.uses)
        apart: list[tuple[int, int]] = []
        for start, end in spans:
            if not apart or start >= apart[-1][1]:
                apart.append((start, end))
        return blot(self.table.lexed.masked, apart)

    @cached_property
    def lines(self) -> str:
        """The same with no line end inside a template: an item that holds one is one line.

        One that lays a list out («{{columns-list|⏎* …⏎}}») is read line by line.
        """
        text, pieces, position = self.shown, [], 0
        items = [match.start() for match in _ITEM_LINE.finditer(text)] if self.templates else []
        for start, end, _ in self.templates:
            if start < position or text.find("\n", start, end) < 0:
                continue
            if bisect_left(items, start) == bisect_left(items, end) or self._describes_a_work(start, end):
                pieces += [text[position:start], text[start:end].replace("\n", BLOT)]
                position = end
        return "".join([*pieces, text[position:]])

    def _describes_a_work(self, start: int, end: int) -> bool:
        name = _NAME.match(self.text, start + 2, end)
        return name is not None and is_citation_template(name[0].strip())

    def leads_out(self, address: str) -> bool:
        """Whether an address leads to a page outside the wiki itself."""
        found = _HOST.match(address)
        return found is not None and found["host"].casefold().removeprefix("www.") not in self.own_hosts


#: A line of a list, and the name of a template.
_ITEM_LINE = re.compile(r"\n[*#]")
_NAME = re.compile(r"[^|{}\[\]]{1,80}")
#: The schemes of pages; an address of mail or telephone is no source.
_HOST = re.compile(r"(?:https?:|ftp:)?//(?:[^/@\s]*@)?(?P<host>[^/:?#\s\[\]]+)", re.IGNORECASE)


def mentions(view: PageView) -> tuple[Mention, ...]:
    """All of them in the order in which they stand on the page."""
    from bot.wikitext.draft_links import draft_links, note_texts
    from bot.wikitext.inline_links import inline_links
    from bot.wikitext.listed import listed
    from bot.wikitext.short_refs import short_refs

    works = list(listed(view))
    taken = _apart([*((work.start, work.end) for work in works), *note_texts(view)])
    drafts = [draft for draft in draft_links(view) if not _within(draft.start, taken)]
    taken = _apart([*taken, *((draft.start, draft.end) for draft in drafts)])
    short = list(short_refs(view, works, taken))
    taken = _apart([*taken, *((one.start, one.end) for one in short)])
    return tuple(sorted((*works, *drafts, *short, *inline_links(view, taken)), key=lambda one: (one.start, one.end)))


def _apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches in order, joined where they meet."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def _within(at: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a place lies in one of these stretches, which stand in order and apart."""
    index = bisect_left(spans, (at + 1,)) - 1
    return index >= 0 and at < spans[index][1]


def own_hosts(*addresses: str) -> frozenset[str]:
    """The hosts of a wiki's own addresses, without «www.»."""
    found = (_HOST.match(address) for address in addresses)
    return frozenset(match["host"].casefold().removeprefix("www.") for match in found if match)
