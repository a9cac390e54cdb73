"""What became of an address: content is told from walls, false pages and gone ones; text is read in its own charset."""

from __future__ import annotations

import asyncio
import io

import pytest

from bot.model.citation import Cited, Identifier
from bot.model.outcome import Outcome, Shown
from bot.model.ports import Looked
from bot.model.reasons import Reason
from bot.model.reply import Reply
from bot.model.words import IdKind, LinkState, Scope
from bot.net.cassettes import ReplayClock
from bot.sources import reading
from bot.sources.reader import Reader
from bot.sources.reading import Refresh, Task
from tests.fakes.papers import paper
from tests.sources.servers import Page
from tests.sources.world import ADAM, DictCache, World, bare

S, R = LinkState, Reason
LONG = "Градиент умножают на масштаб потерь, чтобы малые значения не обращались в ноль. " * 40
ARTICLE = (
    f"<html><head><title>Масштаб потерь | Блог</title></head><body><h1>Масштаб потерь</h1><p>{LONG}</p></body></html>"
)


def html(title: str, body: str = "", head: str = "") -> bytes:
    """A small page."""
    return f"<!DOCTYPE html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>".encode()


def look(pages: dict[str, Page], address: str) -> Looked:
    """One address, cited without anything else."""
    cited = Cited(title="Масштаб потерь", identifiers=(Identifier(IdKind.url, address),), plain="Масштаб потерь")
    return World(pages).look_at([bare(cited)])[0]


ANUBIS = html(
    "Making sure you're not a bot!", "<p>Loading…</p>", '<script src="/.within.website/x/cmd/anubis/main.js"></script>'
)
CLOUDFLARE = html(
    "Just a moment...",
    "<p>Enable JavaScript and cookies to continue</p>",
    "<script>/cdn-cgi/challenge-platform/</script>",
)
STUB = html(
    "Доступ ограничен", "<p>Доступ к информационному ресурсу ограничен на основании Федерального закона № 149-ФЗ.</p>"
)
SPEC = html(
    "OWL 2 changes",
    f"<h1>Changes</h1><p>The keyword has been removed from the document.</p><p>{'Axioms and terms. ' * 200}</p>",
)

PUZZLED = html("Заметка о порядке", f"<p>{LONG[:400]}</p><form><div class='g-recaptcha'></div>Комментарий</form>")

ABOUT_404 = html(
    "404: страница, которой нет",
    "<h1>Ошибка 404</h1>"
    + "".join(
        f"<p>Абзац {n}. Код 404 сервер посылает, когда страница не найдена: её удалили или она переехала, "
        "а ссылки на неё остались у читателей и поисковых машин.</p>"
        for n in range(5)
    ),
)
#: A page that is not there, with all that its site shows around it.
MENUS_404 = html(
    "Ошибка 404",
    "<p>К сожалению, запрошенная страница не найдена: возможно, её удалили или переместили в другой раздел сайта.</p>"
    "<ul>"
    + "".join(
        f"<li>Раздел номер {n} со всеми новостями, объявлениями и мероприятиями нашего учреждения за год</li>"
        for n in range(15)
    )
    + "</ul>",
)
CONSENT = html("Before you continue", f"<h1>Cookies</h1><p>{LONG}</p>")

