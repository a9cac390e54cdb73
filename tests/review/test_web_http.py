"""The review page over HTTP: who is let in, what is refused, what every answer carries, and what is stored."""

from __future__ import annotations

import json
import re
import signal
import socket
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import pytest

from bot.errors import UsageError
from bot.model.ids import text_sha256
from bot.model.message import msg
from bot.review.web import screens
from bot.review.web.cards import KEYS
from bot.review.web.entries import Ready, Running, title_in
from bot.review.web.request_guard import POLICY, TOKEN_HEADER
from bot.review.web.server import bind
from bot.sample import cassette, draft_text
from bot.sources.given import kept
from bot.store import open_store
from tests import templates
from tests.cli.command_line import mlwiki
from tests.mediawiki import SECRET, Wiki
from tests.report import builders
from tests.review.served import Site, client_of, command, decisions, serving

TITLE = "Смешанная точность"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server with one checked page and one that is being checked."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with serving({TITLE: ready, "busy": Running(msg("reading"), 3, 7)}, tmp_path) as running:
        yield running


def post(site: Site, client: httpx.Client, path: str, body: object, **headers: str) -> httpx.Response:
    """A POST as our own script sends it."""
    return client.post(path, content=json.dumps(body), headers={TOKEN_HEADER: site.keys.post, **headers})


def decide(site: Site, client: httpx.Client, **asked: object) -> httpx.Response:
    """A decision on the checked page."""
    return post(site, client, f"/p/{site.ids[TITLE]}/decide", asked)


def test_only_the_start_address_lets_a_browser_in(site: Site) -> None:
    """Without the cookie nothing is shown; the cookie is out of reach for scripts and other sites."""
    with httpx.Client(base_url=site.origin, trust_env=False) as stranger:
        for path in (
            "/",
            "/app.js",
            "/style.css",
            f"/p/{site.ids[TITLE]}",
            "/start",
            "/start?token=",
            "/start?token=x",
        ):
            assert stranger.get(path).status_code == 403
        answer = stranger.get(site.keys.address)
    assert (answer.status_code, 'content="0;url=/"' in answer.text) == (200, True)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert site.keys.start not in cookie
    with site.client() as client:
        assert client.get("/").status_code == 200
    with httpx.Client(trust_env=False) as browser:
        assert [browser.get(site.keys.address_once).status_code for _ in range(2)] == [200, 403]
        assert browser.get(site.keys.address).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
def test_another_host_name_is_refused(site: Site, host: str) -> None:
    """A name that was made to point at this machine reaches nothing (DNS rebinding)."""
    with site.client() as client:
        assert client.get("/", headers={"Host": host.format(port=site.keys.port)}).status_code == 400
        assert client.get("/", headers={"Host": f"localhost:{site.keys.port}"}).status_code == 200


