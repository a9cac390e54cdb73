"""The PostgreSQL server of the store's tests, for those of the engine."""

from __future__ import annotations

from tests.store.conftest import server

__all__ = ["server"]