STATES: dict[str, tuple[Page, LinkState, Reason | None]] = {
    "content": ((200, {}, ARTICLE.encode()), S.alive, None),
    "a long page that speaks of removal": ((200, {}, SPEC), S.alive, None),
    "not found": ((404, {}, html("Not found")), S.gone, R.not_found_page),
    "gone": ((410, {}, b""), S.gone, R.not_found_page),
    "not found behind a challenge": ((404, {"cf-mitigated": "challenge"}, CLOUDFLARE), S.blocked, R.bot_wall),
    "forbidden": ((403, {}, html("403 Forbidden")), S.blocked, R.bot_wall),
    "LinkedIn": ((999, {}, b"<html><script>window.location</script></html>"), S.blocked, R.bot_wall),
    "teapot": ((418, {}, html("I'm a teapot")), S.blocked, R.bot_wall),
    "Cloudflare": ((503, {"server": "cloudflare"}, CLOUDFLARE), S.blocked, R.bot_wall),
    "Anubis with status 200": ((200, {}, ANUBIS), S.blocked, R.bot_wall),
    "AWS": ((202, {"x-amzn-waf-action": "challenge"}, b""), S.blocked, R.bot_wall),
    "DDoS-Guard": ((403, {"server": "ddos-guard"}, html("DDOS-GUARD")), S.blocked, R.bot_wall),
    "Turing test": ((200, {}, html("Тест Тьюринга", "<p>Подтвердите, что вы не робот</p>")), S.blocked, R.bot_wall),
    "a puzzle and nothing else": ((200, {}, html("Site", '<div class="g-recaptcha"></div>')), S.blocked, R.bot_wall),
    "a puzzle beside a comment form": ((200, {}, PUZZLED), S.alive, None),
    "unauthorised": ((401, {}, b"<html>"), S.blocked, R.login_wall),
    "payment": ((402, {}, b"<html>"), S.blocked, R.paywall),
    "law": ((451, {}, b"<html>"), S.blocked, R.legal_block),
    "provider": ((200, {}, STUB), S.blocked, R.provider_stub),
    "sign in": ((200, {}, html("Вход", "<form>Логин</form>")), S.blocked, R.login_wall),
    "soft 404": ((200, {}, html("Страница не найдена", "<h1>Ошибка 404</h1>")), S.soft_404, R.not_found_page),
    "soft 404 in English": ((200, {}, html("Oops! Page not found", "<p>Try the search.</p>")), S.soft_404, R.not_found_page),
    "soft 404 by its body": ((200, {}, html("Site", "<p>This page does not exist.</p>")), S.soft_404, R.not_found_page),
    "an article about the soft 404": ((200, {}, ABOUT_404), S.alive, None),
    "soft 404 among menus": ((200, {}, MENUS_404), S.soft_404, R.not_found_page),
    "consent on another host": ((302, {"location": "http://consent.other.org/m?to=site.org"}, b""), S.blocked, R.bot_wall),
    "consent by its path": ((302, {"location": "http://guce.other.org/v2/collectConsent?id=1"}, b""), S.blocked, R.bot_wall),
    "consent on the same site": ((302, {"location": "/consent?to=/page"}, b""), S.blocked, R.bot_wall),
    "an article about consent": ((301, {"location": "http://other.org/consent"}, b""), S.alive, None),
    "parked": ((200, {}, html("e.com", "<p>Домен продаётся</p>", "<script>window.park")), S.parked, R.not_found_page),
    "server error": ((500, {}, b"<html>"), S.unknown, R.server_error),
    "origin down": ((522, {}, b"<html>"), S.unknown, R.server_error),
    "too many": ((429, {}, b"slow down"), S.unknown, R.rate_limited),
    "bad request": ((400, {}, b"<html>"), S.unknown, R.http_error),
    "empty": ((200, {}, b""), S.alive, R.no_readable_text),
    "picture": ((200, {"content-type": "image/png"}, b"\x89PNG\r\n\x1a\n" + bytes(50)), S.alive, R.unsupported_format),
    "archive": ((200, {"content-type": "application/zip"}, b"PK\x03\x04" + bytes(50)), S.alive, R.unsupported_format),
    "broken PDF": ((200, {"content-type": "application/pdf"}, b"%PDF-1.7 nothing more"), S.alive, R.garbled_answer),
    "loop": ((302, {"location": "http://site.org/page"}, b""), S.unknown, R.redirect_loop),
    "inside": ((302, {"location": "http://169.254.169.254/latest/meta-data/"}, b""), S.unknown, R.guarded_address),
    "inside by another spelling": ((302, {"location": "//0x7f.1/"}, b""), S.unknown, R.guarded_address),
    "another scheme": ((302, {"location": "file:///etc/passwd"}, b""), S.unknown, R.bad_address),
    "front page": ((301, {"location": "/"}, b""), S.redirected_elsewhere, R.redirected_home),
    "error page": ((302, {"location": "/error.html"}, b""), S.redirected_elsewhere, R.redirected_home),
    "moved": ((301, {"location": "/new/place"}, b""), S.alive, None),
    "moved to an article about errors": ((301, {"location": "/guide/error-handling.html"}, b""), S.alive, None),
    "refresh": ((200, {}, html("", "", '<meta http-equiv="refresh" content="0; url=/new/place">')), S.alive, None),
    "no such host": ((302, {"location": "http://nowhere.org/"}, b""), S.gone, R.no_such_host),
}  # fmt: skip
AROUND: dict[str, Page] = {
    place: (200, {}, ARTICLE.encode())
    for place in (
        "site.org/", "site.org/error.html", "site.org/new/place", "site.org/guide/error-handling.html", "other.org/consent",
    )
}  # fmt: skip
for _place in ("consent.other.org/m?to=site.org", "guce.other.org/v2/collectConsent?id=1", "site.org/consent?to=/page"):
    AROUND[_place] = (200, {}, CONSENT)


