"""Addresses with no MediaWiki behind them (odd servers of the loopback): a clear error in bounded time."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path

import pytest

from bot.config import Settings, WikiSettings, user_agent
from bot.errors import BotError, ClosedToReaders, ConfigError, ExitCode, LoginFailed, WikiUnreachable
from bot.jobs.wikis import connect
from bot.wiki import open_wiki
from bot.wiki.connection import WikiConnection
from bot.wiki.probe import probe
from bot.wiki.wiki_client import SafeWiki
from tests.fakes.mw112 import MiniWiki, serve
from tests.fakes.mw112.model import User
from tests.fakes.odd_server import Manner, http, odd_server
from tests.mediawiki import Wiki, free_port
from tests.wiki.clock import TestClock


def opened(url: str, seconds: float = 20.0, state: Path = Path("unused")) -> SafeWiki:
    """Open the wiki at an address, reading only."""
    settings = WikiSettings(url=url)
    return open_wiki(settings, password=None, contact="", state=state, clock=TestClock(), seconds=seconds)


def half(_: str, connection: socket.socket) -> None:
    """Promise a body and break off in its middle."""
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"query": {"gen')


def silence(_: str, connection: socket.socket) -> None:
    """Take the request and never answer."""
    connection.recv(1)


def drip(_: str, connection: socket.socket) -> None:
    """One byte at a time, for ever; each comes before any wait is over."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while True:
        connection.sendall(b" ")
        time.sleep(0.05)


def drip_head(_: str, connection: socket.socket) -> None:
    """The same, before the body has begun."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        connection.sendall(b"x")
        time.sleep(0.05)


def hang_up(_: str, connection: socket.socket) -> None:
    """Close at once."""
    connection.shutdown(socket.SHUT_RDWR)


ODD: dict[str, Manner] = {
    "HTML": http(b"<html><body>It works!</body></html>", kind="text/html"),
    "nothing": http(b""),
    "garbage": http(b"\x00\xff\xfe{]"),
    "a bottomless nest": http(b"[" * 200_000),
    "a list": http(b"[1, 2]"),
    "an error of the server": http(b"oops", "503 Service Unavailable"),
    "not found": http(b"no", "404 Not Found", kind="text/html"),
    "API switched off": http(b"MediaWiki API is not enabled for this site.", kind="text/html"),
    "another program's JSON": http(b'{"query": {"general": {"generator": "Confluence 9"}}}'),
    "half a body": half,
    "a broken connection": hang_up,
    "silence": silence,
    "a drip": drip,
    "a drip in the head": drip_head,
}


@pytest.mark.parametrize("what", ODD)
def test_no_wiki_is_told_in_bounded_time(what: str) -> None:
    """Exit code 4, one line with the address, and never a traceback of a library's error."""
    with odd_server(ODD[what]) as address:
        start = time.monotonic()
        with pytest.raises(WikiUnreachable) as caught:
            opened(f"{address}/wiki/index.php?title=X", seconds=0.5)
        assert time.monotonic() - start < 30  # the server would go on for ever
    assert caught.value.exit_code is ExitCode.incomplete
    assert f"{address}/wiki/api.php" in str(caught.value)
    assert caught.value.hint is not None


@pytest.mark.parametrize("target", ["https://127.0.0.1/wiki/api.php", "http://elsewhere.example/wiki/api.php"])
def test_a_redirect_elsewhere_is_not_followed(target: str) -> None:
    """A session does not survive it; the error says which address to set."""
    moved = http(b"", "301 Moved Permanently", f"Location: {target}")
    with odd_server(moved) as address, pytest.raises(WikiUnreachable, match=target):
        opened(f"{address}/wiki/index.php")
    with odd_server(moved) as address, pytest.raises(WikiUnreachable, match=target):
        opened(f"{address}/wiki/Статья")


def test_a_redirect_in_circles_ends() -> None:
    """On the way to the page whose head names the API."""
    with (
        odd_server(http(b"", "302 Found", "Location: /again")) as address,
        pytest.raises(WikiUnreachable, match="circles"),
    ):
        opened(f"{address}/wiki/Статья")


def test_nobody_listens() -> None:
    """A closed port."""
    with pytest.raises(WikiUnreachable, match="no connection"):
        opened(f"http://127.0.0.1:{free_port()}/index.php")


