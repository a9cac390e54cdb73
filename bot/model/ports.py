"""The sockets of the house: what a stage is handed instead of reaching for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.model.citation import Citation, Claim
from bot.model.message import Message
from bot.model.page import Page
from bot.model.report import Cost, GatePass, NotesKept, Saved
from bot.model.source import SourceText
from bot.model.verdict import Identity, Link, Support


class Clock(Protocol):
    """Time, handed in so that tests need not wait."""

    def now(self) -> str:
        """The time in UTC, ISO 8601 with seconds."""

    def monotonic(self) -> float:
        """Seconds that only grow."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class Cache(Protocol):
    """Answers kept between runs. Errors are never put here."""

    def get(self, kind: str, key: str) -> str | None:
        """The stored value, or None when there is none or it has expired."""

    def put(self, kind: str, key: str, value: str, *, days: float | None) -> None:
        """Keep ``value``; ``days`` None keeps it for good."""


class Leases(Protocol):
    """Turns at hosts and claims on questions, shared by several workers; times in seconds by one clock for all of them."""

    def take_turn(self, name: str, holder: str, seconds: float) -> float:
        """0 where the turn is taken for ``seconds``; else how long to wait, -1 where nobody knows."""

    def end_turn(self, name: str, holder: str, interval: float) -> None:
        """The next turn may be taken ``interval`` from now."""

    def slow_down(self, name: str, pause: float) -> None:
        """Nobody takes a turn within ``pause``, and turns are longer from then on."""

    def speed_up(self, name: str) -> None:
        """Turns are a little shorter again."""

    def claim(self, name: str, holder: str, seconds: float) -> bool:
        """Whether ``name`` is the holder's to work on for ``seconds``."""

    def release(self, name: str, holder: str) -> None:
        """The work is done."""

    def keep(self, holder: str, seconds: float) -> None:
        """The holder is alive: what it has is its own for ``seconds`` more."""


class Progress(Protocol):
    """Where long work says how far it is."""

    def step(self, what: Message, done: int, total: int) -> None:
        """``done`` of ``total`` things are done; ``what`` is the stage."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What the sources say of one citation; ``text`` is None when nothing could be read, ``link.reason`` then says why.

    ``when`` is the time of the look (ISO 8601, UTC), "" where nobody knows it.
    """

    link: Link
    identity: Identity
    text: SourceText | None
    when: str = ""


class Sources(Protocol):
    """Does it exist, is it the cited work, what does it say."""

    def expect(self, citations: Sequence[Citation]) -> None:
        """These will be looked up next: what a service takes in one question is asked together. Does not wait."""

    async def look(self, citation: Citation) -> Looked:
        """Look one citation up. Never raises for what a service or a page answers."""

    @property
    def requests(self) -> int:
        """Requests made so far."""


class Judge(Protocol):
    """Does a text say a claim."""

    @property
    def name(self) -> str:
        """What the report calls this judge, e.g. ``embedded`` or the model's name."""

    @property
    def confirms(self) -> bool:
        """Whether it can ever say *supported*; the embedded judge cannot."""

    @property
    def cost(self) -> Cost:
        """What was used so far."""

    async def judge(self, claim: Claim, source: SourceText, *, title: str) -> Support:
        """Judge one claim of the page ``title`` against one source. Never raises for what a model answers."""

    async def together(self, claim: Claim, read: Sequence[tuple[SourceText, Support]], *, title: str) -> Support | None:
        """Judge one claim against the sources of adjacent refs at once; ``read`` holds each with its verdict alone.

        None where that says nothing beyond the single verdicts. Never raises for what a model answers.
        """


@dataclass(frozen=True, slots=True)
class WikiInfo:
    """What a wiki says of itself. ``version`` is MediaWiki's («1.39.4»), ``tags`` its extension tags in lower case."""

    address: str
    name: str
    version: str
    language: str
    tags: frozenset[str]
    client: str


class WikiClient(Protocol):
    """A wiki as a place to read from and save to."""

    def describe(self) -> WikiInfo:
        """Ask the wiki what it is. Raises WikiUnreachable."""

    def read(self, title: str) -> Page | None:
        """The current revision, or None when there is no such page. Raises WikiError."""

    def titles(
        self, *, category: str | None = None, namespace: int = 0, seen: Callable[[int], None] | None = None
    ) -> tuple[str, ...]:
        """The titles of a category, or of all pages in a namespace; ``seen`` hears how many there are so far."""

    def save(
        self,
        base: Page,
        text: str,
        summary: str,
        allowed: GatePass,
        *,
        minor: bool = False,
        bot: bool = True,
        notes: NotesKept | None = None,
    ) -> Saved:
        """Save ``text`` over the revision ``base``; ``base.revid`` None means the page must not exist yet.

        Refuses any text, title or base that ``allowed`` does not name; where the wiki can be asked, also a text that it renders
        without the notes that were promised; reads the page back. Raises WikiError.
        """
