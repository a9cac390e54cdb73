"""A mistake on the command line is told in the reader's language, whichever part of the program notices it."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from bot.cli.dispatch import run
from bot.cli.usage import usage_error
from bot.locale import Speech

#: The command line, what the English line says, what the Russian one says.
MISTAKES = [
    (
        "tidy --dif x",
        "there is no option --dif; did you mean --diff?",
        "нет ключа --dif; возможно, имелось в виду --diff?",
    ),
    ("tidy --zzzz x", "there is no option --zzzz; `mlwiki tidy --help`", "нет ключа --zzzz; ключи перечислены"),
    (
        "tidy x --format y",
        "--format cannot be 'y'; it takes one of: text, html",
        "--format не может быть 'y'; здесь нужно одно",
    ),
    ("tidy x --output", "--output needs a value", "для --output нужно значение"),
    ("tidy --write=1 x", "--write takes no value", "у --write нет значения"),
    ("tidy --lang=xx x", "--lang cannot be 'xx'; it takes one of: en, ru", "--lang не может быть 'xx'"),
    ("explain", "CODE is missing", "не хватает CODE"),
    ("explain A B C", "there are 2 words too many: B C", "лишние 2 слова: B C"),
    ("explain A B", "there is 1 word too many: B", "лишнее 1 слово: B"),
    ("store throw", "cannot be that; it takes one of: path, prune", "так не бывает; здесь нужно одно из: path, prune"),
    ("serve --port 99999", "--port cannot be '99999'; it takes a number from 0 to 65535", "число от 0 до 65535"),
    ("run --trial 0", "--trial cannot be '0'; it takes a number from 1 on", "число от 1"),
    ("status --last x", "--last cannot be 'x'; it takes a number from 1 to 1000000", "число от 1 до 1000000"),
    ("check x --budget many", "--budget cannot be 'many'; it takes a number", "здесь нужно: число"),
    ("check x --budget -1", "`judge.budget` on the command line cannot be -1.0", "в командной строке не может быть"),
    ("tidy --diff --write x", "exclude each other", "исключают"),
    ("tidy x --format json --format html", "--format is given 2 times", "--format задано несколько раз (2)"),
    ("check x --profile mlru --profile=modern", "--profile is given 2 times", "--profile задано несколько раз"),
    ("tidy x --diff --format json", "--diff has a form of its own", "у --diff свой вид"),
    ("tidy x --plan p.json --own-draft", "a plan holds waiting edits as they wait", "в плане ждущие правки ждут"),
    ("review x --format json", "there is no option --format", "нет ключа --format"),
    ("serve --output f", "there is no option --output", "нет ключа --output"),
    ("chekc x", "unknown command chekc", "неизвестная команда chekc"),
]


def told(line: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The one line on standard error."""
    monkeypatch.setenv("MLWIKI_LANG", language)
    assert run(line.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("mlwiki: ")
    return said.err


@pytest.mark.parametrize(("line", "english", "russian"), MISTAKES)
def test_a_mistake_is_told_in_both_languages(
    line: str,
    english: str,
    russian: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """What is wrong, and what is possible or where it is listed."""
    monkeypatch.chdir(tmp_path)
    assert english in told(line, "en", capsys, monkeypatch)
    said = told(line, "ru", capsys, monkeypatch)
    assert russian in said
    # but for names as they are typed, nothing in it is English
    assert not re.search(r"\b(?:the|is|are|not|no|one of|takes|option|value|argument|Error)\b", said)


def test_no_fault_that_click_knows_is_left_in_its_words() -> None:
    """Every class of its usage errors that can come from a command of ours has a message of ours."""
    option = click.Option(["--x"], type=int)
    context = click.Context(click.Command("x", params=[option]))
    errors = [
        click.NoSuchOption("--y"),
        click.MissingParameter(param=option),
        click.BadParameter("bad", param=option),
        click.BadOptionUsage("--x", "bad", context),
    ]
    for error in errors:
        assert "bad" not in Speech("ru").say(usage_error(error, ["x"]).message)


def test_a_language_that_is_not_spoken_here_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slip in MLWIKI_LANG is told; a locale's name is taken for its language."""
    assert "MLWIKI_LANG cannot be 'xx'; it takes one of: en, ru" in told("explain SRC101", "xx", capsys, monkeypatch)
    monkeypatch.setenv("MLWIKI_LANG", "ru_RU.UTF-8")
    assert run(["explain", "SRC101"]) == 0
