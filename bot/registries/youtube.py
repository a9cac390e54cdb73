"""YouTube's oEmbed: does a video exist, and what is it called. The watch page itself is 200 even for videos that never were.

https://oembed.com. 404: no such video; 400: no such form of id; 401 and 403: it exists and may not be embedded or is private.
"""

from __future__ import annotations

from urllib.parse import quote

from bot.model.outcome import Missing, Outcome, Shown, Unclear, Walled
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.source import Silent, Work
from bot.registries import Fetches, Registry, Services
from bot.registries.shape import json_of, text

NAME = "youtube"


async def page(services: Services, _: Fetches, video: str) -> Outcome:
    """What became of the video of that id. Its words are in pictures and sound, so there is no text."""
    watch = f"https://www.youtube.com/watch?v={video}"
    reply = await services.ask(
        NAME, f"/oembed?url={quote(watch, safe='')}&format=json", accept="application/json", clean=_clean
    )
    if isinstance(reply, Silent):
        return Unclear(reply.reason)
    if reply.status in {400, 404}:
        return Missing(Reason.not_found_page, 404)
    if reply.status in {401, 403}:
        return Walled(Reason.login_wall, reply.status)
    record = json_of(reply)
    work = Work(
        NAME,
        titles=(text(record, "title"),),
        authors=(text(record, "author_name"),),
        url=watch,
        roster_complete=False,
    )
    return Shown(watch, 200, None, work, Reason.no_readable_text)


def _clean(reply: Reply) -> bool:
    """One of the answers that mean something; a wall's page means nothing."""
    if reply.status == 200:
        return bool(text(json_of(reply), "title"))
    return reply.status in {400, 401, 403, 404} and len(reply.body) < 200 and b"<html" not in reply.body.lower()


REGISTRY = Registry(
    NAME,
    "https://www.youtube.com",
    (0.5, 1),
    rank=140,
    asked_about="a video: does it exist, its title",
    asked_when="instead of the plain page",
    may_convict="no",
    pace_in_words="2 a second",
    page=page,
)
