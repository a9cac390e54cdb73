"""Apply: a plan's accepted edits, proven again on the text they make, onto the very revision they were made for.

A plan may have been mailed or edited: its names, its word «safe» and its decisions are a stranger's. An edit that this program
offers by itself for the same text needs nobody; any other counts only where this store holds a person's acceptance of these very
words, or where a person is shown it and says yes now. Then it is judged as a person's text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PureWindowsPath

from bot.atomic import write_atomic
from bot.crash import Crashes, named_page
from bot.errors import EditConflict, GateHeld, InputError
from bot.jobs.change import Change, arrived, change_by, judge, save, settle_first, unquestioned
from bot.jobs.check import CheckOptions
from bot.jobs.files import FORCED, SUFFIX, TextFile, keep_copy, read_file
from bot.jobs.memory import rejected, stands_for
from bot.jobs.session import Chosen, Session
from bot.jobs.summary import summary_by_person
from bot.jobs.tidy import head
from bot.model.edit import Edit
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.plan import Choice, Plan, PlanPage
from bot.model.ports import WikiClient, WikiInfo
from bot.model.report import PageCheck, PushPage, PushReport
from bot.model.words import Decision, Fix
from bot.report.diff import unified
from bot.store import Store
from bot.wikitext.tidying import tidy_page

#: Shows a person an edit of a page and returns their yes or no.
Ask = Callable[[Page, Edit], bool] | None


@dataclass(frozen=True, slots=True)
class ApplyOptions:
    """Without ``save`` only the diff is shown. ``summary`` "" makes one from the edits.

    ``ask`` shows a person an edit that nobody here stands for and returns whether to make it; None: nobody can be asked.
    """

    save: bool = False
    summary: str = ""
    ask: Ask = None
    check: CheckOptions = field(default_factory=CheckOptions)


@dataclass(frozen=True, slots=True)
class _Target:
    """A plan's page as it stands now; ``file`` is None for a page of the wiki."""

    plan: PlanPage
    page: Page
    file: TextFile | None


def apply(
    plan: Plan, connect: Callable[[], WikiClient], chosen: Chosen, session: Session, options: ApplyOptions
) -> PushReport:
    """Apply every page of ``plan``.

    Nothing is written before every page was found unmoved, somebody stood for each of its edits, and what they make was proven
    and judged.

    Raises EditConflict when a page has moved, GateHeld for an edit that nobody here stands for or when the edits together fail
    the proof, InputError for a file that is not there or that a plan may not name, WikiError from the wiki; what the gate says is
    in the report.
    """
    client = _Once(connect)
    session = replace(session, crashes=Crashes(session.crashes.note))
    targets = [_target(page, client, session, options, own=plan.own) for page in plan.pages]
    chosen = chosen.on(client.info)
    changes = _changes(targets, plan, chosen, session.store, options.ask)
    judged = []
    for target, change in zip(targets, changes, strict=True):
        with named_page(target.plan.name):
            judged.append(_judgement(target, change, chosen, session, options))
    done = tuple(_saved(one, client, session, options) for one in judged)
    said_first = head([target.page for target in targets], chosen)
    return PushReport(done, all(one.complete for one in judged), said_first, bugs=session.crashes.messages)


def _changes(targets: Sequence[_Target], plan: Plan, chosen: Chosen, store: Store, ask: Ask) -> list[Change]:
    """What each page becomes; nobody is asked before the edits of every page are known to be its own or foreign."""
    wanted, changes = [], []
    for target in targets:
        with named_page(target.plan.name):
            wanted.append(_wanted(target, chosen, store, own=plan.own))
    edits = [_asked(target, one, ask) for target, one in zip(targets, wanted, strict=True)]
    for target, some in zip(targets, edits, strict=True):
        with named_page(target.plan.name):
            changes.append(_proven(target, some, chosen))
    return changes


