"""``tidy --clipboard`` with a clipboard of two small programs on PATH, as xclip is one: a replica, no desktop is needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.cli.clipboard import Tool, tools
from tests.cli.command_line import Ran, mlwiki

posix = pytest.mark.skipif(sys.platform == "win32", reason="the replica is a shell script")
NOTE = "''Cortes C., Vapnik V.'' Support-Vector Networks. 1995"
DRAFT = "Функция `fit` учит модель.\n"
#: What xclip does: ``-o`` writes the clipboard, otherwise it takes it from standard input.
XCLIP = """#!/bin/sh
case "$*" in
  "-selection clipboard -o") cat "$MLTEST_BOARD" ;;
  "-selection clipboard") cat >"$MLTEST_BOARD" ;;
  *) echo "unknown: $*" >&2; exit 9 ;;
esac
"""


def tidied(folder: Path, *words: str, script: str | None = XCLIP, **variables: str) -> Ran:
    """Run it where ``xclip`` is that script (None: where there is none)."""
    tools_folder = folder / "bin"
    tools_folder.mkdir(exist_ok=True)
    if script is not None:
        tool = tools_folder / "xclip"
        tool.write_text(script, encoding="utf-8")
        tool.chmod(0o755)
    environment = {"PATH": f"{tools_folder}:/bin" if script else str(tools_folder), "DISPLAY": ":0"}
    environment |= {"WAYLAND_DISPLAY": "", "WSL_DISTRO_NAME": "", "MLTEST_BOARD": str(folder / "board")}
    return mlwiki("tidy", "--clipboard", "--profile", "mlru", *words, cwd=folder, environment=environment | variables)


@posix
def test_the_mended_text_comes_back_to_the_clipboard(tmp_path: Path) -> None:
    """The report goes to standard output, the text to where it came from, byte for byte but for what is mended."""
    board = tmp_path / "board"
    board.write_text(f"== Метод ==\r\nФункция `fit` учит[1].<ref>{NOTE}</ref> И ещё.<ref>{NOTE}</ref>\r\n", "utf-8",
                     newline="")  # fmt: skip
    ran = tidied(tmp_path)
    text = board.read_bytes().decode("utf-8")
    assert text.startswith("== Метод ==\r\n")
    assert text.count(NOTE) == 1
    assert "clipboard:2" in ran.text
    assert ran.err.splitlines() == ["the mended text is on the clipboard"]


@posix
def test_a_look_leaves_the_clipboard_alone(tmp_path: Path) -> None:
    """With --diff the change is shown and the exit code says that there is one; a clean text is left as it is, too."""
    board = tmp_path / "board"
    doubled = f"А.<ref>{NOTE}</ref> Б.<ref>{NOTE}</ref>\n<references/>\n"
    board.write_text(doubled, encoding="utf-8")
    ran = tidied(tmp_path, "--diff")
    assert (ran.code, board.read_text(encoding="utf-8")) == (1, doubled)
    assert "+А.<ref name=" in ran.text
    board.write_text("Чистый текст.\n", encoding="utf-8")
    clean = tidied(tmp_path)
    assert (clean.code, clean.err.splitlines()) == (0, ["nothing to mend: the clipboard is as it was"])


@posix
@pytest.mark.parametrize(
    ("script", "display", "said"),
    [
        (None, ":0", "no program here reaches the clipboard; install wl-clipboard or xclip"),
        (XCLIP, "", "there is no clipboard here; use a file, or - for standard input"),
        ("#!/bin/sh\necho 'Error: target STRING not available' >&2\nexit 1\n", ":0", "target STRING not available"),
        ("#!/bin/sh\n", ":0", "there is no text on the clipboard; copy the wikitext first"),
    ],
)
def test_without_a_clipboard_it_is_said_in_one_line(
    tmp_path: Path, script: str | None, display: str, said: str
) -> None:
    """No program, no desktop, a program that fails, nothing copied: exit 2, what is wrong and what to do."""
    ran = tidied(tmp_path, script=script, DISPLAY=display)
    assert (ran.code, ran.text, len(ran.error_lines)) == (2, "", 1)
    assert said in ran.err


@posix
def test_a_clipboard_goes_with_no_file(tmp_path: Path) -> None:
    """A path or --write beside it is a mistake that is told, and nothing is read."""
    (tmp_path / "draft.wiki").write_text(DRAFT, encoding="utf-8")
    for words in (("draft.wiki",), ("--write",)):
        ran = tidied(tmp_path, *words)
        assert (ran.code, len(ran.error_lines)) == (2, 1)
        assert "--clipboard takes neither" in ran.err


def test_each_system_has_its_programs() -> None:
    """Windows, its Linux, a Mac and both kinds of Linux desktops; a bare terminal has none."""

    def first(platform: str, **environment: str) -> Tool | None:
        return next(tools(platform, environment), None)

    found = [
        first("win32"),
        first("linux", WSL_DISTRO_NAME="Ubuntu"),
        first("darwin"),
        first("linux", WAYLAND_DISPLAY="wayland-0", DISPLAY=":0"),
        first("linux", DISPLAY=":0"),
        first("linux", TERMUX_VERSION="0.118"),
    ]
    names = [tool.copy[0] for tool in found if tool is not None]
    assert names == ["powershell.exe", "powershell.exe", "pbcopy", "wl-copy", "xclip", "termux-clipboard-set"]
    assert first("linux") is None


@posix
def test_the_old_clipboard_is_kept_where_edits_are_taken_for_a_person(tmp_path: Path) -> None:
    """Standard error names the file."""
    board = tmp_path / "board"
    board.write_text("## Метод\n\nТекст.\n", encoding="utf-8")
    ran = tidied(tmp_path, "--own-draft", TMPDIR=str(tmp_path))
    assert board.read_text(encoding="utf-8") == "== Метод ==\n\nТекст.\n"
    (kept,) = tmp_path.glob("mlwiki-clipboard-*.wiki")
    assert kept.read_text(encoding="utf-8") == "## Метод\n\nТекст.\n"
    assert str(kept) in ran.err
