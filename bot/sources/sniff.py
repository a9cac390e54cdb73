"""What a body is, by its first bytes before the server's word."""

from __future__ import annotations

from enum import StrEnum


class ContentKind(StrEnum):
    """Kinds of bodies that are told apart."""

    html = "text/html"
    pdf = "application/pdf"
    text = "text/plain"
    docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    other = "application/octet-stream"


def kind_of(body: bytes, content_type: str) -> ContentKind:
    """The kind of ``body``; ``content_type`` decides only between texts and where the bytes say nothing."""
    head = body[:1024]
    declared = content_type.partition(";")[0].strip().lower()
    if b"%PDF-" in head:
        return ContentKind.pdf
    if head.startswith(b"PK\x03\x04"):
        return ContentKind.docx if b"word/" in body else ContentKind.other
    if head.startswith(
        (b"\xd0\xcf\x11\xe0", b"%!PS", b"AT&TFORM", b"{\\rtf", b"\x1f\x8b", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
    ):
        return ContentKind.other
    start = head.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00").lower()
    if (
        start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<!--", b"<?xml"))
        or b"<html" in head.lower()
    ):
        return ContentKind.html
    if declared in {"text/html", "application/xhtml+xml"}:
        return ContentKind.html
    if declared.startswith(("image/", "video/", "audio/", "font/")):
        return ContentKind.other
    if declared.startswith("text/") or declared in {"application/json", "application/xml"} or _printable(head):
        return ContentKind.text
    return ContentKind.other


def _printable(head: bytes) -> bool:
    """Whether nothing in the head is a control character of a binary format."""
    return bool(head) and not any(byte < 9 or 13 < byte < 32 for byte in head)
