"""One checked page in the HTML report: summary, findings, where to look first, all citations by what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.locale import Speech
from bot.model.message import Message, msg
from bot.model.report import CitationCheck, PageCheck
from bot.model.words import Severity
from bot.report.blocks import fault, identity_rows
from bot.report.findings import Item, LookFirst, look_first, page_items, ranked
from bot.report.html.citation import citation_card, claim_sides, tone
from bot.report.html.parts import badge, count, hint_badge, reason_rows, short_badge, source_line, tone_of
from bot.report.markup import Html, el, join
from bot.report.phrases import because_groups, label, title_of, unchecked_lines
from bot.report.visible import one_line
from bot.report.words import word

#: Groups of citations by tone, gravest first; the first two stand open.
GROUPS: tuple[tuple[str, Message], ...] = (
    ("bad", msg("With a proven fault")),
    ("doubt", msg("Doubtful")),
    ("", msg("Not confirmed: could not be checked or judged")),
    ("good", msg("Confirmed: the right work, and it says so")),
)


def check_page(page: PageCheck, number: int, speech: Speech) -> Html:
    """The section of one page."""
    items = ranked(page_items(page))
    return el(
        "section",
        el("h2", one_line(page.page.name), id=f"page-{number}-title"),
        _about(page, speech),
        counts(page, items, speech),
        gate(page, speech),
        _unchecked(page, speech),
        findings(items, number, speech),
        _look_first(look_first([page]), speech),
        _citations(page, number, speech),
        id=f"page-{number}",
        aria_labelledby=f"page-{number}-title",
    )


def _about(page: PageCheck, speech: Speech) -> Html:
    parts = []
    if page.page.revid is not None:
        parts.append(speech.say(msg("revision {n}", n=page.page.revid)))
    parts.append(f"sha256 {page.page.sha256[:12]}…")
    return el("p", " · ".join(parts), class_="small")


def counts(page: PageCheck, items: Sequence[Item], speech: Speech) -> Html:
    """The numbers a reader looks for first."""
    by = Counter(item.finding.severity for item in items)
    cover = page.coverage
    good = sum(tone(check) == "good" for check in page.citations)
    return el(
        "dl",
        count(speech.say(msg("proven faults")), str(by[Severity.error]), "bad" if by[Severity.error] else ""),
        count(speech.say(msg("doubtful places")), str(by[Severity.warning]), "doubt" if by[Severity.warning] else ""),
        count(speech.say(msg("citations confirmed")), f"{good} / {cover.citations}", "good" if good else ""),
        count(speech.say(msg("works checked")), f"{cover.identity_checked} / {cover.citations}"),
        count(speech.say(msg("texts read")), f"{cover.text_read} / {cover.citations}"),
        count(speech.say(msg("claims judged")), f"{cover.judged} / {cover.claims}"),
        class_="counts",
    )


def gate(page: PageCheck, speech: Speech) -> Html:
    """The decision on saving with its reasons."""
    found = page.gate
    reasons = [
        el(
            "li",
            short_badge(one.decision, speech),
            f" {one_line(speech.say(one.message))}",
            f" — {labels}" if labels else "",
        )
        for one, labels in because_groups(found.because, page.citations, speech)
    ]
    policy = speech.say(msg("(policy: {policy})", policy=word(found.policy)))
    title = el("p", el("strong", speech.say(msg("Gate:"))), " ", badge(found.decision, speech), f" {policy}")
    return el("div", title, el("ul", *reasons) if reasons else None, class_=f"gate {tone_of(found.decision)}".rstrip())


def _unchecked(page: PageCheck, speech: Speech) -> Html | None:
    cover = page.coverage
    if cover.claims <= cover.judged and cover.citations <= cover.identity_checked:
        return None
    rows = [(speech.say(word(reason)), n) for reason, n in sorted(cover.skipped, key=lambda pair: -pair[1]) if n]
    said = [el("p", line) for line in unchecked_lines([page], speech)]
    head = (speech.say(msg("reason")), speech.say(msg("number of claims")))
    table = reason_rows(rows, speech.say(msg("Why support was not judged")), head) if rows else None
    return el("details", el("summary", speech.say(msg("What was not checked"))), *said, table, open=True)


def findings(items: Sequence[Item], number: int, speech: Speech) -> Html | None:
    """Errors and warnings as cards; notes folded."""
    if not items:
        return el("p", speech.say(msg("Nothing raised.")))
    raised = [item for item in items if item.finding.raised]
    notes = [item for item in items if not item.finding.raised]
    parts = [el("h3", speech.say(msg("What to mend")))] if raised else []
    parts += [finding_card(item, number, speech) for item in raised]
    if notes:
        title = speech.say(msg("Notes: {n}", n=len(notes)))
        lines = [
            el(
                "li",
                el("code", item.finding.code),
                f" {item.place.line}:{item.place.column} ",
                one_line(speech.say(item.finding.message)),
            )
            for item in notes
        ]
        parts.append(el("details", el("summary", title), el("ul", *lines)))
    return el("section", *parts)


def finding_card(item: Item, number: int, speech: Speech) -> Html:
    """One finding with its evidence and what to do."""
    finding = item.finding
    spots = ", ".join(f"{place.line}:{place.column}" for place in finding.places[:6]) or "1:1"
    where = el("span", speech.say(msg("line {spots}", spots=spots)), " · ", el("code", finding.code), class_="where")
    header = el("header", badge(finding.severity, speech), el("h4", one_line(fault(item, speech))), where)
    body = _evidence(item, number, speech)
    todo = (
        el("p", el("strong", speech.say(msg("What to do:"))), " ", speech.say(item.code.do), class_="do")
        if item.code
        else None
    )
    return el("article", header, *body, todo, class_=f"card {tone_of(finding.severity)}".rstrip())


def _evidence(item: Item, number: int, speech: Speech) -> list[Html]:
    if item.check is None:
        return [el("pre", one_line(item.finding.excerpt, 600))] if item.finding.excerpt else []
    citation = item.check.citation
    name = el("a", f"{label(citation)} {title_of(citation)}", href=f"#c-{number}-{citation.id}")
    parts = [el("p", name), source_line(citation, speech)]
    if item.finding.code.startswith("SUP") and item.claim is not None:
        return [*parts, claim_sides(item.claim, item.check, speech)]
    parts += [el("p", el("strong", f"{name}: "), said) for name, said in identity_rows(item.check, speech)]
    if item.claim is not None:
        said = el("blockquote", one_line(item.claim.claim.text), dir="auto")
        parts.append(el("div", el("p", speech.say(msg("The article says")), class_="label"), said, class_="side"))
    return parts


def _look_first(hints: Sequence[LookFirst], speech: Speech) -> Html | None:
    if not hints:
        return None
    cards = [
        el(
            "article",
            el(
                "header",
                hint_badge(one.hint, speech),
                el("h4", f"{label(one.check.citation)} {title_of(one.check.citation)}"),
            ),
            claim_sides(one.claim, one.check, speech),
            class_="card",
        )
        for one in hints
    ]
    title = speech.say(msg("Look here first (hints of the embedded judge, not findings)"))
    return el("section", el("h3", title), *cards)


def _citations(page: PageCheck, number: int, speech: Speech) -> Html | None:
    if not page.citations:
        return None
    groups = [_group(kind, title, page.citations, number, speech) for kind, title in GROUPS]
    return el("section", el("h3", speech.say(msg("All citations"))), join(groups))


def _group(kind: str, title: Message, checks: Sequence[CitationCheck], number: int, speech: Speech) -> Html | None:
    chosen = [check for check in checks if tone(check) == kind]
    if not chosen:
        return None
    cards = [citation_card(check, f"c-{number}-{check.citation.id}", speech) for check in chosen]
    summary = el("summary", f"{speech.say(title)} ({len(chosen)})")
    return el("details", summary, *cards, class_="group", open=kind in {"bad", "doubt"})
