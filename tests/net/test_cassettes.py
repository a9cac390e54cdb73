"""Recorded HTTP answers without a socket, is readable, and holds no secret; what it does not hold is said."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import InputError
from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.net.cassettes import FROM_REPLICAS, ReplayClock, recording, replaying
from bot.net.network import Network, Rerouted, SystemNetwork
from bot.net.transport import Transport
from tests.fakes.papers import paper
from tests.sources.servers import Page, Replica
from tests.sources.world import ADAM

PAGES: dict[str, Page] = {
    "site.org/a": (
        200,
        {"set-cookie": "secret=1", "date": "today", "server": "replica"},
        "<title>Кириллица</title>\n<p>x\n".encode(),
    ),
    "site.org/b.pdf": (200, {"content-type": "application/pdf"}, paper(ADAM)),
    "site.org/c?email=me@example.org&q=1": (200, {}, b"c"),
    "other.org/d": (302, {"location": "/e"}, b""),
}


def get(network: Network, *urls: str) -> list[Reply | Failed]:
    """Fetch addresses one after another."""

    async def run() -> list[Reply | Failed]:
        transport = Transport("mlwiki-bot (mailto:me@example.org)", network)
        found = [await transport.get(url, {"authorization": "Bearer hidden"}) for url in urls]
        await transport.aclose()
        return found

    return asyncio.run(run())


def record(path: Path, *urls: str) -> list[Reply | Failed]:
    """Record addresses from replicas."""
    with Replica(PAGES) as server, recording(path, note=FROM_REPLICAS):
        return get(Rerouted(dict.fromkeys(["site.org", "other.org"], server.port)), *urls)


URLS = (
    "https://site.org/a",
    "http://site.org/b.pdf",
    "https://site.org/c?email=me@example.org&q=1",
    "http://other.org/d",
)


def replay(*paths: Path, urls: tuple[str, ...] = URLS) -> list[Reply | Failed]:
    """Replay addresses with a network that must never be reached."""

    async def refuse(host: str, _: int) -> tuple[str, ...]:
        raise AssertionError(f"a replay asks for {host}")

    with replaying(*paths):
        return get(SystemNetwork(refuse), *urls)


def test_a_replay_gives_what_was_recorded(tmp_path: Path) -> None:
    """Status, headers that matter, text and binary bodies; the resolver and the sockets are never reached."""
    path = tmp_path / "кассета с пробелом.yaml"
    recorded, replayed = record(path, *URLS), replay(path)
    for before, after in zip(recorded, replayed, strict=True):
        assert isinstance(before, Reply)
        assert isinstance(after, Reply)
        assert (before.status, before.body, before.header("location")) == (
            after.status,
            after.body,
            after.header("location"),
        )


def test_a_cassette_is_the_same_file_whatever_the_order(tmp_path: Path) -> None:
    """Sorted, with the note as its first line; recording again replaces it."""
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    record(one, *URLS)
    record(other, *reversed(URLS))
    assert one.read_bytes() == other.read_bytes()
    record(one, *URLS)
    assert one.read_bytes() == other.read_bytes()
    assert one.read_text(encoding="utf-8").startswith(f"# {FROM_REPLICAS}\n")


def test_a_cassette_is_readable_and_holds_no_secret(tmp_path: Path) -> None:
    """No contact, key, cookie, date or server; Cyrillic as it is."""
    path = tmp_path / "c.yaml"
    record(path, *URLS)
    text = path.read_text(encoding="utf-8")
    for secret in ("hidden", "me@example.org", "me%40example.org", "secret=1", "today", "server:"):
        assert secret not in text
    assert "Кириллица" in text


def test_what_is_not_stored_is_said_and_opens_nothing(tmp_path: Path) -> None:
    """A request outside the cassette is a reason, not an exception."""
    path = tmp_path / "c.yaml"
    record(path, *URLS)
    assert replay(path, urls=("https://site.org/unknown",)) == [Failed(Reason.not_stored)]


def test_an_answer_may_be_given_again_and_from_several_files(tmp_path: Path) -> None:
    """Two cassettes are read as one."""
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    record(one, URLS[0])
    record(other, URLS[3])
    found = replay(one, other, urls=(URLS[3], URLS[0], URLS[0]))
    assert [reply.status for reply in found if isinstance(reply, Reply)] == [302, 200, 200]


@pytest.mark.parametrize("content", [None, "", "{", "a: [1", "interactions: 7\n", "just text", "\0"])
def test_a_file_that_is_no_cassette_is_one_line(tmp_path: Path, content: str | None) -> None:
    """Missing, empty or other files are said with what to do."""
    path = tmp_path / "c.yaml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as error:
        replay(path)
    assert error.value.hint is not None


def test_a_replays_clock_waits_for_nobody() -> None:
    """An hour's wait is over at once, and has passed."""
    clock = ReplayClock()
    asyncio.run(clock.sleep(3600))
    assert clock.monotonic() == 3600
    assert clock.now() == ReplayClock().now()