@pytest.mark.parametrize("name", STATES)
def test_states_of_an_address(name: str) -> None:
    """Only 404, 410 and «no such host» are gone; walls are blocked; what says nothing is unknown."""
    reply, state, reason = STATES[name]
    looked = look({**AROUND, "site.org/page": reply}, "http://site.org/page")
    assert (looked.link.state, looked.link.reason) == (state, reason)
    assert (looked.text is not None) == (state is S.alive and reason is None)


def test_nothing_of_a_wall_is_taken_over() -> None:
    """A challenge's title is neither text nor metadata."""
    looked = look({"site.org/page": (200, {}, ANUBIS)}, "http://site.org/page")
    assert looked.text is None
    assert not looked.identity.fields


@pytest.mark.parametrize(
    ("charset", "header", "meta"),
    [
        ("utf-8", "text/html", ""),
        ("cp1251", "text/html", '<meta charset="windows-1251">'),
        ("cp1251", "text/html; charset=windows-1251", ""),
        (
            "cp1251",
            "text/html; charset=utf-8",
            '<meta http-equiv="Content-Type" content="text/html; charset=win-1251">',
        ),
        ("koi8-r", "text/html; charset=koi8-r", ""),
        ("cp1251", "text/html", ""),
        ("utf-8", "text/html; charset=iso-8859-1", '<meta charset="utf-8">'),
        ("utf-16", "text/html", ""),
    ],
)
def test_text_is_read_in_its_charset(charset: str, header: str, meta: str) -> None:
    """Byte order mark, header, markup, detector: a wrong word of a server does not make mojibake."""
    body = ARTICLE.replace("<title>", f"{meta}<title>").encode(charset)
    text = look({"site.org/page": (200, {"content-type": header}, body)}, "http://site.org/page").text
    assert text is not None
    assert "масштаб потерь" in text.text


def test_a_location_in_old_bytes_is_followed_as_they_are() -> None:
    """A cp1251 path in ``Location`` is escaped byte by byte."""
    from bot.sources.fetch import escaped

    assert escaped("/путь a".encode("cp1251")) == "/%EF%F3%F2%FC%20a"
    assert escaped(b"/already%20%D0%9F?q=1#x") == "/already%20%D0%9F?q=1#x"


def test_hidden_text_is_not_text() -> None:
    """What a reader does not see cannot speak."""
    hidden = (
        '<p style="display:none">СКРЫТО раз</p><p hidden>СКРЫТО два</p><div aria-hidden="true">СКРЫТО три</div><!-- СКРЫТО -->'
        "<script>СКРЫТО</script><template>СКРЫТО</template><noscript>СКРЫТО</noscript><p>Ви\u200bдно\U000e0041</p>"
    )
    body = ARTICLE.replace("</body>", f"{hidden}</body>").encode()
    text = look({"site.org/page": (200, {}, body)}, "http://site.org/page").text
    assert text is not None
    assert "СКРЫТО" not in text.text
    assert "\u200b" not in text.text


