"""The stand-in held against recordings of a real MediaWiki 1.12.0: the same request, the same kind of answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from bs4 import BeautifulSoup

from bot.wiki.connection import Answer, WikiConnection
from bot.wiki.form import outcome, read_form
from tests.fakes.mw112 import MiniWiki, serve
from tests.wiki.recordings import recorded, shape
from tests.wiki.stages import OLD_PASSWORD

TITLE = "Конфликт 33474"
BASE = "Первый абзац.\n\nВторой абзац.\n\nТретий абзац.\n\nЧетвёртый абзац."


@dataclass
class Browser:
    """Somebody at the stand-in, as the recordings were made: a form fetched at one time and posted at another."""

    wiki: MiniWiki
    index: str
    transport: WikiConnection

    @property
    def api(self) -> str:
        """api.php."""
        return self.index.replace("index.php", "api.php")

    def log_in(self, name: str = "МойБот", password: str = OLD_PASSWORD) -> Answer:
        """In one step."""
        return self.transport.post(
            self.api, {"action": "login", "lgname": name, "lgpassword": password, "format": "json"}
        )

    def form(self, title: str = TITLE) -> dict[str, str]:
        """The form's fields, to be posted later; time goes on."""
        answer = self.transport.get(self.index, {"title": title, "action": "edit"})
        form = read_form(answer.text)
        self.wiki.tick()
        return {} if form is None else dict(form.fields)

    def post(self, fields: dict[str, str], title: str = TITLE, **more: str) -> Answer:
        """Post a form."""
        sent = {**fields, "wpSave": "1", **more}
        return self.transport.post(self.index, sent, {"title": title, "action": "submit"})

    def ask(self, **fields: str) -> Answer:
        """A GET to the API."""
        return self.transport.get(self.api, {"action": "query", "format": "json", **fields})


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Logged in as the bot, at a wiki with one page."""
    wiki = MiniWiki()
    wiki.add_user("МойБот", OLD_PASSWORD, "bot")
    wiki.add_user("Человек", "human112pass")
    wiki.write(TITLE, BASE)
    wiki.tick()
    with serve(wiki) as index:
        found = Browser(wiki, index, WikiConnection("test"))
        found.log_in()
        yield found


def _conflict(one: Browser) -> Answer:
    fields = one.form()
    one.wiki.write(TITLE, BASE.replace("Второй абзац", "Второй абзац человека"))
    return one.post(fields, wpTextbox1=BASE.replace("Второй абзац", "Второй абзац бота"), wpSummary="бот")


def _merge(one: Browser) -> Answer:
    fields = one.form()
    one.wiki.write(TITLE, BASE + "\n\nПятый абзац человека.")
    answer = one.post(fields, wpTextbox1="Нулевой абзац бота.\n\n" + BASE, wpSummary="бот слияние")
    assert one.wiki.text(TITLE) == "Нулевой абзац бота.\n\n" + BASE + "\n\nПятый абзац человека."
    return answer


def _self_conflict(one: Browser) -> Answer:
    fields = one.form()
    one.wiki.write(TITLE, BASE + "\n\nДругая правка бота.", "МойБот")
    answer = one.post(fields, wpTextbox1=BASE + "\n\nПравка бота Б.", wpSummary="бот Б")
    assert one.wiki.text(TITLE) == BASE + "\n\nПравка бота Б."
    return answer


def _over_other(one: Browser) -> Answer:
    fields = one.form()
    one.wiki.write(TITLE, BASE + "\n\nЧеловек.")
    one.wiki.write(TITLE, BASE + "\n\nЧеловек.\n\nБот.", "МойБот")
    answer = one.post(fields, wpTextbox1=BASE + "\n\nСтарый бот.", wpSummary="бот со старой основой")
    assert one.wiki.text(TITLE) == BASE + "\n\nСтарый бот."
    return answer


def _race(one: Browser) -> Answer:
    fields = one.form("Гонка")
    one.wiki.write("Гонка", "Создано человеком")
    return one.post(fields, "Гонка", wpTextbox1="Создано ботом", wpSummary="бот создал")


def _deleted(one: Browser) -> Answer:
    fields = one.form()
    one.wiki.delete(TITLE)
    return one.post(fields, wpTextbox1="текст бота", wpSummary="бот")


def _no_start(one: Browser) -> Answer:
    one.wiki.delete(TITLE)
    one.wiki.write(TITLE, "снова")
    one.wiki.tick()
    fields = one.form()
    del fields["wpStarttime"]
    return one.post(fields, wpTextbox1="бот", wpSummary="x")


def _with(**more: str) -> Callable[[Browser], Answer]:
    return lambda one: one.post(one.form(), **{"wpTextbox1": "новый", "wpSummary": "x", **more})


def _without(name: str) -> Callable[[Browser], Answer]:
    def posted(one: Browser) -> Answer:
        fields = {**one.form(), "wpTextbox1": "новый", "wpSummary": "x"}
        fields.pop(name)
        return one.post(fields)

    return posted


def _logged_out(one: Browser) -> Answer:
    fields = one.form()
    one.transport.forget()
    return one.post(fields, wpTextbox1="нет cookies", wpSummary="x")


def _anonymous(one: Browser) -> Answer:
    one.transport.forget()
    return one.post({"wpEdittime": one.wiki.time(), "wpEditToken": "+\\"}, wpTextbox1="x", wpSummary="x")


def _blocked(token: str | None) -> Callable[[Browser], Answer]:
    def posted(one: Browser) -> Answer:
        fields = one.form()
        one.wiki.users["МойБот"].blocked_by = "WikiSysop"
        changed = {"wpEditToken": token} if token else {}
        return one.post(fields, wpTextbox1="заблок", wpSummary="x", **changed)

    return posted


def _protected(one: Browser) -> Answer:
    fields = one.form()
    one.wiki.protected.add(TITLE)
    return one.post(fields, wpTextbox1="x", wpSummary="x")


def _locked(one: Browser) -> Answer:
    fields = one.form()
    one.wiki.read_only = "Идёт обновление базы"
    return one.post(fields, wpTextbox1="x", wpSummary="x")


def _spam(one: Browser) -> Answer:
    one.wiki.spam = "казино"
    return one.post(one.form(), wpTextbox1="онлайн казино", wpSummary="x")


def _rate(one: Browser) -> Answer:
    one.wiki.users["МойБот"].rate = 0
    return one.post(one.form(), wpTextbox1="rate 3", wpSummary="r")


def _captcha(one: Browser) -> Answer:
    one.wiki.captcha_links = True
    one.wiki.users["МойБот"].groups = ()
    return one.post(one.form(), wpTextbox1="основа http://spam.example.org/x", wpSummary="ссылка")


def _summary(one: Browser) -> Answer:
    one.wiki.need_summary = True
    return one.post(one.form(), wpTextbox1="без сводки", wpSummary="")


def _get(title: str = TITLE, prepare: Callable[[Browser], object] = bool) -> Callable[[Browser], Answer]:
    def got(one: Browser) -> Answer:
        prepare(one)
        return one.transport.get(one.index, {"title": title, "action": "edit"})

    return got


FORMS: dict[str, Callable[[Browser], Answer]] = {
    "c01_conflict": _conflict,
    "c02_merge_302": _merge,
    "c03_selfconflict_302": _self_conflict,
    "c04_selfconflict_overother_302": _over_other,
    "c09_create_race": _race,
    "c10_deleted_meanwhile": _deleted,
    "n02_no_starttime_once_deleted": _no_start,
    "c16_preview": _with(wpPreview="1"),
    "c12_bad_token": _with(wpEditToken="0" * 32 + "+\\"),
    "c15_logged_out": _logged_out,
    "c18_anon_post": _anonymous,
    "c21_post_blocked": _blocked("0" * 32 + "+\\"),
    "n04_blocked_post_goodtoken": _blocked(None),
    "c23_post_protected": _protected,
    "m02_readonly_post": _locked,
    "m04_spam": _spam,
    "m05_rate_limited": _rate,
    "m21_captcha_asked": _captcha,
    "m12_summary_needed": _summary,
    "c25_too_big": _with(wpTextbox1="ж" * 1_049_176),
    "f05_edit_302": _with(),
    "f07_null_302": _with(wpTextbox1=BASE + " \t\n"),
    "f08_blank_new": lambda one: one.post(one.form("Пустая"), "Пустая", wpTextbox1="", wpSummary="x"),
    "f04_create_302": lambda one: one.post(one.form("Проба"), "Проба", wpTextbox1="x", wpSummary="x"),
    "f12_missing_wpEdittime": _without("wpEdittime"),
    "f12_missing_wpEditToken": _without("wpEditToken"),
    "f12_missing_wpTextbox1": _without("wpTextbox1"),
    "f01_form_anon": _get(prepare=lambda one: one.transport.forget()),
    "f02_form_bot": _get(),
    "f03_form_new": _get("Проба 33405"),
    "c22_form_protected": _get(prepare=lambda one: one.wiki.protected.add(TITLE)),
    "m01_readonly_form": _get(prepare=lambda one: setattr(one.wiki, "read_only", "Идёт обновление базы")),
    "r20_badtitle": _get("A[b"),
}


def _structure(body: str) -> tuple[list[str], list[str], bool, bool]:
    """The form's fields in order, the wiki's named elements, and whether there is a preview or a source to look at."""
    page = BeautifulSoup(body, "html.parser")
    named = [str(tag.get("name")) for tag in page.select("[name^=wp]")]
    marks = "#spamprotected, .permissions-errors, #mw-missingsummary, .previewnote"
    found = [str(tag.get("id") or tag.get("class")) for tag in page.select(marks)]
    preview = page.select_one("#wikiPreview")
    return (
        named,
        found,
        preview is not None and bool(preview.get_text(strip=True)),
        page.select_one("textarea[readonly]") is not None,
    )


@pytest.mark.parametrize("name", FORMS)
def test_forms_and_saves_answer_as_the_real_one_did(browser: Browser, name: str) -> None:
    """Status, redirect, title's kind, the form's fields in their order, and the outcome our client reads from it."""
    real = recorded(name)
    ours = FORMS[name](browser)
    assert (ours.status, bool(ours.location)) == (real.status, bool(real.location))
    assert outcome(ours.status, ours.location, ours.text) is outcome(real.status, real.location, real.body)
    if name == "c25_too_big":  # the recording is cut off inside the text area
        assert "ОШИБКА: записываемый вами текст имеет размер" in ours.text
        return
    assert _structure(ours.text) == _structure(real.body)
    assert _kind(ours.text) == _kind(real.body)


def _kind(body: str) -> str:
    """The page's title without the page and the site it names."""
    page = BeautifulSoup(body, "html.parser").title
    text = page.get_text() if page is not None else ""
    text = text.replace(" — MachineLearning", "")
    return text.partition(":")[0] + (" - Предпросмотр" if text.endswith("- Предпросмотр") else "")


