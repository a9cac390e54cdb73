"""What a command asks citations with: sources and judge, opened when a check first needs them and closed when the command ends.

Clients, paces, what is known of a host's outage and the children that read and judge are kept from page to page. Answers are not:
they are the store's to keep.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from bot.config import Settings
from bot.config.secrets import embeddings_key, judge_key, tell_first
from bot.model.message import msg
from bot.model.ports import Judge

if TYPE_CHECKING:
    from bot.jobs.session import Session
    from bot.sources.citation_sources import CitationSources

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Recording:
    """Cassettes that answer instead of the network, and the one to write; ``note`` is its first line."""

    replay: tuple[Path, ...] = ()
    record: Path | None = None
    note: str = ""

    def __bool__(self) -> bool:
        return bool(self.replay) or self.record is not None


@dataclass(slots=True)
class _Opened:
    """What was opened, and the settings that it was opened by."""

    settings: Settings
    offline: bool
    judge: Judge
    sources: CitationSources


@dataclass(slots=True)
class Connections:
    """The sources and the judge of one command, and the event loop that they live in. Used from one thread, as the loop is.

    ``with`` closes what was opened.
    """

    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _runner: asyncio.Runner = field(default_factory=asyncio.Runner)
    _opened: _Opened | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._opened is not None:
            self.run(self.close())
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run some work to its end in the command's loop."""
        return self._runner.run(work)

    async def close(self) -> None:
        """Close what is open. The next check opens anew: with a budget of its own, and knowing of no outage."""
        self._opened = None
        await self._stack.aclose()

    async def take(self, session: Session, *, offline: bool) -> tuple[CitationSources, Judge]:
        """What is open for these settings; opened now where it is not. Raises ConfigError."""
        kept = self._opened
        if kept is None or (kept.settings, kept.offline) != (session.settings, offline):
            await self.close()
            sources, judge = await _open(self._stack, session, offline=offline, repeatable=False)
            kept = self._opened = _Opened(session.settings, offline, judge, sources)
        return kept.sources, kept.judge


@asynccontextmanager
async def opened(
    session: Session, *, offline: bool = False, recording: Recording = Recording()
) -> AsyncIterator[tuple[CitationSources, Judge, Session]]:
    """The sources and the judge for one check, and the session with the clock by which it goes.

    They are the command's where it has ``Connections``; a recording is a world of its own and is closed with the block. Raises
    ConfigError for a judge that cannot be opened, InputError for a cassette that cannot be read.
    """
    async with AsyncExitStack() as stack:
        session = _through_cassettes(stack, session, recording)
        if session.connections is None or recording:
            sources, judge = await _open(stack, session, offline=offline, repeatable=bool(recording))
        else:
            sources, judge = await session.connections.take(session, offline=offline)
        yield sources, judge, session


def _through_cassettes(stack: AsyncExitStack, session: Session, recording: Recording) -> Session:
    """Enter the cassettes; a replay waits for nobody."""
    if not recording:
        return session
    from bot.net.cassettes import ReplayClock, replaying
    from bot.net.cassettes import recording as recorder

    if recording.record is not None:
        stack.enter_context(recorder(recording.record, note=recording.note))
        return session
    stack.enter_context(replaying(*recording.replay))
    return replace(session, clock=ReplayClock())


async def _open(
    stack: AsyncExitStack, session: Session, *, offline: bool, repeatable: bool
) -> tuple[CitationSources, Judge]:
    judge = await stack.enter_async_context(opened_judge(session, offline=offline, repeatable=repeatable))
    return await stack.enter_async_context(opened_sources(session, offline=offline)), judge


@asynccontextmanager
async def opened_sources(session: Session, *, offline: bool = False) -> AsyncIterator[CitationSources]:
    """The sources of the settings over the session's network."""
    from bot.sources.citation_sources import open_sources

    async with open_sources(
        session.settings,
        clock=session.clock,
        cache=session.store,
        network=session.network,
        offline=offline,
        leases=session.store.leases if session.store.shared else None,
    ) as sources:
        yield sources


@asynccontextmanager
async def opened_judge(session: Session, *, offline: bool = False, repeatable: bool = False) -> AsyncIterator[Judge]:
    """The judge of the settings over the session's network; its clients are closed in the end. Raises ConfigError.

    ``repeatable`` is for recordings: what is asked hangs on nothing of this machine.
    """
    from bot.judge import Connection, open_judge

    settings = session.settings.judge
    async with AsyncExitStack() as stack:
        client = embeddings = key = None
        if settings.kind == "openai":
            key = judge_key(settings, session.environment)
            if not offline:
                _tell(key or settings.token_command, settings.base_url, session)
            from bot.net.operator_client import operator_client

            client = operator_client(session.settings, network=session.network)
            stack.push_async_callback(client.aclose)
        if settings.embeddings_url and settings.kind in {"openai", "embedded"}:
            from bot.net.operator_client import VECTORS_CAPS, operator_client

            same = settings.embeddings_url.split("/")[:3] == settings.base_url.split("/")[:3]
            # another host is another address to reach, and the gateway's own authority is not its authority
            there = replace(settings, base_url=settings.embeddings_url, ca_bundle=settings.ca_bundle if same else "")
            other = operator_client(replace(session.settings, judge=there), network=session.network, caps=VECTORS_CAPS)
            stack.push_async_callback(other.aclose)
            embeddings = Connection(other, embeddings_key(settings, session.environment))
            if not offline:
                _tell(embeddings.key, settings.embeddings_url, session)
        judge = open_judge(
            settings,
            key=key,
            http_client=client,
            clock=session.clock,
            cache=session.store,
            offline=offline,
            embeddings=embeddings,
            repeatable=repeatable,
            isolated=True,
        )
        # closed before the clients that it asks
        stack.push_async_callback(getattr(judge, "aclose", _nothing_to_close))
        yield judge


async def _nothing_to_close() -> None:
    """A judge that asks nobody holds nothing open."""


def _tell(secret: str | None, address: str, session: Session) -> None:
    """By which settings file a key goes out for the first time."""
    if secret:
        from bot.jobs.session import say_nothing

        note = None if session.notify is say_nothing else session.notify
        tell_first(msg("the judge's key"), address, session.settings, note)
