"""Small parts of the HTML report: badges, counts, tables, passages with the quote marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import quote as percent

from bot.locale import Speech
from bot.model.citation import Citation
from bot.model.message import msg
from bot.model.source import Passage
from bot.model.verdict import FieldCheck, Support, quote_of
from bot.model.words import Decision, Hint, IdentityVerdict, IdKind, LinkState, Scope, Severity, SupportVerdict
from bot.report.findings import address_of, is_web
from bot.report.markup import Html, el, join, text, web_link
from bot.report.phrases import identifiers_of, service_name
from bot.report.visible import one_line
from bot.report.words import DECISIONS_SHORT, field_name, word

Word = Severity | Decision | IdentityVerdict | LinkState | SupportVerdict
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
_FRAGMENT_WORDS = 6


def tone_of(member: Word) -> str:
    """``bad``, ``doubt``, ``good``, or nothing for what says neither."""
    # enums of text compare as text, so that «none» of two sets would be one key
    return next((tone for known, tone in TONES.items() if known is member), "")


def badge(member: Word, speech: Speech, *, times: int = 1) -> Html:
    """A word of the house in its tone, with the tone's mark; ``times`` says how often it holds."""
    tone, often = tone_of(member), f" × {times}" if times > 1 else ""
    return el("span", f"{MARKS[tone]} {speech.say(word(member))}{often}", class_=f"badge {tone}".rstrip())


def short_badge(decision: Decision, speech: Speech) -> Html:
    """The gate's word in one word."""
    tone = tone_of(decision)
    return el("span", f"{MARKS[tone]} {speech.say(DECISIONS_SHORT[decision])}", class_=f"badge {tone}")


def count(name: str, value: str, tone: str = "") -> Html:
    """One number of the summary."""
    return el("div", el("dt", name), el("dd", value), class_=tone or None)


def source_line(citation: Citation, speech: Speech) -> Html:
    """Identifiers, and a link to where the work is."""
    parts: list[Html] = [el("code", one) for one in identifiers_of(citation)]
    address = address_of(citation.cited)
    if address is not None:
        parts.append(web_link(address, one_line(address, 90)))
    if citation.section:
        parts.append(text(speech.say(msg("section “{name}”", name=one_line(citation.section)))))
    return el("p", join(parts, " · "), class_="small")


def fields_table(fields: Sequence[FieldCheck], speech: Speech) -> Html | None:
    """What the note says beside what the registries have."""
    if not fields:
        return None
    names = ("field", "cited", "found", "agrees", "by")
    titles = dict(
        zip(names, (msg("field"), msg("cited"), msg("found"), msg("agrees"), msg("according to")), strict=True)
    )
    # on a narrow screen the mark alone says it; the words stay for a screen reader
    folded = {"agrees": "word"}
    head = el(
        "tr", *(el("th", el("span", speech.say(titles[name]), class_=folded.get(name)), scope="col") for name in names)
    )
    rows = [_field_row(field, speech) for field in fields]
    caption = el("caption", speech.say(msg("The description, cited and found")))
    return el("div", el("table", caption, el("thead", head), el("tbody", *rows)), class_="scroll", tabindex="0", role="group",
              aria_label=speech.say(msg("The description, cited and found")))  # fmt: skip


def _field_row(field: FieldCheck, speech: Speech) -> Html:
    mark, said, tone = ("✓", msg("yes"), "good") if field.agrees else ("✗", msg("no"), "bad")
    agrees = el("span", mark, el("span", f" {speech.say(said)}", class_="word"), class_=f"badge {tone}")
    name = speech.say(field_name(one_line(field.field)))
    return el(
        "tr",
        el("th", name, scope="row"),
        el("td", field.cited),
        el("td", field.found),
        el("td", agrees),
        el("td", service_name(field.service, speech)),
    )


def passages(support: Support, speech: Speech, address: str | None) -> list[Html]:
    """The located quote marked in its passage; else the nearest passages, said to prove nothing."""
    quote = quote_of(support)
    shown = support.evidence.passages[:3]
    if quote is None:
        title = speech.say(msg("Nearest passages — not proof"))
        if not shown:
            return []
        more = speech.say(msg("More passages ({n})", n=len(shown) - 1))
        rest = el("details", el("summary", more), *(_passage(one, None) for one in shown[1:])) if shown[1:] else None
        return [el("p", title, class_="label"), _passage(shown[0], None), *([rest] if rest else [])]
    home = next((one for one in shown if quote.text in one.text), None)
    first = _passage(home or Passage(quote.text, "", 1.0), quote.text)
    title = el("p", speech.say(msg("Quote found in the source")), class_="label")
    # only a page that was read itself has the passage at its address: an abstract's page does not hold the paper
    read = address if support.evidence.scope is Scope.page else None
    return [title, first, *_at_passage(read, quote.text, speech)]


def _passage(passage: Passage, quote: str | None) -> Html:
    body = _marked(passage.text, quote)
    where = el("span", one_line(passage.where), class_="small") if passage.where else None
    return el("blockquote", body, where, dir="auto")


def _marked(whole: str, quote: str | None) -> Html:
    """A passage on one line with the quote in it marked."""
    if not quote or quote not in whole:
        return text(one_line(whole))
    before, _, after = whole.partition(quote)
    gap_before, gap_after = " " if before[-1:].isspace() else "", " " if after[:1].isspace() else ""
    return join((text(one_line(before)), gap_before, el("mark", one_line(quote)), gap_after, text(one_line(after))))


def _at_passage(address: str | None, quote: str, speech: Speech) -> list[Html]:
    """A link that opens a web page at the quote."""
    opened = address_at(address, quote)
    if opened is None:
        return []
    return [el("p", web_link(opened, speech.say(msg("Open the source at this passage"))), class_="small")]


def address_at(address: str | None, quote: str) -> str | None:
    """A web page's address that opens it at the quote (WICG, «URL Fragment Text Directives»); None where there is none."""
    if address is None or "#" in address or not is_web(address):
        return None
    words = quote.split()
    ends = [" ".join(words)] if len(words) <= 2 * _FRAGMENT_WORDS else [
        " ".join(words[:_FRAGMENT_WORDS]), " ".join(words[-_FRAGMENT_WORDS:])
    ]  # fmt: skip
    fragment = ",".join(percent(end, safe="").replace("-", "%2D") for end in ends)
    return f"{address}#:~:text={fragment}"


def page_address(citation: Citation) -> str | None:
    """The note's own web address: only there a passage can be opened."""
    url = citation.cited.first(IdKind.url)
    return None if url is None else url.as_written or url.value


def reason_rows(rows: Iterable[tuple[str, int]], caption: str, head: tuple[str, str]) -> Html:
    """A table of reasons with counts."""
    body = [el("tr", el("th", name, scope="row"), el("td", str(n))) for name, n in rows]
    titles = el("tr", *(el("th", one, scope="col") for one in head))
    return el("table", el("caption", caption), el("thead", titles), el("tbody", *body))


def hint_badge(hint: Hint, speech: Speech) -> Html:
    """A hint of the embedded judge: never in the tone of a verdict."""
    return el("span", f"· {speech.say(word(hint))}", class_="badge")
