"""The review page in a real Chromium: by keyboard alone, in four layouts, against hostile texts and a server that dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.gate import overrule_subject
from bot.jobs.session import Quiet
from bot.jobs.tidy import tidy
from bot.model.message import msg
from bot.model.page import Page as SourcePage
from bot.model.report import PushPage, PushReport
from bot.model.words import Decision, Fix
from bot.report.diff import unified
from bot.review.web.entries import Ready, Running, State, Unreadable
from bot.sample import cassette, draft_text
from tests.browser import LAYOUTS, chromium, violations, wider_than_screen
from tests.chat_draft import chat_draft
from tests.report import builders
from tests.review import hostile
from tests.review.served import MLRU, command, decisions, sample, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.chromium
SMALL = "Смешанная точность"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for this file."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def checked_sample() -> Ready:
    """The sample's results, made once."""
    return sample()


@contextmanager
def opened(browser: Browser, start: str, *, scheme: str = "light", width: int = 1200) -> Iterator[Page]:
    """A fresh browser session that has opened the start address; ends with no error on the console and no request elsewhere."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    context.on("request", lambda request: asked.append(request.url))
    page.goto(start)
    origin = start.partition("/start")[0]
    page.wait_for_url(origin + "/")
    try:
        yield page
        assert [one for one in asked if not one.startswith(origin + "/")] == []
        assert said == []
    finally:
        context.close()


def press(page: Page, *keys: str) -> None:
    """Type keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def stored(page: Page, left: int) -> None:
    """Wait until the counter shows what is left."""
    page.wait_for_selector(f"#bar[data-left='{left}']")


def test_a_keyboard_decides_ten_findings_of_the_sample(browser: Browser, checked_sample: Ready, tmp_path: Path) -> None:
    """Release, reject, false alarm, accept, own words, skip, back, undo: each reaches the store, the focus goes on by itself."""
    with serving({"sample": checked_sample}, tmp_path) as site, opened(browser, site.keys.address) as page:
        # from the first screen by Tab and Enter alone
        while page.evaluate("() => document.activeElement.textContent") != "sample":
            press(page, "Tab")
        press(page, "Enter")
        page.wait_for_selector("#bar")
        left = int(page.get_attribute("#bar", "data-left") or 0)
        total = left
        wanted: dict[str, tuple[str, str]] = {}
        for number in range(4):
            press(page, "j") if number == 0 else None
            card = focused(page)
            label = page.get_attribute(f"#{card} [data-do=release]", "data-label")
            assert label is not None, "the proven faults come first"
            press(page, "y")
            page.keyboard.type(label)
            press(page, "Tab")
            page.keyboard.type(f"seen {number}")
            press(page, "Enter")
            left -= 1
            stored(page, left)
            wanted[subject(checked_sample, card)] = ("overrule", f"seen {number}")
            assert focused(page) != card
        # a false alarm keeps the citation held, so that the focus stays and «has to be mended» can follow
        card = focused(page)
        finding = page.get_attribute(f"#{card} .line", "data-finding") or ""
        press(page, "f")
        page.keyboard.type("the year is the reprint's")
        press(page, "Enter")
        page.wait_for_selector(f"#{card} .line[data-open='0']")
        assert focused(page) == card
        wanted[finding] = ("false_alarm", "the year is the reprint's")
        press(page, "n")
        press(page, "Enter")
        left -= 1
        stored(page, left)
        wanted[subject(checked_sample, card)] = ("reject", "")
        # skipping and going back store nothing
        here = focused(page)
        press(page, "s")
        assert focused(page) != here
        press(page, "k")
        assert focused(page) == here
        # on to the edits: accept two, reject one, put own words into one
        page.locator("article[data-kind=edit][data-state=undecided]").first.focus()
        for key, kind in (("y", "accept"), ("y", "accept"), ("n", "reject")):
            card = focused(page)
            press(page, key)
            if key == "n":
                press(page, "Enter")
            left -= 1
            stored(page, left)
            wanted[card.removeprefix("e-")] = (kind, "")
        card = focused(page)
        press(page, "e", "Control+A")
        page.keyboard.type("OWN")
        press(page, "Tab") if page.locator(f"#{card} textarea").count() == 1 else press(page, "Tab", "Tab")
        press(page, "Enter")
        left -= 1
        stored(page, left)
        wanted[card.removeprefix("e-")] = ("accept", "")
        assert "OWN" in page.input_value("#mended")
        # one decision is taken back, from anywhere
        press(page, "u")
        left += 1
        stored(page, left)
        assert focused(page) == card
        del wanted[card.removeprefix("e-")]
        assert "OWN" not in page.input_value("#mended")
        press(page, "y")
        left -= 1
        stored(page, left)
        wanted[card.removeprefix("e-")] = ("accept", "")
        assert decisions(site) == wanted
        assert len(wanted) >= 10
        assert total - left == len(wanted) - 1


