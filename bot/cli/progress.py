"""How far long work is, with counts, on standard error."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from bot.cli.streams import aside
from bot.locale import Speech
from bot.model.message import Message
from bot.report.visible import one_line

#: Seconds between two lines where standard error is a file, and between two redraws on a terminal.
LINE_EVERY = 30.0
DRAW_EVERY = 0.1


class ConsoleProgress:
    """One line that is redrawn on a terminal; a plain line every half minute in a log."""

    def __init__(self, speech: Speech, *, shown: bool = True) -> None:
        self._speech = speech
        self._terminal = sys.stderr.isatty()
        self._shown = shown
        self._drawn = 0
        self._last = time.monotonic() if not self._terminal else 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    def step(self, what: Message, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` are done, unless that was shown a moment ago."""
        now = time.monotonic()
        last_one = done == total and self._terminal
        if not self._shown or (now - self._last < (DRAW_EVERY if self._terminal else LINE_EVERY) and not last_one):
            return
        self._last = now
        line = one_line(f"{self._speech.say(what)}: {done}/{total}")
        if not self._terminal:
            aside(line + "\n")
            return
        aside("\r" + line.ljust(self._drawn))
        self._drawn = len(line)

    def _clear(self) -> None:
        if self._terminal and self._drawn:
            aside("\r" + " " * self._drawn + "\r")
            self._drawn = 0
