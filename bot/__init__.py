"""A MediaWiki bot and citation verifier that a wiki can trust.

>>> from bot import tidy
>>> tidy("Метод `fit` обучает модель.", profile="mlru").pages[0].text
'Метод <code>fit</code> обучает модель.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.model.page import Page
    from bot.model.report import CheckReport, TidyReport

__version__ = "0.1.0"

__all__ = ["__version__", "acheck", "check", "tidy"]


def tidy(page: str | Page, *, profile: str = "modern") -> TidyReport:
    """Make the mechanical edits on a text or page, offline, and prove them.

    ``profile`` names the wiki's markup. The report holds one page: its new text, edits, findings and proof. Raises
    KeyError for an unknown profile.
    """
    from bot.jobs.tidy import tidy as tidy_pages
    from bot.jobs.world import Quiet, choose_profile

    return tidy_pages([_page(page)], choose_profile(profile, _settings(None)), Quiet())


def check(page: str | Page, *, profile: str = "modern", settings: Settings | None = None) -> CheckReport:
    """Verify every citation of a text or page; ``acheck`` for those who have no event loop."""
    import asyncio

    return asyncio.run(acheck(page, profile=profile, settings=settings))


async def acheck(page: str | Page, *, profile: str = "modern", settings: Settings | None = None) -> CheckReport:
    """Verify every citation of a text or page.

    ``settings`` (default: all defaults, nothing read from files) say which judge and which services; nothing is kept
    between calls. Whatever services, pages and models answer is in the report. Raises KeyError for an unknown profile,
    ConfigError for a judge that cannot be opened.
    """
    import os

    from bot.jobs.check import CheckOptions
    from bot.jobs.check import acheck as check_pages
    from bot.jobs.world import World, choose_profile
    from bot.store import open_store

    found = _settings(settings)
    with open_store(None) as store:
        world = World(found, store, environment=os.environ)
        return await check_pages([_page(page)], choose_profile(profile, found), world, CheckOptions(remember=False))


def _page(page: str | Page) -> Page:
    from bot.model.page import Page

    return Page(name="", title="", text=page) if isinstance(page, str) else page


def _settings(settings: Settings | None) -> Settings:
    from bot.config import Settings

    return settings if settings is not None else Settings()