@pytest.mark.parametrize("url", ["", "machinelearning.ru", "ftp://127.0.0.1/", "http://", "Метод опорных векторов"])
def test_what_is_no_address_is_a_setting_to_mend(url: str) -> None:
    """Exit code 2, before any request."""
    with pytest.raises(ConfigError):
        opened(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:99999999/index.php",
        "http://127.0.0.1:abc/x",
        "http://[::1/index.php",
        "http://127.0.0.1\x00/",
    ],
)
def test_an_impossible_address_is_told(url: str) -> None:
    """What the URL parser or the socket refuses is an error of ours too."""
    with pytest.raises(BotError):
        opened(url)


@pytest.mark.parametrize("contact", ["mailto:бот@example.org", "two\r\nlines: x", "{curly} (a; b)"])
def test_any_contact_fits_into_the_header(contact: str) -> None:
    """Cyrillic, line breaks and braces are no way to another header or to a crash."""
    heads: list[str] = []

    def manner(line: str, connection: socket.socket) -> None:
        heads.append(line)
        http(siteinfo("MediaWiki 1.12.0"))(line, connection)

    with odd_server(manner) as address:
        settings = WikiSettings(url=f"{address}/wiki/index.php")
        wiki = open_wiki(settings, password=None, contact=contact, state=Path("unused"), clock=TestClock())
    assert wiki.describe().version == "1.12.0"
    assert user_agent(contact).isascii()
    assert user_agent(contact).isprintable()


def test_a_password_in_the_address_is_not_repeated() -> None:
    """Nobody should write it there; if somebody does, no error shows it."""
    with pytest.raises(WikiUnreachable) as caught:
        opened(f"http://bot:secret@127.0.0.1:{free_port()}/index.php")
    assert "secret" not in str(caught.value)


def siteinfo(generator: str, **more: object) -> bytes:
    """What api.php says of a wiki (replica)."""
    general = {"sitename": "Вики", "generator": generator, "lang": "ru", **more}
    return json.dumps({"query": {"general": general, "namespaces": {}}}).encode()


@pytest.mark.parametrize(
    ("generator", "more", "client"),
    [
        ("MediaWiki 1.12.0", {}, "edit form"),
        ("MediaWiki 1.15.5", {}, "edit form"),
        ("MediaWiki 1.15.5", {"writeapi": ""}, "api.php"),
        ("MediaWiki 1.30.2", {"writeapi": ""}, "api.php"),
        ("MediaWiki 1.31.0", {"writeapi": ""}, "pywikibot"),
        ("MediaWiki 1.31.0", {}, "edit form"),
        ("MediaWiki 1.43.1", {}, "pywikibot"),
        ("MediaWiki 1.47.0-wmf.3", {}, "pywikibot"),
    ],
)
def test_the_wiki_itself_decides_the_client(tmp_path: Path, generator: str, more: dict[str, str], client: str) -> None:
    """The day it is upgraded the same command takes another client (replicas)."""
    with odd_server(http(siteinfo(generator, **more))) as address:
        settings = WikiSettings(url=f"{address}/wiki/index.php", user="МойБот")
        wiki = open_wiki(settings, password="x", contact="", state=tmp_path, clock=TestClock())
    assert (wiki.describe().client.split(" 1")[0], wiki.describe().version) == (client, generator.split()[1])


def test_a_wiki_without_its_api_is_read_by_its_pages(tmp_path: Path) -> None:
    """What it is it says in an export; saving goes through the form (stand-in of 1.12 with the API switched off)."""
    wiki = MiniWiki(api_enabled=False)
    with serve(wiki) as address:
        found = opened(f"{address}?title=Любая", state=tmp_path).describe()
    assert (found.version, found.name, found.language, found.client) == ("1.12.0", "MachineLearning", "ru", "edit form")
    assert "tex" in found.tags


def test_an_outage_of_the_api_is_not_taken_for_a_switched_off_one(tmp_path: Path) -> None:
    """Half of its answers would be wrong then (replica: api.php fails, the pages are there)."""

    def manner(line: str, connection: socket.socket) -> None:
        if "api.php" in line:
            http(b"oops", "500 Internal Server Error")(line, connection)
        else:
            http(b'<script>var wgVersion = "1.12.0";</script>')(line, connection)

    with odd_server(manner) as address, pytest.raises(WikiUnreachable, match="500"):
        opened(f"{address}/wiki/index.php", state=tmp_path)


