"""One contract for every client of every wiki: what is read, and that a save never costs anybody a word.

The wiki's own history is the judge.
"""

from __future__ import annotations

import pytest

from bot.codes import all_codes
from bot.errors import (
    ConfigError,
    EditConflict,
    GateHeld,
    InputError,
    LoginFailed,
    NotAllowed,
    WikiError,
    WikiUnreachable,
)
from bot.model.ids import text_sha256
from bot.model.page import Page
from bot.model.report import GatePass, Saved
from bot.wiki.wiki_client import SafeWiki
from tests.wiki.stages import Stage


def passed(base: Page, text: str) -> GatePass:
    """The pass the gate would give."""
    return GatePass(base.title, base.revid, text_sha256(text))


def save(client: SafeWiki, base: Page, text: str, summary: str = "правка бота") -> Saved:
    """Save what the gate let through."""
    return client.save(base, text, summary, passed(base, text))


def text_of(stage: Stage, title: str) -> str | None:
    """What the page says now."""
    history = stage.history(title)
    return history[0].text if history else None


def pulled(client: SafeWiki, stage: Stage, text: str, stem: str = "Страница") -> Page:
    """A page that a person made, as the bot pulls it."""
    title = stage.title(stem)
    stage.person_writes(title, text)
    page = client.read(title)
    assert page is not None
    return page


def test_reading_needs_no_account(stage: Stage) -> None:
    """Without a user the page is read, with its revision; saving is refused before anything is sent."""
    page = pulled(stage.client(user="", password=None), stage, "Открытый текст")
    newest = stage.history(page.title)[0]
    assert (page.text, page.revid, page.user) == ("Открытый текст", newest.revid, "Человек")
    with pytest.raises(NotAllowed):
        save(stage.client(user="", password=None), page, "другой")


def test_a_missing_page_is_none(stage: Stage) -> None:
    """No page is no error."""
    assert stage.client().read(stage.title("Нет такой")) is None


@pytest.mark.parametrize(
    "stem", ["Машинное_обучение", "обсуждение:Градиентный спуск", "C++", "А/Б", "Что такое «ё»? 50%", "a&b=c"]
)
def test_cyrillic_and_odd_titles_are_read_and_saved(stage: Stage, stem: str) -> None:
    """The page that was asked for is the page that is saved, under the wiki's own spelling."""
    client = stage.client()
    page = pulled(client, stage, "было", stem)
    saved = save(client, page, "стало")
    newest = stage.history(page.title)[0]
    assert (newest.revid, newest.text) == (saved.newid, "стало")


def test_it_makes_a_page(stage: Stage) -> None:
    """A page without a base is created, by the bot, with its summary."""
    title = stage.title("Новая")
    saved = save(stage.client(), Page(title, title, ""), "Начало.\n", "создание")
    (only,) = stage.history(title)
    assert saved == Saved(0, only.revid)
    assert (only.user, only.text, only.comment, only.minor) == (stage.bot, "Начало.", "создание", False)


def test_it_edits_the_revision_that_was_pulled(stage: Stage) -> None:
    """The new revision's parent is the base, and a minor edit is marked so."""
    client = stage.client()
    page = pulled(client, stage, "один")
    saved = client.save(page, "два", "мелочь", passed(page, "два"), minor=True)
    newest, base = stage.history(page.title)
    assert saved == Saved(base.revid, newest.revid)
    assert (newest.parent, newest.minor) == (base.revid, True)


