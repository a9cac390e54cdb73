"""Tidy: mechanical edits, offline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.crash import Crashes
from bot.errors import BotError
from bot.jobs.session import Chosen, profile_note
from bot.model.edit import Edit, Finding, Proof, TidyPage
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Progress
from bot.model.report import TidyReport
from bot.model.words import Fix
from bot.wikitext.text import Wikitext


def tidy(pages: Sequence[Page], chosen: Chosen, progress: Progress, crashes: Crashes | None = None) -> TidyReport:
    """Tidy every page; pure but for the progress, and for the file of a bug: one page's is its finding, nobody else's."""
    crashes = crashes or Crashes()
    done = []
    for number, page in enumerate(pages, start=1):
        done.append(tidied(page, chosen, crashes))
        progress.step(msg("pages"), number, len(pages))
    return TidyReport(tuple(done), head(pages, chosen), crashes.messages)


def tidied(page: Page, chosen: Chosen, crashes: Crashes) -> TidyPage:
    """One page's tidy; without an edit, and with a finding, where a bug of ours ends it."""
    from bot.wikitext.tidying import tidy_page

    try:
        return tidy_page(chosen.read(page))
    except BotError:
        raise
    except Exception as error:  # noqa: BLE001  # the isolation of one page from all others
        from bot.verify import broken_finding

        return TidyPage(page, page.text, (), (broken_finding(page, crashes.note(error)),), Proof())


def head(pages: Sequence[Page], chosen: Chosen) -> tuple[Message, ...]:
    """The report's first lines: which profile and why, and a note where a text contradicts it."""
    notes = {note for page in pages if (note := profile_note(chosen.profile, page.text)) is not None}
    return (chosen.why, *notes)


#: What an accepted edit makes may call for the next one (a Markdown note becomes a ref, two equal refs are merged): so often.
_PASSES = 6


def accepting(done: TidyPage, chosen: Chosen, wanted: Callable[[str], bool]) -> TidyPage:
    """The page's tidy with the waiting edits of the codes that are ``wanted`` made too, and those that these bring about.

    Each pass is proven; an edit that the proof refuses beside the others stays waiting. In the report the edits that were made
    are ``safe``, and of the findings those stay that the new text still has.
    """
    from bot.wikitext.proof import take
    from bot.wikitext.tidying import tidy_page

    made: frozenset[str] = frozenset()
    now = done
    for _ in range(_PASSES):
        base = Wikitext(now.page, chosen.profile)
        ids = _taken(base, now.edits, wanted)
        if not ids:
            break
        made |= ids
        now = tidy_page(Wikitext(replace(now.page, text=take(base, now.edits, ids).text), chosen.profile))
    if not made:
        return done
    edits = tuple(replace(edit, fix=Fix.safe) if edit.id in made else edit for edit in done.edits)
    return replace(done, text=now.text, edits=edits, findings=_left(done, now), proof=now.proof)


def _taken(base: Wikitext, edits: tuple[Edit, ...], wanted: Callable[[str], bool]) -> frozenset[str]:
    """The safe edits with those of the wanted codes that are proven beside them; none where no waiting edit can be taken."""
    waiting = [edit.id for edit in edits if edit.fix is Fix.review and wanted(edit.code)]
    safe = frozenset(edit.id for edit in edits if edit.fix is Fix.safe)
    ids = _provable(base, edits, safe, waiting) if waiting else safe
    return ids if ids != safe else frozenset()


def _left(done: TidyPage, now: TidyPage) -> tuple[Finding, ...]:
    """Of the findings those that the new text still has, then its own."""
    before, after = {finding.id for finding in done.findings}, {finding.id for finding in now.findings}
    still = [finding for finding in done.findings if finding.id in after]
    return (*still, *(finding for finding in now.findings if finding.id not in before))


def _provable(base: Wikitext, edits: tuple[Edit, ...], kept: frozenset[str], more: Sequence[str]) -> frozenset[str]:
    """``kept`` with as many of ``more`` as the proof lets stand together: of what it refuses, each half is tried."""
    from bot.wikitext.proof import take

    together = kept.union(more)
    if take(base, edits, together).proof.ok:
        return together
    if len(more) < 2:
        return kept
    half = len(more) // 2
    return _provable(base, edits, _provable(base, edits, kept, more[:half]), more[half:])
