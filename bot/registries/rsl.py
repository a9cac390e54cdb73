"""The Russian State Library: its page of a record, which is a table of the card's fields. There is no API; it may only confirm.

https://search.rsl.ru. Rows: «Автор», «Заглавие», «Выходные данные», «ISBN». MARC wants a login.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.identifiers import books
from bot.language.charset import decode, tree_of
from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import composed, once

if TYPE_CHECKING:
    from lxml.html import HtmlElement

NAME = "rsl"
#: «[Текст]», «[электронный ресурс]» after a title.
_MARKS = re.compile(r"(?<!\s)\s*+\[[^\[\]]*+\]")
_PEOPLE = ("автор", "другие авторы", "author")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")


async def look_up(services: Services, number: str) -> Answer:
    """The record of that number."""
    reply = await services.ask(NAME, f"/ru/record/{number}", accept="text/html", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    if reply.status == 404:
        return Absent(Reason.no_record)
    return Found(read(_rows(reply), number))


def read(rows: dict[str, str], number: str) -> Work:
    """A work out of a card's rows, by their lower-case names."""
    printed = _YEAR.findall(rows.get("выходные данные", "") + " " + rows.get("год издания", ""))
    isbn = re.search(r"[\dXХ][\d\-–XХ ]{8,16}", rows.get("isbn", ""))
    return Work(
        NAME,
        titles=_titles(rows),
        authors=tuple(
            _turned(person) for name in _PEOPLE for person in rows.get(name, "").split(";") if person.strip()
        ),
        years=once(*map(int, printed)),
        identifiers=(
            Identifier(IdKind.rsl, number),
            *([books.identifier(isbn[0].strip())] if isbn else []),
        ),
        url=f"https://search.rsl.ru/ru/record/{number}",
        roster_complete=False,
    )


def _titles(rows: dict[str, str]) -> tuple[str, ...]:
    """The title with its subtitle, and without."""
    title = rows.get("заглавие") or rows.get("название") or rows.get("title") or ""
    named, _, _ = title.partition(" / ")  # what follows names the people again
    short, _, _ = named.partition(" : ")
    return once(*(_MARKS.sub("", one).strip() for one in (named, short)))


def _rows(reply: Reply) -> dict[str, str]:
    """Name and value of every row of the card; empty where there is no card."""
    tree = tree_of(decode(reply.body, reply.header("content-type")))
    found: dict[str, str] = {}
    for row in () if tree is None else tree.xpath("//table[contains(@class, 'card-descr-table')]//tr"):
        cells = [_words(cell) for cell in row if cell.tag in {"td", "th"}]
        if len(cells) == 2 and cells[0]:
            name = cells[0].lower().rstrip(":")
            found[name] = f"{found[name]}; {cells[1]}" if name in found else cells[1]
    return found


def _words(cell: HtmlElement) -> str:
    """A cell's text in one line."""
    return composed(" ".join(" ".join(cell.itertext()).split()))


def _turned(person: str) -> str:
    """«Воронцов, Константин Вячеславович (1971-)» without the years of a life."""
    return re.sub(r"(?<!\s)\s*+\([^()]*+\)", "", person).strip(" ,.")


def _clean(reply: Reply) -> bool:
    """A page with a card, or the library's own 404; a page without a card says nothing."""
    if reply.status == 404:
        return b"<html" in reply.body.lower()
    return reply.status == 200 and bool(_rows(reply).keys() & {"заглавие", "название", "title"})


REGISTRY = Registry(
    NAME,
    "https://search.rsl.ru",
    (1.0, 1),
    rank=190,
    asked_about="a library card",
    asked_when="the page itself does not confirm",
    may_convict="no",
    pace_in_words="1 a second",
    confirms=(Confirmation(IdKind.rsl, look_up),),
)