def test_a_saved_blank_text_box_blanks_the_page(browser: Browser) -> None:
    """What f12_missing_wpTextbox1 did on the real one: a 302, and the page is empty."""
    _without("wpTextbox1")(browser)
    assert browser.wiki.text(TITLE) == ""


@pytest.mark.parametrize("name", ["c03_selfconflict_302", "f07_null_302"])
def test_a_redirect_leads_to_the_page_under_underscores(browser: Browser, name: str) -> None:
    """An absolute address, percent-encoded, as recorded."""
    ours = FORMS[name](browser).location
    assert "/wiki/index.php?title=%D0" in ours
    assert "/wiki/index.php?title=%D0" in recorded(name).location


API: dict[str, Callable[[Browser], Answer]] = {
    "r01_siteinfo": lambda one: one.ask(meta="siteinfo", siprop="general|namespaces|namespacealiases|statistics"),
    "r02_siteinfo_bad_siprop": lambda one: one.ask(meta="siteinfo", siprop="general|extensions"),
    "r09_login_ok": lambda one: one.log_in(),
    "r10_login_wrongpass": lambda one: one.log_in(password="x"),
    "r10_login_notexists": lambda one: one.log_in("Нет такого"),
    "r10_login_emptypass": lambda one: one.log_in(password=""),
    "r10_login_illegal": lambda one: one.log_in("A#b"),
    "r10_login_noname": lambda one: one.log_in(""),
    "r23_intoken_bot": lambda one: one.ask(prop="info", intoken="edit", titles=_edited(one)),
    "r24_badtitle": lambda one: one.ask(prop="info", titles=f"{TITLE}|A[b"),
    "r26_normalized": lambda one: one.ask(prop="revisions", rvprop="ids", titles="конфликт_33474"),
    "m15_usercontribs": lambda one: one.ask(list="usercontribs", ucuser=_busy(one), uclimit="3"),
    "m24_hasmsg": lambda one: _addressed(one).ask(meta="userinfo", uiprop="hasmsg"),
    "m16_logout": lambda one: one.ask(action="logout"),
}


