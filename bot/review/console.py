"""The person's terminal as two functions, so that a test can be the person."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from unicodedata import east_asian_width

from bot.locale import Speech
from bot.model.message import Message


def _wide(text: str) -> int:
    """How many characters take two columns: brackets of chat tokens do, and textwrap counts each as one."""
    return sum(east_asian_width(char) in {"W", "F"} for char in text)


def _no_screen(_: str) -> bool:
    """Where there is no browser and no clipboard."""
    return False


@dataclass(frozen=True, slots=True)
class Console:
    """The terminal: ``ask`` shows a prompt and returns a line, raising EOFError at its end; ``show`` prints a line.

    ``width`` is in columns. Nothing is said by colour. ``browse`` opens an address, ``copy`` puts a text on the clipboard; each
    says whether it could: over ssh neither can, and what they were given is printed instead.
    """

    ask: Callable[[str], str]
    show: Callable[[str], None]
    speech: Speech
    width: int = 80
    browse: Callable[[str], bool] = _no_screen
    copy: Callable[[str], bool] = _no_screen

    def tell(self, message: Message, indent: str = "") -> None:
        """Print a message in the person's language, folded at the terminal's width."""
        self.wrapped(self.speech.say(message), indent)

    def wrapped(self, text: str, indent: str = "", hang: int = 2) -> None:
        """Print text folded at the terminal's width, further lines ``hang`` columns deeper; its own line breaks stay."""
        for line in text.split("\n"):
            folded = textwrap.wrap(
                line,
                max(self.width - _wide(line), self.width // 2),
                initial_indent=indent,
                subsequent_indent=indent + " " * hang,
                break_on_hyphens=False,
            )
            for part in folded or [""]:
                self.show(part)

    def question(self, message: Message) -> str:
        """Ask; the end of input reads as nothing."""
        try:
            return self.ask(self.speech.say(message) + " ").strip()
        except EOFError:
            return ""
