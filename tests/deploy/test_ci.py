"""The proof's scripts are read by a shell, and the night leaves nothing out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

CI = Path(__file__).resolve().parents[2] / ".ci"


@pytest.mark.parametrize("name", ["run", "night"])
def test_a_shell_reads_it(name: str) -> None:
    """No script of the proof breaks off in its middle for a slip of the pen."""
    subprocess.run(["bash", "-n", str(CI / name)], check=True)


def test_what_runs_in_part_beside_the_tests_runs_whole_at_night() -> None:
    """Fuzz, interleavings and nights are twentieths in every run; the night has each of them at full size, and all clients."""
    night = (CI / "night").read_text(encoding="utf-8")
    for whole in (
        "MLWIKI_NIGHT=1",
        "--pages 100000",
        "standin pywikibot api form",
        "--count 1000",
        "--pages 200 --kills 20",
        "benchmarks.pump",
    ):
        assert whole in night
