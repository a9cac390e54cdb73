"""Addresses in wikitext: where they stand, which of them are an archive's, and what a chat product added to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.identifiers.urls import is_archive

#: Schemes of MediaWiki's $wgUrlProtocols (DefaultSettings.php of 1.39), by what follows the colon.
_WITH_SLASHES = "http https ftp ftps git gopher irc ircs mms nntp redis sftp ssh svn telnet worldwind".split()
_WITHOUT = "bitcoin geo magnet mailto matrix news sip sips sms tel urn xmpp".split()
#: Characters of an address (Parser::EXT_LINK_URL_CLASS) but for those that part templates and tables. Two quotes end it.
_RUN = re.compile(r"(?:[^\s\[\]<>\"'{}|\0\x7f\ufffd]|'(?!'))*+")


def _after(schemes: list[str], mark: str) -> str:
    """Where one of the schemes stands before, with the mark that ends it."""
    return "(?i:" + "|".join(rf"(?<={scheme}{mark})" for scheme in schemes) + ")"


#: From the colon on: a page is searched for one character, the scheme is looked up backwards. «//» alone begins an address
#: after a bracket or «=».
_BEGIN = re.compile(rf":(?://{_after(_WITH_SLASHES, '://')}|{_after(_WITHOUT, ':')})")
_BARE = re.compile(r"(?<=[\[=])//")
_LONGEST = max(map(len, (*_WITH_SLASHES, *_WITHOUT)))
#: What may stand at an address's end and is the text's: punctuation, marks of emphasis and code, characters without width.
_ENDS = ".,;:!?*_~`'\\(\u200b\u2060\ufeff\u00ad"
#: An address inside an address: written out, or with its marks encoded once or more.
_NESTED = re.compile(r"://|:(?:%(?:25)*+2f){2}|%(?:25)*+3a%(?:25)*+2f|/https?:/(?!/)", re.IGNORECASE)

#: Chat products by the names that they write into addresses; a product that has a common word for a name only with its host.
_PRODUCTS = (
    r"chatgpt(?:\.com)?|openai(?:\.com)?|copilot(?:\.microsoft)?\.com|perplexity(?:\.ai)?|gemini(?:\.google\.com)?|"
    r"claude\.ai|grok\.com|deepseek(?:\.com)?|mistral\.ai|qwen\.ai|kimi\.com|meta\.ai|poe\.com|giga\.chat"
)
_FROM_CHAT = rf"(?:(?:www|chat)\.)?(?:{_PRODUCTS})(?![\w-])(?!\.\w)"
#: What a chat product writes into an address.
TRACKED = re.compile(rf"(?:utm_source={_FROM_CHAT}|referrer=grok\.com\b)", re.IGNORECASE)
#: What follows the equals sign wherever a chat product's parameter stands.
TRACKED_VALUE = rf"(?i:(?:(?:www|chat)\.)?(?:{_PRODUCTS}))"
#: A parameter of theirs. Its value ends at what no such value holds: a mark of emphasis or code, a quote, a letter of a text.
PARAMETER = re.compile(r"(?:utm_[a-z]+=[A-Za-z0-9._~%+-]*+|referrer=grok\.com)", re.IGNORECASE)


def _begun(text: str) -> Iterable[tuple[int, int]]:
    """Where addresses may begin, and where the mark ends that says so; in order."""
    found = []
    for match in _BEGIN.finditer(text):
        at = match.start()
        schemes = _WITH_SLASHES if text.startswith("//", at + 1) else _WITHOUT
        before = text[max(0, at - _LONGEST) : at].casefold()
        found.append((at - max((len(scheme) for scheme in schemes if before.endswith(scheme)), default=0), match.end()))
    if "[//" in text or "=//" in text:
        found = sorted([*found, *(match.span() for match in _BARE.finditer(text))])
    return found


def _found(text: str) -> Iterator[tuple[int, int]]:
    """The addresses, in order. What follows a parenthesis that closes one may be the next one; what it holds is its own.

    One glued to a word is none: MediaWiki asks for a word's border before the scheme (Parser::handleMagicLinks of 1.39).
    """
    run, position = 0, 0
    for start, mark in _begun(text):
        if start < position or _ends_word(text, start):
            continue
        if mark > run:  # else the same run of characters still goes on
            match = _RUN.match(text, mark)
            run = match.end() if match else mark
        position = _closed(text, start, run)
        end = _trimmed(text, start, position)
        if end > mark:
            yield start, end


def _ends_word(text: str, at: int) -> bool:
    """Whether a word ends there, or a page's link, whose trail takes the letters of a scheme (linktrail of 1.12 and 1.39)."""
    before = text[at - 1 : at]
    return before.isalnum() or before == "_" or (before == "]" and text[at - 2 : at] == "]]")


