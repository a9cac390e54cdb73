"""One page of a run: tidy, check, gate, save, and written down before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot import __version__
from bot.errors import EditConflict, LoginFailed, NotAllowed, UnreadablePage, WikiError, WikiUnreachable
from bot.gate import decide, overrule_subject, pass_for
from bot.jobs.check import OVERRULED, CheckOptions, HaltedError, check
from bot.jobs.memory import remembered
from bot.jobs.run.limits import Limits
from bot.jobs.run.terms import announce, task_link
from bot.jobs.run.worklist import RunWiki
from bot.jobs.scope import promised, tell_unasked
from bot.jobs.summary import summary_of
from bot.jobs.world import Chosen, World
from bot.judge.profile import blocking
from bot.locale import Speech
from bot.model.edit import Finding, TidyPage
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.plan import Choice
from bot.model.report import CheckReport, CitationCheck, Gate
from bot.model.words import Decision, Fix, Policy
from bot.profiles import unattended
from bot.store import Decided, EditRow, EditState, Journal, PageRow
from bot.wiki.etiquette import LIMIT, cut_summary, marked, must_stop, skip
from bot.wiki.protocols import StillPending
from bot.wikitext.subset import Subset, take
from bot.wikitext.tidy import tidy_page
from bot.wikitext.touched import touched

#: Goes up when the run's own rules change: pages seen under other rules are looked at anew.
RULES = 1


#: Findings that are proven, or gone, only by another look on another day.
_LOOK_AGAIN = frozenset({"SRC201"})


class Outcome(StrEnum):
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
class Bench:
    """What a run works with on every page. ``step`` hears the name of each step as it is taken.

    ``halted`` says whether the run is to end now: asked inside a page, too, and never between a save and its reading back.
    ``announce`` hears what leaves the machine.
    """

    name: str
    client: RunWiki
    chosen: Chosen
    world: World
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
        return self.world.store.journal

    @property
    def logic(self) -> str:
        """Whatever decides on findings and edits; another version looks at every page anew."""
        from bot.judge.prompts import VERSION

        judge = self.world.settings.judge
        policy = self.world.settings.gate.mechanical
        markup = self.chosen.profile
        release = "{}.{}".format(*markup.cite_version)
        parts = (__version__, str(RULES), markup.name, release, judge.kind, judge.model, VERSION, policy)
        return "/".join(parts)

    @property
    def shelf(self) -> str:
        """Where what was seen is kept: a dry run has a shelf of its own, so that it takes no page from the real one."""
        return self.wiki if self.save else f"{self.wiki} (dry run)"


@dataclass(frozen=True, slots=True)
class Done:
    """A page's outcome. ``reverted`` counts our edits that somebody took back; ``diff`` pairs are for a dry run."""

    outcome: Outcome
    reverted: int = 0
    before: str = ""
    after: str = ""


def unchanged(bench: Bench, page: Page) -> bool:
    """Whether the page is as it was when it was last seen, under the same rules, and nothing was left to finish."""
    seen = bench.journal.seen(bench.shelf, page.title)
    if seen is None or not seen.complete or seen.revid != page.revid or seen.logic != bench.logic:
        return False
    today = bench.world.clock.now()[:10]
    return all(need["code"] not in _LOOK_AGAIN or need.get("day", today) >= today for need in seen.needs)


def work(bench: Bench, page: Page) -> Done:
    """Do one page.

    Raises WikiError for what ends the run (stop page, block, login, no answer); other refusals are outcomes. Raises HaltedError
    where the run is to end in the middle of the page: then nothing of it was saved, and it is as if it had not been reached.
    """
    if bench.save and _awaits(bench, page):
        return _seen(bench, page, Outcome.failed, None, complete=False)
    if skip(page, bench.account, bench.chosen.profile) is not None:
        return _seen(bench, page, Outcome.left_alone, None, complete=True)
    tidied = tidy_page(page, unattended(bench.chosen.profile))
    reverted = _taken_back(bench, page, tidied)
    tidied = remembered(tidied, bench.chosen.profile, bench.world.store)
    safe = {edit.id for edit in tidied.edits if edit.fix is Fix.safe}
    made = take(page.text, tidied.edits, safe, bench.chosen.profile)
    after = replace(page, text=made.text)
    bench.step("checking")
    announce(bench, after)
    options = replace(bench.options, remember=False, announce=False)
    report = check([after], bench.chosen, _within_budget(bench), options, bench.halted)
    _spend(bench.limits, report)
    needs = (*report.pages[0].findings, *tidied.findings)
    if report.bugs:  # nobody knows what is right there: nothing is saved, and the next night looks again
        done = _seen(bench, page, Outcome.failed, needs, complete=False, report=report)
        return replace(done, reverted=reverted)
    if not made.taken:
        done = _seen(bench, page, Outcome.clean, needs, complete=report.complete, report=report)
        return replace(done, reverted=reverted)
    gate = _gate(bench, page, made, report)
    if gate.decision is not Decision.passed:
        done = _seen(bench, page, Outcome.held, needs, complete=report.complete, report=report)
    elif not bench.save:
        done = _seen(bench, page, Outcome.proposed, needs, complete=report.complete, report=report)
        done = replace(done, before=page.text, after=made.text)
    elif bench.halted():
        raise HaltedError
    else:
        done = _save(bench, page, made, gate, needs, report)
    return replace(done, reverted=reverted)


