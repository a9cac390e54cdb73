"""The text of a PDF, page by page (PDFium), compared with a second reading (pypdf) where both can be had.

Hidden text is dropped, interleaved columns are put in order, lines are joined into paragraphs, hyphenation and ligatures
undone, running heads left out. A text layer that is no language is no text.
"""

from __future__ import annotations

import io
import logging
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

from bot.model.words import Caveat
from bot.sources.text import pdf_hidden, pdf_layers, pdf_lines
from bot.sources.text.pdf_lines import Rect, in_order

#: PDFium keeps state of its own in the process and must not be entered twice.
_ONE_AT_A_TIME = threading.Lock()
MOST_PAGES = 600
#: Rectangles of a page beyond which its columns are not looked at.
_MOST_RECTS = 3000
#: Seconds for one second reading.
_SECOND_SECONDS = 8.0


class UnreadablePdfError(Exception):
    """PDFium cannot open the file."""


@dataclass(frozen=True, slots=True)
class Pdf:
    """What was read: (paragraph, page) pairs, ``p. 3`` or ``p. 3 [127]`` where 127 is printed on it, and what to know of them."""

    parts: tuple[tuple[str, str], ...]
    caveats: tuple[Caveat, ...] = ()


@dataclass(frozen=True, slots=True)
class _Page:
    """One page as PDFium gives it."""

    text: str
    label: str
    hidden: bool


def read(body: bytes) -> Pdf:
    """The whole file; no parts when there is no text layer, or none that a person could read. Raises UnreadablePdfError."""
    pages, more = _pages(body)
    texts = [page.text for page in pages]
    hidden = any(page.hidden for page in pages)
    chosen = pdf_layers.choose(texts, lambda numbers: second_reading(body, numbers), fixed=hidden)
    caveats = [Caveat.hidden_text] if hidden else []
    caveats += [Caveat.text_layers_differ] if chosen.differ else []
    caveats += [Caveat.part_of_pages] if more else []
    if chosen.garbled:
        return Pdf((), (*caveats, Caveat.garbled_text_layer))
    return Pdf(tuple(_parts(chosen.pages, [page.label for page in pages])), tuple(caveats))


def blocks(body: bytes) -> list[tuple[str, str]]:
    """(paragraph, page) pairs; empty when there is no text layer. Raises UnreadablePdfError."""
    return list(read(body).parts)


def _parts(texts: Sequence[str], labels: Sequence[str]) -> list[tuple[str, str]]:
    """Paragraphs with their pages."""
    cut = pdf_lines.of_pages(texts)
    found = []
    for number, (page, label) in enumerate(zip(cut, labels, strict=True), start=1):
        printed = page.printed or (label if label != str(number) else "")
        where = f"p. {number} [{printed}]" if printed and printed != str(number) else f"p. {number}"
        found += [(paragraph, where) for paragraph in pdf_lines.paragraphs(page.lines)]
    return pdf_lines.over_pages(found)


def _pages(body: bytes) -> tuple[list[_Page], bool]:
    """Every page, and whether there are more than are read."""
    import pypdfium2

    with _ONE_AT_A_TIME:
        try:
            document = pypdfium2.PdfDocument(body)
        except pypdfium2.PdfiumError as error:
            raise UnreadablePdfError(str(error)) from error
        try:
            count = len(document)
            return [_page(document, number) for number in range(min(count, MOST_PAGES))], count > MOST_PAGES
        finally:
            document.close()


def _page(document: Any, number: int) -> _Page:
    """One page; one that cannot be opened is empty."""
    import pypdfium2

    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return _Page("", "", hidden=False)
    try:
        text = page.get_textpage()
        try:
            shown, hidden = pdf_hidden.shown_text(page, text)
            return _Page(shown if hidden else _ordered(text, shown), _label(document, number), hidden)
        finally:
            text.close()
    finally:
        page.close()


def _ordered(text: Any, plain: str) -> str:
    """The page's text, column by column where its lines run across columns."""
    count = text.count_rects()
    if not 8 <= count <= _MOST_RECTS:
        return plain
    spans: list[tuple[float, float, float, float]] = [text.get_rect(at) for at in range(count)]
    ordered = in_order([Rect(left, bottom, right, top) for left, bottom, right, top in spans])
    if ordered is None:
        return plain
    return "\n".join(_within(text.get_text_bounded, spans[at]) for at in ordered)


def _within(bounded: Callable[..., str], span: tuple[float, float, float, float]) -> str:
    """The text of one rectangle, on one line."""
    left, bottom, right, top = span
    return bounded(left - 0.5, bottom, right + 0.5, top).replace("\r", " ").replace("\n", " ").strip()


def _label(document: Any, number: int) -> str:
    """The number that the file gives the page («xii», «127»), "" where it gives none."""
    return str(document.get_page_label(number) or "").strip()[:12]


class _TooLongError(Exception):
    """The time is over."""


def second_reading(body: bytes, numbers: Sequence[int]) -> list[str] | None:
    """The text of pages by their indexes, by pypdf (pure Python); None for a file that it cannot read, or not in time.

    Only where the time can be bounded: in the main thread, on systems with interval timers.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return None
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it says of strangers' files is no news
    try:
        with _bounded(_SECOND_SECONDS):
            import pypdf

            reader = pypdf.PdfReader(io.BytesIO(body), strict=False)
            return [reader.pages[number].extract_text() for number in numbers]
    except Exception:  # noqa: BLE001  (a parser of strangers' files raises anything)
        return None


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Raise _TooLongError inside when the time is over."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
