"""What a person puts on the desk: pasted wikitext, a file, a title or an address."""

from __future__ import annotations

import re

from bot.errors import InputError
from bot.jobs.files import decode, page_of
from bot.model.message import msg
from bot.model.page import Page

_BOLD = re.compile(r"'''(?!')(.{2,80}?)'''")
_HEADING = re.compile(r"^=+\s*(.+?)\s*=+\s*$", re.MULTILINE)
_LONGEST = 60


def pasted(text: str, title: str) -> Page:
    """A page of pasted text. Raises InputError for nothing, and for what no page may be."""
    if not text.strip():
        raise InputError(msg("there is no text"), msg("paste wikitext, choose a file, or name a page"))
    decode("", text.encode("utf-8", "replace"))
    name = " ".join(title.split()) or title_in(text)
    return Page(name=name, title=name, text=text)


def uploaded(name: str, data: bytes) -> Page:
    """A page of a file's bytes. Raises InputError for what is no text."""
    base = name.replace("\\", "/").rpartition("/")[2].strip() or "file.wiki"
    page = page_of(decode(base, data))
    if not page.text.strip():
        raise InputError(msg("{name}: there is no text", name=base), msg("choose another file"))
    return page


def title_in(text: str) -> str:
    """A name for a text without one: its subject in bold, its first heading, or how it begins."""
    found = _BOLD.search(text) or _HEADING.search(text)
    words = found[1] if found else text.strip()[:200]
    flat = " ".join(re.sub(r"[\[\]'=<>{}|`#*]+", " ", words).split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"
