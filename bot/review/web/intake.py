"""What a person puts on the desk: pasted wikitext, a file, a title or an address."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.errors import InputError
from bot.jobs.files import decode, page_of
from bot.model.message import msg
from bot.model.page import Page
from bot.model.source import SourceText

_BOLD = re.compile(r"'''(?!')(.{2,80}?)'''")
_LONGEST = 60


def pasted(text: str, title: str) -> Page:
    """A page of pasted text. Raises InputError for nothing, and for what no page may be."""
    if not text.strip():
        raise InputError(msg("there is no text"), msg("paste wikitext, choose a file, or name a page"))
    name = " ".join(title.split()) or title_in(text)
    decode(name, text.encode("utf-8"))
    return Page(name=name, title=name, text=text)


def uploaded(name: str, data: bytes) -> Page:
    """A page of a file's bytes. Raises InputError for what is no text."""
    base = name.replace("\\", "/").rpartition("/")[2].strip() or "file.wiki"
    page = page_of(decode(base, data))
    if not page.text.strip():
        raise InputError(msg("{name}: there is no text", name=base), msg("choose another file"))
    return page


def supplied(name: str, data: bytes) -> SourceText:
    """The text of a source that a person has: a PDF, an HTML page, a DOCX, or plain text. Raises InputError for what is none."""
    from bot.sources.given import read_file

    base = name.replace("\\", "/").rpartition("/")[2].strip()[-100:] or "text.txt"
    with TemporaryDirectory(prefix="mlwiki-") as folder:
        # the name is only said; on the disk it must not matter
        path = Path(folder) / "source"
        path.write_bytes(data)
        try:
            return replace(read_file(path), title=base)
        except InputError as error:
            said = tuple((key, base if value == str(path) else value) for key, value in error.message.args)
            raise InputError(replace(error.message, args=said), error.hint) from error


def title_in(text: str) -> str:
    """A name for a text without one: its subject in bold, its first heading, or how it begins."""
    found = _BOLD.search(text)
    words = found[1] if found else _heading_in(text) or text.strip()[:200]
    flat = " ".join(re.sub(r"[\[\]'=<>{}|`#*]+", " ", words).split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"


def _heading_in(text: str) -> str:
    """The words of the first heading, "" without one."""
    lines = (line.rstrip() for line in text.split("\n"))
    return next((words for line in lines if line[:1] == line[-1:] == "=" and (words := line.strip("=").strip())), "")
