"""The run itself: lock, settle, may we, worklist, page by page, report; and how it ended."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot.errors import BotError, ExitCode, NotAllowed, UnreadablePage, WikiError, WikiUnreachable
from bot.jobs.check import CheckOptions, HaltedError
from bot.jobs.named_pages import titles_of
from bot.jobs.run.limits import Limits
from bot.jobs.run.one_page import Done, PageOutcome, RunContext, broken, halted, unchanged, unreadable, work
from bot.jobs.run.report_answers import take_answers
from bot.jobs.run.report_page import save_report
from bot.jobs.run.tally import BEAT, Tally
from bot.jobs.session import Chosen, Session, say_nothing
from bot.jobs.wikis import RunWiki
from bot.locale import Speech
from bot.model.message import Message, msg, msg_n
from bot.store import EditRow, EditState, Journal, RunState
from bot.wiki.etiquette import distrust, must_stop, personal
from bot.wiki.protocols import Account

#: Seconds for which a run that was killed or interrupted is gone on with instead of a new one begun.
GO_ON_FOR = 86_400.0
#: Own edits taken back in one run, and pages in a row that could not be saved, after which a person must look.
MOST_REVERTS = 2
MOST_FAILURES = 5
_LOT = 50
#: What the history may say of a save that is there, but not as it was sent; the client has settled it then.
_RAN_INTO = frozenset({"WIKI002", "WIKI003", "WIKI004", "WIKI005"})


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Which pages (all of the main namespace when nothing is named), and whether anything is saved.

    ``announce`` hears, once and before the first model call, what leaves the machine.
    """

    save: bool = False
    category: str | None = None
    recent: float | None = None
    worklist: tuple[str, ...] | None = None
    check: CheckOptions = field(default_factory=CheckOptions)
    announce: Callable[[Message], None] = say_nothing

    @property
    def job(self) -> str:
        """What was asked, to know a run that goes on."""
        return json.dumps([self.save, self.category, self.recent, self.worklist], ensure_ascii=False)


@dataclass(slots=True)
class Stop:
    """Set from outside (SIGTERM); looked at between any two steps but those of a save, so that one under way is finished."""

    requested: bool = False
    signal: int | None = None

    def request(self, signal: int | None = None, _: object = None) -> None:
        """Ask the run to end; a signal's handler."""
        self.requested = True
        self.signal = self.signal or signal


@dataclass(frozen=True, slots=True)
class RunReport:
    """How a run ended. ``diffs`` are (title, before, after) of a dry run; ``name`` is "" when another run holds the lock.

    ``bug`` is a fault of ours on some page, ``bugs`` a line for each, those of single citations among them; everything else was
    done.
    """

    name: str
    state: RunState
    why: Message | None = None
    error: BotError | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    diffs: tuple[tuple[str, str, str], ...] = ()
    reported: bool = False
    bug: Exception | None = None
    bugs: tuple[Message, ...] = ()

    @property
    def exit_code(self) -> ExitCode:
        """The contract's word on it."""
        if self.bug is not None or self.bugs:
            return ExitCode.bug
        if self.error is not None:
            return self.error.exit_code
        codes = {
            RunState.stopped: ExitCode.refused,
            RunState.interrupted: ExitCode.incomplete,
            RunState.incomplete: ExitCode.incomplete,
        }
        return codes.get(self.state, ExitCode.clean)


def nothing(_: str) -> None:
    """Hear no step."""


def run(
    client: RunWiki,
    chosen: Chosen,
    session: Session,
    options: RunOptions,
    state: Path,
    *,
    stop: Stop | None = None,
    step: Callable[[str], None] = nothing,
) -> RunReport:
    """One run, from where an interrupted one was left. ``state`` is the folder of the lock; ``step`` hears each step's name.

    Raises WikiError when the wiki cannot even be asked who it is; whatever happens later is
    in the report and in the journal.
    """
    info, who = client.describe(), client.account()
    chosen = chosen.on(info)
    account = "" if who.anonymous else who.name
    with session.store.alone(state / "run", info.address, account, patience=1.0) as mine:
        if not mine:
            return RunReport("", RunState.done, msg("another run of this account is under way"))
        journal = session.store.journal
        if options.save:
            settle_all(client, journal, info.address, account)
        task = session.settings.run.approved_task
        limits = Limits.of(session.settings, session.clock, 0, len(journal.under(info.address, account, task)))
        name = _begin(journal, info.address, account, options, session)
        limits.edits = journal.edit_states(name).get(EditState.saved, 0)
        stop = stop or Stop()
        context = RunContext(
            name, client, chosen, session, options.check, limits, info.address, account, Speech(info.language), options.save,
            step, lambda: stop.requested or limits.late(), options.announce,
        )  # fmt: skip
        return _RunLoop(context, options, stop).go()


