"""Replicas of the services that may only confirm, in their shapes of 2026: OpenAlex, Semantic Scholar, DBLP, Open Library,
Google Books, PubMed, GitHub, Habr, CyberLeninka, Math-Net.Ru, the Russian State Library.

Each answers from the library's works, and says «not found» in its own way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from html import escape
from typing import Any
from urllib.parse import unquote

from tests.fakes.library import Library, Replica

#: Status, media type, body.
Said = tuple[int, str, bytes]
_JSON, _HTML = "application/json; charset=utf-8", "text/html; charset=utf-8"


def _json(value: object, status: int = 200) -> Said:
    return status, _JSON, json.dumps(value, ensure_ascii=False).encode()


def _html(text: str, status: int = 200) -> Said:
    return status, _HTML, f"<!DOCTYPE html><html>{text}</html>".encode()


def _one(works: Iterable[Replica], field: str, value: str) -> Replica | None:
    return next((work for work in works if value and getattr(work, field).lower() == value.lower()), None)


def _titled(library: Library, words: str) -> list[Replica]:
    """Works whose title holds every word."""
    wanted = set(words.lower().split())
    return [work for work in library.works if wanted and wanted <= set(_bare(work.title).split())]


def _bare(title: str) -> str:
    return "".join(char if char.isalnum() else " " for char in title.lower())


def openalex(library: Library, path: str, _: dict[str, str]) -> Said:
    """api.openalex.org: one work by DOI; a missing one is an HTML page."""
    work = library.by_doi(unquote(path.partition("doi:")[2]))
    if work is None:
        return _html("<head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body>", 404)
    people = [{"author_position": "middle", "author": {"display_name": name}} for name in work.authors]
    first, _dash, last = work.page.partition("-")
    return _json(
        {
            "id": f"https://openalex.org/{work.slug}",
            "doi": f"https://doi.org/{work.doi}",
            "title": work.title,
            "display_name": work.title,
            "publication_year": work.year,
            "authorships": people,
            "primary_location": {"source": {"display_name": work.container}, "landing_page_url": work.landing},
            "biblio": {"volume": work.volume, "issue": work.issue, "first_page": first, "last_page": last},
            "is_retracted": False,
        }
    )


def semanticscholar(library: Library, path: str, fields: dict[str, str]) -> Said:
    """api.semanticscholar.org: a paper by DOI or arXiv id, and the best match of a title."""
    if path.endswith("/search/match"):
        found = _titled(library, _bare(fields.get("query", "")))
        return _json({"data": [_paper(found[0])]}) if found else _json({"error": "Title match not found"}, 404)
    kind, _, value = unquote(path.rpartition("/paper/")[2]).partition(":")
    if kind == "DOI":
        work = library.by_doi(value)
    else:
        work = library.by_arxiv(value) if kind == "ARXIV" else _one(library.works, "pmid", value)
    return _json(_paper(work)) if work else _json({"error": f"Paper with id {kind}:{value} not found"}, 404)


def _paper(work: Replica) -> dict[str, Any]:
    numbers = {"DOI": work.doi, "ArXiv": work.arxiv, "PubMed": work.pmid, "CorpusId": 1}
    return {
        "paperId": work.slug,
        "externalIds": {name: value for name, value in numbers.items() if value},
        "title": work.title,
        "venue": work.container,
        "year": work.year,
        "publicationDate": None,
        "journal": {"name": work.container, "volume": work.volume, "pages": work.page},
        "openAccessPdf": None,
        "authors": [{"authorId": str(place), "name": name} for place, name in enumerate(work.authors)],
    }


def dblp(library: Library, path: str, fields: dict[str, str]) -> Said:
    """dblp.org: the search by words; a lone author is an object and not a list, a namesake has a number."""
    found = _titled(library, fields.get("q", "").lower())
    hits: list[dict[str, Any]] = []
    for work in found[:5]:
        people = [{"@pid": f"0/{place}", "text": f"{name} 0001"} for place, name in enumerate(work.authors)]
        info = {
            "authors": {"author": people if len(people) > 1 else people[0]} if people else {},
            "title": f"{work.title}.",
            "venue": [work.container] if work.container else "CoRR",
            "volume": work.volume,
            "pages": work.page,
            "year": str(work.year),
            "type": "Journal Articles" if work.type == "journal-article" else "Conference and Workshop Papers",
            "doi": work.doi.upper(),
            "ee": f"https://doi.org/{work.doi}" if work.doi else f"http://arxiv.org/abs/{work.arxiv}",
        }
        hits.append({"@score": "7", "@id": work.slug, "info": {name: value for name, value in info.items() if value}})
    counted = {"@total": str(len(hits)), "@computed": "1", "@sent": str(len(hits)), "@first": "0"}
    return _json(
        {"result": {"query": path, "status": {"@code": "200"}, "hits": counted | ({"hit": hits} if hits else {})}}
    )


def openlibrary(library: Library, _: str, fields: dict[str, str]) -> Said:
    """openlibrary.org: books by ISBN; an unknown one is left out."""
    key = fields.get("bibkeys", "")
    work = _one(library.works, "isbn", key.removeprefix("ISBN:"))
    if work is None:
        return _json({})
    people = [{"name": name, "url": "https://openlibrary.org/authors/OL1A"} for name in work.authors]
    return _json(
        {key: {"title": work.title, "authors": people, "publish_date": f"May {work.year}", "url": work.landing}}
    )


def googlebooks(library: Library, _: str, fields: dict[str, str]) -> Said:
    """www.googleapis.com: a search by ISBN that gives unrelated volumes beside the right one, as there."""
    number = fields.get("q", "").removeprefix("isbn:")
    work = _one(library.works, "isbn", number)
    other = {"title": "Cooking with Fire", "authors": ["Some Cook"], "industryIdentifiers": [], "publishedDate": "2001"}
    items = [{"kind": "books#volume", "volumeInfo": other}]
    if work is not None:
        named = [{"type": "ISBN_13", "identifier": work.isbn}]
        about = {"title": work.title, "authors": list(work.authors), "publishedDate": f"{work.year}-05-01"}
        items.append({"kind": "books#volume", "volumeInfo": {**about, "industryIdentifiers": named}})
    return _json({"kind": "books#volumes", "totalItems": len(items), "items": items})


def pubmed(library: Library, _: str, fields: dict[str, str]) -> Said:
    """eutils.ncbi.nlm.nih.gov: a summary; an unknown PMID has an «error» inside a good answer."""
    number = fields.get("id", "")
    work = _one(library.works, "pmid", number)
    record: dict[str, Any] = {"uid": number, "error": "cannot get document summary"}
    if work is not None:
        people = [{"name": f"{name.rpartition(' ')[2]} {name[:1]}"} for name in work.authors]
        record = {
            "uid": number,
            "title": f"{work.title}.",
            "authors": people,
            "pubdate": f"{work.year} May",
            "pubtype": ["Journal Article"],
            "articleids": [{"idtype": "doi", "value": work.doi}],
        }
    return _json({"result": {"uids": [number], number: record}})


def github(library: Library, path: str, _: dict[str, str]) -> Said:
    """api.github.com: a repository."""
    work = _one(library.works, "github", unquote(path.removeprefix("/repos/")))
    if work is None:
        return _json(
            {"message": "Not Found", "documentation_url": "https://docs.github.com/rest", "status": "404"}, 404
        )
    owner, _slash, name = work.github.partition("/")
    return _json(
        {
            "name": name,
            "full_name": work.github,
            "owner": {"login": owner},
            "description": work.title,
            "html_url": f"https://github.com/{work.github}",
            "created_at": f"{work.year}-01-02T00:00:00Z",
            "pushed_at": f"{work.year + 2}-01-02T00:00:00Z",
            "archived": False,
        }
    )


def habr(library: Library, path: str, _: dict[str, str]) -> Said:
    """habr.com: the JSON of an article."""
    number = path.rstrip("/").rpartition("/")[2]
    work = _one(library.works, "habr", number)
    if work is None:
        return _json({"code": "NOT_FOUND", "message": "Article not found"}, 404)
    writer = {"alias": "writer", "fullname": work.authors[0]}
    return _json(
        {
            "id": number,
            "timePublished": f"{work.year}-05-06T10:00:00+00:00",
            "titleHtml": f"<span>{escape(work.title)}</span>",
            "textHtml": "<p>…</p>",
            "author": writer,
        }
    )


def _article(work: Replica, title: str, year: int, venue: str) -> str:
    """A page with Highwire tags and a text."""
    people = "".join(f'<meta name="citation_author" content="{escape(name)}">' for name in work.authors)
    said = "Текст статьи о том, что названо в заголовке. " * 30
    return (
        f'<head><title>{escape(title)}</title><meta name="citation_title" content="{escape(title)}">{people}'
        f'<meta name="citation_publication_date" content="{year}"><meta name="citation_journal_title" content="{venue}">'
        f'</head><body><h1>{escape(title)}</h1><div class="ocr" itemprop="articleBody"><p>{said}</p></div></body>'
    )


def cyberleninka(library: Library, path: str, _: dict[str, str]) -> Said:
    """cyberleninka.ru: an article's page."""
    work = _one(library.works, "cyberleninka", path.removeprefix("/article/n/"))
    if work is None:
        return _html("<head><title>Страница не найдена</title></head><body><h1>404</h1></body>", 404)
    return _html(_article(work, work.title, work.year, work.container))