def test_a_change_needs_the_token_of_our_own_page(site: Site) -> None:
    """The cookie alone changes nothing, neither does the token from another origin."""
    path = f"/p/{site.ids[TITLE]}/decide"
    with site.client() as client:
        assert client.post(path, content="{}").status_code == 403
        assert client.post(path, content="{}", headers={TOKEN_HEADER: site.keys.start}).status_code == 403
        assert post(site, client, path, {}, Origin="http://127.0.0.1:1").status_code == 403
        assert post(site, client, path, {}, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert post(site, client, path, {}, **{"Sec-Fetch-Site": "same-site"}).status_code == 403
        assert f'content="{site.keys.post}"' in client.get("/").text
    with httpx.Client(base_url=site.origin, trust_env=False) as stranger:
        assert post(site, stranger, path, {}).status_code == 403
    assert decisions(site) == {}


def test_every_answer_is_sealed(site: Site) -> None:
    """Policy, referrer and caching stand on pages, refusals and files alike; no inline script or style needs an exception."""
    with site.client() as client:
        answers = [client.get(path) for path in ("/", "/app.js", "/style.css", "/nowhere", f"/p/{site.ids[TITLE]}")]
        answers.append(client.get("/", headers={"Host": "evil.example"}))
        pages = client.get("/").text + client.get(f"/p/{site.ids[TITLE]}").text
    for answer in answers:
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers
    assert "unsafe" not in POLICY
    assert "style=" not in pages
    assert "<style" not in pages
    assert pages.count("<script") == 2


def test_a_page_shows_claim_and_source_and_folds_the_verdict(site: Site) -> None:
    """The quote is marked, its link opens the source at the passage, the judge's word stands folded."""
    with site.client() as client:
        text = client.get(f"/p/{site.ids[TITLE]}").text
    assert "<mark>" in text
    assert "The article says" in text
    assert '<details class="verdict"><summary>What the judge says</summary>' in text
    assert 'rel="noreferrer noopener nofollow" target="_blank"' in text


def test_a_decision_is_stored_before_the_answer(site: Site) -> None:
    """Release needs a reason, a proven fault also its name; undo takes it back."""
    with site.client() as client:
        page = client.get(f"/p/{site.ids[TITLE]}").text
        blocked = page.partition("data-label=")[0].rpartition("<article")[2].partition('id="')[2].partition('"')[0]
        label = page.partition('data-label="')[2].partition('"')[0]
        asked = {"card": blocked, "does": "release", "reason": " seen\n it ", "label": label}
        assert decide(site, client, **{**asked, "reason": " "}).status_code == 400
        assert decide(site, client, **{**asked, "label": "x"}).status_code == 400
        assert decisions(site) == {}
        answer = decide(site, client, **asked)
        assert 'data-state="decided"' in answer.text
        assert [*decisions(site).values()] == [("overrule", "seen it")]
        assert decide(site, client, card=blocked, does="undo").status_code == 200
    assert decisions(site) == {}


def test_only_edits_are_decided_together(site: Site) -> None:
    """A citation, a name of no card, another action: refused, and nothing is stored."""
    page, token = f"/p/{site.ids[TITLE]}", {TOKEN_HEADER: site.keys.post}
    with site.client() as client:
        text = client.get(page).text
        citation, edit = (re.search(rf'id="({kind}-[^"]+)" tabindex', text)[1] for kind in "ce")  # type: ignore[index]
        for asked in (
            {"cards": [citation], "does": "accept"},
            {"cards": [edit, "e-none"], "does": "accept"},
            {"cards": [edit], "does": "alarm"},
        ):
            assert client.post(f"{page}/decide-all", json=asked, headers=token).status_code == 400
        assert decisions(site) == {}


def test_nonsense_is_refused_in_one_line(site: Site) -> None:
    """Other actions, other cards, other pages, no JSON, too much: a 400 or 404 that says why, and nothing is stored."""
    with site.client() as client:
        assert decide(site, client, card="c-none", does="release").status_code == 400
        assert decide(site, client).status_code == 400
        assert post(site, client, f"/p/{site.ids['busy']}/decide", {"card": "x", "does": "y"}).status_code == 400
        assert post(site, client, "/p/none/decide", {}).status_code == 400
        assert post(site, client, "/add", []).status_code == 400
        assert post(site, client, "/add", {"text": "  "}).status_code == 400
        assert post(site, client, "/add", {"name": " "}).status_code == 400
        assert client.get("/p/none").status_code == 404
        big = client.post("/add", content=b"x" * (13 * 2**20), headers={TOKEN_HEADER: site.keys.post})
        assert big.status_code == 400
        assert "\n" not in big.text
    assert decisions(site) == {}


@pytest.mark.parametrize(
    "body",
    [r'{"text": "\ud83d x", "title": "x"}', r'{"text": "x", "title": "\udc00"}', "[" * 200_000, '{"text":' * 50_000, "1" * 5000,
     '{"text": NaN}', '{"text": "x", "text": "y"}', "[]", "", b"\xff", b'{"text": "\xed\xa0\x80"}'],
    ids=range(11),
)  # fmt: skip
def test_a_body_that_is_no_json_of_one_meaning_is_refused(site: Site, body: str | bytes) -> None:
    """However deep, broken or ambiguous: 400 in one line, and the next request is answered."""
    with site.client() as client:
        answer = client.post("/add", content=body, headers={TOKEN_HEADER: site.keys.post})
        assert (answer.status_code, answer.text.count("\n")) == (400, 0)
        assert client.get("/").status_code == 200


def test_a_whole_pair_is_a_character_and_nul_is_named_by_line(site: Site) -> None:
    """JSON writes characters beyond the sixteenth bit as two halves."""
    with site.client() as client:
        raw = {"content": r'{"text": "x \ud83d\ude00", "title": "y"}', "headers": {TOKEN_HEADER: site.keys.post}}
        assert client.post("/add", **raw).status_code == 200  # type: ignore[arg-type]  # both are what httpx takes
        assert "line 2" in post(site, client, "/add", {"text": "a\n\x00"}).text


def test_a_bug_is_one_line_and_the_server_goes_on(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """No traceback reaches the browser, the headers stay, the next request is answered."""
    with site.client() as client:
        with monkeypatch.context() as patch:
            patch.setattr(screens, "home", None)
            answer = client.get("/")
        assert (answer.status_code, answer.text) == (500, "TypeError")
        assert answer.headers["content-security-policy"] == POLICY
        assert client.get("/").status_code == 200


def test_an_upload_in_another_encoding_names_it(site: Site) -> None:
    """Bytes that are no UTF-8 are refused with the likely encoding, as on the command line."""
    body = ("Обучение нейронных сетей в половинной точности. " * 20).encode("cp1251")
    with site.client() as client:
        answer = client.post(
            "/add", content=body, headers={TOKEN_HEADER: site.keys.post, "X-Mlwiki-File": "%D1%82.wiki"}
        )
    assert answer.status_code == 400
    assert "т.wiki" in answer.text


def test_a_person_supplies_what_cannot_be_fetched(site: Site) -> None:
    """The text is kept by its work, so that this check and every later one reads it; what is no text is refused by its name."""
    with site.client() as client:
        page = client.get(f"/p/{site.ids[TITLE]}").text
        card = (
            page.partition('data-kind="citation"')[0].rpartition("<article")[2].partition('id="')[2].partition('"')[0]
        )
        headers = {TOKEN_HEADER: site.keys.post, "X-Mlwiki-Card": card}
        path = f"/p/{site.ids[TITLE]}/source"
        refused = client.post(path, content=b"\x00\x01\x02" * 99, headers={**headers, "X-Mlwiki-File": "%D1%82.bin"})
        assert refused.status_code == 400
        assert "т.bin" in refused.text
        assert client.post(path, content=b"x", headers={**headers, "X-Mlwiki-Card": "c-none"}).status_code == 400
        taken = client.post(
            path, content="Глава 3. Половинная точность хранит шестнадцать бит.".encode(), headers=headers
        )
        assert taken.json() == {"go": f"/p/{site.ids[TITLE]}#{card}"}
    citation = next(
        one.citation for one in builders.check_report().pages[0].citations if f"c-{one.citation.id}" == card
    )
    with open_store(site.store) as store:
        found = kept(store, citation)
    assert found is not None
    assert "шестнадцать бит" in found.text


def test_a_running_check_says_how_far_it_is(site: Site) -> None:
    """The page that waits asks for it and needs no more."""
    with site.client() as client:
        assert client.get(f"/p/{site.ids['busy']}/state").json() == {"busy": True, "said": "reading… 3 / 7"}
        assert client.get(f"/p/{site.ids[TITLE]}/state").json()["busy"] is False


def test_in_russian_nothing_is_left_in_english(tmp_path: Path) -> None:
    """Both screens speak one language, the hidden texts for the script too."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with serving({TITLE: ready}, tmp_path, "ru") as site, site.client() as client:
        said = client.get("/").text + client.get(f"/p/{site.ids[TITLE]}").text
    assert said.count('<html lang="ru">') == 2
    english = {str(text) for text in (*templates.messages(), *(text for _, text in KEYS)) if len(str(text)) > 6}
    # a state's name in an attribute is for the script
    said = said.replace('"undecided"', "")
    assert {text for text in english if f">{text}" in said or f'"{text}"' in said} == set()


def test_a_missing_file_is_said_before_anything_starts(tmp_path: Path) -> None:
    """Exit 2 in one line, as with every command."""
    ran = mlwiki("serve", "--no-browser", "nowhere.wiki", cwd=tmp_path)
    assert (ran.code, len(ran.error_lines), ran.text) == (2, 1, "")


def test_a_taken_port_is_said_in_one_line() -> None:
    """And the free one is offered."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(UsageError, match="cannot listen on port"):
            bind(taken.getsockname()[1])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("'''Смешанная точность''' — это", "Смешанная точность"),
        ("== Основная идея ==\nтекст", "Основная идея"),
        ("просто текст", "просто текст"),
    ],
)
def test_a_text_without_a_title_gets_one(text: str, title: str) -> None:
    """Its subject, its first heading, or how it begins."""
    assert title_in(text) == title