class _Once:
    """The wiki, opened when the first page asks for it."""

    def __init__(self, connect: Callable[[], WikiClient]) -> None:
        self._connect = connect
        self._client: WikiClient | None = None

    def __call__(self) -> WikiClient:
        self._client = self._client or self._connect()
        return self._client

    @property
    def info(self) -> WikiInfo | None:
        """What the wiki says of itself, if a page asked for it."""
        return None if self._client is None else self._client.describe()


def _file_of(plan: PlanPage, *, own: bool) -> Path | None:
    """The file that a plan's page names; None where it can only be a page of the wiki.

    Raises InputError for what a plan of somebody else may not name: it may only name ``*.wiki`` files inside the current folder,
    by a relative path that stays inside when links are followed. The name is looked at before the disk is.
    """
    if plan.name.startswith(FORCED):
        return None
    path = Path(plan.name)
    if own:
        return path if path.is_file() else None
    if _leads_outside(plan.name):
        raise _outside(plan)
    if not path.is_file():
        return None
    linked = path.resolve()
    if not linked.is_relative_to(Path.cwd().resolve()) or {path.suffix, linked.suffix} != {SUFFIX}:
        raise _outside(plan)
    return path


def _leads_outside(name: str) -> bool:
    """Whether the name as it is written is no relative path that only goes down, on this system or on Windows."""
    path, windows = Path(name), PureWindowsPath(name)
    return bool(windows.drive or windows.root or path.is_absolute() or ".." in {*windows.parts, *path.parts})


def _outside(plan: PlanPage) -> InputError:
    return InputError(
        msg("a plan may only name *.wiki files inside the current folder, and this one names {name}", name=plan.name),
        msg("make the plan in the folder of the files, with relative names, and apply it there"),
    )


def _target(plan: PlanPage, client: _Once, session: Session, options: ApplyOptions, *, own: bool) -> _Target:
    path = _file_of(plan, own=own)
    if path is not None:
        file = read_file(path)
        page = Page(plan.name, plan.title, file.text, plan.wiki, plan.revid)
        return _unmoved(_Target(plan, page, file))
    if not plan.wiki:
        raise InputError(
            msg("the plan's file {name} is not here", name=plan.name),
            msg("run apply in the folder where the plan was made"),
        )
    return _on_wiki(plan, client, session, options)


def _on_wiki(plan: PlanPage, client: _Once, session: Session, options: ApplyOptions) -> _Target:
    if options.save:
        settle_first(client(), plan.title, session)
    found = client().read(plan.title)
    if client().describe().address != plan.wiki:
        raise InputError(
            msg(
                "the plan is for the wiki {planned}, and {wiki} is configured", planned=plan.wiki, wiki=_address(client)
            ),
            msg("name that wiki in [wiki] url"),
        )
    if found is None or found.revid != plan.revid:
        if found is not None and found.revid == arrived(client(), plan.title, plan.revid):
            raise _moved(plan, msg("an earlier save of it has arrived as revision {new}", new=found.revid or 0))
        now = "—" if found is None else str(found.revid)
        raise _moved(plan, msg("revision {old} is now {new}", old=str(plan.revid or "—"), new=now))
    return _unmoved(_Target(plan, replace(found, name=plan.name), None))


def _address(client: _Once) -> str:
    return client().describe().address


def _unmoved(target: _Target) -> _Target:
    if target.page.sha256 != target.plan.text_sha256:
        raise _moved(target.plan, msg("its text is another one"))
    return target


def _moved(plan: PlanPage, why: Message) -> EditConflict:
    return EditConflict(
        msg("{name} has changed since the plan was made: {why}", name=plan.name, why=why),
        msg("make the plan again; what was decided is remembered"),
    )


