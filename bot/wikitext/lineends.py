"""Pages whose lines end in CR LF: read as the wiki reads them, edited in their own line ends."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from bot.model.edit import Edit, Span, TidyPage, apply_edits
from bot.model.page import Page
from bot.model.words import Fix


def with_line_ends(page: Page, done: TidyPage) -> TidyPage:
    """What was found on the page with bare line feeds, on the page as it is; what edits write ends its lines as the page does."""
    # the place of each line feed that had a carriage return before it, on the text without them
    returns = [match.start() - n for n, match in enumerate(re.finditer("\r\n", page.text))]
    edits = tuple(
        replace(edit, spans=tuple(_span(page.text, span, returns) for span in edit.spans)) for edit in done.edits
    )
    text = apply_edits(page.text, _safe(edits))
    return replace(done, page=page, text=text, edits=edits)


def _safe(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    return tuple(edit for edit in edits if edit.fix is Fix.safe)


def _span(text: str, span: Span, returns: list[int]) -> Span:
    start = span.start + bisect_left(returns, span.start)
    end = span.end + bisect_left(returns, span.end)
    return Span(start, end, text[start:end], span.after.replace("\n", "\r\n"))
