"""SRC: link and identity of a cited work."""

from __future__ import annotations

from bot.codes import Code

CODES: tuple[Code, ...] = ()
