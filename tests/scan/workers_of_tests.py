"""Workers as an operator starts them: processes of ``mlwiki worker`` over one settings file, killed by their own ids."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.fakes.many_hosts import ManyHosts

SETTINGS = """contact = "mailto:bot-owner@example.org"
[engine]
store = "{store}"
[network]
allow_hosts = [{allowed}]
host_interval = {interval}
timeout = 10.0
[judge]
kind = "none"
"""


def write_settings(folder: Path, store: str, hosts: ManyHosts, names: Sequence[str], interval: float) -> Path:
    """The settings file that coordinator and workers share; no registry is asked."""
    from bot.registries import addresses

    allowed = ", ".join(f'"{one}"' for one in hosts.allowed(list(names)))
    text = SETTINGS.format(store=store, allowed=allowed, interval=interval)
    text += "".join(f"[services.{name}]\nenabled = false\n" for name in addresses())
    path = folder / "engine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def coordinator(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """``mlwiki scan --enqueue`` in the background."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MLWIKI_")}
    command = [
        sys.executable,
        "-m",
        "bot",
        "scan",
        "pages",
        "--profile",
        "mlru",
        "--enqueue",
        "--config",
        "engine.toml",
        *words,
    ]
    with (folder / "scan.log").open("wb") as log:
        return subprocess.Popen(command, cwd=folder, stderr=log, env=environment | {"MLWIKI_LANG": "en"})


@dataclass(slots=True)
class WorkerProcesses:
    """So many workers, as a context manager."""

    settings: Path
    count: int
    alive: float = 2.0
    concurrency: int = 32
    environment: dict[str, str] = field(default_factory=dict)
    begun: int = 0
    _processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._processes = [self._start() for _ in range(self.count)]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGTERM)
        for process in self._processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def kill(self, number: int) -> None:
        """``kill -9`` one of them and start another in its place."""
        self._processes[number].kill()
        self._processes[number].wait()
        self._processes[number] = self._start()

    def revive(self) -> int:
        """Start anew those that ended by themselves; how many did."""
        gone = [number for number, process in enumerate(self._processes) if process.poll() is not None]
        for number in gone:
            self._processes[number] = self._start()
        return len(gone)

    def _start(self) -> subprocess.Popen[bytes]:
        self.begun += 1
        words = [
            "worker",
            "--config",
            str(self.settings),
            "--alive",
            str(self.alive),
            "--concurrency",
            str(self.concurrency),
        ]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MLWIKI_")}
        with (self.settings.parent / f"worker-{self.begun}.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "bot", *words], cwd=self.settings.parent, stderr=log, stdout=subprocess.DEVNULL,
                env=environment | {"MLWIKI_LANG": "en"} | self.environment,
            )  # fmt: skip
