"""Pages as files: names that survive every file system, and texts that are never lost."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import InputError, OutputError
from bot.model.page import Page
from bot.wiki.folder import Folder, is_edited, read_sidecar, sidecar_path, update_pulled, write_pulled
from bot.wiki.page_titles import clean_title, filename_for, title_of

#: Anything MediaWiki could call a page, and some that it could not.
TITLES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).map(
    lambda text: unicodedata.normalize("NFC", text)
)


def page(title: str, text: str = "текст", revid: int = 7) -> Page:
    """A pulled page."""
    return Page(title, title, text, "http://127.0.0.1/index.php", revid, "2026-11-30T12:00:00Z", "Человек")


@given(TITLES)
def test_a_file_name_gives_its_title_back(title: str) -> None:
    """Reversible for every title short enough, also after macOS has decomposed the name."""
    name = filename_for(title)
    if "~" in name:
        with pytest.raises(InputError):
            title_of(name)
    else:
        assert title_of(name) == title
        assert title_of(unicodedata.normalize("NFD", name)) == title


@given(TITLES)
def test_a_file_name_is_safe_everywhere(title: str) -> None:
    """No separator, no reserved character, no device name, no hidden file, never longer than a file system takes."""
    name = filename_for(title)
    assert not set(name) & set('<>:"/\\|?*\0\n\r\t')
    assert name[0] not in ".- "
    assert len((name + ".json").encode()) <= 255
    assert name.removesuffix(".wiki").partition(".")[0].rstrip(" ").upper() not in {
        "CON",
        "PRN",
        "AUX",
        "NUL",
        "COM1",
        "LPT9",
    }


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Машинное обучение", "Машинное обучение.wiki"),
        ("Участник:Бот/run", "Участник%3AБот%2Frun.wiki"),
        ("100% «ёлки»?", "100%25 «ёлки»%3F.wiki"),
        ("Con", "%43on.wiki"),
        ("Nul.txt", "%4Eul.txt.wiki"),
        (".NET", "%2ENET.wiki"),
    ],
)
def test_names_stay_readable(title: str, name: str) -> None:
    """Cyrillic stays Cyrillic; only what some system forbids is escaped."""
    assert (filename_for(title), title_of(name)) == (name, title)


def test_titles_that_differ_in_case_get_files_apart(tmp_path: Path) -> None:
    """On macOS and Windows «Abc» and «ABC» would be one file; here they are two, and stay so in the next run."""
    first = write_pulled(tmp_path, page("МНК", "первый"))
    second = write_pulled(tmp_path, page("Мнк", "второй"))
    assert first.name.casefold() != second.name.casefold()
    assert (Folder(tmp_path).path_for("МНК"), Folder(tmp_path).path_for("Мнк")) == (first, second)
    assert (first.read_text(encoding="utf-8"), second.read_text(encoding="utf-8")) == ("первый", "второй")


def test_a_title_too_long_for_a_file_name_is_found_by_its_sidecar(tmp_path: Path) -> None:
    """127 Cyrillic letters make a title, but no file name."""
    title = "я" * 127
    path = write_pulled(tmp_path, page(title))
    sidecar = read_sidecar(path)
    assert sidecar is not None
    assert sidecar.title == title
    assert Folder(tmp_path).path_for(title) == path


def test_the_sidecar_tells_where_a_text_comes_from(tmp_path: Path) -> None:
    """Wiki, title, revision, time, user and hash, readable as JSON."""
    pulled = page("Проба", "строка\r\nдругая\n")
    path = write_pulled(tmp_path, pulled)
    sidecar = read_sidecar(path)
    assert sidecar is not None
    assert (sidecar.wiki, sidecar.title, sidecar.revid, sidecar.user) == (pulled.wiki, "Проба", 7, "Человек")
    assert (sidecar.timestamp, sidecar.sha256) == (pulled.timestamp, pulled.sha256)
    assert path.read_bytes().decode() == "строка\r\nдругая\n"
    assert read_sidecar(tmp_path / "Другая.wiki") is None


def test_an_edit_shows_and_a_final_newline_does_not(tmp_path: Path) -> None:
    """Editors add a newline at the end; the wiki drops it; it is no edit."""
    path = write_pulled(tmp_path, page("Проба", "текст"))
    sidecar = read_sidecar(path)
    assert sidecar is not None
    assert not is_edited("текст", sidecar)
    assert not is_edited("текст\n", sidecar)
    assert not is_edited("текст\r\n", sidecar)
    assert is_edited("Текст", sidecar)


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"wiki": 1}', '{"wiki": "", "title": "", "sha256": "", "revid": true}']
)
def test_a_damaged_sidecar_is_told(tmp_path: Path, damage: str) -> None:
    """It is never taken for «no sidecar», which would allow creating the page."""
    path = tmp_path / "Проба.wiki"
    sidecar_path(path).write_text(damage, encoding="utf-8")
    with pytest.raises(InputError, match="sidecar"):
        read_sidecar(path)


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    """Nothing half-written and nothing left behind."""
    blocked = tmp_path / "Проба.wiki"
    blocked.mkdir()
    with pytest.raises(OutputError):
        update_pulled(blocked, page("Проба"))
    assert list(tmp_path.iterdir()) == [blocked]


@pytest.mark.parametrize(
    ("given_", "clean"), [(" Метод__опорных  векторов ", "Метод опорных векторов"), ("и\u0306", "й")]
)
def test_titles_are_asked_for_as_the_wiki_writes_them(given_: str, clean: str) -> None:
    """Underscores, runs of spaces and decomposed letters are one title."""
    assert clean_title(given_) == clean
