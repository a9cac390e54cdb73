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

__all__ = ["CheckReport", "Page", "Settings", "TidyReport", "__version__", "acheck", "check", "tidy"]

#: Where the public records live; they are imported when they are asked for, so that `mlwiki --help` answers at once.
_RECORDS = {
    "CheckReport": "bot.model.report",
    "Page": "bot.model.page",
    "Settings": "bot.config",
    "TidyReport": "bot.model.report",
}


def tidy(page: str | Page, *, profile: str = "modern") -> TidyReport:
    """Make the mechanical edits on a text or page, offline, and prove them.

    ``profile`` names the wiki's markup. The report holds one page: its new text, edits, findings and proof, by the names
    they have in `mlwiki tidy --format json`. Raises KeyError for an unknown profile, InputError for what no page can hold.
    """
    from bot.jobs.session import Quiet, choose_profile
    from bot.jobs.tidy import tidy as tidy_pages

    return tidy_pages([_page(page)], choose_profile(profile, _settings(None)), Quiet())


def check(page: str | Page, *, profile: str = "modern", settings: Settings | None = None) -> CheckReport:
    """Verify every citation of a text or page; ``acheck`` for those who have no event loop."""
    import asyncio

    return asyncio.run(acheck(page, profile=profile, settings=settings))


async def acheck(page: str | Page, *, profile: str = "modern", settings: Settings | None = None) -> CheckReport:
    """Verify every citation of a text or page.

    ``settings`` (default: all defaults, nothing read from files) say which judge and which services; nothing is kept
    between calls. Whatever services, pages and models answer is in the report, by the names it has in
    `mlwiki check --format json`. Raises KeyError for an unknown profile, ConfigError for a judge that cannot be opened,
    InputError for what no page can hold.
    """
    import os

    from bot.jobs.check import CheckOptions
    from bot.jobs.check import acheck as check_pages
    from bot.jobs.session import Session, choose_profile
    from bot.store import open_store

    found = _settings(settings)
    with open_store(None) as store:
        session = Session(found, store, environment=os.environ)
        return await check_pages([_page(page)], choose_profile(profile, found), session, CheckOptions(remember=False))


def _page(page: str | Page) -> Page:
    from bot.jobs.files import refuse_no_text
    from bot.model.page import Page

    made = Page(name="", title="", text=page) if isinstance(page, str) else page
    refuse_no_text(made.name or "text", made.text)
    return made


def _settings(settings: Settings | None) -> Settings:
    from bot.config import Settings

    return settings if settings is not None else Settings()


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _RECORDS:
        msg = f"module 'bot' has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(_RECORDS[name]), name)
