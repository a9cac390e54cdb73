"""Whatever a contact holds, the User-Agent is a header that servers take."""

from __future__ import annotations

import httpx
from hypothesis import given
from hypothesis import strategies as st

from bot.config import user_agent


@given(st.text())
def test_any_contact_makes_a_valid_header(contact: str) -> None:
    """ASCII without control characters, as RFC 9110 wants it; httpx agrees."""
    name = user_agent(contact.encode("utf-8", "replace").decode(), "citation check")
    assert name.isascii()
    assert name.isprintable()
    assert httpx.Headers({"User-Agent": name})["user-agent"] == name


def test_an_ordinary_contact_stays_readable() -> None:
    """What an administrator reads is what the operator wrote."""
    assert user_agent("mailto:bot@example.org").endswith("(mailto:bot@example.org)")
    assert "(" not in user_agent("")
