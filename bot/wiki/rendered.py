"""The notes of a page as the wiki renders them, and whether a save would lose one or show a new error.

Forms of the list, held against recordings and a real wiki: Cite of March 2008 (ids ``_note-…``), of 1.13 … 1.18
(``cite_note-…``), and from 1.19 on with the text in a span of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.entities import unescape
from bot.model.message import Message, msg

#: Found wherever they stand: in a bulleted line the wiki closes the list before its items.
_NOTE = re.compile(r'<li id="cite(?:&#95;|_)note-([^"<>]*+)"[^<>]*+>')
_NOTE_ENDS = re.compile(r"(?<=</span>)\s*+</li>(?!\s*</ul>\s*</span>)")
_OLD_NOTE = re.compile(r'<li id="(?:cite)?_note-([^"<>]*+)"[^<>]*+>')
_OLD_NOTE_ENDS = re.compile(r'</li>(?=\s*+(?:<li id="(?:cite)?_note-|</ol>|\Z))')
_TEXT = re.compile(r'<span class="reference-text"[^<>]*+>')
#: Up to 1.18 Cite's errors look like those of parser functions, which are then counted too: before an edit as after it.
_ERROR = re.compile(
    r'<span class="error mw-ext-cite-error"[^<>]*+>|<strong class="error(?: mw-ext-cite-error)?"[^<>]*+>'
)
_MARKER = re.compile(r'<sup id="(?:cite)?(?:&#95;|_)ref-')
_STYLE = re.compile(r"<(?:style|script)\b")
#: The way back is an arrow, a number or a letter.
_BACK = re.compile(
    r'<sup>\s*<a href="#(?:cite)?_ref-[^<>]{0,300}>.{0,100}?</a>\s*</sup>|<a href="#(?:cite)?_ref-[^<>]{0,300}>.{0,100}?</a>'
)
_NAME = re.compile(r"[a-z]++")
_TAG = re.compile(r"<([^<>]*+)>")
_ADDRESS = re.compile(r'\b(?:href|src)="([^"<>]*+)"')


@dataclass(frozen=True, slots=True)
class RenderedNotes:
    """What a reader sees of a page's notes: their words with the addresses they link to, and the errors' texts."""

    notes: frozenset[str]
    errors: tuple[str, ...]


def errors(html: str) -> tuple[str, ...]:
    """The texts (HTML) of the footnote errors that are shown."""
    return tuple(html[first.end() : stop] for first, stop, _ in _stretches(html, _ERROR))


def without_errors(html: str, instead: str = "") -> str:
    """The HTML with ``instead`` where an error stands."""
    return _without(html, _ERROR, instead)


def notes(html: str) -> dict[str, str]:
    """The text (HTML, without its errors and the way back) of each note, by its key; the first list's where two print it."""
    found: dict[str, str] = {}
    newer = 'class="reference-text"' in html
    opening, ends = (_NOTE, _NOTE_ENDS) if newer else (_OLD_NOTE, _OLD_NOTE_ENDS)
    for first, stop, _ in _stretches(html, opening, ends):
        item = html[first.end() : stop]
        span = _TEXT.search(item)
        inner = (
            item[span.end() : item.rfind("</span>")] if span else "" if newer else _BACK.sub("", item).lstrip("↑^ \n")
        )
        found.setdefault(unescape(first[1]).replace("_", " "), " ".join(without_errors(inner).split()))
    return found


def words(html: str) -> str:
    """What a reader sees of a note. Numbers of other notes in it and styles do not count: they move with the page."""
    bare = _without(_without(html, _MARKER), _STYLE)
    return " ".join(unescape(_TAG.sub(_address, bare)).split())


def _address(tag: re.Match[str]) -> str:
    """The address that a tag leads to, between spaces; a space for other tags."""
    named = [] if tag[1].startswith("link ") else _ADDRESS.findall(tag[1])
    return f" {named[-1]} " if named else " "


def _stretches(
    html: str, opening: re.Pattern[str], ends: re.Pattern[str] | None = None
) -> Iterator[tuple[re.Match[str], int, int]]:
    """Each opening tag with where what it holds ends, and its closing tag; by ``ends``, or the first of the tag's own name.

    What is closed nowhere is looked for once, however often it is opened.
    """
    at, unclosed = 0, set[str]()
    while (first := opening.search(html, at)) is not None:
        at = first.end()
        close = "" if ends is not None else f"</{_NAME.findall(first[0])[0]}>"
        if close in unclosed:
            continue
        if ends is None:
            stop = html.find(close, at)
            end = stop + len(close)
        else:
            last = ends.search(html, at)
            stop, end = last.span() if last is not None else (-1, -1)
        if stop == -1:
            unclosed.add(close)
        else:
            yield first, stop, end
            at = end


def _without(html: str, opening: re.Pattern[str], instead: str = "") -> str:
    """The HTML with ``instead`` for each stretch, tags and all."""
    kept, position = [], 0
    for first, _, end in _stretches(html, opening):
        kept += [html[position : first.start()], instead]
        position = end
    return "".join([*kept, html[position:]])


def shown(html: str) -> RenderedNotes:
    """Read what ``action=parse`` or a preview gave."""
    return RenderedNotes(
        frozenset(words(note) for note in notes(html).values()) - {""}, tuple(words(e) for e in errors(html))
    )


def worse(base: RenderedNotes, before: RenderedNotes, after: RenderedNotes, changed: int) -> Message | None:
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
