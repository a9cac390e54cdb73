"""The report's tests use example codes of their own, so that the wording of real codes can change."""

from __future__ import annotations

import pytest

from bot.report import findings
from tests.report import builders


@pytest.fixture(autouse=True)
def example_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the examples' codes stand in the table of codes."""
    monkeypatch.setattr(findings, "all_codes", lambda: builders.CODES)