def test_blocks_stand_under_their_headings_at_their_offsets() -> None:
    """A passage can be named by the heading over it, and cut out of the text exactly."""
    body = html("T", f"<main><h1>Верх</h1><p>Первый абзац. {LONG}</p><h2>Раздел</h2><p>Второй абзац о порядке. {LONG}</p>"
                "<table><tr><td>FP16</td><td>5</td></tr></table></main>")  # fmt: skip
    text = look({"site.org/page": (200, {}, body)}, "http://site.org/page").text
    assert text is not None
    found = {text.text[block.start : block.end][:12]: block.where for block in text.blocks}
    assert found["Первый абзац"] == "Верх"
    assert found["Второй абзац"] == "Раздел"
    assert found["FP16 | 5"] == "Раздел"


def test_a_pdf_is_read_page_by_page() -> None:
    """Whatever its content type says; the scope is the full text."""
    text = look(
        {"site.org/page": (200, {"content-type": "application/octet-stream"}, paper(ADAM))}, "http://site.org/page"
    ).text
    assert text is not None
    assert text.scope is Scope.full_text
    assert text.blocks[0].where == "p. 1"


def test_a_pdf_without_a_text_layer_is_said_to_have_none() -> None:
    """A scan is alive and unread."""
    import pypdfium2

    document = pypdfium2.PdfDocument.new()
    document.new_page(200, 200)
    buffer = io.BytesIO()
    document.save(buffer)
    looked = look(
        {"site.org/page": (200, {"content-type": "application/pdf"}, buffer.getvalue())}, "http://site.org/page"
    )
    assert (looked.text, looked.link.reason) == (None, Reason.no_readable_text)


def test_an_articles_landing_page_is_read_as_its_abstract() -> None:
    """Highwire tags with little text: metadata hold, the text is not the work."""
    head = '<meta name="citation_title" content="Масштаб потерь"><meta name="citation_author" content="Иванов, И.">'
    looked = look({"site.org/page": (200, {}, html("X", f"<p>{LONG[:900]}</p>", head))}, "http://site.org/page")
    assert looked.text is not None
    assert looked.text.scope is Scope.abstract
    assert looked.identity.reason is Reason.page_agrees


def test_a_cookie_that_a_chain_asks_for_is_given_back_inside_the_chain() -> None:
    """A site that redirects until its cookie comes back is no loop."""
    from tests.sources.servers import Replica

    asked = []

    def answer(host: str, path: str) -> Page:
        asked.append(f"{host}{path}")
        if len(asked) < 2:
            return (302, {"location": "/page", "set-cookie": "seen=1; Path=/"}, b"")
        return (200, {}, ARTICLE.encode())

    world = World({"site.org/page": (200, {}, b"")})
    world.server = Replica(answer)
    cited = Cited(title="Масштаб потерь", identifiers=(Identifier(IdKind.url, "http://site.org/page"),))
    assert world.look_at([bare(cited)])[0].link.state is LinkState.alive
    assert len(asked) == 2