def test_the_same_text_is_a_null_edit(stage: Stage) -> None:
    """Saving what the wiki has makes no revision, also when only blank ends differ."""
    client = stage.client()
    page = pulled(client, stage, "без перемен")
    assert page.revid is not None
    assert save(client, page, "без перемен\n\n") == Saved(page.revid, page.revid)
    assert len(stage.history(page.title)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "\n\nначинается с пустых строк",
        "строка\r\nдругая\rтретья\n",
        "разложенная и\u0306 и A\u030a",
        "управляющий \x0b знак",
        "\x1fразделитель значений",
        "неразрывный\u00a0пробел, мягкий\u00adперенос, 😀",
        "<tex>\\frac{{a}}{b} & <c></tex> &amp; &lt;",
        "конец </textarea> формы",
        "подпись ~~~~ и дальше",
        "вертикальная | черта || и = знак",
    ],
)
def test_texts_that_the_wiki_changes_lawfully_are_recognised(stage: Stage, text: str) -> None:
    """Line ends, NFC, control characters, signatures: the read-back knows its own revision again."""
    client = stage.client()
    page = pulled(client, stage, "было")
    saved = save(client, page, text)
    assert saved.newid == stage.history(page.title)[0].revid


@pytest.mark.parametrize("text", ["\n\nтекст", "\nтекст", "  текст", "<textarea>\n\nx</textarea>"])
def test_a_page_with_an_odd_beginning_can_be_edited(stage: Stage, text: str) -> None:
    """Versions differ in how many newlines their form shows at its start; none is taken for somebody's edit, none is lost."""
    client = stage.client()
    page = pulled(client, stage, text)
    save(client, page, page.text + "\nконец")
    assert text_of(stage, page.title) == text + "\nконец"


def test_a_page_that_a_person_changed_is_left_alone(stage: Stage) -> None:
    """The error names both revisions and who saved; the person's text stands."""
    client = stage.client()
    page = pulled(client, stage, "первый абзац\n\nвторой абзац")
    theirs = stage.person_writes(page.title, "первый абзац человека\n\nвторой абзац")
    with pytest.raises(EditConflict, match=rf"{page.revid}.*Человек.*{theirs}"):
        save(client, page, "первый абзац\n\nвторой абзац бота")
    assert text_of(stage, page.title) == "первый абзац человека\n\nвторой абзац"


def test_our_own_other_edit_is_not_overwritten(stage: Stage) -> None:
    """MediaWiki would let an account overwrite itself without a word; the protocol does not."""
    client = stage.client()
    page = pulled(client, stage, "исходный")
    other = stage.bot_writes(page.title, "правка второго процесса бота")
    with pytest.raises(EditConflict, match=str(other)):
        save(client, page, "правка первого")
    assert text_of(stage, page.title) == "правка второго процесса бота"


def test_a_page_deleted_meanwhile_is_not_made_again(stage: Stage) -> None:
    """Deletion is somebody's decision."""
    client = stage.client()
    page = pulled(client, stage, "сомнительный текст")
    stage.delete(page.title)
    with pytest.raises(EditConflict, match=str(page.revid)):
        save(client, page, "новый текст")
    assert text_of(stage, page.title) is None


def test_a_page_deleted_and_made_again_is_another_page(stage: Stage) -> None:
    """Its revisions are new; both ids are named."""
    client = stage.client()
    page = pulled(client, stage, "первое")
    stage.delete(page.title)
    again = stage.person_writes(page.title, "второе")
    with pytest.raises(EditConflict, match=rf"{page.revid}.*{again}"):
        save(client, page, "третье")
    assert text_of(stage, page.title) == "второе"


def test_a_page_that_was_once_deleted_can_be_edited(stage: Stage) -> None:
    """1.12 asks to confirm a re-creation when the form's start time is missing; it is not."""
    client = stage.client()
    first = pulled(client, stage, "первое")
    stage.delete(first.title)
    stage.person_writes(first.title, "второе")
    page = client.read(first.title)
    assert page is not None
    save(client, page, "второе, поправленное")
    assert text_of(stage, first.title) == "второе, поправленное"


def test_a_page_made_meanwhile_is_not_overwritten(stage: Stage) -> None:
    """Without a base the page may only be created."""
    title = stage.title("Гонка")
    stage.person_writes(title, "успел первым")
    with pytest.raises(EditConflict):
        save(stage.client(), Page(title, title, ""), "опоздал")
    assert text_of(stage, title) == "успел первым"


