"""What a reply is: the page with its text, or a wall, a false page, a missing one. Pure; runs in ``reader``'s children."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.identifiers import urls
from bot.identifiers.urls import joined
from bot.language.charset import LARGEST, decode, tree_of
from bot.model.outcome import Misleading, Missing, Outcome, Shown, Unclear, Walled
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import SourceText
from bot.model.words import Caveat, LinkState, Scope
from bot.sources import walls
from bot.sources.text import line_numbers
from bot.sources.text.blocks import anchored, assemble, numbered

if TYPE_CHECKING:
    from bot.sources import metadata

#: An article's landing page with less text than this shows an abstract (characters).
_ABSTRACT = 8000


class ContentKind(StrEnum):
    """Kinds of bodies that are told apart."""

    html = "text/html"
    pdf = "application/pdf"
    text = "text/plain"
    docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    other = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Refresh:
    """The page says at once that it is elsewhere."""

    url: str


@dataclass(frozen=True, slots=True)
class Task:
    """A final reply to the address ``asked``, read at the time ``now``.

    ``main``: look for the page's main part; else everything that is shown is its text, at a tenth of the cost.
    """

    reply: Reply
    asked: str
    now: str
    main: bool = True


def read(task: Task) -> Outcome | Refresh:
    """What the reply is. Heavy for long pages and for PDFs."""
    outcome = _read(task)
    return _unverified(outcome) if task.reply.unverified else outcome


def _unverified(outcome: Outcome | Refresh) -> Outcome:
    """What a reply says whose certificate did not hold: that somebody answers. Its words are nobody's, also its «not found»."""
    match outcome:
        case Shown(url, status):
            return Shown(url, status, reason=Reason.tls_error)
        case Walled():
            return outcome
        case Missing() | Misleading() | Unclear() | Refresh():
            return Unclear(Reason.tls_error)


def _read(task: Task) -> Outcome | Refresh:
    """The same for a reply whose server is who it says."""
    reply = task.reply
    kind = kind_of(reply.body, reply.header("content-type"))
    if kind is ContentKind.html:
        return _html(task)
    bad = _bad_status(reply)
    if bad is not None:
        return bad
    wall = walls.wall(reply, "", "", "")
    if wall is not None:
        return Walled(wall, reply.status)
    if walls.landed_elsewhere(task.asked, reply.url):
        return Misleading(LinkState.redirected_elsewhere, Reason.redirected_home, reply.status)
    return _file(reply, kind, task.now)


def _html(task: Task) -> Outcome | Refresh:
    """A web page: first whether it is the page at all."""
    from bot.sources import metadata
    from bot.sources.text import html

    reply = task.reply
    markup = decode(reply.body[:LARGEST], reply.header("content-type"))
    tree = tree_of(markup)
    if tree is None:
        nothing = walls.wall(reply, "", "", "")
        if nothing is not None:
            return Walled(nothing, reply.status)
        return _bad_status(reply) or Shown(reply.url, reply.status, reason=Reason.no_readable_text)
    meta = metadata.read(tree, reply.url)
    html.show(tree)
    whole, content = html.all_blocks(tree)
    false = _false_page(task, markup, meta, [text for text, _ in whole])
    if false is not None:
        return false
    shown = content or whole
    blocks = html.main_blocks(tree, shown) if task.main else shown
    text = _page_text(task, blocks, meta)
    if text is not None:
        text = anchored(text, html.anchors(tree))
    return Shown(reply.url, reply.status, text, meta.work, None if text else Reason.no_readable_text)


def _false_page(
    task: Task, markup: str, meta: metadata.PageMeta, paragraphs: Sequence[str]
) -> Outcome | Refresh | None:
    """What stands there instead of the page, None for the page itself."""
    reply, visible = task.reply, " ".join(paragraphs)
    asks = walls.asks_consent(task.asked, reply.url)
    wall = Reason.bot_wall if asks else walls.wall(reply, markup, meta.title, visible)
    if wall is not None:
        return Walled(wall, reply.status)
    bad = _bad_status(reply)
    if bad is not None:
        return bad
    if meta.refresh and len(visible) < walls.SHORT:
        return Refresh(joined(reply.url, meta.refresh))
    host = (urls.split(reply.url).hostname or "").lower()
    if walls.parked(markup, visible, host):
        return Misleading(LinkState.parked, Reason.not_found_page, reply.status)
    if walls.not_found_page(meta.title, meta.heading, paragraphs):
        return Misleading(LinkState.soft_404, Reason.not_found_page, reply.status)
    if walls.landed_elsewhere(task.asked, reply.url):
        return Misleading(LinkState.redirected_elsewhere, Reason.redirected_home, reply.status)
    return None


