"""Check: verify every citation of pages; changes nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.crash import Crashes
from bot.errors import BotError
from bot.gate import decide, former_subjects, out_of_reach, overrule_subject
from bot.jobs.connections import Recording, opened
from bot.jobs.memory import recall, silenced_check
from bot.jobs.session import Chosen, Session
from bot.jobs.session import connected as keeping_connections
from bot.jobs.tidy import head
from bot.jobs.verdict_edits import untagged, with_mends
from bot.model.edit import Finding
from bot.model.message import Message, msg, msg_n
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.ports import Judge
from bot.model.reasons import Reason
from bot.model.report import Because, CheckReport, CitationCheck, Coverage, Difference, Gate, PageCheck
from bot.model.words import Decision, Policy, SupportVerdict
from bot.profiles import Profile
from bot.store import Store
from bot.wikitext.text import Wikitext

if TYPE_CHECKING:
    from bot.judge.kept import About
    from bot.model.citation import Citation
    from bot.sources.citation_sources import CitationSources
    from bot.sources.given import Given

OVERRULED = "overrule"


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How to check.

    ``replay`` and ``record`` are cassettes. ``policy`` None takes ``[gate] text``. ``remember`` keeps the raised findings
    for the next check's difference. ``only`` limits the work to citation ids, by page name; ``gated`` what the gate decides on.
    ``note`` is a recording's first line. ``given`` are texts that a person supplies for citations. ``silence`` leaves out
    findings that a person called false alarms; where they can be taken back they are shown. ``propose`` makes edits of the
    verdicts, for a person to decide on. ``saving`` says before any work when the judge cannot satisfy the policy. ``new_only``
    leaves out findings that the last check raised too. ``announce`` says before the first model call what leaves the machine.
    ``links`` asks every external address of the page, and nothing else of it: nobody's claims are judged, nothing is saved on it.
    Without ``claims`` each citation is asked about as if nothing hung on it: its text is read for no one.
    """

    offline: bool = False
    replay: tuple[Path, ...] = ()
    record: Path | None = None
    note: str = ""
    policy: Policy | None = None
    remember: bool = True
    only: tuple[tuple[str, frozenset[str]], ...] = ()
    gated: tuple[tuple[str, frozenset[str]], ...] = ()
    given: tuple[Given, ...] = ()
    silence: bool = True
    propose: bool = True
    saving: bool = False
    new_only: bool = False
    announce: bool = True
    links: bool = False
    claims: bool = True

    @property
    def recording(self) -> Recording:
        """The cassettes."""
        return Recording(self.replay, self.record, self.note)


class HaltedError(Exception):
    """A check was ended from outside: nothing of it counts, and what was answered meanwhile is kept."""


#: Seconds between two looks at whether a check is to end.
_LOOK_EVERY = 0.25


def check(
    pages: Sequence[Page],
    chosen: Chosen,
    session: Session,
    options: CheckOptions = CheckOptions(),
    halted: Callable[[], bool] | None = None,
) -> CheckReport:
    """``acheck`` for those who have no event loop. Raises HaltedError soon after ``halted`` says so, between any two steps."""
    work = acheck(pages, chosen, session, options)
    return session.run(work if halted is None else _until(work, halted))


async def _until(work: Coroutine[Any, Any, CheckReport], halted: Callable[[], bool]) -> CheckReport:
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            if halted():
                raise HaltedError
            await asyncio.wait({task}, timeout=_LOOK_EVERY)
        return task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _keep_writing(store: Store) -> None:
    """Write down every second what was answered: whoever is killed on a slow page goes on where they were."""
    while True:
        await asyncio.sleep(1.0)
        store.flush()


