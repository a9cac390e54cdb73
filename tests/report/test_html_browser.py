"""The HTML report in a real Chromium: readable with axe's eyes in four layouts, silent, and alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.locale import Speech
from bot.report import render
from tests.browser import LAYOUTS, chromium, violations, wider_than_screen
from tests.report import builders

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for this file."""
    with chromium() as found:
        yield found


@pytest.mark.parametrize(("scheme", "width"), LAYOUTS)
def test_axe_finds_nothing_in_the_report(browser: Browser, tmp_path: Path, scheme: str, width: int) -> None:
    """Check, tidy and push with everything unfolded: no violation, nothing wider than the screen, no request, no console line."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    noise: list[str] = []
    page.on("console", lambda message: noise.append(message.text))
    context.on("request", lambda request: noise.append(request.url))
    speech = Speech("ru")
    seen: list[object] = []
    addresses = []
    for name, text in (
        ("check", render(builders.check_report(), "html", speech)),
        ("tidy", render(builders.tidy_report(), "html", speech)),
        ("push", render(builders.push_report(), "html", speech)),
    ):
        file = tmp_path / f"{name}.html"
        file.write_text(text, encoding="utf-8")
        addresses.append(file.as_uri())
        page.goto(file.as_uri())
        page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true }")
        seen += [violations(page), wider_than_screen(page)]
    context.close()
    assert [one for one in seen if one] == []
    assert noise == addresses
