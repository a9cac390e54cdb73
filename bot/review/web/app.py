"""The addresses of the review page."""

from __future__ import annotations

from asyncio import wrap_future
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from importlib.resources import files
from typing import Any
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bot import strictjson
from bot.errors import BotError, InputError
from bot.jobs.files import MAX_BYTES
from bot.locale import LANGUAGES, Speech
from bot.model.message import Message, msg
from bot.review.web import screens
from bot.review.web.cards import EditCard
from bot.review.web.entries import Entry, Queued, Ready, Running, pasted, supplied, uploaded
from bot.review.web.request_guard import Guard, Keys
from bot.review.web.workspace import DecisionRequest, Workspace

#: JSON writes a character of text as up to six bytes.
_MOST = 6 * MAX_BYTES
#: A scanned book with its text layer.
_LARGEST_SOURCE = 60 << 20


def make_app(workspace: Workspace, keys: Keys, bug: Callable[[BaseException], Message]) -> ASGIApp:
    """The application behind its guard. ``bug`` writes an unexpected exception down and says where."""
    site = _ReviewSite(workspace, keys, bug)
    routes = [
        Route("/", site.home),
        Route("/style.css", site.style),
        Route("/app.js", site.script),
        Route("/add", site.add, methods=["POST"]),
        Route("/language", site.language, methods=["POST"]),
        Route("/p/{id}", site.page),
        Route("/p/{id}/state", site.state),
        Route("/p/{id}/decide", site.decide, methods=["POST"]),
        Route("/p/{id}/decide-all", site.decide_all, methods=["POST"]),
        Route("/p/{id}/offer", site.offer, methods=["POST"]),
        Route("/p/{id}/save", site.save, methods=["POST"]),
        Route("/p/{id}/current", site.current, methods=["POST"]),
        Route("/p/{id}/source", site.source, methods=["POST"]),
        Route("/p/{id}/again", site.again, methods=["POST"]),
        Route("/p/{id}/forget", site.forget, methods=["POST"]),
    ]
    sorry = workspace.speech.say(msg("Open the address that `mlwiki serve` printed: it lets this browser in."))
    return Guard(
        Starlette(routes=routes, exception_handlers={BotError: site.refused, Exception: site.broken}), keys, sorry
    )


