"""The bytes of a page as characters, in the browsers' order (WHATWG Encoding), and these as a tree."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

#: So much of a page is read (bytes, and characters).
LARGEST = 5 << 20

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_IN_HEADER = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_IN_MARKUP = re.compile(
    rb"<meta[^<>]+charset\s*=\s*[\"']?\s*([\w.:-]{1,40})|<\?xml[^<>]+encoding\s*=\s*[\"']([\w.:-]{1,40})", re.IGNORECASE
)
#: What servers write, and what browsers read by it.
_LABELS = {
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252",
    "win-1251": "cp1251", "windows1251": "cp1251", "cp-1251": "cp1251", "koi8r": "koi8-r", "koi8": "koi8-r",
    "utf8": "utf-8", "unicode": "utf-8", "utf-16": "utf-16-le",
}  # fmt: skip
#: UTF-8 read as a one-byte code shows itself by these pairs.
_MOJIBAKE = re.compile("Ð[\u0080-¿]|Ñ[\u0080-¿]|Р[°±І]С|пїЅ")


def decode(body: bytes, content_type: str = "") -> str:
    """The text of ``body``: byte order mark, then the header, the markup's own word, a guess.

    A declaration that yields replacement characters or the pattern of misread UTF-8 is not believed.
    """
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    declared = [found for found in (_from_header(content_type), _from_markup(body)) if found]
    for name in [*declared, "utf-8"]:
        text = body.decode(name, "replace")
        if _plausible(text, strict=name not in declared):
            return text
    return _guessed(body)


def tree_of(markup: str) -> HtmlElement | None:
    """The tree as written; None for what is no HTML at all."""
    from lxml import etree
    from lxml import html as lxml_html

    try:
        # lxml refuses a str that declares its own encoding
        tree: HtmlElement = lxml_html.document_fromstring(
            markup[:LARGEST].encode("utf-8", "replace"), parser=lxml_html.HTMLParser(encoding="utf-8")
        )
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None
    return tree


def _from_header(content_type: str) -> str:
    """A codec that a ``Content-Type`` names and Python knows."""
    match = _IN_HEADER.search(content_type)
    return _known(match[1]) if match else ""


def _from_markup(body: bytes) -> str:
    """A codec named in the first 4 KB."""
    match = _IN_MARKUP.search(body[:4096])
    return _known((match[1] or match[2]).decode("ascii", "replace")) if match else ""


def _known(label: str) -> str:
    """The codec for a label; a page that could be searched for its label is not UTF-16."""
    name = _LABELS.get(label.strip().lower(), label.strip().lower())
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return ""
    return found if found in _TEXT_CODECS or found.startswith(("iso8859", "cp12", "mac-", "koi8")) else ""


_TEXT_CODECS = frozenset(
    {"utf-8", "utf-16-le", "gb2312", "gbk", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp866", "cp932"}
)


def _plausible(text: str, *, strict: bool) -> bool:
    """Whether a decoding looks like one: hardly any replacement characters, no misread UTF-8."""
    bad = text.count("\ufffd")
    return (bad == 0 if strict else bad * 200 <= len(text)) and not _MOJIBAKE.search(text[:20000])


def _guessed(body: bytes) -> str:
    """What a detector says of the bytes, Windows' Western code page at last."""
    from charset_normalizer import from_bytes

    best = from_bytes(body[: 1 << 18]).best()
    return body.decode(best.encoding if best else "cp1252", "replace")
