"""One page of a run: tidy, check, gate, save, and written down before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot import __version__
from bot.errors import EditConflict, GateHeld, LoginFailed, NotAllowed, UnreadablePage, WikiError, WikiUnreachable
from bot.gate import overrule_subject
from bot.jobs.change import Change, change_by, judge, propose, save
from bot.jobs.check import CheckOptions, HaltedError
from bot.jobs.run.limits import Limits, announce
from bot.jobs.session import Chosen, Session
from bot.jobs.summary import summary_of_run
from bot.jobs.wikis import RunWiki
from bot.locale import Speech
from bot.model.edit import Finding, TidyPage
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.report import CheckReport, CitationCheck
from bot.model.words import Decision, Fix
from bot.report.citation_labels import label
from bot.store import Decided, EditRow, EditState, Journal, PageRow
from bot.wiki.etiquette import halted_by, must_stop, skip
from bot.wiki.protocols import StillPending
from bot.wikitext.tidying import tidy_page

#: Goes up when the run's own rules change: pages seen under other rules are looked at anew.
RULES = 1


#: Findings that are proven, or gone, only by another look on another day.
_LOOK_AGAIN = frozenset({"SRC201"})


class PageOutcome(StrEnum):
    """What became of a page; each is counted, and together they are all pages of the worklist that were reached."""

    unchanged = "unchanged"
    clean = "clean"
    saved = "saved"
    proposed = "proposed"
    held = "held"
    left_alone = "left_alone"
    missing = "missing"
    failed = "failed"
    unreadable = "unreadable"


@dataclass(frozen=True, slots=True)
class RunContext:
    """What a run works with on every page. ``step`` hears the name of each step as it is taken.

    ``halted`` says whether the run is to end now: asked inside a page, too, and never between a save and its reading back.
    ``announce`` hears what leaves the machine.
    """

    name: str
    client: RunWiki
    chosen: Chosen
    session: Session
    options: CheckOptions
    limits: Limits
    wiki: str
    account: str
    speech: Speech
    save: bool
    step: Callable[[str], None]
    halted: Callable[[], bool]
    announce: Callable[[Message], None]

    @property
    def journal(self) -> Journal:
        """The store's journal."""
        return self.session.store.journal

    @property
    def logic(self) -> str:
        """Whatever decides on findings and edits; another version looks at every page anew."""
        from bot.judge.prompts import VERSION

        judge = self.session.settings.judge
        policy = self.session.settings.gate.mechanical
        markup = self.chosen.profile
        release = "{}.{}".format(*markup.cite_version)
        parts = (__version__, str(RULES), markup.name, release, judge.kind, judge.model, VERSION, policy)
        return "/".join(parts)

    @property
    def page_list(self) -> str:
        """Where what was seen is kept: a dry run has a page_list of its own, so that it takes no page from the real one."""
        return self.wiki if self.save else f"{self.wiki} (dry run)"


@dataclass(frozen=True, slots=True)
class Done:
    """A page's outcome. ``reverted`` counts our edits that somebody took back; ``diff`` pairs are for a dry run."""

    outcome: PageOutcome
    reverted: int = 0
    before: str = ""
    after: str = ""


def unchanged(context: RunContext, title: str, revid: int) -> bool:
    """Whether the page is as it was when it was last seen, under the same rules, and nothing was left to finish."""
    seen = context.journal.seen(context.page_list, title)
    if seen is None or not seen.complete or seen.revid != revid or seen.logic != context.logic:
        return False
    today = context.session.clock.now()[:10]
    return all(need["code"] not in _LOOK_AGAIN or need.get("day", today) >= today for need in seen.needs)


def work(context: RunContext, page: Page) -> Done:
    """Do one page.

    Raises WikiError for what ends the run (stop page, block, login, no answer); other refusals are outcomes. Raises HaltedError
    where the run is to end in the middle of the page: then nothing of it was saved, and it is as if it had not been reached.
    """
    if context.save and _awaits(context, page):
        return _seen(context, page, PageOutcome.failed, None, complete=False)
    if skip(context.chosen.read(page), context.account) is not None:
        return _seen(context, page, PageOutcome.left_alone, None, complete=True)
    offered = tidy_page(context.chosen.unwatched(page))
    reverted = _taken_back(context, page, offered)
    return replace(_changed(context, page, offered), reverted=reverted)