def test_a_step_that_the_wiki_does_not_know_is_left_out() -> None:
    """1.12 answers an unknown value with an error; the next question is shorter (replica of r02_siteinfo_bad_siprop)."""
    asked: list[str] = []

    def manner(line: str, connection: socket.socket) -> None:
        asked.append(line)
        unknown = b'{"error": {"code": "siunknown_siprop", "info": "Unrecognised value for parameter \'siprop\'"}}'
        body = unknown if "extensiontags" in line else siteinfo("MediaWiki 1.12.0")
        http(body)(line, connection)

    with odd_server(manner) as address:
        found = probe(f"{address}/wiki/index.php", WikiConnection("test"))
    assert (found.version, found.version_text, found.write_api, found.name) == ((1, 12), "1.12.0", False, "Вики")
    assert len(asked) == 2


@pytest.mark.mediawiki
@pytest.mark.parametrize(
    "tail", ["/", "/index.php", "/index.php?title=Любая&action=edit", "/index.php/Любая", "/api.php"]
)
def test_any_address_of_a_wiki_finds_it(wiki_139: Wiki, tail: str) -> None:
    """A page, index.php, api.php or the bare host: the rest is probed."""
    found = probe(f"http://127.0.0.1:{wiki_139.port}{tail}", WikiConnection("test"))
    assert (found.api, found.index, found.version[:2]) == (wiki_139.api, wiki_139.address, (1, 39))
    assert {"ref", "references", "syntaxhighlight"} <= found.tags
    assert dict(found.namespaces)[14] == "Категория"


@pytest.mark.parametrize(
    ("status", "headers", "waited"),
    [
        ("429 Too Many Requests", ["Retry-After: 7"], 7.0),
        ("429 Too Many Requests", [], 60.0),
        (
            "429 Too Many Requests",
            ["Date: Mon, 30 Nov 2026 10:00:00 GMT", "Retry-After: Mon, 30 Nov 2026 10:01:30 GMT"],
            90.0,
        ),
        ("429 Too Many Requests", ["Retry-After: soon"], 60.0),
        ("429 Too Many Requests", ["Retry-After: 1.5"], 1.5),
        ("503 Service Unavailable", ["Retry-After: 12", "X-Database-Lag: 9"], 12.0),
    ],
)
def test_a_server_that_asks_to_wait_is_waited_for(
    tmp_path: Path, status: str, headers: list[str], waited: float
) -> None:
    """As long as it says, then asked again (replica)."""
    said: list[str] = []

    def manner(line: str, connection: socket.socket) -> None:
        page = {"query": {"pages": {"1": {"title": "А", "revisions": [{"revid": 1, "*": "текст"}]}}}}
        if "siteinfo" in line:
            http(siteinfo("MediaWiki 1.12.0"))(line, connection)
        elif not said:
            said.append(line)
            http(b"later", status, *headers)(line, connection)
        else:
            http(json.dumps(page).encode())(line, connection)

    clock = TestClock()
    with odd_server(manner) as address:
        settings = WikiSettings(url=f"{address}/wiki/index.php")
        wiki = open_wiki(settings, password=None, contact="", state=tmp_path, clock=clock)
        page = wiki.read("А")
    assert page is not None
    assert (page.text, clock.slept) == ("текст", [waited])


def test_a_wiki_that_breaks_after_the_probe_is_unreachable(tmp_path: Path) -> None:
    """It said 1.39 and then answers HTML (replica)."""

    def manner(line: str, connection: socket.socket) -> None:
        good = http(siteinfo("MediaWiki 1.39.0"))
        bad = http(b"<html>maintenance</html>", kind="text/html")
        (good if "siteinfo" in line and line.startswith("GET") else bad)(line, connection)

    with odd_server(manner) as address:
        client = opened(f"{address}/wiki/index.php", state=tmp_path)
        with pytest.raises(WikiUnreachable):
            client.read("Страница")


def test_a_wiki_closed_to_readers_is_entered_first(tmp_path: Path) -> None:
    """1.12 knows no action before the login then: with an account it is read, without one it is said to be closed."""
    wiki = MiniWiki(closed=True)
    wiki.users["Бот"] = User("Бот", "pass")
    with serve(wiki) as address:
        with pytest.raises(ClosedToReaders) as caught:
            opened(address, state=tmp_path)
        assert "without an account" in str(caught.value)
        assert caught.value.exit_code is ExitCode.incomplete
        settings = Settings(wiki=WikiSettings(url=address, user="Бот", throttle=0.0))
        environment = {"MLWIKI_WIKI_PASSWORD": "pass", "MLWIKI_STATE": str(tmp_path)}
        client = connect(settings, environment, reading=True)
        assert client.describe().version.startswith("1.12")
        assert client.read("Нет такой") is None
        with pytest.raises(LoginFailed):
            connect(settings, environment | {"MLWIKI_WIKI_PASSWORD": "wrong"}, reading=True)
