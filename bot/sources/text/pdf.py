"""The text of a PDF, page by page (PDFium). Lines are joined into paragraphs, hyphenation and ligatures undone."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

#: PDFium keeps state of its own in the process and must not be entered twice.
_ONE_AT_A_TIME = threading.Lock()
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
#: PDFium marks a hyphen at a line's end with U+0002 or U+FFFE.
_BROKEN_WORD = re.compile(r"(?<=\w)(?:[\x02\ufffe\u00ad]\s*|-[ \t]*\r?\n\s*(?=[a-zа-яё]))")
_ENDS = re.compile(r"[.!?…:;\"»”)\]]$")
MOST_PAGES = 600


class UnreadablePdfError(Exception):
    """PDFium cannot open the file."""


def pages(body: bytes) -> list[str]:
    """The raw text of every page. Raises UnreadablePdfError."""
    import pypdfium2

    with _ONE_AT_A_TIME:
        try:
            document = pypdfium2.PdfDocument(body)
        except pypdfium2.PdfiumError as error:
            raise UnreadablePdfError(str(error)) from error
        try:
            return [_page(document, number) for number in range(min(len(document), MOST_PAGES))]
        finally:
            document.close()


def blocks(body: bytes, *, page_word: str = "p. {number}") -> list[tuple[str, str]]:
    """(paragraph, page) pairs; empty when there is no text layer. Raises UnreadablePdfError."""
    return [
        (paragraph, page_word.format(number=number))
        for number, raw in enumerate(pages(body), start=1)
        for paragraph in _paragraphs(raw)
    ]


def _page(document: object, number: int) -> str:
    """One page's text."""
    page = document[number]  # type: ignore[index] # pypdfium2 has no type information
    try:
        text = page.get_textpage()
        try:
            return str(text.get_text_range())
        finally:
            text.close()
    finally:
        page.close()


def _paragraphs(raw: str) -> Iterator[str]:
    """Paragraphs of a page: PDF knows lines only; one that ends a sentence well before the margin ends a paragraph."""
    text = _BROKEN_WORD.sub("", raw.translate(_LIGATURES)).replace("\r", "")
    lines = [re.sub(r"\s+", " ", line).strip() for line in text.split("\n")]
    width = max((len(line) for line in lines), default=0)
    gathered: list[str] = []
    for line in [*lines, ""]:
        if line:
            gathered.append(line)
        if gathered and (not line or (len(line) < 0.8 * width and _ENDS.search(line))):
            yield " ".join(gathered)
            gathered = []