def focused(page: Page) -> str:
    """The id of the card that has the focus."""
    return str(page.evaluate("() => document.activeElement.closest('article.card')?.id"))


def subject(ready: Ready, card: str) -> str:
    """What a decision on a citation's card hangs on."""
    found = next(one for one in ready.check.citations if f"c-{one.citation.id}" == card)
    return overrule_subject(found.citation)


def test_keys_work_in_a_russian_layout_and_can_be_turned_off(
    browser: Browser, checked_sample: Ready, tmp_path: Path
) -> None:
    """The key in the place of j moves, whatever letter it gives; without single-letter keys it does not."""
    with serving({"sample": checked_sample}, tmp_path) as site, opened(browser, site.keys.address) as page:
        page.goto(site.address("sample"))
        first = "() => document.dispatchEvent(new KeyboardEvent('keydown', {key: 'о', code: 'KeyJ', bubbles: true}))"
        body = first.replace("document.dispatch", "document.body.dispatch")
        page.evaluate(body)
        here = focused(page)
        assert here.startswith("c-")
        press(page, "Shift+Slash")
        assert page.locator("#help").is_visible()
        page.locator("#keys").focus()
        press(page, "Space", "Escape")
        press(page, "j")
        assert focused(page) == here


def test_text_and_summary_can_be_copied(browser: Browser, checked_sample: Ready, tmp_path: Path) -> None:
    """Both buttons put exactly what stands below them on the clipboard; the summary is the wiki's language."""
    with serving({"sample": checked_sample}, tmp_path) as site, opened(browser, site.keys.address) as page:
        page.goto(site.address("sample"))
        for name in ("mended", "summary"):
            page.click(f"[data-copy={name}]")
            page.wait_for_function("() => document.getElementById('status').textContent === 'Copied.'")
            assert page.evaluate("() => navigator.clipboard.readText()") == page.input_value(f"#{name}")
            page.evaluate("() => { document.getElementById('status').textContent = '' }")
        assert page.input_value("#mended") == checked_sample.tidy.text
        assert "слито" in page.input_value("#summary")


def test_a_keyboard_saves_what_it_was_shown(browser: Browser, tmp_path: Path) -> None:
    """One key shows the difference, the summary can be mended, Enter saves; the news stays after the page is loaded again."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with serving({SMALL: ready}, tmp_path, account="МойБот") as site, opened(browser, site.keys.address) as page:
        page.goto(site.address(SMALL))
        press(page, "w")
        page.wait_for_selector("#save[open]")
        assert page.evaluate("() => document.activeElement.id") == "save-summary"
        press(page, "Control+A")
        page.keyboard.type("w: read by a person")
        assert site.worker.saves == []
        press(page, "Enter")
        page.wait_for_function("() => document.getElementById('status').textContent.startsWith('Saved: revision 4322')")
        assert [summary for _, summary in site.worker.saves] == ["w: read by a person"]


def test_a_held_save_leads_to_the_card_that_holds_it(browser: Browser, tmp_path: Path) -> None:
    """The reasons are links; following one closes the dialog and puts the focus on the citation."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with serving({SMALL: ready}, tmp_path, account="МойБот") as site, opened(browser, site.keys.address) as page:
        site.worker.passes = False
        page.goto(site.address(SMALL))
        press(page, "w")
        page.wait_for_selector("#save[open]")
        page.locator("#save a[data-leave]").nth(2).focus()
        wanted = str(page.evaluate("() => document.activeElement.getAttribute('href')")).removeprefix("#")
        press(page, "Enter")
        page.wait_for_selector("#save", state="hidden")
        assert focused(page) == wanted
        assert site.worker.saves == []


