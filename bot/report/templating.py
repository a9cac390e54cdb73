"""HTML by templates, for the report and the review page alike.

Everything a template prints is escaped, and every character that would act or hide is shown; only what a template itself wrote
is markup, and what went through ``exact`` keeps its hidden characters (a text that a person edits or copies).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from bot import __version__
from bot.locale import Speech
from bot.model.citation import Claim
from bot.model.edit import Edit, Finding, Span
from bot.model.message import Message
from bot.model.page import places
from bot.model.report import CitationCheck, PageCheck
from bot.model.source import Passage
from bot.model.verdict import Quote, Support, Unjudged, quote_of, reason_of, verdict_of
from bot.model.words import Decision, Hint, IdentityVerdict, LinkState, Severity, SupportVerdict
from bot.report.citation_labels import stands
from bot.report.diff import diff_lines, merged, unified
from bot.report.findings import effective
from bot.report.named_lines import answer_rows, fault, identity_rows, level_text
from bot.report.phrases import (
    conflict_text,
    identifiers_of,
    joint_text,
    marks_text,
    policy_text,
    service_name,
    titled,
)
from bot.report.visible import one_line, revealed, visible
from bot.report.word_names import DECISIONS_SHORT, field_name, word
from bot.report.work_links import address_of, is_web, opened_at

Word = Severity | Decision | IdentityVerdict | LinkState | SupportVerdict | Hint
#: The tone of a word: its colour and, because colour is never the only signal, its mark.
TONES: dict[Word, str] = {
    Severity.error: "bad",
    Severity.warning: "doubt",
    Decision.passed: "good",
    Decision.hold: "doubt",
    Decision.block: "bad",
    IdentityVerdict.verified: "good",
    IdentityVerdict.misdescribed: "doubt",
    IdentityVerdict.wrong_work: "bad",
    IdentityVerdict.nonexistent: "bad",
    IdentityVerdict.disputed: "doubt",
    LinkState.alive: "good",
    LinkState.dead: "bad",
    LinkState.gone: "doubt",
    LinkState.soft_404: "doubt",
    LinkState.parked: "doubt",
    LinkState.redirected_elsewhere: "doubt",
    SupportVerdict.supported: "good",
    SupportVerdict.partial: "doubt",
    SupportVerdict.contradicted: "bad",
    SupportVerdict.not_in_source: "doubt",
}
MARKS = {"bad": "✗", "doubt": "!", "good": "✓", "": "·"}
#: Characters shown on either side of a replacement, and replacements shown of one edit.
_AROUND = 70
_SPANS_SHOWN = 12

Parts = list[tuple[str, str]]


@cache
def environment(language: str) -> Environment:
    """The report's templates with the words of that language; the review page lays its own over them."""
    speech = Speech(language)
    made = Environment(
        loader=PackageLoader("bot.report"),
        autoescape=True,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["exact"] = escape
    made.globals |= {"lang": speech.language, "version": __version__, "marks": MARKS}
    made.globals |= {function.__name__: function for function in _SILENT}
    made.globals |= _speaking(speech)
    return made


def shown(value: object) -> object:
    """What a template prints of a value: markup that a template made as it is, any text with its hidden characters shown."""
    return value if isinstance(value, Markup) else visible(str(value))


def _speaking(speech: Speech) -> dict[str, Callable[..., Any]]:
    """What a template calls to have something said in the reader's language."""

    def said(source: str, **args: str | float | Message) -> str:
        return speech.say(Message(source, tuple(args.items())))

    return {
        "_": said,
        "say": speech.say,
        "policy_text": lambda page: speech.say(policy_text(page)),
        "word": lambda member: speech.say(word(member)),
        "short_word": lambda decision: speech.say(DECISIONS_SHORT[decision]),
        "field_name": lambda field: speech.say(field_name(one_line(field))),
        "service_name": lambda name: service_name(name, speech),
        "marks_text": lambda support: marks_text(support, speech),
        "conflict_text": lambda support: conflict_text(support, speech),
        "joint_text": lambda claim: joint_text(claim, speech),
        "answer_rows": lambda check: answer_rows(check, speech),
        "identity_rows": lambda check: identity_rows(check, speech),
        "level_text": lambda field: level_text(field, speech),
        "fault": lambda item: fault(item, speech),
        "stands": lambda citation: stands(citation, speech),
        "titled": lambda citation: titled(citation, speech),
    }


def tone(member: Word) -> str:
    """``bad``, ``doubt``, ``good``, or nothing for what says neither."""
    # enums of text compare as text, so that «none» of two sets would be one key
    return next((tone for known, tone in TONES.items() if known is member), "")


def tone_of_citation(check: CitationCheck) -> str:
    """The gravest tone of its verdicts; nothing where it is only unchecked."""
    verdicts = {verdict_of(effective(one)) for one in check.claims if one.claim.checkable}
    tones = {tone(check.identity.verdict), tone(check.link.state), *map(tone, verdicts)}
    gravest = next((grave for grave in ("bad", "doubt") if grave in tones), "")
    supported = verdicts == {SupportVerdict.supported} and check.identity.verdict is IdentityVerdict.verified
    return gravest or ("good" if supported else "")


def confirmed(page: PageCheck) -> int:
    """How many citations are the right work and say what they are cited for."""
    return sum(tone_of_citation(check) == "good" for check in page.citations)


def verdict_counts(check: CitationCheck) -> list[tuple[SupportVerdict, int]]:
    """Each verdict on a citation's claims with how often it holds."""
    return list(Counter(verdict_of(claim.support) for claim in check.claims).items())


def hint_of(support: Support) -> Hint | None:
    """What the embedded judge hints at."""
    return support.hint if isinstance(support, Unjudged) else None


def passage_of(quote: Quote, passages: Sequence[Passage]) -> Passage:
    """The passage that holds a quote; else the quote alone."""
    return next((passage for passage in passages if quote.text in passage.text), Passage(quote.text, "", 1.0))


def around(whole: str, quote: str) -> tuple[str, str, str]:
    """A passage on one line as what stands before the quote, the quote, and what follows."""
    before, _, after = whole.partition(quote)
    gap_before, gap_after = " " if before[-1:].isspace() else "", " " if after[:1].isspace() else ""
    return one_line(before) + gap_before, one_line(quote), gap_after + one_line(after)


def in_sentence(claim: Claim) -> tuple[str, str, str]:
    """The claim with the rest of its sentence before and after it, empty where there is none."""
    words, sentence = one_line(claim.text), one_line(claim.sentence)
    if not words or words not in sentence:
        return "", words, ""
    before, _, after = sentence.partition(words)
    return before, words, after


def spots_of(finding: Finding) -> str:
    """Lines and columns of a finding's first places."""
    return ", ".join(f"{place.line}:{place.column}" for place in finding.places[:6]) or "1:1"


def lines_of(edit: Edit, whole: str) -> str:
    """The lines of an edit's first places."""
    return ", ".join(str(place.line) for place in places(whole, [span.start for span in edit.spans])[:6])


def places_of(edit: Edit, whole: str) -> tuple[list[Parts], int]:
    """An edit's replacements where they stand, as kinds and stretches, and how many places are left out."""
    groups = _groups(edit.spans[:_SPANS_SHOWN], whole)
    return [list(_place(group, whole)) for group in groups], max(0, len(edit.spans) - _SPANS_SHOWN)


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


def _place(group: Sequence[Span], whole: str) -> Iterator[tuple[str, str]]:
    """Replacements with what stands between them, and what stands around them on their lines."""
    start, end = group[0].start, group[-1].end
    before = whole[max(0, start - _AROUND) : start].rpartition("\n")[2]
    after = whole[end : end + _AROUND].partition("\n")[0]
    yield "aside", ("…" if len(before) == _AROUND else "") + before
    for span in group:
        yield "same", whole[start : span.start]
        yield from merged(span.before, span.after)
        start = span.end
    yield "aside", after + ("…" if len(after) == _AROUND else "")


#: What a template calls by its name and what speaks no language.
_SILENT: tuple[Callable[..., Any], ...] = (
    address_of,
    around,
    confirmed,
    diff_lines,
    hint_of,
    identifiers_of,
    in_sentence,
    is_web,
    lines_of,
    one_line,
    opened_at,
    passage_of,
    places_of,
    quote_of,
    reason_of,
    revealed,
    spots_of,
    tone,
    unified,
    verdict_counts,
    verdict_of,
)