def _addressed(one: Browser) -> Browser:
    """The recording is of an account that somebody has written to."""
    one.wiki.users["МойБот"].messages = True
    return one


def _busy(one: Browser) -> str:
    """The recording is of an account with more edits than were asked for."""
    for number in range(4):
        one.wiki.write(TITLE, f"правка {number}", "МойБот", "бот")
    return "МойБот"


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("r12_login_form", {}),
        ("r13_login_form_bad", {"wpName": "МойБот", "wpPassword": "x"}),
        ("r14_login_form_ok", {"wpName": "МойБот", "wpPassword": OLD_PASSWORD}),
    ],
)
def test_the_login_form_is_that_of_the_real_one(browser: Browser, name: str, fields: dict[str, str]) -> None:
    """Its fields, where it posts to, whether an error box is shown, and whom the page's head names."""
    real = BeautifulSoup(recorded(name).body, "html.parser")
    browser.transport.forget()
    place = {"title": "Служебная:Userlogin"}
    answer = (
        browser.transport.post(browser.index, fields, place) if fields else browser.transport.get(browser.index, place)
    )
    ours = BeautifulSoup(answer.text, "html.parser")
    assert [_login_form(page) for page in (ours,)] == [_login_form(real)]
    assert (ours.select_one(".errorbox") is None) == (real.select_one(".errorbox") is None)
    logged_in = 'wgUserName = "МойБот"'
    assert (logged_in in answer.text) == (logged_in in recorded(name).body)


