"""Content negotiation at doi.org: the record of any agency (mEDRA, JaLC, KISTI, OP …) in CSL JSON.

https://citation.crosscite.org/docs.html. doi.org sends the question on to the agency; one without such a form answers 406 or 204.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.citation import Identifier
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind, Reason
from bot.registries import Services
from bot.registries.shape import at, items, json_of, text, texts, year

NAME = "doi"
_ACCEPT = "application/vnd.citationstyles.csl+json"


async def look_up(services: Services, doi: str) -> Answer:
    """The record of a DOI at whichever agency has it."""
    reply = await services.ask(NAME, f"/{quote(doi, safe='/')}", accept=_ACCEPT, clean=_clean)
    if isinstance(reply, Silent):
        return reply
    if reply.status != 200:
        return Absent(Reason.no_record)
    record = json_of(reply)
    found = text(record, "DOI").lower() or doi
    years = (year(at(record, name, "date-parts", 0, 0)) for name in ("issued", "published-print", "published-online"))
    titles = (*texts(record, "title"), *texts(record, "original-title"), *texts(record, "title-short"))
    return Found(
        Work(
            NAME,
            titles=tuple(dict.fromkeys(titles)),
            authors=tuple(name for person in items(record, "author") if (name := _name(person))),
            years=tuple(dict.fromkeys(found_year for found_year in years if found_year)),
            identifiers=(Identifier(IdKind.doi, found),),
            url=text(record, "URL") or None,
            abstract=text(record, "abstract") or None,
            roster_complete=False,
            venues=texts(record, "container-title"),
            volume=text(record, "volume"),
            issue=text(record, "issue"),
            pages=text(record, "page"),
        )
    )


def _clean(reply: Reply) -> bool:
    """A record with a title, or the agency's «not in this form»."""
    return reply.status in {204, 406} or (reply.status == 200 and any(texts(json_of(reply), "title")))


def _name(person: object) -> str:
    """«Given Family», or a body's name."""
    return (
        f"{text(person, 'given')} {text(person, 'family')}".strip() or text(person, "literal") or text(person, "name")
    )
