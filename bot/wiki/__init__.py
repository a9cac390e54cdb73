"""A wiki as a place to read from and save to: what it is is asked, never assumed, and decides the client.

==================  =========================  ==========================================================
MediaWiki           client                     saves through
==================  =========================  ==========================================================
1.31 and later      ``pywikibot_client``       ``action=edit``, bot password
1.13 … 1.30         (issue 4)                  ``action=edit``, where the write API is on
1.8 … 1.12, or off  (issue 4)                  the edit form
==================  =========================  ==========================================================
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot import __version__

if TYPE_CHECKING:
    from bot.config import WikiSettings
    from bot.model.ports import Clock
    from bot.wiki.backend import Backend
    from bot.wiki.probe import Probed
    from bot.wiki.saving import SafeWiki


def open_wiki(
    settings: WikiSettings,
    *,
    password: str | None,
    contact: str,
    state: Path,
    clock: Clock,
    proxy: str = "",
    seconds: float = 60.0,
) -> SafeWiki:
    """Probe the wiki at ``settings.url`` and give the client that can talk to it; ``settings.user`` "" reads anonymously.

    ``state`` is a private folder for what the client must keep, ``seconds`` bounds one request. Raises ConfigError for an
    impossible address, WikiUnreachable when no MediaWiki answers there, NotAllowed for a version that no client of ours can talk to. Nothing is logged in yet.
    """
    from bot.wiki.probe import probe
    from bot.wiki.saving import SafeWiki, Terms
    from bot.wiki.transport import Transport

    agent = user_agent(contact)
    probed = probe(settings.url, Transport(agent, proxy=proxy, seconds=seconds))
    backend = _backend(probed, settings, password, agent, state)
    return SafeWiki(backend, probed.index, Terms.of(settings, contact), clock)


def user_agent(contact: str) -> str:
    """The name every request carries; administrators find the operator by it."""
    return f"mlwiki-bot/{__version__} ({contact})" if contact else f"mlwiki-bot/{__version__}"


def _backend(probed: Probed, settings: WikiSettings, password: str | None, agent: str, state: Path) -> Backend:
    from bot.errors import NotAllowed
    from bot.model.message import msg
    from bot.wiki.pywikibot_client import MINIMUM, PywikibotBackend

    if probed.version < MINIMUM:
        raise NotAllowed(
            msg(
                "the wiki runs MediaWiki {version}; this version of the program needs 1.31", version=probed.version_text
            ),
            msg("work on files for now: copy the page's text and use `mlwiki tidy` and `mlwiki check` on it"),
        )
    return PywikibotBackend(probed, settings.user, password, agent, state)
