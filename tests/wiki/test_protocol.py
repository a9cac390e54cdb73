"""The saving protocol against a real MediaWiki 1.39: the wiki's history is the judge."""

from __future__ import annotations

import pytest

from bot.errors import ConfigError, EditConflict, GateHeld, InputError, LoginFailed, NotAllowed, WikiUnreachable
from bot.model.identity import text_sha256
from bot.model.page import Page
from bot.model.report import GatePass, Saved
from bot.wiki.saving import SafeWiki
from tests.mediawiki import BOT, PASSWORD, Wiki
from tests.wiki.conftest import Opened

pytestmark = pytest.mark.mediawiki


def passed(base: Page, text: str) -> GatePass:
    """The pass the gate would give."""
    return GatePass(base.title, base.revid, text_sha256(text))


def save(client: SafeWiki, base: Page, text: str, summary: str = "правка бота") -> Saved:
    """Save what the gate let through."""
    return client.save(base, text, summary, passed(base, text))


def pulled(client: SafeWiki, wiki: Wiki, text: str, stem: str = "Страница") -> Page:
    """A page that a person made, as the bot pulls it."""
    title = wiki.title(stem)
    wiki.person().write(title, text)
    page = client.read(title)
    assert page is not None
    return page


def test_it_says_what_the_wiki_is(open_139: Opened) -> None:
    """Version, language and the tags of its extensions come from the wiki, and name the client that was chosen."""
    info = open_139().describe()
    assert info.version.startswith("1.39")
    assert info.language == "ru"
    assert {"ref", "references", "source"} <= info.tags
    assert info.client.startswith("pywikibot ")


def test_reading_needs_no_account(open_139: Opened, wiki_139: Wiki) -> None:
    """Without a user the page is read, with its revision; saving is refused before anything is sent."""
    page = pulled(open_139(user="", password=None), wiki_139, "Открытый текст")
    newest = wiki_139.person().history(page.title)[0]
    assert (page.text, page.revid, page.timestamp, page.user) == (
        "Открытый текст",
        newest.revid,
        newest.timestamp,
        "Человек",
    )
    with pytest.raises(NotAllowed):
        save(open_139(user="", password=None), page, "другой")


def test_a_missing_page_is_none(open_139: Opened, wiki_139: Wiki) -> None:
    """No page is no error."""
    assert open_139().read(wiki_139.title("Нет такой")) is None


@pytest.mark.parametrize("title", ["", "  ", "А#раздел", "А[б", "А|б", "{{А}}", "<А>", ":А", "я" * 128])
def test_titles_that_would_hit_another_page_are_refused(open_139: Opened, title: str) -> None:
    """An empty title or one with a section never reaches the wiki."""
    with pytest.raises(InputError):
        open_139(user="", password=None).read(title)


@pytest.mark.parametrize(
    "stem", ["Машинное_обучение", "обсуждение:Градиентный спуск", "C++", "А/Б", "Что такое «ё»? 50%"]
)
def test_cyrillic_and_odd_titles_are_read_and_saved(open_139: Opened, wiki_139: Wiki, stem: str) -> None:
    """The page that was asked for is the page that is saved, under the wiki's own spelling."""
    client = open_139()
    page = pulled(client, wiki_139, "было", stem)
    saved = save(client, page, "стало")
    newest = wiki_139.person().history(page.title)[0]
    assert (newest.revid, newest.text) == (saved.newid, "стало")


def test_it_makes_a_page(open_139: Opened, wiki_139: Wiki) -> None:
    """A page without a base is created, by the bot, with its summary."""
    title = wiki_139.title("Новая")
    saved = save(open_139(), Page(title, title, ""), "Начало.\n", "создание")
    (only,) = wiki_139.person().history(title)
    assert saved == Saved(0, only.revid)
    assert (only.user, only.text, only.comment, only.minor) == (BOT, "Начало.", "создание", False)


