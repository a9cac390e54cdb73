"""What the product starts runs our code and nobody else's, whatever lies in the folder it is started from."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from bot.isolated import ROOT, program, search_path
from bot.model.outcome import Shown
from bot.model.reply import Reply
from bot.sources.reader import Reader
from bot.sources.reading import Task

#: Modules that a reading child imports, ours and others'; each may lie in a stranger's folder as a file or a package.
IMPORTED = (
    "json",
    "typing",
    "re",
    "lxml",
    "bot",
    "trafilatura",
    "encodings",
    "sitecustomize",
    "usercustomize",
    "runpy",
)
PAGE = b"<html><title>A page</title><body><p>" + b"Half precision halves the memory of the weights. " * 20 + b"</p>"


def set_traps(folder: Path) -> Path:
    """Fill a folder with modules that leave a mark when they are run; returns where the mark would be."""
    mark = folder / "ran"
    code = f"open({str(mark)!r}, 'a').write(__file__)\nraise SystemExit(1)\n"
    for number, name in enumerate(IMPORTED):
        if number % 2:
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(code, encoding="utf-8")
        else:
            (folder / f"{name}.py").write_text(code, encoding="utf-8")
    return mark


def read_a_page() -> Shown:
    """One page, read in a child that is started for it."""

    async def main() -> object:
        reader = Reader()
        try:
            reply = Reply("http://site.org/page", 200, ((b"content-type", b"text/html"),), PAGE)
            return await reader.read(Task(reply, "http://site.org/page", "2026-01-01T00:00:00Z"))
        finally:
            await reader.aclose()

    shown = asyncio.run(main())
    assert isinstance(shown, Shown)
    return shown


@pytest.mark.parametrize("entry", ["", ".", "the folder itself"])
def test_the_reading_child_runs_nothing_of_the_folder(
    entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is read as ever, and no module of the folder has run, even where the parent's own path holds the folder."""
    mark = set_traps(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [entry if len(entry) < 2 else str(tmp_path), *sys.path])
    shown = read_a_page()
    assert not mark.exists()
    assert shown.text is not None
    assert "Half precision" in shown.text.text


def test_our_own_code_is_found_wherever_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path handed over is absolute, lacks the current folder, and holds our code even if only that folder led to it."""
    monkeypatch.chdir(tmp_path)
    assert search_path(["", "lib", str(tmp_path)]) == (str(ROOT),)
    monkeypatch.chdir(ROOT)
    assert search_path(["", str(ROOT), str(tmp_path)]) == (str(ROOT), str(tmp_path))


def test_a_child_can_be_started_from_a_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A removed working folder is no reason to read strangers' bytes in our own process."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert search_path([str(ROOT)]) == (str(ROOT),)
    assert read_a_page().text is not None


@pytest.mark.skipif(os.name != "posix", reason="makes a program by its mode")
def test_a_program_of_the_current_folder_is_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clipboard program is looked for on PATH, without the current folder."""
    trap = tmp_path / "xclip"
    trap.write_text("#!/bin/sh\n", encoding="utf-8")
    trap.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program("xclip") == str(trap)
    monkeypatch.chdir(tmp_path)
    assert program("xclip") is None
    monkeypatch.setenv("PATH", ".")
    assert program("xclip") is None
