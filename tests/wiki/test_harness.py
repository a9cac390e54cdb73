"""The real wiki that other tests stand on, and the seal around every test."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests.mediawiki import BOT, Wiki


@pytest.mark.mediawiki
def test_a_person_writes_and_the_wiki_remembers(wiki_139: Wiki) -> None:
    """What a person saves is in the history with their name, text and summary."""
    title = wiki_139.title("Проба пера")
    revid = wiki_139.person().write(title, "Первая строка", "начало")
    newest = wiki_139.person(BOT).history(title)[0]
    assert (newest.revid, newest.user, newest.text, newest.comment) == (revid, "Человек", "Первая строка", "начало")


@pytest.mark.mediawiki
def test_knobs_hold_only_inside_their_block(wiki_139: Wiki) -> None:
    """A test can turn the wiki read-only, and afterwards it is not."""
    flags = {"action": "query", "meta": "siteinfo"}
    with wiki_139.knobs("$wgReadOnly = 'проба';"):
        inside = wiki_139.person().call(**flags)["query"]["general"]["readonly"]
    outside = wiki_139.person().call(**flags)["query"]["general"]["readonly"]
    assert (inside, outside) == (True, False)


def test_no_test_can_leave_the_machine(sealed: list[str]) -> None:
    """Connecting to a public address, or resolving a public name, fails the test that does it, also from a thread."""
    with socket.socket() as sock, pytest.raises(pytest.fail.Exception):
        sock.connect_ex(("192.0.2.1", 80))
    with pytest.raises(pytest.fail.Exception):
        socket.create_connection(("example.org", 80))
    tried, sealed[:] = list(sealed), []
    assert tried == ["('192.0.2.1', 80)", "example.org"]


def test_each_test_has_its_own_state_and_no_settings_of_the_machine() -> None:
    """MLWIKI_STATE is an empty folder; no other variable of ours, no key and no proxy is visible."""
    assert list(Path(os.environ["MLWIKI_STATE"]).iterdir()) == []
    seen = [name for name in os.environ if name.upper().startswith(("MLWIKI_", "OPENAI_")) or "PROXY" in name.upper()]
    assert seen == ["MLWIKI_STATE"]
