"""Small real PDF files, built here: one column of Helvetica, as many pages as the text needs."""

from __future__ import annotations

import textwrap

from tests.fakes.library import Replica, sections

_LINES = 46
_WIDTH = 84


def paper(work: Replica) -> bytes:
    """A work's text as PDF, with its title in the document's information."""
    lines = [work.title, ", ".join(work.authors), ""]
    for part in sections(work.slug):
        lines += [part.heading, ""]
        for text in part.paragraphs:
            lines += [*textwrap.wrap(text, _WIDTH), ""]
    pages = [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]
    return _file([_stream(page) for page in pages], work)


def _stream(lines: list[str]) -> bytes:
    shown = [f"({_escaped(line)}) Tj T*" for line in lines]
    return "\n".join(["BT /F1 11 Tf 14 TL 72 760 Td", *shown, "ET"]).encode("latin-1", "replace")


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _file(streams: list[bytes], work: Replica) -> bytes:
    """Objects, cross-reference table and trailer (ISO 32000-1, 7.5)."""
    first = 5
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(streams)))
    about = f"<< /Title ({_escaped(work.title)}) /Author ({_escaped(', '.join(work.authors))}) >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>".encode("latin-1"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        about.encode("latin-1", "replace"),
    ]
    for number, stream in enumerate(streams):
        content = first + 2 * number + 1
        objects += [
            (
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
                f"/Contents {content} 0 R >>"
            ).encode("latin-1"),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        ]
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
