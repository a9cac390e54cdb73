"""Time every rule on every repeated string: ``python -m benchmarks.pump [--small] [--only PART] [--list] [--jobs N]``.

The small run (a step of ``.ci/run``) takes all rules with fewer strings and shorter texts; without ``--small`` it takes an hour.
Ends with 1 when a rule grows faster than it may, each named with the string that shows it.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext
from queue import Queue

from benchmarks.pump.entries import ENTRIES, Entry
from benchmarks.pump.rules import Rule, rules
from benchmarks.pump.timing import STOP, Timing, look, measure
from benchmarks.pump.units import Pump, pumps

#: How long a text is, at first: of a pattern, of a way in; in the small run and in the whole one.
_SIZES = {True: (1 << 12, 1 << 11), False: (1 << 16, 1 << 14)}
#: So many failures of one rule are enough.
_ENOUGH = 3
#: One string may take so many seconds of processor time with all its doublings, before the process is killed.
_KILLED = 8


@dataclass(slots=True)
class Report:
    """What the pump says of one rule."""

    name: str
    shown: str
    ways: tuple[str, ...]
    strings: int = 0
    doubled: int = 0
    worst: Timing | None = None
    growth: float = 0.0
    failed: list[tuple[str, Timing]] = field(default_factory=list)
    seconds: float = 0.0

    def line(self) -> str:
        """One line for a person."""
        worst = self.worst
        most = f"{worst.seconds * 1e9 / worst.size:.0f} ns a character, growth {worst.growth:.2f}" if worst else "none"
        return (
            f"{self.name}  [{' '.join(self.ways)}] {self.strings} strings, {self.doubled} doubled, the others too fast to time;"
            f" slowest {most}; {self.seconds:.2f} s  {self.shown!r:.100}"
        )


def _work(pattern: object, way: str) -> Callable[[str], object]:
    run = getattr(pattern, way)
    return (lambda text: sum(1 for _ in run(text))) if way == "finditer" else run


def _runs(subject: Rule | Entry, *, small: bool) -> list[tuple[str, Pump]]:
    """Every way of running it with every string."""
    if isinstance(subject, Entry):
        return [("call", pump) for pump in subject.pumps(whole=not small)]
    return [(way, pump) for pump in pumps(subject.pattern, whole=not small) for way in subject.runs()]


def time_rule(
    subject: Rule | Entry, *, small: bool, begin: Callable[[int], object] = id, enough: int = _ENOUGH
) -> Report:
    """Run one rule or way in on all its strings, up to ``enough`` failures; ``begin`` hears the number of each run."""
    if isinstance(subject, Entry):
        report, works = Report(subject.name, "", ("call",)), {"call": subject.work}
    else:
        report = Report(subject.name, subject.pattern.pattern, subject.runs())
        works = {way: _work(subject.pattern, way) for way in subject.runs()}
    size = _SIZES[small][isinstance(subject, Entry)]
    timed = look if small else measure
    began = time.process_time()
    for number, (way, pump) in enumerate(_runs(subject, small=small)):
        begin(number)
        _note(report, way, timed(works[way], pump, size))
        if len(report.failed) >= enough or any(timing.growth == float("inf") for _, timing in report.failed):
            break
    report.seconds = time.process_time() - began
    return report


def _note(report: Report, way: str, timing: Timing) -> None:
    report.strings += 1
    report.doubled += timing.growth > 0
    report.growth = max(report.growth, timing.growth)
    if not timing.passed:
        report.failed.append((way, timing))
    if report.worst is None or timing.seconds / timing.size > report.worst.seconds / report.worst.size:
        report.worst = timing


def _said(report: Report) -> str:
    """A failure, with what repeats it."""
    told = [f"{report.name}  {report.shown!r:.160}"]
    for way, timing in report.failed:
        head, unit, tail = timing.pump
        how = (
            f"{timing.seconds:.3f} s on {timing.size}, growth {timing.growth:.2f}"
            if timing.growth < 99
            else f"over {STOP} s"
        )
        told.append(f"    {way}: {head!r:.60} + {unit!r:.60} * n + {tail!r}: {how}")
    return "\n".join(told)


def _subjects(only: str) -> list[Rule | Entry]:
    every: list[Rule | Entry] = [*ENTRIES, *rules()]
    return [subject for subject in every if f"bot.{subject.name.removeprefix('bot.')}".startswith(only)]


class _Worker:
    """A process that times one rule after another; another takes its place where one is killed by its own limit.

    A search that looks at no signal cannot be stopped from within: the kernel ends it after ``_KILLED`` seconds of work.
    """

    def __init__(self, context: ForkContext, subjects: list[Rule | Entry], *, small: bool) -> None:
        self.subjects, self.small = subjects, small
        self.at = context.RawValue("i", 0)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=self._serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def _serve(self, pipe: Connection) -> None:
        gc.freeze()
        limit = 0

        def begin(number: int) -> None:
            nonlocal limit
            self.at.value = number
            if (until := int(time.process_time()) + _KILLED) != limit:
                limit = until
                resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))

        while True:
            pipe.send(time_rule(self.subjects[pipe.recv()], small=self.small, begin=begin))

    def time(self, index: int) -> Report:
        """What one subject says; where the process ended, the string that it was at failed."""
        try:
            self.pipe.send(index)
            report: Report = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            subject = self.subjects[index]
            way, pump = _runs(subject, small=self.small)[self.at.value]
            report = Report(subject.name, "", (), failed=[(way, Timing(pump, 0, STOP, float("inf")))])
        return report


def _reports(subjects: list[Rule | Entry], *, small: bool, jobs: int) -> Iterator[Report]:
    """Each subject timed, ``jobs`` at a time; the ways in first, they take longest."""
    context = multiprocessing.get_context("fork")
    workers = [_Worker(context, subjects, small=small) for _ in range(jobs)]
    waiting: Queue[_Worker] = Queue()
    for worker in workers:
        waiting.put(worker)

    def timed(index: int) -> Report:
        worker = waiting.get()
        report = worker.time(index)
        waiting.put(worker if worker.process.is_alive() else _Worker(context, subjects, small=small))
        return report

    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(timed, index) for index in range(len(subjects))]):
            yield done.result()


def main() -> int:
    """Time the rules asked for and say which grow too fast."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="fewer strings, shorter texts")
    parser.add_argument("--only", default="", help="how a rule's name begins: bot.judge, bot.wikitext.people._PAIR")
    parser.add_argument("--list", action="store_true", help="a line for each rule: how it was run and how it was timed")
    parser.add_argument("--names", action="store_true", help="the rules alone, nothing is run")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    asked = parser.parse_args()
    subjects = _subjects(asked.only)
    if asked.names:
        for subject in subjects:
            ways, shown = (
                ("call", "") if isinstance(subject, Entry) else (" ".join(subject.runs()), subject.pattern.pattern)
            )
            print(f"{subject.name}  [{ways}]  {shown!r}")
        return 0
    began, reports = time.monotonic(), []
    for report in _reports(subjects, small=asked.small, jobs=asked.jobs):
        reports.append(report)
        if report.failed:
            print(_said(report), flush=True)
        elif asked.list:
            print(report.line(), flush=True)
    print(_summary(reports, sum(isinstance(subject, Rule) for subject in subjects)))
    print(f"{sum(report.seconds for report in reports):.0f} s of work in {time.monotonic() - began:.0f} s")
    return int(any(report.failed for report in reports))


def _summary(reports: list[Report], patterns: int) -> str:
    """One line: how many were run, how many failed, and which grew fastest and which took longest of those that passed."""
    passed = [report for report in reports if not report.failed and report.worst]
    fastest = max(passed, key=lambda report: report.growth, default=None)
    failed = sum(bool(report.failed) for report in reports)
    runs = sum(report.strings for report in reports)
    counted = f"{patterns} rules, {len(reports) - patterns} ways in, {runs} runs, {failed} too slow"
    return counted + (f", slowest growth {fastest.growth:.2f} ({fastest.name})" if fastest else "")


if __name__ == "__main__":
    sys.exit(main())
