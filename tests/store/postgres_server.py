"""A PostgreSQL server of the test's own: Debian's ``postgresql``, on a free port of this machine; its folder goes with it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.store import DatabaseAddress


def binaries() -> Path | None:
    """The folder of the newest installed release; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].split(".")[0]))
    return found[-1].parent if found else None


def required() -> Path:
    """The same, for a test that needs it: skipped where it is missing, failed where MLWIKI_REQUIRE says that it must be there."""
    found = binaries()
    if found is None and "postgresql" in os.environ.get("MLWIKI_REQUIRE", ""):
        pytest.fail("Debian's postgresql is not installed")
    if found is None:
        pytest.skip("Debian's postgresql is not installed")
    return found


def _nobody() -> str | None:
    """PostgreSQL refuses to run as root: then as its own account."""
    return "postgres" if os.geteuid() == 0 else None


@dataclass(slots=True)
class PostgresServer:
    """One server; ``address`` names a new, empty database of it."""

    folder: Path
    tools: Path
    port: int
    _process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = f"-p {self.port} -h 127.0.0.1 -k {self.folder} -c max_connections=60 -c shared_buffers=16MB"
        command = [str(self.tools / "postgres"), "-D", str(self.folder / "data"), *words.split()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, user=_nobody(), cwd="/")
        ready: list[str | Path] = [self.tools / "pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-t", "1"]
        until = time.monotonic() + 60
        while time.monotonic() < until and self._process.poll() is None:
            if subprocess.run(ready, check=False, capture_output=True).returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text(encoding="utf-8"))

    def stop(self, *, killed: bool = False) -> None:
        """Stop it: at once, as a crash would, or as an operator does."""
        if self._process is not None:
            mode = "immediate" if killed else "fast"
            stop: list[str | Path] = [self.tools / "pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop"]
            subprocess.run(stop, check=True, capture_output=True, user=_nobody(), cwd="/")
            self._process.wait()
            self._process = None

    def address(self) -> DatabaseAddress:
        """A database that nobody else has."""
        import psycopg

        name = f"t{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}".encode())
        return DatabaseAddress(self.url(name))

    def url(self, database: str) -> str:
        """Where a database is."""
        return f"postgresql://mlwiki@127.0.0.1:{self.port}/{database}"


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A server for the block; it and its files are gone afterwards."""
    tools = required()
    folder = Path(tempfile.mkdtemp(prefix="mlwiki-postgres-"))
    try:
        if (account := _nobody()) is not None:
            shutil.chown(folder, account)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        make: list[str | Path] = [
            tools / "initdb",
            "-D",
            folder / "data",
            "-U",
            "mlwiki",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ]
        subprocess.run(make, check=True, capture_output=True, user=_nobody(), cwd="/")
        (folder / "log").touch()
        server = PostgresServer(folder, tools, port)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
