"""What a page's reader can click and read, and whether edits change no more of it than they declare.

A text stands for its page in two views of its own length, with what the view does not show blotted out: ``links``, where
addresses can be clicked, and ``words``, where words can be read (also those of code and formulas). Edits leave most of a page
as it is, so lines that no edit meets and no view shows otherwise are compared, not counted.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.entities import unescape
from bot.model.edit import Declared
from bot.wikitext.clickable import address_spans, clickable, untracked
from bot.wikitext.lexer import COMMENT, INCLUDE_TAGS, Lexed
from bot.wikitext.mask import blot

_WORD = re.compile(r"[^\W_]+")
_TAG = re.compile(r"</?[A-Za-z][^<>]*+>")
#: Characters that nobody sees.
_UNSEEN = re.compile("[\u200b\ufeff\u2060\u00ad\ue200-\ue206]+")
#: What ends a word or an entity, and how far from an edit it is looked for: both sides of an edit lose what is further.
_BORDER = re.compile("[^\\w&#;\u200b\ufeff\u2060\u00ad\ue200-\ue206]|_")
#: What this view of a page does not show at all, and marks of borders.
_UNREAD = frozenset({COMMENT, *INCLUDE_TAGS, *(f"/{name}" for name in INCLUDE_TAGS)})
#: How far from a span, in characters, a word or an address may go on.
_FAR = 4000
_LONG = 200

Spans = Sequence[tuple[int, int, str]]


class ReaderView(NamedTuple):
    """A text as its reader meets it."""

    links: str
    words: str


def view(lexed: Lexed) -> ReaderView:
    """Both views of a page."""
    links = lexed.masked
    if all(element.name in lexed.transparent or element.name in _UNREAD for element in lexed.elements):
        return ReaderView(links, links)
    return ReaderView(links, blot(lexed.text, _merged(_unread(lexed))))


def _unread(lexed: Lexed) -> Iterator[tuple[int, int]]:
    """Comments, what another view of the page shows, and the tags of all other elements."""
    for element in lexed.elements:
        if element.name in _UNREAD:
            yield element.start, element.end
        else:
            yield element.start, element.open_end
            yield element.close_start, element.end
    yield from lexed.literal
    yield lexed.tail, len(lexed.text)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def read_words(text: str) -> list[str]:
    """The words of a stretch of wikitext, without those of its tags and addresses."""
    if "//" in text or ":" in text:
        pieces, position = [], 0
        for start, end, _ in address_spans(text):
            pieces.append(text[position:start])
            position = end
        text = " ".join([*pieces, text[position:]])
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "&" in text:
        text = unescape(text)
    return _WORD.findall(_UNSEEN.sub("", text))


class _Count:
    """How often each address can be clicked and each word read, and the difference of two such counts."""

    def __init__(self) -> None:
        self.addresses: Counter[str] = Counter()
        self.words: Counter[str] = Counter()

    def add(self, shown: ReaderView, sign: int = 1) -> None:
        """Count a stretch, or take it off."""
        self.add_links(shown.links, sign)
        self.add_words(shown.words, sign)

    def add_links(self, links: str, sign: int = 1) -> None:
        """Count the addresses of a stretch."""
        for address in clickable(links):
            self.addresses[address] += sign

    def add_words(self, words: str, sign: int = 1) -> None:
        """Count the words of a stretch."""
        for word in read_words(words):
            self.words[word] += sign

    def declared(self) -> Declared:
        """What is there less often than before (counted below nought), and what more often."""
        sides = ((self.addresses, -1), (self.addresses, 1), (self.words, -1), (self.words, 1))
        return Declared(*(_times(counter, sign) for counter, sign in sides))


def _times(counter: Counter[str], sign: int) -> tuple[str, ...]:
    return tuple(sorted(key for key, times in counter.items() for _ in range(times * sign)))


def difference(before: Iterable[ReaderView], after: Iterable[ReaderView]) -> Declared:
    """What a reader loses and gains where some stretches of a page take others' places."""
    count = _Count()
    for shown in before:
        count.add(shown, -1)
    for shown in after:
        count.add(shown)
    return count.declared()


def replaced(before: str, after: str) -> Declared:
    """The same of two stretches of plain wikitext."""
    return difference([ReaderView(before, before)], [ReaderView(after, after)])


def account(page: ReaderView, spans: Spans, written: Sequence[ReaderView] = ()) -> Declared:
    """What an edit takes and brings where it writes alone on a page; ``written`` are the views of its new texts."""
    count = _Count()
    spans = sorted(spans)
    written = written or [ReaderView(after, after) for _, _, after in spans]
    at = 0
    while at < len(spans):
        first, start = at, _left(page.words, spans[at][0])
        end = _right(page.words, spans[at][1])
        while at + 1 < len(spans) and spans[at + 1][0] <= end:
            at += 1
            end = _right(page.words, max(end, spans[at][1]))
        at += 1
        new = list(zip(spans[first:at], written[first:at], strict=True))
        old, made = ReaderView(page.links[start:end], page.words[start:end]), _made(page, start, end, new)
        if not any(":" in text or "//" in text for text in (*old, *made)):
            left, right = _narrowed(page.words, start, end, new)
            near, remade = ReaderView(page.links[left:right], page.words[left:right]), _made(page, left, right, new)
            # addresses reach to blanks; a tag that reaches over a border would be read otherwise
            if not any(map(_is_open, (page.words[start:left], near.words, remade.words))):
                old, made = near, remade
        count.add(old, -1)
        count.add(made)
    return count.declared()