def _awaits(bench: Bench, page: Page) -> bool:
    """Whether an earlier save of the page may still arrive, asked before anything is paid for. Raises WikiError."""
    try:
        for said in bench.client.clear(page.title):
            bench.world.notify(said)
    except StillPending as error:
        bench.world.notify(error.message)
        return True
    return False


def _gate(bench: Bench, page: Page, made: Subset, report: CheckReport) -> Gate:
    """``[gate] mechanical`` on the citations that the edits touch."""
    scope = touched(page, made.taken, bench.chosen.profile)
    settings = bench.world.settings
    judge = settings.judge.model if settings.judge.kind == "openai" else settings.judge.kind
    checks = [found for found in report.pages[0].citations if found.citation.id in scope]
    return decide(
        checks,
        Policy(settings.gate.mechanical),
        overruled=frozenset(bench.world.store.decisions(OVERRULED)),
        blocking=blocking(settings.gate, judge),
    )


def _save(bench: Bench, page: Page, made: Subset, gate: Gate, needs: tuple[Finding, ...], report: CheckReport) -> Done:
    word = must_stop(bench.client.account())
    if word is not None:
        raise NotAllowed(word, msg("a person must look: read it on the wiki, then run again"))
    summary = marked(_said(bench, page, made), bench.name)
    key = (bench.name, page.title, page.revid or 0)
    ids = tuple(edit.id for edit in made.taken)
    bench.journal.plan(bench.name, bench.wiki, page.title, page.revid or 0, ids, summary, page.text)
    bench.step("planned")
    bench.journal.mark(key, EditState.saving)
    bench.step("saving")
    try:
        kept = promised(page.text, made.text, bench.chosen.profile)
        allowed = pass_for(page, made.text, gate)
        saved = bench.client.save(page, made.text, summary, allowed, minor=True, notes=kept)
        tell_unasked(page.title, saved, bench.world)
    except (WikiUnreachable, LoginFailed) as error:
        if isinstance(error, LoginFailed | StillPending):
            bench.journal.mark(key, EditState.failed, why=str(error.message))
        raise  # what may have been sent is settled by the history, at the next start
    except WikiError as error:
        bench.journal.mark(key, EditState.failed, why=str(error.message))
        if isinstance(error, NotAllowed) and stopped(bench):
            raise
        complete = not isinstance(error, EditConflict) and report.complete
        return _seen(bench, page, Outcome.failed, needs, complete=complete, report=report)
    bench.step("sent")
    if saved.oldid == saved.newid:  # the wiki sees no difference: nothing of ours is there to be undone
        bench.journal.mark(key, EditState.failed, why="the wiki has this text already")
        return _seen(bench, page, Outcome.clean, needs, complete=report.complete, report=report)
    bench.journal.mark(key, EditState.saved, newid=saved.newid)
    bench.limits.edits += 1
    bench.limits.tried += 1
    bench.step("saved")
    now = replace(page, text=made.text, revid=saved.newid)
    return _seen(bench, now, Outcome.saved, needs, complete=report.complete, report=report)


def _said(bench: Bench, page: Page, made: Subset) -> str:
    """What was done, and the task that was approved, whole at its end."""
    said = summary_of(made.taken, page.text, made.text, bench.speech)
    task = task_link(bench.world.settings.run.approved_task)
    if not task:
        return said
    return f"{cut_summary(said, LIMIT - len(marked(task, bench.name).encode()) - 1)} {task}"


