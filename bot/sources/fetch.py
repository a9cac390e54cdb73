"""Reading a page: redirects by hand, the guard at every hop, walls and false pages recognised, then its text."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz

from bot.identifiers import urls
from bot.identifiers.urls import joined
from bot.model.outcome import Misleading, Missing, Outcome, Shown, Unclear
from bot.model.ports import Clock
from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.model.words import LinkState, Scope
from bot.net.guard import refused_address
from bot.net.pace import Pace
from bot.net.retry import ask_patiently
from bot.net.sharing import Sharing
from bot.net.transport import MOST_REDIRECTS, Caps, Transport
from bot.registries import slow_hosts
from bot.sources import walls
from bot.sources.reader import Reader
from bot.sources.reading import ContentKind, Refresh, Task

_ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5"
#: Before a page is asked for a second time (seconds).
_PAUSE = 2.0
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
#: As much of two pages is compared by a probe (characters).
_PROBED = 2000


@dataclass(slots=True)
class Fetcher:
    """Reads pages politely: at most ``at_once`` requests in flight a host, starts ``interval`` seconds apart.

    ``main`` False takes all visible text instead of the main part (links without claims, benchmarks). With ``sharing`` one
    request at a time is in flight to a host, whichever worker sent it, and the next starts ``interval`` after its answer.
    """

    transport: Transport
    clock: Clock
    allowed: Collection[str] = ()
    interval: float = 0.5
    at_once: int = 2
    concurrency: int = 64
    main: bool = True
    reader: Reader = field(default_factory=Reader)
    sharing: Sharing | None = None
    _paces: dict[str, Pace] = field(default_factory=dict)
    _all: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._all = asyncio.Semaphore(self.concurrency)

    async def read(self, url: str, *, operator: str = "") -> Outcome:
        """What became of ``url``, with its text where there is one. Never raises for what a server sends.

        ``operator`` is the start of an address that the settings name: what begins so passes the guard as written.
        """
        target = url
        for _ in range(3):
            reply = await self._follow(target, operator)
            if not isinstance(reply, Reply):
                return reply
            outcome = await self._judge(reply, url)
            if not isinstance(outcome, Refresh):
                return await self._probed(outcome, reply, url) if _suspicious(outcome) else outcome
            target = outcome.url
        return Unclear(Reason.redirect_loop)

    async def _probed(self, outcome: Outcome, reply: Reply, asked: str) -> Outcome:
        """A short page that gives nothing of its own, against one that cannot exist beside it (Bar-Yossef et al., 2004).

        A server that answers both alike says of every address that it is well.
        """
        beside = joined(reply.url, hashlib.sha256(asked.encode()).hexdigest()[:24])
        other = await self._follow(beside, "")
        if (
            not isinstance(other, Reply)
            or other.status != 200
            or not isinstance(outcome, Shown)
            or outcome.text is None
        ):
            return outcome
        judged = await self._judge(other, beside)
        if not isinstance(judged, Shown) or judged.text is None:
            return outcome
        ours, theirs = outcome.text.text.replace(asked, ""), judged.text.text.replace(beside, "")
        if fuzz.ratio(ours[:_PROBED], theirs[:_PROBED]) >= 90:
            return Misleading(LinkState.soft_404, Reason.not_found_page, reply.status)
        return outcome

    async def _judge(self, reply: Reply, url: str) -> Outcome | Refresh:
        """What a reply is; strangers' bytes are parsed in a process of their own."""
        return await self.reader.read(Task(reply, url, self.clock.now(), self.main))

    async def _follow(self, url: str, operator: str) -> Reply | Outcome:
        """The last reply of a chain of redirects. Cookies live inside the chain only: some sites loop without them."""
        seen: set[tuple[str, str]] = set()
        jar: dict[str, dict[str, str]] = {}
        unverified = False
        for _ in range(MOST_REDIRECTS):
            url = url.partition("#")[0]
            trusted = bool(operator) and url.startswith(f"{operator}/")
            refused = refused_address(url, self.allowed)
            if refused is not None and not trusted:
                return Unclear(refused)
            cookies = jar.setdefault(urls.split(url).netloc, {})
            cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
            if (url, cookie) in seen:
                return Unclear(Reason.redirect_loop)
            seen.add((url, cookie))
            reply = await self._patiently(url, {"cookie": cookie} if cookie else {}, operator=trusted)
            if isinstance(reply, Failed) and reply.reason is Reason.tls_error and not trusted:
                reply = await self._unverified(url)
            if isinstance(reply, Failed):
                return Missing(reply.reason) if reply.reason is Reason.no_such_host else Unclear(reply.reason)
            unverified = unverified or reply.unverified
            location = reply.raw_header("location")
            if reply.status not in _REDIRECTS or not location:
                return replace(reply, unverified=True) if unverified else reply
            cookies.update(_cookies(reply))
            url = joined(url, escaped(location))
        return Unclear(Reason.redirect_loop)

    async def _unverified(self, url: str) -> Reply | Failed:
        """Whether anybody answers at an address whose certificate does not hold: one look, whose words nobody believes."""
        async with self._pace((urls.split(url).hostname or "").lower()).turn(), self._all:
            reply = await self.transport.get(url, {"accept": _ACCEPT}, verified=False)
        return reply if isinstance(reply, Reply) else Failed(Reason.tls_error)

    async def _patiently(self, url: str, extra: dict[str, str], *, operator: bool) -> Reply | Failed:
        """One address, a second time after an outage that a pause may mend."""
        headers = {"accept": _ACCEPT, "accept-language": "ru,en;q=0.8", **extra}
        host = (urls.split(url).hostname or "").lower()
        pace = self._pace(host)
        caps = Caps(raw=50 << 20, decoded=60 << 20, seconds=self.transport.caps.seconds)

        async def attempt() -> Reply | Failed:
            async with pace.turn(), self._all:
                if pace.down:
                    return Failed(Reason.connection_failed)
                reply = await self.transport.get(url, headers, operator=operator, caps=caps)
            if isinstance(reply, Reply):
                pace.praise()
            elif reply.reason is Reason.garbled_answer:
                headers["accept-encoding"] = "identity"  # some servers say gzip and send something else
            return reply

        return await ask_patiently(attempt, (_PAUSE,), pace=pace, clock=self.clock, final=_is_wall)

    def _pace(self, host: str) -> Pace:
        """The host's pace, one for the run."""
        if host not in self._paces:
            interval = max(self.interval, slow_hosts().get(host, 0.0))
            self._paces[host] = Pace(self.clock, interval, self.at_once, self.sharing, f"host {host}", alone=True)
        return self._paces[host]