def _changed(context: RunContext, page: Page, offered: TidyPage) -> Done:
    """Make the safe edits that nobody rejected, have them judged, and save them if the gate lets them through."""
    wikitext = context.chosen.read(page)
    tidied = propose(wikitext, context.session, offered)
    try:
        change = change_by(wikitext, [edit for edit in tidied.edits if edit.fix is Fix.safe])
    except GateHeld:  # proven as they were offered; whoever looks at the page sees them held
        return _seen(context, page, PageOutcome.held, tidied.findings, complete=True)
    context.step("checking")
    announce(context, change.page)
    options = replace(context.options, announce=False)
    report = judge(change, context.chosen, context.session, options, whole=True, halted=context.halted)
    _spend(context.limits, report)
    needs = (*report.pages[0].findings, *tidied.findings)
    if report.bugs:  # nobody knows what is right there: nothing is saved, and the next night looks again
        return _seen(context, page, PageOutcome.failed, needs, complete=False, report=report)
    if not change.edits:
        return _seen(context, page, PageOutcome.clean, needs, complete=report.complete, report=report)
    if report.pages[0].gate.decision is not Decision.passed:
        return _seen(context, page, PageOutcome.held, needs, complete=report.complete, report=report)
    if not context.save:
        seen = _seen(context, page, PageOutcome.proposed, needs, complete=report.complete, report=report)
        return replace(seen, before=page.text, after=change.text)
    if context.halted():
        raise HaltedError
    return _save(context, change, needs, report)


def _awaits(context: RunContext, page: Page) -> bool:
    """Whether an earlier save of the page may still arrive, asked before anything is paid for. Raises WikiError."""
    try:
        for said in context.client.clear(page.title):
            context.session.notify(said)
    except StillPending as error:
        context.session.notify(error.message)
        return True
    return False


def _save(context: RunContext, change: Change, needs: tuple[Finding, ...], report: CheckReport) -> Done:
    page = change.base
    word = must_stop(context.client.account())
    if word is not None:
        raise NotAllowed(word, msg("a person must look: read it on the wiki, then run again"))
    key = (context.name, page.title, page.revid or 0)
    summary = _planned(context, change)
    context.journal.mark(key, EditState.saving)
    context.step("saving")
    try:
        gate, tell = report.pages[0].gate, context.session.notify
        saved = save(change, gate, context.client, summary, minor=True, tell=tell)
    except (WikiUnreachable, LoginFailed) as error:
        if isinstance(error, LoginFailed | StillPending):
            context.journal.mark(key, EditState.failed, why=str(error.message))
        raise  # what may have been sent is settled by the history, at the next start
    except WikiError as error:
        context.journal.mark(key, EditState.failed, why=str(error.message))
        if isinstance(error, NotAllowed) and stopped(context):
            raise
        complete = not isinstance(error, EditConflict) and report.complete
        return _seen(context, page, PageOutcome.failed, needs, complete=complete, report=report)
    context.step("sent")
    if saved.oldid == saved.newid:  # the wiki sees no difference: nothing of ours is there to be undone
        context.journal.mark(key, EditState.failed, why="the wiki has this text already")
        return _seen(context, page, PageOutcome.clean, needs, complete=report.complete, report=report)
    context.journal.mark(key, EditState.saved, newid=saved.newid)
    context.limits.edits += 1
    context.limits.tried += 1
    context.step("saved")
    now = replace(change.page, revid=saved.newid)
    return _seen(context, now, PageOutcome.saved, needs, complete=report.complete, report=report)


def _planned(context: RunContext, change: Change) -> str:
    """Write down what is about to be sent; its summary."""
    page, task = change.base, context.session.settings.run.approved_task
    summary = summary_of_run(change.edits, page.text, change.text, context.speech, run=context.name, approved_task=task)
    ids = tuple(edit.id for edit in change.edits)
    context.journal.plan(context.name, context.wiki, page.title, page.revid or 0, ids, summary, page.text)
    context.step("planned")
    return summary


