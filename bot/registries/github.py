"""GitHub: does a repository exist, under which name now. It may confirm, never convict: 404 is said of private ones too.

https://docs.github.com/en/rest/repos/repos. 60 requests an hour without a token: a spent quota (``x-ratelimit-remaining: 0``) is
no answer, and nobody is asked again for a while. A renamed repository answers 301, which is followed.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.citation import Identifier
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Absent, Answer, Found, Silent, Work
from bot.model.words import IdKind
from bot.registries import Confirmation, Registry, Services
from bot.registries.shape import at, json_of, text, year

NAME = "github"


async def look_up(services: Services, repository: str) -> Answer:
    """The record of «owner/name»."""
    reply = await services.ask(
        NAME, f"/repos/{quote(repository)}", accept="application/vnd.github+json", clean=_clean, tries=2
    )
    if isinstance(reply, Silent):
        return reply
    if reply.status == 404:
        return Absent(Reason.no_record)
    return Found(_read(json_of(reply)))


def _read(record: object) -> Work:
    """A work: the ways in which its repository is called, its owner, every year in which it was worked on."""
    name, full, about = text(record, "name"), text(record, "full_name"), text(record, "description")
    first, last = year(at(record, "created_at")), year(at(record, "pushed_at"))
    called = [full, name, f"GitHub - {full}"]
    described = [about, *(f"{one}: {about}" for one in called)] if about else []
    return Work(
        NAME,
        titles=tuple(dict.fromkeys(title for title in (*called, *described) if title)),
        authors=tuple(filter(None, (text(record, "owner", "login"),))),
        years=tuple(range(first, max(first, last or first) + 1)) if first else (),
        identifiers=(Identifier(IdKind.github, full.lower(), full if full != full.lower() else ""),),
        url=text(record, "html_url") or None,
        roster_complete=False,
    )


def _clean(reply: Reply) -> bool:
    """A repository's record, or the service's own «Not Found»."""
    answer = json_of(reply)
    if reply.status == 404:
        return text(answer, "message") == "Not Found"
    return reply.status == 200 and bool(text(answer, "full_name"))


REGISTRY = Registry(
    NAME,
    "https://api.github.com",
    (1.0, 1),  # 60 an hour without a token
    rank=130,
    asked_about="a repository",
    asked_when="the page itself does not confirm",
    may_convict="no",
    pace_in_words="1 a second",
    confirms=(Confirmation(IdKind.github, look_up),),
)
