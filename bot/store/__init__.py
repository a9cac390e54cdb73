"""One SQLite file for what outlives a run: answers, the last findings of a page, a person's decisions, the bot's journal."""

from __future__ import annotations

from bot.store.base import Decided, Store, alone, default_path, open_store
from bot.store.journal import EditRow, EditState, Journal, PageRow, RunRow, RunState
from bot.store.portable import Imported

__all__ = [
    "Decided",
    "EditRow",
    "EditState",
    "Imported",
    "Journal",
    "PageRow",
    "RunRow",
    "RunState",
    "Store",
    "alone",
    "default_path",
    "open_store",
]
