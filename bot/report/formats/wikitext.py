"""The report as wikitext, for a user or talk page of the wiki itself.

Every character of a foreign text that wikitext reads becomes an entity: templates, signatures, categories, tags and tables from
a hostile source stay words. No external link is added that a citation of the page does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.locale import Speech
from bot.model.citation import Citation
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.report import CheckReport, PageCheck, PushReport, Report, TidyReport
from bot.model.verdict import quote_of
from bot.model.words import IdKind
from bot.report import Style
from bot.report.findings import ReportedFinding, items_of, page_items, ranked
from bot.report.named_lines import MARKS, identity_rows
from bot.report.phrases import (
    because_groups,
    coverage_lines,
    difference_line,
    found_line,
    policy_text,
    quoted,
    titled,
)
from bot.report.visible import one_line
from bot.report.word_names import word

#: Letters, digits and marks that no MediaWiki reads, at any place of a line.
_PLAIN = re.compile(r"[^\W_]|[ .,()%§№«»„“”‘’–—…→×✓✗·°±≈≤≥⟨⟩]")
#: Words that make a link out of a number after them (Parser::doMagicLinks), and addresses without brackets.
_MAGIC = re.compile(r"(ISBN|RFC|PMID)(?=\s)", re.IGNORECASE)
#: Addresses that can stand in ``[… …]`` unchanged.
_LINKABLE = re.compile(r"https?://[A-Za-z0-9./?=%+,;@!$()*:#_~&-]+\Z")
_BREAKS_A_LINK = re.compile(r"~~~|__|&#?\w+;")
_TITLE = re.compile(r"(?![:/.\s])[^\x00-\x1f\x7f#<>\[\]{}|_~'&%]+\Z")


def render(report: Report, speech: Speech, _style: Style) -> str:
    """``--format wikitext``."""
    match report:
        case CheckReport():
            return _check(report, speech)
        case PushReport():
            return _push(report, speech)
        case TidyReport():
            return _tidy(report, speech)


def _check(report: CheckReport, speech: Speech) -> str:
    items = items_of(report)
    lines = _head([difference_line(report, speech)], report.head, speech)
    lines.append(f"'''{literal(found_line(items, speech))}'''")
    if not report.complete:
        lines += ["", literal(speech.say(msg("The check is not complete: another run can finish it.")))]
    for page in report.pages:
        lines += _page(page, speech)
    return "\n".join(lines) + "\n"


def _push(report: PushReport, speech: Speech) -> str:
    lines = _head([], report.head, speech)
    for page in report.pages:
        lines += _page(page.check, speech)
        if page.saved is not None:
            done = msg("Saved: revision {new} over {old}.", new=page.saved.newid, old=page.saved.oldid)
            lines += ["", literal(speech.say(done))]
    return "\n".join(lines).strip("\n") + "\n"


def _tidy(report: TidyReport, speech: Speech) -> str:
    lines = _head([], report.head, speech)
    for page in report.pages:
        lines += ["", f"== {page_link(page.page)} ==", ""]
        for edit in page.edits:
            fix = literal(speech.say(word(edit.fix)))
            lines.append(f"* {literal(edit.code)} ({fix}): {literal(speech.say(edit.message))}")
        lines += [line for item in ranked(page_items(page)) for line in _finding(item, speech)]
    return "\n".join(lines).strip("\n") + "\n"


def literal(text: str) -> str:
    """Text on one line in which nothing is read as wikitext, in any version of MediaWiki.

    Numeric entities are decoded after templates, tags, links, tables, signatures and bare addresses were looked for.
    """
    shown = "".join(one if _PLAIN.match(one) else f"&#{ord(one)};" for one in one_line(text))
    return _MAGIC.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", shown)


def page_link(page: Page) -> str:
    """A link to a page of the wiki, with a colon so that a category or a file is only named; else its name as text."""
    if page.wiki and _TITLE.match(page.title.strip()) and "//" not in page.title:
        return f"[[:{page.title.strip()}]]"
    return literal(page.name)


def external(citation: Citation) -> str | None:
    """The note's own address as a link, where it can stand in brackets unchanged; never an address that we made."""
    url = citation.cited.first(IdKind.url)
    address = None if url is None else url.as_written or url.value
    if address is None or address not in citation.wikitext:
        return None
    if not _LINKABLE.match(address) or _BREAKS_A_LINK.search(address):
        return None
    return f"[{address} {literal(one_line(address, 60))}]"


def _head(first: Iterable[str | None], messages: Sequence[Message], speech: Speech) -> list[str]:
    said = [literal(one) for one in first if one] + [literal(speech.say(one)) for one in messages]
    return [line for one in said for line in (one, "")]


def _page(page: PageCheck, speech: Speech) -> list[str]:
    lines = ["", f"== {page_link(page.page)} ==", ""]
    lines += [f"* {literal(one)}" for one in coverage_lines([page], speech)]
    policy = literal(speech.say(policy_text(page)))
    lines.append(f"* {literal(speech.say(msg('Gate:')))} {literal(speech.say(word(page.gate.decision)))} {policy}")
    for one, labels in because_groups(page.gate.because, page.citations, speech):
        lines.append(f"** {literal(speech.say(one.message))} {literal(labels)}".rstrip())
    for item in ranked(page_items(page)):
        lines += _finding(item, speech)
    return lines


def _finding(item: ReportedFinding, speech: Speech) -> Iterator[str]:
    finding = item.finding
    spots = ", ".join(f"{place.line}:{place.column}" for place in finding.places[:6])
    where = f" ({literal(speech.say(msg('line {spots}', spots=spots)))})" if spots else ""
    mark = f"{MARKS[finding.severity]} '''{literal(finding.code)}'''"
    yield f"# {mark} {literal(speech.say(finding.message))}{where}"
    for name, text in _rows(item, speech):
        yield f"#: ''{literal(name)}'': {text}"


def _rows(item: ReportedFinding, speech: Speech) -> Iterator[tuple[str, str]]:
    """Name and finished wikitext of what stands under a finding."""
    if item.check is not None:
        if item.claim is not None:
            yield speech.say(msg("claim")), literal(one_line(item.claim.claim.text, 400))
        citation = item.check.citation
        link = external(citation)
        title = literal(titled(citation, speech))
        yield speech.say(msg("source")), f"{title} {link}" if link else title
        yield from _proof(item, speech)
    elif item.finding.excerpt:
        yield speech.say(msg("text")), literal(one_line(item.finding.excerpt, 300))
    if item.code is not None:
        yield speech.say(msg("what to do")), literal(speech.say(item.code.do))


def _proof(item: ReportedFinding, speech: Speech) -> Iterator[tuple[str, str]]:
    if item.check is None:
        return
    if not item.finding.code.startswith("SUP"):
        yield from ((name, literal(text)) for name, text in identity_rows(item.check, speech))
        return
    quote = quote_of(item.claim.support) if item.claim else None
    if quote is not None:
        yield speech.say(msg("quote")), literal(quoted(quote.text, speech, 400))
    elif item.claim is not None and item.claim.support.evidence.passages:
        near = quoted(item.claim.support.evidence.passages[0].text, speech, 400)
        yield speech.say(msg("nearest passage")), literal(f"{near} {speech.say(msg('(not proof)'))}")
