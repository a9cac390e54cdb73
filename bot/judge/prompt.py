"""What the model is shown: the source first and the claim last, the same bytes for the same question."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.judge.control import Control
from bot.judge.passages import Near, SourceIndex
from bot.judge.prompts import AGAIN, TOGETHER, VERSION, instructions
from bot.model.citation import Claim
from bot.model.words import Scope

#: A body up to this many characters is shown whole; of a longer one the nearest passages and the head.
WHOLE = 12_000
#: A longer one is a book: before it is called silent, all candidates are shown.
BOOK = 60_000
_HEAD_SENTENCES = 1
#: Six of these stand in every question; eight hexadecimal digits of the source's own hash are out of its author's reach.
_MARK = 8

_EXTENT = {
    Scope.full_text: "full text",
    Scope.abstract: "abstract only",
    Scope.page: "web page",
    Scope.none: "unknown",
}
#: Where the part begins that is about the claim.
_CONTEXT = "\n\n<context-"
_LINES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages of one question. ``shown`` are the indexes of the sentences in it; ``whole`` says that these are all."""

    system: str
    user: str
    shown: tuple[int, ...]
    whole: bool

    @property
    def beginning(self) -> str:
        """Instructions and source: what the questions about one source that is shown whole have in common."""
        return self.system + self.user.partition(_CONTEXT)[0]

    @property
    def tokens(self) -> int:
        """A careful guess: a token is at least two bytes and a half of Russian or English."""
        return int(len((self.system + self.user).encode()) / 2.5) + 16


def is_short(index: SourceIndex, limit: int = WHOLE) -> bool:
    """Whether the whole body is shown."""
    return sum(sentence.end - sentence.start for sentence in index.sentences) <= limit


def build(
    claim: Claim,
    control: Control,
    index: SourceIndex,
    near: tuple[Near, ...],
    title: str,
    points: tuple[str, ...] = (),
) -> Prompt:
    """Put a question together. ``near`` are the passages to show of a long source, ``points`` what a second question is about.

    The second question begins as the first one, so that a provider that keeps prefixes has most of it already.
    """
    whole = is_short(index)
    shown = tuple(range(len(index.sentences)) if whole else _chosen(index, near))
    mark = _mark(index.source.sha256, (index.source.text, claim.text, claim.sentence, claim.before, title))
    user = f"{_shown(index, shown, mark, whole=whole)}\n\n{_asked(claim, control, title, mark, points)}"
    return Prompt(instructions(VERSION), user, shown, whole)


def build_together(
    claim: Claim,
    control: Control,
    books: Sequence[tuple[SourceIndex, tuple[Near, ...]]],
    title: str,
    points: tuple[str, ...] = (),
) -> Prompt:
    """One question about several sources: a short one whole, of the others the passages. Sentences are numbered through."""
    texts = (*(index.source.text for index, _ in books), claim.text, claim.sentence, claim.before, title)
    mark = _mark(":".join(index.source.sha256 for index, _ in books), texts)
    blocks: list[str] = []
    numbers: list[int] = []
    before, all_whole = 0, True
    for index, near in books:
        whole = is_short(index, WHOLE // len(books))
        shown = tuple(range(len(index.sentences)) if whole else _chosen(index, near))
        blocks.append(_shown(index, shown, mark, whole=whole, before=before))
        numbers += [before + at for at in shown]
        before, all_whole = before + len(index.sentences), all_whole and whole
    system = f"{instructions(VERSION)}\n\n{instructions(TOGETHER)}"
    return Prompt(
        system, "\n\n".join((*blocks, _asked(claim, control, title, mark, points))), tuple(numbers), all_whole
    )


def _shown(index: SourceIndex, shown: tuple[int, ...], mark: str, *, whole: bool, before: int = 0) -> str:
    head = _attribute(index.source.title or "")
    extent = _EXTENT[index.source.scope] if whole else f"{_EXTENT[index.source.scope]}, excerpts"
    source = _source(index, shown, whole=whole, before=before)
    return f'<source-{mark} title="{head}" extent="{extent}">\n{source}\n</source-{mark}>'


def _asked(claim: Claim, control: Control, title: str, mark: str, points: tuple[str, ...]) -> str:
    own = claim.text.strip()
    texts = (control.text, own) if control.first else (own, control.text)
    claims = "\n".join(f"<claim-{mark} {n}>\n{text}\n</claim-{mark}>" for n, text in enumerate(texts, start=1))
    again = f"\n\n{AGAIN}\n" + "\n".join(f"- {_line(point)}" for point in points) if points else ""
    return f"<context-{mark}>\n{_context(claim, title)}\n</context-{mark}>\n\n{claims}{again}"


def _chosen(index: SourceIndex, near: tuple[Near, ...]) -> list[int]:
    found = set(range(min(_HEAD_SENTENCES, len(index.sentences))))
    for one in near:
        found.update(range(one.window.first, one.window.last))
    return sorted(found)


def _source(index: SourceIndex, shown: tuple[int, ...], *, whole: bool, before: int) -> str:
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
            lines.append(f"[{before + sentence.number}] {text}")
    return "\n".join(lines)


def _context(claim: Claim, title: str) -> str:
    lines = [
        ("Article", title),
        ("Section", claim.heading or ""),
        ("Sentence before", claim.before),
        ("Whole sentence", claim.sentence if claim.sentence.strip() != claim.text.strip() else ""),
    ]
    return "\n".join(f"{name}: {_line(value)}" for name, value in lines if value.strip())


def _mark(source_sha256: str, texts: tuple[str, ...]) -> str:
    """A delimiter that depends on the source alone (so that prefixes are cached) and stands in none of the texts.

    Whoever writes a page cannot write its own hash into it; the loop is for the claim, which may know the page.
    """
    mark = hashlib.sha256(f"{VERSION}:{source_sha256}".encode()).hexdigest()[:_MARK]
    while any(mark in text for text in texts):
        mark = hashlib.sha256(mark.encode()).hexdigest()[:_MARK]
    return mark


def _line(text: str) -> str:
    return _LINES.sub(" ", text).strip()


def _attribute(text: str) -> str:
    return _line(text).replace('"', "'").replace("<", "‹").replace(">", "›")[:200]
