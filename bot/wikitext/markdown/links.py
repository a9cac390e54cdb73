"""Links: tracking parameters of chat products, Markdown links."""

from __future__ import annotations

import re
from urllib.parse import unquote

from bot.model.message import msg
from bot.model.words import Fix
from bot.wikitext.clickable import PARAMETER, TRACKED, address_end, clickable, is_kept_page, tracking_spans, untracked
from bot.wikitext.readers_view import replaced
from bot.wikitext.residue import traces
from bot.wikitext.residue.context import RuleContext, shortened

_MARKDOWN = re.compile(
    r"(?<![\[!\\])\[([^\[\]\n\0]{1,300})\]"
    r"\((https?://[^\s()\[\]<>\0]*(?:\([^\s()<>\0]*\)[^\s()\[\]<>\0]*)*)(?:[ ]+\"([^\"\n]*)\")?\)"
)
_PLAIN_ADDRESS = r"https?://[^\s()\[\]<>\0]+"
_CITED = re.compile(r"\(\[([^\[\]\n\0]{1,120})\]\((https?://[^\s()\[\]<>\0]+)\)\)")
_OAI = re.compile(r"\[oai_citation:\d+‡([^\[\]\n\0]{1,120})\]\((https?://[^\s()\[\]<>\0]+)\)")
#: A number as the words of a link right behind some words: a citation of Gemini, Copilot and others.
_NUMBER = re.compile(
    rf"(?<=[^\s\\])[ \t]?(?:\(\[(\d{{1,3}})\]\(({_PLAIN_ADDRESS})\)\)|\[\[?(\d{{1,3}})\]?\]\(({_PLAIN_ADDRESS})\))"
    rf"|[ \t]?\\\[\[(\d{{1,3}})\]\(({_PLAIN_ADDRESS})\)\\\]"
)
_PICTURE = re.compile(r"!\[([^\[\]\n\0]{0,300})\]\(([^\s()\[\]<>\0]{4,2000})(?:[ ]+\"[^\"\n]*\")?\)")
_ANCHOR = re.compile(
    r"<a\s[^<>\0]{0,300}?href=[\"']?(https?://[^\s\"'<>\0]++)[\"']?[^<>\0]*+>([^<>\n\0]{1,300})</a>", re.IGNORECASE
)
_DEFINITION = re.compile(r"^\[(\w{1,20})\]:[ \t]+(https?://[^\s\0]+)(?:[ \t]+\"([^\"\n\0]*)\")?[ \t]*$", re.MULTILINE)
_BY_NUMBER = re.compile(r"\(\[([^\[\]\n\0]{1,200})\]\[(\w{1,20})\]\)|\[([^\[\]\n\0]{1,200})\]\[(\w{1,20})\]")
_IN_ADDRESS = "[]{}|<>\"' \t\r\n\0"
_BEGINS = re.compile(r"(?:https?|ftps?)://|(?<![:/\w])//", re.IGNORECASE)
#: ``begin`` stands inside the address. The address behind Google's is the value of ``q`` or ``url``.
_THROUGH_GOOGLE = re.compile(
    r"https?://(?:www\.)?google\.[a-z.]{2,6}(?P<begin>/)url\?(?:[a-z]{1,9}=[\w.%-]{0,60}&(?:amp;)?){0,9}"
    r"(?:q|url)=(?P<address>https?(?::|%3A)[^\s\[\]<>\"{}|&\0]{1,2000}+)[^\s\[\]<>\"{}|\0]{0,500}",
    re.IGNORECASE,
)
_TEXT_MARK = re.compile(r"#(?P<begin>:)~:text=")


def tracking(context: RuleContext) -> None:
    """``utm_source=chatgpt.com`` and its companions in one address."""
    text, done = context.shown, 0
    found = context.places("ART032", TRACKED)
    for match in found:
        around = _address(text, match.start()) if match.start() >= done else None
        if around is None:
            continue
        done = around[1]
        address, glued, spans = _tracked(text, match, around)
        if not spans:
            continue
        # to the wiki what is glued to an address is a part of its last parameter: without this one the link would lead elsewhere
        fix = Fix.safe if context.profile.removes_traces and not glued else Fix.review
        message = msg("the tracking parameter «{what}» leaves the address", what=match.group())
        context.edit("ART032", message, spans, fix=fix, declares=context.account(spans))
        if fix is Fix.review:
            message = msg("an address given by a chat product: {address}", address=shortened(address, 120))
            context.note("ART032", message, match.start(), address)


