"""Tidy: mechanical edits, offline."""

from __future__ import annotations

from collections.abc import Sequence

from bot.crash import Crashes
from bot.errors import BotError
from bot.jobs.session import Chosen, profile_note
from bot.model.edit import Proof, TidyPage
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Progress
from bot.model.report import TidyReport
from bot.wikitext.tidying import tidy_page


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