def test_the_other_language_is_one_button_away(browser: Browser, tmp_path: Path) -> None:
    """The same page, read again, in Russian and back."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with serving({SMALL: ready}, tmp_path) as site, opened(browser, site.keys.address) as page:
        page.goto(site.address(SMALL))
        page.click("text=По-русски")
        page.wait_for_selector("html[lang=ru]")
        assert page.locator("h3").first.inner_text() == "Источники (5)"
        page.click("text=In English")
        page.wait_for_selector("html[lang=en]")


def test_a_filter_leaves_what_was_asked_for(browser: Browser, checked_sample: Ready, tmp_path: Path) -> None:
    """By code, by kind of citation, by verdict, by host, and by what is undecided."""
    with serving({"sample": checked_sample}, tmp_path) as site, opened(browser, site.keys.address) as page:
        page.goto(site.address("sample"))
        page.click(".filters summary")
        page.select_option("[data-filter=code]", "SRC101")
        shown = page.locator("article.card:visible")
        assert shown.count() == 3
        page.select_option("[data-filter=host]", "arxiv.org")
        assert shown.count() == 1
        page.select_option("[data-filter=code]", "")
        page.select_option("[data-filter=host]", "")
        page.select_option("[data-filter=verdict]", "wrong_work")
        assert shown.count() == 2
        page.select_option("[data-filter=verdict]", "")
        page.select_option("[data-filter=named]", "listed")
        assert "Литература, 3" in " ".join(shown.all_inner_texts())
        assert shown.count() == 2
        page.select_option("[data-filter=named]", "")
        page.select_option("[data-filter=support]", "unjudged")
        held = sum(bool(one.claims) for one in checked_sample.check.citations)
        passing = page.locator("details article[data-support~=unjudged]").count()
        assert shown.count() == held - passing


def test_the_page_list_is_filtered(browser: Browser, checked_sample: Ready, tmp_path: Path) -> None:
    """By name, by code, and by what is undecided."""
    results: dict[str, State] = {"sample": checked_sample, "busy": Running(msg("reading"), 3, 7)}
    with serving(results, tmp_path) as site, opened(browser, site.keys.address) as page:
        page.reload()
        shown = page.locator(".pages li:visible a")
        assert shown.count() == 2
        page.fill("[data-find=name]", "SAM")
        assert shown.all_inner_texts() == ["sample"]
        assert page.locator("[data-count]").inner_text() == "1 / 2"
        page.fill("[data-find=name]", "")
        page.check("[data-find=left]")
        assert shown.all_inner_texts() == ["sample"]
        page.uncheck("[data-find=left]")
        page.select_option("[data-find=code]", "SRC101")
        assert shown.all_inner_texts() == ["sample"]


def drafted() -> Ready:
    """A long draft of a chat, tidied; nothing of it was checked."""
    tidied = tidy([SourcePage("draft", "draft", chat_draft())], MLRU, Quiet())
    page = replace(tidied.pages[0], findings=())
    report = builders.clean_report()
    empty = replace(report.pages[0], page=page.page, citations=(), findings=())
    return Ready(replace(tidied, pages=(page,)), replace(report, pages=(empty,)))


def test_a_whole_draft_is_accepted_by_one_key_and_given_back_by_another(browser: Browser, tmp_path: Path) -> None:
    """A hundred and twenty edits of a chat's draft: their number is on the button, ``A`` takes them, ``u`` gives them back."""
    ready = drafted()
    waiting = {edit.id for edit in ready.tidy.edits if edit.fix is Fix.review}
    assert len(waiting) > 100
    with serving({"draft": ready}, tmp_path) as site, opened(browser, site.keys.address) as page:
        page.goto(site.address("draft"))
        stored(page, len(waiting))
        assert page.locator("[data-all=accept] strong").inner_text() == str(len(waiting))
        press(page, "Shift+A")
        stored(page, 0)
        assert decisions(site) == dict.fromkeys(waiting, ("accept", ""))
        assert page.locator("[data-all=undo] strong").inner_text() == str(len(waiting))
        assert page.locator("[data-all=accept]").is_hidden()
        text = page.input_value("#mended")
        for residue in ("**П", "## ", "|---", "contentReference", "$$"):
            assert residue not in text
        press(page, "u")
        stored(page, len(waiting))
        assert decisions(site) == {}


