"""The real wiki that other tests stand on, and the seal around every test."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.mediawiki import BOT, Wiki

ROOT = Path(__file__).resolve().parents[2]


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


@pytest.mark.mediawiki
@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_a_terminated_wiki_leaves_nothing_behind(wiki_139: Wiki, tmp_path: Path) -> None:  # noqa: ARG001  # where there is one
    """``python -m tests.mediawiki`` ended by SIGTERM, as `kill` sends it: neither the server nor its folder stays."""
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.mediawiki"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout is not None
            port = urlsplit(running.stdout.readline().strip()).port
            running.terminate()
            assert running.wait(timeout=60) == 0
        finally:
            running.kill()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port or 0), timeout=5)
    assert list(tmp_path.iterdir()) == []


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
