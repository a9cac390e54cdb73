"""Phrases that several formats share: what a work is called, what a gate held, how much was looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.codes import Code
from bot.locale import Speech
from bot.model.citation import Citation
from bot.model.message import Message, msg, msg_n
from bot.model.reasons import Reason
from bot.model.report import (
    Because,
    CheckReport,
    CitationCheck,
    ClaimCheck,
    Cost,
    Coverage,
    KindCounts,
    PageCheck,
    Report,
)
from bot.model.verdict import Contradicted, Support, verdict_of
from bot.model.words import CitationKind, Decision, IdentityVerdict, IdKind, Policy, Severity, SupportVerdict
from bot.report.citation_labels import compressed, label
from bot.report.findings import ReportedFinding
from bot.report.visible import one_line
from bot.report.word_names import word
from bot.report.work_links import named

_INNER_MARKS = {"ru": str.maketrans("«»", "„“"), "en": str.maketrans("“”", "‘’")}
_GRAVEST = (Decision.block, Decision.hold, Decision.passed)


def quoted(text: str, speech: Speech, limit: int | None = None) -> str:
    """Text on one line in the language's quotation marks; the same marks inside become the inner ones."""
    inner = one_line(text, limit).translate(_INNER_MARKS["ru" if speech.language == "ru" else "en"])
    return speech.say(msg("“{text}”", text=inner))


def title_of(citation: Citation) -> str:
    """The work's title, else what the note says."""
    return one_line(citation.cited.title or citation.cited.plain or citation.wikitext, 120)


def identifiers_of(citation: Citation) -> tuple[str, ...]:
    """Its identifiers other than addresses."""
    return tuple(one_line(named(one)) for one in citation.cited.identifiers if one.kind is not IdKind.url)


