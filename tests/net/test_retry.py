"""Asking again: as often as there are pauses, only after what a second try may mend, never longer than a minute's wait."""

from __future__ import annotations

import asyncio
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.net.cassettes import ReplayClock
from bot.net.pace import Pace
from bot.net.retry import AGAIN, BROKEN, LONGEST_PAUSE, ask_patiently, retry_after, wait_asked

NOW = "2026-01-01T00:00:00Z"
PAUSES = (1.0, 2.0)
OUTCOMES = st.one_of(
    st.sampled_from([Reason.timeout, Reason.connection_failed, Reason.garbled_answer, Reason.tls_error]).map(Failed),
    st.tuples(
        st.sampled_from([200, 301, 404, 408, 425, 429, 451, 500, 501, 503, 529]), st.sampled_from(["", "3", "61"])
    ).map(lambda pair: Reply("http://x/", pair[0], ((b"retry-after", pair[1].encode()),), b"")),
)


def asked(outcomes: list[Reply | Failed]) -> tuple[Reply | Failed, int, float]:
    """What comes back, how often was asked, and how long was waited (seconds)."""
    clock, left = ReplayClock(), list(outcomes)
    pace = Pace(clock, 0.0)

    async def attempt() -> Reply | Failed:
        async with pace.turn():
            return left.pop(0)

    got = asyncio.run(ask_patiently(attempt, PAUSES, pace=pace, clock=clock, final=lambda reply: reply.status == 451))
    return got, len(outcomes) - len(left), clock.monotonic()


def mendable(outcome: Reply | Failed) -> bool:
    """Whether the table says that the same question may fare better."""
    if isinstance(outcome, Failed):
        return outcome.reason in BROKEN
    return outcome.status in AGAIN and outcome.header("retry-after") != "61"


@given(st.lists(OUTCOMES, min_size=3, max_size=3))
def test_only_what_a_second_try_may_mend_is_asked_again(outcomes: list[Reply | Failed]) -> None:
    """The first answer that no try can better is the answer, the third one in any case; waits have their bound."""
    got, times, waited = asked(outcomes)
    final = next((place for place, outcome in enumerate(outcomes) if not mendable(outcome)), 2)
    assert (got, times) == (outcomes[final], final + 1)
    assert waited <= len(PAUSES) * LONGEST_PAUSE


@pytest.mark.parametrize(
    ("value", "wait"),
    [
        ("", 2.0),
        ("3", 3.0),
        ("0", 0.0),
        ("0.5", 0.5),
        ("60", 60.0),
        ("61", None),
        ("9" * 400, None),
        ("soon", 2.0),
        ("-1", 2.0),
    ],
)
def test_a_server_says_how_long_to_wait(value: str, wait: float | None) -> None:
    """Its word counts up to a minute; beyond that nobody waits, and without a word the usual pause holds."""
    assert wait_asked(value, NOW, 2.0) == wait


@given(st.datetimes())
def test_a_date_says_how_long_to_wait(moment: object) -> None:
    """``Retry-After`` may be a date; one that has passed asks for no wait."""
    assert (retry_after(format_datetime(moment), NOW) or 0.0) >= 0.0  # type: ignore[arg-type]


def test_a_date_is_measured_by_the_server_s_own_clock() -> None:
    """Where the answer has a ``Date``, that is the present: two clocks that differ by hours ask for no wait of hours."""
    assert retry_after("Mon, 30 Nov 2026 10:01:30 GMT", "Mon, 30 Nov 2026 10:00:00 GMT") == 90.0
    assert retry_after("Mon, 30 Nov 2026 10:01:30 GMT", "") is None


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_header_asks_for_a_wait_without_end(value: str, now: str) -> None:
    """Whatever stands there, the wait is None or a number of seconds from 0 to a year."""
    wait = retry_after(value, now)
    assert wait is None or 0.0 <= wait <= 366 * 86_400