def _tracked(
    text: str, match: re.Match[str], around: tuple[int, int, bool]
) -> tuple[str, bool, list[tuple[int, int, str]]]:
    """The address round a tracking parameter, whether other text is glued to it, and the spans that take all of them out."""
    start, end, glued = around
    question = text.find("?", start, match.start())
    last = PARAMETER.match(text, max(question, text.rfind("&", question, end)) + 1, end)
    if last is not None and last.end() < end and text[last.end()] not in "#/:;=@$?,!":
        end, glued = last.end(), True
    address = text[start:end]
    if question == -1 or end < match.end() or is_kept_page(address):
        return address, glued, []
    return address, glued, tracking_spans(text, question, end)


def detours(context: RuleContext) -> None:
    """An address that goes through Google's ``/url?q=``, and one that marks words of its page (``#:~:text=``).

    The first is read by the query's rules (RFC 3986, 3.4); the second is a fragment directive (WICG, Scroll to Text Fragment).
    """
    for match in context.places("ART032", _THROUGH_GOOGLE, _TEXT_MARK):
        around = _address(context.shown, match.start("begin"))
        if around is None or is_kept_page(context.shown[around[0] : match.start("begin")]):
            continue
        start, end, glued = around
        if match.re is _TEXT_MARK:
            message = msg("the words that a chat product marks on the page leave the address")
            spans = [(match.start(), end, "")]
        else:
            address = unquote(match["address"])
            if start != match.start() or glued or clickable(address) != [address]:
                continue
            message = msg(
                "the address behind Google's own stands for itself: {address}", address=shortened(address, 120)
            )
            spans = [(start, end, address)]
        context.edit("ART032", message, spans, fix=Fix.review, declares=context.account(spans))
        context.claim((start, end))


#: So far an address is followed to either side, in characters.
_LONGEST = 4000


def _address(text: str, inside: int) -> tuple[int, int, bool] | None:
    """The address around an offset and whether other text is glued to its end; None where there is none."""
    nearest = max(0, inside - _LONGEST)
    start = next((at for at in range(inside, nearest, -1) if text[at - 1] in _IN_ADDRESS), nearest)
    furthest = min(len(text), inside + _LONGEST)
    stop = next((at for at in range(inside, furthest) if text[at] in _IN_ADDRESS), furthest)
    begins = _BEGINS.search(text, start, inside)
    if begins is None:
        return None
    start = begins.start()
    end = address_end(text, start, stop)
    # Parser::makeFreeExternalLink takes these off itself
    ends = ".,;:!?" if "(" in text[start:end] else ".,;:!?)"
    quoted = text.startswith("'", stop) and not text.startswith("''", stop)
    return start, end, quoted or bool(text[end:stop].strip(ends))


def references(context: RuleContext) -> None:
    """Citations that carry their address become references.

    ``([site](address?utm_source=chatgpt.com))``, ``[oai_citation:0‡site](address)``,
    and ``[words][1]`` with ``[1]: address`` below. A person takes them: each becomes a source of the page.
    """
    found = context.places("ART035", _CITED, _OAI)
    for match in found:
        words, address = match.group(1), match.group(2)
        if match.re is _OAI or TRACKED.search(address):
            _reference(context, match.span(), address, f"[{untracked(address)} {words}]")
    context.settle()
    numbered = context.places("ART035", _NUMBER)
    for match in numbered:
        address = match.group(2) or match.group(4) or match.group(6)
        if not traces.leads_into_a_chat(address):
            _reference(context, match.span(), address, untracked(address))
    context.settle()
    _defined(context)


def _reference(context: RuleContext, span: tuple[int, int], address: str, content: str) -> None:
    """Offer a ref in place of a citation that stands in none."""
    if context.in_ref(span[0]):
        return
    start, end = span
    while start > 0 and context.text[start - 1] in " \t":
        start -= 1
    message = msg("a reference is made of the citation token with {address}", address=shortened(address, 80))
    context.edit("ART035", message, [(start, end, f"<ref>{content}</ref>")], fix=Fix.review)
    said = msg("a citation of a chat product carries an address: {address}", address=shortened(address, 100))
    context.note("ART035", said, span[0], address)
    context.claim(span)


