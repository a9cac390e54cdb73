"""Time every rule on every repeated string: ``python -m benchmarks.pump [--small] [--only PART] [--list] [--jobs N]``.

The small run (a step of ``.ci/run``) takes all rules with fewer strings and shorter texts; without ``--small`` it takes an hour.
Ends with 1 when a rule grows faster than it may, each named with the string that shows it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext

from benchmarks.pump.entries import ENTRIES, Entry
from benchmarks.pump.rules import Rule, rules
from benchmarks.pump.timing import STOP, Timing, measure
from benchmarks.pump.units import Pump, pumps

#: Lengths up to which a text is sieved: of a pattern, of a way in; in the small run and in the whole one.
_SIEVES = {True: (1 << 13, 1 << 12), False: (1 << 16, 1 << 14)}
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
    failed: list[tuple[str, Timing]] = field(default_factory=list)
    seconds: float = 0.0
    at: tuple[str, Pump] = ("", ("", "", ""))
    finished: bool = False

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


def time_rule(
    subject: Rule | Entry, *, small: bool, begin: Callable[[Report], object] = id, enough: int = _ENOUGH
) -> Report:
    """Run one rule or way in on all its strings, up to ``enough`` failures."""
    sieve = _SIEVES[small][isinstance(subject, Entry)]
    if isinstance(subject, Entry):
        report = Report(subject.name, "", ("call",))
        works, strings = [("call", subject.work)], list(subject.pumps(whole=not small))
    else:
        report = Report(subject.name, subject.pattern.pattern, subject.runs())
        works = [(way, _work(subject.pattern, way)) for way in subject.runs()]
        strings = list(pumps(subject.pattern, whole=not small))
    began = time.process_time()
    for pump in strings:
        for way, work in works:
            report.at = way, pump
            begin(report)
            timing = measure(work, pump, sieve)
            _note(report, way, timing)
        if len(report.failed) >= enough or any(timing.growth == float("inf") for _, timing in report.failed):
            break
    report.seconds, report.finished = time.process_time() - began, True
    return report


def _note(report: Report, way: str, timing: Timing) -> None:
    report.strings += 1
    report.doubled += timing.growth > 0
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
    return [subject for subject in [*rules(), *ENTRIES] if subject.name.startswith(only)]


def _reports(subjects: list[Rule | Entry], *, small: bool, jobs: int) -> Iterator[Report]:
    """Each subject in a process of its own, ``jobs`` at a time: a search that looks at no signal is killed by its own limit."""
    context = multiprocessing.get_context("fork")
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda subject: _apart(context, subject, small=small), subjects)


def _apart(context: ForkContext, subject: Rule | Entry, *, small: bool) -> Report:
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_serve, args=(theirs, subject, small))
    child.start()
    theirs.close()
    report = Report(subject.name, "", ())
    try:
        while True:
            report = ours.recv()
    except EOFError:
        child.join()
    if not report.finished:  # killed at the last string that it began
        report.failed.append((report.at[0], Timing(report.at[1], 0, STOP, float("inf"))))
    return report


def _serve(pipe: Connection, subject: Rule | Entry, small: bool) -> None:
    def begin(report: Report) -> None:
        pipe.send(report)
        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + _KILLED, resource.RLIM_INFINITY))

    pipe.send(time_rule(subject, small=small, begin=begin))


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
    began, failed = time.monotonic(), 0
    for report in _reports(subjects, small=asked.small, jobs=asked.jobs):
        failed += bool(report.failed)
        if report.failed:
            print(_said(report), flush=True)
        elif asked.list:
            print(report.line(), flush=True)
    patterns = sum(isinstance(subject, Rule) for subject in subjects)
    print(
        f"{patterns} patterns, {len(subjects) - patterns} ways in, {failed} too slow, {time.monotonic() - began:.0f} s"
    )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
