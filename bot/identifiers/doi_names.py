"""DOIs: ``10.`` prefix, slash, and nearly anything (DOI handbook 2.2), cut where the note goes on.

What a note writes can be read in several ways: ``…/btab083/6128680`` is Oxford's address of ``…/btab083``, or a DOI of its own.
The canonical form is the likeliest; ``readings`` lists the others, and whoever asks a registry asks them all before denying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple
from urllib.parse import unquote

from bot.identifiers import doi_sites
from bot.identifiers.urls import Address, host_of
from bot.model.citation import Identifier
from bot.model.words import IdKind

#: Not inside a number or a word; the word DOI alone may touch it.
_START = re.compile(r"(?:(?<![^\W_])|(?<=doi)|(?<=DOI))(?<!\.)10\.\d{4,9}(?:\.\d+)*/")
#: An old serial DOI carries ``<113::AID-CNE9>``; any other ``<`` opens a tag.
_TAIL = re.compile(r"(?:[^\s|{}<>\"«»“”„…`]++|<\d[\w:.,()-]*>|\{(?!\{)|\}(?!\}))+")
_RESOLVERS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_RESOLVED = re.compile(
    r"(?:https?:)?//(?:dx\.|www\.)?doi\.org/(?:(?:https?:)?//(?:dx\.)?doi\.org/)?(?:doi:\s?)?(10\.\S+)", re.IGNORECASE
)
#: The slash as addresses write it or as another character, and the spaces of a typesetter after the word.
_ESCAPED_SLASH = re.compile(r"(?<![\w.])(10\.\d{4,9}(?:\.\d+)*)(?:%2F|[\u2044\u2215\uff0f])", re.IGNORECASE)
_SPACED = re.compile(r"(\bdoi[:\s]{1,3}10\.)[ ]?(\d{4,9}(?:\.\d+)*)[ ]?/[ ]?(?=\w)", re.IGNORECASE)
_QUERY = re.compile(r"[?&][A-Za-z_]++=(?s:.*)|#[A-Za-z_](?s:.*)")
_ARXIV = re.compile(r"^10\.48550/arxiv\.(.+?)(?:v\d+)?$")
#: Crossref registers none longer (its schema's doi_t); without an end each DOI would be read on to the end of the text.
_LONGEST = 2048
_PAIRS = {")": "(", "]": "[", ">": "<", "}": "{"}
_CLOSING = {opening: closing for closing, opening in _PAIRS.items()}
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
#: Cyrillic letters that a keyboard puts for Latin ones (Unicode, confusables.txt).
_LATIN = str.maketrans("аеорсухіјѕАВЕКМНОРСТУХІЈЅ", "aeopcyxijsABEKMHOPCTYXIJS")


class _End(NamedTuple):
    """Where a note goes on right behind a DOI, without a space."""

    name: str
    pattern: re.Pattern[str]


_ENDS = (
    _End("wiki quotes", re.compile(r"''")),
    _End("the next DOI or address", re.compile(r"[,;](?=10\.\d{4})|[,;.]?(?=https?:|doi:|arxiv:)", re.IGNORECASE)),
    _End("a mark, then a word with its colon", re.compile(r"[.,;)](?=[^\W\d_]{2,20}:)")),
    _End(
        "a mark, then another script",
        re.compile("(?<![.,;:(\\[\u2010-\u2015])[.,;:(\\[\u2010-\u2015]++(?=[\u0400-\u04ff]++(?![A-Za-z]))"),
    ),
    _End("a bracket before another word", re.compile(r"[(\[](?=[^()\[\]]*$)")),
    _End("a Markdown link's address, an argument of LaTeX", re.compile(r"\](?=\()|\}(?=\{)")),
    _End("a footnote's number", re.compile(r"\[\d{1,3}\]$")),
)
#: Marks of a sentence, of emphasis and of footnotes.
_CLOSERS = ".,;:!?\u3002\uff0c\uff1b\uff1a\uff09'’‘*†‡§¶\\$\u2010\u2011\u2012\u2013\u2014\u2015\u2212"


def in_text(text: str) -> Iterator[Identifier]:
    """DOIs written out, with or without «doi:»."""
    text = _slashed(text)
    starts = list(_START.finditer(text))
    for match, following in zip_longest(starts, starts[1:]):
        limit = match.start() + _LONGEST
        if following and text[following.start() - 1] in "([,;.":  # the next DOI of a list
            limit = min(limit, following.start())
        written = _run(text[match.start() : limit], match.end() - match.start())
        found = _cut(written, match.end() - match.start())
        if text[match.start() - 1 : match.start()] == "_":
            found = found.removesuffix("_")
        if found:
            yield _read(_QUERY.sub("", found), written)


def in_addresses(text: str, addresses: tuple[Address, ...]) -> Iterator[Identifier]:
    """DOIs in addresses of doi.org, of publishers that put the DOI into the path or the query, of sites whose paths are DOIs."""
    for address in addresses:
        host = host_of(address.value)
        if host in _RESOLVERS:
            # a raw «<113::AID>» ends the link for MediaWiki and is part of the DOI all the same: read on in the text
            match = _RESOLVED.match(text, address.start)
            written = _run(_slashed(match[1])) if match else ""
            found = unquote(_QUERY.sub("", _cut(written)))
        else:
            written = found = doi_sites.written_in(address.value)
            found = doi_sites.without_tail(host, _cut(found)) if found else ""
        if found and _START.match(found):
            yield _read(found, written)
        elif derived := doi_sites.derived_from(address.value):
            yield Identifier(IdKind.doi, derived, address.value)


def identifier(written: str) -> Identifier:
    """The canonical form: lower case, without prefix (DOI handbook 2.4: case carries no meaning)."""
    value = written.lower()
    return Identifier(IdKind.doi, value, "" if written == value else written)


def arxiv_number(value: str) -> str | None:
    """The arXiv id that a DOI of arXiv's own prefix stands for."""
    match = _ARXIV.match(value)
    return match[1] if match else None


