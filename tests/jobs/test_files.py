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
from bot.jobs.files import MAX_BYTES, decode, expand, keep_copy, read_file
from bot.model.page import Page
from bot.wiki.folder import Folder, sidecar_path, update_pulled

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


@pytest.mark.skipif(os.name != "posix", reason="links need no rights only on POSIX")
def test_a_name_that_nobody_typed_leads_nowhere(tmp_path: Path) -> None:
    """Sidecars, pulled pages, the demo's report replace what lies there: a link in a stranger's folder writes no other file."""
    target = tmp_path / "bashrc"
    target.write_bytes(b"mine")
    for name, leads_to in (("file", target), ("nowhere", tmp_path / "new"), ("folder", tmp_path)):
        link = tmp_path / f"{name}.wiki"
        link.symlink_to(leads_to)
        write_atomic(link, b"new", follow=False)
        assert (link.is_symlink(), link.read_bytes()) == (False, b"new")
    page = Page("", "Страница", "текст", wiki="http://wiki.example/", revid=1)
    path = Folder(tmp_path).path_for(page.title)
    path.symlink_to(target)
    sidecar_path(path).symlink_to(target)
    update_pulled(path, page)
    assert target.read_bytes() == b"mine"
    assert not (tmp_path / "new").exists()
    assert path.read_text(encoding="utf-8") == "текст"


def test_no_text_is_lost_however_often_a_file_is_written(tmp_path: Path) -> None:
    """NAME.orig is what the file was before the last write; what stood there moves on, under the next free number."""
    path = tmp_path / "page.wiki"
    for text in (b"first draft", b"second draft", b"second draft", b"third draft"):
        path.write_bytes(text)
        keep_copy(path)
        write_atomic(path, b"mended " + text)
    kept = {item.name: item.read_bytes() for item in tmp_path.iterdir()}
    assert kept == {
        "page.wiki": b"mended third draft",
        "page.wiki.orig": b"third draft",
        "page.wiki.orig.2": b"second draft",
        "page.wiki.orig.1": b"first draft",
    }


@pytest.mark.skipif(os.name != "posix", reason="modes and links are POSIX's")
def test_a_copy_is_as_private_as_the_file_and_follows_no_link(tmp_path: Path) -> None:
    """Who may not read the draft may not read its copy; a link in the copy's place is moved on, what it names stays."""
    path, other = tmp_path / "page.wiki", tmp_path / "other.wiki"
    path.write_bytes(b"draft")
    path.chmod(0o640)
    other.write_bytes(b"somebody's")
    (tmp_path / "page.wiki.orig").symlink_to(other)
    copy = keep_copy(path)
    assert copy.stat().st_mode & 0o777 == 0o640
    assert (copy.is_symlink(), copy.read_bytes(), other.read_bytes()) == (False, b"draft", b"somebody's")
    assert (tmp_path / "page.wiki.orig.1").is_symlink()


def test_where_no_copy_can_be_kept_nothing_may_be_written(tmp_path: Path) -> None:
    """A folder in the copy's place is an error before the file is touched."""
    path = tmp_path / "page.wiki"
    path.write_bytes(b"draft")
    (tmp_path / "page.wiki.orig").mkdir()
    with pytest.raises(OutputError, match=r"page\.wiki\.orig") as caught:
        keep_copy(path)
    assert "nothing was written" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("Первая строка\nвторая ".encode() + b"\xed\xa0\x80 half\n", 2),
        ("Длинный русский текст, а в нём \n\n один ".encode() + b"\xff" + " испорченный байт".encode(), 3),
    ],
)
def test_a_broken_character_in_utf8_is_not_called_another_encoding(data: bytes, line: int) -> None:
    """Its line is named instead of an encoding that would turn the whole text into garbage."""
    with pytest.raises(InputError) as caught:
        decode("f.wiki", data)
    assert f"line {line}" in str(caught.value.hint)
    assert "--encoding" not in str(caught.value.hint)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs the device")
def test_reading_ends(tmp_path: Path) -> None:
    """A device that never ends is more than a page may hold, and is not read into all the memory."""
    with pytest.raises(InputError, match="2 MB"):
        read_file(Path("/dev/zero"))
    (tmp_path / "big.wiki").write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(InputError, match="2 MB"):
        read_file(tmp_path / "big.wiki")


@pytest.mark.parametrize(
    ("place", "advice"),
    [
        ("no/such/report.txt", "make the folder"),
        ("folder", "name a file in it"),
        ("file/report.txt", "folder should be"),
    ],
)
def test_a_place_that_cannot_be_written_is_told_apart_from_a_full_disk(tmp_path: Path, place: str, advice: str) -> None:
    """What to do follows from what is wrong."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(OutputError) as caught:
        write_atomic(tmp_path / place, b"x")
    assert advice in str(caught.value.hint)
    assert "disk" not in str(caught.value.hint)
