"""Extension tags and comments of a page, exactly where MediaWiki's preprocessor sees them.

Rules: Preprocessor_Hash of 1.39 and Preprocessor_DOM of 1.12, checked against real ones (tests/oracle, tests/fixtures/mw112).
Every search moves forward only or is remembered as fruitless, so time is linear in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from bot.profiles import Profile
from bot.wikitext.mask import blot

COMMENT = "!--"
#: Tags whose content the wiki parses: refs inside count.
_TRANSPARENT_SINCE = {
    "ref": (1, 0),
    "references": (1, 0),
    "gallery": (1, 0),
    "poem": (1, 13),
    "indicator": (1, 25),
    "langconvert": (1, 30),
}
INCLUDE_TAGS = ("noinclude", "onlyinclude", "includeonly")
_INCLUDE_MARKS = frozenset((*INCLUDE_TAGS, *(f"/{name}" for name in INCLUDE_TAGS)))


class TagForm(StrEnum):
    """How an element is written: ``swallowing`` has no end and takes the rest, ``mark`` is a lone include tag."""

    pair = "pair"
    self_closed = "self_closed"
    swallowing = "swallowing"
    mark = "mark"


class Element(NamedTuple):
    """A comment, an extension tag or an include tag; offsets are code points of the page.

    The content is ``open_end`` to ``close_start`` (both ``end`` when self-closed). ``parent`` is the index of the element
    whose content this one stands in, -1 at the top.
    """

    name: str
    start: int
    end: int
    open_end: int
    close_start: int
    form: TagForm
    parent: int


@dataclass(frozen=True, slots=True)
class TagRules:
    """What one release of MediaWiki does with tags."""

    tags: frozenset[str]
    transparent: frozenset[str]
    unclosed_swallows: bool
    transcluded: bool


@dataclass(frozen=True)  # no slots: ``masked`` is kept
class Lexed:
    """The elements of a text in order of their start; ``transparent`` names those whose content is parsed.

    ``tail`` is where a tag opens that no «>» ends: text today, a tag as soon as an edit brings one. ``literal`` are opening tags
    that nothing closes: text, too.
    """

    text: str
    elements: tuple[Element, ...]
    transparent: frozenset[str]
    tail: int
    literal: tuple[tuple[int, int], ...] = ()

    @cached_property
    def masked(self) -> str:
        """The text with what is ``hidden`` blotted out."""
        return blot(self.text, self.hidden())

    def hidden(self) -> list[tuple[int, int]]:
        """Outermost stretches that are no wikitext: comments, opaque elements, content left out of this view, tags' own marks."""
        spans: list[tuple[int, int]] = []
        for element in self.elements:
            if element.name in self.transparent:
                spans.append((element.start, element.open_end))
                if element.close_start < element.end:
                    spans.append((element.close_start, element.end))
            else:
                spans.append((element.start, element.end))
        spans += self.literal
        if self.tail < len(self.text):
            spans.append((self.tail, len(self.text)))
        spans.sort()
        merged: list[tuple[int, int]] = []
        for start, end in spans:
            if merged and start < merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return merged


@lru_cache(maxsize=64)
def rules_for(opaque: frozenset[str], version: tuple[int, int], *, transcluded: bool = False) -> TagRules:
    """The rules of a wiki with these opaque tags at this release."""
    transparent = frozenset(name for name, since in _TRANSPARENT_SINCE.items() if version >= since)
    return TagRules(
        tags=opaque | transparent,
        transparent=transparent,
        unclosed_swallows=version < (1, 28),
        transcluded=transcluded,
    )


@lru_cache(maxsize=64)
def _opener(tags: frozenset[str]) -> re.Pattern[str]:
    names = "|".join(sorted((re.escape(name) for name in tags), key=lambda name: (-len(name), name)))
    includes = "|".join(INCLUDE_TAGS)
    return re.compile(rf"<(?:!--|({names}|/?(?:{includes}))(?=[\s>]|/>))", re.IGNORECASE | re.ASCII)