def test_it_edits_the_revision_that_was_pulled(open_139: Opened, wiki_139: Wiki) -> None:
    """The new revision's parent is the base."""
    client = open_139()
    page = pulled(client, wiki_139, "один")
    saved = client.save(page, "два", "мелочь", passed(page, "два"), minor=True)
    newest, base = wiki_139.person().history(page.title)
    assert saved == Saved(base.revid, newest.revid)
    assert (newest.parent, newest.minor) == (base.revid, True)


def test_the_same_text_is_a_null_edit(open_139: Opened, wiki_139: Wiki) -> None:
    """Saving what the wiki has makes no revision, also when only blank ends differ."""
    client = open_139()
    page = pulled(client, wiki_139, "без перемен")
    assert page.revid is not None
    assert save(client, page, "без перемен\n\n") == Saved(page.revid, page.revid)
    assert len(wiki_139.person().history(page.title)) == 1


def test_a_page_that_a_person_changed_is_left_alone(open_139: Opened, wiki_139: Wiki) -> None:
    """The error names both revisions and who saved; the person's text stands."""
    client = open_139()
    page = pulled(client, wiki_139, "первый абзац\n\nвторой абзац")
    theirs = wiki_139.person().write(page.title, "первый абзац человека\n\nвторой абзац")
    with pytest.raises(EditConflict, match=rf"{page.revid}.*Человек.*{theirs}"):
        save(client, page, "первый абзац\n\nвторой абзац бота")
    assert wiki_139.person().read(page.title) == "первый абзац человека\n\nвторой абзац"


def test_our_own_other_edit_is_not_overwritten(open_139: Opened, wiki_139: Wiki) -> None:
    """MediaWiki would let an account overwrite itself without a word; the protocol does not."""
    client = open_139()
    page = pulled(client, wiki_139, "исходный")
    other = wiki_139.person(BOT).write(page.title, "правка второго процесса бота")
    with pytest.raises(EditConflict, match=str(other)):
        save(client, page, "правка первого")
    assert wiki_139.person().read(page.title) == "правка второго процесса бота"


def test_a_page_deleted_meanwhile_is_not_made_again(open_139: Opened, wiki_139: Wiki) -> None:
    """Deletion is somebody's decision."""
    client = open_139()
    page = pulled(client, wiki_139, "сомнительный текст")
    wiki_139.admin.delete(page.title)
    with pytest.raises(EditConflict, match=str(page.revid)):
        save(client, page, "новый текст")
    assert wiki_139.person().read(page.title) is None


def test_a_page_made_meanwhile_is_not_overwritten(open_139: Opened, wiki_139: Wiki) -> None:
    """Without a base the page may only be created."""
    title = wiki_139.title("Гонка")
    wiki_139.person().write(title, "успел первым")
    with pytest.raises(EditConflict):
        save(open_139(), Page(title, title, ""), "опоздал")
    assert wiki_139.person().read(title) == "успел первым"


@pytest.mark.parametrize("fault", ["text", "title", "base"])
def test_a_pass_for_anything_else_is_refused(open_139: Opened, wiki_139: Wiki, fault: str) -> None:
    """Other bytes, another page or another base than the gate judged are not saved."""
    client = open_139()
    page = pulled(client, wiki_139, "исходный")
    good = passed(page, "проверенный")
    wrong = {
        "text": GatePass(good.title, good.base_revid, text_sha256("проверенный ")),
        "title": GatePass("Другая", good.base_revid, good.text_sha256),
        "base": GatePass(good.title, 1, good.text_sha256),
    }[fault]
    with pytest.raises(GateHeld):
        client.save(page, "проверенный", "правка", wrong)
    assert wiki_139.person().read(page.title) == "исходный"


def test_a_wrong_password_is_told_and_not_shown(open_139: Opened, wiki_139: Wiki) -> None:
    """The login is refused by name; the password is in no part of the error."""
    secret = "f" * 32
    with pytest.raises(LoginFailed) as caught:
        open_139(password=secret).read(wiki_139.title())
    assert secret not in f"{caught.value} {caught.value.hint} {caught.value.__cause__} {caught.value.__context__!r}"


