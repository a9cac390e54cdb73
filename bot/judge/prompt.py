"""What the model is shown: the source first and the claim last, the same bytes for the same question."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from bot.judge.passages import Near, SourceIndex
from bot.judge.prompts import VERSION, instructions
from bot.model.citation import Claim
from bot.model.words import Scope

#: A body up to this many characters is shown whole; of a longer one the nearest passages and the head.
WHOLE = 12_000
PASSAGES = 4
#: Before a long source is called silent, so many are shown.
WIDE = 16
_HEAD_SENTENCES = 1

_EXTENT = {
    Scope.full_text: "full text",
    Scope.abstract: "abstract only",
    Scope.page: "web page",
    Scope.none: "unknown",
}
_LINES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages of one question. ``shown`` are the indexes of the sentences in it; ``whole`` says that these are all."""

    system: str
    user: str
    shown: tuple[int, ...]
    whole: bool

    @property
    def tokens(self) -> int:
        """A careful guess: a token is at least two bytes and a half of Russian or English."""
        return int(len((self.system + self.user).encode()) / 2.5) + 16


def is_short(index: SourceIndex) -> bool:
    """Whether the whole body is shown."""
    return sum(sentence.end - sentence.start for sentence in index.sentences) <= WHOLE


def build(claim: Claim, index: SourceIndex, near: tuple[Near, ...], title: str) -> Prompt:
    """Put a question together. ``near`` are the passages to show of a long source."""
    whole = is_short(index)
    shown = range(len(index.sentences)) if whole else _chosen(index, near)
    mark = _mark(index.source.sha256, (index.source.text, claim.text, claim.sentence, claim.before, title))
    source = _source(index, tuple(shown), whole=whole)
    head = _attribute(index.source.title or "")
    extent = _EXTENT[index.source.scope] if whole else f"{_EXTENT[index.source.scope]}, excerpts"
    user = (
        f'<source-{mark} title="{head}" extent="{extent}">\n{source}\n</source-{mark}>\n\n'
        f"<context-{mark}>\n{_context(claim, title)}\n</context-{mark}>\n\n"
        f"<claim-{mark}>\n{claim.text.strip()}\n</claim-{mark}>"
    )
    return Prompt(instructions(VERSION), user, tuple(shown), whole)


def _chosen(index: SourceIndex, near: tuple[Near, ...]) -> list[int]:
    found = set(range(min(_HEAD_SENTENCES, len(index.sentences))))
    for one in near:
        found.update(range(one.window.first, one.window.last))
    return sorted(found)


def _source(index: SourceIndex, shown: tuple[int, ...], *, whole: bool) -> str:
    lines: list[str] = []
    where, last = "", -1
    for at in shown:
        sentence = index.sentences[at]
        heading = _line(sentence.where)
        if heading and heading != where:
            lines.append(f"## {heading}")
            where = heading
        elif not whole and at != last + 1:
            lines.append("[…]")
        last = at
        text = _line(index.text_of(sentence))
        if text != where:
            lines.append(f"[{sentence.number}] {text}")
    return "\n".join(lines)


def _context(claim: Claim, title: str) -> str:
    told = [
        ("Article", title),
        ("Section", claim.heading or ""),
        ("Sentence before", claim.before),
        ("Whole sentence", claim.sentence if claim.sentence.strip() != claim.text.strip() else ""),
    ]
    return "\n".join(f"{name}: {_line(value)}" for name, value in told if value.strip())


def _mark(source_sha256: str, texts: tuple[str, ...]) -> str:
    """A delimiter that depends on the source alone (so that prefixes are cached) and stands in none of the texts.

    Whoever writes a page cannot write its own hash into it; the loop is for the claim, which may know the page.
    """
    mark = hashlib.sha256(f"{VERSION}:{source_sha256}".encode()).hexdigest()[:12]
    while any(mark in text for text in texts):
        mark = hashlib.sha256(mark.encode()).hexdigest()[:12]
    return mark


def _line(text: str) -> str:
    return _LINES.sub(" ", text).strip()


def _attribute(text: str) -> str:
    return _line(text).replace('"', "'").replace("<", "‹").replace(">", "›")[:200]
