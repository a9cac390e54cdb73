"""Ctrl-C while the program starts or ends: nothing is under way then, so it ends at once, in one line and with 130.

Raised as KeyboardInterrupt in the middle of an import it would be a traceback, or be lost in a callback of the import system.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress


def end_at_once() -> None:
    """From now on Ctrl-C ends the process; where it is ignored (`nohup`, a shell's background), it stays so."""
    _replace(signal.default_int_handler, _end)


def interrupt_work() -> None:
    """From now on Ctrl-C is a KeyboardInterrupt: work under way keeps what it found."""
    _replace(_end, signal.default_int_handler)


def _replace(old: object, new: signal._HANDLER) -> None:
    if signal.getsignal(signal.SIGINT) is old:
        with suppress(ValueError):  # not in the main thread: its handler is not ours to choose
            signal.signal(signal.SIGINT, new)


def _end(*_: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        say_interrupted()
    except Exception:  # noqa: BLE001  # what it imports may be half imported just now: the line is said all the same
        os.write(2, b"mlwiki: interrupted; what was found out is kept, run the same command again to go on\n")
    finally:
        os._exit(130)


def say_interrupted(language: str | None = None) -> None:
    """The one line on standard error."""
    from bot.cli.streams import complain
    from bot.locale import Speech, choose_language
    from bot.model.message import msg

    told = msg("interrupted; what was found out is kept, run the same command again to go on")
    complain("mlwiki: " + Speech(language or choose_language(None, None)).say(told))
