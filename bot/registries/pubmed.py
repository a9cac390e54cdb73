"""PubMed: the E-utilities' summary of a PMID. Three requests a second without a key.

https://www.ncbi.nlm.nih.gov/books/NBK25501/
"""

from __future__ import annotations

from urllib.parse import quote

from bot.identifiers import find_identifiers
from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind, Notice
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, each, items, json_of, once, text, texts, years

NAME = "pubmed"


async def look_up(services: Services, pmid: str) -> Answer:
    """The summary of a PMID. An unknown one is named with an «error» inside a good answer."""
    path = f"/entrez/eutils/esummary.fcgi?db=pubmed&id={quote(pmid)}&retmode=json&version=2.0&tool=mlwiki-bot"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    record = at(json_of(reply), "result", pmid)
    if record is None or text(record, "error"):
        return Absent(Reason.no_record)
    numbers = " ".join(f"{text(one, 'idtype')}:{text(one, 'value')}" for one in items(record, "articleids"))
    retracted = "Retracted Publication" in texts(record, "pubtype")
    return Found(
        Work(
            NAME,
            titles=once(text(record, "title"), text(record, "vernaculartitle")),
            authors=each(record, "authors", field="name"),
            years=years(at(record, "pubdate"), at(record, "epubdate")),
            identifiers=(
                Identifier(IdKind.pmid, pmid),
                *(i for i in find_identifiers(numbers) if i.kind is IdKind.doi),
            ),
            url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
            notices=(Notice.retracted,) if retracted else (),
            venues=once(*texts(record, "fulljournalname"), *texts(record, "source")),
            volume=text(record, "volume"),
            issue=text(record, "issue"),
            pages=text(record, "pages"),
            periodical=True,
        )
    )


def _clean(reply: Reply) -> bool:
    """A result with the ids it is about."""
    return reply.status == 200 and at(json_of(reply), "result", "uids") is not None


REGISTRY = Registry(
    NAME,
    "https://eutils.ncbi.nlm.nih.gov",
    (0.34, 1),  # 3 a second without a key
    rank=80,
    asked_about="a PMID",
    asked_when="always",
    may_convict="no",
    pace_in_words="3 a second",
    confirms=(Confirmation(IdKind.pmid, look_up),),
)
