"""Replicas of the registries, in their exact shapes: doi.org handles and agencies, Crossref, DataCite, arXiv's Atom API."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape

from tests.fakes.library import Library, Replica, abstract

#: A day on which the replicas say they were asked and every record was last changed; nothing in a recording may change.
TODAY = "2026-11-30T00:00:00Z"


def handle(library: Library, doi: str) -> tuple[int, dict[str, Any]]:
    """``doi.org/api/handles``: code 1 with the address, or 100 with status 404."""
    work = library.by_doi(doi)
    if work is None:
        return 404, {"responseCode": 100, "handle": doi}
    value = {
        "index": 1,
        "type": "URL",
        "data": {"format": "string", "value": landing(work)},
        "ttl": 86400,
        "timestamp": TODAY,
    }
    return 200, {"responseCode": 1, "handle": doi, "values": [value]}


def landing(work: Replica) -> str:
    """Where doi.org sends a reader."""
    return work.landing or f"https://arxiv.org/abs/{work.arxiv}"


def agencies(library: Library, dois: str) -> list[dict[str, str]]:
    """``doi.org/ra``: the registration agency of each DOI."""
    return [_agency(library, doi) for doi in dois.split(",")]


def _agency(library: Library, doi: str) -> dict[str, str]:
    work = library.by_doi(doi)
    if work is not None:
        return {"DOI": doi, "RA": work.agency}
    return {"DOI": doi, "status": "DOI does not exist"}


def crossref(work: Replica) -> dict[str, Any]:
    """A ``work`` message of Crossref REST 1.0.0; absent fields are left out, as there."""
    people = []
    for place, name in enumerate(work.authors):
        given, _, family = name.rpartition(" ")
        sequence = "first" if place == 0 else "additional"
        people.append({"given": given, "family": family, "sequence": sequence, "affiliation": []})
    dated = {"date-parts": [list(work.issued)]}
    message: dict[str, Any] = {
        "publisher": work.publisher,
        "issue": work.issue,
        "DOI": work.doi,
        "type": work.type,
        "page": work.page,
        "source": "Crossref",
        "title": [work.title],
        "prefix": work.doi.partition("/")[0],
        "volume": work.volume,
        "author": people,
        "container-title": [work.container] if work.container else [],
        "original-title": [],
        "short-container-title": [work.short_container] if work.short_container else [],
        "issued": dated,
        "published": dated,
        "published-print": dated if not work.online else {"date-parts": [list(work.issued)]},
        "published-online": {"date-parts": [list(work.online)]} if work.online else None,
        "resource": {"primary": {"URL": work.landing}},
        "URL": f"https://doi.org/{work.doi}",
        "ISSN": list(work.issn),
        "relation": {},
        "subtitle": [],
        "short-title": [],
    }
    kept = {name: value for name, value in message.items() if value not in ("", None)}
    return {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": kept}


def crossref_search(library: Library, fields: dict[str, str]) -> dict[str, Any]:
    """Crossref's ``query.bibliographic``: it always finds something, those with the most common words first."""
    words = set(fields.get("query.bibliographic", "").lower().split())
    works = sorted(
        (work for work in library.works if work.agency == "Crossref"),
        key=lambda work: (-len(words & set(work.title.lower().split())), work.doi),
    )
    found = [crossref(work)["message"] for work in works[: int(fields.get("rows", "20"))]]
    message = {"facets": {}, "total-results": len(works), "items": found, "items-per-page": len(found)}
    return {"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message}


def datacite(work: Replica) -> dict[str, Any]:
    """A ``dois`` resource of DataCite's JSON:API, as arXiv registers its papers."""
    creators = []
    for name in work.authors:
        given, _, family = name.rpartition(" ")
        person = {"name": f"{family}, {given}", "nameType": "Personal", "givenName": given, "familyName": family}
        creators.append({**person, "affiliation": [], "nameIdentifiers": []})
    attributes = {
        "doi": work.doi,
        "identifiers": [{"identifier": work.arxiv, "identifierType": "arXiv"}],
        "creators": creators,
        "titles": [{"title": work.title}],
        "publisher": "arXiv",
        "container": {},
        "publicationYear": work.year,
        "types": {"ris": "GEN", "resourceType": "Article", "resourceTypeGeneral": "Preprint"},
        "dates": [
            {"date": f"{work.published}T00:00:00Z", "dateType": "Submitted", "dateInformation": "v1"},
            {"date": work.published[:7], "dateType": "Available", "dateInformation": "v1"},
        ],
        "relatedIdentifiers": [],
        "version": str(work.version),
        "descriptions": [{"description": abstract(work.slug), "descriptionType": "Abstract"}],
        "url": f"https://arxiv.org/abs/{work.arxiv}",
        "state": "findable",
    }
    return {"data": {"id": work.doi, "type": "dois", "attributes": attributes}}


#: DataCite's answer to an unknown DOI.
DATACITE_MISSING = {"errors": [{"status": "404", "title": "The resource you are looking for doesn't exist."}]}


def atom(library: Library, ids: str) -> tuple[int, str]:
    """The Atom feed of arXiv for an ``id_list``: unknown ids are silently absent, a malformed one is an error with status 400."""
    wanted = [part.strip() for part in ids.split(",") if part.strip()]
    malformed = next((number for number in wanted if not _well_formed(number)), None)
    if malformed is not None:
        return 400, _feed("arXiv Search Results", "https://arxiv.org/", 1, [_error(malformed)])
    found = [(work, _version(number, work)) for number in wanted if (work := library.by_arxiv(number)) is not None]
    title = f"arXiv Query: search_query=&amp;id_list={escape(ids)}&amp;start=0&amp;max_results=100"
    return 200, _feed(
        title, "https://arxiv.org/api/replica", len(found), [_entry(work, version) for work, version in found]
    )


def atom_search(library: Library, query: str) -> str:
    """The feed of a search for a title's words, «ti:"…"»."""
    wanted = " ".join(_words(query.removeprefix("ti:")))
    found = [work for work in library.works if work.arxiv and wanted and wanted in " ".join(_words(work.title))]
    title = f"arXiv Query: search_query={escape(query)}&amp;id_list=&amp;start=0&amp;max_results=3"
    return _feed(title, "https://arxiv.org/api/replica", len(found), [_entry(work, work.version) for work in found[:3]])


def _words(text: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in text.lower()).split()


def _well_formed(number: str) -> bool:
    head, _, tail = number.partition(".")
    return (head.isdigit() and len(head) == 4 and tail[:4].isdigit()) or "/" in number


def _feed(title: str, name: str, total: int, entries: list[str]) -> str:
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" '
        'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">\n'
        f"  <id>{name}</id>\n  <title>{title}</title>\n  <updated>{TODAY}</updated>\n"
        "  <opensearch:itemsPerPage>100</opensearch:itemsPerPage>\n"
        f"  <opensearch:totalResults>{total}</opensearch:totalResults>\n"
        "  <opensearch:startIndex>0</opensearch:startIndex>\n" + "".join(entries) + "</feed>\n"
    )


