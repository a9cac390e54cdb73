"""Clients of the real wiki."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.wiki import open_wiki
from bot.wiki.saving import SafeWiki
from tests.mediawiki import SECRET, Wiki
from tests.wiki.clock import TestClock

Opened = Callable[..., SafeWiki]


@pytest.fixture
def open_139(wiki_139: Wiki, tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """Open the real wiki as the bot (bot password); keywords change the settings, ``password`` the secret."""

    def opened(*, password: str | None = SECRET, contact: str = "mailto:owner@example.org", **more: Any) -> SafeWiki:
        state: Path = tmp_path_factory.getbasetemp() / "pywikibot-state"
        return open_wiki(wiki_139.settings(**more), password=password, contact=contact, state=state, clock=TestClock())

    return opened
