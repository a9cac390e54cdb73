"""The person's terminal as two functions, so that a test can be the person; how an edit and a citation are shown in it.

Words that go and come, evidence before the verdict, nothing by colour.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from unicodedata import east_asian_width

from bot.codes import all_codes
from bot.locale import Speech
from bot.model.edit import Edit, Finding, Span
from bot.model.message import Message, msg
from bot.model.page import Page, places
from bot.model.report import ClaimCheck
from bot.model.verdict import Contradicted, NotInSource, Partial, Supported, Unjudged, quote_of, reason_of, verdict_of
from bot.model.words import CitationKind
from bot.report.citation_labels import stands
from bot.report.diff import merged
from bot.report.named_lines import field_text
from bot.report.phrases import identifiers_of, titled
from bot.report.visible import one_line, revealed
from bot.report.word_names import field_name, word
from bot.review.decisions import Waiting


def _wide(text: str) -> int:
    """How many characters take two columns: brackets of chat tokens do, and textwrap counts each as one."""
    return sum(east_asian_width(char) in {"W", "F"} for char in text)


def _no_screen(_: str) -> bool:
    """Where there is no browser and no clipboard."""
    return False


#: Letters of the Russian keyboard and what stands on the same keys of a Latin one.
_LAYOUT = str.maketrans("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm") | str.maketrans(
    "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ", "QWERTYUIOPASDFGHJKLZXCVBNM"
)


class KeyPresses(Protocol):
    """A terminal that hands over single keys."""

    def __call__(self, prompt: str) -> str:
        """Show a prompt and wait for a key; Enter is none. Raises EOFError at the end of input."""

    def choice(self, prompt: str) -> str:
        """The same for a question that was not foreseen: what was typed before it is no answer, and Enter is an empty one."""


@dataclass(frozen=True, slots=True)
class Console:
    """The terminal: ``ask`` shows a prompt and returns a line, raising EOFError at its end; ``show`` prints a line.

    ``key`` reads keys without Enter; where there is none, a typed line is the key.
    ``width`` is in columns. Nothing is said by colour. ``browse`` opens an address, ``copy`` puts a text on the clipboard; each
    says whether it could: over ssh neither can, and what they were given is printed instead.
    """

    ask: Callable[[str], str]
    show: Callable[[str], None]
    speech: Speech
    width: int = 80
    key: KeyPresses | None = None
    browse: Callable[[str], bool] = _no_screen
    copy: Callable[[str], bool] = _no_screen

    def tell(self, message: Message, indent: str = "") -> None:
        """Print a message in the person's language, folded at the terminal's width."""
        self.wrapped(self.speech.say(message), indent)

    def wrapped(self, text: str, indent: str = "", hang: int = 2) -> None:
        """Print text folded at the terminal's width, further lines ``hang`` columns deeper; its own line breaks stay."""
        for line in text.split("\n"):
            folded = textwrap.wrap(
                line,
                max(self.width - _wide(line), self.width // 2),
                initial_indent=indent,
                subsequent_indent=indent + " " * hang,
                break_on_hyphens=False,
            )
            for part in folded or [""]:
                self.show(part)

    def press(self, prompt: str) -> str:
        """Ask for one key; a Russian letter is the Latin one that stands there. Raises EOFError at the end of input."""
        return (self.key or self.ask)(prompt).strip().translate(_LAYOUT)

    def choice(self, message: Message) -> str:
        """Ask for one key, small; Enter, and the end of input, read as nothing."""
        ask = self.ask if self.key is None else self.key.choice
        try:
            return ask(self.speech.say(message) + " ").strip().translate(_LAYOUT).lower()
        except EOFError:
            return ""

    def question(self, message: Message) -> str:
        """Ask; the end of input reads as nothing."""
        try:
            return self.ask(self.speech.say(message) + " ").strip()
        except EOFError:
            return ""


#: Characters of the line that are shown on either side of a change.
CONTEXT = 40


def show_edit(page: Page, edit: Edit, console: Console) -> None:
    """Where it stands, what it does and why, and every span with the words around it."""
    for span in edit.spans:
        at = places(page.text, [span.start])[0]
        console.show(f"  {one_line(page.name)}:{at.line}:{at.column}")
        console.wrapped(span_diff(page.text, span), "    ")


def span_diff(text: str, span: Span) -> str:
    """One change in its line: ``[-gone-]{+come+}``, with every character shown that draws nothing."""
    start = max(text.rfind("\n", 0, span.start) + 1, span.start - CONTEXT)
    line_end = text.find("\n", span.end)
    end = min(len(text) if line_end < 0 else line_end, span.end + CONTEXT)
    head = ("…" if start and text[start - 1] != "\n" else "") + revealed(text[start : span.start])
    tail = revealed(text[span.end : end]) + ("…" if end < len(text) and text[end] != "\n" else "")
    return head + word_diff(span.before, span.after) + tail


def word_diff(before: str, after: str) -> str:
    """Both texts in one, word by word, as git's word diff writes them; a line break that goes or comes is shown."""
    marks = {"del": ("[-", "-]"), "ins": ("{+", "+}")}
    return "".join(
        _mark(text, *marks[kind]) if kind in marks else revealed(text) for kind, text in merged(before, after)
    )


def _mark(text: str, opening: str, closing: str) -> str:
    return f"{opening}{revealed(text).replace(chr(10), '⏎' + chr(10))}{closing}" if text else ""


def show_citation(item: Waiting, findings: Sequence[Finding], console: Console) -> None:
    """What is cited and where, what the registries have beside it, and each claim with its evidence.

    The judge's verdict is not said here: whoever reads it first agrees with it too easily.
    """
    citation, speech = item.check.citation, console.speech
    console.wrapped(titled(citation, speech))
    if citation.places:
        at = citation.places[0]
        console.wrapped(" · ".join([f"{one_line(item.page)}:{at.line}:{at.column}", *identifiers_of(citation)]), "  ")
    if {place.kind for place in citation.places} - {CitationKind.note}:
        console.tell(msg("Named: {where}", where=stands(citation, speech)), "  ")
    for finding in findings:
        if finding.raised and not finding.code.startswith("SUP"):
            console.wrapped(f"{finding.code} {one_line(speech.say(finding.message))}", "  ")
    for field in item.check.identity.fields:
        if field.agrees is False:
            console.wrapped(f"{speech.say(field_name(field.field))}: {field_text(field, speech)}", "  ")
    console.tell(msg("held because: {why}", why=item.because.message))
    for claim in item.check.claims:
        console.tell(msg("claim: {text}", text=claim.claim.text))
        _show_evidence(claim, console)


def _show_evidence(claim: ClaimCheck, console: Console) -> None:
    quote = quote_of(claim.support)
    texts = passages(claim)
    if quote is not None:
        console.tell(msg("quote: «{text}»", text=one_line(quote.text)))
    elif texts:
        console.tell(msg("nearest passage: «{text}»", text=one_line(texts[0])))
    else:
        console.tell(msg("no text of the source was read"))


def show_verdict(item: Waiting, console: Console) -> None:
    """On demand: every passage, then what the judge made of them."""
    shown = [text for claim in item.check.claims for text in passages(claim)]
    for text in dict.fromkeys(shown):
        console.wrapped(f"«{one_line(text)}»", "  ")
    if not shown:
        console.tell(msg("no text of the source was read"))
    for claim in item.check.claims:
        support = claim.support
        if isinstance(support, Unjudged):
            console.tell(msg("not judged: {why}", why=word(support.reason)))
        else:
            verdict, why = word(verdict_of(support)), word(reason_of(support))
            console.tell(
                msg("{judge}: {verdict} ({why})", judge=support.evidence.judge or "?", verdict=verdict, why=why)
            )


def show_finding(finding: Finding, page: Page, console: Console) -> None:
    """A fault that no edit mends: where, what, the words it stands in, and what its code advises."""
    speech = console.speech
    console.wrapped(f"{finding.code} {one_line(speech.say(finding.message))}")
    for at in finding.places[:3]:
        console.show(f"  {one_line(page.name)}:{at.line}:{at.column}")
    if finding.excerpt:
        console.wrapped(revealed(one_line(finding.excerpt, 300)), "    ")
    known = all_codes().get(finding.code)
    if known is not None:
        console.wrapped(speech.say(known.do), "  ")


def passages(claim: ClaimCheck) -> list[str]:
    """The texts shown as evidence, nearest first."""
    match claim.support:
        case (
            Supported(evidence=evidence)
            | Partial(evidence=evidence)
            | Contradicted(evidence=evidence)
            | NotInSource(evidence=evidence)
            | Unjudged(evidence=evidence)
        ):
            return [passage.text for passage in evidence.passages]