@pytest.mark.parametrize("fault", ["text", "title", "base"])
def test_a_pass_for_anything_else_is_refused(stage: Stage, fault: str) -> None:
    """Other bytes, another page or another base than the gate judged are not saved."""
    client = stage.client()
    page = pulled(client, stage, "исходный")
    good = passed(page, "проверенный")
    wrong = {
        "text": GatePass(good.title, good.base_revid, text_sha256("проверенный ")),
        "title": GatePass("Другая", good.base_revid, good.text_sha256),
        "base": GatePass(good.title, 987_654_321, good.text_sha256),
    }[fault]
    with pytest.raises(GateHeld):
        client.save(page, "проверенный", "правка", wrong)
    assert text_of(stage, page.title) == "исходный"


def test_a_wrong_password_is_told_and_not_shown(stage: Stage) -> None:
    """The login is refused by name; the password is in no part of the error."""
    secret = "f" * 32
    with pytest.raises(LoginFailed) as caught:
        stage.client(password=secret).read(stage.title())
    assert secret not in f"{caught.value} {caught.value.hint} {caught.value.__cause__} {caught.value.__context__!r}"


def test_a_missing_password_asks_nobody(stage: Stage) -> None:
    """No prompt: an error that says where the password goes."""
    with pytest.raises(LoginFailed, match="no password"):
        stage.client(password=None).read(stage.title())


def test_saving_without_a_contact_or_a_summary_is_refused(stage: Stage) -> None:
    """Administrators must be able to find the operator, and readers to see what was done."""
    client = stage.client(contact="")
    page = pulled(client, stage, "было")
    with pytest.raises(ConfigError):
        save(client, page, "стало")
    with pytest.raises(InputError):
        save(stage.client(), page, "стало", "  ")


@pytest.mark.parametrize(
    ("says", "goes"), [("run", True), ("run\n", True), ("stop", False), ("run please", False), (None, False)]
)
def test_the_stop_page_stops_unless_it_says_run(stage: Stage, says: str | None, goes: bool) -> None:
    """Anything but «run», and no page at all, stops the bot before it saves."""
    stop = stage.title("Участник:МойБот/run")
    if says is not None:
        stage.person_writes(stop, says)
    client = stage.client(stop_page=stop)
    page = pulled(client, stage, "было")
    if goes:
        save(client, page, "стало")
    else:
        with pytest.raises(NotAllowed, match="stop page"):
            save(client, page, "стало")
    assert text_of(stage, page.title) == ("стало" if goes else "было")


def test_a_block_is_told(stage: Stage) -> None:
    """The page stands as it was."""
    client = stage.client()
    page = pulled(client, stage, "было")
    # without an API the wiki says so in its own language only
    with stage.blocked(), pytest.raises(NotAllowed, match="blocked" if stage.has_api else "may not edit it"):
        save(client, page, "стало")
    assert text_of(stage, page.title) == "было"


def test_protection_is_told(stage: Stage) -> None:
    """It names the page."""
    client = stage.client()
    title = pulled(client, stage, "было").title
    stage.protect(title)
    locked = client.read(title)  # protecting makes a revision of its own on later wikis
    assert locked is not None
    with pytest.raises(NotAllowed, match="protected" if stage.has_api else "may not edit it"):
        save(client, locked, "стало")
    assert text_of(stage, title) == "было"


def test_a_locked_database_is_for_later(stage: Stage) -> None:
    """Exit code 4: a second run could finish."""
    client = stage.client()
    page = pulled(client, stage, "было")
    # a later version shows its form again, and without an API that is all there is to know
    refused = pytest.raises(WikiUnreachable, match=r"readonly|no answer") if stage.has_api else pytest.raises(WikiError)
    with stage.locked(), refused:
        save(client, page, "стало")
    assert text_of(stage, page.title) == "было"


