"""Edits and diffs in the HTML report."""

from __future__ import annotations

from collections.abc import Iterable

from bot.locale import Speech
from bot.model.edit import Edit, Span, TidyPage
from bot.model.message import msg
from bot.model.page import places
from bot.model.words import Fix
from bot.report.diff import unified
from bot.report.findings import Item, ranked
from bot.report.html.page import findings
from bot.report.html.parts import count
from bot.report.inline import DiffLine, Part, compare, diff_lines
from bot.report.markup import Html, el, join, text
from bot.report.visible import one_line, revealed
from bot.report.words import word

_SPANS_SHOWN = 12


def tidy_page(page: TidyPage, items: list[Item], number: int, speech: Speech) -> Html:
    """The section of one tidied page."""
    safe = sum(edit.fix is Fix.safe for edit in page.edits)
    numbers = el(
        "dl",
        count(speech.say(msg("safe edits")), str(safe), "good" if safe else ""),
        count(
            speech.say(msg("edits for review")), str(len(page.edits) - safe), "doubt" if len(page.edits) - safe else ""
        ),
        count(speech.say(msg("places to mend")), str(len(items))),
        class_="counts",
    )
    return el(
        "section",
        el("h2", one_line(page.page.name), id=f"page-{number}-title"),
        numbers,
        proof(page, speech),
        el("h3", speech.say(msg("Edits"))) if page.edits else None,
        *(edit_card(edit, page, speech) for edit in page.edits),
        findings(ranked(items), number, speech) if items else None,
        diff(unified(page.page.text, page.text, page.page.name), speech),
        id=f"page-{number}",
        aria_labelledby=f"page-{number}-title",
    )


def proof(page: TidyPage, speech: Speech) -> Html | None:
    """Which invariants were checked, and whether each held."""
    if not page.proof.checks:
        return None
    rows = [el("li", f"{'✓' if held else '✗'} {name}") for name, held in page.proof.checks]
    title = speech.say(msg("The proof holds") if page.proof.ok else msg("The proof failed, nothing is changed"))
    return el("div", el("p", el("strong", title)), el("ul", *rows), class_=f"gate {'good' if page.proof.ok else 'bad'}")


def edit_card(edit: Edit, page: TidyPage, speech: Speech) -> Html:
    """One edit with each replacement it makes."""
    tone, mark = ("good", "✓") if edit.fix is Fix.safe else ("doubt", "?")
    lines = places(page.page.text, [span.start for span in edit.spans])
    where = ", ".join(str(place.line) for place in lines[:6])
    spans = [_span(span) for span in edit.spans[:_SPANS_SHOWN]]
    header = el(
        "header",
        el("span", f"{mark} {speech.say(word(edit.fix))}", class_=f"badge {tone}"),
        el("h4", one_line(speech.say(edit.message))),
        el("span", speech.say(msg("line {spots}", spots=where)), " · ", el("code", edit.code), class_="where"),
    )
    rest = len(edit.spans) - _SPANS_SHOWN
    more = el("p", f"… +{rest}", class_="small") if rest > 0 else None
    return el("article", header, *(el("pre", span, class_="diff") for span in spans), more, class_=f"card {tone}")


def _span(span: Span) -> Html:
    """One replacement: what it takes and what it puts there, the words that differ marked."""
    left, right = compare(span.before, span.after)
    old = el("span", "-", *_marked(left, "del"), class_="removed")
    new = el("span", "+", *_marked(right, "ins"), class_="added")
    return join((old if span.before else None, new if span.after else None))


def _marked(parts: Iterable[Part], tag: str) -> list[Html]:
    """Parts of a line, the changed ones in ``tag`` with every uncommon space shown."""
    return [el(tag, revealed(part.text)) if part.changed else text(part.text) for part in parts]


def diff(found: str, speech: Speech) -> Html:
    """A unified diff; signs say the same as colours."""
    if not found:
        return el("p", speech.say(msg("No change.")))
    name = speech.say(msg("What would change"))
    return el("section", el("h3", name), el("pre", *map(_line, diff_lines(found)), class_="diff"))


def _line(line: DiffLine) -> Html:
    """One line; changed words of it stand in ``ins`` or ``del``, so that a screen reader says them too."""
    tag = {"added": "ins", "removed": "del"}.get(line.kind, "span")
    return el(
        "span",
        *_marked(line.parts, tag),
        class_=line.kind if line.kind in {"file", "hunk", "added", "removed"} else None,
    )
