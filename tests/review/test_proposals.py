"""What a check's verdicts propose, in the terminal review: asked after the edits of tidying, written with them."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from bot.jobs.check import CheckOptions
from bot.model.message import msg
from bot.model.outcome import Missing
from bot.model.page import Page
from bot.model.reasons import Reason
from bot.review.web.cards import view_of
from bot.review.web.entries import Ready, entry_of
from bot.review.web.worker import Orders, Worker
from bot.sources.pages import remember_look
from bot.sources.stored import put_page
from bot.store import open_store
from bot.store.base import FILE_NAME
from tests.jobs.test_verdict_edits import ARCHIVE, COPY, chosen, session
from tests.jobs.test_verdict_edits import TEXT as MENDABLE
from tests.review.test_command import typed

ADDRESS = "http://site.org/page"
TEXT = f"Words stand **here**.<ref>[{ADDRESS} Old page of words]</ref>\n\n== References ==\n<references />\n"


def test_a_proposal_is_asked_for_and_written_beside_the_edits_of_tidying(tmp_path: Path) -> None:
    """First the markup, then the dead link that two looks on two days have proven, then the citation; one file in the end."""
    (tmp_path / "draft.wiki").write_text(TEXT, encoding="utf-8")
    with open_store(tmp_path / "state" / FILE_NAME) as store:
        missing = Missing(Reason.not_found_page, 404)
        for day in ("2026-11-01", "2026-11-03"):
            remember_look(store, ADDRESS, missing, f"{day}T10:00:00Z")
        put_page(store, ADDRESS, missing)
    words = ("draft.wiki", "--profile", "enwiki", "--offline", "--judge", "none")
    code, shown = typed(tmp_path, *words, keys=["y", "y", "q", "y"])
    assert "mark the link as dead: it has failed since 2026-11-01" in shown, shown
    assert code == 1, shown  # the citation itself is still undecided
    text = (tmp_path / "draft.wiki").read_text(encoding="utf-8")
    assert "'''here'''" in text
    assert "Old page of words]{{Dead link|date=" in text


def test_the_page_in_the_browser_has_a_card_for_each_proposal() -> None:
    """The worker puts them among the page's edits, so that they are decided, reworded and taken back like any other."""
    page = Page("draft.wiki", "Draft", MENDABLE)
    with session(ARCHIVE) as at, open_store(None) as store:
        orders = Orders(
            lambda: nullcontext(at), chosen("enwiki"), CheckOptions(), unused, unused, unused, lambda _: msg("bug")
        )
        entry = entry_of(page)
        asyncio.run(Worker(orders)._one(entry, at))
        assert isinstance(entry.state, Ready), entry.state
        view = view_of(entry.state, store, chosen("enwiki").profile)
        cards = [card for card in view.edits if card.edit.code == "SRC202"]
    assert [span.after for card in cards for span in card.edit.spans] == [
        f"{{{{Webarchive|url={COPY}|date=2020-01-01}}}}"
    ]


def unused(*_: object) -> Any:
    """Nothing is fetched, read again or saved here."""
    raise AssertionError
