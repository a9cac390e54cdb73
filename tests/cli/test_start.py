"""The first help page comes at once and drags nothing heavy in."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from bot.cli.table import COMMANDS
from tests.cli.command_line import mlwiki

HEAVY = ("httpx", "openai", "pywikibot", "bs4", "trafilatura", "numpy", "rich", "mwparserfromhell", "vcr")


def seconds(*words: str) -> float:
    """How long one process takes, the median of several."""
    times = []
    for _ in range(9):
        start = time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def test_help_takes_at_most_five_empty_starts() -> None:
    """Measured in one run against ``python -c pass``, so that a slow machine does not matter."""
    assert seconds("-m", "bot", "--help") <= 5 * seconds("-c", "pass")


def test_help_imports_nothing_heavy() -> None:
    """None of the heavy libraries is loaded to print the first help page."""
    code = (
        "import sys\nsys.argv = ['mlwiki', '--help']\nfrom bot.cli import main\n"
        f"try:\n    main()\nexcept SystemExit:\n    pass\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_command_explains_itself_in_both_languages(tmp_path: Path) -> None:
    """``mlwiki X --help`` ends with 0, and Russian help has no English sentence of ours left."""
    for name, _, _ in COMMANDS:
        english, russian = mlwiki(name, "--help", cwd=tmp_path), mlwiki(name, "--help", "--lang", "ru", cwd=tmp_path)
        assert (english.code, russian.code) == (0, 0)
        assert "Usage: mlwiki" in english.text
        assert "Вызов: mlwiki" in russian.text
        assert "Show this message" not in russian.text


def test_an_empty_call_is_a_usage_error_that_shows_the_help(tmp_path: Path) -> None:
    """Without a command the list of commands is what helps."""
    ran = mlwiki(cwd=tmp_path)
    assert ran.code == 2
    assert "mlwiki demo" in ran.text
