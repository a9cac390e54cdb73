"""What would change: a unified diff that ``patch`` takes, and which words differ inside a changed line.

A paragraph of wikitext is one line, and a reader looks for the word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

#: Unchanged lines around a change.
CONTEXT = 3

#: A word or a mark with the space before it: spaces of their own would match everywhere, and slowly.
_TOKEN = re.compile(r"\s*(?:\w+|[^\w\s])|\s+")
#: Longer lines are shown as changed whole: comparing takes time that grows with the square.
_MOST_TOKENS = 3_000
#: A diff with more characters in changed lines than this is shown with whole lines: nobody reads it word by word.
_MOST_CHANGED = 400_000
#: Below this likeness two lines are other lines, not a changed one; marking every second word would only confuse.
_ALIKE = 0.35

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
        lead, trail = CONTEXT * (number > 0), CONTEXT * (number < last)
        if lead + trail >= i2 - i1:
            groups[-1].append((tag, i1, i2, j1, j2))
        else:
            groups[-1].append((tag, i1, i1 + lead, j1, j1 + lead))
            groups.append([(tag, i2 - trail, i2, j2 - trail, j2)])
    # a file's unchanged head or tail is a group of its own
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


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a line; ``changed`` is what the other line does not have there."""

    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a unified diff without its line feed: its sign with the rest, cut into parts."""

    kind: str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The line as it stands in the diff."""
        return "".join(part.text for part in self.parts)


def diff_lines(diff: str) -> Iterator[DiffLine]:
    """The lines of a unified diff; kinds are ``file``, ``hunk``, ``removed``, ``added``, ``same`` and ``remark``."""
    removed: list[str] = []
    added: list[str] = []
    lines = diff.removesuffix("\n").split("\n") if diff else []
    small = _changed_characters(lines) <= _MOST_CHANGED
    in_hunks = False
    for line in lines:
        in_hunks = in_hunks or line.startswith("@@ ")
        kind = _kind(line, in_hunks=in_hunks)
        if kind == "removed" and not added:
            removed.append(line)
        elif kind == "added":
            added.append(line)
        else:
            yield from _changed(removed, added, small=small)
            removed, added = [line] if kind == "removed" else [], []
            if kind != "removed":
                yield DiffLine(kind, (Part(line, changed=False),))
    yield from _changed(removed, added, small=small)


def _changed_characters(lines: Sequence[str]) -> int:
    return sum(len(line) for line in lines if line.startswith(("+", "-")))


def _kind(line: str, *, in_hunks: bool) -> str:
    if not in_hunks:
        return "file"
    return {"@": "hunk", "-": "removed", "+": "added", "\\": "remark"}.get(line[:1], "same")


def _changed(removed: Sequence[str], added: Sequence[str], *, small: bool) -> Iterator[DiffLine]:
    """Removed and added lines of one change; as many as there are on both sides are compared in pairs."""
    pairs = [compare(old[1:], new[1:]) for old, new in zip(removed, added, strict=False)] if small else []
    for number, old in enumerate(removed):
        rest = pairs[number][0] if number < len(pairs) else (Part(old[1:], changed=False),)
        yield DiffLine("removed", (Part("-", changed=False), *rest))
    for number, new in enumerate(added):
        rest = pairs[number][1] if number < len(pairs) else (Part(new[1:], changed=False),)
        yield DiffLine("added", (Part("+", changed=False), *rest))


def compare(before: str, after: str) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Both lines cut into what they share and what they do not; other lines altogether are left whole."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    whole = (Part(before, changed=False),), (Part(after, changed=False),)
    if max(len(old), len(new)) > _MOST_TOKENS:
        return whole
    head, tail = shared_ends(old, new)
    matcher = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail])
    alike = head + tail + sum(block.size for block in matcher.get_matching_blocks())
    if 2 * alike < _ALIKE * (len(old) + len(new)):
        return whole
    left, right = _Side(), _Side()
    left.add("".join(old[:head]), changed=False)
    right.add("".join(new[:head]), changed=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        took, put = "".join(old[head + i1 : head + i2]), "".join(new[head + j1 : head + j2])
        # the space before a changed word is the same on both sides, mostly
        space = len(took) - len(took.lstrip()) if tag == "replace" else 0
        if took[:space] != put[:space] or put[space : space + 1].isspace():
            space = 0
        for side, text in ((left, took), (right, put)):
            side.add(text[:space], changed=False)
            side.add(text[space:], changed=tag != "equal")
    left.add("".join(old[len(old) - tail :]), changed=False)
    right.add("".join(new[len(new) - tail :]), changed=False)
    return left.parts(), right.parts()


class _Side:
    """Parts of one line, neighbours of one kind joined."""

    def __init__(self) -> None:
        self._parts: list[Part] = []

    def add(self, text: str, *, changed: bool) -> None:
        """Put text at the end."""
        if text and self._parts and self._parts[-1].changed == changed:
            text = self._parts.pop().text + text
        if text:
            self._parts.append(Part(text, changed))

    def parts(self) -> tuple[Part, ...]:
        """What was put there."""
        return tuple(self._parts)


def merged(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Both texts in one, as kinds and stretches: ``del`` what goes, ``ins`` what comes, ``same`` what stays."""
    left, right = map(list, compare(before, after))
    if before != after and (left, right) == (
        [Part(before, changed=False)],
        [Part(after, changed=False)],
    ):  # other words
        left, right = [Part(before, changed=True)], [Part(after, changed=True)]
    while left or right:
        if left and left[0].changed:
            yield "del", left.pop(0).text
        elif right and right[0].changed:
            yield "ins", right.pop(0).text
        else:
            yield "same", _shared(left, right)


def _shared(left: list[Part], right: list[Part]) -> str:
    """What both sides have next; a side may be cut where the other one is changed."""
    one, other = (side[0].text if side else "" for side in (left, right))
    size = min(len(one), len(other)) or max(len(one), len(other))
    for side, text in ((left, one), (right, other)):
        if side:
            side.pop(0)
        if len(text) > size:
            side.insert(0, Part(text[size:], changed=False))
    return (one or other)[:size]
