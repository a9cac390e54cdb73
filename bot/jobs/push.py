"""Push: a person's file through tidy, check and gate, and onto the wiki if they say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.atomic import write_atomic
from bot.crash import Crashes, named_page
from bot.errors import BotError, EditConflict, InputError, NotAllowed
from bot.jobs.change import Change, arrived, change_to, judge, policy_of, propose, save, settle_first
from bot.jobs.check import CheckOptions, broken_check
from bot.jobs.edit_conflict import clear, is_settled, refuse_marks
from bot.jobs.files import TextFile
from bot.jobs.session import Chosen, Session
from bot.jobs.tidy import head
from bot.model.ids import text_sha256
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import WikiClient
from bot.model.report import CheckReport, PushPage, PushReport
from bot.model.words import Decision

if TYPE_CHECKING:
    from bot.wiki.folder import Sidecar


@dataclass(frozen=True, slots=True)
class PushOptions:
    """``save`` with a ``summary`` saves; without it only the gate's decision and the diff are shown."""

    save: bool = False
    summary: str = ""
    check: CheckOptions = field(default_factory=CheckOptions)


@dataclass(frozen=True, slots=True)
class PushedDraft:
    """A person's file beside the revision it is to replace.

    ``late``: that revision is this file's own earlier save, whose answer was lost.
    """

    file: TextFile
    base: Page
    late: bool = False


def push(
    files: Sequence[TextFile],
    connect: Callable[[], WikiClient],
    chosen: Chosen,
    session: Session,
    options: PushOptions,
) -> PushReport:
    """Push each file; the first thing that cannot be done for one leaves the others as they are.

    Raises InputError for a text that still marks a conflict, EditConflict when the page has moved since it was pulled, NotAllowed
    when a file without a sidecar names a page that exists, GateHeld never: the gate's decision is in the report.
    """
    if options.save and not options.summary.strip():
        raise InputError(msg("a save needs a summary"), msg("say with -m what you changed"))
    for file in files:
        refuse_marks(file.name, file.text)
    client = connect()
    chosen = chosen.on(client.describe())
    session = replace(session, crashes=Crashes(session.crashes.note))
    drafts = [_draft(file, client, session, options) for file in files]
    done: list[PushPage] = []
    complete = True
    hints: tuple[Message, ...] = ()
    for draft in drafts:
        pushed, whole, said = _push(draft, client, chosen, session, options)
        done.append(pushed)
        complete = complete and whole
        hints = hints or said
    said_first = head([draft.base for draft in drafts], chosen)
    return PushReport(tuple(done), complete, said_first, hints, session.crashes.messages)


def _draft(file: TextFile, client: WikiClient, session: Session, options: PushOptions) -> PushedDraft:
    from bot.wiki.folder import read_sidecar, title_of

    path = Path(file.name)
    sidecar = read_sidecar(path)
    title = sidecar.title if sidecar is not None else title_of(path.name)
    if options.save:
        settle_first(client, title, session)
    current = client.read(title)
    late = sidecar is not None and current is not None and _is_ours(sidecar, current, client)
    base = replace(current, name=file.name) if current and late else _base(file, title, sidecar, current, client)
    return PushedDraft(file, base, late)


def _is_ours(sidecar: Sidecar, current: Page, client: WikiClient) -> bool:
    """Whether the page is what this very file was sent as: its earlier push, of which nobody heard that it arrived."""
    from bot.wiki.compare import as_stored

    if not sidecar.sent or sidecar.revid == current.revid:
        return False
    late = arrived(client, sidecar.title, sidecar.revid)
    return late == current.revid or sidecar.sent == text_sha256(as_stored(current.text))


def _base(file: TextFile, title: str, sidecar: Sidecar | None, current: Page | None, client: WikiClient) -> Page:
    """The revision the file is to replace; an empty page with revid None where it is to be made."""
    if sidecar is None or sidecar.revid is None:
        if current is not None:
            raise NotAllowed(
                msg(
                    "{name}: «{title}» is on the wiki already, and the file was not pulled from it",
                    name=file.name,
                    title=title,
                ),
                msg("run `mlwiki pull` for that page into another folder, and carry your changes over"),
            )
        return Page(file.name, title, "", wiki=client.describe().address)
    if current is None:
        raise EditConflict(
            msg("{name}: «{title}» has been deleted since it was pulled", name=file.name, title=title),
            msg("look at the wiki's deletion log before you make it again"),
        )
    if current.revid != sidecar.revid and not is_settled(Path(file.name), file.text, current):
        raise EditConflict(
            msg(
                "{name}: «{title}» has moved from revision {old} to {new}",
                name=file.name,
                title=title,
                old=sidecar.revid,
                new=current.revid or 0,
            ),
            msg("pull it again and carry your changes over"),
        )
    return replace(current, name=file.name)


def _push(
    draft: PushedDraft, client: WikiClient, chosen: Chosen, session: Session, options: PushOptions
) -> tuple[PushPage, bool, tuple[Message, ...]]:
    change, report = _judged(draft, chosen, session, options)
    pushed = PushPage(change.page, change.text, report.pages[0], change.diff)
    if draft.base.revid is not None and same_text(draft.base.text, change.text):
        note = msg("the wiki already has this text; nothing to save")
        if draft.late and options.save:  # the file goes on from what it has saved
            _keep(draft, draft.base)
        return replace(pushed, note=note), report.complete, report.hints
    if options.save and pushed.check.gate.decision is Decision.passed:
        pushed = _save(draft, change, client, session, options.summary, pushed)
    return pushed, report.complete, report.hints


def _judged(draft: PushedDraft, chosen: Chosen, session: Session, options: PushOptions) -> tuple[Change, CheckReport]:
    """The change with its check; of a page that a bug of ours ends, the bug's finding and a gate that holds."""
    base, written = draft.base, draft.file.text
    change = Change(base, written, mechanical=False)
    try:
        tidied = propose(chosen.read(replace(base, text=written)), session)
        change = change_to(base, tidied.text, chosen, session.store, written=written)
        return change, judge(change, chosen, session, replace(options.check, saving=True))
    except BotError:
        raise
    except Exception as error:  # noqa: BLE001  # the isolation of one page from all others
        broken = session.crashes.note(error)
    policy = policy_of(change, session)
    return change, CheckReport((broken_check(change.page, broken, policy),), complete=True)


def _save(
    draft: PushedDraft, change: Change, client: WikiClient, session: Session, summary: str, pushed: PushPage
) -> PushPage:
    from bot.wiki.folder import write_sidecar

    # before it is sent: whoever pushes this file next knows its text again, also after a kill
    write_sidecar(Path(draft.file.name), draft.base, change.text)
    with named_page(draft.base.title, sent=True):
        saved = save(change, pushed.check.gate, client, summary, tell=session.notify)
        now = client.read(draft.base.title)
        if now is not None:
            _keep(draft, now)
    return replace(pushed, saved=saved)


def _keep(draft: PushedDraft, now: Page) -> None:
    """File and sidecar hold what the wiki has."""
    from bot.wiki.folder import write_sidecar

    path = Path(draft.file.name)
    write_atomic(path, draft.file.encode(now.text))
    write_sidecar(path, replace(now, name=draft.file.name))
    clear(path)


def same_text(left: str, right: str) -> bool:
    """Whether MediaWiki would see no change: it drops white space at the end of a page."""
    return text_sha256(left.replace("\r\n", "\n").rstrip()) == text_sha256(right.replace("\r\n", "\n").rstrip())