async def acheck(
    pages: Sequence[Page], chosen: Chosen, session: Session, options: CheckOptions = CheckOptions()
) -> CheckReport:
    """Check ``pages`` one after the other.

    A bug of ours in one page is that page's finding; the others are checked. Raises ConfigError for a judge that cannot be opened
    or a cassette that cannot be read, InputError for a given text whose number names no work or several; whatever services, pages
    and models answer is in the report.
    """
    from bot.judge.profile import blocking
    from bot.verify import is_complete

    policy = Policy.report_only if options.links else options.policy or Policy(session.settings.gate.text)
    if options.given:
        from bot.sources.given import unused

        for told in unused(options.given, _citations(pages, chosen)):
            session.notify(told)
    crashes = Crashes(session.crashes.note)
    async with opened(session, offline=options.offline, recording=options.recording) as (connected, judge, session):
        before, asked = judge.cost, connected.requests
        if _asks_a_model(session, options):
            announce(session, claims_of_pages(pages, chosen))
        unreachable = out_of_reach(policy, judge_confirms=judge.confirms)
        if unreachable is not None and options.saving:
            session.notify(unreachable)
        gate = partial(_gate, policy=policy, blocking=blocking(session.settings.gate, judge.name))
        sources = connected.afresh(options.given)
        checking = _Checking(chosen, session, options, sources, judge, gate, crashes)
        with session.store.gathering():
            writing = asyncio.create_task(_keep_writing(session.store))
            done = [await checking.page(page, policy) for page in pages]
            writing.cancel()
        sources.stop()
        cost = replace(judge.cost.since(before), requests=connected.requests - asked)
        # a judge over a network says why it is not asked any more
        trouble: Message | None = getattr(judge, "trouble", None)
    shown = [_only_new(page, session.store) for page in done] if options.new_only else done
    difference = _difference(done, session, options)
    return CheckReport(
        pages=tuple(shown),
        complete=all(map(is_complete, done)),
        cost=cost,
        head=head(pages, chosen),
        hints=_some(_network_hint(done), trouble, unreachable, *_mends_hints(done, chosen.profile)),
        difference=difference,
        bugs=crashes.messages,
    )


@asynccontextmanager
async def checking(
    session: Session, options: CheckOptions, fresh: float | None = None, judge: Judge | None = None
) -> AsyncIterator[Callable[[Page, Chosen], Awaitable[PageCheck]]]:
    """A check of single pages, as many side by side as the caller likes, whose gate decides nothing.

    An address and a work is asked once however many pages cite it; each host and registry keeps its pace over all of them. What
    was an outage is asked anew after ``fresh`` seconds (None: never). ``judge`` stands in for that of the settings. Raises as
    ``acheck`` does.
    """
    policy = Policy.report_only
    gate = partial(_gate, policy=policy, blocking=frozenset())
    crashes = Crashes(session.crashes.note)
    async with opened(session, offline=options.offline, recording=options.recording) as (connected, of_settings, own):
        opened_at, asked = own.clock.monotonic(), [connected.afresh(options.given)]

        async def check_page(page: Page, chosen: Chosen) -> PageCheck:
            nonlocal opened_at
            if fresh is not None and own.clock.monotonic() - opened_at > fresh:
                opened_at = own.clock.monotonic()
                asked[:] = [asked[-1], connected.afresh(options.given)]
            who = judge or of_settings
            return await _Checking(chosen, own, options, asked[-1], who, gate, crashes).page(page, policy)

        with own.store.gathering():
            writing = asyncio.create_task(_keep_writing(own.store))
            try:
                yield check_page
            finally:
                writing.cancel()
                for sources in asked:
                    sources.stop()


async def acheck_each(
    pages: Iterable[Page], chosen: Chosen, session: Session, options: CheckOptions, at_once: int
) -> AsyncGenerator[PageCheck]:
    """Check pages without end, ``at_once`` of them side by side, each when it is done and those before it are (``checking``)."""
    under_way: deque[asyncio.Task[PageCheck]] = deque()
    async with checking(session, options) as check_page:
        try:
            for page in pages:
                under_way.append(asyncio.ensure_future(check_page(page, chosen)))
                if len(under_way) >= at_once:
                    yield await under_way.popleft()
            while under_way:
                yield await under_way.popleft()
        finally:
            for task in under_way:
                task.cancel()


def check_each(
    pages: Iterable[Page], chosen: Chosen, session: Session, options: CheckOptions, at_once: int = 128
) -> Iterator[PageCheck]:
    """``acheck_each`` for those who have no event loop: it goes on only while somebody waits for the next page."""
    with keeping_connections(session) if session.connections is None else nullcontext(session) as own:
        found = acheck_each(pages, chosen, own, options, at_once)
        try:
            while (checked := own.run(_next(found))) is not None:
                yield checked
        finally:
            own.run(found.aclose())