def test_gone_is_one_look_and_dead_another_day() -> None:
    """The same day never makes an address dead; a good look forgets its failures; a wall leaves them."""
    cache = DictCache()

    def state(day: str, reply: Page) -> tuple[LinkState, int, str | None]:
        cache.kept.pop(("page", "http://site.org/page"), None)  # half a day has passed
        cited = Cited(identifiers=(Identifier(IdKind.url, "http://site.org/page"),))
        world = World({"site.org/page": reply}, cache=cache, clock=ReplayClock(f"{day}T10:00:00Z"))
        link = world.look_at([bare(cited)])[0].link
        return link.state, link.looks, link.first_failed

    gone: Page = (404, {}, b"<html>")
    assert state("2026-01-01", gone) == (S.gone, 1, "2026-01-01T10:00:00Z")
    assert state("2026-01-01", gone) == (S.gone, 2, "2026-01-01T10:00:00Z")
    assert state("2026-01-02", (403, {}, b"<html>"))[0] is S.blocked
    assert state("2026-01-03", gone) == (S.dead, 3, "2026-01-01T10:00:00Z")
    assert state("2026-01-04", (200, {}, ARTICLE.encode())) == (S.alive, 1, None)
    assert state("2026-01-05", gone) == (S.gone, 1, "2026-01-05T10:00:00Z")


def task(body: bytes, url: str = "http://site.org/page") -> Task:
    """A good reply with that body, to be read."""
    return Task(Reply(url, 200, (), body), url, "2026-01-01T00:00:00Z")


def read_with(reader: Reader, *bodies: bytes) -> list[Outcome | Refresh]:
    """Bodies one after another, and the reader's children ended."""

    async def run() -> list[Outcome | Refresh]:
        try:
            return [await reader.read(task(body)) for body in bodies]
        finally:
            await reader.aclose()

    return asyncio.run(run())


@pytest.mark.parametrize("body", [paper(ADAM), ARTICLE.encode()], ids=["pdf", "html"])
def test_what_takes_too_long_costs_its_bound_and_no_more(body: bytes) -> None:
    """The child is killed, the reply is too big, and the next one finds a new child."""

    async def run() -> tuple[Outcome | Refresh, Outcome | Refresh]:
        reader = Reader(seconds=0.0)
        try:
            slow = await reader.read(task(body))
            reader._seconds = 60.0
            return slow, await reader.read(task(body))
        finally:
            await reader.aclose()

    slow, read = asyncio.run(run())
    assert isinstance(slow, Shown)
    assert (slow.text, slow.reason) == (None, Reason.too_big)
    assert isinstance(read, Shown)
    assert read.text is not None


def test_a_child_that_dies_costs_one_reply() -> None:
    """Native code that falls over takes nothing else with it."""

    async def run() -> tuple[Outcome | Refresh, Outcome | Refresh]:
        reader = Reader(children=1)
        try:
            await reader.read(task(ARTICLE.encode()))
            reader._idle[0]._process.kill()
            await reader._idle[0]._process.wait()
            return await reader.read(task(ARTICLE.encode())), await reader.read(task(ARTICLE.encode()))
        finally:
            await reader.aclose()

    lost, read = asyncio.run(run())
    assert isinstance(lost, Shown)
    assert lost.reason is Reason.too_big
    assert isinstance(read, Shown)
    assert read.text is not None


def test_the_child_says_what_this_process_would() -> None:
    """A text with its blocks, anchors and metadata, a wall, a missing page, a refresh: nothing is lost on the way."""
    bodies = [
        ARTICLE.encode(), ANUBIS, STUB, paper(ADAM), b"", b"\xff\xfe", html("Страница не найдена", "<h1>404</h1>"),
        html("T", f"<h2 id='a'>Раздел</h2><p>{LONG}</p>"), html("", "", '<meta http-equiv="refresh" content="0; url=/x">'),
    ]  # fmt: skip
    found = read_with(Reader(), *bodies)
    here = [reading.read(task(body)) for body in bodies]
    assert found == here