def test_what_was_pasted_and_decided_survives_a_kill(tmp_path: Path) -> None:
    """After kill -9 and a new start the pasted page is on the workspace again with its decision; Ctrl-C then ends it with 0."""
    text = "Обучают **именно так**, $x$ растёт.\n"
    with command(["--judge", "none", "--offline", "--profile", "mlru"], tmp_path) as first:
        with client_of(first.address) as client:
            token = client.get("/").text.partition('name="token" content="')[2].partition('"')[0]
            added = client.post("/add", content=json.dumps({"text": text, "title": "Т"}), headers={TOKEN_HEADER: token})
            path = added.json()["go"]
            page = checked(client, path)
            card = page.partition('id="e-')[2].partition('"')[0]
            asked = json.dumps({"card": f"e-{card}", "does": "accept"})
            done = client.post(f"{path}/decide", content=asked, headers={TOKEN_HEADER: token})
            assert 'data-state="decided"' in done.text
        first.kill()
    with command(["--judge", "none", "--offline", "--profile", "mlru"], tmp_path) as second:
        with client_of(second.address) as client:
            assert f'href="{path}"' in client.get("/").text
            page = checked(client, path)
        assert 'data-state="decided"' in page.partition(f'id="e-{card}"')[2].partition(">")[0]
        second.process.send_signal(signal.SIGINT)
        assert second.process.wait(20) == 0
        assert second.process.stderr is not None
        assert "Traceback" not in second.process.stderr.read()


