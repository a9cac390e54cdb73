"""English source strings, complete Russian. Machine formats are never translated."""

from __future__ import annotations

import os
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.message import Message

LANGUAGES = ("en", "ru")


class Speech:
    """A language to say messages in; an unknown string is said in English rather than not at all."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = _catalogue(self.language)

    def say(self, message: Message | str) -> str:
        """Put a message (or a literal without arguments) into this language."""
        if not message or (not isinstance(message, str) and not message.source):
            return ""  # gettext keeps its own header under the empty string
        if isinstance(message, str):
            return self._catalogue.gettext(message)
        values = {
            name: value if isinstance(value, (str, int, float)) else self.say(value) for name, value in message.args
        }
        if message.plural is None:
            return self._catalogue.gettext(message.source).format(**values)
        number = values.get("n")
        n = number if isinstance(number, int) else 0
        return self._catalogue.ngettext(message.source, message.plural, n).format(**values)


class _CodeTexts(NullTranslations):
    """What finding codes say: each stands in both languages in its own row, and is asked for after the catalogue."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        """The text in this language, or as it is."""
        from bot.codes import code_texts

        return code_texts(self._language).get(message, message)


@cache
def _catalogue(language: str) -> NullTranslations:
    """The translations of ``bot/texts``; the plural rule stands in their header. English needs none."""
    if language == "en":
        return NullTranslations()
    from pathlib import Path

    with Path(__file__).with_name("texts").joinpath(f"{language}.mo").open("rb") as file:
        catalogue = GNUTranslations(file)
    catalogue.add_fallback(_CodeTexts(language))
    return catalogue


def choose_language(asked: str | None, profile_language: str | None) -> str:
    """``--lang``, then MLWIKI_LANG, the profile's language, the system's, English (contract, «Language»)."""
    system = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    for candidate in (asked, os.environ.get("MLWIKI_LANG"), profile_language, system):
        if candidate and candidate[:2].lower() in LANGUAGES:
            return candidate[:2].lower()
    return "en"
