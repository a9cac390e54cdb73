"""A wiki as a place to read from and save to: what it is is asked, never assumed, and decides the client.

=====================  =====================  ============================================================================
MediaWiki              client                 saves through
=====================  =====================  ===============================================================
1.31 and later         ``pywikibot_client``   ``action=edit``, bot password
1.13 … 1.30            ``api_client``         ``action=edit``, where the write API is on
1.8 … 1.12, or it off  ``form_client``        the edit form; with api.php off it reads by ``page_session``
=====================  =====================  ===============================================================

Without an account only reading is asked for, and pywikibot is not even imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.config.agent import user_agent

if TYPE_CHECKING:
    from bot.config import WikiSettings
    from bot.model.ports import Clock
    from bot.wiki.connection import Transport
    from bot.wiki.probe import Probed
    from bot.wiki.protocols import Backend
    from bot.wiki.wiki_client import SafeWiki


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

    ``state`` is a private folder for what the client must keep, ``proxy`` an HTTP proxy that every client takes, ``seconds``
    bounds one request. Nothing of the environment says where requests go, or with which password (``.netrc``). Raises
    ConfigError for an impossible address, WikiUnreachable when no MediaWiki answers there. Nothing is logged in yet.
    """
    from bot.wiki.connection import Transport
    from bot.wiki.probe import probe
    from bot.wiki.saving import Terms
    from bot.wiki.wiki_client import SafeWiki

    agent = user_agent(contact)
    transport = Transport(agent, proxy=proxy, seconds=seconds)
    probed = probe(settings.url, transport)
    backend = _backend(probed, settings, password, transport, agent, state)
    return SafeWiki(backend, probed.index, Terms.of(settings, contact), clock, state)


def _backend(
    probed: Probed, settings: WikiSettings, password: str | None, transport: Transport, agent: str, state: Path
) -> Backend:
    """The client that the wiki's own answers call for."""
    if settings.user and probed.write_api:
        from bot.wiki import pywikibot_client

        if probed.version >= pywikibot_client.MINIMUM:
            return pywikibot_client.PywikibotBackend(
                pywikibot_client.PywikibotSession(probed, settings.user, password, transport, agent, state)
            )
    from bot.wiki.api_reader import ApiSession
    from bot.wiki.api_saver import ApiBackend
    from bot.wiki.form_saver import FormBackend

    if not probed.api:
        from bot.wiki.page_reader import PageSession

        return FormBackend(PageSession(probed, settings.user, password, transport))
    session = ApiSession(probed, settings.user, password, transport)
    return ApiBackend(session) if probed.write_api else FormBackend(session)
