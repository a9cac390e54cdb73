"""Opening the judge of the settings, with a client for each endpoint that it may ask."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from bot.config.secrets import embeddings_key, judge_key, tell_first
from bot.jobs.session import Session, say_nothing
from bot.model.message import msg
from bot.model.ports import Judge


@asynccontextmanager
async def opened_judge(session: Session, *, offline: bool = False, repeatable: bool = False) -> AsyncIterator[Judge]:
    """The judge of the settings over the session's network; its clients are closed in the end. Raises ConfigError.

    ``repeatable`` is for recordings: what is asked hangs on nothing of this machine.
    """
    from bot.judge import Connection, open_judge
    from bot.net.transport import VECTORS_CAPS, operator_client

    settings = session.settings.judge
    async with AsyncExitStack() as stack:
        client = embeddings = key = None
        if settings.kind == "openai":
            key = judge_key(settings, session.environment)
            if not offline:
                _tell(key or settings.token_command, settings.base_url, session)
            client = operator_client(session.settings, network=session.network)
            stack.push_async_callback(client.aclose)
        if settings.embeddings_url and settings.kind in {"openai", "embedded"}:
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
            apart=True,
        )
        # closed before the clients that it asks
        stack.push_async_callback(getattr(judge, "aclose", _nothing_to_close))
        yield judge


async def _nothing_to_close() -> None:
    """A judge that asks nobody holds nothing open."""


def _tell(secret: str | None, address: str, session: Session) -> None:
    """By which settings file a key goes out for the first time."""
    if secret:
        note = None if session.notify is say_nothing else session.notify
        tell_first(msg("the judge's key"), address, session.settings, note)
