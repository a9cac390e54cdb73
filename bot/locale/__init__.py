"""English source strings, complete Russian. Machine formats are never translated."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.message import Message

LANGUAGES = ("en", "ru")


class Speech:
    """A language to say messages in; an unknown string is said in English rather than not at all."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        if self.language == "ru":
            from bot.locale.ru import MESSAGES

            self._catalogue: dict[str, str | tuple[str, str, str]] = MESSAGES
        else:
            self._catalogue = {}

    def say(self, message: Message | str) -> str:
        """Put a message (or a literal without arguments) into this language."""
        if isinstance(message, str):
            literal = self._catalogue.get(message, message)
            return literal if isinstance(literal, str) else literal[0]
        values = {
            name: value if isinstance(value, (str, int, float)) else self.say(value) for name, value in message.args
        }
        entry = self._catalogue.get(message.source)
        if entry is None:
            if message.plural is not None and values.get("n") != 1:
                return message.plural.format(**values)
            return message.source.format(**values)
        if isinstance(entry, tuple):
            number = values.get("n", 0)
            entry = entry[russian_plural(number if isinstance(number, int) else 0)]
        return entry.format(**values)


def russian_plural(n: int) -> int:
    """Which of the three Russian forms goes with ``n``: 0 (одна), 1 (две), 2 (пять). Rule: Unicode CLDR, ru."""
    if n % 10 == 1 and n % 100 != 11:
        return 0
    if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14):
        return 1
    return 2


def choose_language(asked: str | None, profile_language: str | None) -> str:
    """``--lang``, then MLWIKI_LANG, the profile's language, the system's, English (contract, «Language»)."""
    system = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    for candidate in (asked, os.environ.get("MLWIKI_LANG"), profile_language, system):
        if candidate and candidate[:2].lower() in LANGUAGES:
            return candidate[:2].lower()
    return "en"
