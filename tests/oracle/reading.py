"""What a reader of the wiki's HTML can click and read, counted on the page with every marker replaced by its note."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from urllib.parse import unquote

from bot.wikitext.clickable import address_end, address_spans

#: External links; what the wiki itself makes of «ISBN» and «RFC» is no address of the page.
_LINK = re.compile(r'<a\b(?=[^>]*\bclass="[^"]*\bexternal\b)(?![^>]*\bmw-magiclink)[^>]*\bhref="([^"]*)"[^>]*>')
_PICTURE = re.compile(r'<a href="((?:https?:|ftp:|mailto:)?[^"/]*//[^"]*|mailto:[^"]*)"')
_TAG = re.compile(r"<[^>]*>")
_WORD = re.compile(r"[^\W_]+")
_UNSEEN = re.compile("[\u200b\ufeff\u2060\u00ad\ue200-\ue206]+")


def addresses(html: str) -> Counter[str]:
    """Where the external links lead, as their writer meant: to the wiki, marks glued to an address belong to it."""
    return Counter(map(shown_address, [*_LINK.findall(html), *_PICTURE.findall(html)]))


_NUMBERED = re.compile(r"<a [^<>]*\bautonumber\b[^<>]*>[^<>]*</a>")
#: Tags that edits exchange for the wiki's own; one that the wiki does not know is shown as it was typed, and is no word.
_FOREIGN_TAG = re.compile(r"</?(?:tex|math|syntaxhighlight|source|code)\b[^<>]*>", re.IGNORECASE)

#: What the wiki writes in place of a mark that it takes for a part of an address («{{box|1=» glued to one).
_ESCAPED = re.compile(r"%7[BCD]")


def shown_address(address: str) -> str:
    """An address up to how the wiki writes it, and without the marks glued to its end."""
    address = unquote(unescape(address))
    scheme, found, rest = address.partition(":")
    rest = re.split(r"[{}|]", rest, maxsplit=1)[0]
    return scheme.casefold() + found + rest[: address_end(rest, 0, len(rest))]


def letters(html: str) -> Counter[str]:
    """The letters of the words that are shown, without those of addresses."""
    html = html.replace("⟦error⟧", " ").replace("⟦list", "⟦")
    text = _FOREIGN_TAG.sub(" ", _UNSEEN.sub("", unescape(_TAG.sub(" ", html))))
    text = _ESCAPED.sub(lambda escaped: unquote(escaped[0]), text)
    pieces, position = [], 0
    for start, end, _ in address_spans(text):
        pieces.append(text[position:start])
        position = end
    return Counter("".join(_WORD.findall(" ".join([*pieces, text[position:]]))))


def unnumbered(html: str) -> str:
    """The page without the numbers that the wiki itself gives to links without words: nobody wrote them."""
    return _NUMBERED.sub(" ", html)
