"""What the history says of a save: it alone is believed, never the wiki's «Success»."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bot.errors import EditConflict, GateHeld, UnreadablePage, WikiError, WikiUnreachable
from bot.model.ids import text_sha256
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.report import GatePass, Saved
from bot.wiki.compare import is_stored
from bot.wiki.protocols import Revision, SaveOrder, StillPending
from bot.wiki.refusals import coded

#: Seconds for which a save whose answer was lost may still arrive. Seen on a real 1.12: 12 to 18 s after the client had gone.
LATE = 900.0


@dataclass(frozen=True, slots=True)
class NeverSaved:
    """No revision after the base is ours."""


@dataclass(frozen=True, slots=True)
class Mixed:
    """Somebody saved between the base and our revision ``mine``; ``before`` is the last revision of theirs.

    Their edit was merged into ours or overwritten by it. ``newest`` tells whether ours is still the page's text; ``restored`` is
    a later revision that already has theirs again.
    """

    mine: Revision
    before: Revision
    newest: bool
    restored: int | None


@dataclass(frozen=True, slots=True)
class Altered:
    """Our revision holds another text than was sent, and nobody else's edit explains it."""

    mine: Revision


@dataclass(frozen=True, slots=True)
class Remade:
    """The base is no longer in the page's history: it was deleted meanwhile, and our save made the page again."""

    mine: Revision


Settled = Saved | NeverSaved | Mixed | Altered | Remade


def made(settled: Settled) -> tuple[int, ...]:
    """The revisions of ours in it."""
    if isinstance(settled, NeverSaved):
        return ()
    return (settled.newid if isinstance(settled, Saved) else settled.mine.revid,)


def permit(base: Page, text: str, allowed: GatePass) -> None:
    """Hold a save against its pass: title, base revision and the exact text. Raises GateHeld."""
    if allowed.title == base.title and allowed.base_revid == base.revid and allowed.text_sha256 == text_sha256(text):
        return
    raise GateHeld(
        msg("{title}: the gate's pass is for another text, title or revision", title=base.title),
        msg("check the page again; only what was checked is saved"),
    )


def settle(order: SaveOrder, revisions: tuple[Revision, ...]) -> Settled:
    """Find our save in the history (highest id first): known by user, summary and, where several fit, by text.

    Somebody may have saved after us: that is their right and no fault.
    """
    base = order.base.revid or 0
    newer = [revision for revision in revisions if revision.revid > base]
    mine = _ours(order, newer)
    if mine is None:
        return NeverSaved()
    before = _before(mine, revisions)
    if before is not None and before.revid > base:
        return _mixed(order, mine, before, newer)
    if before is None and base:
        return Remade(mine)
    return Saved(base, mine.revid) if _is(order, mine) else Altered(mine)


def _ours(order: SaveOrder, newer: list[Revision]) -> Revision | None:
    ours = [revision for revision in newer if (revision.user, revision.comment) == (order.user, order.summary)]
    return next((revision for revision in reversed(ours) if _is(order, revision)), ours[-1] if ours else None)


def _before(mine: Revision, revisions: tuple[Revision, ...]) -> Revision | None:
    return next((revision for revision in revisions if revision.revid < mine.revid), None)


def _mixed(order: SaveOrder, mine: Revision, before: Revision, newer: list[Revision]) -> Mixed:
    """Our revision after somebody's (``before``), with what came later of those after the base."""
    later = [revision for revision in newer if revision.revid > mine.revid]
    restored = next((one.revid for one in later if _gives_back(order, one, before.content, later)), None)
    return Mixed(mine, before, newest=not later, restored=restored)


def _gives_back(order: SaveOrder, revision: Revision, theirs: str | UnreadablePage, later: list[Revision]) -> bool:
    """Whether the page has ``theirs`` again since this revision; ours only right on the mixture, else it ran into others."""
    if revision.content != theirs:
        return False
    return revision.user != order.user or all(other.revid >= revision.revid for other in later)


def _is(order: SaveOrder, revision: Revision) -> bool:
    """Whether the revision holds what was sent; one whose text cannot be had may hold anything."""
    return revision.readable and is_stored(order.text, revision.text)


