"""The text of a DOCX: paragraphs of ``word/document.xml``, headings over them (ECMA-376). The archive is not trusted."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from bot.sources.text.html import squeezed

if TYPE_CHECKING:
    from lxml.etree import _Element

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
#: Struck out once or twice, hidden.
_UNSEEN = ("strike", "dstrike", "vanish")
#: The document's XML is not inflated beyond this (bytes).
_LARGEST = 30 << 20
#: What reading a broken archive raises.
_BROKEN = (KeyError, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error)


class UnreadableDocxError(Exception):
    """The file is no DOCX, or its text is too big."""


def blocks(body: bytes) -> list[tuple[str, str]]:
    """(paragraph, heading) pairs. Raises UnreadableDocxError."""
    from lxml import etree

    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive, archive.open("word/document.xml") as document:
            xml = document.read(_LARGEST + 1)
        if len(xml) > _LARGEST:
            raise UnreadableDocxError("the document is too big")
        root = etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True))
    except (zipfile.BadZipFile, *_BROKEN, etree.XMLSyntaxError) as error:
        raise UnreadableDocxError(str(error)) from error
    found, heading = [], ""
    for paragraph in root.iter(f"{_WORD}p"):
        text = squeezed("".join(_text(node) for node in paragraph.iter(f"{_WORD}t", f"{_WORD}tab", f"{_WORD}br")))
        style = paragraph.find(f"{_WORD}pPr/{_WORD}pStyle")
        if (
            text
            and style is not None
            and (style.get(f"{_WORD}val") or "").lower().startswith(("heading", "title", "1", "2"))
        ):
            heading = text
        if text:
            found.append((text, heading))
    return found


def _text(node: _Element) -> str:
    """A run's text; tabs and breaks are spaces. What is struck out or hidden is no text."""
    run = node.getparent()
    looks = None if run is None else run.find(f"{_WORD}rPr")
    if looks is not None and any(_is_on(looks.find(f"{_WORD}{name}")) for name in _UNSEEN):
        return ""
    return (node.text or "") if str(node.tag).endswith("}t") else " "


def _is_on(switch: _Element | None) -> bool:
    """Whether a property is set: by standing there, unless it says that it is off (ECMA-376, 17.17.4)."""
    return switch is not None and (switch.get(f"{_WORD}val") or "true").lower() not in {"false", "0", "off"}
