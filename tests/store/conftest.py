"""One PostgreSQL server for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.store.postgres_server import PostgresServer, postgres_server


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A server of the tests' own."""
    with postgres_server() as running:
        yield running
