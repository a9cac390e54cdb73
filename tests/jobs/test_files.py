"""Files of a person: taken in as they are, written back as they came, or refused in one line."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.atomic import write_atomic
from bot.errors import InputError, OutputError
from bot.jobs.files import MAX_BYTES, decode, expand, keep_original, read_file

FORMS = [
    (b"", "utf-8"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
]


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\ufeff")),
    st.sampled_from(
        [
            (b"", "utf-8"),
            (codecs.BOM_UTF8, "utf-8"),
            (codecs.BOM_UTF16_LE, "utf-16-le"),
            (codecs.BOM_UTF16_BE, "utf-16-be"),
        ]
    ),
)
def test_bytes_come_back_as_they_were(text: str, form: tuple[bytes, str]) -> None:
    """Encoding, BOM and line ends survive reading and writing."""
    bom, encoding = form
    data = bom + text.encode(encoding)
    file = decode("x", data)
    assert file.encode(file.text) == data
    assert file.text == text


def test_cp1251_is_refused_by_name_and_taken_when_named() -> None:
    """Russian text in the old Windows encoding is the likely accident: the error says what to try."""
    data = ("Смешанная точность — приём обучения нейронных сетей. " * 5).encode("cp1251")
    with pytest.raises(InputError) as caught:
        decode("draft.wiki", data)
    assert "cp1251" in str(caught.value.hint)
    assert decode("draft.wiki", data, "cp1251").text.startswith("Смешанная точность")


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (b"text\nwith \x00 in it", None, "line 2"),
        ("текст без метки".encode("utf-16-le"), None, "not utf-8|NUL"),
        (b"x" * (MAX_BYTES + 1), None, "2 MB"),
        (b"x", "no-such-encoding", "unknown encoding"),
    ],
)
def test_what_is_no_page_is_refused_in_one_line(data: bytes, encoding: str | None, said: str) -> None:
    """Each kind of unreadable input is named, with what to do."""
    with pytest.raises(InputError, match=said) as caught:
        decode("f.wiki", data, encoding)
    assert caught.value.hint is not None


def test_a_missing_file_and_a_folder_say_where_was_looked(tmp_path: Path) -> None:
    """The error of a path names the path."""
    with pytest.raises(InputError, match=r"cannot read .*absent\.wiki"):
        read_file(tmp_path / "absent.wiki")
    with pytest.raises(InputError, match="is a folder"):
        read_file(tmp_path)
    with pytest.raises(InputError, match=r"holds no \*\.wiki"):
        expand([tmp_path])


def test_a_folder_stands_for_its_pages_in_order(tmp_path: Path) -> None:
    """Sidecars, originals and other files are not pages."""
    for name in ("б.wiki", "а.wiki", "а.wiki.json", "а.wiki.orig", "notes.txt"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert [path.name for path in expand([tmp_path])] == ["а.wiki", "б.wiki"]


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    """A write that fails leaves the old file and no leftovers; a good one keeps the file's mode."""
    path = tmp_path / "page.wiki"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(OutputError, match="cannot write"):
        write_atomic(tmp_path / "no" / "such" / "folder.wiki", b"x")
    with pytest.raises(OutputError):
        write_atomic(tmp_path, b"x")
    assert sorted(item.name for item in tmp_path.iterdir()) == ["page.wiki"]


@pytest.mark.skipif(os.name != "posix", reason="links need no rights only on POSIX")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Writing through a link changes the file it points to."""
    target = tmp_path / "target.wiki"
    target.write_bytes(b"old")
    link = tmp_path / "link.wiki"
    link.symlink_to(target)
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_the_first_original_is_kept(tmp_path: Path) -> None:
    """A second write does not overwrite the original with an already mended text."""
    path = tmp_path / "page.wiki"
    path.write_bytes(b"draft")
    keep_original(path)
    write_atomic(path, b"mended once")
    keep_original(path)
    assert (tmp_path / "page.wiki.orig").read_bytes() == b"draft"