def test_a_server_that_answers_everything_alike_is_a_soft_404() -> None:
    """Only a short page is probed, and only one that its site gives for any address is doubted."""
    same = html("Наш сайт", "<p>Добро пожаловать. Разделы сайта перечислены слева.</p>")
    short = html("Наш сайт", "<p>Порядок BF16 занимает восемь бит, мантисса — семь.</p>")

    def state(page: bytes, beside: bytes | None) -> LinkState:
        class Anything(dict[str, Page]):
            def get(self, key: str, default: Page) -> Page:  # type: ignore[override]
                if key == "site.org/deep/page":
                    return (200, {}, page)
                return default if beside is None or not key.startswith("site.org/deep/") else (200, {}, beside)

        world = World({"site.org/deep/page": (200, {}, page)})
        world._pages = Anything(world._pages)
        cited = Cited(identifiers=(Identifier(IdKind.url, "http://site.org/deep/page"),))
        return world.look_at([bare(cited)])[0].link.state

    assert state(same, same) is S.soft_404
    assert state(short, same) is S.alive
    assert state(short, None) is S.alive
    assert state(ARTICLE.encode(), ARTICLE.encode()) is S.alive


def test_a_program_is_read_as_its_raw_file() -> None:
    """GitHub's page of a file is for people; the text is the file's own."""
    pages: dict[str, Page] = {
        "github.com/o/r/blob/main/amp.py": (200, {}, ARTICLE.encode()),
        "raw.githubusercontent.com/o/r/main/amp.py": (200, {"content-type": "text/plain"}, b"scale = 2 ** 16\n"),
    }
    text = look(pages, "https://github.com/o/r/blob/main/amp.py#L1-L2").text
    assert text is not None
    assert text.text == "scale = 2 ** 16"


def test_a_formula_is_written_out_once() -> None:
    """MathML says it twice, as marks and as an annotation; its TeX is what a reader can compare."""
    annotation = "<annotation encoding='application/x-tex'>2^{15}</annotation>"
    marks = f"<semantics><msup><mn>2</mn><mn>15</mn></msup>{annotation}</semantics>"
    body = html(
        "T",
        f"<main><p>Масштаб равен <math alttext='2^{{15}}'>{marks}</math> или <math>{marks}</math>. {LONG}</p></main>",
    )
    text = look({"site.org/page": (200, {}, body)}, "http://site.org/page").text
    assert text is not None
    assert "Масштаб равен 2^{15} или 2^{15}." in text.text


@pytest.mark.parametrize("executable", ["/nowhere/python", ""])
def test_where_no_process_may_be_started_a_pdf_is_read_all_the_same(
    monkeypatch: pytest.MonkeyPatch, executable: str
) -> None:
    """An embedded interpreter, or a system that forbids children."""
    import sys

    monkeypatch.setattr(sys, "executable", executable)
    (shown,) = read_with(Reader(), paper(ADAM))
    assert isinstance(shown, Shown)
    assert shown.text is not None


def test_a_short_page_keeps_its_headings() -> None:
    """Where the extractor puts everything into one paragraph, the page's own structure is better."""
    body = html(
        "T", "<article><h2>Масштаб</h2><p>Потери умножают на 2 в степени 15 перед обратным проходом сети.</p></article>"
    )
    text = look({"site.org/page": (200, {}, body)}, "http://site.org/page").text
    assert text is not None
    assert [block.where for block in text.blocks] == ["Масштаб", "Масштаб"]


def test_a_server_that_packs_wrongly_is_asked_for_plain_bytes() -> None:
    """A body that is not what its encoding says is asked for again, unpacked."""
    from bot.net.network import Rerouted
    from bot.net.transport import Transport
    from bot.sources.fetch import Fetcher
    from tests.sources.servers import Raw

    class Packing(Raw):
        async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = await reader.readuntil(b"\r\n\r\n")
            body = ARTICLE.encode()
            packing = b"" if b"identity" in head else b"content-encoding: gzip\r\n"
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n%s\r\n%s" % (len(body), packing, body))
            await writer.drain()
            writer.close()

    async def run() -> Outcome:
        async with Packing(lambda *_: None) as server:
            transport = Transport("test", Rerouted({"site.org": server.port}))
            fetcher = Fetcher(transport, ReplayClock())
            try:
                return await fetcher.read("http://site.org/page")
            finally:
                await fetcher.reader.aclose()
                await transport.aclose()

    assert isinstance(asyncio.run(run()), Shown)
