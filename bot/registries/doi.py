"""doi.org: is a DOI registered, and with which agency. The handle system decides existence; landing pages never do.

``GET /api/handles/{doi}``: ``responseCode`` 1 found, 200 found without such values, 100 not found, 2 an error
(https://www.doi.org/the-identifier/resources/factsheets/doi-resolution-documentation). ``GET /ra/{doi}``: the agency.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Registry, Services
from bot.registries.shape import at, items, json_of, text, texts, years

NAME = "doi"
_CSL = "application/vnd.citationstyles.csl+json"


async def look_up(services: Services, doi: str) -> Answer:
    """Found with the address the DOI leads to (no metadata), Absent only by handle code 100, else Silent."""
    reply = await services.ask(
        NAME, f"/api/handles/{quote(doi, safe='')}?type=URL", accept="application/json", clean=_clean
    )
    if isinstance(reply, Silent):
        return reply
    answer = json_of(reply)
    if at(answer, "responseCode") == 100:
        same = text(answer, "handle").casefold() == doi.casefold()
        return Absent(Reason.handle_not_registered) if same else Silent(Reason.garbled_answer)
    return Found(Work(NAME, titles=(), identifiers=(Identifier(IdKind.doi, doi),), url=_target(answer)))


async def agency(services: Services, doi: str) -> str | Silent:
    """The registration agency's name in lower case («crossref», «datacite», …), "" when doi.org names none."""
    reply = await services.ask(NAME, f"/ra/{quote(doi, safe='/')}", accept="application/json", clean=_is_list)
    return reply if isinstance(reply, Silent) else text(json_of(reply), 0, "RA").lower()


def _clean(reply: Reply) -> bool:
    """A handle answer carries one of the codes that decide."""
    return at(json_of(reply), "responseCode") in (1, 100, 200)


def _is_list(reply: Reply) -> bool:
    """The agency's answer is a list of objects."""
    return at(json_of(reply), 0, "DOI") is not None


def _target(answer: object) -> str | None:
    """The landing page among a handle's values."""
    for value in items(answer, "values"):
        found = text(value, "data", "value")
        if text(value, "type") == "URL" and found.startswith(("http://", "https://")):
            return found
    return None


async def record_of(services: Services, doi: str) -> Answer:
    """The record of a DOI at whichever agency has it (mEDRA, JaLC, KISTI, OP …), in CSL JSON by content negotiation.

    doi.org sends the question on to the agency; one without such a form answers 406 or 204
    (https://citation.crosscite.org/docs.html).
    """
    reply = await services.ask(NAME, f"/{quote(doi, safe='/')}", accept=_CSL, clean=_is_record)
    if isinstance(reply, Silent):
        return reply
    return Absent(Reason.no_record) if reply.status != 200 else Found(_work(json_of(reply), doi))


def _work(record: object, doi: str) -> Work:
    """A record in CSL JSON."""
    found = text(record, "DOI").lower() or doi
    titles = (*texts(record, "title"), *texts(record, "original-title"), *texts(record, "title-short"))
    return Work(
        NAME,
        titles=tuple(dict.fromkeys(titles)),
        authors=tuple(name for person in items(record, "author") if (name := _name(person))),
        years=years(
            *(at(record, name, "date-parts", 0, 0) for name in ("issued", "published-print", "published-online"))
        ),
        identifiers=(Identifier(IdKind.doi, found),),
        url=text(record, "URL") or None,
        abstract=text(record, "abstract") or None,
        roster_complete=False,
        venues=texts(record, "container-title"),
        volume=text(record, "volume"),
        issue=text(record, "issue"),
        pages=text(record, "page"),
    )


def _is_record(reply: Reply) -> bool:
    """A record with a title, or the agency's «not in this form»."""
    return reply.status in {204, 406} or (reply.status == 200 and any(texts(json_of(reply), "title")))


def _name(person: object) -> str:
    """«Given Family», or a body's name."""
    return (
        f"{text(person, 'given')} {text(person, 'family')}".strip() or text(person, "literal") or text(person, "name")
    )


REGISTRY = Registry(
    NAME,
    "https://doi.org",
    (0.1, 3),
    rank=10,
    asked_about="a DOI: registered at all, by which agency, the record of other agencies",
    asked_when="Crossref has no record",
    may_convict="yes: the handle system denies the DOI",
    pace_in_words="10 a second",
)
