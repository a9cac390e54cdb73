"""Markdown's lists, read as blocks by a CommonMark parser, written as the wiki's. All for a person.

The parser reads only stretches of item lines that no other rule has claimed. A line with the wiki's own nested marks (``**``,
``*#``), or any other line at the left margin, ends a stretch: the wiki's structures win, and no line is taken in lazily.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.mask import BLOT
from bot.wikitext.residue.context import RuleContext

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_ITEM = re.compile(r"^([ \t]*+)([-+*•]|\d{1,3}[.)])[ \t]++(?=\S)", re.MULTILINE)
_MARKER = re.compile(r"\A[ \t]*+([-+*•]|\d{1,3}[.)])[ \t]++")
#: A line this much further in is a level deeper, also under a number, where CommonMark asks for three (chats write two).
_DEEPER = 2
#: Empty lines between items: more end a list.
_GAP = 2


class _BlockLine(NamedTuple):
    """A line of a stretch: offsets in the page, and the line as the parser is given it."""

    start: int
    end: int
    read: str


class _Part(NamedTuple):
    """What stands in a list: an item, or another block of one; its first line and the line after its last."""

    kind: str
    first: int
    after: int


class _Level(NamedTuple):
    """An open list: how far in its items stand, its mark in the wiki, the last number."""

    indent: int
    mark: str
    number: int


@cache
def _parser() -> MarkdownIt:
    """Blocks alone: what stands in a line is read by other rules."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").disable(["inline", "text_join", "reference", "lheading", "html_block", "hr"])


def lists(context: RuleContext) -> None:
    """Two or more items with hyphens, plus signs, points, numbers, or stars further in than the margin."""
    done = 0
    found = context.places("ART009", _ITEM)
    for match in found:
        if match.start() >= done:
            lines = _stretch(context, match)
            done = lines[-1].end
            _list(context, lines)


def _stretch(context: RuleContext, first: re.Match[str]) -> list[_BlockLine]:
    """The lines from an item on that can belong to its list; the last is not empty."""
    shown, at, gap = context.shown, first.start(), 0
    lines: list[_BlockLine] = []
    filled = 0
    while at < len(shown) and gap <= _GAP:
        end = shown.find("\n", at)
        end = len(shown) if end == -1 else end
        read = _as_read(context, at, end)
        gap = 0 if read.strip() else gap + 1
        if not gap and not (_MARKER.match(read) or (lines and read[0] in " \t")):
            break
        lines.append(_BlockLine(at, end, read))
        filled = filled if gap else len(lines)
        at = end + 1
    return lines[:filled]


def _as_read(context: RuleContext, start: int, end: int) -> str:
    """A line for the parser: what was claimed with its indent stands where it stood, a point is a hyphen."""
    line = context.shown[start:end]
    if line.startswith(BLOT):
        text = context.text[start:end]
        line = text[: len(text) - len(text.lstrip(" \t"))] + BLOT
    return line.replace("•", "-", 1) if line.lstrip(" \t").startswith("•") else line


def _list(context: RuleContext, lines: list[_BlockLine]) -> None:
    parts = list(_parts(_parser().parse("\n".join(line.read for line in lines))))
    marks = [_MARKER.match(lines[part.first].read) for part in parts if part.kind == "item"]
    holds = any(_is_claimed(context, line) for line in lines)
    if (len(marks) < 2 and not holds) or not (holds or _is_markdown(lines, marks)) or _in_preformatted(context, lines):
        return
    spans = _spans(context, lines, parts)
    if spans is None and not _count_up(marks):
        return  # years, dates
    at = lines[0].start
    if spans:
        at = spans[0][0]
        message = msg("the Markdown list of {n} lines becomes a list of the wiki", n=len(marks))
        context.edit("ART009", message, spans, fix=Fix.review)
    first = _MARKER.sub("", context.text[lines[0].start : lines[0].end], count=1)
    context.note("ART009", msg("a Markdown list: the wiki runs its lines together"), at, first.replace("*", ""))


def _is_markdown(lines: list[_BlockLine], marks: list[re.Match[str] | None]) -> bool:
    """Whether a list is no list of the wiki: another mark than a star, a star further in, or words that go on two spaces in.

    Words that go on one space in stay what they are to the wiki, preformatted.
    """
    if any(mark is not None and (mark.group(1) != "*" or mark.group()[0] in " \t") for mark in marks):
        return True
    return any(line.read.startswith(("  ", "\t")) and line.read.strip() for line in lines)


