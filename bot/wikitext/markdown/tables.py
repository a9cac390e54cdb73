"""Markdown's tables, rules and quotations. All for a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.residue.context import RuleContext

_RULE = re.compile(r"^[ \t]*(-{3}|\*[ ]?\*[ ]?\*|_{3})[ \t]*$", re.MULTILINE)
_DELIMITER = re.compile(r"^[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$", re.MULTILINE)
#: A bar between cells: not an escaped one, nor one of a link or a call.
_BAR = re.compile(r"(?<!\\)\|")
_INNER = re.compile(r"\[\[[^\[\]\n]*\]\]|\{\{[^{}\n]*\}\}|\\\|")
#: Lines in a row; a line with two marks is a prompt of a program or a quotation within one: a person writes that.
_LINES = re.compile(r"^>[ \t]?[^\n]*+(?:\n>[ \t]?[^\n]*+)*+", re.MULTILINE)
_QUOTED = re.compile(r"^>[ \t]?", re.MULTILINE)
_WITHIN = re.compile(r"^>[ \t]?(?:>|[#:;=|]|[-+*][ \t]|\d{1,3}[.)][ \t]|\{\|)", re.MULTILINE)


def rules(context: RuleContext) -> None:
    """Three marks on a line of their own."""
    found = context.places("ART012", _RULE)
    for match in found:
        context.edit(
            "ART012", msg("the Markdown rule becomes a rule of the wiki"), [(*match.span(1), "----")], fix=Fix.review
        )
        context.note("ART012", msg("a Markdown rule"), match.start(), "")


def tables(context: RuleContext) -> None:
    """A line of cells, a line of hyphens, and more lines of cells; only the bars change."""
    shown, done = context.shown, 0
    found = context.places("ART010", _DELIMITER)
    for match in found:
        if match.start() < done or not _parts_cells(match.group().strip()):
            continue
        head_end = match.start() - 1
        head_start = shown.rfind("\n", 0, max(head_end, 0)) + 1
        if head_end <= head_start or not _BAR.search(shown, head_start, head_end):
            continue
        rows = _rows(shown, match.end() + 1, barred=shown[head_start:head_end].lstrip().startswith("|"))
        done = rows[-1][1] if rows else match.end()
        if _in_wiki_table(shown, head_start):
            continue
        _table(context, (head_start, head_end), match.span(), rows)


def _parts_cells(line: str) -> bool:
    """Whether a line of hyphens and bars is no row of the wiki: a bar and two hyphens, or a bar between hyphens."""
    return "|" in line and ("--" in line or "|" in line.strip("|") or line.endswith("|"))


def _rows(shown: str, start: int, *, barred: bool) -> list[tuple[int, int]]:
    """Lines of cells from an offset on; ``barred`` where each begins with a bar."""
    rows = []
    while start < len(shown):
        end = shown.find("\n", start)
        end = len(shown) if end == -1 else end
        line = shown[start:end].lstrip()
        if "|" not in line or (barred and line[0] != "|") or line.startswith(("|}", "|-", "{|")):
            break
        rows.append((start, end))
        start = end + 1
    return rows


def _in_wiki_table(shown: str, at: int) -> bool:
    opened = 0 if shown.startswith("{|") else -1
    return max(opened, shown.rfind("\n{|", 0, at)) > shown.rfind("\n|}", 0, at)


def _table(
    context: RuleContext, head: tuple[int, int], delimiter: tuple[int, int], rows: list[tuple[int, int]]
) -> None:
    spans = _cells(context, *head, '{| class="wikitable"\n! ', " !! ")
    spans.append((delimiter[0], delimiter[1], "|-" if rows else "|}"))
    for number, (start, end) in enumerate(rows):
        spans += _cells(context, start, end, "| " if number == 0 else "|-\n| ", " || ")
    if rows:
        end = rows[-1][1]
        last = spans[-1]
        if last[1] == end and last[2] == "":
            spans[-1] = (last[0], end, "\n|}")
        else:
            spans.append((end, end, "\n|}"))
    title = context.text[slice(*head)].strip("| ")
    context.edit("ART010", msg("the Markdown table becomes a table of the wiki"), spans, fix=Fix.review)
    context.note("ART010", msg("a Markdown table: the wiki shows it as lines with bars"), head[0], title)
    context.claim(delimiter)


def _cells(context: RuleContext, start: int, end: int, opening: str, between: str) -> list[tuple[int, int, str]]:
    """Replace the bars of one line, with the space round them; a bar that is a cell's own text stays one."""
    text = context.text
    line = context.shown[start:end]
    inner = list(_INNER.finditer(line))
    bars = [bar.start() for bar in _BAR.finditer(line) if not any(m.start() <= bar.start() < m.end() for m in inner)]
    first = len(line) - len(line.lstrip())
    last = len(line.rstrip()) - 1
    closing = bars.pop() if len(bars) > 1 and bars[-1] == last else None
    spans: list[tuple[int, int, str]] = []
    if bars and bars[0] == first:
        spans.append((start, _right(text, start + bars.pop(0) + 1, end), opening))
    else:
        spans.append((start, start + first, opening))
    for bar in bars:
        left = _left(text, start + bar, spans[-1][1])
        spans.append((left, _right(text, start + bar + 1, end), between))
    if closing is not None:
        spans.append((_left(text, start + closing, spans[-1][1]), end, ""))
    spans += [(start + m.start(), start + m.end(), "&#124;") for m in inner if m.group() == "\\|"]
    return sorted(spans)


def _right(text: str, at: int, end: int) -> int:
    """An offset past the space that follows."""
    while at < end and text[at] in " \t":
        at += 1
    return at


def _left(text: str, at: int, start: int) -> int:
    """An offset before the space that stands before it."""
    while at > start and text[at - 1] in " \t":
        at -= 1
    return at


def quotations(context: RuleContext) -> None:
    """``> words`` on one line or several: the tag round them; a quotation that holds other blocks is a finding alone."""
    found = context.places("ART020", _LINES)
    for match in found:
        words = context.text[match.start() + 1 : match.end()].strip()
        if not words or words.startswith(">"):
            continue
        if not _WITHIN.search(match.group()):
            spans = list(_marks(context, match))
            message = msg("the Markdown quotation becomes a quotation of the wiki")
            context.edit("ART020", message, [*spans, (match.end(), match.end(), "</blockquote>")], fix=Fix.review)
        context.note("ART020", msg("a Markdown quotation: the wiki shows its marks"), match.start(), words)


def _marks(context: RuleContext, quotation: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """The marks go; lines of one paragraph become one line: to the wiki each would be a paragraph."""
    above = ""
    for mark in _QUOTED.finditer(context.shown, quotation.start(), quotation.end()):
        end = context.shown.find("\n", mark.end(), quotation.end())
        words = context.shown[mark.end() : quotation.end() if end == -1 else end].strip()
        if mark.start() == quotation.start():
            yield *mark.span(), "<blockquote>"
        elif above and words:
            yield mark.start() - 1, mark.end(), " "
        else:
            yield *mark.span(), ""
        above = words