def test_only_the_edits_that_a_filter_shows_are_accepted_together(browser: Browser, tmp_path: Path) -> None:
    """By code: the button says how many there are; what the filter hides stays undecided; the mouse gives it back, too."""
    ready = drafted()
    waiting = [edit for edit in ready.tidy.edits if edit.fix is Fix.review]
    tables = {edit.id for edit in waiting if edit.code == "ART010"}
    with serving({"draft": ready}, tmp_path, "ru") as site, opened(browser, site.keys.address) as page:
        page.goto(site.address("draft"))
        page.click(".filters summary")
        page.select_option("[data-filter=code]", "ART010")
        assert page.locator("[data-all=accept] strong").inner_text() == str(len(tables))
        page.click("[data-all=accept] button")
        stored(page, len(waiting) - len(tables))
        assert decisions(site).keys() == tables
        assert not any(violations(page)), "with the row to take it back"
        page.click("[data-all=undo] button")
        stored(page, len(waiting))
        assert decisions(site) == {}


def test_hostile_texts_stay_texts(browser: Browser, tmp_path: Path) -> None:
    """Whatever a page, a source or a registry says: nothing runs, loads or becomes an element."""
    ready = hostile.ready()
    with (
        serving({hostile.TITLE: ready}, tmp_path, account=hostile.ALL) as site,
        opened(browser, site.keys.address) as page,
    ):
        page.goto(site.address(hostile.TITLE))
        page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true }")
        inert(page)
        said = page.locator("main").inner_text()
        assert all(piece in said for piece in hostile.PIECES[:-1])
        assert "⟨U+202E⟩txet" in said
        assert page.input_value("#mended") == ready.tidy.text
        # once more through the script that puts answers back
        page.locator("article[data-kind=edit][data-state=undecided]").first.focus()
        left = int(page.get_attribute("#bar", "data-left") or 0)
        press(page, "y")
        stored(page, left - 1)
        page.locator("article[data-kind=citation] [data-do=release]").first.click()
        page.keyboard.type(page.get_attribute("article [data-do=release]", "data-label") or "")
        page.locator("#ask-reason").fill(hostile.ALL)
        press(page, "Enter")
        stored(page, left - 2)
        inert(page)
        # and what a save would change, in its dialog: let through, then held with the reasons
        diff = unified("a\n", hostile.ALL + "\n", hostile.TITLE)
        for decision in (Decision.passed, Decision.block):
            check = replace(ready.check, gate=replace(ready.check.gate, decision=decision))
            pushed = PushPage(ready.tidy.page, ready.tidy.text, check, diff)
            site.worker.offered = PushReport((pushed,), complete=True)
            press(page, "w")
            page.wait_for_selector("#save[open]")
            inert(page)
            assert hostile.PIECES[0] in page.locator("#save").inner_text()
            page.click("[data-shut]")
            page.wait_for_selector("#save", state="hidden")


def inert(page: Page) -> None:
    """No element and no handler that is not ours."""
    assert page.evaluate("() => window.owned") is None
    assert page.locator("main :is(img, svg, iframe, script, style, link, base, object, embed)").count() == 0
    assert page.locator("form[action]").count() == 0
    handlers = "() => [...document.querySelectorAll('*')].some((one) => [...one.attributes].some((a) => a.name.startsWith('on')))"
    assert page.evaluate(handlers) is False
    links = page.evaluate("() => [...document.querySelectorAll('main a')].map((one) => one.href)")
    assert [one for one in links if not one.startswith(("http://", "https://"))] == []


