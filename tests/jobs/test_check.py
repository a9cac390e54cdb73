"""The check as a use case: what it remembers, what it says before it works, what it costs. Services are replicas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from bot.config import JudgeSettings, Settings
from bot.jobs.check import CheckOptions, check
from bot.jobs.estimates import estimate
from bot.jobs.session import Session, choose_profile
from bot.model.message import Message
from bot.model.page import Page
from bot.net.cassettes import ReplayClock
from bot.sample import TITLE, draft_text, mended_text
from bot.store import open_store
from tests.fakes.resolver import network
from tests.fakes.services import Services

CHOSEN = choose_profile("mlru", Settings())
DRAFT = Page("draft.wiki", TITLE, draft_text())


@pytest.fixture
def session() -> Iterator[Session]:
    """Replicas of the services, no judge, a store in memory."""
    settings = replace(Settings(), judge=JudgeSettings(kind="none"))
    with Services() as services, open_store(None) as store:
        yield Session(settings, store, clock=ReplayClock(), network=network(services))


def test_a_repeated_check_counts_what_changed(session: Session) -> None:
    """Nothing to compare with at first; then all as before; then mended; a finding that comes back is new."""
    first = check([DRAFT], CHOSEN, session)
    raised = sum(finding.raised for finding in first.pages[0].findings)
    assert first.difference is None
    assert raised > 0
    again = check([DRAFT], CHOSEN, session).difference
    assert again is not None
    assert (again.mended, again.new, again.as_before) == (0, 0, raised)
    mended = check([replace(DRAFT, text=mended_text())], CHOSEN, session).difference
    assert mended is not None
    assert (mended.mended, mended.new, mended.as_before) == (raised, 0, 0)
    back = check([DRAFT], CHOSEN, session).difference
    assert back is not None
    assert (back.mended, back.new) == (0, raised)


def test_only_what_is_new_is_shown_when_asked(session: Session) -> None:
    """--new hides what the last check raised, and the difference still counts it."""
    check([DRAFT], CHOSEN, session)
    report = check([DRAFT], CHOSEN, session, CheckOptions(new_only=True))
    assert not any(finding.raised for finding in report.pages[0].findings)
    assert report.difference is not None
    assert report.difference.as_before > 0


def test_a_policy_out_of_reach_is_said_before_the_first_request(session: Session) -> None:
    """Before any service is asked, whoever is about to save knows that this judge will not do."""
    order: list[str] = []

    class Watching:
        """Progress that writes down when the first source has been asked."""

        def step(self, what: Message, done: int, total: int) -> None:  # noqa: ARG002  # the port's names
            """One more."""
            order.append(str(what))

    watched = replace(session, notify=lambda message: order.append(str(message)), progress=Watching())
    check([DRAFT], CHOSEN, watched, CheckOptions(saving=True))
    assert "mlwiki review" in order[0]
    assert "sources" in order
    order.clear()
    check([DRAFT], CHOSEN, watched, CheckOptions())
    assert not any("mlwiki review" in line for line in order)


def _said(lines: Iterable[Message]) -> str:
    return "\n".join(map(str, lines))


def test_an_estimate_asks_nobody(session: Session) -> None:
    """It counts claims and tokens, names an amount where prices are set, and needs no network."""
    lonely = replace(session, network=None)
    openai = JudgeSettings(kind="openai", model="m", price_in=0.15, price_out=0.6)
    with_prices = replace(lonely, settings=replace(session.settings, judge=openai))
    assert "USD" in _said(estimate([DRAFT], CHOSEN, with_prices))
    without = replace(lonely, settings=replace(session.settings, judge=JudgeSettings(kind="openai", model="m")))
    assert "price_in" in _said(estimate([DRAFT], CHOSEN, without))
    assert "costs nothing" in _said(estimate([DRAFT], CHOSEN, lonely))


def test_an_estimate_counts_every_seat_of_a_panel(session: Session) -> None:
    """Two models cost twice one model; it is said before, and asked of nobody."""

    def amount(judge: JudgeSettings) -> float:
        found, *_ = estimate(
            [DRAFT], CHOSEN, replace(session, network=None, settings=replace(session.settings, judge=judge))
        )
        return float(str(dict(found.args)["amount"]))

    one = JudgeSettings(kind="openai", model="m", price_in=15.0, price_out=60.0)
    assert amount(replace(one, panel=("n",))) == pytest.approx(2 * amount(one), abs=0.02)


def test_an_estimate_names_an_embeddings_endpoint(session: Session) -> None:
    """The embedded judge costs nothing, unless whole sources go somewhere: then it is said where."""
    judge = JudgeSettings(embeddings_url="https://vectors.example/v1", embeddings_model="e5")
    lonely = replace(session, network=None, settings=replace(session.settings, judge=judge))
    assert "vectors.example" in _said(estimate([DRAFT], CHOSEN, lonely))
