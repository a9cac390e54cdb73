"""The report page as the people of a wiki meet it, on the stand-in of 1.12: what it says, when it is saved, what it leads to."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from bot.jobs.run import Stop
from bot.jobs.summary import summary_of
from bot.locale import Speech
from bot.model.edit import Edit, Span
from bot.model.message import msg
from bot.model.words import Fix
from bot.store import open_store
from bot.store.base import FILE_NAME
from tests.mediawiki import BOT, SECRET, Wiki
from tests.run.child import Ask, RunClock, perform
from tests.run.night import LISTED, MARKUP
from tests.run.wikis import StandIn, opened

GONE = "https://docs.pytorch.org/no/such/page.html"
UNDEFINED = f'Утверждение<ref name="нет" />. {MARKUP}{LISTED}'


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[tuple[StandIn, Ask]]:
    """The stand-in and a bot there."""
    with opened("standin", tmp_path) as (wiki, ask):
        assert isinstance(wiki, StandIn)
        yield wiki, ask


def run(ask: Ask, *titles: str) -> dict[str, int]:
    """A run in this process: its counts."""
    return dict(perform(replace(ask, titles=titles), lambda _: None, Stop()).counts)


def test_the_page_says_what_waits_how_the_run_went_and_what_was_edited(scene: tuple[StandIn, Ask]) -> None:
    """First the number for people, then the run's own line; a heading a page with its last human editor; a link to each edit."""
    wiki, ask = scene
    wiki.write("Первая", UNDEFINED)
    wiki.wiki.add_user("Анна", "anna112pass")
    wiki.wiki.write("Вторая", UNDEFINED, "Анна")
    run(ask, "Первая", "Вторая")
    lines = html.unescape(wiki.history(ask.report_page)[0][2]).splitlines()
    assert lines[0] == "'''Нужен человек: 4'''"  # on each page a ref without a text, and no source at all
    assert re.match(r"запуск r[0-9a-f]{8}: .*страниц сохранено: 2", lines[2]), lines[2]
    headings = [line for line in lines if line.startswith("==")]
    assert headings[:2] == ["== [[:Вторая]] ==", "== [[:Первая]] =="]
    after = {line: lines[number + 1] for number, line in enumerate(lines) if line in headings[:2]}
    assert "Анна" in after["== [[:Вторая]] =="]
    assert "Человек" in after["== [[:Первая]] =="]
    edits = [line for line in lines if line.startswith("* [[:")]
    assert len(edits) == 2
    assert all(re.search(r"\[\{\{fullurl:\S+\|diff=\d+&oldid=\d+\}\} ", line) for line in edits), edits


@pytest.mark.mediawiki
def test_the_link_to_an_edit_leads_to_its_difference(wiki_139: Wiki, tmp_path: Path) -> None:
    """As MediaWiki 1.39 renders the report: the address of the page's own difference, for a title with spaces and Cyrillic."""
    title = wiki_139.title("Страница с пробелом")
    wiki_139.person().write(title, MARKUP)
    report = wiki_139.title("Отчёт")
    ask = Ask(wiki_139.address, wiki_139.bot_login, SECRET, str(tmp_path / "state"), report_page=report)
    run(ask, title)
    shown = wiki_139.person().call(action="parse", page=report, prop="text")["parse"]["text"]
    newest, base = wiki_139.person().history(title)[:2]
    found = re.search(rf'href="([^"]*diff={newest.revid}[^"]*)"', shown)
    assert found is not None, shown
    assert f"oldid={base.revid}" in found[1]
    assert quote(title.replace(" ", "_")) in found[1]


def test_a_night_without_news_saves_nothing(scene: tuple[StandIn, Ask]) -> None:
    """Neither the numbers of another run nor the end of its list of edits is news; a new finding is."""
    wiki, ask = scene
    wiki.write("Первая", UNDEFINED)
    run(ask, "Первая")
    run(ask, "Первая")
    assert len(wiki.history(ask.report_page)) == 1
    wiki.write("Вторая", UNDEFINED)
    run(ask, "Первая", "Вторая")
    assert [line[0] for line in wiki.history(ask.report_page)] == [BOT, BOT]


def test_an_address_that_is_gone_is_looked_at_again_on_another_day(
    scene: tuple[StandIn, Ask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One failure proves nothing, so that the page is not passed over as unchanged; what was then proven is not asked again."""
    wiki, ask = scene
    wiki.write("Страница", f"Утверждение о методе.<ref>[{GONE} Название страницы]</ref>{LISTED}")
    codes = []
    for day in ("2026-11-28", "2026-11-28", "2026-11-29", "2026-11-30"):
        monkeypatch.setattr(RunClock, "now", lambda _, day=day: f"{day}T03:17:00Z")
        counts = run(ask, "Страница")
        with open_store(Path(ask.state) / FILE_NAME) as store:
            store.put("page", GONE, "", days=0)  # kept for half a day, and the night is over
            (row,) = store.journal.pages(store.journal.runs(1)[0].wiki)
            codes.append((counts.get("unchanged", 0), [need["code"] for need in row.needs]))
    assert codes == [(0, ["SRC201"]), (1, ["SRC201"]), (0, ["SRC202"]), (1, ["SRC202"])]


def test_a_summary_says_when_a_person_approved_what_a_program_found() -> None:
    """Marks, copies and fields are named for what they are; edits of the bot alone claim no person."""
    codes = ("SUP102", "SRC202", "SRC401", "SRC402", "REF015")
    edits = [Edit(code, code, Fix.review, msg("x"), (Span(0, 0, "", "y"),)) for code in codes]
    said = summary_of(edits, "x", "xy", Speech("en"))
    assert said == (
        "footnotes mended: 1; sources marked that do not say it: 1; dead links marked or archived: 1; "
        "references filled in from registries: 2; found by a program, approved by a person (+1)"
    )
    alone = summary_of([replace(edits[4], fix=Fix.safe)], "x", "xy", Speech("ru"))
    assert alone == "исправлено сносок: 1 (+1)"