def _narrowed(text: str, start: int, end: int, made: list[tuple[tuple[int, int, str], ReaderView]]) -> tuple[int, int]:
    """What is left of a stretch by the words alone that touch its edits."""
    first, last = made[0][0][0], max(span[1] for span, _ in made)
    start, end = max(start, first - _LONG), min(end, last + _LONG)
    before, after = _BORDER.search(text[start:first][::-1]), _BORDER.search(text, last, end)
    return first - before.start() if before else start, after.start() if after else end


def _is_open(text: str) -> bool:
    """Whether a tag may have begun that does not end here."""
    return text.rfind("<") > text.rfind(">")


def _made(page: ReaderView, start: int, end: int, made: list[tuple[tuple[int, int, str], ReaderView]]) -> ReaderView:
    """A stretch of the page with the new texts in their places."""
    links, words, position = [], [], start
    for (left, right, _), new in made:
        links += [page.links[position:left], new.links]
        words += [page.words[position:left], new.words]
        position = right
    return ReaderView("".join([*links, page.links[position:end]]), "".join([*words, page.words[position:end]]))


def _left(text: str, at: int, least: int = 0) -> int:
    """Where the run without blanks begins that ends at an offset."""
    least = max(least, at - _FAR)
    return max(text.rfind(" ", least, at) + 1, text.rfind("\n", least, at) + 1, least)


def _right(text: str, at: int, most: int = sys.maxsize) -> int:
    most = min(most, len(text), at + _FAR)
    line = text.find("\n", at, most)
    most = most if line == -1 else line
    blank = text.find(" ", at, most)
    return most if blank == -1 else blank


def changed(before: ReaderView, after: ReaderView, spans: Spans) -> Declared:
    """What a reader of the whole page loses and gains by all ``spans`` together; the texts are equal outside of these.

    Links are counted line by line, for the words of one may hold another; words where they are written.
    """
    count = _Count()
    stretches = _stretches(before, after, spans)
    for start, end, then_start, then_end in _widened(stretches, before.words, lines=True):
        count.add_links(before.links[start:end], -1)
        count.add_links(after.links[then_start:then_end])
    for start, end, then_start, then_end in _widened(stretches, before.words, lines=False):
        count.add_words(before.words[start:end], -1)
        count.add_words(after.words[then_start:then_end])
    return count.declared()


def _stretches(before: ReaderView, after: ReaderView, spans: Spans) -> list[tuple[int, int, int]]:
    """What may read otherwise, as (start, end, length afterwards): the spans, and what between them a view shows otherwise."""
    found: list[tuple[int, int, int]] = []
    position, shift = 0, 0
    for start, end, text in [*sorted(spans), (len(before.links), len(before.links), "")]:
        then = slice(position + shift, start + shift)
        if before.links[position:start] != after.links[then] or before.words[position:start] != after.words[then]:
            found.append((position, start, start - position))
        found.append((start, end, len(text)))
        position, shift = end, shift + len(text) - (end - start)
    return found[:-1]


def _widened(stretches: list[tuple[int, int, int]], text: str, *, lines: bool) -> list[tuple[int, int, int, int]]:
    """The stretches with the rest of their lines, or of their words, before and after; those that meet are one."""
    found: list[tuple[int, int, int, int]] = []
    shift = 0
    for number, (start, end, length) in enumerate(stretches):
        least = found[-1][1] if found else 0
        most = stretches[number + 1][0] if number + 1 < len(stretches) else len(text)
        if lines:
            left = max(text.rfind("\n", least, start) + 1, least)
            right = text.find("\n", end, most)
            right = most if right == -1 else right
        else:
            left, right = _left(text, start, least), _right(text, end, most)
        grown = length - (end - start)
        if found and left <= found[-1][1]:
            found[-1] = (found[-1][0], right, found[-1][2], right + shift + grown)
        else:
            found.append((left, right, left + shift, right + shift + grown))
        shift += grown
    return found


def is_accounted(made: Declared, declared: Iterable[Declared]) -> bool:
    """Whether what edits made of a page is the sum of what they declare.

    Words are compared letter by letter: two edits side by side may join words that neither joins alone.
    """
    addresses: Counter[str] = Counter()
    words: Counter[str] = Counter()
    _sum(made, 1, addresses, words)
    for one in declared:
        _sum(one, -1, addresses, words)
    letters: Counter[str] = Counter()
    for word, times in words.items():
        if times:
            for letter in word:
                letters[letter] += times
    return not any(addresses.values()) and not any(letters.values())


def _sum(one: Declared, sign: int, addresses: Counter[str], words: Counter[str]) -> None:
    for keys, counter, times in (
        (one.addresses_lost, addresses, -sign),
        (one.addresses_added, addresses, sign),
        (one.words_lost, words, -sign),
        (one.words_added, words, sign),
    ):
        for key in keys:
            counter[key] += times


def loses_address(declared: Declared, left: Iterable[str] = ()) -> bool:
    """Whether an address is lost that neither comes back without its tracking parameters nor is among those ``left``."""
    there = {*declared.addresses_added, *left}
    return any(address not in there and untracked(address) not in there for address in declared.addresses_lost)
