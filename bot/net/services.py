"""One question to a service: pace, retries, and what counts as an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import urlsplit

from bot.config import Settings
from bot.identifiers.urls import joined
from bot.model.ports import Cache, Clock
from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.model.source import Silent
from bot.net.pace import Pace, hold
from bot.net.retry import AGAIN, ask_patiently
from bot.net.sharing import Sharing
from bot.net.transport import Caps, Transport

#: How long to wait before the second and the third try (seconds) when the server does not say.
_PAUSES = (1.0, 2.0)
#: Ends of a question that make the service count as down when they come in a row.
_TIRED = frozenset({Reason.server_error, Reason.rate_limited, Reason.bot_wall})
#: Services as slow as this are shared with the operator's other processes (seconds between requests).
_SHARED = 1.0
_CAPS = Caps(raw=8 << 20, decoded=16 << 20, seconds=40.0)


@dataclass(slots=True)
class ServiceClient:
    """The services of one run: where they are, whether they are asked, how fast.

    ``paces`` are seconds between requests and requests at once, by name; a service without a pace gets one a second.
    ``seconds`` bound one exchange, by name. With ``sharing`` the paces are those of all workers together.
    """

    settings: Settings
    transport: Transport
    clock: Clock
    paces: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    offline: bool = False
    cache: Cache | None = None
    sharing: Sharing | None = None
    _paces: dict[str, Pace] = field(default_factory=dict)

    def working_on(self, name: str) -> AbstractAsyncContextManager[None]:
        """Of all workers this one alone asks that question meanwhile."""
        return nullcontext() if self.sharing is None else self.sharing.working_on(name)

    def enabled(self, name: str) -> bool:
        """Whether the settings let this service be asked."""
        return self.settings.services[name].enabled

    @property
    def contact(self) -> str:
        """The operator's address, for services that want one; "" where none is set."""
        return self.settings.contact

    def address(self, name: str) -> str:
        """The service's address as the operator wrote it, without a closing slash."""
        return self.settings.services[name].url

    async def ask(
        self, name: str, path: str, *, accept: str, clean: Callable[[Reply], bool], pace: str = "", tries: int = 3
    ) -> Reply | Silent:
        """Ask for ``path`` and return the reply if it is ``clean`` (one that the service gives on purpose), else why not.

        Outages are tried ``tries`` times, at most three. ``pace`` names another pace than the service's own. Redirects stay
        with the operator's host; elsewhere the guard watches. A service that gave no clean answer several times in a row, or
        whose quota is spent, is left alone for a while.
        """
        if not self.enabled(name):
            return Silent(Reason.service_off)
        if self.offline:
            return Silent(Reason.not_stored)
        limit = self._pace(pace or name)
        reply = await ask_patiently(
            partial(self._once, pace or name, self.address(name) + path, accept, self._caps(name)),
            _PAUSES[: tries - 1],
            pace=limit,
            clock=self.clock,
            final=_spent,
        )
        answer = _answer(reply, clean)
        if isinstance(answer, Reply):
            limit.praise()
        elif isinstance(reply, Reply) and _spent(reply):
            limit.rest()
        elif answer.reason in _TIRED:
            limit.failed()
        return answer

    async def _once(self, pace: str, url: str, accept: str, caps: Caps) -> Reply | Failed:
        """One exchange with at most three redirects."""
        home = urlsplit(url).netloc
        for _ in range(4):
            async with self._pace(pace).turn():
                interval = self.paces.get(pace, (0.0, 1))[0]
                if self.cache is not None and self.sharing is None and interval >= _SHARED:
                    await hold(self.cache, self.clock, pace, interval)
                if self._pace(pace).down:
                    return Failed(Reason.connection_failed)
                operator = urlsplit(url).netloc == home
                reply = await self.transport.get(url, {"accept": accept}, operator=operator, caps=caps)
            if isinstance(reply, Failed) or reply.status not in {301, 302, 303, 307, 308}:
                return reply
            url = joined(url, reply.header("location"))
        return Failed(Reason.redirect_loop)

    def _caps(self, name: str) -> Caps:
        """How much and how long: a service is not waited for longer than anybody else."""
        return replace(_CAPS, seconds=min(self.seconds.get(name, _CAPS.seconds), self.settings.network.timeout))

    def _pace(self, name: str) -> Pace:
        """The service's pace, one for the run."""
        if name not in self._paces:
            interval, at_once = self.paces.get(name, (1.0, 1))
            self._paces[name] = Pace(self.clock, interval, at_once, self.sharing, f"service {name}")
        return self._paces[name]


def _spent(reply: Reply) -> bool:
    """Whether the answer says that nothing is left of an hour's or a day's quota."""
    return reply.status in {403, 429} and reply.header("x-ratelimit-remaining").strip() == "0"


def _answer(reply: Reply | Failed, clean: Callable[[Reply], bool]) -> Reply | Silent:
    """The reply if the service gives it on purpose, else why it is none."""
    if isinstance(reply, Failed):
        # a service is there: where its name is not found, the network is down
        return Silent(Reason.connection_failed if reply.reason is Reason.no_such_host else reply.reason)
    if reply.status == 429 or _spent(reply):
        return Silent(Reason.rate_limited)
    if reply.status in AGAIN:
        return Silent(Reason.server_error)
    if reply.truncated:
        return Silent(Reason.too_big)
    return reply if clean(reply) else Silent(_unclean(reply))


def _unclean(reply: Reply) -> Reason:
    """Why an answer is not one the service gives on purpose."""
    if reply.status == 451:
        return Reason.legal_block
    if reply.status >= 500:
        return Reason.server_error
    if reply.is_html or reply.status in {401, 403, 418}:
        return Reason.bot_wall
    return Reason.garbled_answer if reply.status < 400 else Reason.http_error
