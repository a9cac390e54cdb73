"""Which words differ inside a changed line: a paragraph of wikitext is one line, and a reader looks for the word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
#: Longer lines are shown as changed whole: comparing takes time that grows with the square.
_MOST_TOKENS = 6_000
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
    in_hunks = False
    for line in diff.removesuffix("\n").split("\n") if diff else ():
        in_hunks = in_hunks or line.startswith("@@ ")
        kind = _kind(line, in_hunks=in_hunks)
        if kind == "removed" and not added:
            removed.append(line)
        elif kind == "added":
            added.append(line)
        else:
            yield from _changed(removed, added)
            removed, added = [line] if kind == "removed" else [], []
            if kind != "removed":
                yield DiffLine(kind, (Part(line, changed=False),))
    yield from _changed(removed, added)


def _kind(line: str, *, in_hunks: bool) -> str:
    if not in_hunks:
        return "file"
    return {"@": "hunk", "-": "removed", "+": "added", "\\": "remark"}.get(line[:1], "same")


def _changed(removed: Sequence[str], added: Sequence[str]) -> Iterator[DiffLine]:
    """Removed and added lines of one change; as many as there are on both sides are compared in pairs."""
    pairs = [compare(old[1:], new[1:]) for old, new in zip(removed, added, strict=False)]
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
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.quick_ratio() < _ALIKE or matcher.ratio() < _ALIKE:
        return whole
    left: list[Part] = []
    right: list[Part] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        _add(left, "".join(old[i1:i2]), changed=tag != "equal")
        _add(right, "".join(new[j1:j2]), changed=tag != "equal")
    return tuple(left), tuple(right)


def _add(parts: list[Part], text: str, *, changed: bool) -> None:
    if text:
        parts.append(Part(text, changed))
