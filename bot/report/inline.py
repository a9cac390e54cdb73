"""Which words differ inside a changed line: a paragraph of wikitext is one line, and a reader looks for the word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from bot.report.diff import shared_ends

#: A word or a mark with the space before it: spaces of their own would match everywhere, and slowly.
_TOKEN = re.compile(r"\s*(?:\w+|[^\w\s])|\s+")
#: Longer lines are shown as changed whole: comparing takes time that grows with the square.
_MOST_TOKENS = 3_000
#: A diff with more characters in changed lines than this is shown with whole lines: nobody reads it word by word.
_MOST_CHANGED = 400_000
#: Below this likeness two lines are other lines, not a changed one; marking every second word would only confuse.
_ALIKE = 0.35


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
    small = sum(len(line) for line in lines if line.startswith(("+", "-"))) <= _MOST_CHANGED
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