def _proven(target: _Target, edits: Sequence[Edit], chosen: Chosen) -> Change:
    return change_by(chosen.read(target.page), edits)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The edits of a page that its plan wants made: those that somebody here stands for, and those that nobody does."""

    vouched: tuple[Edit, ...]
    foreign: tuple[Edit, ...]


def _wanted(target: _Target, chosen: Chosen, store: Store, *, own: bool) -> _Wanted:
    """Sort a page's edits. Every edit counts by its own words: an id, or the word «safe», proves nothing of a mailed plan."""

    def known(edit: Edit) -> bool:
        return (own and edit.id in accepted) or stands_for(store, edit, offered.get(edit.id))

    def asked_for(edit: Edit, same: Edit | None) -> bool:
        return edit.id in accepted or (edit.fix is Fix.safe and same is None)

    plan = target.plan
    offered = {edit.id: edit for edit in tidy_page(chosen.read(target.page)).edits}
    accepted, no = plan.chosen(Choice.accept), plan.chosen(Choice.reject) | rejected(store)
    vouched: list[Edit] = []
    foreign: list[Edit] = []
    for edit in plan.edits:
        same = _same(offered.get(edit.id), edit)
        if edit.id in no:
            continue
        if same is not None and same.fix is Fix.safe:
            vouched.append(same)
        elif asked_for(edit, same):
            (vouched if known(edit) else foreign).append(replace(same or edit, fix=Fix.review))
    return _Wanted(tuple(vouched), tuple(foreign))


def _same(ours: Edit | None, edit: Edit) -> Edit | None:
    return ours if ours is not None and ours.spans == edit.spans else None


def _asked(target: _Target, wanted: _Wanted, ask: Ask) -> tuple[Edit, ...]:
    """What is made of the page: a person is asked about each edit that nobody here stands for. Raises GateHeld without one."""
    if wanted.foreign and ask is None:
        first = wanted.foreign[0]
        raise GateHeld(
            msg(
                "{name}: nobody here has accepted {n} of the plan's edits (the first is {id}, {code})",
                name=target.plan.name,
                n=len(wanted.foreign),
                id=first.id,
                code=first.code,
            ),
            msg(
                "nothing is written; run it in a terminal, where each is shown and asked, or decide with `mlwiki review`"
            ),
        )
    return (*wanted.vouched, *(edit for edit in wanted.foreign if ask is not None and ask(target.page, edit)))


@dataclass(frozen=True, slots=True)
class _Judgement:
    """A page with what the gate says of it, before anything is written."""

    target: _Target
    change: Change
    pushed: PushPage
    complete: bool


def _judgement(target: _Target, change: Change, chosen: Chosen, session: Session, options: ApplyOptions) -> _Judgement:
    checked, complete = _judged(target, change, chosen, session, options)
    diff = unified(target.page.text, change.text, target.page.name)
    note = None if change.edits else msg("no edit of the plan was accepted; nothing to do")
    pushed = PushPage(change.page, change.text, checked, diff, note=note)
    return _Judgement(target, change, pushed, complete)


def _saved(judged: _Judgement, client: _Once, session: Session, options: ApplyOptions) -> PushPage:
    target, change, pushed = judged.target, judged.change, judged.pushed
    gate = pushed.check.gate
    if not options.save or not change.edits or gate.decision is not Decision.passed:
        return pushed
    with named_page(target.plan.name, sent=True):
        if target.file is not None:
            return replace(pushed, note=_write(target.file, change.text))
        language = client().describe().language
        summary = options.summary or summary_by_person(change.edits, target.page.text, change.text, language)
        saved = save(change, gate, client(), summary, tell=session.notify)
    return replace(pushed, saved=saved)


def _write(file: TextFile, text: str) -> Message:
    path = Path(file.name)
    data = file.encode(text)
    original = keep_copy(path)
    write_atomic(path, data)
    return msg("{path} is written; what it was is in {original}", path=str(path), original=str(original))


def _judged(
    target: _Target, change: Change, chosen: Chosen, session: Session, options: ApplyOptions
) -> tuple[PageCheck, bool]:
    """What the gate says. A file on disk is not a save: it is judged when it is pushed."""
    if target.file is not None:
        return unquestioned(change), True
    report = judge(change, chosen, session, options.check)
    return report.pages[0], report.complete
