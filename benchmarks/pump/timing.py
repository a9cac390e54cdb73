"""How long a text takes as it is doubled, in processor time, with a hard stop."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from benchmarks.pump.units import Pump

#: A doubling of the text may take so many times longer; linear work takes 2, work on n log n 2.1, quadratic work 4.
GROWTH = 2.6
#: Shorter times say nothing (seconds).
SHORTEST = 0.005
#: What is run on at most 64 KB and takes so long fails at once (seconds).
STOP = 2.0
#: The quick look gives one text so long (seconds): what takes longer is measured.
LOOK = 0.4
#: Four times the text may take so many times longer before it is measured: linear work takes 4, quadratic work 16.
FOURFOLD = 5.0
DOUBLINGS = 3
#: Some hundred characters before a place are looked at, for each place: what grows below this length may be linear beyond it.
WINDOW = 1 << 12
TIMES = 5
#: The first texts are this long: a rule that grows exponentially shows itself before it is met with a long text.
FIRST = 24


class TooSlowError(BaseException):
    """One run took more than ``STOP`` seconds. No ``except Exception`` of what is timed may keep it."""


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured of one rule on one repeated string: seconds on ``size`` characters, and growth for the last doubling.

    ``growth`` is 0.0 where ``size`` characters took too little to be timed, infinite where one run was stopped.
    """

    pump: Pump
    size: int
    seconds: float
    growth: float

    @property
    def passed(self) -> bool:
        """Whether the rule is linear on it."""
        return self.growth < GROWTH


def text_of(pump: Pump, size: int) -> str:
    """About ``size`` characters."""
    head, unit, tail = pump
    return head + unit * max(1, size // len(unit)) + tail


def measure(work: Callable[[str], object], pump: Pump, sieve: int) -> Timing:
    """Time a rule on a repeated string.

    A sieve first: texts up to ``sieve`` characters, four times longer each. Where the last takes less than a quarter of
    ``SHORTEST``, the rule is linear there: one step for each pair of a start and a character would take longer. Else the
    smallest size that takes ``SHORTEST`` is doubled ``DOUBLINGS`` times, the best of ``TIMES`` each, or until two doublings
    running grew too fast; a growth too large is measured once more, from ``WINDOW`` characters on, before it counts.
    """
    try:
        with stopped(STOP / 2):
            size, took = _sifted(work, pump, sieve)
            if took < SHORTEST / 4:
                return Timing(pump, size, took, 0.0)
        timing = _doubled(work, pump, size)
        return timing if timing.passed else _doubled(work, pump, max(size, WINDOW))
    except TooSlowError:
        return Timing(pump, sieve, STOP, float("inf"))


def look(work: Callable[[str], object], pump: Pump, size: int) -> Timing:
    """Look at a rule quickly, measure it only where it may grow too fast.

    One text of ``size`` characters: where it takes less than a sixteenth of ``SHORTEST``, no step was made for each pair
    of a start and a character. Else a quarter of it, each twice: where four times the text takes less than ``FOURFOLD``
    times as long, the rule is linear. What is left, and what takes more than ``LOOK`` seconds, is measured by ``measure``.
    """
    whole = text_of(pump, size)
    try:
        with stopped(LOOK):
            took = _seconds(work, whole)
            if took < SHORTEST / 16:
                return Timing(pump, size, took, 0.0)
            quarter = text_of(pump, size // 4)
            less = min(_seconds(work, quarter) for _ in range(2))
            took = min(took, _seconds(work, whole))
    except TooSlowError:
        return measure(work, pump, size)
    growth = (took / max(less, SHORTEST / 200)) ** 0.5
    return Timing(pump, size, took, growth) if growth**2 < FOURFOLD else measure(work, pump, size)


def _sifted(work: Callable[[str], object], pump: Pump, sieve: int) -> tuple[int, float]:
    size, took = FIRST, 0.0
    while True:
        took = _seconds(work, text_of(pump, size))
        if size >= sieve or took >= SHORTEST:
            return size, took
        size = min(size * 4, sieve)


def _doubled(work: Callable[[str], object], pump: Pump, size: int) -> Timing:
    best = _best(work, pump, size)
    while best < SHORTEST:
        size *= 2
        best = _best(work, pump, size)
    growth = 0.0
    for _ in range(DOUBLINGS):
        before, size = best, size * 2
        best = _best(work, pump, size)
        twice, growth = growth >= GROWTH, best / max(before, SHORTEST / 2)
        if twice and growth >= GROWTH:
            break
    return Timing(pump, size, best, growth)


def _best(work: Callable[[str], object], pump: Pump, size: int) -> float:
    text = text_of(pump, size)
    with stopped():
        return min(_seconds(work, text) for _ in range(TIMES))


def _seconds(work: Callable[[str], object], text: str) -> float:
    gc.disable()
    began = (
        time.thread_time()
    )  # the process's own clock moves in ticks of 4 ms while a timer or a limit of it runs (Linux)
    try:
        work(text)
    finally:
        gc.enable()
    return time.thread_time() - began


@contextmanager
def stopped(seconds: float = STOP * TIMES / 2) -> Iterator[None]:
    """End what runs after so many seconds of processor time: ``re`` looks for signals every few thousand steps.

    Raises:
        TooSlowError: the time is over.

    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
