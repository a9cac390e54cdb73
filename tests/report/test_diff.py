"""A diff shows exactly what would be saved."""

from __future__ import annotations

import re
import shutil
import subprocess
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.report.diff import lines_of, unified

LINES = st.lists(
    st.sampled_from(["а\n", "б\n", "в\r\n", "\n", "-x\n", "+y\n", "@@\n", "\\ z\n", "\x0b\u2028\n"]), max_size=30
)
TEXTS = st.builds(lambda lines, last: "".join(lines) + last, LINES, st.sampled_from(["", "конец", "а", "\r"]))


def patched(before: str, diff: str) -> str:
    """Apply a unified diff by its definition; refuses a line that does not stand where it says."""
    old, made, position = lines_of(before), [], 0
    rows = lines_of(diff)[2:]
    for number, row in enumerate(rows):
        if row.startswith("@@"):
            found = re.match(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@\n", row)
            assert found
            start = int(found[1]) - (0 if found[2] == "0" else 1)
            made += old[position:start]
            position = start
        elif row.startswith("\\"):
            continue
        else:
            cut = number + 1 < len(rows) and rows[number + 1].startswith("\\ No newline")
            line = row[1:-1] if cut else row[1:]
            if row[0] in " -":
                assert old[position] == line
                position += 1
            if row[0] in " +":
                made.append(line)
    return "".join(made + old[position:])


@given(TEXTS, TEXTS)
def test_a_diff_applied_gives_the_new_text(before: str, after: str) -> None:
    """Whatever the texts' line ends are, the diff turns one into the other, byte for byte."""
    assert patched(before, unified(before, after, "x")) == after


def test_equal_texts_have_no_diff() -> None:
    """Nothing to change, nothing to show."""
    assert unified("а\n", "а\n", "x") == ""


def test_a_diff_names_the_page_and_keeps_three_lines_of_context() -> None:
    """The form is the one that ``diff -u`` prints."""
    before = "".join(f"{n}\n" for n in range(1, 21))
    after = before.replace("\n10\n", "\nдесять\n")
    assert unified(before, after, "Страница\nс переводом") == (
        "--- Страница с переводом\n+++ Страница с переводом\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+десять\n 11\n 12\n 13\n"
    )


def test_a_missing_last_line_feed_is_said() -> None:
    """Adding the last line feed is a change that a reader sees."""
    assert unified("а", "а\n", "x") == "--- x\n+++ x\n@@ -1 +1 @@\n-а\n\\ No newline at end of file\n+а\n"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@given(before=TEXTS.filter(lambda text: "\x0b" not in text), after=TEXTS.filter(lambda text: "\x0b" not in text))
def test_git_takes_the_diff(tmp_path_factory: pytest.TempPathFactory, before: str, after: str) -> None:
    """Another program reads the diff as we mean it."""
    folder = tmp_path_factory.mktemp("diff")
    target = folder / "page"
    target.write_bytes(before.encode())
    diff = unified(before, after, "page")
    if diff and before and after:
        (folder / "d.patch").write_bytes(diff.encode())
        subprocess.run(
            ["git", "apply", "-p0", "--unidiff-zero", "--whitespace=nowarn", "d.patch"], cwd=folder, check=True
        )
        assert target.read_bytes() == after.encode()
    else:
        assert patched(before, diff) == after if diff else before == after


def test_a_change_in_a_huge_page_is_found_at_once() -> None:
    """A page of 5 MB with one changed line takes well under a second."""
    before = "".join(f"строка {n % 977}\n" for n in range(300_000))
    after = before.replace("строка 500\n", "иначе\n", 1)
    began = time.perf_counter()
    diff = unified(before, after, "x")
    assert time.perf_counter() - began < 60  # line against line takes many minutes
    assert "+иначе\n" in diff
