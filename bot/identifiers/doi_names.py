"""DOIs: ``10.`` prefix, slash, and nearly anything (DOI handbook 2.2), cut where the note goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from bot.identifiers.urls import Address, host_of
from bot.model.citation import Identifier
from bot.model.words import IdKind

_START = re.compile(r"(?<![\w.])10\.\d{4,9}(?:\.\d+)*/")
#: An old serial DOI carries ``<113::AID-CNE9>``; any other ``<`` opens a tag.
_TAIL = re.compile(r"(?:[^\s|{}<>\"«»“”„—–…]|<\d[\w:.,()-]*>|\{(?!\{)|\}(?!\}))+")
_NEXT = re.compile(r"[,;](?:https?:|doi|10\.\d{4})", re.IGNORECASE)
_RESOLVERS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_RESOLVED = re.compile(r"(?:https?:)?//(?:dx\.|www\.)?doi\.org/(?:doi:)?(10\.\S+)", re.IGNORECASE)
#: The slash as addresses write it, or with the space of a typesetter after the word.
_SLASH = re.compile(
    r"(?<![\w.])(10\.\d{4,9}(?:\.\d+)*)%2F|(\bdoi[:\s]{1,3}10\.\d{4,9}(?:\.\d+)*)[ ]?/[ ]?(?=\w)", re.IGNORECASE
)
_QUERY = re.compile(r"[?&][A-Za-z_]++=(?s:.*)|#[A-Za-z_](?s:.*)")
_VIEWER = re.compile(
    r"(?:/(?:abstract|abs|full|fulltext|pdf|epdf|pdfdirect|meta|summary|html|xml|references|citedby)|\.(?:full|pdf|html)){1,8}+$",
    re.IGNORECASE,
)
_ARXIV = re.compile(r"^10\.48550/arxiv\.(.+?)(?:v\d+)?$")
#: Crossref registers none longer (its schema's doi_t); without an end each DOI would be read on to the end of the text.
_LONGEST = 2048
_PAIRS = {")": "(", "]": "[", ">": "<", "}": "{"}


def in_text(text: str) -> Iterator[Identifier]:
    """DOIs written out, with or without «doi:»."""
    text = _slashed(text)
    for match in _START.finditer(text):
        found = _cut(text[match.start() : match.start() + _LONGEST])
        if found:
            yield identifier(_QUERY.sub("", found))


def in_addresses(text: str, addresses: tuple[Address, ...]) -> Iterator[Identifier]:
    """DOIs in addresses of doi.org and of publishers that put the DOI into the path."""
    for address in addresses:
        if host_of(address.value) in _RESOLVERS:
            # a raw «<113::AID>» ends the link for MediaWiki and is part of the DOI all the same: read on in the text
            match = _RESOLVED.match(text, address.start)
            found = unquote(_QUERY.sub("", _cut(_slashed(match[1])))) if match else ""
        else:
            path = unquote(address.value.partition("?")[0].partition("#")[0])
            match = _START.search(path)
            found = _VIEWER.sub("", _cut(path[match.start() :])) if match and path[match.start() - 1] == "/" else ""
        if found and _START.match(found):
            yield identifier(found)


def identifier(written: str) -> Identifier:
    """The canonical form: lower case, without prefix (DOI handbook 2.4: case carries no meaning)."""
    value = written.lower()
    return Identifier(IdKind.doi, value, "" if written == value else written)


def arxiv_number(value: str) -> str | None:
    """The arXiv id that a DOI of arXiv's own prefix stands for."""
    match = _ARXIV.match(value)
    return match[1] if match else None


def _slashed(text: str) -> str:
    return _SLASH.sub(lambda match: (match[1] or match[2]) + "/", text)


def _cut(text: str) -> str:
    """The DOI at the start of ``text``: not the sentence's punctuation, nor a bracket the DOI does not open."""
    start = _START.match(text)
    tail = _TAIL.match(text, start.end()) if start else None
    if not start or not tail:
        return ""
    found = start[0] + tail[0]
    following = _NEXT.search(found)
    found = found[: following.start()] if following else found
    found = found.partition("''")[0]
    unopened = {closing: found.count(closing) - found.count(opening) for closing, opening in _PAIRS.items()}
    end = len(found)
    while end and (found[end - 1] in ".,;:!?'*" or unopened.get(found[end - 1], 0) > 0):
        end -= 1
        if found[end] in unopened:
            unopened[found[end]] -= 1
    found = found[:end]
    return found if len(found) > start.end() else ""
