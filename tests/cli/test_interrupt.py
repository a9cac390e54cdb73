"""Long work can be stopped at any time: one line, exit code 130, and what was found out is kept."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.registries import addresses

PAGE = (
    "Утверждение<ref>Goldberg D. What Every Computer Scientist Should Know. 1991. DOI: 10.1145/103162.103163</ref>.\n"
)


#: Sends Ctrl-C to itself when a module is about to be imported; without one it tells which are, once ``main`` has begun.
STARTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
wanted, listed = sys.argv.pop(1), []
class Watch:
    def find_spec(self, name, path=None, target=None):
        listed.append(name)
        if name == wanted and listed.count(name) == 1:
            os.kill(os.getpid(), signal.SIGINT)
from bot.cli import main
sys.meta_path.insert(0, Watch())
try:
    main(sys.argv[1:])
finally:
    if not wanted:
        print("\\n".join(listed), file=sys.stderr)
"""


def started(wanted: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """One command, interrupted when it imports ``wanted``."""
    environment = os.environ | {"MLWIKI_LANG": "en", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", STARTED, wanted, *words], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_an_interrupt_while_the_program_starts_is_one_line(tmp_path: Path) -> None:
    """Whatever is being imported in the first second: exit code 130, and no traceback (click ends the line of ^C itself)."""
    (tmp_path / "page.wiki").write_text("Текст.\n", encoding="utf-8")
    words = ("tidy", "page.wiki")
    whole = started("", tmp_path, *words)
    assert whole.returncode == 0
    imported = whole.stderr.split()
    assert len(imported) > 100
    for name in ("org", *imported[: 3 * 8 : 8], *imported[24 :: len(imported) // 8], imported[-1]):
        ran = started(name, tmp_path, *words)
        assert (ran.returncode, ran.stderr.strip().count("\n")) == (130, 0), (name, ran.stderr)
        assert ran.stderr.strip().startswith("mlwiki: interrupted"), name


@pytest.fixture
def silent_server() -> Iterator[tuple[str, threading.Event]]:
    """A replica of a service that takes a connection and never answers; the event says that somebody came."""
    came = threading.Event()
    kept: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    kept.append(server.accept()[0])
                except OSError:
                    return
                came.set()

        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}", came
    for one in kept:
        one.close()


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_an_interrupted_check_ends_in_one_line(tmp_path: Path, silent_server: tuple[str, threading.Event]) -> None:
    """Ctrl-C while a service keeps us waiting."""
    address, came = silent_server
    (tmp_path / "page.wiki").write_text(PAGE, encoding="utf-8")
    environment = {
        **os.environ,
        "MLWIKI_STATE": str(tmp_path / "state"),
        "MLWIKI_LANG": "en",
        **{f"MLWIKI_SERVICES_{name.upper()}_URL": address for name in addresses()},
    }
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "check", "page.wiki", "--judge", "none"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # a shell that started us in the background ignores the signal, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  # no thread of ours holds a lock here
    ) as running:
        try:
            assert came.wait(60)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == 130
    assert out == b""
    # a terminal shows ^C on a line of its own, so ours begins on the next
    assert err.decode().strip().startswith("mlwiki: interrupted")
    assert err.decode().strip().count("\n") == 0