def _error(number: str) -> str:
    name = f"https://arxiv.org/api/errors#incorrect_id_format_for_{escape(number)}"
    return (
        f"  <entry>\n    <id>{name}</id>\n    <title>Error</title>\n    <updated>{TODAY}</updated>\n"
        f'    <link href="{name}" rel="alternate" type="text/html"/>\n'
        f"    <summary>incorrect id format for {escape(number)}</summary>\n"
        "    <author>\n      <name>arXiv api core</name>\n    </author>\n  </entry>\n"
    )


def _version(number: str, work: Replica) -> int:
    """The version that was asked for, else the last."""
    written = number.lower().partition("v")[2]
    return int(written) if written.isdigit() else work.version


def _entry(work: Replica, version: int) -> str:
    full = f"{work.arxiv}v{version}"
    updated = work.published if version == 1 else work.updated
    scheme = 'scheme="http://arxiv.org/schemas/atom"'
    lines = [
        f"<id>http://arxiv.org/abs/{full}</id>",
        f"<title>{escape(work.title)}</title>",
        f"<updated>{updated}T00:00:00Z</updated>",
        f'<link href="https://arxiv.org/abs/{full}" rel="alternate" type="text/html"/>',
        f'<link href="https://arxiv.org/pdf/{full}" rel="related" type="application/pdf" title="pdf"/>',
        f"<summary>{escape(abstract(work.slug))}</summary>",
        *(f'<category term="{term}" {scheme}/>' for term in work.categories),
        f"<published>{work.published}T00:00:00Z</published>",
        *([f"<arxiv:comment>{escape(work.comment)}</arxiv:comment>"] if work.comment else []),
        f'<arxiv:primary_category term="{work.categories[0]}"/>',
        *(f"<author>\n      <name>{escape(name)}</name>\n    </author>" for name in work.authors),
    ]
    return "  <entry>\n" + "".join(f"    {line}\n" for line in lines) + "  </entry>\n"


def as_json(value: object) -> bytes:
    """The bytes of a JSON answer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