def _is_wall(reply: Reply) -> bool:
    """Whether an answer keeps programs out by its status and headers alone."""
    return walls.wall(reply, "", "", "") is not None


def escaped(location: bytes) -> str:
    """A ``Location`` as an address: bytes beyond ASCII and spaces are percent-encoded as they are, whatever their charset."""
    return "".join(chr(byte) if 0x21 <= byte < 0x7F else f"%{byte:02X}" for byte in location.strip())


def _suspicious(outcome: Outcome) -> bool:
    """Whether a page is so short that the same one may stand under every address of its site.

    A page with a title of its own in scholarly tags, or with more text than an error message has, is believed.
    """
    if not isinstance(outcome, Shown) or outcome.text is None or outcome.text.media_type != ContentKind.html:
        return False
    deep = len([part for part in urls.split(outcome.url).path.split("/") if part]) >= 2
    return deep and outcome.text.scope is Scope.page and len(outcome.text.text) < walls.SHORT


def _cookies(reply: Reply) -> dict[str, str]:
    """Names and values that a hop sets; attributes do not matter within one chain."""
    lines = [value.decode("latin-1") for name, value in reply.headers if name.lower() == b"set-cookie"]
    pairs = (line.partition(";")[0].partition("=") for line in lines[:20])
    return {name.strip(): value.strip() for name, equals, value in pairs if equals and name.strip()}
