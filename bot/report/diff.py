"""What would change, as a unified diff that ``patch`` takes: the same bytes as the save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

#: Unchanged lines around a change.
CONTEXT = 3

Opcode = tuple[str, int, int, int, int]


def unified(before: str, after: str, name: str) -> str:
    r"""The diff from ``before`` to ``after``, empty when they are equal.

    Lines end at ``\\n`` alone, so that a carriage return stays part of its line. A last line without a line feed is followed by
    the usual remark. Line breaks in ``name`` become spaces.
    """
    if before == after:
        return ""
    old, new = lines_of(before), lines_of(after)
    title = " ".join(name.split())
    pieces = [f"--- {title}\n+++ {title}\n"]
    for group in _groups(old, new):
        pieces += _hunk(group, old, new)
    return "".join(pieces)


def lines_of(text: str) -> list[str]:
    r"""Lines with their line feeds; joined they are the text again."""
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def _groups(old: list[str], new: list[str]) -> list[list[Opcode]]:
    """Changes with their context. What both texts share at either end never reaches the quadratic part."""
    head, tail = shared_ends(old, new)
    matcher = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail])
    moved = [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in matcher.get_opcodes()]
    whole: list[Opcode] = [("equal", 0, head, 0, head)] if head else []
    whole += moved
    if tail:
        whole.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    return _with_context(whole)


def shared_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many items both have in common at the beginning, and after those at the end."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return head, tail


def _with_context(opcodes: list[Opcode]) -> list[list[Opcode]]:
    """Cut long unchanged stretches: ``CONTEXT`` lines stay on either side of a change."""
    groups: list[list[Opcode]] = [[]]
    last = len(opcodes) - 1
    for number, (tag, i1, i2, j1, j2) in enumerate(opcodes):
        if tag != "equal":
            groups[-1].append((tag, i1, i2, j1, j2))
            continue
        lead = 0 if number == 0 else min(CONTEXT, i2 - i1)
        trail = 0 if number == last else min(CONTEXT, i2 - i1)
        if lead + trail >= i2 - i1:
            groups[-1].append((tag, i1, i2, j1, j2))
            continue
        if lead:
            groups[-1].append((tag, i1, i1 + lead, j1, j1 + lead))
            groups.append([])
        if trail:
            groups[-1].append((tag, i2 - trail, i2, j2 - trail, j2))
    return [group for group in groups if any(opcode[0] != "equal" for opcode in group)]


def _hunk(group: list[Opcode], old: list[str], new: list[str]) -> Iterator[str]:
    first, last = group[0], group[-1]
    yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
    for tag, i1, i2, j1, j2 in group:
        if tag == "equal":
            yield from (_line(" ", line) for line in old[i1:i2])
        else:
            yield from (_line("-", line) for line in old[i1:i2])
            yield from (_line("+", line) for line in new[j1:j2])


def _line(sign: str, line: str) -> str:
    return sign + line if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"


def _range(start: int, end: int) -> str:
    """POSIX: an empty range names the line before it, a range of one line leaves its length out."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