def reasons(counts: Iterable[tuple[Reason, int]], speech: Speech) -> str:
    """«no answer in time (2), no address (1)», the most frequent first."""
    ordered = sorted(counts, key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{speech.say(word(reason))} ({n})" for reason, n in ordered if n)


def total_coverage(pages: Iterable[PageCheck]) -> Coverage:
    """The coverage of several pages together."""
    parts = [page.coverage for page in pages]
    skipped: Counter[Reason] = Counter()
    for part in parts:
        for reason, n in part.skipped:
            skipped[reason] += n
    return Coverage(
        sum(part.citations for part in parts),
        sum(part.identity_checked for part in parts),
        sum(part.text_read for part in parts),
        sum(part.claims for part in parts),
        sum(part.judged for part in parts),
        tuple(skipped.items()),
        sum((part.by_kind for part in parts), KindCounts()),
    )


def policy_text(page: PageCheck) -> Message:
    """The policy's name; that every citation is confirmed is said only where one was and the gate let all through.

    Else the policy has its bare name, and a page without citations says what was looked at.
    """
    gate = page.gate
    if gate.policy is not Policy.confirmed or (page.citations and gate.decision is Decision.passed):
        return msg("(policy: {policy})", policy=word(gate.policy))
    if page.citations:
        return msg("(policy: `{policy}`)", policy=gate.policy.value)
    return msg("(looked at: {kinds})", kinds=kinds_text(page.coverage.by_kind))


def kinds_text(kinds: KindCounts) -> Message:
    """How many places of each kind a page names works at."""
    said = msg(
        "footnotes {note}, lists of literature {listed}, links in the text {inline}, short references {short}",
        note=kinds.note,
        listed=kinds.listed,
        inline=kinds.inline,
        short=kinds.short,
    )
    return msg("{kinds}, in Markdown {draft}", kinds=said, draft=kinds.draft) if kinds.draft else said


def coverage_lines(pages: Sequence[PageCheck], speech: Speech) -> list[str]:
    """What was checked, then what was not and why: unchecked never reads as fine."""
    whole = total_coverage(pages)
    said = [
        speech.say(
            msg(
                "Citations checked: {checked} of {all}; texts read: {read} of {all}; claims judged: {judged} of {claims}.",
                checked=whole.identity_checked,
                all=whole.citations,
                read=whole.text_read,
                judged=whole.judged,
                claims=whole.claims,
            )
        )
    ]
    said.append(speech.say(msg("Looked at: {kinds}.", kinds=kinds_text(whole.by_kind))))
    alone = alone_line(pages, speech)
    if alone is not None:
        said.append(alone)
    verdicts = verdict_counts(pages, speech)
    if verdicts:
        said.append(speech.say(msg("Of the claims: {verdicts}.", verdicts=verdicts)))
    return [*said, *unchecked_lines(pages, speech)]


def alone_line(pages: Iterable[PageCheck], speech: Speech) -> str | None:
    """How many works nothing is attached to; None for none. They are counted apart, and are no fault."""
    count = sum(is_alone(check) for page in pages for check in page.citations)
    told = msg_n(
        "{n} work has no claim attached: only whether it is the cited work was checked.",
        "{n} works have no claim attached: only whether they are the cited works was checked.",
        count,
    )
    return speech.say(told) if count else None


def is_alone(check: CitationCheck) -> bool:
    """Whether it is the cited work and no words of the page are attached to it."""
    return not check.claims and check.identity.verdict is IdentityVerdict.verified


def titled(citation: Citation, speech: Speech) -> str:
    """Label and title: «[3] Attention Is All You Need», «Литература, 2 — Perceptrons»."""
    called, title = label(citation, speech), title_of(citation)
    if citation.kind is CitationKind.note or called.startswith("["):
        return f"{called} {title}"
    return title if called == title else speech.say(msg("{label} — {title}", label=called, title=title))


def unchecked_lines(pages: Sequence[PageCheck], speech: Speech) -> list[str]:
    """What was not checked, and why."""
    whole, said = total_coverage(pages), []
    if whole.citations > whole.identity_checked:
        why = Counter(
            check.identity.reason
            for page in pages
            for check in page.citations
            if check.identity.verdict is IdentityVerdict.unchecked
        )
        missed = msg_n(
            "Not checked: {n} citation", "Not checked: {n} citations", whole.citations - whole.identity_checked
        )
        said.append(_with_reasons(missed, why.items(), speech))
    if whole.claims > whole.judged:
        missed = msg_n("Support not judged: {n} claim", "Support not judged: {n} claims", whole.claims - whole.judged)
        said.append(_with_reasons(missed, whole.skipped, speech))
    return said


def verdict_counts(pages: Iterable[PageCheck], speech: Speech) -> str:
    """«the source says it — 28, …» for the claims that were judged; empty when none was."""
    found = Counter(verdict_of(one.support) for page in pages for check in page.citations for one in check.claims)
    judged = [verdict for verdict in SupportVerdict if verdict is not SupportVerdict.unjudged and found[verdict]]
    return ", ".join(f"{speech.say(word(verdict))} — {found[verdict]}" for verdict in judged)


def joint_text(check: ClaimCheck, speech: Speech) -> str | None:
    """What the adjacent sources say together, where that differs from what this one says alone."""
    if check.joint is None or verdict_of(check.joint) is verdict_of(check.support):
        return None
    return speech.say(msg("together with the sources beside it: {verdict}", verdict=word(verdict_of(check.joint))))


def marks_text(support: Support, speech: Speech) -> str | None:
    """What a person should compare first, in one line; None where nothing is marked. The claim's words are data."""
    marks = support.evidence.marks
    said = [
        f"{speech.say(word(one.kind))}: {one_line(one.text, 60)}" if one.text else speech.say(word(one.kind))
        for one in marks
    ]
    return "; ".join(said) or None


def conflict_text(support: Support, speech: Speech) -> str | None:
    """Where code found that claim and source cannot both be true: «another figure: “9” — “8”»."""
    if not isinstance(support, Contradicted):
        return None
    conflict = support.conflict
    words = " — ".join(quoted(text, speech, 80) for text in (conflict.claimed, conflict.said) if text)
    return f"{speech.say(word(conflict.kind))}: {words}" if words else speech.say(word(conflict.kind))


def _with_reasons(missed: Message, why: Iterable[tuple[Reason, int]], speech: Speech) -> str:
    told = reasons(why, speech)
    return f"{speech.say(missed)}: {told}." if told else f"{speech.say(missed)}."


def found_line(items: Sequence[ReportedFinding], speech: Speech) -> str:
    """How many findings there are, by severity."""
    counts = Counter(item.finding.severity for item in items)
    if not items:
        return speech.say(msg("Nothing raised."))
    parts = (
        msg_n("{n} error", "{n} errors", counts[Severity.error]),
        msg_n("{n} warning", "{n} warnings", counts[Severity.warning]),
        msg_n("{n} note", "{n} notes", counts[Severity.note]),
    )
    shown = [speech.say(part) for part, severity in zip(parts, Severity, strict=True) if counts[severity]]
    return speech.say(msg("Found: {parts}.", parts=", ".join(shown)))


def identity_line(pages: Iterable[PageCheck], speech: Speech) -> str | None:
    """How many references have which verdict, the gravest first; None where there are none."""
    found = Counter(check.identity.verdict for page in pages for check in page.citations)
    if not found:
        return None
    counts = ", ".join(f"{speech.say(word(verdict))} — {found[verdict]}" for verdict in _BY_GRAVITY if found[verdict])
    return speech.say(msg("References: {n}; {counts}.", n=found.total(), counts=counts))


#: Of a reference, what a person wants to know first.
_BY_GRAVITY = (
    IdentityVerdict.nonexistent,
    IdentityVerdict.wrong_work,
    IdentityVerdict.disputed,
    IdentityVerdict.misdescribed,
    IdentityVerdict.unconfirmed,
    IdentityVerdict.unchecked,
    IdentityVerdict.verified,
)


def difference_line(report: Report, speech: Speech) -> str | None:
    """On a repeated check: what changed since the last one."""
    if not isinstance(report, CheckReport) or report.difference is None:
        return None
    since = report.difference
    return speech.say(
        msg("mended {mended}, new {new}, as before {same}", mended=since.mended, new=since.new, same=since.as_before)
    )


def cost_line(cost: Cost, speech: Speech) -> str | None:
    """What the run used; None when it used nothing."""
    parts = []
    if cost.requests:
        parts.append(speech.say(msg_n("{n} request", "{n} requests", cost.requests)))
    if cost.tokens_in or cost.tokens_out:
        parts.append(speech.say(msg("{read} tokens in, {written} out", read=cost.tokens_in, written=cost.tokens_out)))
    if cost.amount is not None:
        parts.append(f"{cost.amount:.4f} {cost.currency or ''}".rstrip())
    return speech.say(msg("Used: {parts}.", parts=", ".join(parts))) if parts else None


def because_groups(
    because: Iterable[Because], citations: Sequence[CitationCheck], speech: Speech
) -> list[tuple[Because, str]]:
    """Citations that were held for the same reason, together: the first of each with «[1–4], [7]; links 1, 2»."""
    labels = {check.citation.id: check.citation for check in citations}
    groups: dict[tuple[str, str], list[Because]] = {}
    for one in because:
        groups.setdefault((one.decision, speech.say(one.message)), []).append(one)
    return [
        (members[0], compressed([labels[one.citation] for one in members if one.citation in labels], speech))
        for members in sorted(groups.values(), key=lambda members: _GRAVEST.index(members[0].decision))
    ]


def service_name(name: str, speech: Speech) -> str:
    """A service as people call it; the cited page that speaks for itself is one of them."""
    return speech.say(msg("the page itself")) if name == "page" else one_line(name)


def explain(code: Code, speech: Speech) -> str:
    """Title, what it is, what to do; ends in a line feed."""
    severity = speech.say(word(code.severity))
    return "\n".join(
        (
            f"{code.code} — {speech.say(code.title)} ({severity})",
            "",
            speech.say(msg("What it is:")),
            f"  {speech.say(code.what)}",
            "",
            speech.say(msg("What to do:")),
            f"  {speech.say(code.do)}",
            "",
        )
    )
