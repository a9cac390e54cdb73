"""What outlives a run, in one SQLite file or a PostgreSQL database of several machines.

Answers, the last findings of a page, a person's decisions, the bot's journal.
"""

from __future__ import annotations

from bot.store.base import Decided, Store, StorePlace, alone, default_path, open_store, store_place
from bot.store.journal import EditRow, EditState, Journal, PageRow, RunRow, RunState
from bot.store.portable import Imported
from bot.store.postgres import DatabaseAddress

__all__ = [
    "DatabaseAddress",
    "Decided",
    "EditRow",
    "EditState",
    "Imported",
    "Journal",
    "PageRow",
    "RunRow",
    "RunState",
    "Store",
    "StorePlace",
    "alone",
    "default_path",
    "open_store",
    "store_place",
]
