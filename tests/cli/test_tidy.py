"""``mlwiki tidy`` as a filter and over files: what it must never lose, and what it can do without."""

from __future__ import annotations

import codecs
import os
import sqlite3
from pathlib import Path

import pytest

from tests.cli.command_line import mlwiki
from tests.cli.test_bad_input import without_privileges

DRAFT = 'Метод `fit` обучает модель<ref name="x"/>.\n'
MENDED = 'Метод <code>fit</code> обучает модель<ref name="x"/>.\n'


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_a_filter_keeps_the_byte_order_mark_and_says_what_it_found(tmp_path: Path, mark: bytes) -> None:
    """Standard output is the text alone, byte for byte but for the edits; the report goes to standard error, unless -q."""
    ran = mlwiki("tidy", "-", "--profile", "mlru", cwd=tmp_path, stdin=mark + DRAFT.encode())
    assert ran.out == mark + MENDED.encode()
    assert ran.code == 1
    assert "REF020" in ran.err
    quiet = mlwiki("tidy", "-", "-q", "--profile", "mlru", cwd=tmp_path, stdin=mark + DRAFT.encode())
    assert (quiet.out, quiet.code, quiet.err) == (ran.out, 1, "")
    clean = mlwiki("tidy", "-", "--profile", "mlru", cwd=tmp_path, stdin="Чистый текст.\n".encode())
    assert (clean.out.decode(), clean.code, clean.err) == ("Чистый текст.\n", 0, "")


def test_a_text_in_utf16_comes_out_as_utf8_with_a_mark(tmp_path: Path) -> None:
    """Redirected output is UTF-8 on every system; the mark stays, so that the editor it came from can read it."""
    ran = mlwiki(
        "tidy", "-", "-q", "--profile", "mlru", cwd=tmp_path, stdin=codecs.BOM_UTF16_LE + DRAFT.encode("utf-16-le")
    )
    assert ran.out == codecs.BOM_UTF8 + MENDED.encode()


def broken_store(folder: Path, how: str) -> None:
    """A store that cannot be used, in each of the ways it happens."""
    state = folder / "state"
    if how == "a file in its place":
        state.write_bytes(b"")
        return
    state.mkdir()
    path = state / "store.sqlite3"
    if how == "no database":
        path.write_bytes(b"not a database at all, but long enough to be read as one" * 50)
    elif how == "newer":
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
    elif how == "damaged inside":
        assert mlwiki("store", "prune", cwd=folder).code == 0
        data = bytearray(path.read_bytes())
        data[4096:] = b"\xff" * (len(data) - 4096)
        path.write_bytes(data)


@pytest.mark.parametrize("how", ["no database", "newer", "damaged inside"])
def test_tidying_does_not_need_the_store(tmp_path: Path, how: str) -> None:
    """It is mechanical and offline: a store that cannot be used is told, and the text is mended all the same."""
    broken_store(tmp_path, how)
    before = (tmp_path / "state" / "store.sqlite3").read_bytes()
    ran = mlwiki("tidy", "-", "-q", "--profile", "mlru", cwd=tmp_path, stdin=DRAFT.encode())
    assert (ran.out, ran.code) == (MENDED.encode(), 1), ran.err
    assert len(ran.error_lines) == 2
    assert "not remembered this time" in ran.error_lines[1]
    assert (tmp_path / "state" / "store.sqlite3").read_bytes() == before


@pytest.mark.parametrize("how", ["no database", "newer", "damaged inside", "a file in its place"])
def test_what_needs_the_store_says_so_in_one_line(tmp_path: Path, how: str) -> None:
    """A check would lose its verdicts: exit 2, with the store's path, without an errno."""
    broken_store(tmp_path, how)
    (tmp_path / "d.wiki").write_text("Слова<ref>Книга. 2001</ref>.\n", encoding="utf-8")
    ran = mlwiki("check", "d.wiki", "--offline", "--judge", "none", cwd=tmp_path)
    assert (ran.code, len(ran.error_lines), ran.out) == (2, 1, b""), ran.err
    assert "store.sqlite3" in ran.err
    assert "Errno" not in ran.err