def _numbered(text: str, match: re.Match[str], definition: re.Match[str]) -> tuple[int, int, str]:
    """A link by number in the wiki's form: in parentheses it is a source, and the space before goes."""
    address, words = untracked(definition.group(2)), match.group(1) or match.group(3)
    start, end = match.span()
    if not match.group().startswith("("):
        return start, end, f"[{address} {words}]"
    start = len(text[:start].rstrip(" \t"))
    return start, end, f"<ref>[{address} {definition.group(3) or words}]</ref>"


def _defined(context: RuleContext) -> None:
    """Markdown's links by number."""
    known = {match.group(1): match for match in _DEFINITION.finditer(context.shown)}
    if not known or context.too_many("ART035", known):
        return
    calls = ((match, known.get(match.group(2) or match.group(4))) for match in _BY_NUMBER.finditer(context.shown))
    spans = [_numbered(context.text, match, definition) for match, definition in calls if definition is not None]
    if not spans:
        return
    spans += [(match.start(), min(match.end() + 1, len(context.text)), "") for match in known.values()]
    context.edit(
        "ART035",
        msg("links by number become links and references: {n}", n=len(spans) - len(known)),
        spans,
        fix=Fix.review,
    )
    for match in known.values():
        context.note(
            "ART035",
            msg("a citation of a chat product carries an address: {address}", address=shortened(match.group(2), 100)),
            match.start(),
            match.group(2),
        )
    context.claim(*((start, end) for start, end, _ in spans))


def pictures(context: RuleContext) -> None:
    """``![words](address)``: shown as it stands, on every wiki."""
    found = context.places("ART019", _PICTURE)
    for match in found:
        words, address = match.groups()
        if address.startswith(("http://", "https://")):
            message = msg("the Markdown picture {address} becomes an external link", address=shortened(address, 80))
            link = f"[{address} {words}]" if words.strip() else f"[{address}]"
            context.edit("ART019", message, [(*match.span(), link)], fix=Fix.review)
        said = msg("a Markdown picture: {address}", address=shortened(address, 80))
        context.note("ART019", said, match.start(), words or address)
        context.claim(match.span())


def anchors(context: RuleContext) -> None:
    """``<a href=…>``: MediaWiki shows the tag as text."""
    found = context.places("ART014", _ANCHOR)
    for match in found:
        address, words = match.groups()
        message = msg("the link tag to {address} becomes an external link", address=shortened(address, 80))
        spans = [(match.start(), match.start(2), f"[{untracked(address)} "), (match.end(2), match.end(), "]")]
        context.edit("ART014", message, spans, fix=Fix.review)
        context.note("ART014", msg("the wiki shows «{tag}» as text", tag="<a>"), match.start(), words)
        context.claim(match.span())


def markdown_links(context: RuleContext) -> None:
    """``[words](address)``."""
    found = context.places("ART011", _MARKDOWN)
    for match in found:
        words, address = match.group(1), match.group(2)
        start, end = match.span()
        middle = start + 1 + len(words)
        if _in_link(context.shown, start) or "{{" in words:
            continue
        link = f"[{untracked(address) if context.profile.removes_traces else address} "
        declares = replaced(match.group(), f"{link}{words}]")
        # the words stay where they are, the address moves before them: two spans, nothing between them changes
        context.edit(
            "ART011",
            msg("the Markdown link to {address} becomes an external link", address=shortened(address, 80)),
            [
                (start, start + 1, link),
                (middle, end, "]"),
            ],
            fix=Fix.review if match.group(3) else Fix.safe,  # the title under the pointer would be lost
            declares=declares,
        )
        context.claim((start, end))


def _in_link(shown: str, start: int) -> bool:
    """Whether the bracket stands inside another external link on the line."""
    opened = shown.rfind("[http", max(0, start - 500), start)
    return opened != -1 and "]" not in shown[opened:start] and "\n" not in shown[opened:start]
