"""The pages of ``docs`` that are written by the program itself, so that they cannot grow old.

    python -m tests.docs.pages

writes them anew; a test compares.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from bot.cli.help import COMMANDS, help_text
from bot.codes import all_codes
from bot.locale import Speech
from bot.registries import registries

DOCS = Path(__file__).resolve().parents[2] / "docs"
WIDTH = 100
_TITLES = {
    "commands": {"en": "Commands", "ru": "Команды"},
    "codes": {"en": "Finding codes", "ru": "Коды находок"},
}
_MADE = {
    "en": "Written by `python -m tests.docs.pages`; a test compares it with the program.",
    "ru": "Страницу пишет `python -m tests.docs.pages`; тест сверяет её с программой.",
}
#: Families in the order in which a page goes through them.
_FAMILIES = {
    "REF": {"en": "Footnotes", "ru": "Сноски"},
    "ART": {"en": "What language models leave", "ru": "Что оставляют языковые модели"},
    "SRC": {"en": "Link and identity", "ru": "Адрес и работа"},
    "SUP": {"en": "Support", "ru": "Подтверждение"},
    "WIKI": {"en": "Saving", "ru": "Сохранение"},
    "GATE": {"en": "The gate", "ru": "Можно ли сохранять"},
    "BUG": {"en": "The program itself", "ru": "Сама программа"},
}


def command_named(name: str) -> click.Command:
    """The click command of that name. Raises KeyError for none."""
    if name not in dict(COMMANDS):
        raise KeyError(name)
    found = importlib.import_module(f"bot.cli.{name}").command
    assert isinstance(found, click.Command)
    return found


def help_of(name: str, language: str) -> str:
    """What ``mlwiki NAME --help`` prints in a terminal of 100 columns."""
    command = command_named(name)
    context = click.Context(command, info_name=f"mlwiki {name}", max_content_width=WIDTH, terminal_width=WIDTH)
    context.obj = Speech(language)
    return command.get_help(context)


def commands(language: str) -> str:
    """Every command's help."""
    parts = [_head("commands", language), _block(help_text(language))]
    for name, _ in COMMANDS:
        parts += [f"## {name}", _block(help_of(name, language))]
    return "\n\n".join(parts) + "\n"


def codes(language: str) -> str:
    """Every code with what it means and what to do, by family."""
    say = Speech(language).say
    parts = [_head("codes", language)]
    for family, titles in _FAMILIES.items():
        parts.append(f"## {family}: {titles[language]}")
        for name, code in all_codes().items():
            if name.rstrip("0123456789") == family:
                parts += [f"### {name}", f"**{say(code.title)}** ({code.severity.value})", say(code.what), say(code.do)]
    return "\n\n".join(parts) + "\n"


def services(_: str) -> str:
    """The page of services as it stands, each row of its table as the registry's own file says it."""
    lines = (DOCS / "services.md").read_text(encoding="utf-8").splitlines()
    rows = [
        f"| `{row.name}` | {row.asked_about} | {row.asked_when} | {row.may_convict} | {row.pace_in_words} |"
        for row in registries().values()
    ]
    head = lines.index("| --- | --- | --- | --- | --- |") + 1
    rest = [line for line in lines[head:] if not line.startswith("| `")]
    return "\n".join([*lines[:head], *rows, *rest]) + "\n"


def _head(page: str, language: str) -> str:
    return f"# {_TITLES[page][language]}\n\n{_MADE[language]}"


def _block(text: str) -> str:
    return f"```text\n{text.strip()}\n```"


PAGES: Mapping[str, tuple[Callable[[str], str], str]] = {
    "commands.md": (commands, "en"),
    "commands.ru.md": (commands, "ru"),
    "codes.md": (codes, "en"),
    "codes.ru.md": (codes, "ru"),
    "services.md": (services, "en"),
}


def main() -> None:
    """Write them."""
    for name, (page, language) in PAGES.items():
        (DOCS / name).write_text(page(language), encoding="utf-8")


if __name__ == "__main__":
    main()
