"""Asking again: the one loop, and the one table of what a second try may mend.

stamina was looked at (25.1): it repeats what raises, and waits by the event loop's own clock. Here an outage is a value, time
comes from ``Clock``, and a host's pace has its say between two tries.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from bot.model.ports import Clock
from bot.model.reasons import Reason
from bot.model.reply import Failed, Reply
from bot.net.pace import Pace

T = TypeVar("T")

#: Statuses that say «not now» (RFC 9110, 15.5.9 and 15.6; RFC 6585, 4; RFC 8470, 5.2): the same request may fare better later.
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
#: Ends without any answer, and with one that broke on the way.
NO_ANSWER = frozenset({Reason.timeout, Reason.connection_failed})
BROKEN = NO_ANSWER | {Reason.garbled_answer}
#: Whoever asks for a longer pause than this is left alone for now (seconds).
LONGEST_PAUSE = 60.0
#: Longer is not believed of any server (seconds).
_YEAR = 366 * 86_400.0


async def retry(
    attempt: Callable[[], Awaitable[T]],
    again: Callable[[T, float], float | None],
    pauses: Iterable[float],
    clock: Clock,
) -> T:
    """What ``attempt`` gives, tried once more after every one of ``pauses`` (seconds) while ``again`` wants it.

    ``again`` gets a result and the usual pause and returns how long to wait, None where the result is final.
    """
    for pause in pauses:
        result = await attempt()
        wait = again(result, pause)
        if wait is None:
            return result
        await clock.sleep(wait)
    return await attempt()


async def ask_patiently(
    attempt: Callable[[], Awaitable[Reply | Failed]],
    pauses: Iterable[float],
    *,
    pace: Pace,
    clock: Clock,
    final: Callable[[Reply], bool],
) -> Reply | Failed:
    """A server's answer, the last one where none is good. ``final`` are answers that no second try will better.

    A server that complains is asked more slowly from then on, one that does not answer counts as failed in its ``pace``; once it
    is down nobody asks again.
    """

    async def counted() -> Reply | Failed:
        result = await attempt()
        if isinstance(result, Failed) and result.reason in NO_ANSWER and not pace.down:
            pace.failed()
        return result

    def again(result: Reply | Failed, pause: float) -> float | None:
        if isinstance(result, Failed):
            return None if pace.down or result.reason not in BROKEN else pause
        if result.status not in AGAIN or final(result):
            return None
        wait = wait_asked(result.header("retry-after"), clock.now(), pause)
        if wait is not None:
            pace.complain(wait)
        return None if wait is None else 0.0

    return await retry(counted, again, pauses, clock)


def wait_asked(value: str, now: str, pause: float) -> float | None:
    """Seconds to wait by a ``Retry-After``, ``pause`` where it says nothing, None where it asks for too long a wait."""
    asked = retry_after(value, now)
    wait = pause if asked is None else asked
    return None if wait > LONGEST_PAUSE else wait


def retry_after(value: str, now: str) -> float | None:
    """Seconds that a ``Retry-After`` header asks for (RFC 9110, 10.2.3: seconds or a date), at most a year; None for neither.

    ``now`` is ISO 8601, or the answer's own ``Date`` header: the server's clock is the better one for its dates.
    """
    value = value.strip()
    if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", value):
        return min(float(value), _YEAR)
    try:
        wait = (_http_date(value) - _moment(now)).total_seconds()
    except (TypeError, ValueError):
        return None
    return min(max(0.0, wait), _YEAR)


def _moment(written: str) -> datetime:
    """A time in either writing; one without zone is UTC."""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return _http_date(written)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _http_date(written: str) -> datetime:
    """A date of a header. Raises TypeError or ValueError."""
    moment = parsedate_to_datetime(written)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
