"""The stand-in's HTTP: api.php and index.php under /wiki, cookies, redirects without following."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, quote, urlsplit

from tests.fakes.mw112 import api, browser, pages
from tests.fakes.mw112.model import Answer, MiniWiki, Session

_FORMS = frozenset(
    {
        Answer.session_preview,
        Answer.preview,
        Answer.conflict,
        Answer.recreate,
        Answer.captcha,
        Answer.summary,
        Answer.too_big,
    }
)


@dataclass
class Reply:
    """An answer before it is written out."""

    status: int
    body: str
    kind: str = "text/html; charset=UTF-8"
    headers: list[tuple[str, str]] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    # one packet an answer: head and body apart would wait for the other side's delayed acknowledgement
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    wiki: MiniWiki
    counter = 0

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """A GET."""
        self._answer({})

    def do_POST(self) -> None:
        """A urlencoded POST."""
        body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
        self._answer(dict(parse_qsl(body, keep_blank_values=True)), posted=True)

    def _answer(self, posted_fields: dict[str, str], *, posted: bool = False) -> None:
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        session, new = self._session()
        try:
            if parts.path == "/wiki/api.php":
                with self.wiki.lock:
                    reply = self._api(session, query | posted_fields, posted=posted)
            elif parts.path == "/wiki/index.php":
                reply = self._index(session, query, posted_fields, posted=posted)
            else:
                reply = Reply(404, "<h1>404 - Not Found</h1>")
        except ConnectionError:
            if self.wiki.hangs is not None:
                self.wiki.hangs.wait(60)
            self.close_connection = True
            return
        if new:
            reply.headers.append(("Set-Cookie", f"mlru_session={session.key}; path=/"))
        self._write(reply)

    def _session(self) -> tuple[Session, bool]:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("mlru_session")
        with self.wiki.lock:
            if cookie is not None and cookie.value in self.wiki.sessions:
                return self.wiki.sessions[cookie.value], False
            Handler.counter += 1
            session = Session(f"{Handler.counter:032x}")
            self.wiki.sessions[session.key] = session
            return session, True

    def _api(self, session: Session, fields: dict[str, str], *, posted: bool) -> Reply:
        if not self.wiki.api_enabled:
            return Reply(200, "MediaWiki API is not enabled for this site.")
        try:
            data = api.answer(self.wiki, session, fields, posted=posted)
        except api.ApiError as error:
            mark = [("MediaWiki-API-Error", error.code)]
            if error.plain:
                return Reply(200, f"{error.code}: {error.info}", "text/html", mark)
            return _json({"error": {"code": error.code, "info": error.info}}, mark)
        return _json(data, [])

    def _index(self, session: Session, query: dict[str, str], fields: dict[str, str], *, posted: bool) -> Reply:
        wiki = self.wiki
        title = wiki.canonical(query.get("title", ""))
        if title is None:
            return Reply(
                200, pages.page(wiki, "Недопустимое название", "<p>Запрашиваемое название неправильно</p>", "Ошибка")
            )
        action = query.get("action", "view")
        if title == "Special:Version":
            place = f"http://{self.headers['Host']}/wiki/index.php?title={quote('Служебная:Version')}"
            return Reply(301, "", headers=[("Location", place)])
        if title == "Служебная:Version":
            cell = "&lt;pre&gt;, &lt;ref&gt;, &lt;references&gt;, &lt;source&gt; и &lt;tex&gt;"
            body = f'<table><tr><td colspan="3">{cell}</td></tr></table>'
            return Reply(200, pages.page(wiki, "Версия MediaWiki", body, user=session.user))
        special = self._special(session, title, query | fields)
        if special is not None:
            return special
        if action == "raw" and "oldid" in query:
            old = next((rev for rev in wiki.history(title) if str(rev.revid) == query["oldid"]), None)
            return Reply(404 if old is None else 200, "" if old is None else old.text, "text/x-wiki; charset=UTF-8")
        if action == "raw":
            text = wiki.text(title)
            return Reply(404 if text is None else 200, text or "", "text/x-wiki; charset=UTF-8")
        if action == "history":
            body = "".join(f'<li><input name="oldid" value="{rev.revid}" /></li>' for rev in wiki.history(title))
            return Reply(200, pages.page(wiki, title, f"<ul id='pagehistory'>{body}</ul>"))
        if action == "submit" and posted:
            answer, theirs = wiki.save(session, title, fields)
            return self._saved(session, title, fields, answer, theirs)
        if action in {"edit", "submit"}:
            if wiki.read_only:
                return Reply(200, pages.read_only(wiki, title))
            if not wiki.may_edit(session.user, title):
                return Reply(200, pages.no_right(wiki, session, title))
            return Reply(200, pages.edit_form(wiki, session, title))
        return Reply(200, pages.page(wiki, title, f"<p>{wiki.text(title) or ''}</p>"))

    def _special(self, session: Session, title: str, fields: dict[str, str]) -> Reply | None:
        """Pages that a client without the API reads; English names lead to those in the wiki's language, unless posted to."""
        wiki, posted = self.wiki, self.command == "POST"
        name = title.partition(":")[2]
        if title.startswith("Special:") and not posted:
            place = f"http://{self.headers['Host']}/wiki/index.php?title={quote('Служебная:' + name)}"
            more = "".join(f"&{key}={quote(value)}" for key, value in fields.items() if key != "title")
            return Reply(301, "", headers=[("Location", place + more)])
        if title not in {f"{space}:{name}" for space in ("Special", "Служебная")}:
            return None
        with wiki.lock:
            if name == "Userlogin":
                heading, body = browser.login(wiki, session, fields)
            elif name == "Export" and "addcat" in fields:
                heading, body = "Экспорт", browser.category(wiki, fields)
            elif name == "Export":
                return Reply(200, browser.export(wiki, fields), "application/xml; charset=utf-8")
            else:
                heading, body = (
                    "Все страницы",
                    browser.all_pages(wiki, int(fields.get("namespace", "0")), fields.get("from", "")),
                )
        return Reply(200, pages.page(wiki, heading, body, user=session.user))

    def _saved(self, session: Session, title: str, fields: dict[str, str], answer: Answer, theirs: str) -> Reply:
        wiki = self.wiki
        if answer is Answer.redirect:
            place = f"http://{self.headers['Host']}/wiki/index.php?title={quote(title.replace(' ', '_'))}"
            return Reply(302, "", headers=[("Location", place)])
        if answer in _FORMS:
            return Reply(200, pages.edit_form(wiki, session, title, sent=fields, answer=answer, theirs=theirs))
        if answer is Answer.no_right:
            return Reply(200, pages.no_right(wiki, session, title))
        if answer is Answer.read_only:
            return Reply(200, pages.read_only(wiki, title))
        return Reply(503 if answer is Answer.rate else 200, pages.words(wiki, answer))

    def _write(self, reply: Reply) -> None:
        body = reply.body.encode("utf-8", "surrogateescape")
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in reply.headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _json(data: object, headers: list[tuple[str, str]]) -> Reply:
    return Reply(200, json.dumps(data), "application/json; charset=utf-8", headers)


@contextmanager
def serve(wiki: MiniWiki) -> Iterator[str]:
    """Serve a wiki on a free port of the loopback; gives the address of its index.php."""
    handler = type("Handler", (Handler,), {"wiki": wiki})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/wiki/index.php"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
