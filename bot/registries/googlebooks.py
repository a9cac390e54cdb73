"""Google Books: volumes by ISBN. It may confirm, never convict: a search by ISBN sometimes gives unrelated volumes.

https://developers.google.com/books/docs/v1/using. Without a key all the world shares one quota, and 429 is a usual answer.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.identifiers import books
from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, items, json_of, once, text, texts, years

NAME = "googlebooks"
_TRIES = 2


async def look_up(services: Services, isbn: str) -> Answer:
    """The volume that itself names the ISBN; others that the search gives say nothing."""
    path = f"/books/v1/volumes?q=isbn:{quote(isbn)}"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean, tries=_TRIES)
    if isinstance(reply, Silent):
        return reply
    for volume in items(json_of(reply), "items"):
        record = at(volume, "volumeInfo")
        named = {books.identifier(text(one, "identifier")).value for one in items(record, "industryIdentifiers")}
        if isbn in named:
            return Found(_read(record, isbn))
    return Absent(Reason.no_record)


def _read(record: object, isbn: str) -> Work:
    """A work out of ``volumeInfo``."""
    title, subtitle = text(record, "title"), text(record, "subtitle")
    return Work(
        NAME,
        titles=once(title, f"{title}: {subtitle}" if subtitle else ""),
        authors=texts(record, "authors"),
        years=years(at(record, "publishedDate")),
        identifiers=(Identifier(IdKind.isbn, isbn),),
        url=text(record, "infoLink") or None,
        roster_complete=False,
    )


def _clean(reply: Reply) -> bool:
    """A count of volumes, perhaps none."""
    return reply.status == 200 and isinstance(at(json_of(reply), "totalItems"), int)


REGISTRY = Registry(
    NAME,
    "https://www.googleapis.com",
    (1.0, 1),  # without a key a quota shared with everybody
    rank=110,
    asked_about="an ISBN",
    asked_when="Open Library does not confirm",
    may_convict="no",
    pace_in_words="1 a second",
    confirms=(Confirmation(IdKind.isbn, look_up, spare=True),),
)
