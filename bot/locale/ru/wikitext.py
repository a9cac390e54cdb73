"""Russian for ``wikitext``."""

from __future__ import annotations

MESSAGES: dict[str, str | tuple[str, str, str]] = {}
