"""What stands on a card: evidence first, the judge's verdict folded until somebody asks. Built of the report's parts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.locale import Speech
from bot.model.edit import Edit, Span
from bot.model.message import msg
from bot.model.report import CitationCheck, ClaimCheck
from bot.model.verdict import Unjudged, reason_of, verdict_of
from bot.model.words import LinkState
from bot.report.blocks import asked_text, link_text
from bot.report.html.citation import in_sentence
from bot.report.html.parts import badge, fields_table, hint_badge, page_address, passages, source_line
from bot.report.inline import compare
from bot.report.markup import Html, el, join, text
from bot.report.phrases import joint_text
from bot.report.visible import one_line, revealed
from bot.report.words import field_name, word

#: Characters shown on either side of a replacement, and replacements shown of one edit.
_AROUND = 70
_SPANS_SHOWN = 12


def citation_body(check: CitationCheck, speech: Speech) -> Html:
    """Identity badges, each claim beside its source, what the registries answered, the note's wikitext."""
    shown = [badge(check.identity.verdict, speech)]
    if check.link.state is not LinkState.none:
        shown.append(badge(check.link.state, speech))
    return join(
        (
            source_line(check.citation, speech),
            el("ul", *(el("li", one) for one in shown), class_="badges"),
            *(_sides(claim, check, speech) for claim in check.claims),
            _identity(check, speech),
        )
    )


def _sides(claim: ClaimCheck, check: CitationCheck, speech: Speech) -> Html:
    left = el(
        "div",
        el("p", speech.say(msg("The article says")), class_="label"),
        el("blockquote", in_sentence(claim), dir="auto"),
        class_="side",
    )
    evidence = passages(claim.support, speech, page_address(check.citation))
    if not evidence:
        why = reason_of(claim.support)
        evidence = [
            el("p", speech.say(msg("The source")), class_="label"),
            el("p", speech.say(msg("Nothing of it can be shown: {why}.", why=word(why)))),
        ]
    right = el("div", *evidence, _verdict(claim, speech), class_="side")
    return el("div", left, right, class_="sides")


def _verdict(claim: ClaimCheck, speech: Speech) -> Html:
    """The judge's word, folded: whoever reads it first agrees with it too easily."""
    support = claim.support
    lines = [el("p", badge(verdict_of(support), speech), f" {speech.say(word(reason_of(support)))}")]
    if isinstance(support, Unjudged) and support.hint is not None:
        lines.append(el("p", hint_badge(support.hint, speech)))
    together = joint_text(claim, speech)
    if together:
        lines.append(el("p", together))
    if support.evidence.judge:
        scope = speech.say(word(support.evidence.scope))
        lines.append(el("p", f"{speech.say(msg('judge'))}: {one_line(support.evidence.judge)} · {scope}"))
    return el("details", el("summary", speech.say(msg("What the judge says"))), *lines, class_="verdict")


def _identity(check: CitationCheck, speech: Speech) -> Html:
    rows = [(speech.say(msg("because")), asked_text(check, speech))]
    if check.link.state is not LinkState.none:
        rows.append((speech.say(msg("link")), link_text(check, speech)))
    if check.identity.notices:
        rows.append((speech.say(msg("notice")), ", ".join(speech.say(word(one)) for one in check.identity.notices)))
    if check.identity.suggestion is not None:
        hint = check.identity.suggestion
        rows.append(
            (speech.say(msg("correction")), f"{speech.say(field_name(hint.field))} → {hint.value} ({hint.service})")
        )
    lines = [el("p", el("strong", f"{name}: "), told) for name, told in rows]
    note = el("details", el("summary", speech.say(msg("The note's wikitext"))), el("pre", check.citation.wikitext))
    return join((fields_table(check.identity.fields, speech), *lines, note))


def edit_body(edit: Edit, page_text: str, speech: Speech) -> Html:
    """The replacements where they stand, the words that go struck, the words that come underlined."""
    groups = _groups(edit.spans[:_SPANS_SHOWN], page_text)
    shown = [el("p", _passage(group, page_text), class_="inline", dir="auto") for group in groups]
    rest = len(edit.spans) - _SPANS_SHOWN
    more = el("p", speech.say(msg("and {n} more places", n=rest)), class_="small") if rest > 0 else None
    return join((*shown, more))


def _groups(spans: Sequence[Span], whole: str) -> list[list[Span]]:
    """Replacements that stand close together on one line are read together."""
    groups: list[list[Span]] = []
    for span in spans:
        between = whole[groups[-1][-1].end : span.start] if groups else ""
        if groups and len(between) <= 2 * _AROUND and "\n" not in between:
            groups[-1].append(span)
        else:
            groups.append([span])
    return groups


def _passage(group: Sequence[Span], whole: str) -> Html:
    """Replacements with what stands between them, and what stands around them on their lines."""
    start, end = group[0].start, group[-1].end
    before = whole[max(0, start - _AROUND) : start].rpartition("\n")[2]
    after = whole[end : end + _AROUND].partition("\n")[0]
    parts: list[Html] = [el("span", ("…" if len(before) == _AROUND else "") + before, class_="aside")]
    place = start
    for span in group:
        parts += [text(whole[place : span.start]), inline(span.before, span.after)]
        place = span.end
    parts.append(el("span", after + ("…" if len(after) == _AROUND else ""), class_="aside"))
    return join(parts)


def inline(before: str, after: str) -> Html:
    """One text with both readings: ``del`` what goes, ``ins`` what comes. Characters that hide are shown."""
    left, right = compare(before, after)
    parts: list[Html] = []
    i = j = 0
    while i < len(left) or j < len(right):
        old, new = left[i] if i < len(left) else None, right[j] if j < len(right) else None
        if old is not None and new is not None and old.text == new.text and not old.changed and not new.changed:
            parts.append(text(old.text))
            i, j = i + 1, j + 1
        elif old is not None and (old.changed or new is None or not new.changed):
            parts.append(el("del", revealed(old.text)) if old.text else Html(""))
            i += 1
        else:
            parts.append(el("ins", revealed(new.text)) if new is not None and new.text else Html(""))
            j += 1
    return join(parts)
