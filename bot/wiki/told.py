"""Errors that name their code, so that `mlwiki explain` can say more than a line holds."""

from __future__ import annotations

from typing import TypeVar

from bot.errors import BotError

Coded = TypeVar("Coded", bound=BotError)


def coded(code: str, error: Coded) -> Coded:
    """The same error with its code."""
    error.code = code
    return error
