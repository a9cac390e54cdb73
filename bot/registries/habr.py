"""Habr: articles by number, by the JSON that its own pages are made of (unofficial). It may confirm, never convict.

404: deleted, or hidden by its author; 403: a draft. Neither says that there never was such an article.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, json_of, plain, text, years

NAME = "habr"


async def look_up(services: Services, number: str) -> Answer:
    """The record of an article's number."""
    path = f"/kek/v2/articles/{quote(number)}/?fl=ru&hl=ru"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    record = json_of(reply)
    if reply.status == 404:
        return Absent(Reason.no_record)
    if str(at(record, "id")) != number:
        return Silent(Reason.garbled_answer)
    return Found(
        Work(
            NAME,
            titles=(plain(text(record, "titleHtml")),),
            authors=tuple(filter(None, (text(record, "author", "fullname") or text(record, "author", "alias"),))),
            years=years(at(record, "timePublished")),
            identifiers=(Identifier(IdKind.habr, number),),
            url=f"https://habr.com/ru/articles/{number}/",
            roster_complete=False,
            venues=("Habr", "Хабр", "Хабрахабр"),
        )
    )


def _clean(reply: Reply) -> bool:
    """An article, or the site's own «no such article» in JSON."""
    answer = json_of(reply)
    if reply.status == 404:
        return isinstance(answer, dict)
    return reply.status == 200 and bool(text(answer, "titleHtml"))


REGISTRY = Registry(
    NAME,
    "https://habr.com",
    (1.0, 1),  # unofficial
    rank=180,
    asked_about="an article",
    asked_when="the page itself does not confirm",
    may_convict="no",
    pace_in_words="1 a second",
    confirms=(Confirmation(IdKind.habr, look_up),),
)