def test_a_supplied_text_is_what_the_claim_is_laid_beside(tmp_path: Path) -> None:
    """A book that nobody can fetch: before, nothing of it can be shown; with a person's text the claim has its passage."""
    said = "Метод опорных векторов ищет разделяющую гиперплоскость с наибольшим зазором."
    draft = f"{said}<ref>''Вьюгин В. В.'' Математические основы машинного обучения. — М.: МЦНМО, 2013.</ref>\n<references/>\n"
    book = f"Глава 2. {said} Зазор измеряется расстоянием до ближайших точек обучающей выборки."
    with command(["--profile", "mlru", "--offline"], tmp_path) as running, client_of(running.address) as client:
        headers = {TOKEN_HEADER: client.get("/").text.partition('name="token" content="')[2].partition('"')[0]}
        path = client.post("/add", content=json.dumps({"text": draft}), headers=headers).json()["go"]
        page = checked(client, path)
        assert "Nothing of it can be shown" in page
        card = page.partition("<article")[2].partition('id="')[2].partition('"')[0]
        taken = client.post(f"{path}/source", content=book.encode(), headers={**headers, "X-Mlwiki-Card": card})
        assert taken.status_code == 200
        page = checked(client, path)
        assert "Nearest passages" in page
        assert "Зазор измеряется" in page


def test_a_name_from_the_browser_is_never_a_file(tmp_path: Path) -> None:
    """A path that exists is looked for on the wiki; without one the page says so, and stays until it is removed."""
    (tmp_path / "secret.wiki").write_text("SECRET", encoding="utf-8")
    with (
        command(["--judge", "none", "--offline"], tmp_path) as running,
        client_of(running.address) as client,
    ):
        headers = {TOKEN_HEADER: client.get("/").text.partition('name="token" content="')[2].partition('"')[0]}
        for name in ("secret.wiki", str(tmp_path / "secret.wiki"), "-"):
            path = client.post("/add", content=json.dumps({"name": name}), headers=headers).json()["go"]
            page = checked(client, path)
            assert "no wiki is configured" in page
            assert "SECRET" not in page
            assert client.post(f"{path}/forget", content="{}", headers=headers).json() == {"go": "/"}
        assert "No page yet." in client.get("/").text


