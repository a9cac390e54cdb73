"""The end of a review: what was accepted becomes a plan, and the plan is applied, or handed over without any password."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from bot.atomic import write_atomic
from bot.jobs.summary import summary_by_person
from bot.model.edit import TidyPage
from bot.model.message import msg
from bot.model.page import Page
from bot.model.plan import Choice, Plan, PlanDecision, PlanPage
from bot.profiles import Profile
from bot.review.console import Console
from bot.review.decisions import chosen, wanted, worded
from bot.store import Store
from bot.wikitext.proof import Subset, take
from bot.wikitext.text import Wikitext


def plan_of(pages: Sequence[TidyPage], store: Store, who: str) -> Plan:
    """The edits as they were worded, with what was decided of each; pages without any are left out."""
    return Plan(tuple(_plan_page(page, store, who) for page in pages if page.edits), own=True)


def _plan_page(page: TidyPage, store: Store, who: str) -> PlanPage:
    decided = chosen(store)
    accepted = wanted(page, decided)
    decisions = [
        PlanDecision(edit.id, Choice.accept if edit.id in accepted else Choice.reject, "", who)
        for edit in page.edits
        if edit.id in decided
    ]
    edits = tuple(worded(store, edit) for edit in page.edits)
    at = page.page
    return PlanPage(at.name, at.title, at.wiki, at.revid, at.sha256, edits, tuple(decisions))


def accepted(page: TidyPage, store: Store, profile: Profile) -> Subset:
    """What the accepted edits make of the page, proven; the page as it was where the proof fails."""
    edits = [worded(store, edit) for edit in page.edits]
    return take(Wikitext(page.page, profile), edits, wanted(page, chosen(store)))


def mended(page: TidyPage, store: Store, profile: Profile, console: Console) -> Page:
    """The page that the accepted edits make: what is checked next. Says so where the proof holds them back."""
    made = accepted(page, store, profile)
    if not made.proof.ok:
        failed = ", ".join(name for name, held in made.proof.checks if not held)
        console.tell(
            msg("{name}: the accepted edits together fail the proof ({checks})", name=page.page.name, checks=failed)
        )
    return replace(page.page, text=made.text)


def hand_over(
    page: Page, made: Subset, current: Page | None, console: Console, folder: Path, language: str = "en"
) -> Path:
    """Without an account: the text in a file and on the clipboard, the wiki's edit form opened, then the summary to paste.

    ``current`` is the page as the wiki has it now; it is said when it has moved. ``language`` is the wiki's, for the summary.
    """
    if current is None or current.revid != page.revid:
        console.tell(msg("{title} has moved since it was read: review it again before you save", title=page.title))
    path = folder / (page.title.replace("/", "_").replace(":", "_") + ".mended.wiki")
    write_atomic(path, made.text.encode("utf-8", "surrogatepass"), follow=False)
    console.tell(msg("the mended text: {path}", path=str(path)))
    summary = summary_by_person(made.taken, page.text, made.text, language)
    console.tell(msg("the summary: {summary}", summary=summary))
    address = f"{page.wiki}?title={quote(page.title)}&action=edit"
    console.tell(msg("the edit form: {address}", address=address))
    copied = console.copy(made.text)
    if copied:
        console.tell(msg("the mended text is on the clipboard"))
    if console.browse(address):
        console.tell(msg("opened in the browser"))
    if copied:
        console.question(msg("paste it there; Enter then puts the summary on the clipboard:"))
        console.copy(summary)
    return path
