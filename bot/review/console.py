"""The person's terminal as two functions, so that a test can be the person."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from bot.locale import Speech
from bot.model.message import Message


@dataclass(frozen=True, slots=True)
class Console:
    """The terminal: ``ask`` shows a prompt and returns a line, raising EOFError at its end; ``show`` prints a line.

    ``width`` is in columns. Nothing is said by colour.
    """

    ask: Callable[[str], str]
    show: Callable[[str], None]
    speech: Speech
    width: int = 80

    def tell(self, message: Message, indent: str = "") -> None:
        """Print a message in the person's language, folded at the terminal's width."""
        self.wrapped(self.speech.say(message), indent)

    def wrapped(self, text: str, indent: str = "") -> None:
        """Print text folded at the terminal's width; its own line breaks stay."""
        for line in text.split("\n"):
            folded = textwrap.wrap(line, self.width, initial_indent=indent, subsequent_indent=indent + "  ")
            for part in folded or [""]:
                self.show(part)

    def question(self, message: Message) -> str:
        """Ask; the end of input reads as nothing."""
        try:
            return self.ask(self.speech.say(message) + " ").strip()
        except EOFError:
            return ""
