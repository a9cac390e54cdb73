"""The source keys of version 0.1, which read DOIs and arXiv ids otherwise: what was decided under them is found again.

Frozen: nothing here is mended. It goes when no store of that version is about any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from bot.identifiers import readable, source_key, urls
from bot.identifiers.arxiv_ids import NUMBER, old_ids
from bot.identifiers.arxiv_ids import identifier as paper
from bot.identifiers.doi_names import arxiv_number, identifier
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
_LONGEST = 2048
_PAIRS = {")": "(", "]": "[", ">": "<", "}": "{"}
#: At most four words stand between the name and the number.
#: «arXiv:», «arXiv preprint arXiv:», «{{arxiv|», «|eprint=», «arXiv [cs.LG]»; the Х may be Cyrillic.
_NAMED = re.compile(
    r"(?:ar[xх]iv|eprint)(?:\.org(?:/(?:abs|pdf|html)/)?)?[\s:=|№#.]*+(?:(?:preprint|id|e-?print|\[[\w.-]++\]|архив)[\s:=|№#.]*+){0,4}"
    + NUMBER,
    re.IGNORECASE,
)
_HOSTS = re.compile(r"(?:^|\.)(?:arxiv\.org|ar5iv\.org|alphaxiv\.org|huggingface\.co)$")
_PATH = re.compile(rf"/(?:abs|pdf|html|format|ps|e-print|src|papers|list)/(?:arxiv:)?{NUMBER}", re.IGNORECASE)


_READ_OTHERWISE = frozenset({IdKind.doi, IdKind.arxiv})


def former_keys(text: str, identifiers: tuple[Identifier, ...], plain: str) -> tuple[str, ...]:
    """The source key that version 0.1 gave to a note, where that is another one than today's.

    ``identifiers`` and ``plain`` are what is read in ``text`` today.
    """
    text = readable(text)
    addresses = urls.find(text)
    rest = urls.without(text, addresses)
    dois = [*_in_addresses(text, addresses), *_in_text(rest)]
    numbers = (number for item in dois if (number := arxiv_number(item.value)))
    read = (
        *dois,
        *_papers(addresses, rest),
        *map(paper, numbers),
        *(one for one in identifiers if one.kind not in _READ_OTHERWISE),
    )
    former = source_key(read, plain)
    return (former,) if former != source_key(identifiers, plain) else ()


def _papers(addresses: tuple[Address, ...], rest: str) -> Iterator[Identifier]:
    for address in addresses:
        if _HOSTS.search(host_of(address.value)) and (match := _PATH.search(unquote(address.value))):
            yield paper(match[1])
    yield from (paper(match[1]) for found in (_NAMED.finditer(rest), old_ids(rest)) for match in found)


def _in_text(text: str) -> Iterator[Identifier]:
    """DOIs written out, with or without «doi:»."""
    text = _slashed(text)
    for match in _START.finditer(text):
        found = _cut(text[match.start() : match.start() + _LONGEST])
        if found:
            yield identifier(_QUERY.sub("", found))


def _in_addresses(text: str, addresses: tuple[Address, ...]) -> Iterator[Identifier]:
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


def _slashed(text: str) -> str:
    return _SLASH.sub(lambda match: (match[1] or match[2]) + "/", text) if "10." in text else text


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
