"""A wiki that answers rubbish, half, elsewhere or never once it is known: every client says so in one line, in bounded time."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from bot.errors import BotError, WikiError
from bot.model.page import Page
from bot.wiki.api_reader import ApiReader
from bot.wiki.api_saver import ApiSaver
from bot.wiki.connection import WikiConnection
from bot.wiki.form_saver import FormSaver
from bot.wiki.page_reader import PageReader
from bot.wiki.probe import Probed
from bot.wiki.protocols import Listing, SaveOrder, WikiSaver
from bot.wiki.pywikibot_client import PywikibotReader
from tests.fakes.odd_server import Manner, http, odd_server
from tests.mediawiki import NIGHT
from tests.wiki.test_unreachable import drip, drip_head, half, hang_up, silence

SECRET = "secret-0123456789"
#: Seconds that one request may take here; elsewhere it is a minute.
PATIENCE = 0.5


def away(place: str) -> Manner:
    """A redirect that must not be followed."""
    return http(b"", "301 Moved Permanently", f"Location: {place}")


FAULTS: dict[str, Manner] = {
    "HTML": http(b"<html><body>It works!</body></html>", kind="text/html"),
    "a login page": http(b"<form action='http://elsewhere.example/'><input name=wpPassword></form>", kind="text/html"),
    "nothing": http(b""),
    "garbage": http(b"\x00\xff\xfe{]"),
    "a list": http(b"[1, 2]"),
    "an empty object": http(b"{}"),
    "an error of the server": http(b"oops", "500 Internal Server Error"),
    "https": away("https://127.0.0.1/wiki/api.php"),
    "another host, with what was posted": http(
        b"", "307 Temporary Redirect", "Location: http://elsewhere.example/wiki/api.php"
    ),
    "another host": away("http://elsewhere.example/wiki/api.php"),
    "half a body": half,
    "a broken connection": hang_up,
    "silence": silence,
    "a drip": drip,
    "a drip in the head": drip_head,
}
KINDS = ("pywikibot", "api", "form", "pages")
KINDS_NOW = KINDS if NIGHT else ("pywikibot", "form")


def opened(kind: str, address: str, state: Path) -> tuple[ApiReader, WikiSaver]:
    """A reader and a saver that have already learned what wiki this is."""
    api = "" if kind == "pages" else f"{address}/wiki/api.php"
    version = {"pywikibot": (1, 39), "api": (1, 19)}.get(kind, (1, 12))
    text = "{}.{}.0".format(*version)
    spaces = ((0, ""), (14, "Категория"))
    probed = Probed(
        api, f"{address}/wiki/index.php", "W", text, version, "ru", frozenset({"ref"}), kind in KINDS[:2], spaces
    )
    transport = WikiConnection("test", seconds=PATIENCE)
    if kind == "pywikibot":
        blocking = PywikibotReader(probed, "МойБот@x", SECRET, transport, "test", state)
        blocking._pywikibot.config.socket_timeout = (PATIENCE, PATIENCE)
        blocking._pywikibot.config.retry_wait = 0
        return blocking, ApiSaver(blocking)
    reader = (PageReader if kind == "pages" else ApiReader)(probed, "МойБот", SECRET, transport)
    return reader, ApiSaver(reader) if kind == "api" else FormSaver(reader)


@pytest.mark.parametrize("kind", KINDS_NOW)
@pytest.mark.parametrize("fault", FAULTS)
def test_every_client_says_so_in_bounded_time(kind: str, fault: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever is asked of it, logged in or not: an error of ours, which shows no password and takes no page for missing."""
    order = SaveOrder(Page("А", "А", "текст", revid=3, timestamp="2026-11-30T10:00:00Z"), "новый", "к", False, "МойБот")
    with odd_server(FAULTS[fault]) as address:
        reader, saver = opened(kind, address, tmp_path_factory.getbasetemp() / "pywikibot-state")
        for ask in (
            reader.account,
            lambda: reader.history("А", 1),
            lambda: saver.render("А", "текст"),
            lambda: saver.write(order),
            lambda: reader.listing(Listing(), {}),
        ):
            start = time.monotonic()
            with pytest.raises(WikiError) as caught:
                ask()
            assert time.monotonic() - start < 30  # the server would go on for ever
            assert SECRET not in str(caught.value)
            assert isinstance(caught.value, BotError)


def test_a_password_goes_to_no_other_host(tmp_path: Path) -> None:
    """A login form that posts elsewhere is not filled in."""
    asked: list[str] = []

    def manner(line: str, connection: socket.socket) -> None:
        asked.append(line)
        FAULTS["a login page"](line, connection)

    with odd_server(manner) as address, pytest.raises(WikiError, match="elsewhere"):
        opened("pages", address, tmp_path)[0].account()
    assert not [line for line in asked if line.startswith("POST")]
