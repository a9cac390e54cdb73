"""One SQLite file for what outlives a run: answers, the last findings of a page, a person's decisions."""

from __future__ import annotations

from bot.store.base import Decided, Store, default_path, open_store

__all__ = ["Decided", "Store", "default_path", "open_store"]
