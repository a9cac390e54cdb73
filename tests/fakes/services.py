"""A replica of the internet on one loopback port: registries, arXiv and web pages, told apart by the Host header.

It sends neither Date nor Server, so that a recording repeats byte for byte. Facts and texts: ``tests/fakes/data/``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, unquote

from tests.fakes import aggregators, markup, papers, registries
from tests.fakes.library import Library, Replica, load

HTML = "text/html; charset=utf-8"
JSON = "application/json;charset=utf-8"


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer."""

    status: int
    body: bytes
    media: str = HTML
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Services:
    """The server, as a context manager. ``asked`` lists the addresses it was asked for, in order of arrival."""

    library: Library = field(default_factory=load)
    asked: list[str] = field(default_factory=list)
    port: int = 0
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
        if self._thread is not None:
            self._thread.join()

    def answer(self, host: str, target: str) -> Answer:
        """What the host's replica says to a GET of ``target`` (path with query)."""
        self.asked.append(f"https://{host}{target}")
        path, _, query = target.partition("?")
        fields = {name: values[-1] for name, values in parse_qs(query).items()}
        service = _SERVICES.get(host)
        if service is not None:
            return service(self.library, path, fields)
        said = aggregators.answer(self.library, host, path, fields)
        if said is not None and f"https://{host}{path}" not in self.library.pages:
            return Answer(said[0], said[2], said[1])
        return _web(self.library, host, target)


def _json(status: int, value: object) -> Answer:
    return Answer(status, registries.as_json(value), JSON)


def _html(status: int, text: str, *headers: tuple[str, str]) -> Answer:
    return Answer(status, text.encode(), HTML, headers)


def _doi(library: Library, path: str, _: dict[str, str]) -> Answer:
    """Replica of doi.org: handles, agencies, and the way to the landing page."""
    if path.startswith("/api/handles/"):
        return _json(*registries.handle(library, unquote(path.removeprefix("/api/handles/"))))
    if path.startswith("/ra/"):
        return _json(200, registries.agencies(library, unquote(path.removeprefix("/ra/"))))
    work = library.by_doi(unquote(path.removeprefix("/")))
    if work is None:
        return _html(404, markup.not_found_html("doi.org"))
    return _html(302, "", ("Location", registries.landing(work)))


def _crossref(library: Library, path: str, fields: dict[str, str]) -> Answer:
    """Replica of api.crossref.org: single works and the search; a work it does not know is plain text, as there."""
    limits = (
        ("x-api-pool", "polite"),
        ("x-rate-limit-limit", "10"),
        ("x-rate-limit-interval", "1s"),
        ("x-concurrency-limit", "3"),
    )
    if path == "/works":
        return Answer(200, registries.as_json(registries.crossref_search(library, fields)), "application/json", limits)
    work = library.by_doi(unquote(path.removeprefix("/works/")))
    if work is None or work.agency != "Crossref":
        return Answer(404, b"Resource not found.", "text/plain", limits)
    return Answer(200, registries.as_json(registries.crossref(work)), "application/json", limits)


def _datacite(library: Library, path: str, _: dict[str, str]) -> Answer:
    """Replica of api.datacite.org."""
    work = library.by_doi(unquote(path.removeprefix("/dois/")))
    if work is None or work.agency != "DataCite":
        return _json(404, registries.DATACITE_MISSING)
    return _json(200, registries.datacite(work))


def _atom(library: Library, path: str, fields: dict[str, str]) -> Answer:
    """Replica of export.arxiv.org: the Atom API, and papers as on arxiv.org."""
    if path != "/api/query":
        return _arxiv(library, path, fields)
    if "search_query" in fields:
        return Answer(200, registries.atom_search(library, fields["search_query"]).encode(), "application/atom+xml")
    status, feed = registries.atom(library, fields.get("id_list", ""))
    return Answer(status, feed.encode(), "application/atom+xml; charset=utf-8")


def _arxiv(library: Library, path: str, _: dict[str, str]) -> Answer:
    """Replica of arxiv.org: abstract, LaTeXML page where there is one, PDF."""
    kind, _slash, number = path.removeprefix("/").partition("/")
    work = library.by_arxiv(unquote(number).removesuffix(".pdf"))
    if work is None:
        return _html(404, markup.not_found_html("arxiv.org"))
    forms: dict[str, Callable[[Replica], Answer]] = {
        "abs": lambda found: _html(200, markup.arxiv_abs(found)),
        "pdf": lambda found: Answer(200, papers.paper(found), "application/pdf"),
        "html": lambda found: (
            _html(200, markup.arxiv_html(found)) if found.text == "html" else _html(404, _no_html(found))
        ),
    }
    form = forms.get(kind)
    return form(work) if form is not None else _html(404, markup.not_found_html("arxiv.org"))


def _no_html(work: Replica) -> str:
    return markup.not_found_html(f"arxiv.org (no HTML for {work.arxiv})")


def _web(library: Library, host: str, target: str) -> Answer:
    """Replica of any other site, page by page."""
    url = f"https://{host}{target}"
    page = library.pages.get(url) or library.pages.get(url.partition("?")[0])
    if page is None:
        return _html(404, markup.not_found_html(host))
    if page.kind == "redirect":
        return _html(301, "", ("Location", page.to))
    if page.kind == "wall":
        return _html(403, markup.wall_html(host), ("cf-mitigated", "challenge"))
    if page.kind == "teapot":
        return _html(418, markup.teapot_html())
    return _html(200, markup.page_html(page, library.by_slug(page.work) if page.work else None))


_SERVICES: dict[str, Callable[[Library, str, dict[str, str]], Answer]] = {
    "doi.org": _doi,
    "dx.doi.org": _doi,
    "api.crossref.org": _crossref,
    "api.datacite.org": _datacite,
    "export.arxiv.org": _atom,
    "arxiv.org": _arxiv,
}


def _handler(services: Services) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Speaks just enough HTTP."""

        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            """Every request here is a GET."""
            answer = services.answer(self.headers.get("Host", "").partition(":")[0].lower(), self.path)
            try:
                self.send_response_only(answer.status)
                self.send_header("Content-Type", answer.media)
                self.send_header("Content-Length", str(len(answer.body)))
                for name, value in answer.headers:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body)
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name http.server calls
            """Keep the test's output clean."""

    return Handler
