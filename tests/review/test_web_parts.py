"""Parts of the review page without a server: the inline diff, the mended text, the summary, what waits for whom."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Settings
from bot.jobs.check import CheckOptions
from bot.jobs.session import Quiet, Session
from bot.jobs.tidy import tidy
from bot.locale import Speech
from bot.model.citation import Identifier
from bot.model.message import msg
from bot.model.page import Page
from bot.model.plan import Plan
from bot.model.reasons import Reason
from bot.model.report import Because, CheckReport, CitationCheck, PushReport
from bot.model.verdict import Contradicted, Identity, Link
from bot.model.words import Decision, Fix, IdentityVerdict, IdKind, LinkState, Scope
from bot.report.diff import merged
from bot.report.templating import environment
from bot.report.work_links import open_at
from bot.review.decisions import (
    ACCEPT,
    FALSE_ALARM,
    REJECT,
    Waiting,
    choose,
    chosen,
    reword,
    wanted,
    withdraw,
    worded,
)
from bot.review.web import worker
from bot.review.web.cards import left, view_of
from bot.review.web.entries import Ready, entry_named, entry_of, forget_entry, keep_entry, kept_entries
from bot.store import Decided, open_store
from bot.wikitext.text import Wikitext
from tests.report import builders
from tests.review.served import MLRU

DRAFT = "Обучают **именно так**, код `x` и `y`.\n"
PAGE = Page("draft", "draft", DRAFT)
_PLAIN = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "Zs"), max_codepoint=0x4FF, exclude_characters="\xa0"),
    max_size=40,
)


@given(_PLAIN, _PLAIN)
def test_one_text_of_two_holds_both(before: str, after: str) -> None:
    """Whatever is compared, leaving out what comes gives one text and leaving out what goes the other."""
    parts = list(merged(before, after))
    assert "".join(text for kind, text in parts if kind != "ins") == before
    assert "".join(text for kind, text in parts if kind != "del") == after


def test_words_that_stay_are_not_struck() -> None:
    """What is only added to stays; other words altogether go and come whole."""
    assert list(merged("один два", "один два три")) == [("same", "один два"), ("ins", " три")]
    assert list(merged("один два", "совсем иные слова")) == [("del", "один два"), ("ins", "совсем иные слова")]


def test_replacements_on_one_line_are_read_together() -> None:
    """One passage for a pair of back-ticks, with the words between them, on their own line only."""
    page = tidy([Page("d", "d", "первая строка\n" + DRAFT + "третья")], MLRU, Quiet()).pages[0]
    edit = next(edit for edit in page.edits if edit.fix is Fix.safe)
    shown = "{% from 'parts.html' import replacements %}{{ replacements(edit, whole) }}"
    body = environment("en").from_string(shown).render(edit=edit, whole=page.page.text)
    assert body.count('class="inline"') == 1
    assert "x" in body
    assert "строка" not in body
    assert "третья" not in body


def test_the_mended_text_follows_the_decisions() -> None:
    """Safe edits are in unless rejected, others only if accepted; a person's own words replace the proposed ones until undone."""
    tidied = tidy([PAGE], MLRU, Quiet())
    page = tidied.pages[0]
    safe = next(edit for edit in page.edits if edit.fix is Fix.safe)
    review = next(edit for edit in page.edits if edit.fix is Fix.review)
    ready = Ready(tidied, CheckReport((builders.page_check(PAGE),), complete=True))
    with open_store(None) as store:

        def text() -> str:
            return view_of(ready, store, MLRU.profile).mended.text

        assert text() == "Обучают **именно так**, код <code>x</code> и <code>y</code>.\n"
        choose(store, Decided(safe.id, REJECT, "", "me"))
        assert text() == "Обучают **именно так**, код `x` и <code>y</code>.\n"
        choose(store, Decided(review.id, ACCEPT, "", "me"))
        assert text() == "Обучают '''именно так''', код `x` и <code>y</code>.\n"
        reword(store, review, ["''", "''"], "me")
        assert text() == "Обучают ''именно так'', код `x` и <code>y</code>.\n"
        assert worded(store, review) != review
        withdraw(store, review.id)
        assert worded(store, review) == review
        withdraw(store, safe.id)
        assert text() == page.text
        assert wanted(page, chosen(store)) == {edit.id for edit in page.edits if edit.fix is Fix.safe}


