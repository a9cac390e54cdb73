"""Who may talk to the server: a browser that opened the start address, on this machine, from a page of this server.

Cookies do not know ports: another server on this machine is the same site to a browser. So the cookie only lets a page be read,
and every change needs a token that stands in our own pages, which no other origin can read.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

START = "/start"
TOKEN_HEADER = "X-Mlwiki-Token"  # noqa: S105  # a header's name
#: Nothing is loaded from elsewhere, nothing runs but our one script, nobody frames the page.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
HEADERS: tuple[tuple[str, str], ...] = (
    ("Content-Security-Policy", POLICY),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), clipboard-write=(self)"),
    ("Cache-Control", "no-store"),
)
_ONWARD = '<!DOCTYPE html><html lang="en"><meta http-equiv="refresh" content="0;url=/"><title>mlwiki</title>'
_SAFE_SITES = frozenset({"same-origin", "none", ""})


def _secret() -> str:
    return secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True)
class Keys:
    """Secrets of one run: ``start`` is in the start address, ``cookie`` in the browser, ``post`` in our pages.

    ``once`` starts one session only: it is handed to the browser as an argument, which other users of the machine can see.
    """

    port: int
    start: str = field(default_factory=_secret, repr=False)
    once: str = field(default_factory=_secret, repr=False)
    cookie: str = field(default_factory=_secret, repr=False)
    post: str = field(default_factory=_secret, repr=False)

    @property
    def hosts(self) -> frozenset[str]:
        """What a Host header may say; anything else is another name that was made to point here (DNS rebinding)."""
        return frozenset({f"127.0.0.1:{self.port}", f"localhost:{self.port}"})

    @property
    def cookie_name(self) -> str:
        """Two servers on one machine do not overwrite each other's."""
        return f"mlwiki-{self.port}"

    @property
    def address(self) -> str:
        """What the person opens, as often as they like."""
        return f"http://127.0.0.1:{self.port}{START}?token={self.start}"

    @property
    def address_once(self) -> str:
        """What this program opens for them."""
        return f"http://127.0.0.1:{self.port}{START}?token={self.once}"


class Guard:
    """ASGI middleware: refuses before anything else is reached, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, keys: Keys, sorry: str) -> None:
        self._app = app
        self._keys = keys
        self._sorry = sorry
        self._starts = [keys.start, keys.once]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass the request on and seal the answer."""
        if scope["type"] != "http":
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers[name] = value
            await send(message)

        answer = self._answer(scope)
        await (answer or self._app)(scope, receive, sealed)

    def _answer(self, scope: Scope) -> Response | None:
        """The refusal or the redirect; None lets the request through."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._keys.hosts:
            return PlainTextResponse("unknown host\n", 400)
        if scope["path"] == START and scope["method"] == "GET":
            return self._begin(scope)
        if not self._known(headers):
            return PlainTextResponse(self._sorry + "\n", 403)
        if scope["method"] not in {"GET", "HEAD"} and not self._own(headers):
            return PlainTextResponse("not from this page\n", 403)
        return None

    def _begin(self, scope: Scope) -> Response:
        given = scope["query_string"].decode("latin-1").removeprefix("token=").encode()
        known = next((one for one in self._starts if hmac.compare_digest(given, one.encode())), None)
        if known is None:
            return PlainTextResponse(self._sorry + "\n", 403)
        if known == self._keys.once:
            self._starts.remove(known)
        # a redirect would still count as the other site's, where the address was clicked on one, and get no strict cookie
        answer = HTMLResponse(_ONWARD)
        answer.set_cookie(self._keys.cookie_name, self._keys.cookie, httponly=True, samesite="strict", path="/")
        return answer

    def _known(self, headers: Headers) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._keys.cookie_name)
        except CookieError:
            return False
        return found is not None and hmac.compare_digest(found.value.encode(), self._keys.cookie.encode())

    def _own(self, headers: Headers) -> bool:
        token = headers.get(TOKEN_HEADER, "")
        if not hmac.compare_digest(token.encode(), self._keys.post.encode()):
            return False
        origin = headers.get("origin")
        return headers.get("sec-fetch-site", "") in _SAFE_SITES and (
            origin is None or origin.removeprefix("http://") in self._keys.hosts
        )
