"""A source cut for reading: its body without the list of references, as numbered sentences and windows of them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bot.language.sentences import sentences
from bot.model.source import Block, SourceText

#: A longer «sentence» is a table or a list without full stops, and is cut.
_LONGEST = 600
_WINDOW = 3
_WINDOW_CHARS = 700
_SHORT_BLOCK = 200

_REFERENCES = re.compile(
    r"^[ \t]*(?:\d{1,2}\.?[ \t]+|[IVX]{1,4}\.[ \t]+)?"
    r"(?:references(?: and notes)?|bibliography|works cited|literature cited|литература|список (?:использованной )?литературы|"
    r"список источников|библиограф\w+(?: список)?|источники|примечания|see also|further reading|external links|см\. также|ссылки)"
    r"[ \t]*+(?::[ \t]*+)?$",
    re.IGNORECASE | re.MULTILINE,
)
_APPENDIX = re.compile(
    r"^[ \t]*(?:[A-Z]\.?(?:\d\.?)?[ \t]+)?(?:appendi(?:x|ces)|supplementa\w+|приложени[ея])\b.{0,80}$",
    re.IGNORECASE | re.MULTILINE,
)
_LISTED = re.compile(r"\b(?:19|20)\d\d\b|^[ \t]*\[?\d{1,3}[\].]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the body at ``start``..``end`` of the source (code points); ``number`` from 1, ``block`` its paragraph."""

    number: int
    start: int
    end: int
    where: str
    block: int


@dataclass(frozen=True, slots=True)
class Window:
    """A few sentences of one paragraph, by their indexes (``first``..``last``, end exclusive)."""

    first: int
    last: int


def body(source: SourceText) -> tuple[tuple[int, int], ...]:
    """The stretches of the text that can be evidence: everything but lists of references, of links and of notes.

    A list of references starts at its heading in the last two thirds and ends at an appendix; what does not look like a list
    (years, numbers) is kept.
    """
    text = source.text
    spans, position = [], 0
    appendices = [match.start() for match in _APPENDIX.finditer(text, len(text) // 3)]
    for heading in _REFERENCES.finditer(text, len(text) // 3):
        if heading.start() < position:
            continue
        after = text[heading.end() : heading.end() + 1500]
        following = bisect_left(appendices, heading.end())
        end = appendices[following] if following < len(appendices) else len(text)
        if len(_LISTED.findall(after)) >= 3 or end - heading.end() < 400:
            spans.append((position, heading.start()))
            position = end
    spans.append((position, len(text)))
    return tuple((start, end) for start, end in spans if text[start:end].strip())


def body_sentences(source: SourceText) -> tuple[Sentence, ...]:
    """The numbered sentences of the body; numbers depend on the source alone."""
    found: list[Sentence] = []
    for index, block in enumerate(_paragraphs(source)):
        for start, end in sentences(source.text[block.start : block.end]):
            for cut_start, cut_end in _cut(source.text, block.start + start, block.start + end):
                found.append(Sentence(len(found) + 1, cut_start, cut_end, block.where, index))
    return tuple(found)


def windows(all_sentences: tuple[Sentence, ...]) -> tuple[Window, ...]:
    """Overlapping windows of up to three sentences (700 characters) that stay within a paragraph."""
    found: list[Window] = []
    for first, sentence in enumerate(all_sentences):
        last = first + 1
        while (
            last < len(all_sentences)
            and last - first < _WINDOW
            and all_sentences[last].block == sentence.block
            and all_sentences[last].end - sentence.start <= _WINDOW_CHARS
        ):
            last += 1
        if not (found and found[-1].last == last and last - first < _WINDOW):
            found.append(Window(first, last))
    return tuple(found)


def _paragraphs(source: SourceText) -> Iterator[Block]:
    """The blocks within the body; short neighbours under the same heading are read together."""
    blocks = source.blocks or (Block(0, len(source.text)),)
    ends = [block.end for block in blocks]
    waiting: Block | None = None
    for start, end in body(source):
        for block in islice(blocks, bisect_right(ends, start), None):
            if block.start >= end:
                break
            cut = Block(max(start, block.start), min(end, block.end), block.where)
            if cut.start >= cut.end or not source.text[cut.start : cut.end].strip():
                continue
            if waiting is not None and waiting.where == cut.where and waiting.end - waiting.start < _SHORT_BLOCK:
                waiting = Block(waiting.start, cut.end, cut.where)
                continue
            if waiting is not None:
                yield waiting
            waiting = cut
        if waiting is not None:
            yield waiting
            waiting = None


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, or its parts of at most 600 characters cut at a line's end or a space."""
    while end - start > _LONGEST:
        stop = max(text.rfind("\n", start + _LONGEST // 3, start + _LONGEST), 0) or text.rfind(
            " ", start + 1, start + _LONGEST
        )
        if stop <= start:
            stop = start + _LONGEST
        yield start, stop
        start = stop
        while start < end and text[start].isspace():
            start += 1
    if start < end:
        yield start, end
