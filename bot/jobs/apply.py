"""Apply: a plan's accepted edits, proven again on the text they make, onto the very revision they were made for.

A plan may have been mailed or edited. What it calls safe is believed only where this program offers the same edit now; anything
else counts when a person has accepted it by name, and then it is judged as a person's text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.atomic import write_atomic
from bot.crash import Crashes
from bot.errors import EditConflict, GateHeld, InputError
from bot.gate import decide, pass_for
from bot.jobs.check import CheckOptions, check
from bot.jobs.files import TextFile, keep_copy, read_file
from bot.jobs.scope import arrived, promised, settle_first, tell_unasked
from bot.jobs.summary import summary_of
from bot.jobs.tidy import head
from bot.jobs.world import Chosen, World
from bot.locale import Speech
from bot.model.edit import Edit
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.plan import Choice, Plan, PlanPage
from bot.model.ports import WikiClient, WikiInfo
from bot.model.report import Coverage, PageCheck, PushPage, PushReport
from bot.model.words import Decision, Fix, Policy
from bot.profiles import Profile
from bot.report.diff import unified
from bot.wikitext.mending import is_mark
from bot.wikitext.subset import Subset, take
from bot.wikitext.tidy import tidy_page
from bot.wikitext.touched import touched

FORCED = "title:"


@dataclass(frozen=True, slots=True)
class ApplyOptions:
    """Without ``save`` only the diff is shown. ``summary`` "" makes one from the edits."""

    save: bool = False
    summary: str = ""
    check: CheckOptions = field(default_factory=CheckOptions)


@dataclass(frozen=True, slots=True)
class _Target:
    """A plan's page as it stands now; ``file`` is None for a page of the wiki."""

    plan: PlanPage
    page: Page
    file: TextFile | None


def apply(
    plan: Plan, connect: Callable[[], WikiClient], chosen: Chosen, world: World, options: ApplyOptions
) -> PushReport:
    """Apply every page of ``plan``; nothing is written before every page was found unmoved and every subset proven.

    Raises EditConflict when a page has moved, GateHeld when the accepted edits together fail the proof, InputError for an edit
    that nobody stands for or a file that is not there, WikiError from the wiki; what the gate says is in the report.
    """
    client = _Once(connect)
    world = replace(world, crashes=Crashes(world.crashes.note))
    targets = [_target(page, client, world, options) for page in plan.pages]
    chosen = chosen.on(client.info)
    subsets = [_proven(target, chosen.profile) for target in targets]
    done = []
    complete = True
    for target, subset in zip(targets, subsets, strict=True):
        pushed, whole = _one(target, subset, client, chosen, world, options)
        done.append(pushed)
        complete = complete and whole
    said_first = head([target.page for target in targets], chosen)
    return PushReport(tuple(done), complete, said_first, bugs=world.crashes.messages)


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


def _target(plan: PlanPage, client: _Once, world: World, options: ApplyOptions) -> _Target:
    path = Path(plan.name)
    if not plan.name.startswith(FORCED) and path.is_file():
        file = read_file(path)
        page = Page(plan.name, plan.title, file.text, plan.wiki, plan.revid)
        return _unmoved(_Target(plan, page, file))
    if not plan.wiki:
        raise InputError(
            msg("the plan's file {name} is not here", name=plan.name),
            msg("run apply in the folder where the plan was made"),
        )
    if options.save:
        settle_first(client(), plan.title, world)
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


def _proven(target: _Target, profile: Profile) -> Subset:
    """The accepted subset; raises GateHeld when the text it makes fails the proof."""
    subset = _subset(target, profile)
    if not subset.proof.ok:
        failed = ", ".join(name for name, held in subset.proof.checks if not held)
        raise GateHeld(
            msg("{name}: the accepted edits together fail the proof ({checks})", name=target.plan.name, checks=failed),
            msg("nothing is changed; reject one of them and try again"),
        )
    return subset


