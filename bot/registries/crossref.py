"""Crossref: most journal, conference and book DOIs.

https://api.crossref.org/swagger-ui/

A 404 is the plain text ``Resource not found.``, sometimes with a JSON content type. It means that Crossref has no such
record, never that the DOI does not exist: other agencies have DOIs too.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from bot.identifiers.arxiv_ids import in_text as arxiv_in_text
from bot.model.citation import Cited, Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind, Notice
from bot.registries import Registry, Services
from bot.registries.shape import at, items, json_of, once, plain, text, texts, years

NAME = "crossref"
_DATES = ("issued", "published", "published-print", "published-online", "posted", "created")
_NOTICES = {
    "retraction": Notice.retracted,
    "partial_retraction": Notice.retracted,
    "removal": Notice.retracted,
    "withdrawal": Notice.withdrawn,
    "expression_of_concern": Notice.concern,
    "correction": Notice.corrected,
    "corrigendum": Notice.corrected,
    "erratum": Notice.corrected,
    "addendum": Notice.corrected,
    "clarification": Notice.corrected,
}


async def look_up(services: Services, doi: str) -> Answer:
    """The record of a DOI. The whole DOI is escaped: an unescaped old serial DOI answers 404."""
    reply = await services.ask(NAME, f"/works/{quote(doi, safe='')}", accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    if reply.status == 404:
        return Absent(Reason.no_record)
    work = read(at(json_of(reply), "message"), doi)
    return Found(work)


async def search(services: Services, cited: Cited) -> tuple[Work, ...] | Silent:
    """Records that resemble a work; the caller compares. A search always finds something, so its finds prove nothing."""
    words = " ".join([cited.title or "", *cited.authors[:3], str(cited.year or "")])[:300]
    path = f"/works?query.bibliographic={quote(words.strip())}&rows=5"
    reply = await services.ask(NAME, path, accept="application/json", clean=_is_list, pace="crossref.list")
    if isinstance(reply, Silent):
        return reply
    return tuple(read(item, text(item, "DOI").lower()) for item in items(json_of(reply), "message", "items"))


def _is_list(reply: Reply) -> bool:
    """A list of works, perhaps an empty one."""
    return reply.status == 200 and at(json_of(reply), "message-type") == "work-list"


def read(message: object, doi: str) -> Work:
    """A work out of Crossref's ``message``."""
    found = text(message, "DOI").lower() or doi
    abstract = plain(text(message, "abstract"))
    return Work(
        NAME,
        titles=_titles(message),
        authors=_authors(message),
        years=years(*(at(message, name, "date-parts", 0, 0) for name in _DATES)),
        identifiers=(
            Identifier(IdKind.doi, found),
            *(Identifier(IdKind.isbn, re.sub(r"\D", "", isbn)) for isbn in texts(message, "ISBN")),
            *_preprints(message),
        ),
        url=text(message, "resource", "primary", "URL") or text(message, "URL") or None,
        text_urls=_pdfs(message),
        abstract=abstract or None,
        notices=_notices(message),
        venues=once(*map(plain, (*texts(message, "container-title"), *texts(message, "short-container-title")))),
        volume=text(message, "volume"),
        issue=text(message, "issue") or text(message, "journal-issue", "issue"),
        pages=text(message, "page") or text(message, "article-number"),
        periodical=text(message, "type") == "journal-article",
    )


def _clean(reply: Reply) -> bool:
    """A record, or the service's own «not found»."""
    if reply.status == 404:
        return reply.body.strip() == b"Resource not found."
    return reply.status == 200 and at(json_of(reply), "message-type") == "work"


def _pdfs(message: object) -> tuple[str, ...]:
    links = (link for link in items(message, "link") if text(link, "content-type") == "application/pdf")
    return tuple(text(link, "URL") for link in links)


def _titles(message: object) -> tuple[str, ...]:
    """Every title: main (translations among them), original, and each with its subtitle."""
    main = [plain(title) for title in (*texts(message, "title"), *texts(message, "original-title"))]
    subtitles = [plain(subtitle) for subtitle in texts(message, "subtitle")]
    joined = [f"{title}: {subtitle}" for title in main[:1] for subtitle in subtitles]
    short = [plain(title) for title in texts(message, "short-title")]
    return tuple(dict.fromkeys(title for title in (*main, *joined, *short) if title))


def _authors(message: object) -> tuple[str, ...]:
    """Authors in order; editors where a book has no authors."""
    people = list(items(message, "author")) or list(items(message, "editor"))
    names = (f"{text(person, 'given')} {text(person, 'family')}".strip() or text(person, "name") for person in people)
    return tuple(plain(name) for name in names if name)


def _preprints(message: object) -> list[Identifier]:
    """Preprints on arXiv that the record relates to as the same work."""
    relations = [*items(message, "relation", "has-preprint"), *items(message, "relation", "is-preprint-of")]
    return [found for relation in relations for found in arxiv_in_text(f"arXiv {text(relation, 'id')}")]


def _notices(message: object) -> tuple[Notice, ...]:
    """What happened to this work: ``updated-by``; ``update-to`` stands in the notice itself and is about another work."""
    kinds = (
        text(update, "type").lower().replace("-", "_").replace(" ", "_") for update in items(message, "updated-by")
    )
    found = {_NOTICES[kind] for kind in kinds if kind in _NOTICES}
    return tuple(notice for notice in Notice if notice in found)


REGISTRY = Registry(
    NAME,
    "https://api.crossref.org",
    (0.1, 3),  # polite pool: 10 a second, 3 at once
    rank=20,
    asked_about="a DOI; a title with authors",
    asked_when="first; the search only where nothing else decides",
    may_convict="yes, about its own DOIs",
    pace_in_words="10 a second, 3 searches",
    anonymous_pace=(0.2, 1),  # the public pool, without a contact
    search_pace=(0.34, 3),
    anonymous_search_pace=(1.0, 1),
    search=search,
)
