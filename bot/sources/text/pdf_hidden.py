"""Which characters of a PDF page nobody sees: invisible rendering, no size, no ink, paper-white on paper, off the page."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: Rendering modes that put no ink on the page (ISO 32000-1, table 106): invisible, and clipping alone.
_INKLESS = frozenset({3, 7})
#: Smaller than this nobody reads (points).
_SMALLEST = 1.2
#: Fill as light as this is the paper's (of 255); as transparent as this is none.
_WHITE, _CLEAR = 250, 16
#: Where so much of a page is invisible text, it is the layer that recognition laid under a scan.
_SCAN = 0.8
_MOST_CHARS = 60_000


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def within(self, other: _Box) -> bool:
        """Whether its middle lies in the other."""
        x, y = (self.left + self.right) / 2, (self.bottom + self.top) / 2
        return other.left <= x <= other.right and other.bottom <= y <= other.top


def shown_text(page: Any, text: Any) -> tuple[str, bool]:
    """The page's text without what nobody sees, and whether there was any. A scan's recognised layer is its text."""
    whole = str(text.get_text_range())
    count = text.count_chars()
    if count > _MOST_CHARS or not _suspicious(page):
        return whole, False
    inkless, others = _unseen(page, text, count)
    if len(inkless) >= _SCAN * max(1, count) and _has_picture(page):
        inkless = set()
    unseen = inkless | others
    if not any(chr(_code(text, at)).isalnum() for at in unseen):
        return whole, False
    return "".join(chr(_code(text, at)) for at in range(count) if at not in unseen), True


def _code(text: Any, at: int) -> int:
    """A character's code point; a broken one is a space."""
    import pypdfium2.raw as pdfium

    code = int(pdfium.FPDFText_GetUnicode(text.raw, at))
    return code if 0 < code < 0xD800 or 0xE000 <= code < 0x110000 else 32


def _suspicious(page: Any) -> bool:
    """Whether any text of the page is set in a way that may hide it: most pages have none and are read at once."""
    import pypdfium2.raw as pdfium

    width, height = page.get_size()
    paper = _Box(0, 0, width, height)
    for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=4):
        if pdfium.FPDFTextObj_GetTextRenderMode(thing.raw) in _INKLESS or _is_faint(thing.raw):
            return True
        box = _Box(*thing.get_bounds())
        if box.top - box.bottom < _SMALLEST or not box.within(paper):
            return True
    return False


def _unseen(page: Any, text: Any, count: int) -> tuple[set[int], set[int]]:
    """Indexes of characters without ink, and of those hidden otherwise."""
    import pypdfium2.raw as pdfium

    width, height = page.get_size()
    paper, grounds = _Box(-1, -1, width + 1, height + 1), _grounds(page)
    modes: dict[int, tuple[bool, bool]] = {}
    inkless, others = set(), set()
    for at in range(count):
        thing = pdfium.FPDFText_GetTextObject(text.raw, at)
        if not thing:
            continue
        key = ctypes.addressof(thing.contents)
        if key not in modes:
            modes[key] = (pdfium.FPDFTextObj_GetTextRenderMode(thing) in _INKLESS, _is_faint(thing))
        no_ink, faint = modes[key]
        box = _char_box(text, at)
        if no_ink:
            inkless.add(at)
        elif box is not None and _hidden(box, paper, grounds, faint=faint):
            others.add(at)
    return inkless, others


def _hidden(box: _Box, paper: _Box, grounds: Sequence[_Box], *, faint: bool) -> bool:
    """Whether a character with ink is unseen all the same. White on a coloured ground is how tables write their heads."""
    if box.top - box.bottom < _SMALLEST / 2 and box.right - box.left < _SMALLEST / 2:
        return True
    return not box.within(paper) or (faint and not any(box.within(ground) for ground in grounds))


def _is_faint(thing: Any) -> bool:
    """Whether a text object's fill is white or transparent."""
    import pypdfium2.raw as pdfium

    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not pdfium.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha):
        return False
    return alpha.value < _CLEAR or min(red.value, green.value, blue.value) >= _WHITE


def _grounds(page: Any) -> list[_Box]:
    """Pictures and filled shapes that are not white: what stands on them can be white and seen."""
    import pypdfium2.raw as pdfium

    kinds = [pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING]
    return [
        _Box(*thing.get_bounds())
        for thing in page.get_objects(filter=kinds, max_depth=4)
        if thing.type != pdfium.FPDF_PAGEOBJ_PATH or not _is_faint(thing.raw)
    ]


def _has_picture(page: Any) -> bool:
    """Whether a picture covers at least half of the page."""
    import pypdfium2.raw as pdfium

    width, height = page.get_size()
    boxes = [_Box(*thing.get_bounds()) for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=4)]
    return any(2 * (box.right - box.left) * (box.top - box.bottom) >= width * height for box in boxes)


def _char_box(text: Any, at: int) -> _Box | None:
    """A character's box; None for one that PDFium made up (spaces, line ends)."""
    import pypdfium2.raw as pdfium

    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    if not pdfium.FPDFText_GetCharBox(text.raw, at, left, right, bottom, top):
        return None
    box = _Box(left.value, bottom.value, right.value, top.value)
    return box if chr(_code(text, at)).strip() else None
