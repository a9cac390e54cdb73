"""Europe PMC: PMCIDs, and the free full text of biomedical articles. It may confirm, never convict.

https://europepmc.org/RestfulWebService. An unknown number is a good answer with ``hitCount`` 0.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind, Notice
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, each, json_of, text, texts, years

NAME = "europepmc"
_ROOT = "/europepmc/webservices/rest"


async def look_up(services: Services, pmcid: str) -> Answer:
    """The record of a PMCID."""
    path = f"{_ROOT}/search?query=PMCID:{quote(pmcid)}&resultType=core&format=json&pageSize=1"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    record = at(json_of(reply), "resultList", "result", 0)
    if record is None:
        return Absent(Reason.no_record)
    if text(record, "pmcid") != pmcid:
        return Silent(Reason.garbled_answer)
    doi = text(record, "doi").lower()
    free = text(record, "isOpenAccess") == "Y"
    retracted = any("retracted" in kind.lower() for kind in texts(record, "pubTypeList", "pubType"))
    return Found(
        Work(
            NAME,
            titles=(text(record, "title").rstrip("."),),
            authors=each(record, "authorList", "author", field="fullName"),
            years=years(at(record, "pubYear")),
            identifiers=(Identifier(IdKind.pmcid, pmcid), *([Identifier(IdKind.doi, doi)] if doi else [])),
            url=f"https://europepmc.org/article/PMC/{pmcid}",
            text_urls=(f"{services.address(NAME)}{_ROOT}/{pmcid}/fullTextXML",) if free else (),
            abstract=text(record, "abstractText") or None,
            notices=(Notice.retracted,) if retracted else (),
            venues=texts(record, "journalInfo", "journal", "title"),
            volume=text(record, "journalInfo", "volume"),
            issue=text(record, "journalInfo", "issue"),
            pages=text(record, "pageInfo"),
            periodical=True,
        )
    )


def _clean(reply: Reply) -> bool:
    """A list of results, perhaps an empty one."""
    return reply.status == 200 and at(json_of(reply), "hitCount") is not None


REGISTRY = Registry(
    NAME,
    "https://www.ebi.ac.uk",
    (0.5, 1),  # no limit is published
    rank=90,
    asked_about="a PMCID, the free text",
    asked_when="always",
    may_convict="no",
    pace_in_words="2 a second",
    confirms=(Confirmation(IdKind.pmcid, look_up),),
)