async def _next(found: AsyncGenerator[PageCheck]) -> PageCheck | None:
    return await anext(found, None)


@dataclass(frozen=True, slots=True)
class _Checking:
    """What the pages of one check have in common."""

    chosen: Chosen
    session: Session
    options: CheckOptions
    sources: CitationSources
    judge: Judge
    gate: Callable[..., Gate]
    crashes: Crashes

    async def page(self, page: Page, policy: Policy) -> PageCheck:
        """One page's check, with its proposals where they are asked for; a bug of ours in it is its finding."""
        try:
            verified = await self._verified(page)
            recall(self.session.store, verified.findings)
            if self.options.silence:
                verified = silenced_check(verified, self.session.store)
            if self.options.propose:
                verified = with_mends(verified, self.chosen, self.session, silence=self.options.silence)
        except (BotError, sqlite3.Error):  # the store is not one page's trouble
            raise
        except Exception as error:  # noqa: BLE001  # the isolation of one page from all others
            return broken_check(page, self.crashes.note(error), policy)
        return verified

    async def _verified(self, page: Page) -> PageCheck:
        from bot.jobs.page_findings import page_findings
        from bot.verify import Assignment, verify_page
        from bot.wikitext.addresses import external_addresses

        read = self.chosen.read(page)
        overruled = _overruled(read, self.session.store)
        limit, concurrency = dict(self.options.only).get(page.name), self.session.settings.network.concurrency
        lacks = [] if self.options.links else list(page_findings(read, self.session.store))
        lacks = [one for one in lacks if limit is None or one.id in limit]
        within = dict(self.options.gated).get(page.name)
        gate = partial(self.gate, overruled=overruled, within=within, lacks=lacks)
        instead = external_addresses(read) if self.options.links else None
        if not self.options.claims:
            instead = tuple(replace(citation, claims=()) for citation in read.citations)
        order = Assignment(gate, limit, concurrency, instead, self.crashes.note)
        verified = await verify_page(read, order, self.sources, self.judge, self.session.progress)
        return replace(verified, findings=(*lacks, *verified.findings))


def _asks_a_model(session: Session, options: CheckOptions) -> bool:
    """Whether something leaves the machine for a model that is to be said first."""
    from bot.judge import sends

    return (
        options.announce
        and not options.links
        and not options.offline
        and not options.replay
        and sends(session.settings.judge)
    )


def _some(*hints: Message | None) -> tuple[Message, ...]:
    return tuple(hint for hint in hints if hint is not None)


def _overruled(read: Wikitext, store: Store) -> frozenset[str]:
    """What a person released, under the names that this page's citations have today."""
    for citation in read.citations:
        store.know(overrule_subject(citation), former_subjects(citation, read.page))
    return frozenset(store.decisions(OVERRULED)) | frozenset(store.decisions(Choice.false_alarm.value))


def broken_check(page: Page, said: Message, policy: Policy) -> PageCheck:
    """A page that a bug of ours kept from being checked: no citation was looked at, and the gate holds whatever the policy."""
    from bot.verify import broken_finding

    because = Because("", "GATE301", msg("internal error: a bug of this program"))
    return PageCheck(page, Coverage(), (), (broken_finding(page, said),), Gate(Decision.hold, policy, (because,)))


def _gate(
    checks: Collection[CitationCheck],
    *,
    policy: Policy,
    overruled: Collection[str],
    blocking: Collection[SupportVerdict],
    within: Collection[str] | None,
    lacks: Collection[Finding],
) -> Gate:
    """The gate's decision on the citations, and on what the page ``lacks``, that are ``within`` a change; None: on all."""
    if within is not None:
        checks = [found for found in checks if found.citation.id in within]
        lacks = [found for found in lacks if found.id in within]
    return decide(checks, policy, overruled=overruled, blocking=blocking, page=lacks)


#: What one claim costs with its passages, measured on the demo (27,600 tokens, 5,500 of answers, 30 claims with controls).
TOKENS_A_CLAIM = 1_000
ANSWER_TOKENS_A_CLAIM = 185


