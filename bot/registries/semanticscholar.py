"""Semantic Scholar's graph: an aggregator, asked last. It may confirm, never convict.

https://api.semanticscholar.org/api-docs/graph. Without a key all the world shares one quota, so that most answers are 429: one
more try and no third. A search without a match answers 404 with a JSON error, or 200 with an empty list.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.identifiers.arxiv_ids import identifier as arxiv_identifier
from bot.model.citation import Cited, Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Confirmation, Registry, Services, english_paper
from bot.registries.shape import at, items, json_of, once, text, years

NAME = "semanticscholar"
_TRIES = 2
_FIELDS = "title,authors,year,venue,externalIds,publicationDate,journal,openAccessPdf"
_PREFIX = {IdKind.doi: "DOI", IdKind.arxiv: "ARXIV", IdKind.pmid: "PMID"}


def key(item: Identifier) -> str:
    """A DOI, arXiv id or PMID as this service writes it («DOI:10.…»). Raises KeyError for other kinds."""
    return f"{_PREFIX[item.kind]}:{item.value}"


async def look_up(services: Services, named: str) -> Answer:
    """The record of an identifier in this service's form (``key``)."""
    path = f"/graph/v1/paper/{quote(named, safe=':')}?fields={_FIELDS}"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean, tries=_TRIES)
    if isinstance(reply, Silent):
        return reply
    return Absent(Reason.no_record) if reply.status == 404 else Found(read(json_of(reply)))


async def search(services: Services, cited: Cited) -> tuple[Work, ...] | Silent:
    """The paper whose title is nearest, if any; it matches prefixes too, so that the caller compares."""
    path = f"/graph/v1/paper/search/match?query={quote((cited.title or '')[:300])}&fields={_FIELDS}"
    reply = await services.ask(NAME, path, accept="application/json", clean=_is_match, tries=_TRIES)
    if isinstance(reply, Silent):
        return reply
    return tuple(read(one) for one in items(json_of(reply), "data"))


def read(record: object) -> Work:
    """A work out of one record."""
    doi, number, pmid = (text(record, "externalIds", name) for name in ("DOI", "ArXiv", "PubMed"))
    journal = at(record, "journal")
    free = text(record, "openAccessPdf", "url")
    return Work(
        NAME,
        titles=tuple(filter(None, (text(record, "title"),))),
        authors=tuple(name for one in items(record, "authors") if (name := text(one, "name"))),
        years=years(at(record, "year"), at(record, "publicationDate")),
        identifiers=(
            *([Identifier(IdKind.doi, doi.lower())] if doi else []),
            *([arxiv_identifier(number)] if number else []),
            *([Identifier(IdKind.pmid, pmid)] if pmid else []),
        ),
        text_urls=(free,) if free.startswith(("http://", "https://")) else (),
        roster_complete=False,
        venues=once(text(record, "venue"), text(journal, "name")),
        volume=text(journal, "volume"),
        pages=text(journal, "pages"),
    )


def _clean(reply: Reply) -> bool:
    """A record, or the service's own «not found»."""
    answer = json_of(reply)
    if reply.status == 404:
        return "not found" in text(answer, "error").lower()
    return reply.status == 200 and bool(text(answer, "paperId"))


def _is_match(reply: Reply) -> bool:
    """The best match in a list, an empty list, or «Title match not found»."""
    answer = json_of(reply)
    if reply.status == 404:
        return "not found" in text(answer, "error").lower()
    return reply.status == 200 and isinstance(at(answer, "data"), list)


REGISTRY = Registry(
    NAME,
    "https://api.semanticscholar.org",
    (1.0, 1),  # one a second with a key; without one a quota shared with everybody
    rank=60,
    asked_about="a DOI, arXiv id or PMID; a title",
    asked_when="last; one more try after 429",
    may_convict="no",
    pace_in_words="1 a second",
    confirms=tuple(Confirmation(kind, look_up, key, spare=True) for kind in _PREFIX),
    search=search,
    search_rank=60,
    may_find=english_paper,
)
