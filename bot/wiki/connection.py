"""HTTP to one wiki: one host, bounded time and size, and every way of not being a MediaWiki told in one line."""

from __future__ import annotations

import json
import ssl
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import httpx

from bot.errors import WikiUnreachable
from bot.identifiers import urls
from bot.model.message import Message, msg
from bot.wiki.protocols import Busy, NotNow

Told = TypeVar("Told")

#: Seconds for one request in all, and for each wait within it.
TOTAL_SECONDS = 60.0
WAIT_SECONDS = 20.0
#: Seconds to wait where a server limits the rate and does not say how long: MediaWiki counts edits by the minute.
RATE_WAIT = 60.0
#: What went wrong before a byte of the request was sent.
_NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.InvalidURL,
    httpx.UnsupportedProtocol,
    UnicodeError,
)
#: An answer is at most a page of 2 MB, escaped; more is not a wiki's.
MAX_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the wiki, read to its end. ``location`` is where it redirects to, else "".

    ``text`` shows bytes that are no UTF-8 as U+FFFD: what is to be edited is taken from ``body``.
    """

    status: int
    headers: Mapping[str, str]
    text: str
    location: str
    body: bytes = b""


class WikiConnection:
    """A session (cookies) with one host. Redirects are never followed: after a save they lose the session (facts, 1.3).

    ``seconds`` bound one request in all; ``proxy`` is an HTTP proxy's address.
    """

    def __init__(self, user_agent: str, *, proxy: str = "", seconds: float = TOTAL_SECONDS) -> None:
        self.seconds = seconds
        self.proxy = proxy
        self._client = httpx.Client(
            headers={"User-Agent": user_agent},
            timeout=httpx.Timeout(min(WAIT_SECONDS, seconds)),
            trust_env=False,
            verify=_trust(),
            proxy=proxy or None,
            follow_redirects=False,
        )
        # clients of a wiki have no end of their own: their connections end with them
        weakref.finalize(self, self._client.close)

    def get(self, url: str, fields: Mapping[str, str]) -> Answer:
        """GET with ``fields`` as the query, or the address as it is. Raises WikiUnreachable."""
        return self._send(url, lambda: self._client.build_request("GET", url, params=fields or None))

    def post(self, url: str, fields: Mapping[str, str], query: Mapping[str, str] | None = None) -> Answer:
        """POST ``fields`` as a form. Raises WikiUnreachable. Never repeated here: a save may have happened."""
        return self._send(url, lambda: self._client.build_request("POST", url, params=query, data=dict(fields)))

    def forget(self) -> None:
        """Drop all cookies."""
        self._client.cookies.clear()

    def _send(self, url: str, build: Callable[[], httpx.Request]) -> Answer:
        """One request, bounded from outside."""
        return bounded(self.seconds + 1.0, url, lambda: self._ask(url, build))

    def _ask(self, url: str, build: Callable[[], httpx.Request]) -> Answer:
        end = time.monotonic() + self.seconds
        try:
            answer = self._client.send(build(), stream=True)
            try:
                body = self._body(answer, end, url)
            finally:
                answer.close()
        except (
            httpx.HTTPError,
            httpx.InvalidURL,
            UnicodeError,
        ) as error:  # the last is what idna says of a host's name
            raise unreachable(
                url, _why(error), NotNow if isinstance(error, _NEVER_SENT) else WikiUnreachable
            ) from error
        location = answer.headers.get("location", "") if answer.is_redirect else ""
        text = body.decode("utf-8", "replace").removeprefix("\ufeff")
        return Answer(answer.status_code, answer.headers, text, location, body)

    def _body(self, answer: httpx.Response, end: float, url: str) -> bytes:
        """The whole body; a server that drips is cut off at the deadline."""
        pieces, size = [], 0
        for piece in answer.iter_bytes():
            pieces.append(piece)
            size += len(piece)
            if size > MAX_BYTES:
                raise unreachable(url, msg("its answer does not end"))
            if time.monotonic() > end:
                raise unreachable(url, msg("its answer took longer than {seconds} s", seconds=round(self.seconds)))
        return b"".join(pieces)


def bounded(seconds: float, url: str, ask: Callable[[], Told]) -> Told:
    """``ask`` in a thread of its own: only from outside can a server be left that sends a byte now and then for ever.

    Raises WikiUnreachable after ``seconds``; whatever ``ask`` raises is raised here.
    """
    told: list[Told] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            told.append(ask())
        except Exception as error:  # noqa: BLE001  # handed over to the thread that waits
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not told:
        raise unreachable(url, msg("no answer in time"))
    return told[0]


def unreachable(url: str, why: Message, kind: type[WikiUnreachable] = WikiUnreachable) -> WikiUnreachable:
    """The error for a wiki that gives no answer of a MediaWiki; the address is shown without its query and any password."""
    parts = urls.split(url)
    address = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
    return kind(
        msg("no MediaWiki answers at {address}: {why}", address=address, why=why),
        msg("open that address in a browser; check `[wiki] url` and try again later"),
    )


def wait_of(answer: Answer) -> float:
    """Seconds that the server asks to wait, a minute where it does not say."""
    asked = asked_wait(answer)
    return RATE_WAIT if asked is None else asked


def asked_wait(answer: Answer) -> float | None:
    """Seconds of the answer's ``Retry-After``, None where it says none."""
    from bot.net.retry import retry_after

    return retry_after(answer.headers.get("retry-after", ""), answer.headers.get("date", ""))


def json_answer(answer: Answer, url: str) -> dict[str, Any]:
    """The answer as API data. Raises WikiUnreachable for a redirect, HTML, garbage or half a body."""
    _hold_status(answer, url)
    try:
        # a byte that is no UTF-8 stays known as such: it must not become a character of a page's text
        data = json.loads(answer.body.decode("utf-8", "surrogateescape").removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        data = None
    # «[]» is what old versions answer for "nothing": PHP has one type for lists and maps
    if data == []:
        return {}
    if not isinstance(data, dict):
        code = answer.headers.get("mediawiki-api-error", "")
        why = msg("it answers {code}", code=code) if code else msg("the answer is not what api.php gives")
        raise unreachable(url, why)
    return data


def _hold_status(answer: Answer, url: str) -> None:
    """Raise for an answer that is none of api.php's by its first line alone."""
    if answer.location:
        raise unreachable(url, msg("it sends to {address}; set `[wiki] url` to that", address=answer.location))
    if answer.status == 429 or (answer.status == 503 and "retry-after" in answer.headers):
        sure = answer.status == 429 or "x-database-lag" in answer.headers
        raise Busy(msg("the server asks to wait ({status})", status=answer.status), wait_of(answer), sure=sure)
    if answer.status >= 500:
        raise unreachable(url, msg("the server answers {status}", status=answer.status))


@contextmanager
def understood(url: str) -> Iterator[None]:
    """Take an answer apart inside: where it is not built as MediaWiki builds it, WikiUnreachable is raised and not a KeyError."""
    try:
        yield
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise unreachable(url, msg("the answer is not what api.php gives")) from error


def _why(error: Exception) -> Message:
    if isinstance(error, httpx.TimeoutException):
        return msg("no answer in time")
    if isinstance(error, httpx.ConnectError):
        return msg("no connection")
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | UnicodeError):
        return msg("this is not a web address")
    return msg("the connection broke off")


@cache
def _trust() -> ssl.SSLContext:
    """The certificate authorities, read once: that costs more than a request."""
    return httpx.create_ssl_context()
