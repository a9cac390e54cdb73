"""Tidy: mechanical edits, offline."""

from __future__ import annotations

from collections.abc import Sequence

from bot.jobs.world import Chosen, profile_note
from bot.model.message import Message, msg
from bot.model.page import Page
from bot.model.ports import Progress
from bot.model.report import TidyReport
from bot.wikitext.tidy import tidy_page


def tidy(pages: Sequence[Page], chosen: Chosen, progress: Progress) -> TidyReport:
    """Tidy every page; pure but for the progress."""
    done = []
    for number, page in enumerate(pages, start=1):
        done.append(tidy_page(page, chosen.profile))
        progress.step(msg("pages"), number, len(pages))
    return TidyReport(tuple(done), head(pages, chosen))


def head(pages: Sequence[Page], chosen: Chosen) -> tuple[Message, ...]:
    """The report's first lines: which profile and why, and a note where a text contradicts it."""
    notes = {note for page in pages if (note := profile_note(chosen.profile, page.text)) is not None}
    return (chosen.why, *notes)