def _page_text(task: Task, blocks: list[tuple[str, str]], meta: metadata.PageMeta) -> SourceText | None:
    """A page's blocks as a text, with how much of the work they are."""
    length = sum(len(text) for text, _ in blocks)
    scholarly = "citation_title" in meta.tags
    short = scholarly and length < _ABSTRACT
    scope = Scope.abstract if short or meta.paywalled else Scope.full_text if scholarly else Scope.page
    title = (meta.work.titles or ("",))[0]
    return assemble(
        blocks, url=task.reply.url, scope=scope, title=title or None, media_type=ContentKind.html, fetched=task.now
    )


def _file(reply: Reply, kind: ContentKind, now: str) -> Outcome:
    """A PDF, a DOCX or a plain text; anything else exists, unread."""
    from bot.sources.text import docx, pdf

    if reply.truncated:
        return Shown(reply.url, reply.status, reason=Reason.too_big)
    if not reply.body.strip():
        return Shown(reply.url, reply.status, reason=Reason.no_readable_text)
    if kind is ContentKind.text:
        text = _plain_text(reply, now)
    elif kind not in {ContentKind.pdf, ContentKind.docx}:
        return Shown(reply.url, reply.status, reason=Reason.unsupported_format)
    else:
        try:
            text = _document(reply, kind, now)
        except (pdf.UnreadablePdfError, docx.UnreadableDocxError):
            return Shown(reply.url, reply.status, reason=Reason.garbled_answer)
    return Shown(reply.url, reply.status, text, reason=None if text else Reason.no_readable_text)


def _plain_text(reply: Reply, now: str) -> SourceText | None:
    from bot.sources.text import html

    decoded = html.squeezed(decode(reply.body, reply.header("content-type")), keep_lines=True)
    plain = "\n".join(line_numbers.without(decoded.split("\n")))
    parts = [(part, "") for part in re.split(r"\n\s*\n", plain)]
    text = assemble(parts, url=reply.url, scope=Scope.page, title=None, media_type=ContentKind.text, fetched=now)
    return None if text is None else numbered(text, plain)


def _document(reply: Reply, kind: ContentKind, now: str) -> SourceText | None:
    """A PDF or a DOCX. Raises UnreadablePdfError, UnreadableDocxError."""
    from bot.sources.text import docx, pdf

    caveats: tuple[Caveat, ...] = ()
    if kind is ContentKind.pdf:
        found = pdf.read(reply.body)
        parts, caveats = list(found.parts), found.caveats
    else:
        parts = docx.blocks(reply.body)
    text = assemble(parts, url=reply.url, scope=Scope.full_text, title=None, media_type=kind, fetched=now)
    return text if text is None or not caveats else replace(text, caveats=caveats)


def _bad_status(reply: Reply) -> Outcome | None:
    """What a status alone says; None for a good one."""
    status = reply.status
    if status in {404, 410}:
        return Missing(Reason.not_found_page, status)
    if status in _WALLED:
        return Walled(_WALLED[status], status)
    if status == 429:
        return Unclear(Reason.rate_limited, status)
    if status >= 500:
        return Unclear(Reason.server_error, status)
    return None if 200 <= status < 300 else Unclear(Reason.http_error, status)


_WALLED = {
    401: Reason.login_wall, 402: Reason.paywall, 403: Reason.bot_wall, 405: Reason.bot_wall, 406: Reason.bot_wall,
    407: Reason.bot_wall, 409: Reason.bot_wall, 418: Reason.bot_wall, 451: Reason.legal_block, 999: Reason.bot_wall,
}  # fmt: skip


#: First bytes of old Office files, PostScript, DjVu, RTF, gzip, and pictures: kinds that are not read.
_UNREADABLE = (
    b"\xd0\xcf\x11\xe0",
    b"%!PS",
    b"AT&TFORM",
    b"{\\rtf",
    b"\x1f\x8b",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
)


def kind_of(body: bytes, content_type: str) -> ContentKind:
    """The kind of ``body``; ``content_type`` decides only between texts and where the bytes say nothing."""
    head = body[:1024]
    declared = content_type.partition(";")[0].strip().lower()
    if b"%PDF-" in head:
        return ContentKind.pdf
    if head.startswith(b"PK\x03\x04"):
        return ContentKind.docx if b"word/" in body else ContentKind.other
    if head.startswith(_UNREADABLE):
        return ContentKind.other
    if _begins_html(head) or declared in {"text/html", "application/xhtml+xml"}:
        return ContentKind.html
    if declared.startswith(("image/", "video/", "audio/", "font/")):
        return ContentKind.other
    textual = declared.startswith("text/") or declared in {"application/json", "application/xml"}
    return ContentKind.text if textual or _is_printable(head) else ContentKind.other


def _begins_html(head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00").lower()
    marks = (b"<!doctype html", b"<html", b"<head", b"<body", b"<!--", b"<?xml")
    return start.startswith(marks) or b"<html" in head.lower()


def _is_printable(head: bytes) -> bool:
    """Whether nothing in the head is a control character of a binary format."""
    return bool(head) and not any(byte < 9 or 13 < byte < 32 for byte in head)