def test_the_source_opens_at_the_passage_that_was_read() -> None:
    """Where the page itself holds the quote; else at the work."""
    check = builders.contradicted()
    claim = check.claims[0]
    assert isinstance(claim.support, Contradicted)
    assert "#" not in (open_at(check) or "#")
    read = replace(claim.support, evidence=replace(claim.support.evidence, scope=Scope.page))
    cited = replace(check.citation.cited, identifiers=(Identifier(IdKind.url, "https://example.org/amp"),))
    here = replace(check, citation=replace(check.citation, cited=cited), claims=(replace(claim, support=read),))
    assert (open_at(here) or "").startswith("https://example.org/amp#:~:text=")


def test_a_list_counts_what_the_page_itself_counts() -> None:
    """The cheap count and the full view agree."""
    ready = Ready(builders.tidy_report(), builders.check_report())
    with open_store(None) as store:
        view = view_of(ready, store, MLRU.profile)
        assert left(ready, chosen(store)) == view.left > 0
        for card in view.citations[:2]:
            assert card.waiting is not None
            choose(store, Decided(card.waiting.subject, REJECT, "", "me"))
        assert left(ready, chosen(store)) == view_of(ready, store, MLRU.profile).left == view.left - 2


def test_a_new_decision_replaces_the_old_one() -> None:
    """One subject, one decision."""
    with open_store(None) as store:
        choose(store, Decided("x", FALSE_ALARM, "no", "me"))
        choose(store, Decided("x", REJECT, "yes", "me"))
        assert {name: one.kind for name, one in chosen(store).items()} == {"x": REJECT}


def test_what_came_through_the_browser_is_kept_until_it_is_removed() -> None:
    """Texts with their titles, names without texts, in their order; the same title again is the same page."""
    with open_store(None) as store:
        draft, named = entry_of(PAGE), entry_named("http://wiki.example/Page")
        for entry in (draft, named, entry_of(Page("draft", "draft", "другой текст"))):
            keep_entry(store, entry, 90)
        found = kept_entries(store)
        assert [entry.name for entry in found] == ["http://wiki.example/Page", "draft"]
        assert found[0].page is None
        assert found[1].page == Page("draft", "draft", "другой текст")
        forget_entry(store, found[1])
        assert [entry.id for entry in kept_entries(store)] == [named.id]


def test_a_stop_waits_for_a_save_that_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the wiki is being written to: the thread ends after the save, not in the middle of it."""
    monkeypatch.setattr(worker, "PATIENCE", 0.01)
    begun, may_end = threading.Event(), threading.Event()

    def saving(*_: object) -> PushReport:
        begun.set()
        assert may_end.wait(60)
        return builders.push_report(saved=True)

    monkeypatch.setattr(worker, "apply", saving)

    @contextmanager
    def nowhere() -> Iterator[Session]:
        with open_store(None) as store:
            yield Session(Settings(), store)

    def never(*_: object) -> Any:
        raise AssertionError

    orders = worker.Orders(nowhere, MLRU, CheckOptions(), never, never, never, never)
    at_work = worker.Worker(orders)
    at_work.start()
    saved = at_work.apply(Plan(()), "x", save=True)
    assert begun.wait(60)
    ending = threading.Thread(target=at_work.stop)
    ending.start()
    ending.join(0.3)
    assert ending.is_alive()
    may_end.set()
    ending.join(60)
    assert saved.result(0).pages[0].saved is not None


def test_the_name_to_type_is_what_the_report_calls_the_source() -> None:
    """A note's bare number; an item of a list and a link as their cards say, in the person's language."""
    text = (
        "Первое.<ref>Knuth D. The Art of Computer Programming. 1968.</ref> Второе на [https://a.example/x сайте].\n\n"
        "== Литература ==\n* Minsky M., Papert S. Perceptrons. MIT Press, 1969.\n"
    )
    blocked = Because("", "GATE101", msg("blocked"), Decision.block)
    who = Identity(IdentityVerdict.nonexistent, Reason.no_record)
    cited = Wikitext(Page("p", "p", text), MLRU.profile).citations
    waiting = [Waiting("p", CitationCheck(one, Link(LinkState.none), who), blocked) for one in cited]
    typed = {language: [one.typed(Speech(language)) for one in waiting] for language in ("en", "ru")}
    assert typed == {"en": ["1", "link 1", "Литература, 1"], "ru": ["1", "ссылка 1", "Литература, 1"]}
