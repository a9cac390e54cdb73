"""The first help page, from the table of commands."""

from __future__ import annotations

import sys

from bot.cli.table import COMMANDS, EXAMPLES, EXIT_CODES
from bot.locale import Speech, choose_language


def help_text(language: str) -> str:
    """The page in one language."""
    say = Speech(language).say
    width = max(len(line) for line, _ in EXAMPLES)
    lines = [
        say("mlwiki: a MediaWiki bot and citation verifier"),
        "",
        say("Examples:"),
        *(f"  {line:<{width}}  {say(what)}" for line, what in EXAMPLES),
        "",
        say("Commands (`mlwiki COMMAND --help` says more):"),
        *(f"  {name:<{width}}  {say(what)}" for name, _, what in COMMANDS),
        "",
        say("Exit codes:"),
        *(f"  {code:<5}{say(what)}" for code, what in EXIT_CODES),
    ]
    return "\n".join(lines) + "\n"


def print_help() -> None:
    """Print the page as UTF-8, or with replacements on a console that lacks a character."""
    from bot.cli.streams import prepare, write_data

    prepare()
    write_data(help_text(choose_language(None, None)))
    sys.stdout.flush()