def mathnet(library: Library, path: str, _: dict[str, str]) -> Said:
    """www.mathnet.ru: a paper's page in one language; the translation is of the next year."""
    language, _slash, number = path.strip("/").partition("/")
    work = _one(library.works, "mathnet", number)
    if work is None:
        return _html("<head><title>Math-Net.Ru</title></head><body><h1>Публикация не найдена</h1></body>", 404)
    if language == "eng":
        return _html(_article(work, work.translated or work.title, work.year + 1, "Sbornik: Mathematics"))
    return _html(_article(work, work.title, work.year, work.container))


def rsl(library: Library, path: str, _: dict[str, str]) -> Said:
    """search.rsl.ru: a record's card."""
    work = _one(library.works, "rsl", path.rpartition("/")[2])
    if work is None:
        return _html("<head><title>Ошибка 404</title></head><body><p>Запись не найдена</p></body>", 404)
    author = work.authors[0]
    rows = {
        "Автор": f"{author.rpartition(' ')[2]}, {author.rpartition(' ')[0]} (1940-)",
        "Заглавие": f"{work.title} : [учебник] / {author}",
        "Выходные данные": f"Москва : Наука, {work.year}",
        "ISBN": f"ISBN {work.isbn}" if work.isbn else "",
    }
    cells = "".join(f"<tr><td>{name}</td><td>{escape(value)}</td></tr>" for name, value in rows.items() if value)
    return _html(f'<head><title>РГБ</title></head><body><table class="card-descr-table">{cells}</table></body>')


#: Who answers for which host, and below which path.
ROUTES: dict[str, Callable[[Library, str, dict[str, str]], Said]] = {
    "api.openalex.org/works/": openalex,
    "api.semanticscholar.org/graph/": semanticscholar,
    "dblp.org/search/": dblp,
    "openlibrary.org/api/": openlibrary,
    "www.googleapis.com/books/": googlebooks,
    "eutils.ncbi.nlm.nih.gov/entrez/": pubmed,
    "api.github.com/repos/": github,
    "habr.com/kek/": habr,
    "cyberleninka.ru/article/": cyberleninka,
    "www.mathnet.ru/rus/": mathnet,
    "www.mathnet.ru/eng/": mathnet,
    "search.rsl.ru/ru/record/": rsl,
}
HOSTS = tuple(dict.fromkeys(place.partition("/")[0] for place in ROUTES))


def answer(library: Library, host: str, path: str, fields: dict[str, str]) -> Said | None:
    """What the replica of that host says, None for hosts and paths that are no service's."""
    said = next((route for place, route in ROUTES.items() if f"{host}{path}".startswith(place)), None)
    return said(library, path, fields) if said is not None else None
