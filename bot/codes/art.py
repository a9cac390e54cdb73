"""ART: what language models leave in wikitext."""

from __future__ import annotations

from bot.codes import Code

CODES: tuple[Code, ...] = ()
