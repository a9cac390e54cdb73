"""What the use cases are handed: settings, time, store, network, progress; and how a profile is chosen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from bot.config import Settings
from bot.crash import Crashes
from bot.errors import ConfigError
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Clock, Progress, WikiInfo
from bot.profiles import Profile, fitted, profile, unattended
from bot.profiles.mlru import speaks_first_wiki
from bot.store import Store, StorePlace, open_store, store_place
from bot.wikitext.text import KeptTexts, Wikitext

if TYPE_CHECKING:
    from bot.jobs.connections import Connections
    from bot.net.network import Network

Result = TypeVar("Result")


class SystemClock:
    """The machine's time."""

    def now(self) -> str:
        """The time in UTC, ISO 8601 with seconds."""
        return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class Quiet:
    """Progress nobody looks at."""

    def step(self, what: Message, done: int, total: int) -> None:
        """Say nothing."""


def say_nothing(_: Message) -> None:
    """Drop a notice."""


@dataclass(frozen=True, slots=True)
class Session:
    """The I/O of a use case.

    ``notify`` takes what a person must know before something happens. ``network`` is None for the real one
    (see ``bot.net.transport``). ``crashes`` takes bugs of ours that a use case went on after. ``connections`` are kept for
    the whole command; None opens them for every check.
    """

    settings: Settings
    store: Store
    clock: Clock = field(default_factory=SystemClock)
    progress: Progress = field(default_factory=Quiet)
    environment: Mapping[str, str] = field(default_factory=dict)
    notify: Callable[[Message], None] = say_nothing
    network: Network | None = None
    crashes: Crashes = field(default_factory=Crashes)
    connections: Connections | None = None

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run some work to its end, in the command's loop where it has one."""
        return asyncio.run(work) if self.connections is None else self.connections.run(work)


@contextmanager
def opened_store(place: StorePlace, unusable: Callable[[ConfigError], None] | None = None) -> Iterator[Store]:
    """The store at that place, or one in memory for None. Raises ConfigError for one that cannot be used.

    ``unusable`` is for who can do without: it hears why, and an empty one in memory takes the store's place.
    """
    if unusable is not None:
        try:
            with open_store(place) as tried:
                tried.all_decisions()  # a file that opens may still be broken
        except ConfigError as error:
            unusable(error)
            place = None
    with open_store(place) as store:
        yield store


@contextmanager
def apart(session: Session) -> Iterator[Session]:
    """The same session for another thread: a store and connections of its own, since both belong to their thread."""
    place = store_place(session.settings, session.environment)
    with open_store(place) as store, connected(replace(session, store=store)) as own:
        yield own


@contextmanager
def connected(session: Session) -> Iterator[Session]:
    """The session with connections that are kept until the block ends."""
    from bot.jobs.connections import Connections

    with Connections() as connections:
        yield replace(session, connections=connections)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A profile, with the line that says why it was taken."""

    profile: Profile
    why: Message
    _texts: KeptTexts = field(default_factory=KeptTexts, compare=False, repr=False)

    def read(self, page: Page) -> Wikitext:
        """The page under this profile, read once however many stages of a command are handed it."""
        return self._texts.of(page, self.profile)

    def unwatched(self, page: Page) -> Wikitext:
        """The same for work that nobody watches: no trace of a model is taken out by itself."""
        return self._texts.of(page, unattended(self.profile))

    def on(self, wiki: WikiInfo | None) -> Chosen:
        """The same on a wiki that was asked: its release chooses the footnote rules, its tags what hides refs from a reader."""
        return self if wiki is None else replace(self, profile=fitted(self.profile, wiki.version, wiki.tags))


def choose_profile(flag: str | None, settings: Settings, wiki: WikiInfo | None = None) -> Chosen:
    """``--profile``, then ``[wiki] profile``, then the release that the wiki names, then ``modern``; fitted to that wiki."""
    return _named(flag, settings, wiki).on(wiki)


def _named(flag: str | None, settings: Settings, wiki: WikiInfo | None) -> Chosen:
    if flag:
        return Chosen(profile(flag), msg("profile {name}: named by --profile", name=flag))
    if settings.wiki.profile:
        origin = settings.origins.get("wiki.profile", "?")
        return Chosen(
            profile(settings.wiki.profile),
            msg("profile {name}: set in {origin}", name=settings.wiki.profile, origin=origin),
        )
    if wiki is not None:
        name = "legacy" if _release(wiki.version) < (1, 19) else "modern"
        return Chosen(
            profile(name), msg("profile {name}: the wiki runs MediaWiki {version}", name=name, version=wiki.version)
        )
    return Chosen(
        replace(profile("modern"), assumed=True), msg("profile {name}: nothing else was named", name="modern")
    )


def choose_of_plan(name: str | None, chosen: Chosen, *, flag: bool) -> Chosen:
    """The profile for a plan that was made under the profile of that ``name``, where ``chosen`` is what is set here.

    A named ``flag`` wins. A plan may be a stranger's: where its profile is not the one that is set here, the first wiki's markup
    is not rewritten away from it without a person, as where nobody named any.
    """
    if flag:
        return chosen
    if name is None:
        why = msg("the plan does not name its profile: it is read with today's settings ({why})", why=chosen.why)
        return replace(chosen, why=why)
    if name == chosen.profile.name:
        return chosen
    own = replace(profile(name), assumed=True)
    return Chosen(own, msg("profile {name}: the plan was made with it", name=name))


def _release(version: str) -> tuple[int, int]:
    numbers = [int(part) if part.isdigit() else 0 for part in version.split(".")[:2]]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (1, 0)


def profile_note(chosen: Profile, text: str) -> Message | None:
    """A note where the text speaks another wiki's markup than the profile knows."""
    if chosen.name == "modern" and speaks_first_wiki(text):
        return msg("the text looks like machinelearning.ru's: add --profile mlru")
    return None
