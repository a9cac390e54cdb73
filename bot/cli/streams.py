"""Standard output and error: data as UTF-8 when redirected, replacements on a console that lacks a character."""

from __future__ import annotations

import io
import os
import sys


def prepare() -> None:
    """Set both streams up once. Redirected output is UTF-8 on every system (contract, «Language»)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def write_data(text: str) -> None:
    """Write to standard output with the text's own line ends. Raises OutputError when that fails (a full disk)."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader has seen enough; keep the interpreter from complaining again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
    except OSError as error:
        # imported here: the first help page needs neither
        from bot.errors import OutputError
        from bot.model.message import msg

        # what could not be written must not be tried again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputError(
            msg("cannot write to standard output: {why}", why=error.strerror or "?"),
            msg("free the disk or write elsewhere with --output"),
        ) from error


def complain(text: str) -> None:
    """Say something to a person, on standard error; never fails."""
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        # nobody is listening
        return


def ascii_only() -> bool:
    """Whether the console cannot show the marks of the report."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        "✓✗…·«»—".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False
