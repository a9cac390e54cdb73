"""What a page says of the work it shows. It may confirm, never convict.

Read in this order: Highwire tags, JSON-LD, Dublin Core, OpenGraph, the title, the first heading.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.identifiers import find_identifiers
from bot.model.source import Work
from bot.registries.shape import at, composed, items, once, text, texts, year

if TYPE_CHECKING:
    from lxml.html import HtmlElement

NAME = "page"
_WORKS = frozenset(
    "ScholarlyArticle Article NewsArticle BlogPosting TechArticle Book Report Thesis Dataset WebPage VideoObject".split()
)
#: « — Site name» after a title; a dash inside a title has words on both sides that belong to it, so both forms are kept.
_SUFFIX = re.compile(r"(?<!\s)\s++(?:[|·•–—]|-|::|»)\s++[^|·•–—:»]{2,60}$")
#: Values of one name that are kept: a paper of a large collaboration has a tag for each author.
_MOST_VALUES = 5000


@dataclass(frozen=True, slots=True)
class PageMeta:
    """What was read of a page's head: the work it claims to be, its bare title and first heading."""

    work: Work
    title: str = ""
    heading: str = ""
    refresh: str | None = None
    paywalled: bool = False
    tags: dict[str, list[str]] = field(default_factory=dict)


def read(tree: HtmlElement, url: str) -> PageMeta:
    """Metadata of a page's tree, scripts and all. Wrong shapes are empty values."""
    tags = _tags(tree)
    title = _line(_text(next(tree.iter("title"), None)))
    heading = _line(_text(next(tree.iter("h1"), None)))
    documents = list(_json_ld(tree))
    return PageMeta(
        work=_work(tags, documents, title, heading, url),
        title=title,
        heading=heading,
        refresh=_refresh(tags),
        paywalled=any(_is_false(at(document, "isAccessibleForFree")) for document in documents),
        tags=tags,
    )


def _text(element: HtmlElement | None) -> str:
    """All text inside an element."""
    return "" if element is None else " ".join(element.itertext())


def _tags(tree: HtmlElement) -> dict[str, list[str]]:
    """Every meta tag's values by its lower-case name."""
    found: dict[str, list[str]] = {}
    for tag in tree.iter("meta"):
        name = tag.get("name") or tag.get("property") or tag.get("itemprop") or tag.get("http-equiv")
        content = tag.get("content")
        if name and content and content.strip():
            values = found.setdefault(name.strip().lower(), [])
            if len(values) < _MOST_VALUES:
                values.append(_line(content))
    return found


def _json_ld(tree: HtmlElement) -> Iterator[object]:
    """JSON-LD objects that describe a work, graphs and lists opened."""
    for script in tree.iter("script"):
        if script.get("type") != "application/ld+json" or not script.text:
            continue
        try:
            document = json.loads(script.text)
        except (ValueError, RecursionError):
            continue
        for entry in items(document):
            for member in (entry, *items(entry, "@graph")):
                if not _WORKS.isdisjoint(texts(member, "@type")):
                    yield member


#: Tags of identifiers with what stands before such an identifier in free text; and tags of where a work appeared.
_IDENTIFIERS = (
    ("citation_doi", "doi:"),
    ("dc.identifier", "doi:"),
    ("prism.doi", "doi:"),
    ("citation_arxiv_id", "arXiv:"),
    ("citation_pmid", "PMID:"),
)
_VENUES = ("citation_journal_title", "citation_conference_title", "citation_inbook_title", "prism.publicationname")


def _work(tags: dict[str, list[str]], documents: list[object], title: str, heading: str, url: str) -> Work:
    """The work, each field from the most telling place that has it; titles from all of them."""
    identifiers = [f"{label}{value}" for name, label in _IDENTIFIERS for value in tags.get(name, [])]
    return Work(
        NAME,
        titles=once(*_titles(tags, documents, title), heading),
        authors=tuple(_turned(author) for author in _authors(tags, documents) if author.strip()),
        years=tuple(dict.fromkeys(_years(tags, documents))),
        identifiers=find_identifiers(" ".join(identifiers)),
        url=url,
        text_urls=tuple(tags.get("citation_pdf_url", [])),
        abstract=_first(tags, "citation_abstract", "dcterms.abstract") or None,
        roster_complete=bool(tags.get("citation_author")),
        venues=_all(tags, _VENUES),
        volume=_first(tags, "citation_volume"),
        issue=_first(tags, "citation_issue"),
        pages="-".join(filter(None, (_first(tags, "citation_firstpage"), _first(tags, "citation_lastpage")))),
    )


def _all(tags: dict[str, list[str]], names: tuple[str, ...]) -> tuple[str, ...]:
    """The values of all those tags, in the order of ``names``."""
    return tuple(value for name in names for value in tags.get(name, []))


def _first(tags: dict[str, list[str]], *names: str) -> str:
    return next(iter(_all(tags, names)), "")


def _titles(tags: dict[str, list[str]], documents: list[object], title: str) -> Iterator[str]:
    """Every title that the page gives, the most telling first; those for people also without the site's name."""
    yield from tags.get("citation_title", [])
    for document in documents:
        yield from (text(document, "headline"), text(document, "name"))
    yield from _all(tags, ("dc.title", "dcterms.title", "eprints.title"))
    shown = (*_all(tags, ("og:title", "twitter:title")), title)
    yield from shown
    yield from (_SUFFIX.sub("", found) for found in shown)


def _authors(tags: dict[str, list[str]], documents: list[object]) -> list[str]:
    """The people as the first kind of tag that names any has them."""
    named = (
        tags.get("citation_author"),
        _first(tags, "citation_authors").split(";"),
        tags.get("dc.creator"),
        [_person(person) for document in documents for person in items(document, "author")],
    )
    return next((people for people in named if people and any(people)), tags.get("author", []))


def _years(tags: dict[str, list[str]], documents: list[object]) -> Iterator[int]:
    """Years that the page gives for itself."""
    names = (
        "citation_publication_date", "citation_date", "citation_online_date", "citation_year", "dc.date", "dcterms.issued",
        "dc.date.issued", "article:published_time", "prism.publicationdate",
    )  # fmt: skip
    written = [value for name in names for value in tags.get(name, [])]
    written += [text(document, name) for document in documents for name in ("datePublished", "dateCreated")]
    for value in written:
        match = re.search(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)", value)
        if match and (found := year(match[0])):
            yield found


def _is_false(value: object) -> bool:
    """A JSON-LD «no», as a truth value or as its name."""
    return value is False or (isinstance(value, str) and value.lower() == "false")


def _person(person: object) -> str:
    """A JSON-LD author."""
    return person.strip() if isinstance(person, str) else text(person, "name")


def _turned(name: str) -> str:
    """«Family, Given» as «Given Family»."""
    last, comma, first = composed(name).strip().partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first else composed(name).strip()


def _refresh(tags: dict[str, list[str]]) -> str | None:
    """Where a ``<meta http-equiv=refresh>`` of at most five seconds leads."""
    for value in tags.get("refresh", []):
        match = re.match(r"\s*([0-5])(?:\.\d*)?\s*[;,]\s*(?:url\s*=)?\s*[\"']?([^\"'\s>]+)", value, re.IGNORECASE)
        if match:
            return match[2]
    return None


def _line(value: str) -> str:
    """One line, bounded: titles are shown and compared, nothing more."""
    return composed(re.sub(r"\s+", " ", value)).strip()[:1000]
