"""A scan: pages from wherever they lie, a line of JSON each, interrupted and gone on with at any page."""

from __future__ import annotations

import hashlib
import heapq
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from bot import __version__
from bot.config import JudgeSettings
from bot.errors import InputError
from bot.jobs.check import CheckOptions, check_each
from bot.jobs.files import SUFFIX, read_file
from bot.jobs.named_pages import page_with_sidecar
from bot.jobs.session import Chosen, Session
from bot.jobs.wikis import RunWiki
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.scan.distributed import scanned_by_queue
from bot.scan.dumps import DamagedDump, dump_pages
from bot.scan.engine import ScanQueue, ScanTask
from bot.scan.overview import Overview
from bot.scan.plan_files import PlanFiles
from bot.scan.scanned import line_of, lost_page, narrowed, scan_page
from bot.scan.workers import scanned_by_children
from bot.verify import is_complete

#: Pages in a request to a live wiki.
_LOT = 50
#: Between two lines of progress, in pages.
_TOLD = 50


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """What to scan and what to keep.

    ``sources`` are dumps, folders and files; ``codes`` and ``kinds`` narrow the output (empty: all of it); ``sample`` takes so
    many pages, the same ones each time; ``verify`` asks links and registries too, over the network. ``workers`` are processes.
    """

    sources: tuple[Path, ...] = ()
    namespaces: frozenset[int] = frozenset({0})
    codes: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    sample: int | None = None
    verify: bool = False
    workers: int = 1

    @property
    def job(self) -> str:
        """What was asked, to know a scan that goes on: whatever changes a line of the output."""
        asked = [__version__, [str(path.resolve()) for path in self.sources], sorted(self.namespaces), sorted(self.codes),
                 sorted(self.kinds), self.sample, self.verify]  # fmt: skip
        return json.dumps(asked, ensure_ascii=False)


@dataclass(slots=True)
class ScanReport:
    """How a scan ended: ``damaged`` says why a source was not read to its end, ``complete`` is False then.

    ``incomplete`` pages have something left to ask; over ``bugs`` of them a worker met a bug of ours.
    """

    overview: Overview = field(default_factory=Overview)
    resumed: int = 0
    damaged: Message | None = None
    unread: list[Message] = field(default_factory=list)
    incomplete: int = 0
    bugs: int = 0

    @property
    def complete(self) -> bool:
        """Whether every page of every source was looked at, and nothing is left to ask."""
        return self.damaged is None and not self.unread and not self.incomplete


def scan(
    options: ScanOptions,
    client: RunWiki | None,
    chosen: Chosen,
    session: Session,
    output: Callable[[str], None],
    already: Sequence[str] | Iterable[str] = (),
    plans: PlanFiles | None = None,
    queue: ScanQueue | None = None,
) -> ScanReport:
    """Scan; ``output`` takes each line as it is made, ``already`` holds the lines that an earlier process wrote.

    ``plans`` takes the edits that are offered, those of ``already`` too, so that a scan that goes on leaves the same files.
    With a ``queue`` the pages are left for its workers, whose records come back through the session's store. ``client`` is the
    live wiki where that is scanned. Raises InputError for a source that cannot be opened, WikiError.
    """
    report = ScanReport()
    last: tuple[str, str] | None = None
    for line in already:
        record = json.loads(line)
        report.overview.add(record)
        report.resumed += 1
        if plans is not None:
            plans.add(record)
        last = record["title"], record["text_sha256"]
    pages = _behind(_sampled(_pages(options, client, report), options.sample), last)
    if queue is not None:
        scanned = _distributed(pages, queue, options, chosen, session, report)
    elif options.verify:
        scanned = _verified(pages, chosen, session, report)
    else:
        scanned = _tidied(pages, chosen, session, options)
    for record in scanned:
        kept = narrowed(record, options.codes, options.kinds)
        if kept is None:
            continue
        report.overview.add(kept)
        output(line_of(kept))
        if plans is not None:
            plans.add(kept)
        if report.overview.pages % _TOLD == 0:
            session.progress.step(msg("pages"), report.overview.pages, 0)
    return report


def _behind(pages: Iterable[Page], last: tuple[str, str] | None) -> Iterator[Page]:
    """The pages behind the one (title, hash of its text) whose line an earlier process wrote last; the order is the same."""
    passed = last is None
    for page in pages:
        if passed:
            yield page
        else:
            passed = (page.title, page.sha256) == last