class _ReviewSite:
    """Handlers. They run in the serving thread, to which the store belongs."""

    def __init__(self, workspace: Workspace, keys: Keys, bug: Callable[[BaseException], Message]) -> None:
        self._workspace = workspace
        self._keys = keys
        self._bug = bug
        own = files("bot.review.web").joinpath("static")
        shared = files("bot.report").joinpath("templates", "style.css").read_text(encoding="utf-8")
        self._style = shared + own.joinpath("web.css").read_text(encoding="utf-8")
        self._script = own.joinpath("app.js").read_text(encoding="utf-8")

    async def home(self, _: Request) -> Response:
        """The first screen."""
        return HTMLResponse(screens.home(self._workspace, self._keys.post))

    async def style(self, _: Request) -> Response:
        """The report's style with our own."""
        return Response(self._style, media_type="text/css")

    async def script(self, _: Request) -> Response:
        """Our only script."""
        return Response(self._script, media_type="text/javascript")

    async def page(self, request: Request) -> Response:
        """One page's screen."""
        entry = self._workspace.open(request.path_params["id"])
        if entry is None:
            return self._missing()
        return HTMLResponse(screens.page(self._workspace, entry, self._keys.post))

    async def state(self, request: Request) -> Response:
        """How far a check is."""
        entry = self._workspace.entries.get(request.path_params["id"])
        if entry is None:
            return self._missing()
        busy = isinstance(entry.state, (Queued, Running))
        return JSONResponse({"busy": busy, "said": screens.state_line(entry, self._workspace.speech)})

    async def add(self, request: Request) -> Response:
        """Take a text, a file or a name; answers with the address of its page."""
        body = await _body(request)
        name = request.headers.get("x-mlwiki-file")
        if name is not None:
            entry = self._workspace.take(uploaded(unquote(name), body))
        else:
            asked = _object(body)
            if "text" in asked:
                entry = self._workspace.take(pasted(_text(asked, "text"), _text(asked, "title")))
            else:
                entry = self._workspace.read(_text(asked, "name"))
        return JSONResponse({"go": f"/p/{entry.id}"})

    async def decide(self, request: Request) -> Response:
        """Store a decision; answers with the card and the bar as they are now."""
        asked = _object(await _body(request))
        entry, ready = self._ready(request)
        texts = asked.get("texts")
        wanted = DecisionRequest(
            **{name: _text(asked, name) for name in ("card", "does", "reason", "label", "finding")},
            texts=tuple(_whole(str(one)) for one in texts) if isinstance(texts, list) else (),
        )
        self._workspace.decide(ready, wanted)
        return self._now(entry, ready, {wanted.card})

    async def decide_all(self, request: Request) -> Response:
        """Accept many edits, or take that back; answers with their cards and the bar as they are now."""
        asked = _object(await _body(request))
        entry, ready = self._ready(request)
        names = asked.get("cards")
        wanted = [str(one) for one in names] if isinstance(names, list) else []
        done = self._workspace.decide_all(ready, wanted, _text(asked, "does"))
        return self._now(entry, ready, {card.id for card in done})

    def _now(self, entry: Entry, ready: Ready, decided: AbstractSet[str]) -> Response:
        view = self._workspace.view(ready)
        # an edit that needs another one follows it
        changed = [
            card for card in view.cards if card.id in decided or (isinstance(card, EditCard) and card.edit.needs)
        ]
        parts = [screens.bar(self._workspace, entry, ready, view)]
        parts += [screens.card_html(self._workspace, ready, card) for card in changed]
        return HTMLResponse("".join(parts))

    async def language(self, request: Request) -> Response:
        """Speak another language from now on."""
        asked = _text(_object(await _body(request)), "language")
        if asked not in LANGUAGES:
            raise InputError(msg("there is no language {name}", name=asked[:20]))
        self._workspace.speech = Speech(asked)
        return JSONResponse({})

    async def offer(self, request: Request) -> Response:
        """What a save would change, for a person to confirm."""
        entry, ready = self._ready(request)
        report = await wrap_future(self._workspace.offer(entry, ready))
        return HTMLResponse(screens.offer(self._workspace, entry, ready, report.pages[0]))

    async def save(self, request: Request) -> Response:
        """Save what was shown, with the person's summary; the page is then read and checked anew."""
        entry, ready = self._ready(request)
        asked = _object(await _body(request))
        report = await wrap_future(self._workspace.save(entry, ready, _text(asked, "summary"), _text(asked, "seen")))
        told = screens.outcome(report.pages[0], self._workspace.speech)
        if report.pages[0].saved is not None or report.pages[0].note is not None:
            self._workspace.again(entry)
        return JSONResponse({"said": told, "go": f"/p/{entry.id}"})

    async def current(self, request: Request) -> Response:
        """Whether the wiki still has the revision that was checked; asked when somebody goes to its edit form."""
        _, ready = self._ready(request)
        page = ready.tidy.page
        now = await wrap_future(self._workspace.worker.current(page))
        return JSONResponse({"said": screens.moved(page, now, self._workspace.speech)})

    async def source(self, request: Request) -> Response:
        """Take the text of a source that cannot be fetched, and check the page again with it."""
        entry, ready = self._ready(request)
        card = request.headers.get("x-mlwiki-card", "")
        name = unquote(request.headers.get("x-mlwiki-file", "")) or "text.txt"
        body = await _body(request, _LARGEST_SOURCE)
        # a PDF takes seconds to read; the server goes on answering meanwhile
        text = await run_in_threadpool(supplied, name, body)
        self._workspace.supply(entry, ready, card, text)
        return JSONResponse({"go": f"/p/{entry.id}#{card}"})

    async def again(self, request: Request) -> Response:
        """Check a page once more."""
        entry = self._entry(request)
        self._workspace.again(entry)
        return JSONResponse({"go": f"/p/{entry.id}"})

    async def forget(self, request: Request) -> Response:
        """Take a page off the list."""
        self._workspace.forget(self._entry(request))
        return JSONResponse({"go": "/"})

    async def refused(self, _: Request, error: Exception) -> Response:
        """A fault in what was asked, in one line."""
        if not isinstance(error, BotError):
            raise error
        said = self._workspace.speech.say(error.message)
        if error.hint is not None:
            said += "; " + self._workspace.speech.say(error.hint)
        return PlainTextResponse(said, 400)

    async def broken(self, _: Request, error: Exception) -> Response:
        """A bug of ours: written down, said in one line; the server goes on."""
        return PlainTextResponse(self._workspace.speech.say(self._bug(error)), 500)

    def _entry(self, request: Request) -> Entry:
        entry = self._workspace.entries.get(request.path_params["id"])
        if entry is None:
            raise InputError(_GONE)
        return entry

    def _ready(self, request: Request) -> tuple[Entry, Ready]:
        """The entry that is asked about, checked. Raises InputError while it is not."""
        entry = self._entry(request)
        if not isinstance(entry.state, Ready):
            raise InputError(msg("the page has changed; load it again"))
        return entry, entry.state

    def _missing(self) -> Response:
        return PlainTextResponse(self._workspace.speech.say(_GONE), 404)


_GONE: Message = msg("there is no such page in the list")


async def _body(request: Request, most: int = _MOST) -> bytes:
    """The body, at most ``most`` bytes. Raises InputError for more, and for a browser that went away."""
    held = bytearray()
    try:
        async for piece in request.stream():
            held += piece
            if len(held) > most:
                raise InputError(msg("this is more than {size} MB", size=most >> 20))
    except ClientDisconnect as error:
        raise InputError(msg("the browser went away")) from error
    return bytes(held)


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = strictjson.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InputError(msg("the request is not what this page sends"))
    return found


def _text(found: dict[str, Any], name: str) -> str:
    value = found.get(name, "")
    return _whole(value) if isinstance(value, str) else ""


def _whole(text: str) -> str:
    """JSON can name halves of a character, which no text may hold."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
