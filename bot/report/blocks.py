"""Parts of the terminal report: one finding with its evidence, the hints, the gate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.locale import Speech
from bot.model.citation import Citation
from bot.model.message import msg
from bot.model.report import CitationCheck, ClaimCheck, Gate, PageCheck
from bot.model.source import Passage
from bot.model.verdict import FieldCheck, Support, quote_of
from bot.model.words import Consulted, Decision, IdentityVerdict, IdKind, LinkState, Reason, Severity
from bot.report.columns import INDENT, Canvas, Piece
from bot.report.findings import Item, LookFirst, address_of
from bot.report.phrases import because_groups, identifiers_of, joint_text, label, quoted, service_name, title_of
from bot.report.visible import one_line
from bot.report.words import field_name, word

MARKS = {Severity.error: "✗", Severity.warning: "!", Severity.note: "·"}
DECISION_STYLES = {Decision.passed: ("✓", "good"), Decision.hold: ("!", "warning"), Decision.block: ("✗", "error")}
_FIELDS_SHOWN = 4
_PLACES_SHOWN = 5
#: So many equal characters are a repetition, however the message ends.
_REPEATED = 60
_IDENTIFIERS = frozenset(kind.value for kind in IdKind)
_PLAIN_IDENTITIES = frozenset({IdentityVerdict.verified, IdentityVerdict.unchecked})

Row = tuple[str, str]


def location(item: Item) -> str:
    """``name:line:column`` that an editor opens."""
    return f"{one_line(item.page.name)}:{item.place.line}:{item.place.column}"


def heading(canvas: Canvas, item: Item, speech: Speech) -> None:
    """The line that names place, code and fault."""
    finding = item.finding
    canvas.line(
        Piece(location(item), "strong"),
        "  ",
        Piece(
            f"{finding.code} {MARKS[finding.severity]} {speech.say(word(finding.severity))}:", finding.severity.value
        ),
        f" {one_line(fault(item, speech))}",
        hang=INDENT,
    )


def fault(item: Item, speech: Speech) -> str:
    """The finding's message; its code's title where the message only repeats the quote that is shown below."""
    said = speech.say(item.finding.message)
    quote = quote_of(item.claim.support) if item.claim and item.finding.code.startswith("SUP") else None
    if quote is not None and item.code is not None and one_line(quote.text)[:_REPEATED] in one_line(said):
        return speech.say(item.code.title)
    return said


def block(canvas: Canvas, item: Item, speech: Speech) -> None:
    """A finding with claim, source, evidence and what to do."""
    heading(canvas, item, speech)
    rows = list(_rows(item, speech))
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        canvas.row(name, text, labels=width)
    canvas.blank()


def _rows(item: Item, speech: Speech) -> Iterator[Row]:
    if len(item.finding.places) > 1:
        yield speech.say(msg("also at")), _more_places(item)
    if item.check is None:
        if item.finding.excerpt:
            yield speech.say(msg("text")), quoted(item.finding.excerpt, speech, 300)
    else:
        yield from _evidence(item, item.check, speech)
    if item.code is not None:
        yield speech.say(msg("what to do")), speech.say(item.code.do)
    yield speech.say(msg("more")), f"mlwiki explain {item.finding.code}"


def _more_places(item: Item) -> str:
    rest = item.finding.places[1:]
    shown = ", ".join(f"{place.line}:{place.column}" for place in rest[:_PLACES_SHOWN])
    return shown if len(rest) <= _PLACES_SHOWN else f"{shown}, … (+{len(rest) - _PLACES_SHOWN})"


def _evidence(item: Item, check: CitationCheck, speech: Speech) -> Iterator[Row]:
    if item.claim is not None:
        yield speech.say(msg("claim")), quoted(item.claim.claim.text, speech, 400)
    yield from source_rows(check.citation, speech)
    if item.finding.code.startswith("SUP") and item.claim is not None:
        yield from support_rows(item.claim, speech)
    else:
        yield from identity_rows(check, speech)


def source_rows(citation: Citation, speech: Speech) -> Iterator[Row]:
    """Number, title and identifiers of the cited work; its address on a line of its own."""
    yield speech.say(msg("source")), " · ".join((f"{label(citation)} {title_of(citation)}", *identifiers_of(citation)))
    address = address_of(citation.cited)
    if address is not None:
        yield speech.say(msg("address")), address


def support_rows(check: ClaimCheck, speech: Speech) -> Iterator[Row]:
    """The located quote, or the nearest passage under a name that says it proves nothing."""
    quote = quote_of(check.support)
    if quote is not None:
        yield speech.say(msg("quote")), quoted(quote.text, speech, 500) + _where(check.support, quote.text)
    elif check.support.evidence.passages:
        near = check.support.evidence.passages[0]
        yield speech.say(msg("nearest passage")), _passage(near, speech) + " " + speech.say(msg("(not proof)"))
    together = joint_text(check, speech)
    if together:
        yield speech.say(msg("together")), together
    if check.support.evidence.judge:
        scope = speech.say(word(check.support.evidence.scope))
        yield speech.say(msg("judge")), f"{one_line(check.support.evidence.judge)} · {scope}"


def _passage(passage: Passage, speech: Speech) -> str:
    where = f" ({one_line(passage.where)})" if passage.where else ""
    return quoted(passage.text, speech, 280) + where


def _where(support: Support, quote: str) -> str:
    found = next((one.where for one in support.evidence.passages if one.where and quote in one.text), "")
    return f" ({one_line(found)})" if found else ""


def identity_rows(check: CitationCheck, speech: Speech) -> Iterator[Row]:
    """What the registries and the address answered, as far as it speaks against the citation."""
    # what an identifier leads to is said under «because»
    differing = [field for field in check.identity.fields if not field.agrees and field.field not in _IDENTIFIERS]
    for field in differing[:_FIELDS_SHOWN]:
        yield speech.say(field_name(field.field)), field_text(field, speech)
    if check.identity.suggestion is not None:
        hint = check.identity.suggestion
        text = f"{speech.say(field_name(hint.field))} → {one_line(hint.value, 200)} ({one_line(hint.service)})"
        yield speech.say(msg("correction")), text
    if check.identity.notices:
        yield speech.say(msg("notice")), ", ".join(speech.say(word(notice)) for notice in check.identity.notices)
    if check.identity.verdict not in _PLAIN_IDENTITIES:
        yield speech.say(msg("because")), asked_text(check, speech)
    if check.link.state not in {LinkState.alive, LinkState.none}:
        yield speech.say(msg("link")), link_text(check, speech)


def field_text(field: FieldCheck, speech: Speech) -> str:
    """«cited … — found … (service)»."""
    return speech.say(
        msg(
            "cited {cited} — found {found} ({service})",
            cited=quoted(field.cited, speech, 160),
            found=quoted(field.found, speech, 160) if field.found else speech.say(msg("nothing")),
            service=service_name(field.service, speech),
        )
    )


def asked_text(check: CitationCheck, speech: Speech) -> str:
    """Why the verdict, and what those did who were asked."""
    reason = speech.say(word(check.identity.reason))
    asked = ", ".join(
        f"{service_name(service, speech)} — {speech.say(word(did))}"
        for service, did in check.identity.consulted
        if did is not Consulted.not_asked
    )
    return f"{reason} ({asked})" if asked else reason


def link_text(check: CitationCheck, speech: Speech) -> str:
    """What the address answered, with the status and the reason."""
    link = check.link
    status = f" ({link.status})" if link.status is not None else ""
    reason = f": {speech.say(word(link.reason))}" if link.reason and link.reason is not Reason.answered else ""
    archived = f" · {speech.say(msg('archived copy:'))} {one_line(link.archived)}" if link.archived else ""
    return f"{speech.say(word(link.state))}{status}{reason}{archived}"


def hint_block(canvas: Canvas, hints: Sequence[LookFirst], speech: Speech) -> None:
    """«Look here first»: at most five, and said to be no findings."""
    if not hints:
        return
    canvas.line(Piece(speech.say(msg("Look here first (hints of the embedded judge, not findings)")), "strong"))
    for number, hint in enumerate(hints, 1):
        where = hint.check.citation.places[0] if hint.check.citation.places else None
        spot = f":{where.line}:{where.column}" if where else ""
        said = speech.say(word(hint.hint))
        canvas.line(
            f"{number}. {one_line(hint.page.name)}{spot} {label(hint.check.citation)} — {said}", indent=2, hang=3
        )
        rows = [(speech.say(msg("claim")), quoted(hint.claim.claim.text, speech, 300))]
        rows += source_rows(hint.check.citation, speech)
        if hint.claim.support.evidence.passages:
            rows.append((speech.say(msg("nearest passage")), _passage(hint.claim.support.evidence.passages[0], speech)))
        width = max(len(name) for name, _ in rows)
        for name, text in rows:
            canvas.row(name, text, labels=width)
    canvas.blank()


def gate_block(canvas: Canvas, page: PageCheck, speech: Speech, *, named: bool) -> None:
    """The gate's decision on a page with its reasons; ``named`` says the page's name too."""
    gate: Gate = page.gate
    mark, style = DECISION_STYLES[gate.decision]
    title = f" {one_line(page.page.name)}" if named else ""
    canvas.line(
        speech.say(msg("Gate:")) + title + " ",
        Piece(f"{mark} {speech.say(word(gate.decision))}", style),
        " " + speech.say(msg("(policy: {policy})", policy=word(gate.policy))),
    )
    for one, labels in because_groups(gate.because, page.citations, speech):
        mark, style = DECISION_STYLES[one.decision]
        text = f" {one.code} {one_line(speech.say(one.message))}"
        canvas.line(Piece(mark, style), text + (f" — {labels}" if labels else ""), indent=2, hang=2)
