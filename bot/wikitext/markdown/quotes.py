"""Markdown's quotations: lines that begin with ``>``. For a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.residue.context import RuleContext

#: Lines in a row; a line with two marks is a prompt of a program or a quotation within one: a person writes that.
_LINES = re.compile(r"^>[ \t]?[^\n]*+(?:\n>[ \t]?[^\n]*+)*+", re.MULTILINE)
_MARK = re.compile(r"^>[ \t]?", re.MULTILINE)
_WITHIN = re.compile(r"^>[ \t]?(?:>|[#:;=|]|[-+*][ \t]|\d{1,3}[.)][ \t]|\{\|)", re.MULTILINE)


def quotes(context: RuleContext) -> None:
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
    for mark in _MARK.finditer(context.shown, quotation.start(), quotation.end()):
        end = context.shown.find("\n", mark.end(), quotation.end())
        words = context.shown[mark.end() : quotation.end() if end == -1 else end].strip()
        if mark.start() == quotation.start():
            yield *mark.span(), "<blockquote>"
        elif above and words:
            yield mark.start() - 1, mark.end(), " "
        else:
            yield *mark.span(), ""
        above = words
