"""Edit summaries: cut where the wiki would cut them, so that what is read back is what was sent."""

from __future__ import annotations

import unicodedata

#: MediaWiki before 1.30 keeps 255 bytes and its form cuts at 250; 1.12 cuts silently, without an ellipsis (measured on 1.12.0).
LIMIT = 250
#: What every summary of the bot's own ends in: its edits are known by it, whatever became of the store.
MARK = "— mlwiki"


def cut_summary(text: str, limit: int = LIMIT) -> str:
    """Make ``text`` fit into ``limit`` bytes of UTF-8, cut on a character border and trimmed as the wiki trims.

    250 bytes are about 125 Cyrillic letters. Line breaks become spaces; the result is in NFC, as the wiki stores it.
    """
    clean = unicodedata.normalize("NFC", " ".join(text.split()))
    return clean.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore").rstrip()


def marked(text: str, run: str = "") -> str:
    """The summary with the mark, and the run's name, whole at its end; the text is cut to fit."""
    tail = f"{MARK} {run}".strip()
    return f"{cut_summary(text, LIMIT - len(tail.encode()) - 1)} {tail}".strip()