def test_a_category_is_listed(stage: Stage) -> None:
    """The titles of a category, named with or without its namespace."""
    name = stage.title("Обучение")
    titles = sorted(stage.title("В категории") for _ in range(3))
    for title in titles:
        stage.person_writes(title, f"[[Категория:{name}]]")
    client = stage.client(user="", password=None)
    assert sorted(client.titles(category=name)) == sorted(client.titles(category=f"Категория:{name}")) == titles
    assert set(titles) <= set(client.titles())


def test_the_templates_of_a_wiki_are_listed(stage: Stage) -> None:
    """By their bare names, redirects too; of a wiki with more than a person could know, nothing is said."""
    client, title, short = stage.client(user="", password=None), stage.title("Шаблон:Книга"), stage.title("Шаблон:Кн")
    stage.person_writes(title, "{{{1}}}")
    stage.person_writes(short, f"#REDIRECT [[{title}]]")
    found = client.templates(10_000)
    assert found is not None
    assert {name.partition(":")[2] for name in (title, short)} <= found
    assert client.templates(1) is None


def test_a_long_summary_comes_back_as_it_was_cut(stage: Stage) -> None:
    """250 bytes, on a character border: the wiki keeps it whole, so the read-back recognises our revision."""
    client = stage.client()
    page = pulled(client, stage, "было")
    saved = save(client, page, "стало", "очень длинное пояснение " * 20)
    newest = stage.history(page.title)[0]
    assert newest.revid == saved.newid
    assert 245 <= len(newest.comment.encode()) <= 250


def test_an_older_revision_is_read_by_its_number(stage: Stage) -> None:
    """With its own text and title; a number the wiki does not know is None."""
    client = stage.client(user="", password=None)
    first = pulled(client, stage, "первая версия")
    stage.person_writes(first.title, "вторая версия")
    assert first.revid is not None
    found = client.read_revision(first.revid, first.title)
    assert found is not None
    assert (found.title, found.text, found.revid) == (first.title, "первая версия", first.revid)
    assert client.read_revision(987_654_321) is None


def test_many_pages_are_read_together(stage: Stage) -> None:
    """By the titles as given: other spellings, missing ones, and one that would spoil the question for the others."""
    client = stage.client(user="", password=None)
    titles = [pulled(client, stage, f"текст {n}").title for n in range(3)]
    asked = [titles[0].replace(" ", "_"), titles[1], stage.title("Нет такой"), titles[2]]
    found = client.read_many(asked)
    assert list(found) == asked
    assert [page.text if page else None for page in found.values()] == ["текст 0", "текст 1", None, "текст 2"]
    assert [page.title for page in found.values() if page] == titles


def test_recent_changes_are_listed(stage: Stage) -> None:
    """Newest first, each once; what lies before is left out."""
    client = stage.client(user="", password=None)
    if not stage.has_api:
        with pytest.raises(WikiError, match="only it tells recent changes"):
            client.recent(1.0)
        return
    first, second = (pulled(client, stage, "текст").title for _ in range(2))
    stage.person_writes(first, "снова")
    found = [title for title in client.recent(1.0) if title in {first, second}]
    assert found == [first, second]
    assert client.recent(-1.0) == ()


def test_each_refusal_names_what_explains_it(stage: Stage) -> None:
    """`mlwiki explain` says more than the one line."""
    client = stage.client()
    page = pulled(client, stage, "было")
    codes = all_codes()
    with stage.blocked(), pytest.raises(NotAllowed) as blocked:
        save(client, page, "стало")
    stage.person_writes(page.title, "иначе")
    with pytest.raises(EditConflict) as moved:
        save(client, page, "стало")
    stage.delete(page.title)
    with pytest.raises(EditConflict) as deleted:
        save(client, page, "стало")
    found = [caught.value.code for caught in (blocked, moved, deleted)]
    assert found == ["WIKI007" if stage.has_api else "WIKI006", "WIKI001", "WIKI004"]
    assert all(code in codes for code in found)
