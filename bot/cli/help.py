"""The first help page, from the table of commands."""

from __future__ import annotations

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


def print_help() -> int:
    """Print the page as UTF-8, or with replacements on a console that lacks a character; returns the exit code."""
    from bot.cli.streams import complain, line_of, prepare, write_data
    from bot.errors import OutputError

    prepare()
    language = choose_language(None, None)
    try:
        write_data(help_text(language))
    except BrokenPipeError:
        return 0
    except OutputError as error:
        complain(line_of(error, Speech(language)))
        return 2
    return 0
