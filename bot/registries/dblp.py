"""DBLP: computer science by title. It may confirm, never convict.

https://dblp.org/faq/How+to+use+the+dblp+search+API.html. Since autumn 2026 programs are often met by a page that checks for bots:
that is no answer. Titles end with a full stop; namesakes are told apart by « 0001».
"""

from __future__ import annotations

import re
from urllib.parse import quote

from bot.identifiers import find_identifiers
from bot.identifiers.doi_names import identifier as doi_identifier
from bot.model.citation import Cited
from bot.model.reply import Reply
from bot.model.source import Silent, Work
from bot.model.words import IdKind
from bot.registries import Registry, Services, english_paper
from bot.registries.shape import at, items, json_of, text, texts, years

NAME = "dblp"


async def search(services: Services, cited: Cited) -> tuple[Work, ...] | Silent:
    """Publications whose record holds every word of the title; the caller compares."""
    words = " ".join(re.findall(r"\w+", cited.title or ""))[:250]
    path = f"/search/publ/api?q={quote(words)}&format=json&h=5"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    return tuple(read(at(hit, "info")) for hit in items(json_of(reply), "result", "hits", "hit"))


def read(info: object) -> Work:
    """A work out of a hit's ``info``."""
    doi, address = text(info, "doi"), text(info, "ee")
    title = text(info, "title").rstrip(".")
    named = [doi_identifier(doi)] if doi else [i for i in find_identifiers(address) if i.kind is not IdKind.url]
    return Work(
        NAME,
        titles=(title,) if title else (),
        authors=tuple(name for one in items(info, "authors", "author") if (name := _name(one))),
        years=years(at(info, "year")),
        identifiers=tuple(named),
        url=address if address.startswith(("http://", "https://")) else None,
        roster_complete=False,
        venues=texts(info, "venue"),
        volume=text(info, "volume"),
        issue=text(info, "number"),
        pages=text(info, "pages"),
        periodical=text(info, "type") == "Journal Articles",
    )


def _name(one: object) -> str:
    """An author: an object with its text, or the bare name in old answers."""
    return re.sub(r" \d{4}$", "", text(one, "text") or (one.strip() if isinstance(one, str) else ""))


def _clean(reply: Reply) -> bool:
    """Hits, perhaps none."""
    return reply.status == 200 and at(json_of(reply), "result", "hits") is not None


REGISTRY = Registry(
    NAME,
    "https://dblp.org",
    (1.0, 1),  # no limit is published; 429 with Retry-After
    rank=120,
    asked_about="a title",
    asked_when="Crossref and arXiv do not find it",
    may_convict="no",
    pace_in_words="1 a second",
    search=search,
    search_rank=50,
    may_find=english_paper,
)
