"""What names a work: identifiers as a page writes them, in canonical form, and the key that tells works apart.

One file a kind: ``urls``, ``doi``, ``arxiv``, ``books`` (ISBN), ``pubmed``, and ``sites`` for those that single sites give.
"""

from __future__ import annotations

import re
import unicodedata

from bot.entities import unescape
from bot.identifiers import arxiv_ids, books, doi_names, pubmed_ids, sites, urls
from bot.model.citation import Identifier
from bot.model.words import IdKind

__all__ = ["find_identifiers", "readable", "source_key"]

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\ud800-\udfff]")
_NOWIKI = re.compile(r"</?nowiki\s*/?>", re.IGNORECASE)


def find_identifiers(text: str) -> tuple[Identifier, ...]:
    """Every identifier in a note, each once: in the order of ``IdKind``, addresses last, each kind in the note's order.

    ``text`` is wikitext or plain text. An address of arxiv.org, doi.org, PubMed or GitHub is that identifier and stays an
    address as well, so that it can be fetched. Nothing is looked up: a well-formed invention is found like any other.
    """
    text = readable(text)
    addresses = urls.find(text)
    rest = urls.without(text, addresses)
    named = [*doi_names.in_addresses(text, addresses), *doi_names.in_text(rest)]
    found = [
        *named,
        *arxiv_ids.in_addresses(addresses),
        *arxiv_ids.in_text(rest),
        *(arxiv_ids.identifier(number) for item in named if (number := doi_names.arxiv_number(item.value))),
        *books.in_text(_without(rest, named)),
        *pubmed_ids.in_addresses(addresses),
        *pubmed_ids.in_text(rest),
        *sites.in_addresses(addresses),
        *sites.in_text(rest),
        *(address.identifier for address in addresses),
    ]
    order = list(IdKind)
    unique = {(item.kind, item.value): item for item in reversed(found)}
    kept = sorted(unique.values(), key=lambda item: (order.index(item.kind), found.index(item)))
    return tuple(kept)


def readable(text: str) -> str:
    """A note's text as its identifiers stand in it: no entities, comments or invisible characters, letters composed (NFC)."""
    whole = _without_comments(unicodedata.normalize("NFC", unescape(text)))
    return _INVISIBLE.sub("", _NOWIKI.sub("", whole)).replace("{{=}}", "=").replace("{{!}}", "|")


def _without_comments(text: str) -> str:
    """The text between its comments; one without an end is text."""
    pieces, position = [], 0
    while (start := text.find("<!--", position)) != -1 and (end := text.find("-->", start + 4)) != -1:
        pieces.append(text[position:start])
        position = end + 3
    return "".join((*pieces, text[position:]))


def _without(text: str, named: list[Identifier]) -> str:
    """``text`` without these DOIs: a chapter's DOI often holds its book's ISBN, which nobody cited."""
    for item in named:
        text = text.replace(item.value, " ")
        if item.value in text.lower():  # a pattern of its own for each DOI costs more than all else here
            text = re.sub(re.escape(item.value), " ", text, flags=re.IGNORECASE)
    return text


def source_key(identifiers: tuple[Identifier, ...], plain: str) -> str:
    """The name of the cited work for comparing (contract, «Identity»): its strongest identifier, else the folded note.

    DOI before arXiv id, ISBN, PMID, address without tracking. A DOI of arXiv's own prefix is the arXiv id.
    """
    number = _first_arxiv(identifiers)
    published = [f"doi:{value}" for value in _values(identifiers, IdKind.doi) if not doi_names.arxiv_number(value)]
    numbers = [
        f"{kind}:{value}" for kind in (IdKind.isbn, IdKind.pmid, IdKind.pmcid) for value in _values(identifiers, kind)
    ]
    addresses = [f"url:{urls.key(value)}" for value in _values(identifiers, IdKind.url)[:1]]
    found = [*published, *([f"arxiv:{number}"] if number else []), *numbers, *addresses]
    return found[0] if found else f"note:{_folded(plain)}"


def _values(identifiers: tuple[Identifier, ...], kind: IdKind) -> list[str]:
    return [item.value for item in identifiers if item.kind is kind]


def _first_arxiv(identifiers: tuple[Identifier, ...]) -> str | None:
    """The first arXiv id, else that of the first DOI of arXiv's own prefix."""
    numbered = (number for value in _values(identifiers, IdKind.doi) if (number := doi_names.arxiv_number(value)))
    return next(iter([*_values(identifiers, IdKind.arxiv), *numbered]), None)


def _folded(text: str) -> str:
    """Letters and digits alone, without case, accents and ё: punctuation and spacing of a note say nothing."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = decomposed
    if not decomposed.isascii():
        kept = "".join(char for char in decomposed if not unicodedata.combining(char) or char == "\u0306")
    return " ".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFC", kept)))