def announce(session: Session, claims: Sequence[About]) -> None:
    """Say what leaves the machine, to whom and how much, before it does."""
    from bot.judge import announcements
    from bot.judge.panel import questions

    settings = session.settings.judge
    for told in announcements(settings, len(claims), questions(settings, len(claims)) * TOKENS_A_CLAIM):
        session.notify(told)
    again = asked_again(session, claims)
    if again is not None:
        session.notify(again)


def asked_again(session: Session, claims: Sequence[About] | None = None) -> Message | None:
    """How many of the claims (None: of all that are kept) are asked again since the prompt is another one; None for no claim."""
    from bot.judge.kept import KIND, outdated

    if session.settings.judge.kind != "openai":
        return None
    count = outdated(session.store.kept(KIND), claims)
    told = msg_n(
        "{n} claim was answered under an older prompt and is asked again",
        "{n} claims were answered under an older prompt and are asked again",
        count,
    )
    return told if count else None


def claims_of_pages(pages: Sequence[Page], chosen: Chosen) -> tuple[About, ...]:
    """The claims that the pages make, once with each of their sources; of a page that a bug of ours ends, none."""
    from bot.judge.kept import about

    cited = zip(pages, _citations(pages, chosen), strict=True)
    return tuple(about(page.title, claim.text) for page, found in cited for one in found for claim in one.claims)


def _citations(pages: Sequence[Page], chosen: Chosen) -> list[tuple[Citation, ...]]:
    """What each page cites; of a page that a bug of ours ends, nothing."""

    def cited(page: Page) -> tuple[Citation, ...]:
        try:
            return chosen.read(page).citations
        except Exception:  # noqa: BLE001  # it is said when the page's turn comes
            return ()

    return [cited(page) for page in pages]


#: From this share of citations on it is rather our network that failed than their hosts.
NEARLY_ALL = 0.8


def _network_hint(done: Sequence[PageCheck]) -> Message | None:
    """One line instead of a page of failures when nearly no host answered."""
    checks = [check_of for page in done for check_of in page.citations]
    failed = sum(not {found.identity.reason, found.link.reason}.isdisjoint(_NO_ANSWER) for found in checks)
    if len(checks) < 3 or failed < NEARLY_ALL * len(checks):
        return None
    return msg("nearly no host answered: see whether the network or the proxy works, then run it again")


def _mends_hints(done: Sequence[PageCheck], profile: Profile) -> tuple[Message, ...]:
    """How many edits the verdicts propose and where a person sees them; and what the wiki has no template for."""
    count = sum(len(page.edits) for page in done)
    untold = sum(len(untagged(page, profile)) for page in done)
    proposed = msg_n(
        "{n} edit is proposed: see it with `mlwiki check --diff`, decide with `mlwiki review`",
        "{n} edits are proposed: see them with `mlwiki check --diff`, decide with `mlwiki review`",
        count,
    )
    talk = msg_n(
        "this wiki has no template for {n} of the faults: `mlwiki check --diff` shows a section for the talk page",
        "this wiki has no template for {n} of the faults: `mlwiki check --diff` shows a section for the talk page",
        untold,
    )
    return (*((proposed,) if count else ()), *((talk,) if untold else ()))


_NO_ANSWER = frozenset({Reason.connection_failed, Reason.timeout})


def _only_new(check_of: PageCheck, store: Store) -> PageCheck:
    """Without the findings that the last check of this page raised."""
    before = store.last_findings(check_of.page.wiki, check_of.page.title) or frozenset()
    return replace(check_of, findings=tuple(found for found in check_of.findings if found.id not in before))


def _difference(done: Sequence[PageCheck], session: Session, options: CheckOptions) -> Difference | None:
    """Compare with what was raised last time, page by page, and remember this time."""
    if not options.remember:
        return None
    mended = same = 0
    fresh: set[str] = set()
    seen_before = False
    for check_of in done:
        page = check_of.page
        now = {finding.id for finding in check_of.findings if finding.raised}
        before = session.store.last_findings(page.wiki, page.title)
        if before is not None:
            seen_before = True
            mended, same = mended + len(before - now), same + len(before & now)
            fresh |= now - before
        session.store.keep_findings(page.wiki, page.title, now)
    return Difference(mended, len(fresh), same, frozenset(fresh)) if seen_before else None