def test_a_missing_password_asks_nobody(open_139: Opened, wiki_139: Wiki) -> None:
    """No prompt: an error that says where the password goes."""
    with pytest.raises(LoginFailed, match="no password"):
        open_139(password=None).read(wiki_139.title())


def test_the_main_password_works_too(open_139: Opened, wiki_139: Wiki) -> None:
    """A plain account name with its own password logs in."""
    client = open_139(user=BOT, password=PASSWORD)
    page = pulled(client, wiki_139, "было")
    assert save(client, page, "стало").newid > (page.revid or 0)


def test_saving_without_a_contact_is_refused(open_139: Opened, wiki_139: Wiki) -> None:
    """Administrators must be able to find the operator."""
    client = open_139(contact="")
    page = pulled(client, wiki_139, "было")
    with pytest.raises(ConfigError):
        save(client, page, "стало")


@pytest.mark.parametrize(
    ("says", "goes"), [("run", True), ("run\n", True), ("stop", False), ("run please", False), (None, False)]
)
def test_the_stop_page_stops_unless_it_says_run(open_139: Opened, wiki_139: Wiki, says: str | None, goes: bool) -> None:
    """Anything but «run», and no page at all, stops the bot before it saves."""
    stop = wiki_139.title("Участник:МойБот/run")
    if says is not None:
        wiki_139.person().write(stop, says)
    client = open_139(stop_page=stop)
    page = pulled(client, wiki_139, "было")
    if goes:
        save(client, page, "стало")
    else:
        with pytest.raises(NotAllowed, match="stop page"):
            save(client, page, "стало")
    assert wiki_139.person().read(page.title) == ("стало" if goes else "было")


def test_blocks_protection_and_a_closed_database_are_told_apart(open_139: Opened, wiki_139: Wiki) -> None:
    """Each refusal of the wiki is its own error, and the page stands as it was."""
    client = open_139()
    page = pulled(client, wiki_139, "было")
    wiki_139.admin.block(BOT)
    try:
        with pytest.raises(NotAllowed, match="blocked"):
            save(client, page, "стало")
    finally:
        wiki_139.admin.unblock(BOT)
    wiki_139.admin.protect(page.title)
    locked = client.read(page.title)  # protecting made a revision of its own
    assert locked is not None
    with pytest.raises(NotAllowed, match="protected"):
        save(client, locked, "стало")
    other = pulled(client, wiki_139, "было")
    with wiki_139.knobs("$wgReadOnly = 'проба';"), pytest.raises(WikiUnreachable, match=r"readonly|no answer"):
        save(client, other, "стало")
    assert [wiki_139.person().read(title) for title in (page.title, other.title)] == ["было", "было"]


def test_a_category_is_listed(open_139: Opened, wiki_139: Wiki) -> None:
    """The titles of a category, named with or without its namespace."""
    name = wiki_139.title("Обучение")
    titles = sorted(wiki_139.title("В категории") for _ in range(3))
    for title in titles:
        wiki_139.person().write(title, f"[[Категория:{name}]]")
    client = open_139(user="", password=None)
    assert sorted(client.titles(category=name)) == sorted(client.titles(category=f"Категория:{name}")) == titles
    assert set(titles) <= set(client.titles())


def test_a_long_summary_comes_back_as_it_was_cut(open_139: Opened, wiki_139: Wiki) -> None:
    """250 bytes, on a character border: the wiki keeps it whole, so the read-back recognises our revision."""
    client = open_139()
    page = pulled(client, wiki_139, "было")
    saved = save(client, page, "стало", "очень длинное пояснение " * 20)
    newest = wiki_139.person().history(page.title)[0]
    assert newest.revid == saved.newid
    assert 245 <= len(newest.comment.encode()) <= 250


def test_saves_keep_their_distance(open_139: Opened, wiki_139: Wiki) -> None:
    """Between two saves of a client the operator's seconds pass, by the clock that was handed in."""
    client = open_139(throttle=10.0)
    first = pulled(client, wiki_139, "было")
    second = pulled(client, wiki_139, "было")
    save(client, first, "стало")
    save(client, second, "стало")
    clock = client._clock
    assert getattr(clock, "slept", None) == [10.0]
