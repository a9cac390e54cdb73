"""The commands work in the surroundings that people really have: old consoles, odd paths, systems without POSIX modules."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.sample import draft_text
from tests.cli.command_line import Ran, mlwiki

REQUIRED = os.environ.get("MLWIKI_REQUIRE", "").split(",")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A path with Cyrillic and spaces, and the sample page in it."""
    place = tmp_path / "Мои статьи (черновики)"
    place.mkdir()
    (place / "Смешанная точность.wiki").write_text(draft_text(), encoding="utf-8")
    return place


@pytest.fixture
def without_posix(tmp_path: Path) -> Mapping[str, str]:
    """An environment in which ``fcntl``, ``resource`` and ``pwd`` cannot be imported, as on Windows."""
    blocker = (
        "import sys\nclass Blocker:\n    def find_spec(self, name, path=None, target=None):\n"
        "        if name in {'fcntl', 'resource', 'pwd', 'grp', 'termios'}:\n"
        "            raise ImportError('blocked: ' + name)\n"
        "sys.meta_path.insert(0, Blocker())\n"
        "for name in ('fcntl', 'resource', 'pwd', 'grp', 'termios'):\n    sys.modules.pop(name, None)\n"
    )
    folder = tmp_path / "blocked"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(blocker, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


@pytest.fixture
def cp1251_locale(tmp_path: Path) -> Mapping[str, str]:
    """The locale ru_RU.CP1251, compiled into a folder of its own."""
    target = tmp_path / "locales"
    target.mkdir()
    try:
        done = subprocess.run(
            ["localedef", "-c", "-i", "ru_RU", "-f", "CP1251", str(target / "ru_RU.CP1251")],
            capture_output=True,
            check=False,
        )
        made = (target / "ru_RU.CP1251").is_dir() and done.returncode in {0, 1}
    except FileNotFoundError:
        made = False
    if not made:
        if "locale" in REQUIRED:
            pytest.fail("MLWIKI_REQUIRE names locale, but ru_RU.CP1251 cannot be compiled", pytrace=False)
        pytest.skip("needs localedef and the sources of Debian's package locales")
    return {"LOCPATH": str(target), "LC_ALL": "ru_RU.CP1251", "PYTHONUTF8": "0"}


def run_all_three(folder: Path, environment: Mapping[str, str]) -> dict[str, Ran]:
    """Demo, tidy and check, each with its report in a file."""
    page = "Смешанная точность.wiki"
    return {
        "demo": mlwiki("demo", "--output", "demo.txt", cwd=folder, environment=environment),
        "tidy": mlwiki("tidy", page, "--profile", "mlru", "--output", "tidy.txt", cwd=folder, environment=environment),
        "check": mlwiki(
            "check", page, "--profile", "mlru", "--offline", "--judge", "none", "--format", "json",
            "--output", "check.json", cwd=folder, environment=environment,
        ),
    }  # fmt: skip


def assert_fine(ran: Mapping[str, Ran], folder: Path) -> None:
    """No bug, no traceback; what was written is UTF-8."""
    assert ran["demo"].code == 0, ran["demo"].err
    assert ran["tidy"].code == 1, ran["tidy"].err
    assert ran["check"].code in {1, 4}, ran["check"].err
    for name, one in ran.items():
        assert "Traceback" not in one.err, name
        assert one.out == b"", name
    assert (folder / "demo.txt").read_text(encoding="utf-8").strip()
    assert "Большие языковые модели" in (folder / "tidy.txt").read_text(encoding="utf-8")
    assert json.loads((folder / "check.json").read_text(encoding="utf-8"))["schema"] == "mlwiki/check/2"


def test_an_old_console_encoding(folder: Path) -> None:
    """With PYTHONIOENCODING=cp866 redirected output is UTF-8 all the same."""
    environment = {"PYTHONIOENCODING": "cp866"}
    assert_fine(run_all_three(folder, environment), folder)
    ran = mlwiki("tidy", "-", "--profile", "mlru", cwd=folder, stdin=draft_text().encode(), environment=environment)
    assert "Смешанная точность" in ran.text


def test_an_old_russian_locale(folder: Path, cp1251_locale: Mapping[str, str]) -> None:
    """Under ru_RU.CP1251 files are read and written as UTF-8."""
    assert_fine(run_all_three(folder, cp1251_locale), folder)


def test_a_system_without_posix_modules(folder: Path, without_posix: Mapping[str, str]) -> None:
    """Nothing needs fcntl, resource or pwd."""
    assert_fine(run_all_three(folder, without_posix), folder)


def test_tidy_writes_back_and_keeps_the_original(folder: Path) -> None:
    """--write is atomic, keeps NAME.orig, and a second run changes nothing."""
    page = folder / "Смешанная точность.wiki"
    before = page.read_bytes()
    assert mlwiki("tidy", page.name, "--profile", "mlru", "--write", "-q", cwd=folder).code == 1
    assert (folder / (page.name + ".orig")).read_bytes() == before
    after = page.read_bytes()
    assert after != before
    waiting = mlwiki("tidy", page.name, "--profile", "mlru", "--diff", cwd=folder)
    assert (waiting.out, waiting.code) == (b"", 1), "nothing is left but what waits for a person"
    mlwiki("tidy", page.name, "--profile", "mlru", "--write", "-q", cwd=folder)
    assert page.read_bytes() == after
    assert (folder / (page.name + ".orig")).read_bytes() == before


def test_line_ends_and_byte_order_mark_are_kept(folder: Path) -> None:
    """A file of a Windows editor comes back as one, and a file without faults comes back byte for byte."""
    data = b"\xef\xbb\xbf" + "Текст с `кодом`.\r\nЕщё строка.\r\n".encode()
    path = folder / "win.wiki"
    path.write_bytes(data)
    mlwiki("tidy", "win.wiki", "--profile", "mlru", "--write", cwd=folder)
    assert path.read_bytes() == b"\xef\xbb\xbf" + "Текст с <code>кодом</code>.\r\nЕщё строка.\r\n".encode()


def test_standard_input_gives_the_new_text(folder: Path) -> None:
    """``-`` prints the mended text and nothing else on standard output."""
    ran = mlwiki("tidy", "-", "--profile", "mlru", cwd=folder, stdin="Метод `fit` обучает модель.\n".encode())
    assert ran.text == "Метод <code>fit</code> обучает модель.\n"
