"""A real headless Chromium for tests, driven by Playwright's wheel, with axe-core from a package: nothing is fetched.

Tests that use it carry ``@pytest.mark.chromium``. Where Chromium or Playwright are absent they are skipped with the reason;
with ``chromium`` in MLWIKI_REQUIRE (as in CI) their absence is a failure. Open it in a fixture of module scope:
while Playwright's synchronous API runs, nothing else in its thread may use asyncio.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.mediawiki import REQUIRED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Colour scheme and width of each layout.
LAYOUTS = [("light", 1200), ("light", 420), ("dark", 1200), ("dark", 420)]


def missing() -> str | None:
    """Why there is no browser here; None when there is one."""
    if not CHROMIUM.exists():
        return f"{CHROMIUM} is not installed"
    for name in ("playwright", "axe_playwright_python"):
        if importlib.util.find_spec(name) is None:
            return f"the package {name} is not installed (pip install -e '.[test]')"
    return None


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; skips the test, or fails it where MLWIKI_REQUIRE names chromium, when there is none."""
    reason = missing()
    if reason is not None:
        if "chromium" in REQUIRED:
            pytest.fail(f"MLWIKI_REQUIRE names chromium, but {reason}", pytrace=False)
        pytest.skip(f"no Chromium for this test: {reason}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def violations(page: Page) -> list[str]:
    """What axe-core holds against the page as it stands, one line a rule with the first element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
    )
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['target']}" for one in found]


def wider_than_screen(page: Page) -> bool:
    """Whether a reader would have to scroll sideways."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth > innerWidth"))
