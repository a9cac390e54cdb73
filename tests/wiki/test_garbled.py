"""Answers that look like MediaWiki's and are not built so: an error of ours, never a KeyError, and never «no such page»."""

from __future__ import annotations

import copy
import json
import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.errors import BotError, WikiError
from bot.model.page import Page
from bot.wiki.api_reader import ApiReader
from bot.wiki.api_saver import ApiSaver
from bot.wiki.connection import WikiConnection
from bot.wiki.form_saver import FormSaver
from bot.wiki.probe import Probed, probe
from bot.wiki.protocols import Listing, SaveOrder
from tests.fakes.odd_server import http, odd_server

GOOD: dict[str, Any] = {
    "query": {
        "general": {"sitename": "Вики", "generator": "MediaWiki 1.15.5", "lang": "ru", "writeapi": ""},
        "namespaces": {"14": {"id": 14, "*": "Категория"}},
        "extensiontags": ["<ref>"],
        "userinfo": {"id": 2, "name": "Бот", "groups": ["bot"], "rights": ["edit"], "editcount": "3"},
        "normalized": [{"from": "а", "to": "А"}],
        "pages": {
            "1": {
                "pageid": 1,
                "title": "А",
                "edittoken": "x+",
                "protection": [],
                "revisions": [
                    {"revid": 3, "timestamp": "2026-11-30T10:00:00Z", "user": "Анна", "comment": "к", "*": "текст"}
                ],
            }
        },
        "allpages": [{"pageid": 1, "title": "А"}],
        "recentchanges": [{"title": "А"}],
        "categorymembers": [{"title": "А"}],
    },
    "login": {"result": "Success", "lgusername": "Бот"},
    "edit": {"result": "Success", "newrevid": 4},
}
VALUES: tuple[Any, ...] = (None, True, 0, -1, "", "x", [], {}, [1], {"a": 1}, [[]], 1.5)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in an answer."""
    keys = data.keys() if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(data[key], (*path, key))


def garbled(chance: random.Random) -> Any:
    """One to three places replaced or gone."""
    data = copy.deepcopy(GOOD)
    for _ in range(chance.randrange(1, 4)):
        *path, last = chance.choice(list(places(data)) or [("query",)])
        inner: Any = data
        for key in path:
            inner = inner[key]
        if chance.random() < 0.3:
            del inner[last]
        else:
            inner[last] = copy.deepcopy(chance.choice(VALUES))
    return data


def everything(probed: Probed) -> None:
    """Each thing a client does; errors of ours are fine."""
    session = ApiReader(probed, "Бот", "x", WikiConnection("test", seconds=5))
    order = SaveOrder(Page("А", "А", "текст", revid=3, timestamp="2026-11-30T10:00:00Z"), "новый", "к", False, "Бот")
    for ask in (
        session.account,
        lambda: session.history("А", 1),
        lambda: session.history("А", 5),
        lambda: session.revision(3),
        lambda: session.latest(["А", "Б"]),
        lambda: session.listing(Listing(), {}),
        lambda: session.listing(Listing(category="К"), {}),
        lambda: session.listing(Listing(since="2026-11-30T10:00:00Z"), {}),
        lambda: session.revids(["А", "Б"]),
        lambda: session.contributions(50),
        lambda: session.render("А", "текст"),
        lambda: session.describe("x"),
        lambda: ApiSaver(session).write(order),
        lambda: FormSaver(session).write(order),
    ):
        with suppress(BotError):
            ask()


@pytest.mark.parametrize("seed", range(60))
def test_no_garbled_answer_is_a_bug_of_ours(seed: int) -> None:
    """Whatever stands where a number, a name or a list should."""
    chance = random.Random(seed)  # noqa: S311  # no secret, a repeatable case

    def manner(line: str, connection: socket.socket) -> None:
        http(json.dumps(garbled(chance)).encode())(line, connection)

    with odd_server(manner) as address:
        found = None
        with suppress(BotError):
            found = probe(f"{address}/wiki/index.php", WikiConnection("test", seconds=5))
        if found is not None:
            everything(found)
    assert found is None or found.version


@pytest.mark.parametrize(
    "page",
    [
        {"pageid": 1, "title": "А"},
        {"pageid": 1, "title": "А", "revisions": []},
        {"pageid": 1, "title": "А", "revisions": [{"revid": 3, "user": "Анна", "texthidden": ""}]},
        {"title": "А", "invalid": ""},
        {},
    ],
)
def test_an_answer_without_the_text_is_not_taken_for_no_page(page: dict[str, Any]) -> None:
    """Else the bot would think that it may create it."""

    def manner(line: str, connection: socket.socket) -> None:
        asked = parse_qs(urlsplit(line.split(" ")[1]).query)
        good = {"query": {"pages": {"1": page}}} if "titles" in asked else GOOD
        http(json.dumps(good).encode())(line, connection)

    with odd_server(manner) as address:
        session = ApiReader(
            probe(f"{address}/wiki/index.php", WikiConnection("test")), "", None, WikiConnection("test", seconds=5)
        )
        with pytest.raises(WikiError):
            assert session.history("А", 1)[1][0].text is not None
