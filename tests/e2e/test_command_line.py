"""The corridor by command: pull, tidy, check and push as a person types them, on a real MediaWiki."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from bot.config import Settings
from bot.jobs.session import Quiet, choose_profile
from bot.jobs.tidy import tidy
from bot.model.page import Page
from bot.sample import TITLE, draft_text, mended_text
from bot.wiki.folder import Folder
from tests.cli.command_line import Ran, mlwiki
from tests.fakes.record import record_pages
from tests.mediawiki import SECRET, Wiki

pytestmark = pytest.mark.mediawiki


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Options that answer from a recording of the draft and the mended page, made now from the replicas."""
    path = tmp_path_factory.mktemp("cassettes") / "both.yaml"
    chosen = choose_profile("mlru", Settings())
    drafts = [Page("", TITLE, text) for text in (draft_text(), mended_text())]
    tidied = [replace(page, text=tidy([page], chosen, Quiet()).pages[0].text) for page in drafts]
    record_pages(path, "openai", [*tidied, *drafts])
    return ("--replay", str(path), "--judge", "openai", "--model", "scripted-demo")


@pytest.fixture
def settings(wiki_139: Wiki) -> dict[str, str]:
    """The environment of somebody who has set up this wiki."""
    return {
        "MLWIKI_CONTACT": "mailto:bot@example.org",
        "MLWIKI_WIKI_URL": wiki_139.address,
        "MLWIKI_WIKI_USER": wiki_139.bot_login,
        "MLWIKI_WIKI_PASSWORD": SECRET,
        "MLWIKI_WIKI_PROFILE": "mlru",
        "MLWIKI_WIKI_THROTTLE": "0",
        "MLWIKI_JUDGE_BASE_URL": "https://scripted-demo.invalid/v1",
        "MLWIKI_JUDGE_API_KEY": "no-key",
    }


def reported(ran: Ran) -> dict[str, object]:
    """The JSON report of a push: its first page."""
    page = json.loads(ran.text)["pages"][0]
    assert isinstance(page, dict)
    return page


def test_the_whole_way_of_a_draft(
    wiki_139: Wiki, tmp_path: Path, settings: dict[str, str], replay: tuple[str, ...]
) -> None:
    """Refused with its faults, saved when mended, pulled again unchanged, checked by title; nothing leaks the password."""
    title = TITLE
    path = Folder(tmp_path).path_for(title)
    path.write_text(draft_text(), encoding="utf-8")
    push = ("push", path.name, *replay, "--format", "json")

    refused = mlwiki(*push, "--save", "-m", "проба", cwd=tmp_path, environment=settings)
    assert refused.code == 3, refused.err
    assert reported(refused)["decision"] == "block"
    assert reported(refused)["saved"] is None
    assert wiki_139.person().read(title) is None

    path.write_text(mended_text(), encoding="utf-8")
    shown = mlwiki(*push, cwd=tmp_path, environment=settings)
    assert (shown.code, reported(shown)["saved"]) == (0, None), shown.err
    assert wiki_139.person().read(title) is None
    saved = mlwiki(*push, "--save", "-m", "источники проверены", cwd=tmp_path, environment=settings)
    assert saved.code == 0, saved.err
    assert wiki_139.person().read(title) is not None
    again = mlwiki(*push, "--save", "-m", "ещё раз", cwd=tmp_path, environment=settings)
    assert (again.code, reported(again)["saved"]) == (0, None)
    assert len(wiki_139.person().history(title)) == 1

    pulled = mlwiki("pull", title, "--to", "pages", cwd=tmp_path, environment=settings)
    assert pulled.code == 0, pulled.err
    copy = Folder(tmp_path / "pages").path_for(title)
    assert copy.read_text(encoding="utf-8") == wiki_139.person().read(title)
    assert mlwiki("tidy", "pages", "--diff", cwd=tmp_path, environment=settings).code == 0
    checked = mlwiki("check", f"title:{title}", *replay, "--format", "json", cwd=tmp_path, environment=settings)
    assert checked.code == 0, checked.err
    assert json.loads(checked.text)["pages"][0]["gate"]["decision"] == "pass"

    for ran in (refused, shown, saved, again, pulled, checked):
        assert SECRET not in ran.text + ran.err
    for kept in tmp_path.rglob("*"):
        assert not kept.is_file() or SECRET.encode() not in kept.read_bytes(), kept


def test_a_repeated_check_says_first_what_changed(
    tmp_path: Path, settings: dict[str, str], replay: tuple[str, ...]
) -> None:
    """After the faults are mended the first line counts them; a third check finds nothing new."""
    title = TITLE
    path = Folder(tmp_path).path_for(title)
    command = ("check", path.name, *replay)
    path.write_text(draft_text(), encoding="utf-8")
    first = mlwiki(*command, cwd=tmp_path, environment=settings | {"MLWIKI_LANG": "ru"})
    assert "исправлено" not in first.text.splitlines()[0]
    path.write_text(mended_text(), encoding="utf-8")
    second = mlwiki(*command, cwd=tmp_path, environment=settings | {"MLWIKI_LANG": "ru"})
    assert second.text.splitlines()[0].startswith("исправлено ")
    third = mlwiki(*command, cwd=tmp_path, environment=settings | {"MLWIKI_LANG": "ru"})
    assert "исправлено 0, новых 0" in third.text.splitlines()[0]


