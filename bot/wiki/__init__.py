"""A wiki as a place to read from and save to: what it is is asked, never assumed, and decides reader and saver.

=====================  ====================================  ==================================================
MediaWiki              is read by                            is saved to by
=====================  ====================================  ==================================================
1.31 and later         api.php, with pywikibot's session     ``api_saver``: ``action=edit``, bot password
1.13 … 1.30            ``api_reader``                        ``api_saver``, where the write API is on
1.8 … 1.12, or it off  ``api_reader``, else ``page_reader``  ``form_saver``: the edit form
=====================  ====================================  ==================================================

Without an account only reading is asked for, and pywikibot is not even imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import user_agent
from bot.errors import ClosedToReaders

if TYPE_CHECKING:
    from bot.config import WikiSettings
    from bot.model.ports import Clock
    from bot.wiki.connection import WikiConnection
    from bot.wiki.probe import Probed
    from bot.wiki.protocols import WikiReader, WikiSaver
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
    ConfigError for an impossible address, WikiUnreachable when no MediaWiki answers there, ClosedToReaders where it shows nothing
    without an account and none is given. Nothing is logged in yet, but where a closed wiki had to be entered.
    """
    from bot.wiki.api_reader import enter
    from bot.wiki.connection import WikiConnection
    from bot.wiki.probe import probe
    from bot.wiki.saving import Terms
    from bot.wiki.wiki_client import SafeWiki

    agent = user_agent(contact)
    transport = WikiConnection(agent, proxy=proxy, seconds=seconds)
    try:
        probed = probe(settings.url, transport)
    except ClosedToReaders as closed:
        if not settings.user or not password:
            raise
        enter(closed.api, settings.user, password, transport)
        probed = probe(settings.url, transport)
    reader, saver = _access(probed, settings, password, transport, agent, state)
    return SafeWiki(reader, saver, probed.index, Terms.of(settings, contact), clock, state)


def _access(
    probed: Probed, settings: WikiSettings, password: str | None, transport: WikiConnection, agent: str, state: Path
) -> tuple[WikiReader, WikiSaver]:
    """The reader and the saver that the wiki's own answers call for."""
    from bot.wiki.api_reader import ApiReader
    from bot.wiki.api_saver import ApiSaver
    from bot.wiki.form_saver import FormSaver

    if settings.user and probed.write_api:
        from bot.wiki import pywikibot_client

        if probed.version >= pywikibot_client.MINIMUM:
            blocking = pywikibot_client.PywikibotReader(probed, settings.user, password, transport, agent, state)
            return blocking, ApiSaver(blocking, f"pywikibot {blocking.version}")
    if probed.api:
        reader = ApiReader(probed, settings.user, password, transport)
        return reader, ApiSaver(reader) if probed.write_api else FormSaver(reader)
    from bot.wiki.page_reader import PageReader

    by_pages = PageReader(probed, settings.user, password, transport)
    return by_pages, FormSaver(by_pages)