def _read(found: str, written: str) -> Identifier:
    """The canonical form of what was cut out, with what stands in the note where that is more."""
    value = _canonical(found)
    longer = written.rstrip(_CLOSERS + "/")
    return Identifier(IdKind.doi, value, longer if longer != value else "")


def _canonical(found: str) -> str:
    """Lower case; hyphens for dashes, Latin letters for Cyrillic likenesses, no escapes of Markdown, LaTeX, addresses."""
    plain = _DASHES.sub("-", re.sub(r"\\(?=[_<>#&%()\[\]{}-])", "", found))
    latin = plain.translate(_LATIN)
    plain = plain if _CYRILLIC.search(latin) else latin
    return (unquote(plain) if re.search("%[0-9A-Fa-f]{2}", plain) else plain).rstrip("/").lower()


def _slashed(text: str) -> str:
    """The slash after the prefix as DOIs have it."""
    return _SPACED.sub(r"\1\2/", _ESCAPED_SLASH.sub(r"\1/", text)) if "10." in text else text


def _run(text: str, start: int = -1) -> str:
    """All that could belong to the DOI at the start of ``text``; "" where there is none."""
    if start < 0:
        match = _START.match(text)
        start = match.end() if match else len(text)
    tail = _TAIL.match(text, start)
    return text[:start] + tail[0] if tail else ""


def _cut(found: str, start: int = -1) -> str:
    """The DOI at the start of a run: no punctuation of the sentence, no bracket the DOI does not open, nothing glued on."""
    if start < 0:
        match = _START.match(found)
        start = match.end() if match else 0
    if not found or not start:
        return ""
    for _ in range(2):  # a bracket that nothing opens may hide a footnote's number
        before = found
        ends = [end.start() for row in _ENDS if (end := row.pattern.search(found, start + 1))]
        found = _balanced(found[: min(ends, default=len(found))])
        if found == before:
            break
    return found if len(found) > start else ""


def _balanced(found: str) -> str:
    """Without closing marks and brackets that nothing opens, from the end."""
    unopened = {closing: found.count(closing) - found.count(opening) for closing, opening in _PAIRS.items()}
    end = len(found)
    while end and (found[end - 1] in _CLOSERS or unopened.get(found[end - 1], 0) > 0):
        end -= 1
        if found[end] in unopened:
            unopened[found[end]] -= 1
    return found[:end]


#: Readings of one DOI; each costs a question to the handle system where those before it are denied.
_MOST_READINGS = 8


class DoiReading(NamedTuple):
    """A DOI that may be meant. ``own``: what is written is this DOI, or its publisher's own way to write it."""

    value: str
    own: bool


def readings(item: Identifier) -> tuple[DoiReading, ...]:
    """All readings of a DOI, the longest first, each once; a derived one (see ``is_derived``) has a single reading."""
    if is_derived(item):
        return (DoiReading(item.value, own=True),)
    written = item.as_written.lower()
    longer = (
        written if written.startswith("10.") and written.isascii() and len(written) > len(item.value) else item.value
    )
    found = {longer: True, item.value: True}
    for value in (longer, item.value):
        _add_shorter(value, found)
    return tuple(DoiReading(value, own) for value, own in found.items())[:_MOST_READINGS]


def is_derived(item: Identifier) -> bool:
    """Whether nobody wrote this DOI: a site's address makes it, and that it is not registered proves nothing."""
    return item.as_written.startswith(("http://", "https://"))


def _add_shorter(value: str, found: dict[str, bool]) -> None:
    """Add what remains of a DOI when tails are taken off, one at a time and one behind another."""
    waiting = [value]
    while waiting and len(found) < _MOST_READINGS:
        value = waiting.pop(0)
        for row in doi_sites.TAILS:
            short = row.pattern.sub("", value)
            if short not in found and short.partition("/")[2]:
                found[short] = found[value] and row.own
                waiting.append(short)
