"""The report as one HTML file: mailed, attached to a run, opened without a network. Nothing in it runs or loads."""

from __future__ import annotations

from bot.locale import Speech
from bot.model.message import msg
from bot.model.report import CheckReport, PushPage, PushReport, Report, TidyReport
from bot.report import Style
from bot.report.findings import page_items
from bot.report.html.edits import diff, tidy_page
from bot.report.html.frame import contents, document, paragraphs
from bot.report.html.page import check_page
from bot.report.markup import Html, el
from bot.report.phrases import cost_line, difference_line
from bot.report.visible import one_line


def render(report: Report, speech: Speech, _style: Style) -> str:
    """``--format html``."""
    match report:
        case CheckReport():
            return _check(report, speech)
        case TidyReport():
            return _tidy(report, speech)
        case PushReport():
            return _push(report, speech)


def _check(report: CheckReport, speech: Speech) -> str:
    difference, cost = difference_line(report, speech), cost_line(report.cost, speech)
    names = [one_line(page.page.name) for page in report.pages]
    top = [
        el("p", difference, class_="change") if difference else None,
        *paragraphs(report.head, speech),
        None
        if report.complete
        else el("p", speech.say(msg("The check is not complete: another run can finish it.")), class_="change"),
        contents(names, speech),
    ]
    pages = [check_page(page, number, speech) for number, page in enumerate(report.pages, 1)]
    if cost:
        pages.append(el("p", cost, class_="small"))
    pages += paragraphs(report.hints, speech)
    return document(_title(speech.say(msg("Check of citations")), names), top, pages, speech)


def _tidy(report: TidyReport, speech: Speech) -> str:
    names = [one_line(page.page.name) for page in report.pages]
    pages = [tidy_page(page, page_items(page), number, speech) for number, page in enumerate(report.pages, 1)]
    top = [*paragraphs(report.head, speech), contents(names, speech)]
    return document(_title(speech.say(msg("Mechanical edits")), names), top, pages, speech)


def _push(report: PushReport, speech: Speech) -> str:
    names = [one_line(page.page.name) for page in report.pages]
    pages: list[Html] = []
    for number, page in enumerate(report.pages, 1):
        pages += [_outcome(page, speech), check_page(page.check, number, speech), diff(page.diff, speech)]
    top = [*paragraphs(report.head, speech), contents(names, speech)]
    return document(_title(speech.say(msg("Push")), names), top, [*pages, *paragraphs(report.hints, speech)], speech)


def _outcome(page: PushPage, speech: Speech) -> Html:
    if page.saved is not None:
        done = msg("Saved: revision {new} over {old}.", new=page.saved.newid, old=page.saved.oldid)
        return el("p", el("strong", f"✓ {speech.say(done)}"))
    return el("p", el("strong", speech.say(page.note or msg("Nothing was saved."))))


def _title(what: str, names: list[str]) -> str:
    return what if len(names) == 1 else f"{what} ({len(names)})"
