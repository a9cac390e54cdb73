"""The command line: arguments in, a use case called, an exit code out.

This module and ``help`` import next to nothing, so that ``mlwiki --help`` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``mlwiki`` and leave with the contract's exit code."""
    try:
        from bot.cli.interrupt import end_at_once

        end_at_once()
        code = _code(arguments)
        end_at_once()
    except KeyboardInterrupt:
        from bot.cli.interrupt import say_interrupted

        say_interrupted()
        code = 130
    sys.exit(code)


def _code(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in ([], ["--help"], ["-h"], ["help"]):
        from bot.cli.help import print_help

        told = print_help()
        return told if words else 2
    from bot.cli.dispatch import run

    return run(words)
