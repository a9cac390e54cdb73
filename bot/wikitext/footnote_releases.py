"""Footnotes by MediaWiki's release: what Cite understands in each, and which error a ref tag shows there.

Rules: Cite of March 2008 (MediaWiki 1.12) and of 1.39 as released; what is newer as its history says.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import quote


class Fault(StrEnum):
    """Why a ref tag shows an error (Cite's message keys) or nothing."""

    none = ""
    no_key = "ref_no_key"
    no_input = "ref_no_input"
    numeric_key = "ref_numeric_key"
    unknown_attribute = "ref_too_many_keys"
    included_ref = "included_ref"
    bad_dir = "ref_invalid_dir"
    group_mismatch = "references_group_mismatch"
    list_no_key = "references_no_key"
    list_empty = "empty_references_define"
    list_missing_key = "references_missing_key"
    lost_list = "references_not_expected"


@dataclass(frozen=True, slots=True)
class CiteRules:
    """Differences between releases (facts: first release that has them)."""

    liberal: bool
    keyed_as_id: bool
    one_attribute: bool
    empty_is_reuse: bool
    space_is_content: bool
    list_defined: bool
    list_closes: bool
    auto_list: bool
    nested_is_error: bool
    clash_is_error: bool
    keeps_odd: bool
    attributes: frozenset[str]

    @classmethod
    def of(cls, version: tuple[int, int]) -> CiteRules:
        """The rules of a release."""
        known = {"name"}
        known |= {"group"} if version >= (1, 13) else set()
        known |= {"follow"} if version >= (1, 17) else set()
        known |= {"dir", "extends"} if version >= (1, 35) else set()
        if version >= (1, 44):
            known = (known | {"details"}) - {"extends"}
        return cls(
            liberal=version >= (1, 20),
            keyed_as_id=version < (1, 31),
            one_attribute=version < (1, 13),
            empty_is_reuse=version >= (1, 16),
            space_is_content=version < (1, 35),
            list_defined=version >= (1, 16),
            list_closes=version >= (1, 13),
            auto_list=version >= (1, 24),
            nested_is_error=version >= (1, 14),
            clash_is_error=version >= (1, 27),
            keeps_odd=version >= (1, 45),
            attributes=frozenset(known),
        )

    def key(self, name: str) -> str:
        """What two names must share to be one: the exact name, or its HTML id before 1.31."""
        return quote(name.replace(" ", "_"), safe="-_.:").replace("%", ".") if self.keyed_as_id else name

    def is_reuse(self, content: str | None) -> bool:
        """Whether a sound ref tag with this content (None: self-closed) only repeats a note."""
        if content is None or not content:
            return content is None or self.empty_is_reuse or not self.space_is_content
        return not self.space_is_content and is_blank(content)


class RefTag(NamedTuple):
    """What a ref tag says and where it stands; ``keys`` are the notes of its ``group`` so far.

    ``content`` is None of a self-closed tag, ``list_group`` outside a list's content.
    """

    name: str | None
    others: Mapping[str, str]
    content: str | None
    group: str
    list_group: str | None
    keys: Collection[str]

    @property
    def is_empty(self) -> bool:
        """Whether nothing but blanks stands in it."""
        return self.content is None or is_blank(self.content)


_TRIM = " \t\n\r\0\x0b"
_Row = tuple[Callable[[RefTag, CiteRules], object], Fault]


def is_blank(content: str) -> bool:
    """Whether PHP's trim() leaves nothing."""
    return not content or (content[0] in _TRIM and not content.strip(_TRIM))


def _is_number(value: str | None) -> bool:
    return value is not None and value.isascii() and value.isdigit()


def _is_odd(tag: RefTag, rules: CiteRules) -> bool:
    return not rules.keeps_odd and (not rules.attributes.issuperset(tag.others) or bool(tag.others.get("extends")))


def _has_number(tag: RefTag, rules: CiteRules) -> bool:
    named = (tag.name, tag.others.get("extends"), tag.others.get("follow"))
    return not rules.keeps_odd and any(map(_is_number, named))


def _holds_ref(tag: RefTag, rules: CiteRules) -> bool:
    return tag.content is not None and rules.nested_is_error and holds_ref(tag.content)


#: What is wrong with a ref tag, in the order in which Cite asks; the first row that holds is the error. March 2008:
_OLD: tuple[_Row, ...] = (
    (lambda tag, _: tag.content == "", Fault.no_input),
    (lambda tag, _: tag.others, Fault.unknown_attribute),
    (lambda tag, _: tag.content is None and tag.name is None, Fault.no_key),
    (lambda tag, _: _is_number(tag.name), Fault.numeric_key),
)
#: Of attributes beside the name.
_ATTRIBUTES: tuple[_Row, ...] = (
    (_is_odd, Fault.unknown_attribute),
    (_has_number, Fault.numeric_key),
    (lambda tag, _: tag.name and tag.others.get("follow"), Fault.unknown_attribute),
    (lambda tag, _: tag.others.get("dir", "ltr").lower() not in {"ltr", "rtl"}, Fault.bad_dir),
)
#: Of the content, where a name stands, and where it may stand.
_NAMED: tuple[_Row, ...] = ((_holds_ref, Fault.included_ref),)
_CONTENT: tuple[_Row, ...] = (
    (lambda tag, _: not tag.name and tag.content is None, Fault.no_key),
    (lambda tag, _: not tag.name and tag.is_empty, Fault.no_input),
    *_NAMED,
)
_IN_TEXT = (*_ATTRIBUTES, *_CONTENT)
_IN_LIST: tuple[_Row, ...] = (
    *_ATTRIBUTES,
    (lambda tag, _: tag.group != tag.list_group, Fault.group_mismatch),
    (lambda tag, _: not tag.name, Fault.list_no_key),
    (lambda tag, _: tag.is_empty, Fault.list_empty),
    (lambda tag, rules: rules.key(tag.name or "") not in tag.keys, Fault.list_missing_key),
)


def fault_of(tag: RefTag, rules: CiteRules) -> Fault:
    """The error that the wiki shows in place of a ref tag."""
    for holds, fault in _rows(tag, rules):
        if holds(tag, rules):
            return fault
    return Fault.none


def _rows(tag: RefTag, rules: CiteRules) -> tuple[_Row, ...]:
    if rules.one_attribute:
        return _OLD
    if tag.list_group is not None:
        return _IN_LIST
    if tag.others or _is_number(tag.name):
        return _IN_TEXT
    return _NAMED if tag.name else _CONTENT


#: What opens a comment or looks like an element; the latter only where a ``>`` follows.
_STRIP = re.compile(r"<(?:!--|(\w++))", re.ASCII)
_CLOSING = re.compile(r"</(\w++)\s*+>", re.ASCII)
_REF_TAG = re.compile(r"<ref(?:erences)?\b", re.IGNORECASE | re.ASCII)


def holds_ref(content: str) -> bool:
    """Whether Cite finds a ref tag inside a ref's content after cutting out what looks like elements and comments (T8199)."""
    if "<" not in content or not _opens_ref(content):
        return False
    closings: dict[str, list[tuple[int, int]]] = {}
    for closing in _CLOSING.finditer(content):
        closings.setdefault(closing[1], []).append(closing.span())
    kept: list[str] = []
    position, last = 0, content.rfind(">")
    while match := _STRIP.search(content, position):
        stop = _stripped(content, match, last, closings.get(match[1], []))
        # not an element: step over its first character, as the regular expression would
        kept.append(content[position : match.start() + (stop == -1)])
        position = stop if stop != -1 else match.start() + 1
    kept.append(content[position:])
    return _opens_ref("".join(kept))


def _opens_ref(text: str) -> bool:
    """Whether a ref tag opens somewhere and any ``>`` stands behind it: what Cite's own expression finds."""
    opened = _REF_TAG.search(text)
    return opened is not None and text.rfind(">") >= opened.end()


def _stripped(content: str, opened: re.Match[str], last: int, closings: list[tuple[int, int]]) -> int:
    """Where what looks like an element or a comment ends, -1 when it is none; no ``>`` stands behind ``last``."""
    if opened[1] is None:
        close = content.find("-->", opened.end(), last + 1)
        return close + 3 if close != -1 else -1
    if not closings or opened.end() > last:
        return -1
    after = bisect_left(closings, (content.index(">", opened.end()) + 1, 0))
    return closings[after][1] if after < len(closings) else -1