@pytest.mark.mediawiki
def test_a_page_of_a_real_wiki_comes_by_title_and_by_address(wiki_139: Wiki, tmp_path: Path) -> None:
    """Read without an account; the screen names the revision, leads to it and to the edit form."""
    title = wiki_139.title("Зазор")
    revision = wiki_139.person().write(title, "Слово **жирное** и `код`.\n")
    settings = {"MLWIKI_WIKI_URL": wiki_139.address, "MLWIKI_WIKI_PROFILE": "mlru", "MLWIKI_WIKI_THROTTLE": "0"}
    with (
        command([title, "--judge", "none", "--lang", "en"], tmp_path, settings) as running,
        client_of(running.address) as client,
    ):
        headers = {TOKEN_HEADER: client.get("/").text.partition('name="token" content="')[2].partition('"')[0]}
        assert f">{title}</a>" in client.get("/").text
        for name in (title, f"{wiki_139.address}?title={title.replace(' ', '_')}"):
            path = client.post("/add", content=json.dumps({"name": name}), headers=headers).json()["go"]
            page = checked(client, path)
            assert f"?oldid={revision}" in page
            assert "&amp;action=edit" in page
            assert "&lt;code&gt;" in page


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_end_in_the_middle_of_a_check_is_quiet(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C does not wait for services or the judge; the exit code is 0 and nothing is complained of."""
    (tmp_path / "draft.wiki").write_text(draft_text(), encoding="utf-8")
    options = ["draft.wiki", "--profile", "mlru", "--replay", str(cassette("embedded"))]
    with command(options, tmp_path) as running, client_of(running.address) as client:
        assert client.get("/").status_code == 200
        running.process.send_signal(number)
        assert running.process.wait(20) == 0
        assert running.process.stderr is not None
        assert running.process.stderr.read().splitlines() == [
            "Open this address in a browser on this machine; Ctrl-C ends the server."
        ]


def test_a_false_alarm_can_be_seen_and_taken_back_after_another_check(tmp_path: Path) -> None:
    """Checked again, the finding still stands on its card with what was said of it; undo makes it an open one."""
    cassettes = ["--replay", str(cassette("embedded"))]
    (tmp_path / "draft.wiki").write_text(draft_text(), encoding="utf-8")
    with (
        command(["draft.wiki", "--judge", "none", "--profile", "mlru", *cassettes], tmp_path) as running,
        client_of(running.address) as client,
    ):
        home = client.get("/").text
        token = home.partition('name="token" content="')[2].partition('"')[0]
        path = "/p/" + home.partition('href="/p/')[2].partition('"')[0]
        page = checked(client, path)
        card = page.partition("<article")[2].partition('id="')[2].partition('"')[0]
        headers = {TOKEN_HEADER: token}
        asked = {"card": card, "does": "alarm", "reason": "the registry is wrong"}
        assert client.post(f"{path}/decide", content=json.dumps(asked), headers=headers).status_code == 200
        assert client.post(f"{path}/again", content="{}", headers=headers).status_code == 200
        assert "False alarm: the registry is wrong" in checked(client, path)
        client.post(f"{path}/decide", content=json.dumps({"card": card, "does": "undo"}), headers=headers)
        assert "False alarm: the registry" not in client.get(path).text


def checked(client: httpx.Client, path: str) -> str:
    """The page once its check has ended."""
    client.get(path)
    while client.get(f"{path}/state").json()["busy"]:
        pass
    return client.get(path).text


def account_of(wiki: Wiki) -> dict[str, str]:
    """The settings of a person's own start with an account."""
    return {
        "MLWIKI_WIKI_URL": wiki.address,
        "MLWIKI_WIKI_PROFILE": "mlru",
        "MLWIKI_WIKI_THROTTLE": "0",
        "MLWIKI_WIKI_USER": wiki.bot_login,
        "MLWIKI_WIKI_PASSWORD": SECRET,
        "MLWIKI_CONTACT": "mailto:bot@example.org",
    }


def seen_in(offer: str) -> str:
    """The mark of the text that a person was shown."""
    return offer.partition('id="save-seen" type="hidden" value="')[2].partition('"')[0]


def test_a_save_needs_the_difference_seen_and_a_summary(tmp_path: Path) -> None:
    """First what would change, then the same text with a person's summary; anything else is refused and nothing is saved."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with serving({TITLE: ready}, tmp_path, account="МойБот") as site, site.client() as client:
        path = f"/p/{site.ids[TITLE]}"
        assert "data-offer" in client.get(path).text
        offer = post(site, client, f"{path}/offer", {}).text
        assert "As МойБот, over revision 4321." in offer
        assert "<ins>новая</ins>" in offer
        right = {"summary": " merged\n copies ", "seen": text_sha256(ready.tidy.text)}
        for wrong in ({**right, "summary": " "}, {**right, "seen": ""}, {**right, "seen": text_sha256("x")}, {}):
            assert post(site, client, f"{path}/save", wrong).status_code == 400
        assert client.post(f"{path}/save", content=json.dumps(right)).status_code == 403
        assert site.worker.saves == []
        done = post(site, client, f"{path}/save", right).json()
        assert done == {"said": "Saved: revision 4322 over 4321.", "go": path}
        plan, summary = site.worker.saves[0]
        assert (summary, plan.pages[0].name, plan.pages[0].revid) == ("merged copies", f"title:{TITLE}", 4321)
        decide(site, client, card="e-e1", does="reject")
        assert post(site, client, f"{path}/save", right).status_code == 400
        assert len(site.worker.saves) == 1


def test_what_the_gate_holds_is_offered_with_its_reasons_and_no_button(tmp_path: Path) -> None:
    """Each reason leads to its card; there is nothing to press that saves."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with serving({TITLE: ready}, tmp_path, account="МойБот") as site, site.client() as client:
        site.worker.passes = False
        offer = post(site, client, f"/p/{site.ids[TITLE]}/offer", {}).text
    assert "It cannot be saved yet:" in offer
    assert offer.count("data-leave") == 3
    assert 'type="submit"' not in offer


def test_without_an_account_there_is_nothing_to_save_with(site: Site) -> None:
    """No button; a request made by hand is refused; text and summary can be copied."""
    with site.client() as client:
        path = f"/p/{site.ids[TITLE]}"
        assert "data-offer" not in client.get(path).text
        assert post(site, client, f"{path}/offer", {}).status_code == 400
        seen = text_sha256(builders.tidy_report().pages[0].text)
        assert post(site, client, f"{path}/save", {"summary": "x", "seen": seen}).status_code == 400
    assert site.worker.saves == []


def test_the_edit_form_is_opened_with_a_warning_when_the_page_has_moved(site: Site) -> None:
    """The wiki is asked for its newest revision; the same one is no news, another one or none is."""
    with site.client() as client:
        path = f"/p/{site.ids[TITLE]}"
        assert "data-current" in client.get(path).text
        page = builders.page()
        for now, warned in ((page, False), (replace(page, revid=4400), True), (None, True)):
            site.worker.now = now
            said = post(site, client, f"{path}/current", {}).json()["said"]
            assert ("has moved" in said) is warned


def test_the_language_is_switched_on_the_page(site: Site) -> None:
    """The button is named in the language it leads to; another language is refused."""
    with site.client() as client:
        assert 'data-language="ru" lang="ru">По-русски</button>' in client.get("/").text
        assert client.post("/language", content='{"language": "ru"}').status_code == 403
        assert post(site, client, "/language", {"language": "tlh"}).status_code == 400
        assert post(site, client, "/language", {"language": "ru"}).status_code == 200
        page = client.get(f"/p/{site.ids[TITLE]}").text
        assert '<html lang="ru">' in page
        assert 'data-language="en" lang="en">In English</button>' in page


def test_a_file_is_written_from_the_page_and_kept(tmp_path: Path) -> None:
    """The accepted edits go into the file it came from, what it was stays beside it, and the page shows the new text."""
    draft = tmp_path / "draft.wiki"
    draft.write_text("Обучают **именно так**, `код` растёт.\n", encoding="utf-8")
    with (
        command(["draft.wiki", "--judge", "none", "--offline", "--profile", "mlru"], tmp_path) as running,
        client_of(running.address) as client,
    ):
        home = client.get("/").text
        headers = {TOKEN_HEADER: home.partition('name="token" content="')[2].partition('"')[0]}
        path = "/p/" + home.partition('href="/p/')[2].partition('"')[0]
        page = checked(client, path)
        for edit in re.findall(r'id="(e-\w+)" tabindex', page):
            client.post(f"{path}/decide", content=json.dumps({"card": edit, "does": "accept"}), headers=headers)
        offer = client.post(f"{path}/offer", content="{}", headers=headers).text
        assert "'''именно так'''" in re.sub("<[^>]+>", "", unescape(offer))
        asked = {"summary": "x", "seen": seen_in(offer)}
        done = client.post(f"{path}/save", content=json.dumps(asked), headers=headers)
        assert "draft.wiki is written" in done.json()["said"]
        page = checked(client, path)
        assert "1</strong> / 1 undecided" in page  # no edit is left: only that the page names no source
    assert draft.read_text(encoding="utf-8") == "Обучают '''именно так''', <code>код</code> растёт.\n"
    assert (tmp_path / "draft.wiki.orig").read_text(encoding="utf-8").startswith("Обучают **")


@pytest.mark.mediawiki
def test_a_page_of_a_real_wiki_is_saved_from_the_page_once(wiki_139: Wiki, tmp_path: Path) -> None:
    """A person accepts an edit, sees the difference, writes a summary: one revision, and the screen then shows it."""
    title = wiki_139.title("Сохранение")
    person = wiki_139.person()
    before = person.write(title, "Слово и `код`.\n")
    settings = account_of(wiki_139)
    with (
        command([title, "--judge", "none", "--lang", "en"], tmp_path, settings) as running,
        client_of(running.address) as client,
    ):
        home = client.get("/").text
        headers = {TOKEN_HEADER: home.partition('name="token" content="')[2].partition('"')[0]}
        path = "/p/" + home.partition('href="/p/')[2].partition('"')[0]
        page = checked(client, path)
        for edit in re.findall(r'id="(e-\w+)" tabindex', page):
            client.post(f"{path}/decide", content=json.dumps({"card": edit, "does": "accept"}), headers=headers)
        offer = client.post(f"{path}/offer", content="{}", headers=headers).text
        asked = json.dumps({"summary": "посмотрено человеком", "seen": seen_in(offer)})
        done = client.post(f"{path}/save", content=asked, headers=headers)
        assert done.status_code == 200, done.text
        after = person.history(title, 1)[0]
        assert (after.text.strip(), after.comment) == ("Слово и <code>код</code>.", "посмотрено человеком")
        assert done.json()["said"] == f"Saved: revision {after.revid} over {before}."
        assert f"?oldid={after.revid}" in checked(client, path)
        assert "data-offer" not in client.get(path).text, "nothing is left to save"


@pytest.mark.mediawiki
def test_a_page_that_has_moved_is_not_saved_over(wiki_139: Wiki, tmp_path: Path) -> None:
    """Somebody saves between the look and the save: the page refuses, says what to do, and theirs stays."""
    title = wiki_139.title("Сдвиг")
    person = wiki_139.person()
    person.write(title, "Слово и `код`.\n")
    settings = account_of(wiki_139)
    with (
        command([title, "--judge", "none", "--lang", "en"], tmp_path, settings) as running,
        client_of(running.address) as client,
    ):
        home = client.get("/").text
        headers = {TOKEN_HEADER: home.partition('name="token" content="')[2].partition('"')[0]}
        path = "/p/" + home.partition('href="/p/')[2].partition('"')[0]
        page = checked(client, path)
        for edit in re.findall(r'id="(e-\w+)" tabindex', page):
            client.post(f"{path}/decide", content=json.dumps({"card": edit, "does": "accept"}), headers=headers)
        offer = client.post(f"{path}/offer", content="{}", headers=headers).text
        moved = person.write(title, "Слово, слово и `код`.\n")
        assert "has moved" in client.post(f"{path}/current", content="{}", headers=headers).json()["said"]
        asked = json.dumps({"summary": "посмотрено", "seen": seen_in(offer)})
        refused = client.post(f"{path}/save", content=asked, headers=headers)
        assert (refused.status_code, "has changed since" in refused.text) == (400, True)
        assert person.history(title, 1)[0].revid == moved
        client.post(f"{path}/again", content="{}", headers=headers)
        assert f"?oldid={moved}" in checked(client, path)