@pytest.mark.parametrize(("scheme", "width"), LAYOUTS)
def test_axe_finds_nothing(browser: Browser, tmp_path: Path, scheme: str, width: int) -> None:
    """Every screen, with everything unfolded and each dialog open: no violation, and nothing wider than the screen."""
    results: dict[str, State] = {
        SMALL: Ready(builders.tidy_report(), builders.check_report()),
        "busy": Running(msg("reading"), 3, 7),
        "lost": Unreadable(msg("there is no text"), msg("choose another file")),
    }
    with (
        serving(results, tmp_path, "ru", account="МойБот") as site,
        opened(browser, site.keys.address, scheme=scheme, width=width) as page,
    ):
        seen = [violations(page), wider_than_screen(page)]
        for title in ("busy", "lost"):
            page.goto(site.address(title))
            seen += [violations(page), wider_than_screen(page)]
        page.goto(site.address(SMALL))
        page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true }")
        press(page, "j", "n")
        seen += [violations(page)]
        press(page, "Enter")
        page.wait_for_selector("article[data-state=decided]")
        page.locator("article[data-kind=edit] [data-do=edit]").first.click()
        seen += [violations(page), wider_than_screen(page)]
        page.locator("[data-help]").click()
        seen += [violations(page), wider_than_screen(page)]
        press(page, "Escape")
        for passes in (True, False):
            site.worker.passes = passes
            page.locator("[data-offer]").click()
            page.wait_for_selector("#save[open]")
            seen += [violations(page), wider_than_screen(page)]
            page.click("[data-shut]")
            page.wait_for_selector("#save", state="hidden")
        assert [one for one in seen if one] == []
        page.screenshot(path=tmp_path / f"{scheme}-{width}.png")


def test_the_start_address_works_from_another_site(browser: Browser, tmp_path: Path) -> None:
    """A terminal in a web page hands it over as a link: a strict cookie must still reach the first screen."""
    page = browser.new_page()
    with serving({"busy": Running(msg("reading"), 3, 7)}, tmp_path) as site:
        page.route(
            "http://other.example/",
            lambda route: route.fulfill(body=f"<a href='{site.keys.address_once}'>go</a>", content_type="text/html"),
        )
        page.goto("http://other.example/")
        page.click("a")
        page.wait_for_url(site.origin + "/")
        assert page.locator("h1").inner_text() == "mlwiki: review"
    page.close()


def test_axe_is_really_asked(browser: Browser) -> None:
    """A page with a planted fault is not found clean."""
    page = browser.new_page()
    page.set_content("<!DOCTYPE html><html lang=en><title>t</title><main><h1>t</h1><img src='data:,'></main></html>")
    assert any(one.startswith("image-alt") for one in violations(page))
    page.close()


def test_a_server_that_dies_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    """A draft is pasted, checked and half decided; after kill -9 the page says that it stored nothing; a new start has it all."""
    options = ["--profile", "mlru", "--judge", "none", "--replay", str(cassette("embedded"))]
    with command(options, tmp_path) as first:
        with opened(browser, first.address) as page:
            page.fill("#text", draft_text())
            page.click("form[data-add=text] button")
            page.wait_for_selector("#bar", timeout=30_000)
            address = page.url
            left = int(page.get_attribute("#bar", "data-left") or 0)
            assert page.locator("article[data-verdict=wrong_work]").count() == 2
            page.locator("article[data-kind=edit][data-state=undecided]").first.focus()
            press(page, "y")
            stored(page, left - 1)
            press(page, "n", "Enter")
            stored(page, left - 2)
        port = str(first.port)
        with opened_without_watch(browser, first.address) as page:
            page.goto(address)
            page.locator("article[data-kind=edit][data-state=undecided]").first.focus()
            first.kill()
            press(page, "y")
            page.wait_for_function("() => document.getElementById('status').textContent.startsWith('Not stored')")
    with command([*options, "--port", port], tmp_path) as second, opened(browser, second.address) as page:
        page.goto(address)
        page.wait_for_selector("#bar", timeout=30_000)
        stored(page, left - 2)
        assert page.locator("article[data-state=decided]").count() == 2


@contextmanager
def opened_without_watch(browser: Browser, start: str) -> Iterator[Page]:
    """A session in which the console may complain: its server is about to die."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(start)
    page.wait_for_url(start.partition("/start")[0] + "/")
    try:
        yield page
    finally:
        context.close()
