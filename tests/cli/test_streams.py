"""Standard streams may be closed, full or read-only: one line and exit code 2, never a bug of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DRAFT = "Метод `fit` обучает модель.\n"
MLWIKI = f"{sys.executable} -m bot"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX closes the streams")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a draft."""
    (tmp_path / "d.wiki").write_text(DRAFT, encoding="utf-8")
    return tmp_path


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """Run a line of shell; returns exit code, output, errors."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("MLWIKI_")}
    variables |= {"MLWIKI_STATE": str(folder / "state"), "MLWIKI_LANG": "en"}
    done = subprocess.run(
        ["/bin/sh", "-c", line], cwd=folder, env=variables, capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{MLWIKI} tidy d.wiki >&-", "cannot write to standard output"),
        (f"{MLWIKI} explain SRC101 >&-", "cannot write to standard output"),
        (f"{MLWIKI} --help >&-", "cannot write to standard output"),
        (f"{MLWIKI} tidy d.wiki 1</dev/null", "cannot write to standard output"),
        (f"{MLWIKI} tidy - <&-", "cannot read standard input"),
        (f"{MLWIKI} tidy - 0>/dev/null", "cannot read standard input"),
        (f"{MLWIKI} review d.wiki <&-", "not a terminal"),
        (f"{MLWIKI} init <&-", "not a terminal"),
        (f"{MLWIKI} tidy - </dev/zero", "2 MB"),
        (f"{MLWIKI} tidy /dev/zero", "2 MB"),
        (f"{MLWIKI} apply /dev/zero", "2 MB"),
        (f"{MLWIKI} check d.wiki --offline --source 1=/dev/zero", "too large"),
        (f"{MLWIKI} bench judge /dev/zero", "too large"),
        (f"{MLWIKI} bench identity /dev/zero", "too large"),
        (f"{MLWIKI} store path --config /dev/zero", "too large"),
    ],
)
def test_a_stream_that_is_closed_or_endless_is_told_in_one_line(folder: Path, line: str, said: str) -> None:
    """Exit code 2; the zeros are endless and must not be read for ever."""
    code, out, err = shell(line, folder)
    assert (code, out) == (2, ""), err
    assert said.lower() in err.lower()
    assert err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device of a full disk")
@pytest.mark.parametrize("words", ["--help", "--version", "tidy --help", "explain SRC101", "config show", "store path"])
def test_whatever_is_printed_a_full_disk_is_no_bug(folder: Path, words: str) -> None:
    """Help, version and data go one way out."""
    code, _, err = shell(f"{MLWIKI} {words} >/dev/full", folder)
    assert code == 2
    assert err.startswith("mlwiki: cannot write to standard output")
    assert err.count("\n") == 1


def test_with_nobody_to_listen_the_report_is_still_written(folder: Path) -> None:
    """All three streams closed, as a bad schedule does: the descriptors do not fall to the report or the store."""
    code, _, _ = shell(f"{MLWIKI} tidy d.wiki --format json --output report.json >&- 2>&- <&-", folder)
    assert code in {0, 1}
    assert (folder / "report.json").read_text(encoding="utf-8").startswith("{")
    assert (folder / "d.wiki").read_text(encoding="utf-8") == DRAFT


def test_a_reader_that_leaves_early_is_no_error_for_help_either(folder: Path) -> None:
    """``mlwiki --help | head -1`` is quiet."""
    for words in ("--help", "tidy --help"):
        code, out, err = shell(f"{MLWIKI} {words} | head -1", folder)
        assert (code, err) == (0, "")
        assert out.count("\n") == 1
