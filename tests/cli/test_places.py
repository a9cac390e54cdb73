"""No command writes over what it reads: every option that names a file says which of both it does, and one rule holds for all."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import click
import pytest

from bot.cli.help import COMMANDS
from bot.cli.path_types import Read, Written
from tests.cli.command_line import mlwiki

DRAFT = (
    "Функция `fit` учит модель.<ref>Vapnik V. The nature of statistical learning theory. 1995</ref>\n<references/>\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A draft, the same as a pulled page's file, and what lies beside it."""
    (tmp_path / "d.wiki").write_text(DRAFT, encoding="utf-8")
    (tmp_path / "d.wiki.orig").write_text("как было", encoding="utf-8")
    (tmp_path / "mlwiki.toml").write_text('[wiki]\nprofile = "mlru"\n', encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "1.txt").write_text("Текст источника, довольно длинный. " * 9, encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_option_that_names_a_file_says_whether_it_is_written() -> None:
    """A new option cannot be forgotten: its metavar says that it is a file, its type what happens to it."""
    untold = []
    for name, _ in COMMANDS:
        command = importlib.import_module(f"bot.cli.{name}").command
        assert isinstance(command, click.Command)
        for option in command.params:
            names_a_file = isinstance(option, click.Option) and option.metavar in {
                "FILE",
                "CASSETTE",
                "KEY=FILE",
                "DIR",
            }
            if names_a_file and not isinstance(option.type, Read | Written) and option.opts != ["--to"]:
                untold.append(f"{name} {option.opts}")
    assert untold == []


@pytest.mark.parametrize(
    "words",
    [
        ("tidy", "d.wiki", "--output", "d.wiki"),
        ("tidy", "d.wiki", "-q", "--output", "./d.wiki"),
        ("tidy", "d.wiki", "--plan", "d.wiki"),
        ("tidy", "d.wiki", "--output", "link.wiki"),
        ("tidy", "d.wiki", "--output", "d.wiki.orig"),
        ("tidy", "d.wiki", "--output", "d.wiki.json"),
        ("tidy", ".", "--output", "d.wiki"),
        ("tidy", "d.wiki", "--output", "mlwiki.toml"),
        ("tidy", "d.wiki", "--output", "report", "--plan", "report"),
        ("check", "d.wiki", "--offline", "--format", "json", "--output", "d.wiki"),
        ("check", "d.wiki", "--offline", "--plan", "d.wiki"),
        ("check", "d.wiki", "--record", "d.wiki"),
        ("check", "d.wiki", "--offline", "--source", "1=texts/1.txt", "--output", "texts/1.txt"),
        ("check", "d.wiki", "--offline", "--sources", "texts", "--output", "texts/1.txt"),
        ("push", "d.wiki", "--output", "d.wiki"),
        ("apply", "d.wiki", "--output", "d.wiki"),
        ("bench", "identity", "d.wiki", "--output", "d.wiki"),
        ("bench", "judge", "d.wiki", "--write", "d.wiki"),
        ("pull", "Дропаут", "--worklist", "d.wiki", "--output", "d.wiki"),
        ("run", "--worklist", "d.wiki", "--output", "d.wiki"),
    ],
)
def test_an_output_that_is_an_input_is_refused_before_anything_is_done(folder: Path, words: tuple[str, ...]) -> None:
    """Also by another spelling or a link, in a folder that is read, and for what belongs to a page: one line, exit 2."""
    if os.name == "posix":
        (folder / "link.wiki").symlink_to("d.wiki")
    elif "link.wiki" in words:
        pytest.skip("links need no rights only on POSIX")
    before = contents(folder)
    ran = mlwiki(*words, cwd=folder)
    assert (ran.code, len(ran.error_lines), ran.out) == (2, 1, b""), ran.err
    assert "name another file" in ran.err
    assert contents(folder) == before


def test_other_outputs_are_written(folder: Path) -> None:
    """Beside the input, over an older report, and to a device."""
    for name in ("d.wiki.html", "d.wiki.html", "report.json"):
        assert mlwiki("tidy", "d.wiki", "--output", name, cwd=folder).code in {0, 1}
        assert (folder / name).read_bytes()
    if Path("/dev/null").exists():
        assert mlwiki("tidy", "/dev/null", "--output", "/dev/null", cwd=folder).code in {0, 1}