def address_spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Every address as (start, end, whether a reader can click it). One in another link's words cannot be clicked.

    An address ends where a parenthesis closes that it did not open, and before punctuation and marks at its end.
    """
    label, line = -1, -1
    for start, end in _found(text):
        inside = start < label
        yield start, end, not inside
        if not inside and text[start - 1 : start] == "[" and start > line:
            stop = text.find("\n", start)
            stop = len(text) if stop == -1 else stop
            label = text.find("]", end, stop)
            line = stop if label == -1 else line  # no link closes on this line any more


def address_end(text: str, start: int, end: int) -> int:
    """Where an address ends that may reach from ``start`` to ``end``."""
    return _trimmed(text, start, _closed(text, start, end))


def _closed(text: str, start: int, end: int) -> int:
    """Where a parenthesis closes that was not opened since ``start``."""
    if text.find(")", start, end) == -1:
        return end
    depth = 0
    for at in range(start, end):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if depth < 0:
                return at
    return end


def _trimmed(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in _ENDS:
        end -= 1
    return end


def clickable(text: str) -> list[str]:
    """The addresses that a reader of a stretch of wikitext can click, in order."""
    if ":" not in text and "//" not in text:
        return []
    return [text[start:end] for start, end, shown in address_spans(text) if shown]


def holds_address(text: str) -> bool:
    """Whether an address stands in a stretch of wikitext."""
    return next(_found(text), None) is not None


def is_kept_page(address: str) -> bool:
    """Whether an address holds another one, or is an archive's: each of its characters names the kept page."""
    _, found, rest = address.partition("://")
    rest = rest if found else address.removeprefix("//")
    host = re.split(r"[/?#:]", rest.rpartition("@")[2] if "@" in rest.partition("/")[0] else rest, maxsplit=1)[0]
    return _NESTED.search(rest) is not None or is_archive(host)


def _parameters(text: str, position: int, stop: int) -> Iterator[tuple[int, int, bool]]:
    """Where each parameter of a query begins and ends, and whether it tracks."""
    while position <= stop:
        cut = text.find("&", position, stop)
        cut = stop if cut == -1 else cut
        yield position, cut, PARAMETER.fullmatch(text, position, cut) is not None
        position = cut + (5 if text.startswith("&amp;", cut) else 1)


def tracking_spans(text: str, question: int, end: int) -> list[tuple[int, int, str]]:
    """Spans that take the tracking parameters out of the query that begins at ``question``."""
    hash_at = text.find("#", question, end)
    stop = end if hash_at == -1 else hash_at
    parts = list(_parameters(text, question + 1, stop))
    kept = [part for part in parts if not part[2]]
    if not kept:
        return [(question, stop, "")]
    last, end_of_last, _ = kept[-1]
    tracked = [(index, start) for index, (start, _, tracks) in enumerate(parts) if tracks]
    spans = [(start, parts[index + 1][0], "") for index, start in tracked if start < last]
    if len(spans) < len(tracked):  # everything after the last kept parameter goes, with the mark before it
        spans.append((end_of_last, stop, ""))
    return spans


def untracked(address: str) -> str:
    """An address without a chat product's parameters; an archive's as it is."""
    if not TRACKED.search(address) or is_kept_page(address):
        return address
    question = address.find("?")
    for start, end, _ in reversed(tracking_spans(address, question, len(address)) if question != -1 else []):
        address = address[:start] + address[end:]
    return address
