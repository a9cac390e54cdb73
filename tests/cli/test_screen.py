"""A terminal shows strangers' text and is never steered by it; a pipe gets the bytes as they are."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cli.streams import complain, write_data
from bot.report.records import dump, dump_line
from tests.cli.command_line import mlwiki

#: Control characters, bidi marks, invisible letters, line separators, tags, halves of characters.
ACTING = [
    chr(code)
    for code in (*range(0x110), *range(0x2000, 0x2070), 0x61C, 0x180E, 0xFEFF, 0xFFF9, 0xD800, 0xDC80, 0xE0041, 0xE000)
    if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} and chr(code) not in "\n\t"
]
HOSTILE = st.lists(
    st.sampled_from([*ACTING, "\x1b[8m", "\x1b]0;x\x07", "\r+ no", "а", " ", "\n", "\t"]), max_size=30
).map("".join)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Screen(io.StringIO):
    """Standard output or error as a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@given(HOSTILE)
def test_nothing_that_acts_reaches_a_terminal(text: str) -> None:
    """Every such character is shown by its number, on both streams; our own colours alone pass, and only in our reports."""
    out, err = Screen(), Screen()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        write_data(text)
        complain(text)
    for shown in (out.getvalue(), err.getvalue()):
        assert not set(shown) & set(ACTING)
    styled = Screen()
    with contextlib.redirect_stdout(styled):
        write_data(f"\x1b[1;31mred\x1b[0m {text}", styled=True)
    assert not set(COLOUR.sub("", styled.getvalue())) & set(ACTING)
    assert styled.getvalue().startswith("\x1b[1;31mred\x1b[0m")


@given(HOSTILE)
def test_a_pipe_gets_what_was_written(text: str) -> None:
    """Redirected, a text is the text: a diff has to be one that `patch` takes."""
    out = io.StringIO(newline="")
    with contextlib.redirect_stdout(out):
        write_data(text)
    assert out.getvalue() == text


@given(st.lists(HOSTILE, max_size=3))
def test_json_escapes_what_acts_and_says_the_same(texts: list[str]) -> None:
    """A JSON, JSON lines or SARIF file shown with `cat` steers nothing, and reads back to the very same strings."""
    for written in (dump({"a": texts}), dump_line({text: text for text in texts})):
        assert not set(written) & (set(ACTING) - {"\ue000"})
        written.encode()
    assert json.loads(dump({"a": texts})) == {"a": texts}


@pytest.mark.skipif(os.name != "posix", reason="a terminal of POSIX")
def test_a_diff_on_a_terminal_invents_no_lines(tmp_path: Path) -> None:
    """The page's carriage returns, escapes and bidi marks are seen as what they are; redirected they are the page's bytes."""
    import pty
    import termios

    text = "Метод `fit` обучает.\r+ придумано\x1b[2J \u202eобратно\u202c конец\n"
    (tmp_path / "d.wiki").write_text(text, encoding="utf-8", newline="")
    ours, theirs = pty.openpty()
    modes = termios.tcgetattr(theirs)
    modes[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    command = [sys.executable, "-m", "bot", "tidy", "--diff", "--profile", "mlru", "d.wiki"]
    environment = {**os.environ, "MLWIKI_STATE": str(tmp_path / "state"), "TERM": "xterm", "FORCE_COLOR": "1"}
    with subprocess.Popen(command, cwd=tmp_path, stdout=theirs, stderr=subprocess.PIPE, env=environment) as run:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while piece := os.read(ours, 65536):
                shown += piece
        run.wait(60)
    os.close(ours)
    lines = shown.decode()
    assert "⟨U+000D⟩+ придумано⟨U+001B⟩[2J ⟨U+202E⟩обратно⟨U+202C⟩" in lines
    assert not set(lines) & set(ACTING)
    piped = mlwiki("tidy", "--diff", "--profile", "mlru", "d.wiki", cwd=tmp_path)
    assert "\r+ придумано\x1b[2J \u202eобратно\u202c".encode() in piped.out


@pytest.mark.skipif(os.name != "posix", reason="a terminal of POSIX")
@pytest.mark.parametrize("wanted", [True, False])
def test_a_report_goes_through_the_pager_where_it_was_asked_for(tmp_path: Path, *, wanted: bool) -> None:
    """``--pager`` on a terminal: the person's own pager gets the report, nothing that acts in it; else no pager is started."""
    import pty

    (tmp_path / "d.wiki").write_text("Метод **важен**.\r\x1b[2J конец\n", encoding="utf-8", newline="")
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nexec sed 's/^/paged: /'\n", encoding="utf-8")
    pager.chmod(0o700)
    ours, theirs = pty.openpty()
    more = ["--pager"] if wanted else []
    command = [sys.executable, "-m", "bot", "tidy", "--profile", "mlru", "d.wiki", *more]
    environment = {
        **os.environ,
        "MLWIKI_STATE": str(tmp_path / "state"),
        "TERM": "xterm",
        "NO_COLOR": "1",
        "PAGER": str(pager),
    }
    with subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stdout=theirs, env=environment) as run:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while piece := os.read(ours, 65536):
                shown += piece
        run.wait(60)
    os.close(ours)
    assert "ART008" in shown.decode()
    assert (b"paged: " in shown) is wanted
    assert b"\x1b[2J" not in shown
