"""Stages: every kind of wiki that a client of ours must serve alike."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.wiki import open_wiki
from bot.wiki.wiki_client import SafeWiki
from tests.fakes.mw112 import MiniWiki, serve
from tests.fakes.mw112.model import PROFILES
from tests.mediawiki import NIGHT, SECRET, Wiki
from tests.wiki.clock import TestClock
from tests.wiki.stages import CONTACT, RealStage, Stage, StandInStage

Opened = Callable[..., SafeWiki]

WITHOUT_API = "without api"
REAL = ("pywikibot", "api", "form", "pages")
#: What every run takes, and what only a night's does (``.ci/night``).
REAL_NOW = REAL if NIGHT else REAL[:1]
OLD_NOW = (*PROFILES, WITHOUT_API) if NIGHT else ("1.12",)


@pytest.fixture
def open_139(wiki_139: Wiki, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """Open the real wiki as the bot (bot password); keywords change the settings, ``password`` the secret."""

    def opened(*, password: str | None = SECRET, contact: str = CONTACT, **more: Any) -> SafeWiki:
        state: Path = tmp_path_factory.getbasetemp() / "pywikibot-state"
        return open_wiki(wiki_139.settings(**more), password=password, contact=contact, state=state, clock=TestClock())

    return opened


@pytest.fixture(
    params=[
        *(pytest.param(kind, marks=pytest.mark.mediawiki, id=f"{kind}-1.39") for kind in REAL_NOW),
        *(pytest.param(version, id=f"standin-{version.replace(' ', '-')}") for version in OLD_NOW),
    ]
)
def stage(request: pytest.FixtureRequest, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The real 1.39 through pywikibot and the stand-in of 1.12 through its form; at night the real one through every client,
    and stand-ins of 1.12 (also without its API), 1.15, 1.19 and 1.27 through theirs.
    """
    if request.param in REAL:
        state = tmp_path_factory.getbasetemp() / "pywikibot-state"
        # pywikibot is one to a process, and so is its folder; a save that another test left pending is not this one's
        shutil.rmtree(state / "desk", ignore_errors=True)
        yield RealStage(request.getfixturevalue("wiki_139"), request.param, state)
    else:
        off = request.param == WITHOUT_API
        wiki = MiniWiki(PROFILES["1.12" if off else request.param], api_enabled=not off)
        with serve(wiki) as address:
            yield StandInStage(wiki, address, tmp_path / "state")


@pytest.fixture
def old(tmp_path: Path) -> Iterator[StandInStage]:
    """The stand-in of 1.12.0 alone."""
    wiki = MiniWiki()
    with serve(wiki) as address:
        yield StandInStage(wiki, address, tmp_path / "state")
