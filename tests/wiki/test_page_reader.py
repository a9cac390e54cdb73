"""A wiki without its API: the export it is read by, held to what can go wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import LoginFailed, UnreadablePage, WikiError, WikiUnreachable
from bot.wiki.connection import Answer
from bot.wiki.page_reader import exported
from tests.mediawiki import Wiki
from tests.wiki.stages import OLD_PASSWORD, RealStage, StandInStage
from tests.wiki.test_contract import pulled, save

PAGE = """<mediawiki version="0.3"><page><title>A &amp; B</title><id>1</id>{}</page></mediawiki>"""
REVISION = (
    "<revision><id>7</id><timestamp>2026-11-30T10:00:00Z</timestamp><contributor><username>О&#039;Нил</username><id>3</id>"
    '</contributor><comment>к &lt;b&gt;</comment><text xml:space="preserve">{}</text></revision>'
)


def answered(text: str) -> Answer:
    """The wiki's answer to an export."""
    return Answer(200, {}, text, "", text.encode())


def test_an_export_is_read_with_its_entities() -> None:
    """Once: what a text writes as an entity stays one."""
    found = exported(answered(PAGE.format(REVISION.format("a &lt; b &amp;nbsp; &quot;c&quot;\n  "))), "http://w")
    (one,) = found["A & B"]
    assert (one.revid, one.user, one.comment) == (7, "О'Нил", "к <b>")
    assert one.text == 'a < b &nbsp; "c"\n  '


def test_a_lost_end_of_a_page_is_no_harm() -> None:
    """Old PHP leaves out ``</page>`` (T207974): the next page begins all the same."""
    two = PAGE.format(REVISION.format("x")).replace(
        "</page>", "<page><title>C</title>" + REVISION.format("y") + "</page>"
    )
    assert {title: revs[0].text for title, revs in exported(answered(two), "http://w").items()} == {
        "A & B": "x",
        "C": "y",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<html>Fatal error</html>",
        PAGE.format(REVISION.format("x"))[:-40],
        PAGE.format(""),
        PAGE.format(REVISION.format("x").replace("<id>7</id>", "", 1).replace("<id>3</id>", "")),
        PAGE.format('<revision><id>7</id><text deleted="deleted" /></revision>'),
        PAGE.format("<revision><id>7</id></revision>"),
        PAGE.replace("<title>A &amp; B</title>", "").format(REVISION.format("x")),
    ],
)
def test_garbage_is_no_page_and_no_missing_page(text: str) -> None:
    """Half a body, no number, a hidden text: a clear error, and never «there is no such page»."""
    with pytest.raises((WikiUnreachable, UnreadablePage)):
        assert [one.text for revisions in exported(answered(text), "http://w").values() for one in revisions]


def test_a_wiki_that_exports_no_history_is_not_saved_to(old: StandInStage) -> None:
    """($wgExportAllowHistory) A save could not be read back; the error says so before a word about conflicts is made up."""
    old.wiki.api_enabled = False
    client = old.client()
    page = pulled(client, old, "было")
    save(client, page, "стало")
    old.wiki.exports_history = False
    assert client.read(page.title) is not None
    with pytest.raises(WikiError, match="exports no history"):
        client.history(page.title)


def test_the_login_form_refuses_as_a_login(old: StandInStage) -> None:
    """With the wiki's words; the password is not among them."""
    old.wiki.api_enabled = False
    with pytest.raises(LoginFailed, match="пароль") as caught:
        old.client(password="не тот").account()
    assert "не тот" not in str(caught.value)
    assert old.client(password=OLD_PASSWORD).account().name == old.bot


@pytest.mark.mediawiki
def test_all_pages_of_a_real_wiki_are_listed_without_its_api(wiki_139: Wiki, tmp_path: Path) -> None:
    """As with it: redirects left out."""
    by_pages, by_api = (RealStage(wiki_139, kind, tmp_path) for kind in ("pages", "api"))
    title = by_pages.title("Цель")
    by_pages.person_writes(title, "текст")
    by_pages.person_writes(by_pages.title("Куда"), f"#REDIRECT [[{title}]]")
    found = by_pages.client(user="", password=None).titles()
    assert title in found
    assert sorted(found) == sorted(by_api.client(user="", password=None).titles())