def halted(context: RunContext) -> NotAllowed | None:
    """Whether the stop page keeps the bot from saving, and how that is said; None where there is no such page."""
    title = context.session.settings.wiki.stop_page
    page = context.client.read(title) if title else None
    return halted_by(title, None if page is None else page.text) if title else None


def stopped(context: RunContext) -> bool:
    """Whether somebody has stopped the bot: by its stop page or by a block, rather than one page being protected."""
    return halted(context) is not None or context.client.account().blocked_by is not None


def _taken_back(context: RunContext, page: Page, tidied: TidyPage) -> int:
    """Edits of ours that are offered again: somebody put the old words back, and they are not offered another time."""
    if page.user == context.account:
        return 0
    ours: dict[str, EditRow] = {
        name: row for row in context.journal.saved(context.wiki, page.title) for name in row.ids
    }
    rejected = context.session.store.decisions(Choice.reject.value)
    reverted: set[int | None] = set()
    for edit in tidied.edits:
        row = ours.get(edit.id)
        if row is None or edit.id in rejected or not _follows(page, row):
            continue
        reason = f"revision {row.newid} was taken back by revision {page.revid}"
        context.session.store.decide(Decided(edit.id, Choice.reject.value, reason, page.user or "?"))
        reverted.add(row.newid)
    return len(reverted)


def _follows(page: Page, row: EditRow) -> bool:
    return (page.revid or 0) > (row.newid or 0)


def _spend(limits: Limits, report: CheckReport) -> None:
    limits.spent += report.cost.amount or 0.0
    limits.tokens += report.cost.tokens_in + report.cost.tokens_out


def unreadable(context: RunContext, title: str, error: UnreadablePage) -> Done:
    """A page whose text cannot be had: nothing of it was seen; it is listed with its reason and asked for again next time."""
    need = {
        "id": f"{error.code} {title}",
        "code": error.code,
        "said": context.speech.say(error.message),
        "where": "",
        "number": "",
        "subject": "",
        "day": context.session.clock.now()[:10],
    }
    outcome = PageOutcome.unreadable
    context.journal.see(
        PageRow(context.page_list, title, context.name, 0, context.logic, outcome.value, True, (need,), "")
    )
    context.step("seen")
    return Done(outcome)


def broken(context: RunContext, page: Page) -> Done:
    """A page that our own program cannot do: written down as such, and looked at again next time."""
    return _seen(context, page, PageOutcome.failed, None, complete=False)


def _seen(
    context: RunContext,
    page: Page,
    outcome: PageOutcome,
    needs: tuple[Finding, ...] | None,
    *,
    complete: bool,
    report: CheckReport | None = None,
) -> Done:
    raised = [finding for finding in needs or () if finding.raised]
    checks = {} if report is None else {found.citation.id: found for found in report.pages[0].citations}
    human = _last_human(context, page) if raised else ""
    rows = tuple(_need(finding, checks, context) for finding in raised)
    row = PageRow(
        context.page_list,
        page.title,
        context.name,
        page.revid or 0,
        context.logic,
        outcome.value,
        complete,
        rows,
        human,
    )
    context.journal.see(row)
    context.step("seen")
    return Done(outcome)


def _need(finding: Finding, checks: Mapping[str, CitationCheck], context: RunContext) -> Mapping[str, str]:
    """A finding as the report page shows it; ``subject`` is what an answer there can release, ``day`` when it was found."""
    about = checks.get(finding.citation or "")
    where = finding.excerpt or ("" if about is None else about.citation.wikitext)
    return {
        "id": finding.id,
        "code": finding.code,
        "said": context.speech.say(finding.message),
        "where": where[:300],
        "number": "" if about is None else label(about.citation, context.speech),
        "subject": "" if about is None else overrule_subject(about.citation),
        "day": context.session.clock.now()[:10],
    }


def _last_human(context: RunContext, page: Page) -> str:
    """Who edited the page last, other than this account."""
    if page.user and page.user != context.account:
        return page.user
    users = (revision.user for revision in context.client.history(page.title))
    return next((user for user in users if user != context.account), "")