def stopped(bench: Bench) -> bool:
    """Whether somebody has stopped the bot: by its stop page or by a block, rather than one page being protected."""
    from bot.wiki.saving import GO

    title = bench.world.settings.wiki.stop_page
    if title:
        page = bench.client.read(title)
        if page is None or page.text.strip() != GO:
            return True
    return bench.client.account().blocked_by is not None


def _taken_back(bench: Bench, page: Page, tidied: TidyPage) -> int:
    """Edits of ours that are offered again: somebody put the old words back, and they are not offered another time."""
    ours: dict[str, EditRow] = {name: row for row in bench.journal.saved(bench.wiki, page.title) for name in row.ids}
    rejected = bench.world.store.decisions(Choice.reject.value)
    found: dict[int, None] = {}
    for edit in tidied.edits:
        row = ours.get(edit.id)
        if row is None or edit.id in rejected or (page.revid or 0) <= (row.newid or 0) or page.user == bench.account:
            continue
        reason = f"revision {row.newid} was taken back by revision {page.revid}"
        bench.world.store.decide(Decided(edit.id, Choice.reject.value, reason, page.user or "?"))
        found[row.newid or 0] = None
    return len(found)


def _within_budget(bench: Bench) -> World:
    """The world with what is left of the run's budget."""
    settings, limits = bench.world.settings, bench.limits
    judge = settings.judge
    if limits.budget is not None:
        judge = replace(judge, budget=max(limits.budget - limits.spent, 0.0))
    if limits.budget_tokens is not None:
        judge = replace(judge, budget_tokens=max(limits.budget_tokens - limits.tokens, 0))
    return replace(bench.world, settings=replace(settings, judge=judge))


def _spend(limits: Limits, report: CheckReport) -> None:
    limits.spent += report.cost.amount or 0.0
    limits.tokens += report.cost.tokens_in + report.cost.tokens_out


def unreadable(bench: Bench, title: str, error: UnreadablePage) -> Done:
    """A page whose text cannot be had: nothing of it was seen; it is listed with its reason and asked for again next time."""
    need = {
        "id": f"{error.code} {title}",
        "code": error.code,
        "said": bench.speech.say(error.message),
        "where": "",
        "number": "",
        "subject": "",
        "day": bench.world.clock.now()[:10],
    }
    outcome = Outcome.unreadable
    bench.journal.see(PageRow(bench.shelf, title, bench.name, 0, bench.logic, outcome.value, True, (need,), ""))
    bench.step("seen")
    return Done(outcome)


def broken(bench: Bench, page: Page) -> Done:
    """A page that our own program cannot do: written down as such, and looked at again next time."""
    return _seen(bench, page, Outcome.failed, None, complete=False)


def _seen(
    bench: Bench,
    page: Page,
    outcome: Outcome,
    needs: tuple[Finding, ...] | None,
    *,
    complete: bool,
    report: CheckReport | None = None,
) -> Done:
    raised = [finding for finding in needs or () if finding.raised]
    checks = {} if report is None else {found.citation.id: found for found in report.pages[0].citations}
    human = _last_human(bench, page) if raised else ""
    rows = tuple(_need(finding, checks, bench) for finding in raised)
    row = PageRow(
        bench.shelf, page.title, bench.name, page.revid or 0, bench.logic, outcome.value, complete, rows, human
    )
    bench.journal.see(row)
    bench.step("seen")
    return Done(outcome)


def _need(finding: Finding, checks: Mapping[str, CitationCheck], bench: Bench) -> Mapping[str, str]:
    """A finding as the report page shows it; ``subject`` is what an answer there can release, ``day`` when it was found."""
    about = checks.get(finding.citation or "")
    where = finding.excerpt or ("" if about is None else about.citation.wikitext)
    return {
        "id": finding.id,
        "code": finding.code,
        "said": bench.speech.say(finding.message),
        "where": where[:300],
        "number": "" if about is None or about.citation.number is None else str(about.citation.number),
        "subject": "" if about is None else overrule_subject(about.citation),
        "day": bench.world.clock.now()[:10],
    }


def _last_human(bench: Bench, page: Page) -> str:
    """Who edited the page last, other than this account."""
    if page.user and page.user != bench.account:
        return page.user
    users = (revision.user for revision in bench.client.history(page.title))
    return next((user for user in users if user != bench.account), "")
