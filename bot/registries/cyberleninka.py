"""CyberLeninka: Russian articles in full. There is no API for programs (robots.txt closes it and the search), but the page of an
article carries its metadata and its text; the page is the service's answer. It may confirm, never convict.
"""

from __future__ import annotations

from dataclasses import replace

from bot.model.outcome import Outcome, Shown
from bot.model.source import Work
from bot.registries import Fetches, Registry, Services

NAME = "cyberleninka"


async def page(services: Services, fetcher: Fetches, slug: str) -> Outcome:
    """The article's page, read at the service's address, its metadata in the service's name."""
    home = services.address(NAME)
    outcome = await fetcher.read(f"{home}/article/n/{slug}", operator=home)
    if not isinstance(outcome, Shown) or outcome.work is None:
        return outcome
    return replace(outcome, work=_named(outcome.work))


def _named(work: Work) -> Work:
    """The page's metadata as this service's record; its list of authors is as the journal gave it."""
    return replace(work, service=NAME, roster_complete=False)


REGISTRY = Registry(
    NAME,
    "https://cyberleninka.ru",
    (1.0, 2),  # article pages; robots.txt closes the search
    rank=160,
    asked_about="an article's page",
    asked_when="instead of the plain page",
    may_convict="no",
    pace_in_words="one in half a second",
    page=page,
)
