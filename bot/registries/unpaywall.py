"""Unpaywall: where a DOI's text can be read without paying. Asked only with a real contact (it wants an e-mail address).

https://unpaywall.org/products/api. A 404 means «not in Crossref's set», nothing more.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Silent
from bot.registries import Registry, Services
from bot.registries.shape import at, items, json_of, text

NAME = "unpaywall"


async def open_texts(services: Services, doi: str) -> tuple[str, ...] | Silent:
    """Addresses of free copies, PDFs first; empty without a copy. Silent without an answer, or without a contact to ask with."""
    match = re.search(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]+", services.contact)
    if match is None:
        return Silent(Reason.service_off)
    path = f"/v2/{quote(doi, safe='')}?email={match[0]}"
    reply = await services.ask(NAME, path, accept="application/json", clean=_clean)
    if isinstance(reply, Silent):
        return reply
    record = json_of(reply)
    places = [at(record, "best_oa_location"), *items(record, "oa_locations")]
    urls = [text(place, name) for name in ("url_for_pdf", "url") for place in places]
    return tuple(dict.fromkeys(url for url in urls if url.startswith(("http://", "https://"))))[:3]


def _clean(reply: Reply) -> bool:
    """A record, or the service's own «not found»."""
    answer = json_of(reply)
    return (reply.status == 200 and bool(text(answer, "doi"))) or (reply.status == 404 and at(answer, "error") is True)


REGISTRY = Registry(
    NAME,
    "https://api.unpaywall.org",
    (0.2, 2),
    rank=70,
    asked_about="where a DOI's text is free",
    asked_when="a text is wanted; only with a contact",
    may_convict="–",
    pace_in_words="5 a second",
)
