"""OpenAlex: an aggregator. It may confirm a work that the home registry says nothing of, never convict.

Its records are sometimes right in DOI and authors and wrong in the title. Single works by identifier are free without a key
(https://developers.openalex.org, 2026); a 404 is an HTML page.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, items, json_of, once, text, texts, years

NAME = "openalex"


async def look_up(services: Services, doi: str) -> Answer:
    """The record of a DOI."""
    reply = await services.ask(NAME, f"/works/doi:{quote(doi, safe='')}", accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    if reply.status == 404:
        return Absent(Reason.no_record)
    record = json_of(reply)
    return Found(
        Work(
            NAME,
            titles=once(text(record, "title"), text(record, "display_name")),
            authors=tuple(
                name for one in items(record, "authorships") if (name := text(one, "author", "display_name"))
            ),
            years=years(at(record, "publication_year")),
            identifiers=(Identifier(IdKind.doi, text(record, "doi").lower().removeprefix("https://doi.org/") or doi),),
            url=text(record, "primary_location", "landing_page_url") or None,
            text_urls=once(text(record, "best_oa_location", "pdf_url")),
            roster_complete=False,
            venues=texts(record, "primary_location", "source", "display_name"),
            volume=text(record, "biblio", "volume"),
            issue=text(record, "biblio", "issue"),
            pages="-".join(filter(None, (text(record, "biblio", "first_page"), text(record, "biblio", "last_page")))),
        )
    )


def _clean(reply: Reply) -> bool:
    """A record, or the page that stands for «not found»."""
    if reply.status == 404:
        return b"404" in reply.body and b"captcha" not in reply.body.lower()
    return reply.status == 200 and bool(text(json_of(reply), "id"))


REGISTRY = Registry(
    NAME,
    "https://api.openalex.org",
    (0.1, 4),
    rank=50,
    asked_about="a DOI",
    asked_when="its home registry is silent",
    may_convict="no",
    pace_in_words="10 a second",
    confirms=(Confirmation(IdKind.doi, look_up),),
)
