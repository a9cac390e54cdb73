"""Addresses as people copy them from a wiki."""

from __future__ import annotations

import pytest

from bot.config import Settings, WikiSettings
from bot.errors import InputError
from bot.jobs import wikis
from bot.jobs.named_pages import PageAddress, page_address, readings
from bot.jobs.wikis import Wikis
from bot.model.page import Page

NEW = "https://ru.wikipedia.org/wiki"
OLD = "http://www.machinelearning.ru/wiki/index.php"


@pytest.mark.parametrize(
    ("address", "read"),
    [
        (f"{OLD}?title=%D0%94%D1%80%D0%BE%D0%BF%D0%B0%D1%83%D1%82", PageAddress(OLD, "Дропаут")),
        (f"{OLD}?title=Метод_опорных_векторов&oldid=12", PageAddress(OLD, "Метод опорных векторов", 12)),
        (f"{OLD}?diff=105947&oldid=49267&title=A_B", PageAddress(OLD, "A B", 49267, "105947")),
        (f"{OLD}?title=A&diff=prev&oldid=7", PageAddress(OLD, "A", 7, "prev")),
        (f"{OLD}?title=A&diff=9", PageAddress(OLD, "A", 9, "prev")),
        (f"{OLD}?oldid=9", PageAddress(OLD, "", 9)),
        (
            "https://ru.wikipedia.org/wiki/BERT_(модель)",
            PageAddress("https://ru.wikipedia.org/wiki/BERT_(модель)", "BERT (модель)"),
        ),
        ("https://w.example.org/index.php/Дропаут", PageAddress("https://w.example.org/index.php/Дропаут", "Дропаут")),
    ],
)
def test_what_an_address_names(address: str, read: PageAddress) -> None:
    """Title, revision and difference, percent signs and underscores undone."""
    assert page_address(address) == read


@pytest.mark.parametrize("name", ["Дропаут", "draft.wiki", "title:http", "ftp://example.org/x"])
def test_what_is_no_address(name: str) -> None:
    """Titles and files are not taken for addresses."""
    assert page_address(name) is None


@pytest.mark.parametrize("name", [OLD, "http://example.org/", "http://example.org/index.php?action=history"])
def test_an_address_without_a_page_is_said_to_be_one(name: str) -> None:
    """One clear error instead of a check of nothing."""
    with pytest.raises(InputError, match="names no page"):
        page_address(name)


class Opened:
    """A wiki that has every page."""

    def __init__(self, address: str) -> None:
        self.address = address

    def read(self, title: str) -> Page:
        """Any page."""
        return Page(title, title, "x", wiki=self.address, revid=1)

    def describe(self) -> None:
        """Nothing that matters here."""


def test_a_wiki_is_opened_once_for_all_that_a_command_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles, an index.php of it and articles' addresses; another host is another wiki."""
    opened: list[str] = []

    def open_it(settings: Settings, environment: object, *, reading: bool) -> Opened:
        assert reading
        assert environment == {"A": "b"}
        opened.append(settings.wiki.url)
        return Opened(settings.wiki.url)

    monkeypatch.setattr(wikis, "connect", open_it)
    names = ["title:A", "title:B", f"{OLD}?title=C", f"{NEW}/D", f"{NEW}/E"]
    reader = Wikis(Settings(wiki=WikiSettings(url=OLD)), {"A": "b"})
    read = readings(names, None, reader, None)
    assert [reading.page.title for reading in read] == ["A", "B", "C", "D", "E"]
    reader.newest(read[1].page)
    assert opened == [OLD, f"{NEW}/D"]
