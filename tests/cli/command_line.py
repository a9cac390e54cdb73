"""Running ``mlwiki`` as a person does: another process, bytes in, bytes out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

#: Seconds after which a command counts as hanging.
PATIENCE = 120


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command left behind."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        """Standard output as UTF-8."""
        return self.out.decode("utf-8")

    @property
    def error_lines(self) -> list[str]:
        """Standard error, line by line."""
        return self.err.splitlines()


def mlwiki(
    *words: str,
    cwd: Path,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    before: Sequence[str] = (),
    patience: float = PATIENCE,
) -> Ran:
    """Run one command. ``before`` is put in front of Python (``unshare -n`` and the like); ``patience`` is in seconds."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("MLWIKI_")}
    variables |= {"MLWIKI_STATE": str(cwd / "state"), "MLWIKI_LANG": "en"} | dict(environment or {})
    done = subprocess.run(
        [*before, sys.executable, "-m", "bot", *words],
        cwd=cwd,
        input=stdin,
        env=variables,
        capture_output=True,
        timeout=patience,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))
