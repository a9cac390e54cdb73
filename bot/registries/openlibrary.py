"""Open Library: books by ISBN. It may confirm, never convict: some of its numbers carry another book.

https://openlibrary.org/dev/docs/api/books
"""

from __future__ import annotations

import re
from urllib.parse import quote

from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, each, json_of, once, text, years

NAME = "openlibrary"


async def look_up(services: Services, isbn: str) -> Answer:
    """The record of an ISBN; an unknown one is an empty object."""
    path = f"/api/books?bibkeys=ISBN:{quote(isbn)}&jscmd=data&format=json"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    record = at(json_of(reply), f"ISBN:{isbn}")
    if record is None:
        return Absent(Reason.no_record)
    title, subtitle = text(record, "title"), text(record, "subtitle")
    return Found(
        Work(
            NAME,
            titles=once(title, f"{title}: {subtitle}" if subtitle else ""),
            authors=each(record, "authors", field="name"),
            years=years(*re.findall(r"\d+", text(record, "publish_date")))[:1],
            identifiers=(Identifier(IdKind.isbn, isbn),),
            url=text(record, "url") or None,
            roster_complete=False,
        )
    )


def _clean(reply: Reply) -> bool:
    """An object, empty or not."""
    return reply.status == 200 and isinstance(json_of(reply), dict)


REGISTRY = Registry(
    NAME,
    "https://openlibrary.org",
    (0.4, 1),
    rank=100,
    asked_about="an ISBN",
    asked_when="always",
    may_convict="no",
    pace_in_words="2.5 a second",
    confirms=(Confirmation(IdKind.isbn, look_up),),
)