def _begin(journal: Journal, wiki: str, account: str, options: RunOptions, session: Session) -> str:
    """The run's name: of the last one, if that did not come to its end, was asked the same and is of today."""
    last = next(iter(journal.runs(1, wiki=wiki, account=account)), None)
    if last is not None and last.job == options.job:
        unfinished = last.state in {RunState.running, RunState.interrupted}
        if unfinished and session.store.now() - last.started < GO_ON_FOR:
            journal.go_on(last.id)
            return last.id
    if last is not None and last.state is RunState.running:
        journal.end(last.id, RunState.interrupted, "killed", last.counts)
    name = "r" + secrets.token_hex(4)
    journal.begin(name, wiki, account, options.job, session.settings.run.approved_task)
    return name


class _RunLoop:
    """One process's part of a run."""

    def __init__(self, context: RunContext, options: RunOptions, stop: Stop) -> None:
        self._context = context
        self._options = options
        self._stop = stop
        self._tally = Tally(context.journal, context.page_list, context.name)
        self._beaten = float("-inf")
        self._unchanged = 0
        self._failures = 0
        self._reverts = 0
        self._bug: Exception | None = None
        self._diffs: list[tuple[str, str, str]] = []
        self._answers: Mapping[str, str] = {}

    def go(self) -> RunReport:
        """From the first question to the report."""
        state, why, error = self._worked()
        reported = False
        try:
            reported = error is None and self._report(why)
        except WikiError as caught:
            state, why, error = RunState.stopped, caught.message, caught
        counts = self._counts()
        if state is RunState.done and counts.get("incomplete"):
            state = RunState.incomplete
            why = msg_n(
                "{n} page could not be checked whole", "{n} pages could not be checked whole", counts["incomplete"]
            )
        self._context.journal.end(self._context.name, state, "" if why is None else str(why), counts)
        self._context.step("ended")
        bugs = self._context.session.crashes.messages
        return RunReport(self._context.name, state, why, error, counts, tuple(self._diffs), reported, self._bug, bugs)

    def _worked(self) -> tuple[RunState, Message | None, BotError | None]:
        """Take the answers of people, then go page by page: how that ended, why it ended early, and on which error."""
        try:
            self._may()
            if self._context.save and self._context.session.settings.run.report_page:
                trusted = self._context.session.settings.review.trusted
                self._answers = take_answers(self._context, trusted)
            why = self._all()
        except WikiUnreachable as caught:
            return RunState.incomplete, caught.message, caught
        except BotError as caught:
            return RunState.stopped, caught.message, caught
        return RunState.interrupted if self._stop.requested and why is not None else RunState.done, why, None

    def _may(self) -> None:
        """May an unattended bot save here now? Raises NotAllowed."""
        if not self._context.save:
            return
        who = self._context.client.account()
        if who.anonymous:
            raise NotAllowed(
                msg("saving needs an account"), msg("set `[wiki] user` and the password; reading needs neither")
            )
        word = must_stop(who) or self._somebodys(who)
        if word is not None:
            raise NotAllowed(word, msg("a person must look: read it on the wiki, then run again"))
        stop = halted(self._context)
        if stop is not None:
            raise stop

    def _somebodys(self, who: Account) -> Message | None:
        """Why the account is a person's; None where the operator allows that, or the wiki tells nothing of the kind."""
        if self._context.session.settings.wiki.allow_personal:
            return None
        try:
            edits = self._context.client.not_ours(self._own_pages())
        except WikiUnreachable:
            raise
        except WikiError:  # a wiki that shows no contributions proves nothing against anybody
            edits = ()
        return distrust(who) or personal(who, edits)

    def _all(self) -> Message | None:
        """Page by page; why the run ended before the last one, or None."""
        context, options = self._context, self._options
        titles = titles_of(context.client, category=options.category, recent=options.recent, listed=options.worklist)
        titles = tuple(title for title in titles if title not in self._own_pages())
        context.step("listed")
        for number, title in enumerate(self._changed(titles)):
            ended = self._ended()
            if ended is not None:
                return ended
            try:
                with self._tally.page(title):
                    self._one(title)
            except HaltedError:  # in the middle of the page: nothing of it was saved, and the next run takes it up
                return self._ended()
            context.session.progress.step(msg("pages"), number + 1, len(titles))
            self._beat()
        return None

    def _beat(self) -> None:
        """Let whoever watches know how far it is; not for every page, since each beat is a write to the disk."""
        now = self._context.session.clock.monotonic()
        if now - self._beaten >= BEAT:
            self._beaten = now
            self._context.journal.beat(self._context.name, self._counts())

    def _ended(self) -> Message | None:
        """Why no further page is begun."""
        if self._stop.requested:
            return msg("asked to stop; the next run goes on")
        limit = self._context.limits.reached()
        return None if limit is None else msg("a limit was reached: {limit}", limit=limit)

    def _own_pages(self) -> set[str]:
        return {self._context.session.settings.run.report_page, self._context.session.settings.wiki.stop_page}

    def _changed(self, titles: tuple[str, ...]) -> Iterator[str]:
        """The titles, as the wiki spells them, whose page is not as it was when it was seen last; revisions are asked in lots."""
        for start in range(0, len(titles), _LOT):
            lot = titles[start : start + _LOT]
            found = self._revids(lot)
            for title in lot:
                name, revid = found.get(title, (title, None))
                if revid is not None and unchanged(self._context, name, revid):
                    self._unchanged += 1
                    continue
                yield name

    def _revids(self, titles: tuple[str, ...]) -> Mapping[str, tuple[str, int | None]]:
        """Spelling and revision of each page that could be asked for; with its text where a wiki tells numbers no other way."""
        found = self._context.client.revids(titles)
        if found or not titles:
            return found
        read = self._context.client.read_many(titles)
        return {title: (title, None) if page is None else (page.title, page.revid) for title, page in read.items()}

    def _one(self, title: str) -> None:
        context = self._context
        context.limits.pages += 1
        try:
            page = context.client.read(title)
        except UnreadablePage as error:
            self._take(title, unreadable(context, title, error))
            return
        if page is None:
            context.journal.forget(context.page_list, title)
            return
        try:
            done = work(context, page)
        except (BotError, HaltedError):
            raise
        except Exception as bug:  # noqa: BLE001  # one page that we cannot do must not end every night at the same place
            self._bug = self._bug or bug
            context.session.crashes.note(bug)
            done = broken(context, page)
        self._take(title, done)

    def _take(self, title: str, done: Done) -> None:
        """Count; raises NotAllowed where a person must look before the bot goes on."""
        self._reverts += done.reverted
        if done.outcome is not PageOutcome.unreadable:  # that says nothing of the next page
            self._failures = self._failures + 1 if done.outcome is PageOutcome.failed else 0
        if done.outcome is PageOutcome.proposed:
            self._diffs.append((title, done.before, done.after))
        if self._reverts >= MOST_REVERTS:
            raise NotAllowed(
                msg("{n} edits of the bot were taken back by people", n=self._reverts),
                msg("they are not made again; see why before the next run"),
            )
        if self._failures >= MOST_FAILURES:
            raise NotAllowed(msg("{n} pages in a row could not be saved", n=self._failures), msg("see `mlwiki status`"))

    def _report(self, why: Message | None) -> bool:
        from bot.jobs.status import how_it_went

        context = self._context
        if not context.save or not context.session.settings.run.report_page:
            return False
        saved = save_report(context, self._answers, how_it_went(context.name, self._counts(), why, context.speech))
        context.step("reported")
        return saved

    def _counts(self) -> Mapping[str, int]:
        return self._tally.counts(unchanged=self._unchanged, tokens=self._context.limits.tokens)


