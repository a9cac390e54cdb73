"""Colour as the person and their terminal want it, and a bug of ours said as one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import mlwiki

DRAFT = "Функция `fit` учит <ref>A</ref> и `predict` отвечает.\n"
#: A command that breaks in the middle of its work.
BROKEN = (
    "import bot.cli.demo, bot.cli.dispatch\n"
    "def broken(**_): raise ZeroDivisionError('oops')\n"
    "bot.cli.demo.command.callback = broken\n"
    "raise SystemExit(bot.cli.dispatch.run(['demo', '--lang', 'en']))\n"
)


@pytest.mark.parametrize(
    ("variables", "flags", "colored"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
    ],
)
def test_colour_follows_the_flag_then_the_environment(
    tmp_path: Path, variables: dict[str, str], flags: list[str], *, colored: bool
) -> None:
    """Into a pipe there is none unless it is asked for; the flag wins over both variables, NO_COLOR over FORCE_COLOR."""
    (tmp_path / "draft.wiki").write_text(DRAFT, encoding="utf-8")
    ran = mlwiki("tidy", "draft.wiki", "--profile", "mlru", *flags, cwd=tmp_path, environment=variables)
    assert ("\x1b[" in ran.text) is colored
    assert "ART002" in ran.text


def test_a_bug_of_ours_is_one_line_and_a_file(tmp_path: Path) -> None:
    """Exit 5; the line says that it is our fault, that nothing was saved, and which file to send; the file has the place."""
    done = subprocess.run(
        [sys.executable, "-c", BROKEN], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False
    )
    lines = done.stderr.splitlines()
    assert (done.returncode, len(lines), done.stdout) == (5, 1, "")
    found = re.search(
        r"a bug of ours \(ZeroDivisionError\); nothing was saved; please report it with the file (\S+)", lines[0]
    )
    assert found is not None
    report = Path(found[1])
    try:
        text = report.read_text(encoding="utf-8")
        assert re.match(r"mlwiki \d+\.\d+\.\d+, Python 3\.", text)
        assert "ZeroDivisionError: oops" in text
    finally:
        report.unlink()
