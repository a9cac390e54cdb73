"""Three versions brought together, or not at all."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wiki.compare import marked_merge, merge3

LINES = st.lists(st.sampled_from("абвгд"), max_size=8).map("\n".join)


@given(LINES, LINES)
def test_one_side_alone_is_taken(base: str, mine: str) -> None:
    """Nobody else changed anything."""
    assert merge3(base, mine, base) == merge3(base, base, mine) == merge3(base, mine, mine) == mine


@given(LINES, LINES, LINES)
def test_sides_are_equal(base: str, mine: str, theirs: str) -> None:
    """Neither side is preferred, and nothing is invented."""
    merged = merge3(base, mine, theirs)
    assert merged == merge3(base, theirs, mine)
    if merged is not None:
        assert set(merged.split("\n")) <= set(f"{base}\n{mine}\n{theirs}".split("\n"))


@pytest.mark.parametrize(
    ("mine", "theirs", "merged"),
    [
        ("А\n2\n3\n4\n5", "1\n2\n3\n4\nБ", "А\n2\n3\n4\nБ"),
        ("А\n2\n3\n4\n5", "Б\n2\n3\n4\n5", None),
        ("А\n2\n3\n4\n5", "1\nБ\n3\n4\n5", None),
        ("1\n2\n3\n4\n5\n6", "0\n1\n2\n3\n4\n5", "0\n1\n2\n3\n4\n5\n6"),
        ("2\n3\n4\n5", "1\n2\n3\n4", "2\n3\n4"),
        ("1\n2\nА\n3\n4\n5", "1\n2\nБ\n3\n4\n5", None),
    ],
)
def test_what_does_not_touch_is_merged(mine: str, theirs: str, merged: str | None) -> None:
    """Neighbouring lines count as touching, as GNU diff3 has it."""
    assert merge3("1\n2\n3\n4\n5", mine, theirs) == merged


@pytest.mark.skipif(shutil.which("diff3") is None, reason="GNU diff3 is not installed")
@pytest.mark.parametrize("seed", range(40))
def test_what_we_merge_diff3_merges_alike(seed: int, tmp_path: Path) -> None:
    """MediaWiki merges with diff3; where ours gives a text, that program gives the same."""
    import random

    chance = random.Random(seed)  # noqa: S311  # no secret, a repeatable case
    base = [f"строка {number}" for number in range(12)]
    sides = []
    for name in ("моя", "их"):
        lines = base[:]
        for _ in range(chance.randrange(1, 3)):
            lines[chance.randrange(len(lines))] += f" {name}"
        sides.append("\n".join(lines))
    paths = []
    for name, text in (("mine", sides[0]), ("base", "\n".join(base)), ("theirs", sides[1])):
        path = tmp_path / name
        path.write_text(text + "\n", encoding="utf-8")
        paths.append(str(path))
    done = subprocess.run(["diff3", "-m", *paths], capture_output=True, check=False)
    merged = merge3("\n".join(base), *sides)
    if merged is None:
        assert done.returncode == 1
    else:
        assert (done.returncode, done.stdout.decode()) == (0, merged + "\n")


@given(LINES, LINES, LINES)
def test_a_marked_merge_loses_no_line(base: str, mine: str, theirs: str) -> None:
    """Where nothing touches it is the merge; else what a side has added stands in it, and a side's text alone is that side's."""
    marked, clean = marked_merge(base, mine, theirs, 7), merge3(base, mine, theirs)
    if clean is not None:
        assert marked == clean
    added = (set(mine.split("\n")) | set(theirs.split("\n"))) - set(base.split("\n"))
    assert added <= set(marked.split("\n"))
    assert marked_merge(base, mine, base, 7) == mine
    assert marked_merge(base, base, theirs, 7) == theirs