def test_only_what_a_change_touched_is_checked(wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]) -> None:
    """By --since, by the address of a difference, and by an old revision, each on the real wiki."""
    title = wiki_139.title("Изменения")
    person = wiki_139.person()
    note = "<ref>Автор {n}. Работа {n}. — 2020.</ref>"
    first = person.write(title, "Первое утверждение." + note.format(n=1) + "\n\n<references/>")
    second = person.write(
        title,
        "Первое утверждение." + note.format(n=1) + "\n\nВторое утверждение." + note.format(n=2) + "\n\n<references/>",
    )

    def numbers(*words: str) -> list[str]:
        ran = mlwiki("check", *words, "--judge", "none", "--format", "json", cwd=tmp_path, environment=settings)
        assert ran.code in {0, 1, 4}, ran.err
        page = json.loads(ran.text)["pages"][0]
        return [found["cited"]["title"] or found["wikitext"] for found in page["citations"]]

    assert len(numbers(f"title:{title}")) == 2
    assert len(numbers(f"title:{title}", "--since", str(first))) == 1
    assert "2" in numbers(f"{wiki_139.address}?title={title}&diff={second}&oldid={first}")[0]
    assert "2" in numbers(f"{wiki_139.address}?title={title}&diff=prev&oldid={second}")[0]
    assert len(numbers(f"{wiki_139.address}?title={title}&oldid={first}")) == 1
    ran = mlwiki("check", f"title:{title}", "--since", "99999999", cwd=tmp_path, environment=settings)
    assert (ran.code, len(ran.error_lines)) == (2, 1)


def test_an_unknown_title_is_one_line(wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]) -> None:
    """Neither a file nor a page: both places that were tried are named."""
    ran = mlwiki("check", "Такой страницы нет", cwd=tmp_path, environment=settings)
    assert ran.code == 2
    assert len(ran.error_lines) == 1
    assert wiki_139.address in ran.err


def test_a_wrong_password_is_a_refusal(wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]) -> None:
    """Exit 3, one line, and the password is not in it."""
    path = Folder(tmp_path).path_for(wiki_139.title())
    path.write_text("Текст без сносок.", encoding="utf-8")
    wrong = settings | {"MLWIKI_WIKI_PASSWORD": "f" * 32}
    ran = mlwiki("push", path.name, "--save", "-m", "проба", "--judge", "none", cwd=tmp_path, environment=wrong)
    assert ran.code == 3, ran.err
    assert len(ran.error_lines) == 1
    assert "f" * 32 not in ran.err


def test_a_template_that_the_wiki_lacks_is_named_offline_once_a_page_was_pulled(
    wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]
) -> None:
    """The wiki's list is kept: a new draft is held against it by tidy, which asks nobody; the wiki's own template is silent."""
    own, title = f"Шаблон:{wiki_139.title('Заготовка')}", wiki_139.title("Дропаут")
    person = wiki_139.person()
    person.write(own, "заготовка")
    person.write(title, "Текст.")
    draft = tmp_path / "draft.wiki"
    draft.write_text(f"{{{{Short description|Метод}}}} {{{{{own.partition(':')[2]}}}}} Слова.", encoding="utf-8")
    before = mlwiki("tidy", "draft.wiki", "--diff", cwd=tmp_path, environment=settings)
    assert before.code == 0, before.err
    pulled = mlwiki("pull", title, cwd=tmp_path, environment=settings)
    assert pulled.code == 0, pulled.err
    after = json.loads(mlwiki("tidy", "draft.wiki", "--format", "json", cwd=tmp_path, environment=settings).text)
    named = [found["message"] for found in after["pages"][0]["findings"] if found["code"] == "ART052"]
    assert len(named) == 1
    assert "Short description" in named[0]


def test_a_page_is_pulled_by_its_address(wiki_139: Wiki, tmp_path: Path, settings: dict[str, str]) -> None:
    """As copied out of a browser, with and without settings; an address of another wiki is refused before anything is asked."""
    title = wiki_139.title("Дропаут")
    wiki_139.person().write(title, "Текст.")
    address = f"{wiki_139.address}?title={quote(title.replace(' ', '_'))}"
    pulled = mlwiki("pull", address, cwd=tmp_path, environment=settings)
    assert pulled.code == 0, pulled.err
    assert Folder(tmp_path / "pages").titles == {title}
    alone = {name: value for name, value in settings.items() if not name.startswith("MLWIKI_WIKI")}
    again = mlwiki("pull", address, "--to", "other", cwd=tmp_path, environment=alone)
    assert again.code == 0, again.err
    assert Folder(tmp_path / "other").titles == {title}
    for wrong in ("https://wiki.example.org/index.php?title=X", f"{address}&oldid=3"):
        refused = mlwiki("pull", wrong, cwd=tmp_path, environment=settings)
        assert refused.code == 2
        assert len(refused.error_lines) == 1