@pytest.mark.skipif(os.name != "posix", reason="file modes mean nothing on Windows")
def test_where_a_copy_cannot_be_kept_no_file_is_written(tmp_path: Path) -> None:
    """All of them or none: a folder that may not be written, or something else in the copy's place, leaves every draft alone."""
    for name in ("a.wiki", "b.wiki"):
        (tmp_path / name).write_text(DRAFT, encoding="utf-8")
    (tmp_path / "b.wiki.orig").mkdir()
    ran = mlwiki("tidy", "a.wiki", "b.wiki", "--write", "--profile", "mlru", cwd=tmp_path)
    assert (ran.code, len(ran.error_lines)) == (2, 1), ran.err
    assert "b.wiki.orig" in ran.err
    assert [(tmp_path / name).read_text(encoding="utf-8") for name in ("a.wiki", "b.wiki")] == [DRAFT, DRAFT]
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "c.wiki").write_text(DRAFT, encoding="utf-8")
    locked.chmod(0o500)
    ran = mlwiki("tidy", "locked/c.wiki", "--write", "--profile", "mlru", cwd=tmp_path, before=without_privileges())
    locked.chmod(0o700)
    assert (ran.code, (locked / "c.wiki").read_text(encoding="utf-8")) == (2, DRAFT), ran.err


def test_each_write_keeps_what_the_file_was(tmp_path: Path) -> None:
    """Two drafts written one after the other under one name: both texts are still there."""
    page = tmp_path / "d.wiki"
    for text in (DRAFT, "Совсем другой `черновик`.\n"):
        page.write_text(text, encoding="utf-8")
        assert mlwiki("tidy", "d.wiki", "--write", "--profile", "mlru", "-q", cwd=tmp_path).code in {0, 1}
    assert (tmp_path / "d.wiki.orig").read_text(encoding="utf-8") == "Совсем другой `черновик`.\n"
    assert (tmp_path / "d.wiki.orig.1").read_text(encoding="utf-8") == DRAFT


#: A draft as a chat writes it: everything in it but the doubtful copy of a note is a translation or a token.
CHAT = """\
## Метод

* пункт **один**
* пункт два

| Формат | Бит |
|---|---|
| FP16 | 16 |

Сказано [в статье](https://arxiv.org/abs/1710.03740).:contentReference[oaicite:1]{index=1}

А.<ref name="m">Micikevicius P. Mixed Precision Training. ICLR, 2018</ref>
Б.<ref name="n">Micikevicius P., Mixed precision training, ICLR 2018.</ref>

<references/>
"""


def test_an_own_draft_is_mended_whole_and_a_second_run_finds_nothing_to_translate(tmp_path: Path) -> None:
    """What waits because a page may mean it is taken in a text of one's own; what may lose a source still waits."""
    draft = tmp_path / "d.wiki"
    draft.write_text(CHAT, encoding="utf-8")
    assert mlwiki("tidy", "d.wiki", "--write", "--own-draft", "--profile", "mlru", cwd=tmp_path).code in {0, 1}
    text = draft.read_text(encoding="utf-8")
    for residue in ("##", "**", "|---", "](", "contentReference"):
        assert residue not in text
    assert "== Метод ==" in text
    assert "{|" in text
    assert text.count("Micikevicius") == 2, "a fuzzy merge is no translation"
    assert (tmp_path / "d.wiki.orig").read_text(encoding="utf-8") == CHAT
    assert mlwiki("tidy", "d.wiki", "--write", "--own-draft", "--profile", "mlru", cwd=tmp_path).code in {0, 1}
    assert draft.read_text(encoding="utf-8") == text


def test_only_the_named_kinds_are_accepted(tmp_path: Path) -> None:
    """``--accept CODE`` takes waiting edits of that code alone; a code that is none ends with 2."""
    draft = tmp_path / "d.wiki"
    draft.write_text(CHAT, encoding="utf-8")
    mlwiki("tidy", "d.wiki", "--write", "--accept", "ART010", "--profile", "mlru", cwd=tmp_path)
    text = draft.read_text(encoding="utf-8")
    assert "{|" in text
    assert "## Метод" in text
    wrong = mlwiki("tidy", "d.wiki", "--accept", "ART999", cwd=tmp_path)
    assert wrong.code == 2
    assert "ART999" in wrong.err
    assert "Traceback" not in wrong.err


def test_a_diff_says_that_edits_wait_and_shows_them_when_asked(tmp_path: Path) -> None:
    """Nothing is safe to change here: the diff is empty, but the run does not look clean; ``--all`` shows what waits."""
    (tmp_path / "d.wiki").write_text("## Метод\n\nТекст.\n", encoding="utf-8")
    ran = mlwiki("tidy", "d.wiki", "--diff", "--profile", "mlru", cwd=tmp_path)
    assert (ran.out, ran.code) == (b"", 1)
    assert "1 edit waits for a person" in ran.err
    shown = mlwiki("tidy", "d.wiki", "--diff", "--all", "--profile", "mlru", cwd=tmp_path)
    assert "+== Метод ==" in shown.text
    assert mlwiki("tidy", "d.wiki", "--all", "--profile", "mlru", cwd=tmp_path).code == 2
