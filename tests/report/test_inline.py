"""Inside a changed line the changed words are found, and no text is lost by marking them."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from bot.report.diff import compare, diff_lines, unified

WORDS = st.lists(
    st.sampled_from(["слово", "два", " ", "<ref>", "\n", "-", "+", "@", "\\", "---", "3"]), max_size=30
).map("".join)


@given(WORDS, WORDS)
def test_parts_together_are_the_diff(before: str, after: str) -> None:
    """Marking words changes nothing of the text; signs stay signs."""
    diff = unified(before, after, "x")
    lines = list(diff_lines(diff))
    assert "".join(line.text + "\n" for line in lines) == diff
    assert [line.kind for line in lines[:2]] == (["file", "file"] if diff else [])
    assert all(
        line.text[0] == {"added": "+", "removed": "-"}[line.kind] for line in lines if line.kind in {"added", "removed"}
    )


def test_only_the_changed_words_are_marked() -> None:
    """A reader sees the one word of a long paragraph."""
    old, new = compare("веса хранятся в FP16 и только там", "веса хранятся в FP32 и только там")
    assert [part.text for part in old if part.changed] == ["FP16"]
    assert [part.text for part in new if part.changed] == ["FP32"]


def test_other_lines_altogether_are_left_whole() -> None:
    """Marking every second word of an unrelated line would only confuse."""
    old, new = compare("совсем другое предложение о погоде", "import torch")
    assert len(old) == len(new) == 1
    assert not old[0].changed


def test_a_removed_line_that_looks_like_a_head_is_no_head() -> None:
    """A line of dashes on the page does not become a file name."""
    diff = unified("-- a\nб\n", "в\nб\n", "x")
    assert [line.kind for line in diff_lines(diff)] == ["file", "file", "hunk", "removed", "added", "same"]


def test_very_long_lines_take_no_time() -> None:
    """A line of 200,000 words is shown as changed whole; a very long paragraph with many changes is compared at once."""
    began = time.perf_counter()
    compare("слово " * 200_000, "слова " * 200_000)
    paragraph = [f"слово{n * 7919 % 800}" for n in range(2_900)]
    changed = ["иначе" if n % 17 == 0 else word for n, word in enumerate(paragraph)]
    compare(" ".join(paragraph), " ".join(changed))
    assert time.perf_counter() - began < 60  # word against word takes many minutes