@lru_cache(maxsize=256)
def _closer(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{re.escape(name)}\s*>", re.IGNORECASE | re.ASCII)


class _Scanner:
    """One pass over a text; ``out`` grows in document order."""

    def __init__(self, text: str, rules: TagRules) -> None:
        self.text = text
        self.rules = rules
        self.out: list[Element] = []
        self.opener = _opener(rules.tags)
        self.tail = len(text)
        self.literal: list[tuple[int, int]] = []
        self.without_end = {"includeonly", "noinclude", "onlyinclude"}

    def scan(self, start: int, end: int, parent: int, open_names: tuple[str, ...]) -> None:
        """Find the elements of one stretch: the page, or the content of a transparent element."""
        find = self.opener.search
        text = self.text
        place = (end, parent)
        position = start
        fruitless: set[str] = set()
        while match := find(text, position, end):
            at, after = match.span()
            written = match[1]
            if written is None:
                position = self._comment(at, end, parent)
                continue
            gt = text.find(">", after, end)
            if gt == -1:
                self.tail = min(self.tail, at)
                self._only_comments(at + 1, end, parent)
                return
            position = self._tag(at, written, gt, place, fruitless, open_names)

    def _comment(self, at: int, end: int, parent: int) -> int:
        close = self.text.find("-->", at + 4, end)
        stop = end if close == -1 else close + 3
        form = TagForm.swallowing if close == -1 else TagForm.pair
        self.out.append(Element(COMMENT, at, stop, at + 4, stop if close == -1 else close, form, parent))
        return stop

    def _only_comments(self, position: int, end: int, parent: int) -> None:
        while (at := self.text.find("<!--", position, end)) != -1:
            position = self._comment(at, end, parent)

    def _tag(
        self,
        at: int,
        written: str,
        gt: int,
        place: tuple[int, int],
        fruitless: set[str],
        open_names: tuple[str, ...],
    ) -> int:
        end, parent = place
        name, text, after = written.lower(), self.text, gt + 1
        if name in _INCLUDE_MARKS and not self._cuts(name):
            self.out.append(Element(name, at, after, after, after, TagForm.mark, parent))
            return after
        if text[gt - 1] == "/":
            self.out.append(Element(name, at, after, after, after, TagForm.self_closed, parent))
            return after
        closing = None if name in fruitless else _closer(name).search(text, after, end)
        if closing is not None:
            close, stop = closing.span()
            self.out.append(Element(name, at, stop, after, close, TagForm.pair, parent))
        elif self.rules.unclosed_swallows or written in self.without_end:
            close = stop = end
            self.out.append(Element(name, at, end, after, end, TagForm.swallowing, parent))
        else:  # the opening tag is text; this spelling is not tried again (Preprocessor_Hash: noMoreClosingTag)
            fruitless.add(name)
            self.literal.append((at, after))
            return after
        if text.find("<", after, close) != -1 and name in self.rules.transparent and name not in open_names:
            self.scan(after, close, len(self.out) - 1, (*open_names, name))
        return stop

    def _cuts(self, name: str) -> bool:
        """Whether this include tag hides its content in this view of the page."""
        return name == ("noinclude" if self.rules.transcluded else "includeonly")


def lex(text: str, profile: Profile, *, transcluded: bool = False) -> Lexed:
    """Find every comment, extension tag and include tag of ``text`` under the profile's release.

    ``transcluded`` reads the page as ``{{:Page}}`` would: without noinclude, only onlyinclude where there is any.
    """
    rules = rules_for(profile.opaque_tags, profile.cite_version, transcluded=transcluded)
    scanner = _Scanner(text, rules)
    if transcluded and "<onlyinclude>" in text and "</onlyinclude>" in text:
        _scan_onlyinclude(scanner)
    else:
        scanner.scan(0, len(text), -1, ())
    return Lexed(text, tuple(scanner.out), rules.transparent, scanner.tail, tuple(scanner.literal))


def _scan_onlyinclude(scanner: _Scanner) -> None:
    """Only what stands between the onlyinclude tags reaches the transcluding page."""
    text, position = scanner.text, 0
    while True:
        opening = text.find("<onlyinclude>", position)
        stop = len(text) if opening == -1 else opening + len("<onlyinclude>")
        scanner.out.append(Element("includeonly", position, stop, stop, stop, TagForm.mark, -1))
        if opening == -1:
            return
        closing = text.find("</onlyinclude>", stop)
        position = len(text) if closing == -1 else closing
        scanner.scan(stop, position, -1, ())


#: Every tag that any profile knows; nothing unclosed swallows the rest.
GENERIC = rules_for(
    frozenset("nowiki pre source syntaxhighlight math tex chem ce templatedata score timeline graph".split()), (1, 39)
)


def lex_plain(text: str, rules: TagRules) -> Lexed:
    """Lex a snippet under given rules."""
    scanner = _Scanner(text, rules)
    scanner.scan(0, len(text), -1, ())
    return Lexed(text, tuple(scanner.out), rules.transparent, scanner.tail, tuple(scanner.literal))
