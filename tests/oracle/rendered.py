"""What a reader sees of a parsed page: the text with every marker replaced by its note, and the errors."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape

from bot.wiki.rendered import errors, notes, without_errors

#: A note in such a list.
_ITEM = re.compile(
    r'\s*<li id="cite(?:&#95;|_)note-([^"]*)"[^>]*>(.*?</span>)\s*</li>(?!\s*</ul>\s*</span>)', re.DOTALL
)
#: A list of notes without its notes; a text that ``follow=`` adds to no note is left in it.
_LIST = re.compile(r'<div class="mw-references-wrap[^"]*"><ol class="references"[^>]*>(.*?)</ol></div>', re.DOTALL)
_MARKER = re.compile(
    r'<sup id="cite(?:&#95;|_)ref-[^"]*" class="reference"[^>]*><a href="#cite_note-([^"]*)">'
    r"(?:<span[^>]*>)?(.*?)(?:</span>)?</a></sup>"
)
_TAG = re.compile(r"<[^>]*>")
_KINDS = (
    ("multiple times with different content", "clash"),
    ("no text was provided for refs named", "undefined"),
    ("is not used in prior text", "references_missing_key"),
    ("does not appear in prior text", "references_missing_key"),
    ("conflicting group attribute", "references_group_mismatch"),
    ("has no name attribute", "references_no_key"),
    ("has no content", "empty_references_define"),
    ("cannot be a simple integer", "ref_numeric_key"),
    ("is malformed or has a bad name", "ref_no_key"),
    ("refs with no name must have content", "ref_no_input"),
    ("invalid names, e.g. too many", "ref_too_many_keys"),
    ("was found", "group_without_list"),
    ("missing for <ref> tag", "included_ref"),
    ("Invalid parameter in <references>", "lists"),
    ("Closing tag missing for", "included_references"),
    ("Invalid dir=", "ref_invalid_dir"),
)


@dataclass(frozen=True, slots=True)
class Rendered:
    """``unfolded`` has notes in place of markers, ``numbers`` the markers as printed, ``notes`` the lists' texts."""

    unfolded: str
    numbers: tuple[str, ...]
    notes: tuple[str, ...]
    errors: Counter[str]


def kind_of(error: str) -> str:
    """The error's kind, as the footnote table calls it."""
    plain = unescape(re.sub(r"</?code>", "", error))
    return next((kind for words, kind in _KINDS if words in plain), plain)


def _squeezed(html: str) -> str:
    return re.sub(r"\s+", " ", html).strip()


def rendered(html: str) -> Rendered:
    """Read the wiki's HTML."""
    found = notes(html)
    body = _LIST.sub(lambda match: f"⟦list{_squeezed(_TAG.sub('', match.group(1)))}⟧", _ITEM.sub("", html))
    numbers = tuple(unescape(number) for _, number in _MARKER.findall(body))
    shown = _MARKER.sub(lambda match: f"⟦{found.get(unescape(match.group(1)).replace('_', ' '), '?')}⟧", body)
    # a marker before a bar of a table is taken for the cell's attributes: they say nothing to a reader
    shown = re.sub(r"<(td|th)\s[^>]*>", r"<\1>", shown)
    return Rendered(
        _squeezed(without_errors(shown, "⟦error⟧")),
        numbers,
        tuple(found.values()),
        Counter(kind_of(error) for error in errors(html)),
    )