def _pages(options: ScanOptions, client: RunWiki | None, report: ScanReport) -> Iterator[Page]:
    for source in options.sources:
        if source.is_dir():
            yield from _folder(source, report)
        elif source.suffix == SUFFIX:
            yield from _file(source, report)
        else:
            try:
                yield from dump_pages(source, options.namespaces)
            except DamagedDump as error:
                report.damaged = error.message
                report.unread.append(error.message)
    if client is not None:
        yield from _live(client, options.namespaces)


def _folder(folder: Path, report: ScanReport) -> Iterator[Page]:
    for path in sorted(folder.rglob("*" + SUFFIX)):
        yield from _file(path, report)


def _file(path: Path, report: ScanReport) -> Iterator[Page]:
    try:
        yield page_with_sidecar(read_file(path))
    except InputError as error:  # one file of thousands: it is named, and the others are read
        report.unread.append(error.message)


def _live(client: RunWiki, namespaces: frozenset[int]) -> Iterator[Page]:
    """Every page of the namespaces, its texts in lots. Raises WikiError."""
    titles = (title for number in sorted(namespaces) for title in client.titles(namespace=number))
    while lot := tuple(islice(titles, _LOT)):
        found = client.read_many(lot)
        for title in lot:
            page = found.get(title)
            if page is not None:
                yield page


def _sampled(pages: Iterable[Page], size: int | None) -> Iterable[Page]:
    """So many pages, chosen by their titles alone: the same ones each time, whatever the order; in the order of the source."""
    if size is None:
        return pages
    ranked = ((_rank(page.title), number, page) for number, page in enumerate(pages))
    chosen = heapq.nsmallest(size, ranked, key=lambda found: found[:2])
    return [page for _, _, page in sorted(chosen, key=lambda found: found[1])]


def _rank(title: str) -> str:
    return hashlib.sha256(title.encode("utf-8", "surrogatepass")).hexdigest()


def _tidied(pages: Iterable[Page], chosen: Chosen, session: Session, options: ScanOptions) -> Iterator[dict[str, Any]]:
    """Every page by this machine's processes; one worker needs no child. What ended a child would end this process too."""
    if options.workers <= 1:
        return (scan_page(page, chosen, session.crashes) for page in pages)
    lost = partial(lost_page, crashes=session.crashes)
    found = scanned_by_children(pages, chosen.profile.name, options.workers, lost)
    return (record for _, record in found)


def _verified(pages: Iterable[Page], chosen: Chosen, session: Session, report: ScanReport) -> Iterator[dict[str, Any]]:
    """Links and works asked, many pages at once, nobody's words judged."""
    settings = replace(session.settings, judge=JudgeSettings(kind="none"))
    asking = replace(session, settings=settings)
    options = CheckOptions(remember=False, propose=False, announce=False, claims=False)
    for checked in check_each(pages, chosen, asking, options):
        report.incomplete += not is_complete(checked)
        yield scan_page(checked.page, chosen, session.crashes, checked)


def _distributed(
    pages: Iterable[Page], queue: ScanQueue, options: ScanOptions, chosen: Chosen, session: Session, report: ScanReport
) -> Iterator[dict[str, Any]]:
    """Every page by whatever workers there are."""
    asked = [__version__, chosen.profile.name, options.verify]
    scan = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16]

    def task(page: Page, key: str) -> ScanTask:
        return ScanTask(scan, key, chosen.profile.name, options.verify, page)

    def told(under_way: int) -> None:
        session.progress.step(msg("pages in the queue"), under_way, 0)

    for found in scanned_by_queue(pages, task, queue, session.store, told):
        report.incomplete += not found["complete"]
        report.bugs += found["bug"]
        yield found["record"]


@contextmanager
def going_on(path: Path, job: str) -> Iterator[tuple[list[str], IO[str]]]:
    """The lines that an earlier process of the same scan wrote, and the file to add to; in place under its name at the end only.

    A line that a kill cut is taken back. Raises InputError where another scan's unfinished file lies there.
    """
    unfinished, named = path.with_name(path.name + ".part"), path.with_name(path.name + ".part.job")
    if unfinished.exists() and named.exists() and named.read_text(encoding="utf-8") != job:
        raise InputError(
            msg("{path} is the unfinished output of another scan", path=str(unfinished)),
            msg("go on with that one, or remove the file and begin anew"),
        )
    if not named.exists():
        unfinished.unlink(missing_ok=True)
    named.write_text(job, encoding="utf-8")
    unfinished.touch()
    written = unfinished.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    os.truncate(unfinished, len(whole))  # a kill may have cut the last line, in the middle of a letter
    with unfinished.open("a", encoding="utf-8", newline="") as stream:
        yield whole.decode().split("\n")[:-1], stream
    unfinished.replace(path)
    named.unlink()