def moved(title: str, base: int, current: Revision) -> EditConflict:
    """The error for a page that somebody saved after the base."""
    return coded(
        "WIKI001",
        EditConflict(
            msg(
                "{title}: pulled at revision {base}, but {user} has saved revision {newest}",
                title=title,
                base=base,
                user=current.user,
                newest=current.revid,
            ),
            msg("pull it again and make the edit on the new text"),
        ),
    )


def unmoved(base: Page, title: str, current: Revision | None) -> None:
    """The page's newest revision must be the base. Raises EditConflict, naming both."""
    if (current.revid if current else None) == base.revid:
        return
    if current is None:
        raise coded(
            "WIKI004",
            EditConflict(
                msg(
                    "{title}: the page was deleted after revision {base} was pulled", title=title, base=base.revid or 0
                ),
                msg("ask on the wiki why before making it again"),
            ),
        )
    if base.revid is None:
        raise coded(
            "WIKI001",
            EditConflict(
                msg("{title}: the page exists already (revision {newest})", title=title, newest=current.revid),
                msg("pull it and make the edit on its text"),
            ),
        )
    raise moved(title, base.revid, current)


def may_arrive(order: SaveOrder, why: Message) -> WikiUnreachable:
    """The error for a save whose answer was lost and that the history does not show (yet)."""
    return coded(
        "WIKI011",
        WikiUnreachable(
            msg(
                "{title}: the answer to the save was lost ({why}); it may still arrive", title=order.base.title, why=why
            ),
            msg(
                "run the same command again later: it looks for this save first, and gives it up after {minutes} minutes",
                minutes=round(LATE / 60),
            ),
        ),
    )


def still_pending(title: str, since: str, left: float) -> StillPending:
    """The error for a page whose earlier save may still arrive."""
    return coded(
        "WIKI011",
        StillPending(
            msg("{title}: not saved, the earlier save of {since} may still arrive", title=title, since=since),
            msg("run the same command again in {minutes} minutes, or sooner", minutes=max(1, math.ceil(left / 60))),
        ),
    )


def not_found(order: SaveOrder) -> WikiError:
    """The error for a save the wiki took and its history does not know."""
    return coded(
        "WIKI005",
        WikiError(
            msg(
                "{title}: the wiki took the save, but its history has no revision of ours after {base}",
                title=order.base.title,
                base=order.base.revid or 0,
            ),
            msg("look at the page's history before trying again"),
        ),
    )


def altered(order: SaveOrder, mine: Revision) -> WikiError:
    """The error for a revision of ours that holds something else."""
    return coded(
        "WIKI005",
        WikiError(
            msg(
                "{title}: revision {mine} after {base} holds another text than was sent",
                title=order.base.title,
                mine=mine.revid,
                base=order.base.revid or 0,
            ),
            msg("compare it on the wiki; a filter or a merge may have changed it"),
        ),
    )


def remade(order: SaveOrder, mine: Revision) -> EditConflict:
    """The error for a save that made a page again which somebody had just deleted."""
    return coded(
        "WIKI004",
        EditConflict(
            msg(
                "{title}: the page was deleted after revision {base} was pulled, and our save made it again as {mine}",
                title=order.base.title,
                mine=mine.revid,
                base=order.base.revid or 0,
            ),
            msg("ask an administrator to delete it once more, and why it was"),
        ),
    )


def mixed(order: SaveOrder, mixture: Mixed, taken_back: int | None) -> EditConflict:
    """The error for a save that was mixed with somebody's; ``taken_back`` is the revision that gave theirs back."""
    values: dict[str, str | int] = {
        "title": order.base.title,
        "mine": mixture.mine.revid,
        "user": mixture.before.user,
        "other": mixture.before.revid,
        "base": order.base.revid or 0,
    }
    if taken_back is not None:
        return coded(
            "WIKI002",
            EditConflict(
                msg(
                    "{title}: revision {mine} ran into revision {other} by {user} (both after {base}) "
                    "and was taken back as {back}",
                    back=taken_back,
                    **values,
                ),
                msg("pull the page again and make the edit on the new text"),
            ),
        )
    return coded(
        "WIKI003",
        EditConflict(
            msg(
                "{title}: saved as revision {mine}, but {user} had saved {other} after {base}; the wiki mixed the two",
                **values,
            ),
            msg("compare the two revisions on the wiki now and restore what is lost"),
        ),
    )
