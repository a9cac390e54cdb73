"""The notes of a page as the wiki renders them, and whether a save would lose one or show a new error.

Forms of the list, held against recordings and a real wiki: Cite of March 2008 (ids ``_note-…``), of 1.13 … 1.18
(``cite_note-…``), and from 1.19 on with the text in a span of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from bot.model.message import Message, msg

#: Found wherever they stand: in a bulleted line the wiki closes the list before its items.
ITEM = re.compile(r'\s*<li id="cite(?:&#95;|_)note-([^"]*)"[^>]*>(.*?</span>)\s*</li>(?!\s*</ul>\s*</span>)', re.DOTALL)
_OLD_ITEM = re.compile(
    r'\s*<li id="(?:cite)?_note-([^"]*)"[^>]*>(.*?)</li>(?=\s*(?:<li id="(?:cite)?_note-|</ol>|\Z))', re.DOTALL
)
_TEXT = re.compile(r'<span class="reference-text"[^>]*>(.*)</span>', re.DOTALL)
#: Up to 1.18 Cite's errors look like those of parser functions, which are then counted too: before an edit as after it.
_ERROR = re.compile(
    r'<span class="error mw-ext-cite-error"[^>]*>(.*?)</span>|<strong class="error(?: mw-ext-cite-error)?"[^>]*>(.*?)</strong>',
    re.DOTALL,
)
_BACK = re.compile(r'<sup>\s*<a href="#(?:cite)?_ref-[^>]*>.*?</a>\s*</sup>|<a href="#(?:cite)?_ref-[^>]*>.*?</a>')
_MARKER = re.compile(r'<sup id="(?:cite)?(?:&#95;|_)ref-.*?</sup>', re.DOTALL)
_STYLE = re.compile(r"<(style|script)\b.*?</\1>|<link\b[^>]*>", re.DOTALL)
_ADDRESS = re.compile(r'<[^>]*\b(?:href|src)="([^"]*)"[^>]*>')


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reader sees of a page's notes: their words with the addresses they link to, and the errors' texts."""

    notes: frozenset[str]
    errors: tuple[str, ...]


def errors(html: str) -> tuple[str, ...]:
    """The texts (HTML) of the footnote errors that are shown."""
    return tuple(found[1] or found[2] or "" for found in _ERROR.finditer(html))


def without_errors(html: str, instead: str = "") -> str:
    """The HTML with ``instead`` where an error stands."""
    return _ERROR.sub(instead, html)


def notes(html: str) -> dict[str, str]:
    """The text (HTML, without its errors and the way back) of each note, by its key; the first list's where two print it."""
    found: dict[str, str] = {}
    newer = 'class="reference-text"' in html
    for key, item in (ITEM if newer else _OLD_ITEM).findall(html):
        span = _TEXT.search(item)
        inner = span[1] if span else "" if newer else _BACK.sub("", item).lstrip("↑^ \n")
        found.setdefault(unescape(key).replace("_", " "), " ".join(without_errors(inner).split()))
    return found


def words(html: str) -> str:
    """What a reader sees of a note. Numbers of other notes in it and styles do not count: they move with the page."""
    bare = _ADDRESS.sub(r" \1 ", _STYLE.sub("", _MARKER.sub("", html)))
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", bare)).split())


def shown(html: str) -> Shown:
    """Read what ``action=parse`` or a preview gave."""
    return Shown(frozenset(words(note) for note in notes(html).values()) - {""}, tuple(words(e) for e in errors(html)))


def worse(base: Shown, before: Shown, after: Shown, changed: int) -> Message | None:
    """Why ``after`` must not be saved; None when nothing is lost.

    ``changed`` notes of ``before`` may be worded anew or be gone: that many the edits change themselves. Errors may not be more
    than ``base``, the page as it is, shows.
    """
    lost = sorted(before.notes - after.notes)
    if len(lost) > changed:
        return msg(
            "{n} notes would be lost or changed where the edits change {changed}, first: «{note}»",
            n=len(lost),
            changed=changed,
            note=lost[0][:200],
        )
    if len(after.errors) > len(base.errors):
        new = next((error for error in after.errors if error not in base.errors), after.errors[-1])
        return msg("a footnote error would be shown that is not there now: «{error}»", error=new[:200])
    return None