def _subset(target: _Target, profile: Profile) -> Subset:
    """The accepted edits, each one that this program offers now or that a person stands for."""
    plan = target.plan
    offered = {edit.id: edit for edit in tidy_page(target.page, profile).edits}
    accepted, rejected = plan.chosen(Choice.accept), plan.chosen(Choice.reject)
    known: list[Edit] = []
    for edit in plan.edits:
        ours = offered.get(edit.id)
        if ours is not None and ours.spans == edit.spans:
            known.append(ours)
        elif edit.id in accepted:
            known.append(replace(edit, fix=Fix.review))
        elif edit.fix is Fix.safe and edit.id not in rejected:
            raise InputError(
                msg(
                    "{name}: this program does not offer the edit {id} as it stands in the plan",
                    name=plan.name,
                    id=edit.id,
                ),
                msg("make the plan again, or accept that edit by name in its decisions"),
            )
    wanted = {edit.id for edit in known if edit.id in accepted or edit.fix is Fix.safe} - rejected
    try:
        return take(target.page.text, known, wanted, profile)
    except ValueError as error:
        raise InputError(
            msg("{name}: the plan's edits do not fit together: {why}", name=plan.name, why=str(error)),
            msg("make the plan again"),
        ) from error


def _one(
    target: _Target, subset: Subset, client: _Once, chosen: Chosen, world: World, options: ApplyOptions
) -> tuple[PushPage, bool]:
    after = replace(target.page, text=subset.text)
    checked, complete = _judged(target, subset, after, chosen, world, options)
    diff = unified(target.page.text, subset.text, target.page.name)
    pushed = PushPage(after, subset.text, checked, diff, note=_note(subset))
    if not options.save or not subset.taken or checked.gate.decision is not Decision.passed:
        return pushed, complete
    if target.file is not None:
        return replace(pushed, note=_write(target.file, subset.text)), complete
    speech = Speech(client().describe().language)
    summary = options.summary or summary_of(subset.taken, target.page.text, subset.text, speech)
    allowed = pass_for(target.page, subset.text, checked.gate)
    kept = promised(target.page.text, subset.text, chosen.profile)
    saved = client().save(target.page, subset.text, summary, allowed, notes=kept)
    tell_unasked(target.page.title, saved, world)
    return replace(pushed, saved=saved), complete


def _note(subset: Subset) -> Message | None:
    return None if subset.taken else msg("no edit of the plan was accepted; nothing to do")


def _write(file: TextFile, text: str) -> Message:
    path = Path(file.name)
    data = file.encode(text)
    original = keep_copy(path)
    write_atomic(path, data)
    return msg("{path} is written; what it was is in {original}", path=str(path), original=str(original))


def _judged(
    target: _Target, subset: Subset, after: Page, chosen: Chosen, world: World, options: ApplyOptions
) -> tuple[PageCheck, bool]:
    """What the gate says. A file on disk is not a save: it is judged when it is pushed."""
    # a mark brings neither words nor a citation: there is nothing that the gate could ask of it
    brings = tuple(edit for edit in subset.taken if not is_mark(edit, chosen.profile))
    policy = policy_for(brings, world)
    scope = touched(target.page, brings, chosen.profile) if target.file is None else frozenset()
    if not scope:
        gate = decide((), policy if target.file is None else Policy.no_proven_fault)
        return PageCheck(after, Coverage(), (), (), gate), True
    job = replace(options.check, policy=policy, only=((after.name, scope),), remember=False)
    report = check([after], chosen, world, job)
    return report.pages[0], report.complete


def policy_for(edits: Sequence[Edit], world: World) -> Policy:
    """``[gate] mechanical`` for edits with a proof, ``[gate] text`` as soon as one of them is a person's."""
    gate = world.settings.gate
    return Policy(gate.mechanical if all(edit.fix is Fix.safe for edit in edits) else gate.text)
