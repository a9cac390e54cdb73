"""JSON that somebody else wrote, and words that are no text: one line, never a crash."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bot import strictjson
from bot.errors import InputError
from bot.jobs.files import expand, read_file
from bot.wiki.folder import read_sidecar
from bot.wiki.page_titles import clean_title
from tests.cli.command_line import mlwiki

DEEP = "[" * 200_000
BAD = [
    DEEP, '{"a":' * 100_000, "1" * 5000, "-" + "9" * 5000, "1e999", "NaN", "-Infinity", '{"a": 1, "a": 2}', r'"\ud800"',
    r'{"\udfff": 1}', '"\ud800"', "", "{", b"\xff", b'"\xed\xa0\x80"', "[1,]",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_no_json_of_one_meaning_is_a_value_error(text: str | bytes) -> None:
    """However deep, large or ambiguous: one kind of error, that every reader expects."""
    with pytest.raises(ValueError):  # noqa: PT011  # the words are Python's own
        strictjson.loads(text)


def test_good_json_reads_as_ever() -> None:
    """Pairs of surrogates are one character, the byte order mark is none."""
    assert strictjson.loads(r'{"a": ["\ud83d\ude00", 1.5, null, 12345678901234567890]}') == {
        "a": ["😀", 1.5, None, 12345678901234567890]
    }
    assert strictjson.loads(b"\xef\xbb\xbf[]") == []


@pytest.mark.parametrize("text", [DEEP, r'{"title": "\ud800"}'])
def test_a_hostile_sidecar_is_one_line(tmp_path: Path, text: str) -> None:
    """A folder somebody sent: exit 2."""
    (tmp_path / "a.wiki.wiki.json").write_text(text, encoding="utf-8")
    (tmp_path / "a.wiki.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        read_sidecar(tmp_path / "a.wiki")


@pytest.mark.parametrize("title", ["\udcff", "Метод \ud800", "\ud83d\ude00"])
def test_a_title_with_half_a_character_is_refused(title: str) -> None:
    """By every command, for every title ends here."""
    with pytest.raises(InputError, match="no wiki page can be called"):
        clean_title(title)


@pytest.mark.skipif(sys.platform != "linux", reason="file names that are no UTF-8")
@pytest.mark.parametrize(
    "words",
    [
        ("tidy", "{}"), ("check", "--offline", "{}"), ("check", "title:{}"), ("serve", "{}"), ("review", "{}"), ("push", "{}"),
        ("pull", "{}"), ("pull", "--category", "{}"), ("apply", "{}"), ("run", "--category", "{}"), ("undo", "{}"), ("{}",),
        ("check", "--offline", "x", "--source", "1={}"), ("store", "import", "{}"), ("tidy", "x", "--output", "{}"),
    ],
)  # fmt: skip
def test_a_word_that_is_no_text_is_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Exit 2, whichever command it is given to."""
    name = os.fsdecode(b"a\xff.wiki")
    (tmp_path / name).write_text("Метод `fit` обучает.", encoding="utf-8")
    done = mlwiki(*(word.format(name) for word in words), cwd=tmp_path)
    assert (done.code, len(done.error_lines)) == (2, 1), done.err


@pytest.mark.skipif(sys.platform != "linux", reason="file names that are no UTF-8")
def test_a_file_of_such_a_name_in_a_folder_is_told(tmp_path: Path) -> None:
    """The folder's name is whole, a file's in it is not."""
    (tmp_path / os.fsdecode(b"a\xff.wiki")).write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="not UTF-8"):
        read_file(expand([tmp_path])[0])
