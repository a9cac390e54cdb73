"""Texts for people, kept apart from their language until they are shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """An English source string with its arguments, not yet put into a language.

    ``plural`` is the English plural form; the argument ``n`` then chooses between the two.
    ``str(message)`` is the English text, which is what JSON carries.
    """

    source: str
    args: tuple[tuple[str, str | int | float | Message], ...] = ()
    plural: str | None = None

    def __str__(self) -> str:
        values = {name: str(value) if isinstance(value, Message) else value for name, value in self.args}
        chosen = self.plural if self.plural is not None and values.get("n") != 1 else self.source
        return chosen.format(**values)


def msg(source: str, /, **args: str | float | Message) -> Message:
    """Make a message; ``source`` must be a literal, so that the catalogue test can find it."""
    return Message(source, tuple(args.items()))


def msg_n(singular: str, plural: str, n: int, /, **args: str | float | Message) -> Message:
    """Make a message with two English forms, chosen by ``n`` (also available as ``{n}``)."""
    return Message(singular, (("n", n), *args.items()), plural)
