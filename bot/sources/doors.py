"""Sites that are asked at a door of their own: an interface that says more than the page, or a page that is a service's answer.

A site whose service is switched off is read like any other.
"""

from __future__ import annotations

from bot.identifiers.sites import of_address
from bot.model.outcome import Outcome
from bot.model.words import IdKind
from bot.net.services import ServiceClient
from bot.registries import cyberleninka, mathnet, youtube
from bot.sources.fetch import Fetcher


async def look(services: ServiceClient, fetcher: Fetcher, url: str) -> Outcome | None:
    """What became of an address by its site's own door, None where it has none."""
    item = of_address(url)
    if item is None or item.kind.value not in _DOORS or not services.enabled(item.kind.value):
        return None
    match item.kind:
        case IdKind.youtube:
            return await youtube.look(services, item.value)
        case IdKind.cyberleninka:
            return await cyberleninka.look(services, fetcher, item.value)
        case IdKind.mathnet:
            return await mathnet.look(services, fetcher, item.value)
    return None


_DOORS = frozenset({youtube.NAME, cyberleninka.NAME, mathnet.NAME})
