"""PDF files drawn word by word: any letters, anywhere on the page, in any ink. For what papers never do and hostile files do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """A line at ``x``, ``y`` (points from the lower left), of ``size`` points.

    ``mode`` is the rendering as ISO 32000-1 numbers it, ``grey`` is 0 (black) to 1 (white).
    """

    text: str
    x: float = 72
    y: float = 700
    size: float = 11
    mode: int = 0
    grey: float = 0


@dataclass(frozen=True, slots=True)
class Ground:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    grey: float = 0


Drawn = Words | Ground
_OTHERS, _LAST = 161, 255


def drawn(*pages: Sequence[Drawn], labels: str = "") -> bytes:
    """A file of these pages, A4. ``labels`` is a page-label dictionary («<< /S /D /St 101 >>»)."""
    letters = sorted({char for page in pages for one in page if isinstance(one, Words) for char in one.text})
    # ASCII under its own codes, so that PDFium has the shapes of Helvetica; other letters take those of accented ones
    others = [char for char in letters if not char.isascii()]
    assert len(others) <= _LAST - _OTHERS + 1
    codes = {char: ord(char) for char in letters if char.isascii()}
    codes |= {char: number for number, char in enumerate(others, start=_OTHERS)}
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    numbered = f" /PageLabels << /Nums [0 {labels}] >>" if labels else ""
    table = _to_unicode(codes)
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R{numbered} >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 4 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(table), table),
    ]
    for number, page in enumerate(pages):
        stream = b"\n".join(_operators(one, codes) for one in page)
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            b"/Contents %d 0 R >>" % (6 + 2 * number),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        ]
    return _file(objects)


def _to_unicode(codes: dict[str, int]) -> bytes:
    """The table from codes to letters, at most a hundred an entry."""
    pairs = [f"<{code:02X}> <{char.encode('utf-16-be').hex().upper()}>" for char, code in codes.items()]
    parts = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
    entries = "\n".join(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar" for part in parts)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /T def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<01> <FF>\nendcodespacerange\n{entries}\nendcmap\nend\nend"
    ).encode()


def _operators(one: Drawn, codes: dict[str, int]) -> bytes:
    if isinstance(one, Ground):
        return f"{one.grey} g {one.x} {one.y} {one.width} {one.height} re f 0 g".encode()
    shown = "".join(f"{codes[char]:02X}" for char in one.text)
    return f"{one.grey} g BT {one.mode} Tr /F1 {one.size} Tf {one.x} {one.y} Td <{shown}> Tj ET 0 g".encode()


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
