"""External links in the text: labelled, bare, and templates that describe a work outside notes and lists."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from bot.model.words import CitationKind
from bot.profiles.source_sections import OTHER_TEMPLATES, SITE_PARAMETERS, is_citation_template
from bot.wikitext.braces import template_arguments, template_name
from bot.wikitext.clickable import address_spans
from bot.wikitext.mentions import Mention, PageView

#: An address that is a parameter of a picture, or of Markdown («](https://…)»), stands before these.
_PARAMETER = re.compile(r"(?:\b(?:link|ссылка)[ ]*=[ ]*|\]\()\Z")


def inline_links(view: PageView, taken: Sequence[tuple[int, int]]) -> Iterator[Mention]:
    """The links of the page that stand outside ``taken`` (stretches in order, apart) and lead out of the wiki."""
    begins = [start for start, _ in taken]
    works = [work for work in _works(view) if not _inside(taken, begins, work[0])]
    for start, end in works:
        yield Mention(CitationKind.inline, start, end, view.text[start:end])
    blocked = sorted([*taken, *works])
    starts = [start for start, _ in blocked]
    for start, end, seen in address_spans(view.shown):
        if seen and not _inside(blocked, starts, start) and _is_source(view, start, end):
            yield _link(view, start, end)


def _is_source(view: PageView, start: int, end: int) -> bool:
    """Whether the address leads out of the wiki, and is neither a template's parameter nor the subject's own site."""
    if not view.leads_out(view.text[start:end]) or _is_site(view, start):
        return False
    return _PARAMETER.search(view.shown, max(0, start - 20), start) is None


def _link(view: PageView, start: int, end: int) -> Mention:
    """The address with its brackets and label, where it has them."""
    text = view.shown
    if text[start - 1 : start] == "[":
        stop = text.find("]", end)
        line = text.find("\n", end)
        if stop >= 0 and (line < 0 or stop < line):
            whole = start - 1, stop + 1
            return Mention(CitationKind.inline, *whole, view.text[slice(*whole)], address_only=True, shown=whole)
    return Mention(CitationKind.inline, start, end, view.text[start:end], address_only=True)


def _works(view: PageView) -> Iterator[tuple[int, int]]:
    """Templates that describe a work, outside notes; one inside another is its own."""
    position = 0
    for template in view.templates:
        seen = template.start >= position and view.shown.startswith("{{", template.start)
        if seen and is_citation_template(template_name(view.text, template)):
            yield template.start, template.end
            position = template.end


def _inside(spans: Sequence[tuple[int, int]], starts: Sequence[int], at: int) -> bool:
    index = bisect_right(starts, at) - 1
    return index >= 0 and at < spans[index][1]


def _is_site(view: PageView, at: int) -> bool:
    """Whether an address is a box's parameter for the subject's own site, or a template's at which nobody finds a source."""
    templates = view.templates
    index = bisect_right(templates, at, key=lambda template: template.start) - 1
    while index >= 0:
        template = templates[index]
        if template.end > at:
            if template_name(view.text, template).casefold() in OTHER_TEMPLATES:
                return True
            for name, _, (start, end) in template_arguments(view.text, template):
                if start <= at < end and name is not None:
                    return name.strip().casefold().rstrip("0123456789") in SITE_PARAMETERS
            return False
        if template.outer < 0:
            return False
        index -= 1
    return False
