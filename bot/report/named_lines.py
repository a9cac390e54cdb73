"""What stands under a finding or a citation: named lines about the source, the quote, the registries and the address."""

from __future__ import annotations

from collections.abc import Iterator

from bot.locale import Speech
from bot.model.citation import Citation
from bot.model.message import msg
from bot.model.reasons import Reason
from bot.model.report import CitationCheck, ClaimCheck
from bot.model.source import Passage
from bot.model.verdict import FieldCheck, Support, quote_of
from bot.model.words import Consulted, IdentityVerdict, IdKind, LinkState, Severity
from bot.report.findings import ReportedFinding
from bot.report.phrases import conflict_text, identifiers_of, joint_text, quoted, service_name, titled
from bot.report.visible import one_line
from bot.report.word_names import field_name, word
from bot.report.work_links import address_of

MARKS = {Severity.error: "✗", Severity.warning: "!", Severity.note: "·"}
_FIELDS_SHOWN = 4
#: So many equal characters are a repetition, however the message ends.
_REPEATED = 60
_IDENTIFIERS = frozenset(kind.value for kind in IdKind)
_PLAIN_IDENTITIES = frozenset({IdentityVerdict.verified, IdentityVerdict.unchecked})

Row = tuple[str, str]


def location(item: ReportedFinding) -> str:
    """``name:line:column`` that an editor opens."""
    return f"{one_line(item.page.name)}:{item.place.line}:{item.place.column}"


def fault(item: ReportedFinding, speech: Speech) -> str:
    """The finding's message; its code's title where the message only repeats the quote that is shown below."""
    said = speech.say(item.finding.message)
    quote = quote_of(item.claim.support) if item.claim and item.finding.code.startswith("SUP") else None
    if quote is not None and item.code is not None and one_line(quote.text)[:_REPEATED] in one_line(said):
        return speech.say(item.code.title)
    return said


def source_rows(citation: Citation, speech: Speech) -> Iterator[Row]:
    """Number, title and identifiers of the cited work; its address on a line of its own."""
    yield (
        speech.say(msg("source")),
        " · ".join((titled(citation, speech), *identifiers_of(citation))),
    )
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
        yield speech.say(msg("nearest passage")), passage_text(near, speech) + " " + speech.say(msg("(not proof)"))
    conflict = conflict_text(check.support, speech)
    if conflict:
        yield speech.say(msg("because")), conflict
    together = joint_text(check, speech)
    if together:
        yield speech.say(msg("together")), together
    if check.support.evidence.judge:
        scope = speech.say(word(check.support.evidence.scope))
        yield speech.say(msg("judge")), f"{one_line(check.support.evidence.judge)} · {scope}"


def passage_text(passage: Passage, speech: Speech) -> str:
    """A passage in quotation marks, with where it stands."""
    where = f" ({one_line(passage.where)})" if passage.where else ""
    return quoted(passage.text, speech, 280) + where


def _where(support: Support, quote: str) -> str:
    found = next((one.where for one in support.evidence.passages if one.where and quote in one.text), "")
    return f" ({one_line(found)})" if found else ""


def identity_rows(check: CitationCheck, speech: Speech) -> Iterator[Row]:
    """What the registries and the address answered, as far as it speaks against the citation."""
    # what an identifier leads to is said under «because»
    differing = [field for field in check.identity.fields if field.agrees is False and field.field not in _IDENTIFIERS]
    for field in differing[:_FIELDS_SHOWN]:
        yield speech.say(field_name(field.field)), field_text(field, speech)
    if differing:
        yield from _compared(check, speech)
    yield from _told_by_registries(check, speech)
    if check.identity.verdict not in _PLAIN_IDENTITIES:
        yield speech.say(msg("because")), asked_text(check, speech)
    if check.link.state not in {LinkState.alive, LinkState.none}:
        yield speech.say(msg("link")), link_text(check, speech)


def _told_by_registries(check: CitationCheck, speech: Speech) -> Iterator[Row]:
    """A value that a registry has instead of a wrong one; a retraction and the like."""
    if check.identity.suggestion is not None:
        hint = check.identity.suggestion
        text = f"{speech.say(field_name(hint.field))} → {one_line(hint.value, 200)} ({one_line(hint.service)})"
        yield speech.say(msg("correction")), text
    if check.identity.notices:
        yield speech.say(msg("notice")), ", ".join(speech.say(word(notice)) for notice in check.identity.notices)


def answer_rows(check: CitationCheck, speech: Speech) -> Iterator[Row]:
    """What the registries and the address answered, whatever it says."""
    yield from _compared(check, speech)
    yield speech.say(msg("because")), asked_text(check, speech)
    yield speech.say(msg("link")), link_text(check, speech)
    yield from _told_by_registries(check, speech)


def _compared(check: CitationCheck, speech: Speech) -> Iterator[Row]:
    """Field by field how near the citation is to the record, and what that speaks for (+) or against (−) the work."""
    met = [
        f"{speech.say(field_name(one.field))}: {level_text(one, speech)}" for one in check.identity.fields if one.speaks
    ]
    if met:
        yield speech.say(msg("compared")), "; ".join(met)


def level_text(field: FieldCheck, speech: Speech) -> str:
    """«the same but for the subtitle +5.8»; "" where nobody has said a level."""
    said = "" if field.speaks is None else speech.say(field.speaks)
    return said if field.weight is None else f"{said} {field.weight:+.1f}".replace("-", "−").strip()


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
    if link.state is LinkState.none:
        return speech.say(word(link.state))
    status = f" ({link.status})" if link.status is not None else ""
    reason = f": {speech.say(word(link.reason))}" if link.reason and link.reason is not Reason.answered else ""
    archived = f" · {speech.say(msg('archived copy:'))} {one_line(link.archived)}" if link.archived else ""
    return f"{speech.say(word(link.state))}{status}{reason}{archived}"