def settle_all(client: RunWiki, journal: Journal, wiki: str, account: str) -> int:
    """Settle every edit that was left planned or saving; how many had reached the wiki. Raises WikiError.

    A save that may still arrive stays as it is, for the next run.
    """
    waiting = _recover(client, journal, wiki, account)
    reached = 0
    for row in journal.unsettled(wiki, account):
        if row.state is EditState.planned or row.title not in waiting:
            reached += _settle(client, journal, row, account)
    return reached


def _recover(client: RunWiki, journal: Journal, wiki: str, account: str) -> frozenset[str]:
    """Have the client settle what it has; the titles whose save may still arrive."""
    while True:
        try:
            return frozenset(found.title for found in client.recover() if found.left)
        except WikiError as fault:
            if fault.code not in _RAN_INTO:
                raise
            # the client has given the other person's words back, or says where they are; the journal tells the same
            why = str(fault.message)
            for row in journal.unsettled(wiki, account):
                if row.title in why:
                    journal.mark((row.run, row.title, row.base), EditState.failed, why=why)


def _settle(client: RunWiki, journal: Journal, row: EditRow, account: str) -> bool:
    key = (row.run, row.title, row.base)
    if row.state is EditState.planned:
        journal.mark(key, EditState.failed, why="never sent")
        return False
    for revision in reversed(client.history(row.title)):
        if revision.revid > row.base and revision.user == account and revision.comment == row.summary:
            journal.mark(key, EditState.saved, newid=revision.revid)
            return True
    journal.mark(key, EditState.failed, why="never arrived")
    return False
