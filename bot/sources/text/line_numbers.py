"""Line numbers of transcripts, statutes and manuscripts: they stand between the words of a sentence and are none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

#: A line with its number; «1.» and «1)» number a list, whose items are no lines.
_NUMBERED = re.compile(r"\s*+(\d{1,4})(?:\s*\||:)?(?:\s+(\S.*))?", re.DOTALL)
#: So many lines with words in a row are counted through, and so many bare numbers.
_FEWEST, _FEWEST_BARE = 5, 20
#: Of so many the sentence runs on from the line before: rows of a table and items of a list begin anew.
_RUN_ON = 0.25
_GOES_ON = re.compile(r"[a-zа-яёà-ÿ]")


class _CountedLine(NamedTuple):
    at: int
    number: int
    words: str


def runs(lines: Sequence[str]) -> Iterator[tuple[range, list[str]]]:
    """Stretches of lines that are counted through (1 2 3, or from 1 again after a page), with their words alone."""
    run: list[_CountedLine] = []
    for at, text in enumerate([*lines, ""]):
        found = _NUMBERED.fullmatch(text)
        line = None if found is None else _CountedLine(at, int(found[1]), (found[2] or "").strip())
        if line is not None and run and _follows(run[-1], line):
            run.append(line)
            continue
        if _is_counted(run):
            yield range(run[0].at, run[-1].at + 1), [one.words for one in run]
        run = [] if line is None else [line]


def without(lines: Sequence[str]) -> list[str]:
    """The lines without such numbers; as many lines, of which a bare number leaves an empty one."""
    found = list(lines)
    for stretch, words in runs(lines):
        found[stretch.start : stretch.stop] = words
    return found


def joined(blocks: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """(text, heading) of a page's blocks; those that are numbered lines are one block, in which a sentence is whole."""
    found: list[tuple[str, str]] = []
    end = 0
    for stretch, words in runs([text for text, _ in blocks]):
        found += blocks[end : stretch.start]
        found.append((" ".join(filter(None, words)), blocks[stretch.start][1]))
        end = stretch.stop
    return [*found, *blocks[end:]]


def _follows(before: _CountedLine, line: _CountedLine) -> bool:
    return line.number == before.number + 1 or (line.number == 1 and before.number >= _FEWEST)


def _is_counted(run: Sequence[_CountedLine]) -> bool:
    said = [line.words for line in run if line.words]
    if not said:
        return len(run) >= _FEWEST_BARE
    goes_on = sum(_GOES_ON.match(after) is not None for _, after in pairwise(said))
    return len(said) >= _FEWEST and goes_on >= _RUN_ON * (len(said) - 1)
