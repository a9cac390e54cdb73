"""DataCite: DOIs of data sets, software, theses and of arXiv.

https://support.datacite.org/docs/api-get-doi
"""

from __future__ import annotations

import re
from urllib.parse import quote

from bot.identifiers.doi_names import arxiv_number
from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind, Notice
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, each, items, json_of, once, text, texts, years

NAME = "datacite"


async def look_up(services: Services, doi: str) -> Answer:
    """The record of a DOI; «not found» says only that DataCite has none."""
    reply = await services.ask(NAME, f"/dois/{quote(doi, safe='')}", accept="application/vnd.api+json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    if reply.status == 404:
        return Absent(Reason.no_record)
    work = read(at(json_of(reply), "data", "attributes"), doi)
    return Found(work)


def read(attributes: object, doi: str) -> Work:
    """A work out of DataCite's attributes."""
    found = text(attributes, "doi").lower() or doi
    number = arxiv_number(found)
    abstracts = (
        text(entry, "description")
        for entry in items(attributes, "descriptions")
        if text(entry, "descriptionType") == "Abstract"
    )
    return Work(
        NAME,
        titles=once(*each(attributes, "titles", field="title")),
        authors=tuple(filter(None, map(_name, items(attributes, "creators")))),
        years=years(at(attributes, "publicationYear"), *each(attributes, "dates", field="date")),
        identifiers=(Identifier(IdKind.doi, found), *([Identifier(IdKind.arxiv, number)] if number else [])),
        url=text(attributes, "url") or None,
        abstract=re.sub(r"<[^<>]+>", "", next(abstracts, "")) or None,
        notices=_notices(attributes),
        venues=texts(attributes, "container", "title"),
        volume=text(attributes, "container", "volume"),
        issue=text(attributes, "container", "issue"),
    )


def _clean(reply: Reply) -> bool:
    """A record, or the service's own «not found»."""
    answer = json_of(reply)
    if reply.status == 404:
        return str(at(answer, "errors", 0, "status")) == "404"
    return reply.status == 200 and at(answer, "data", "attributes") is not None


def _name(creator: object) -> str:
    """«Given Family», else the whole name turned from «Family, Given»; a body's name as it is."""
    given, family = text(creator, "givenName"), text(creator, "familyName")
    if family:
        return f"{given} {family}".strip()
    name = text(creator, "name")
    last, comma, first = name.partition(",")
    if comma and text(creator, "nameType") != "Organizational":
        return f"{first.strip()} {last.strip()}"
    return name


def _notices(attributes: object) -> tuple[Notice, ...]:
    """A record that names a later one that replaces it."""
    kinds = {text(related, "relationType") for related in items(attributes, "relatedIdentifiers")}
    return (Notice.superseded,) if "IsObsoletedBy" in kinds else ()


REGISTRY = Registry(
    NAME,
    "https://api.datacite.org",
    (0.3, 3),  # identified: 1,000 in five minutes
    rank=30,
    asked_about="a DOI; an arXiv paper while arXiv is silent",
    asked_when="the agency is DataCite",
    may_convict="yes, about its own DOIs",
    pace_in_words="3 a second",
    confirms=(Confirmation(IdKind.arxiv, look_up, lambda item: f"10.48550/arxiv.{item.value}"),),
)