def _login_form(page: BeautifulSoup) -> list[str]:
    form = page.select_one("form[name=userlogin]")
    if form is None:
        return []
    return [str(form["action"]), *(str(field.get("name")) for field in form.select("input"))]


def test_a_switched_off_api_answers_as_the_real_one(browser: Browser) -> None:
    """Plain words, and 200 (recording m10)."""
    browser.wiki.api_enabled = False
    answer = browser.ask(meta="siteinfo")
    assert answer.status == recorded("m10_api_disabled").status
    assert recorded("m10_api_disabled").body.startswith(answer.text)


def _edited(one: Browser) -> str:
    """The recording is of a page with more than one revision."""
    one.wiki.write(TITLE, "второй раз")
    return TITLE


@pytest.mark.parametrize("name", API)
def test_the_api_answers_as_the_real_one_did(browser: Browser, name: str) -> None:
    """Keys, kinds of values, codes, and the header that marks an error."""
    real = recorded(name)
    ours = API[name](browser)
    assert ours.headers.get("mediawiki-api-error", "") == real.mark
    expected = shape(json.loads(real.body))
    if name == "r23_intoken_bot":  # the recorded page was never edited and is old: no «new» mark either way
        assert set(expected["query"]["pages"]["#"]) == set(shape(json.loads(ours.text))["query"]["pages"]["#"])
        return
    assert shape(json.loads(ours.text)) == expected


def test_an_unknown_action_is_answered_in_plain_text(browser: Browser) -> None:
    """The format is not known yet (r03_action_edit)."""
    real = recorded("r03_action_edit")
    ours = browser.ask(action="edit")
    assert (ours.text, ours.headers["mediawiki-api-error"]) == (real.body, real.mark)


def test_a_login_too_soon_has_to_wait(browser: Browser) -> None:
    """Also with the right password, where the wiki can count (m07_throttle_1)."""
    browser.wiki.counts_logins = True
    browser.log_in(password="x")
    assert shape(json.loads(browser.log_in().text)) == shape(json.loads(recorded("m07_throttle_1").body))


def test_nobody_gets_no_token(browser: Browser) -> None:
    """r22_intoken_anon."""
    browser.transport.forget()
    ours = browser.ask(prop="info", intoken="edit", titles=TITLE)
    assert json.loads(ours.text) == json.loads(recorded("r22_intoken_anon").body)


def test_the_same_second_hides_an_edit(browser: Browser) -> None:
    """Measured: somebody's edit in the second of the base is overwritten without a conflict."""
    browser.wiki.write(TITLE, "основа")
    fields = dict(browser.form())
    browser.wiki.offset -= 2.0
    browser.wiki.write(TITLE, "правка в ту же секунду")
    browser.wiki.tick()
    answer = browser.post(fields, wpTextbox1="правка бота", wpSummary="x")
    assert (answer.status, browser.wiki.text(TITLE)) == (302, "правка бота")