def _count_up(marks: list[re.Match[str] | None]) -> bool:
    """Whether numbers go up by one: a list that begins later, which a person writes, for the wiki counts from one."""
    written = [mark.group(1)[:-1] for mark in marks if mark is not None]
    return all(one.isdigit() and other.isdigit() and int(other) == int(one) + 1 for one, other in pairwise(written))


def _in_preformatted(context: RuleContext, lines: list[_BlockLine]) -> bool:
    """Whether the line above begins with a space: preformatted text, as a comment of a program."""
    before = context.text[context.text.rfind("\n", 0, max(lines[0].start - 1, 0)) + 1 : lines[0].start]
    return before[:1] == " " and bool(before.strip())


def _is_claimed(context: RuleContext, line: _BlockLine) -> bool:
    """Whether a line is, from end to end, code or a formula that another rule has made."""
    shown = context.shown[line.start : line.end]
    return BLOT in shown and not shown.strip(BLOT + " \t")


def _parts(tokens: list[Token]) -> Iterator[_Part]:
    """Items and the blocks within them that do not stand on an item's first line, in the order of the page."""
    item = -1
    for token in tokens:
        if token.map is None or token.nesting < 0 or token.type.endswith("list_open"):
            continue
        if token.type == "list_item_open":
            item = token.map[0]
            yield _Part("item", *token.map)
        elif token.type == "paragraph_open":
            yield _Part("head" if token.map[0] == item else "paragraph", *token.map)
        elif token.type != "inline":
            yield _Part(token.type, *token.map)


def _spans(context: RuleContext, lines: list[_BlockLine], parts: list[_Part]) -> list[tuple[int, int, str]] | None:
    """What changes: marks, indents and empty lines.

    Empty where an item holds a block that has no form in a list of the wiki; None where numbers do not count up from one.
    """
    spans: list[tuple[int, int, str]] = []
    levels: list[_Level] = []
    prefix = ""
    for part in parts:
        line = lines[part.first]
        if part.kind == "item":
            mark = _MARKER.match(line.read)
            if mark is None or _MARKER.match(line.read[mark.end() :]):
                return []
            if not _descend(levels, mark):
                return None
            prefix = "".join(level.mark for level in levels)
            spans += _joined(lines, part.first, line.start + mark.end(), f"\n{prefix} ")
        elif part.kind not in {"head", "paragraph"}:
            return []
        else:
            if part.kind == "paragraph":
                new = " " if _is_claimed(context, line) else f"\n{prefix}: "
                spans += _joined(lines, part.first, _begins(context, line), new)
            for number in range(part.first + 1, part.after):
                spans += _joined(lines, number, _begins(context, lines[number]), " ")
    return [(start, end, new) for start, end, new in spans if context.text[start:end] != new]


def _descend(levels: list[_Level], mark: re.Match[str]) -> bool:
    """Go to the level of an item; False where its number does not go on from the one before, nor begins at one."""
    indent = len(mark.group()[: mark.start(1)].expandtabs(4))
    before = None
    while levels and indent < levels[-1].indent + _DEEPER:
        before = levels.pop()
    written = mark.group(1)
    number = int(written[:-1]) if written[0].isdigit() else -1
    levels.append(_Level(indent, "*" if number == -1 else "#", number))
    goes_on = before is not None and before.number != -1 and number in {before.number, before.number + 1}
    return number in {-1, 0, 1} or goes_on


def _joined(lines: list[_BlockLine], number: int, begins: int, new: str) -> list[tuple[int, int, str]]:
    """From the end of the last line that is not empty to where a line's words begin."""
    if number == 0:
        return [(lines[0].start, begins, new.removeprefix("\n"))]
    above = number - 1
    while not lines[above].read.strip():
        above -= 1
    if above == number - 1 and new.startswith("\n"):
        return [(lines[number].start, begins, new[1:])]
    return [(lines[above].end, begins, new)]


def _begins(context: RuleContext, line: _BlockLine) -> int:
    shown = context.shown[line.start : line.end]
    return line.start + len(shown) - len(shown.lstrip(" \t"))
